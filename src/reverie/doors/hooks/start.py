"""What an agent is told when a session begins: the rules people decided, the index of its memory, and how the dreams
go; within a budget, without what it loads by itself, and each thing with what one should know before believing it."""

from __future__ import annotations

import os
import re
import sys

from reverie.doors.hooks import notes
from reverie.tools import trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from reverie.records.checks import Looked
    from reverie.settings import Settings

TOKENS = 2000
SHARE = 0.6  # of what is left after the rules, for the briefing; the rest is for the index
WAITING = "Tasks that wait for you: {} (what earlier sessions taught; the person starts that with /dream)."
INDEX = "Index of the notes (read a note before relying on its line):"
HINT = "What is remembered about this project. Memory is a hint: check the code before you act on it."
READS = {  # the files of a project each agent reads by itself
    "claude-code": ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"),
    "codex": ("AGENTS.md", "AGENTS.override.md"),
    "cursor": (".cursor/rules/reverie.mdc", "AGENTS.md", "CLAUDE.md"),
    "gemini": ("GEMINI.md",),
    "openclaw": ("AGENTS.md",),
}
_LINK = re.compile(r"^(\s*[-*] \[[^\n]{0,400}?\]\(<?)([^()<>\n]{1,400}?\.md)(>?\))(.*)$")


def hand_over(event: Mapping[str, object], root: str, agent: str, now: float) -> None:
    """Print it the way this agent's program wants it. Nothing is printed when there is nothing to say."""
    if event.get("source") == "resume":
        return  # it has been told already
    trust.check(root)
    told = what_to_know(root, agent, now)
    if told:
        say(told, "SessionStart", agent)


def say(told: str, event: str, agent: str) -> None:
    import json

    tame = told.replace("<reverie", "‹reverie").replace("</reverie", "‹/reverie")  # a note cannot close the frame
    text = f"<reverie-memory>\n{tame}\n</reverie-memory>"
    specific = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    answer = {"additional_context": text} if agent == "cursor" else specific
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def what_to_know(root: str, agent: str, now: float) -> str:
    chosen = _settings(root)
    budget = chosen.hook_tokens if chosen else TOKENS
    known = "\n".join(notes.text_of(root, name) for name in READS[agent])
    rules = [f"- {sentence} ({about})" for sentence, about in notes.rules(root) if sentence not in known]
    beat = _heartbeat(root, now)
    lines, pointer = _index(root, agent, chosen, known)
    made, briefing = notes.briefing(root)
    briefing = [line for line in briefing if "(rule, decided by " not in line]  # told as a rule, or loaded already
    waiting = notes.tasks_waiting(root)
    if not rules and not lines and not beat and not briefing and not waiting:
        return ""
    parts = [HINT, *([f"Dreams: {beat}."] if beat else []), *([WAITING.format(waiting)] if waiting else [])]
    budget -= tokens("\n".join(parts)) + 40  # the frame, and what says that there is more
    index = map(pointer, lines)  # a note is looked at only if there is room for its line
    for title, found, count, share, more in (
        ("Rules that people decided:", iter(rules), len(rules), 1.0, "reverie list --rules shows all"),
        (f"{made}:", iter(briefing), len(briefing), SHARE if lines else 1.0, "reverie briefing shows all"),
        (INDEX, index, len(lines), 1.0, "reverie search finds the others"),
    ):
        kept = _without_bare_titles(_within(found, int(share * (budget - tokens(title)))))
        if kept:
            left = [f"… and {count - len(kept)} more: {more}"] if len(kept) < count else []
            parts += [title, *kept, *left]
            budget -= tokens("\n".join([title, *kept]))
    return "\n".join(parts)


def tokens(text: str) -> int:
    """About as many as a model counts: four plain letters make one, another sign is one by itself."""
    plain = len(text.encode("ascii", "ignore"))
    return plain // 4 + (len(text) - plain) + 1


def _without_bare_titles(lines: Iterable[str]) -> list[str]:
    """A heading of which nothing fitted is left out."""
    kept = list(lines)
    while kept and not kept[-1].lstrip().startswith(("-", "*")):
        kept.pop()
    return kept


def _within(lines: Iterable[str], budget: int) -> Iterable[str]:
    for line in lines:
        budget -= tokens(line) + 1
        if budget < 0:
            return
        yield line


def _settings(root: str) -> Settings | None:
    """Read only where the file says something that matters here."""
    text = notes.text_of(root, ".agent/config.yaml")
    if not any(line.startswith(("memory", "hooks", '"', "'", "{")) for line in text.splitlines()):
        return None
    from pathlib import Path

    from reverie import settings

    return settings.read(Path(root, ".agent", "config.yaml"))


def _index(root: str, agent: str, chosen: Settings | None, known: str) -> tuple[list[str], Callable[[str], str]]:
    """The lines of the index, unless the agent loads it by itself, and how each is told."""
    folder, owner = f"{root}/.agent/memory", "agent"
    if chosen and (chosen.memory_layout != "agent" or chosen.memory_root):
        from pathlib import Path

        from reverie.place import place

        owner = chosen.memory_layout
        folder = str(place(Path(root), chosen, os.environ, Path.home()).folder)
    if owner == agent or "@.agent/memory/MEMORY.md" in known:
        return [], str
    shown = os.path.relpath(folder, root) if folder.startswith(f"{root}/") else folder
    looked = notes.looked_up(root)
    lines = _pointers(notes.text_of(folder, "MEMORY.md"))
    return lines, lambda line: _pointer(line, folder, shown, looked)


def _pointers(text: str) -> list[str]:
    return [line for line in text.splitlines() if _LINK.match(line)]


def _pointer(line: str, folder: str, shown: str, looked: Mapping[str, Sequence[Looked]]) -> str:
    found = _LINK.match(line)
    assert found is not None
    before, path, close, hook = found.groups()
    if path.startswith("/") or ".." in path.split("/") or "://" in path:
        return line.strip()
    return f"{before.strip()}{shown}/{path}{close}{hook} ({notes.known_of(folder, _plain(path), looked)})"


def _plain(path: str) -> str:
    if "%" not in path:
        return path
    from urllib.parse import unquote

    return unquote(path)


class _Night:
    """A record of the log, without what it costs to load one."""

    def __init__(self, at: datetime, facts: dict[str, object]) -> None:
        self.at, self.facts = at, facts


def _heartbeat(root: str, now: float) -> str:
    """When a dream is overdue, or why the last ones changed nothing."""
    from contextlib import suppress
    from datetime import UTC, datetime

    raw = notes.nights(root, 3)
    if not raw:
        return ""
    from reverie.diary import heartbeat

    told = []
    for one in raw:
        with suppress(ValueError):
            at, facts = datetime.fromisoformat(str(one.get("at"))), one.get("facts")
            told += [_Night(at, facts)] if isinstance(facts, dict) and at.tzinfo else []
    return heartbeat(told, datetime.fromtimestamp(now, UTC)) if told else ""
