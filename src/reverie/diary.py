"""The diary: what a night came to, in plain words, for a person with a coffee. It is kept with the logs, never read as
evidence, and a night that changed nothing writes none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

FILE = "DREAMS.md"
QUIET = 3  # nights without a change, after which it is said why
OVERDUE = timedelta(days=3)
_SHOWN = 5
TOP = "# Dreams\n\nWhat changed in this memory while nobody worked, in order. Written by reverie, never read by it.\n"


class Night(Protocol):
    """A record of a night, as the log has it."""

    @property
    def at(self) -> datetime: ...
    @property
    def facts(self) -> Mapping[str, Any]: ...


def entry(facts: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """One night in a few sentences. `facts`: its report; `titles`: what candidates are called."""
    told = [
        _said(
            "Learned",
            [titles.get(id, id) for id in _list(facts, "new")],
            "waits for your decision",
            "wait for your decision",
        ),
        _said("Saw more of", [titles.get(id, id) for id in _list(facts, "grown")]),
        _said("Understood", _insights(facts, "new", titles.values())),
        _said("No longer open", _insights(facts, "resolved")),
        _said("Noted, as you asked", [_name(path) for path in _list(facts, "noted")]),
        _said("Carried out", [str(one) for one in _list(facts, "decided")]),
    ]
    for deed in _list(facts, "tidied"):
        told.append(f"{_DEEDS.get(deed['kind'], 'Changed')}: {deed['reason']}.")
    told.append(_said("Promoted", [str(one) for one in _list(facts, "promoted")]))
    if doubts := len(_list(facts, "proposed")):
        told.append(
            f"Not sure about {doubts} {'thing' if doubts == 1 else 'things'}; `reverie reorganize list` shows them."
        )
    return "\n".join(f"- {line}" for line in told if line)


_DEEDS = {
    "merge": "Merged",
    "gather": "Gathered",
    "supersede": "Put right",
    "date": "Wrote dates out",
    "prune": "Let go",
    "repeat": "Said once",
    "sharpen": "Made exact",
    "derivable": "Can be read off the code",
    "doubt": "Doubted",
    "lead": "Led to from the index",
    "shorten": "Shortened",
}


def page(at: datetime, text: str, prose: str = "") -> str:
    """An entry as it stands in the file. `prose`: the same in a model's words, above what it tells of."""
    told = f"{prose}\n\n{text}" if prose else text
    return f"\n## {at.astimezone(UTC):%Y-%m-%d %H:%M} UTC\n\n{told}\n"


def heartbeat(nights: Sequence[Night], now: datetime) -> str:
    """When the last dream ran, whether one is overdue, and if the last ones changed nothing, why. `nights`: oldest
    first; empty if there was none."""
    if not nights:
        return "no dream yet"
    last = nights[-1]
    told = []
    if now - last.at > OVERDUE:
        told.append(f"overdue: the last dream was {(now - last.at).days} days ago")
    quiet = list(nights[-QUIET:])
    if len(quiet) == QUIET and not any(changed(night.facts) for night in quiet):
        whys = {why_quiet(night.facts) for night in quiet}
        reason = ": " if len(whys) == 1 else "; the newest: "
        told.append(f"the last {QUIET} dreams changed nothing{reason}{why_quiet(last.facts)}")
    return "; ".join(told)


def changed(facts: Mapping[str, Any]) -> bool:
    return bool(facts.get("change") or facts.get("decided"))


def did(facts: Mapping[str, Any]) -> str:
    """What a night came to, in a few words: everything that it changed, by the kinds its report has. That it changed
    nothing is said only if no change is on record."""
    listened = facts.get("listened")
    read = _count(listened.get("sessions", 0), "read # session") if isinstance(listened, Mapping) else ""
    found = facts.get("insights")
    rows = [one for one in found.values() if isinstance(one, Mapping)] if isinstance(found, Mapping) else []
    parts = [
        _count(len(_list(facts, "new")), "# new candidate"),
        _count(len(_list(facts, "grown")), "# candidate", " grew"),
        _count(len(facts.get("replaced") or ()), "# candidate", " replaced"),
        *insights_told(rows),
        _count(len(_list(facts, "noted")), "# new note"),
        _count(len(_list(facts, "tidied")), "# change", " of memory"),
        _count(len(_list(facts, "proposed")), "# thing", " to decide"),
        _count(len(_list(facts, "decided")), "# written decision", " carried out"),
        _count(len(_list(facts, "skipped")), "# change", " held back"),
    ]
    told = [part for part in parts if part]
    if not changed(facts):
        told.append("changed nothing")
    elif not told:
        told.append("tidied candidates and proposals")
    return ", ".join(filter(None, [read, *told]))


def insights_told(found: Iterable[Mapping[str, Any]]) -> list[str]:
    """`2 new insights, 1 insight resolved`."""
    counts = Counter(str(one.get("what")) for one in found)
    new = _count(counts.pop("new", 0), "# new insight")
    others = (_count(count, "# insight", f" {what}") for what, count in sorted(counts.items()))
    return [part for part in (new, *others) if part]


def _count(count: object, one: str, after: str = "") -> str:
    if not isinstance(count, int) or not count:
        return ""
    return one.replace("#", str(count)) + "s" * (count != 1) + after


def why_quiet(facts: Mapping[str, Any]) -> str:
    """The likeliest reason, from the newest report."""
    if "since" in facts:
        return "nothing was new"
    if _list(facts, "skipped"):
        return "what was wanted was held back"
    if facts.get("suppressed"):
        return "what was seen had been decided before"
    phases = [str(phase) for phase in _list(facts, "phases")]
    gathered = next((phase.partition(": ")[2] for phase in phases if phase.startswith("gather")), "")
    return f"no pattern in what was read ({gathered})" if gathered else "nothing new was there to read"


def _list(facts: Mapping[str, Any], name: str) -> list[Any]:
    found = facts.get(name)
    return found if isinstance(found, list) else []


def _said(what: str, names: Sequence[str], one: str = "", more: str = "") -> str:
    if not names:
        return ""
    shown = "; ".join(names[:_SHOWN]) + (f"; and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    ending = one if len(names) == 1 else more
    return f"{what}: {shown}" + (
        f". It {ending}." if ending and len(names) == 1 else f". They {ending}." if ending else "."
    )


def _insights(facts: Mapping[str, Any], what: str, told: Collection[str] = ()) -> list[str]:
    """But for those that are told already, as candidates by the rules' own words."""
    found = facts.get("insights")
    rows = [one for one in found.values() if isinstance(one, dict)] if isinstance(found, dict) else []
    named = [
        (str(one.get("text", "")), str(one.get("draft") or one.get("text", "")))
        for one in rows
        if one.get("what") == what
    ]
    return [text.rstrip(".") for text, keyless in named if keyless.rstrip(".") not in told]


def _name(path: object) -> str:
    return str(path).rpartition("/")[2].rpartition(":")[2].removesuffix(".md")
