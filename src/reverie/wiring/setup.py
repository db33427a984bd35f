"""Living with other agents: what would be added to their files, adding it, and giving back what was there. What was put
in is written down beside the memory (for a person's own files, in their state folder), never what stood there before:
settings hold secrets."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.setup import agents, edits
from reverie.setup.agents import AGENTS, PROJECT, USER, Ask
from reverie.setup.edits import Insertion, Wanted
from reverie.setup.jsontext import Broken

BARE = frozenset(
    {
        ".mcp.json",
        ".codex/hooks.json",
        ".codex/config.toml",
        ".cursor/hooks.json",
        ".cursor/mcp.json",
        ".gemini/settings.json",
    }
)  # fmt: skip — may be committed, so they name no path of this machine


@dataclass(frozen=True, slots=True)
class Change:
    """What one file becomes. `broken`: why it is not touched."""

    path: Path
    before: bytes | None
    after: bytes = b""
    put_in: tuple[Insertion, ...] = ()
    broken: str = ""

    @property
    def is_new(self) -> bool:
        return self.before is None


@dataclass(frozen=True, slots=True)
class Scene:
    """Where things lie: the project, the home, and whose files are meant."""

    root: Path
    home: Path
    scope: str
    environ: Mapping[str, str]

    @property
    def record(self) -> Path:
        if self.scope == PROJECT:
            return self.root / ".agent" / "local" / "setup.json"
        state = self.environ.get("XDG_STATE_HOME")
        return (Path(state) if state else self.home / ".local" / "state") / "reverie" / "setup.json"

    def place(self, name: str) -> Path:
        """A file of an agent. Some agents' folders can be put elsewhere by the environment."""
        if self.scope == PROJECT:
            return self.root / name
        top, _, rest = name.partition("/")
        moved = {".claude": "CLAUDE_CONFIG_DIR", ".codex": "CODEX_HOME", ".openclaw": "OPENCLAW_STATE_DIR"}.get(top)
        if moved and self.environ.get(moved):
            return Path(self.environ[moved]) / rest
        if name == ".claude.json" and self.environ.get("CLAUDE_CONFIG_DIR"):
            return Path(self.environ["CLAUDE_CONFIG_DIR"]) / name
        return self.home / name


def found(scene: Scene) -> list[str]:
    """The agents that are used here: by what lies in the project, or in the home for one's own settings."""
    here = [(agent.name, [scene.root / sign for sign in agent.signs]) for agent in AGENTS.values()]
    own = [(agent.name, [scene.place(sign) for sign in agent.home]) for agent in AGENTS.values()]
    return [name for name, places in (own if scene.scope == USER else here) if any(p.exists() for p in places)]


def plan(scene: Scene, names: Sequence[str], *, recall: bool = False) -> list[Change]:
    """What would be added, and nothing is written."""
    wanted: list[Wanted] = [agents.ignore()] if scene.scope == PROJECT else []
    for name in names:
        found_here = AGENTS[name].wanted(Ask(scene.scope, _whole_path, recall))
        bare = {one.path: one for one in AGENTS[name].wanted(Ask(scene.scope, str, recall))}
        wanted += [bare[one.path] if scene.scope == PROJECT and one.path in BARE else one for one in found_here]
    return [change for one in wanted if (change := _change(scene.place(one.path), one)).put_in or change.broken]


def _whole_path(program: str) -> str:
    """As it can be called whatever the agent's PATH is."""
    beside = Path(sys.executable).parent / program
    return str(beside) if beside.exists() else shutil.which(program) or program


def _change(path: Path, wanted: Wanted) -> Change:
    before: bytes | None = None
    try:
        before = path.read_bytes() if path.exists() else None
        text, put_in = edits.added((before or b"").decode(), wanted)
    except (Broken, UnicodeDecodeError) as problem:
        return Change(path, before, broken=f"it cannot be read: {problem}")
    except OSError as problem:
        return Change(path, before, broken=(problem.strerror or "it cannot be read").lower())
    return Change(path, before, text.encode(), tuple(put_in))


# Writing, and giving back


