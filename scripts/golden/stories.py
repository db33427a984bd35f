"""Golden runs besides promotion: the demo, a day with an agent, a reorganize, and real memory directories."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from scripts.golden import shop
from scripts.golden.world import START, World, progress

Golden = dict[str, str]
_SIZE = re.compile(r", [\d.]+ kB,")
WHY = "Both renames broke the nightly report, which reads the old column; a backfill in the same change prevents it."


def demo(world: World) -> Golden:
    """The whole loop on a sample project: run, decide, sync, ask why, undo, run again."""
    shop.build(world)
    told: Golden = {"run": world.reverie("run"), "list": world.reverie("list")}
    found = world.json("list") or []
    rows = found if isinstance(found, list) else found.get("candidates", [])
    first = next((row["id"] for row in rows if "revert" in json.dumps(row)), rows[0]["id"] if rows else "none")
    told["show"] = world.reverie("show", first)
    told["candidates"] = world.files(".agent/dream/**/*.md", ".agent/memory/**/*.md")
    told["refused"] = world.reverie("graduate", first, "--rationale", "")
    told["graduate"] = world.reverie("graduate", first, "--rationale", WHY)
    told["sync, dry"] = world.reverie("sync", "--dry-run")
    told["sync"] = world.reverie("sync")
    told["CLAUDE.md"] = world.files("CLAUDE.md")
    lines = (world.project / "CLAUDE.md").read_text(encoding="utf-8").splitlines()
    line = next((number for number, text in enumerate(lines, 1) if "(rule " in text), 1)
    told["why"] = world.reverie("why", f"CLAUDE.md:{line}")
    told["history"] = world.reverie("history")
    told["status"] = world.reverie("status")
    told["undo"] = world.reverie("undo")
    told["CLAUDE.md after undo"] = world.files("CLAUDE.md")
    world.later(days=1)
    told["run again"] = world.reverie("run")
    told["report"] = world.reverie("report")
    return told


def day(world: World) -> Golden:
    """Set up, ten sessions through the hooks, a night, the next morning, and everything given back."""
    shop.settings_of(world.home)
    shop.build(world)
    before = _home(world)
    told: Golden = {"init": world.reverie("init", "--user", "--yes", "--agent", "claude-code", "--recall")}
    for number, steps in enumerate(shop.SESSIONS, 1):
        world.at(shop.TODAY + timedelta(minutes=40 * number))
        told[f"session {number:02}"] = shop.play(world, number, steps)
    told["log"] = world.reverie("log", "--json")
    told["tick"] = world.reverie("tick")
    world.at(shop.TODAY + timedelta(hours=18))
    for name in ("run", "report", "list", "insights", "briefing", "sources", "status", "doctor"):
        told[name] = world.reverie(name)
    told["sources"] = _SIZE.sub(", # kB,", told["sources"])  # every transcript holds the path of the project
    told["notes"] = world.files(".agent/memory/**/*.md")
    world.at(shop.TODAY + timedelta(days=1))
    told["morning"] = world.hook(
        "session-start", {"session_id": "next", "hook_event_name": "SessionStart", "source": "startup"}
    )
    told["hooks.log"] = world.files(".agent/local/hooks.log")
    told["uninstall"] = world.reverie("uninstall", "--user")
    after = _home(world)
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    told["changed in the home"] = "\n".join(changed) or "nothing"
    return told


def _home(world: World) -> dict[str, str]:
    """The person's own files; not the project, nor the agent's transcripts."""
    found = {}
    for path in sorted(world.home.rglob("*")):
        name = path.relative_to(world.home).as_posix()
        if path.is_file() and not name.startswith(("shop/", ".claude/projects/", ".cache/")):
            found[name] = f"{path.stat().st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found


NOTES = (
    ("deploy-days", "2026-03-01", "Deploys go out on Tuesdays from the release branch."),
    ("release-days", "2026-05-01", "Deploys go out on Tuesdays, from the release branch."),
    ("test-database", "2026-02-01", "Tests run against SQLite in memory."),
    ("test-database-now", "2026-07-01", "Tests no longer run against SQLite in memory; they run against Postgres 16."),
    ("invoice-zone", "2026-04-01", "Invoices are exported in the customer's time zone, never in UTC."),
    ("invoice-export", "2026-04-09", "Invoices are exported in the customer's time zone, never in UTC."),
    ("staging", "2026-04-10", "The staging host is stage-2.example.org; it is restarted every night at 02:00."),
    ("staging-host", "2026-06-10", "The staging host is stage-5.example.org; it is restarted every night at 02:00."),
    ("retries", "2026-06-01", "The mail worker retries 5 times and then parks the message in the dead-letter queue."),
    ("spaces", "2026-06-02", "We prefer spaces over tabs in Makefile fragments."),
    ("tabs", "2026-06-03", "We prefer tabs over spaces in Makefile fragments."),
    ("owner", "2026-06-04", "Bob owns the billing service; ask him before changing money.py."),
    ("pinned", "2026-06-05", "Deploys go out on Tuesdays from the release branch."),
)


def reorganize(world: World) -> Golden:
    """Propose, show, accept in part, undo, reject; and what a night makes of the same notes."""
    world.begin()
    for name, created, text in NOTES:
        mark = "pinned: true\n" if name == "pinned" else ""
        head = f"---\nname: {name}\ndescription: {text[:40]}\ntype: project\ncreated: {created}\n{mark}---\n\n"
        world.write(f".agent/memory/{name}.md", f"{head}{text}\n")
    world.commit("notes")
    world.at(START + timedelta(days=1))
    told: Golden = {"dry": world.reverie("reorganize", "--threshold", "0.8", "--dry-run")}
    told["propose"] = world.reverie("reorganize", "--threshold", "0.8")
    told["list"] = world.reverie("reorganize", "list")
    id = _first_proposal(world)
    told["show"] = world.reverie("reorganize", "show", id)
    told["show, json"] = world.reverie("reorganize", "show", id, "--json")
    before = world.tree(".agent/memory")
    told["accept"] = world.reverie("reorganize", "accept", id)
    told["memory"] = world.files(".agent/memory/**/*.md")
    told["history"] = world.reverie("history")
    told["undo"] = world.reverie("undo")
    told["undo is byte for byte"] = _difference(before, world.tree(".agent/memory"))
    told["list, all"] = world.reverie("reorganize", "list", "--all")
    world.later(hours=1)
    told["propose again"] = world.reverie("reorganize", "--threshold", "0.8")
    told["accept one"] = world.reverie("reorganize", "accept", _first_proposal(world), "--only", "1")
    told["undo one"] = world.reverie("undo")
    told["reject"] = world.reverie("reorganize", "reject", _first_proposal(world), "--reason", "We keep them apart.")
    world.later(days=1)
    told["night"] = world.reverie("run")
    told["after the night"] = world.files(".agent/memory/*.md")
    told["verify"] = world.reverie("verify")
    return told


def _first_proposal(world: World) -> str:
    found = world.json("reorganize", "list")
    rows = found if isinstance(found, list) else (found or {}).get("proposals", [])
    return str(rows[0]["id"]) if rows else "none"


# Real memory directories

_PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.[a-z]{1,4})`")
_OPENCLAW = "clawdbot"


def memory_dirs(world_of: Callable[[str], World], data: Path) -> Golden:
    """Each in a repository with history: run, run again, proposals, undo; once as it comes and once with `auto`."""
    told: Golden = {}
    for source in sorted(path for path in data.iterdir() if path.is_dir()):
        for manner in ("", "auto"):
            world = world_of(f"{source.name[:12]}{manner}")
            name = f"{source.name}{', auto' if manner else ''}: "
            progress(f"memory_dirs: {name[:-2]}")
            for step, text in _directory(world, source, manner).items():
                told[name + step] = world.plain(text)
            shutil.rmtree(world.folder, ignore_errors=True)
    return told


def _directory(world: World, source: Path, manner: str) -> Golden:
    _history(world, source)
    layout = "  layout: openclaw\n" if _OPENCLAW in source.name else "  layout: claude-code\n  root: .claude/memory\n"
    world.write(".agent/config.yaml", f"memory:\n{layout}" + (f"dream:\n  consolidate: {manner}\n" if manner else ""))
    world.commit("settings")
    before = world.tree(besides=(".git", ".agent"))
    told: Golden = {"run": world.reverie("run")}
    after = world.tree(besides=(".git", ".agent"))
    told["run changed"] = _difference(before, after)
    told["index"] = _head(world.files(".claude/memory/MEMORY.md", "MEMORY.md"))
    for words in (("report",), ("reorganize", "list"), ("list",), ("status",), ("doctor",), ("verify",)):
        told[" ".join(words)] = world.reverie(*words)
    told["notes, orphans"] = world.reverie("note", "list", "--orphans")
    told["notes, broken"] = world.reverie("note", "list", "--broken")
    told["search"] = world.reverie("search", "how are tests run", "--limit", "3")
    world.later(days=1)
    told["run again"] = world.reverie("run")
    told["run again changed"] = _difference(after, world.tree(besides=(".git", ".agent")))
    told["reorganize"] = world.reverie("reorganize")
    told["history"] = world.reverie("history")
    for number in range(8):
        text = world.reverie("undo")
        told[f"undo {number + 1}"] = text
        if "--- exit" in text:
            break
    told["undo is byte for byte"] = _difference(before, world.tree(besides=(".git", ".agent")))
    return told


def _history(world: World, source: Path) -> None:
    """The directory in six commits; files its notes name exist, and some of them no longer do."""
    world.begin()
    world.at(START - timedelta(days=60))
    files = sorted(path for path in source.rglob("*") if path.is_file())
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    named = sorted({name for text in texts for name in _PATH.findall(text) if ".." not in name})
    for name in named:
        path = world.project / name
        if not path.parent.is_file() and not path.is_dir():
            world.write(name, f"# {name}\n\n\ndef run() -> None: ...\n")
    world.commit("feat: begin")
    for part in range(3):
        world.later(days=9)
        for path in files[part::3]:
            target = world.project / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        world.commit(f"docs: memory, part {part + 1}")
    world.later(days=9)
    for name in named[::4]:
        path = world.project / name
        if path.is_file() and not (source / name).exists():
            path.rename(path.with_name(f"moved_{path.name}"))
    world.commit("refactor: move some files")
    world.at(START)


def _head(text: str, most: int = 12_000) -> str:
    return text if len(text) <= most else text[:most] + f"\n… {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"


def _difference(before: dict[str, str], after: dict[str, str]) -> str:
    lines = [
        f"{'+' if name not in before else '-' if name not in after else '~'} {name} {after.get(name, '')}".rstrip()
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]
    return "\n".join(lines) or "nothing"
