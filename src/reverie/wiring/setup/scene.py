"""Where things lie, which agents are used there, and what their files would become. Nothing is written here."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reverie.setup import agents, edits
from reverie.setup.agents import AGENTS, PROJECT, USER, Ask
from reverie.setup.edits import Insertion, Wanted
from reverie.setup.jsontext import Broken
from reverie.wiring.setup.files import content, refusal

_ELSEWHERE = {".claude": "CLAUDE_CONFIG_DIR", ".codex": "CODEX_HOME", ".openclaw": "OPENCLAW_STATE_DIR"}


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
    """Where things lie: the project (or just a folder, where one's own files are meant), the home, whose files."""

    root: Path
    home: Path
    scope: str
    environ: Mapping[str, str]
    in_project: bool = True

    @property
    def record(self) -> Path:
        if self.scope == PROJECT:
            return self.root / ".agent" / "local" / "setup.json"
        state = self.environ.get("XDG_STATE_HOME")
        return (Path(state) if state else self.home / ".local" / "state") / "reverie" / "setup.json"

    @property
    def base(self) -> Path:
        return self.root if self.scope == PROJECT else self.home

    def name(self, path: Path | str) -> str:
        """As it is written down: seen from the project or the home, so that either can be moved."""
        path = Path(path)
        return path.relative_to(self.base).as_posix() if path.is_relative_to(self.base) else str(path)

    def named(self, name: str) -> Path:
        return self.base / name

    @property
    def within(self) -> Path | None:
        """What is not to be left."""
        return self.root if self.scope == PROJECT else None

    def place(self, name: str) -> Path:
        """A file of an agent. Some agents' folders can be put elsewhere by the environment."""
        if self.scope == PROJECT:
            return self.root / name
        top, _, rest = name.partition("/")
        if moved := self.environ.get(_ELSEWHERE.get(top, "")):
            return Path(moved) / rest
        if name == ".claude.json" and (moved := self.environ.get("CLAUDE_CONFIG_DIR")):
            return Path(moved) / name
        return self.home / name


def found(scene: Scene) -> list[str]:
    """The agents that are used here: by what lies in the project, or in the home for one's own settings."""
    if scene.scope == USER:
        return _there({agent.name: [scene.place(sign) for sign in agent.home] for agent in AGENTS.values()})
    signs = {agent.name: [scene.root / sign for sign in agent.signs] for agent in AGENTS.values()}
    signs["claude-code"].append(_sessions(scene))
    return _there(signs)


def _there(signs: Mapping[str, Sequence[Path]]) -> list[str]:
    return [name for name, places in signs.items() if any(place.exists() for place in places)]


def _sessions(scene: Scene) -> Path:
    """Where Claude Code keeps its sessions of this project."""
    moved = scene.environ.get("CLAUDE_CONFIG_DIR")
    folder = Path(moved) if moved else scene.home / ".claude"
    return folder / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(scene.root))


def plan(scene: Scene, names: Sequence[str], *, recall: bool = False, commands: bool = False) -> list[Change]:
    """What would be added, and nothing is written. Two agents may want the same file."""
    shared = str if scene.scope == PROJECT else _whole_path
    ask = Ask(scene.scope, shared, _whole_path, recall=recall, commands=commands,
              root=str(scene.root) if scene.in_project else "")  # fmt: skip
    wanted: list[Wanted] = [agents.ignore()] if scene.scope == PROJECT else []
    for name in names:
        wanted += AGENTS[name].wanted(ask)
    once = {one.path: one for one in reversed(wanted)}
    changes = [_change(scene, scene.place(path), once[path]) for path in dict.fromkeys(one.path for one in wanted)]
    return [change for change in changes if change.put_in or change.broken]


def _whole_path(program: str) -> str:
    """As it can be called whatever the agent's PATH is."""
    beside = Path(sys.executable).parent / program
    return str(beside) if beside.exists() else shutil.which(program) or program


def _change(scene: Scene, path: Path, wanted: Wanted) -> Change:
    before: bytes | None = None
    try:
        before = content(path)
        text, put_in = edits.added((before or b"").decode(), wanted)
    except (Broken, UnicodeDecodeError) as problem:
        return Change(path, before, broken=f"it cannot be read: {problem}")
    except OSError as problem:
        return Change(path, before, broken=(problem.strerror or "it cannot be read").lower())
    refused = refusal(path, scene.within) if put_in else ""
    return Change(path, before, broken=refused) if refused else Change(path, before, text.encode(), tuple(put_in))