def carry_out(scene: Scene, changes: Sequence[Change]) -> list[str]:
    """Write what was planned. Returns what could not be, and why."""
    told = _recorded(scene.record)
    trouble = []
    for change in changes:
        if change.broken:
            trouble.append(f"{change.path}: {change.broken}")
            continue
        before = told.get(str(change.path), {})
        entry = _entry(change, before)
        _keep(scene.record, {**told, str(change.path): entry})  # first, so that a crash leaves nothing unknown
        try:
            _write(change.path, change.before, change.after)
        except OSError as problem:
            trouble.append(f"{change.path}: {problem.strerror or 'it changed meanwhile'}")
            entry = before
        told = {**told, str(change.path): entry} if entry else {k: v for k, v in told.items() if k != str(change.path)}
        _keep(scene.record, told)
    return trouble


def _entry(change: Change, before: Mapping[str, Any]) -> dict[str, Any]:
    """What has to be known to take it out again. After somebody else's edit, places no longer count, only texts."""
    whole = change.before or b""
    same = not before or before["digest"] == _digest(whole)
    return {
        "new": before.get("new", change.is_new),
        "folders": before.get("folders") or _missing(change.path),
        "put_in": [*before.get("put_in", []), *(list(one) for one in change.put_in)],
        "digest": _digest(change.after) if same else "",
    }


def give_back(scene: Scene) -> tuple[list[Path], list[str]]:
    """Take out what was put in. Returns the files, and what could not be done."""
    told = _recorded(scene.record)
    done, trouble = [], []
    for name, entry in reversed(list(told.items())):  # so that a folder is empty when its turn comes
        path = Path(name)
        try:
            _restore(path, entry)
        except (OSError, ValueError) as problem:
            trouble.append(f"{path}: {problem}")
            continue
        done.append(path)
        del told[name]
    _keep(scene.record, told)
    return done, trouble


def _restore(path: Path, entry: Mapping[str, Any]) -> None:
    if not path.exists():
        return
    now = path.read_bytes()
    put_in = [Insertion(int(at), str(said)) for at, said in entry["put_in"]]
    untouched = entry["digest"] == _digest(now)
    if untouched and entry["new"]:
        path.unlink()
    else:
        text = edits.taken_out(now.decode(), put_in, untouched=untouched)
        if not untouched and path.suffix == ".json":
            text = edits.cleared(text if _is_json(text) else now.decode())
        _write(path, now, text.encode())
    for folder in entry["folders"]:
        with suppress(OSError):
            Path(folder).rmdir()  # only if nothing else is in it


def _is_json(text: str) -> bool:
    try:
        json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        return False
    return True


def _write(path: Path, before: bytes | None, after: bytes) -> None:
    """In one step, through links, with the rights it had; refused if somebody was quicker."""
    real = Path(os.path.realpath(path))
    real.parent.mkdir(parents=True, exist_ok=True)
    if (real.read_bytes() if real.exists() else None) != before:
        raise OSError("it changed meanwhile; run the command again")
    passing = real.with_name(f".{real.name}.{os.getpid()}.reverie")
    mode = real.stat().st_mode & 0o7777 if real.exists() else 0o600 if real.name.startswith(".claude") else 0o644
    try:
        passing.write_bytes(after)
        passing.chmod(mode)
        passing.replace(real)
    finally:
        passing.unlink(missing_ok=True)


def _missing(path: Path) -> list[str]:
    """Folders that are made for this file, the innermost first."""
    return [str(folder) for folder in path.parents if not folder.exists()]


def _recorded(path: Path) -> dict[str, Any]:
    try:
        found_there = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    return dict(found_there.get("files", {}))


def _keep(path: Path, told: Mapping[str, Any]) -> None:
    """Nothing put in, nothing kept; folders that were made for it go with it."""
    if not told:
        folders = _recorded_folders(path)
        path.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                Path(folder).rmdir()
        return
    folders = _recorded_folders(path) if path.exists() else _missing(path)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    passing = path.with_suffix(f".{os.getpid()}")
    passing.write_text(json.dumps({"folders": folders, "files": told}, indent=1), encoding="utf-8")
    passing.chmod(0o600)
    passing.replace(path)


def _recorded_folders(path: Path) -> list[str]:
    try:
        return [str(folder) for folder in json.loads(path.read_bytes()).get("folders", [])]
    except (OSError, ValueError):
        return []


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
