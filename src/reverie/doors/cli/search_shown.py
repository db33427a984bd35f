"""How a hit is shown: where it stands, from when, whose words it is, whether it was checked, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.talk import out, utc
from reverie.records.checks import UNVERIFIED
from reverie.records.documents import Address

if TYPE_CHECKING:
    from reverie.gather.transcripts.grep import Hit as Spoken
    from reverie.records.passages import Hit, Passage

LONGEST = 600  # characters of a passage that are shown to a person; JSON has all


def path_of(passage: Passage) -> str:
    return wiring.path_of(Address.parse(passage.address))


def tell(hit: Hit, *, explain: bool) -> None:
    passage = hit.passage
    lines = f"{passage.first}" if passage.first == passage.last else f"{passage.first}-{passage.last}"
    out(f"{hit.score:.2f}  {path_of(passage)}:{lines}  {' · '.join(known(passage))}")
    words = " ".join(passage.text.split())
    out(f"      {words if len(words) <= LONGEST else words[: LONGEST - 1] + '…'}")
    if explain:
        out(f"      {told(hit)}")


def known(passage: Passage) -> list[str]:
    """What one should know before one believes it."""
    day = f"{passage.at:%Y-%m-%d}" if passage.at else "no date"
    told = [day, passage.layer, passage.origin, passage.verified or "not verified"]
    if passage.state != "active":
        told.append(passage.state)
    if passage.valid_until:
        told.append(f"until {passage.valid_until}")
    if passage.pinned:
        told.append("pinned")
    if passage.facts.get("by"):
        told.append(f"decided by {passage.facts['by']} on {passage.facts['at']}")
    return told


def told(hit: Hit) -> str:
    """The parts of a score: what matched, and what shifted it. Parts that did nothing are left out."""
    parts = {name: value for name, value in hit.parts.items() if value}
    shifts = [f"{name} {parts.pop(name):+.2f}" for name in ("pinned", "expired", "recent", "own") if name in parts]
    match, even = parts.pop("match", 0.0), parts.pop("even", 0.0)
    found = ", ".join(f"{name} {value:.2f}" for name, value in parts.items()) or "nothing"
    shifted = f", shifted by {', '.join(shifts)}" if shifts else ""
    return f"{found} → match {match:.2f} (even at {even:.2f}){shifted} → {hit.score:.2f}"


def brief(hit: Hit) -> dict[str, object]:
    passage = hit.passage
    return {
        "id": passage.id,
        "path": path_of(passage),
        "lines": [passage.first, passage.last],
        "score": hit.score,
        "text": passage.text,
    }


def facts(hit: Hit, *, explain: bool) -> dict[str, object]:
    passage = hit.passage
    return {
        **brief(hit),
        "layer": passage.layer,
        "type": passage.type or None,
        "title": passage.title,
        "date": utc(passage.at) if passage.at else None,
        "origin": passage.origin,
        "state": passage.state,
        "verified": None if hit.check.state == UNVERIFIED else hit.check.told,
        "check": {"state": hit.check.state, "reason": hit.check.reason or None, "on": hit.check.on or None},
        "pinned": passage.pinned,
        "valid_until": passage.valid_until.isoformat() if passage.valid_until else None,
        **({"decision": dict(passage.facts)} if passage.facts else {}),
        **({"parts": dict(hit.parts)} if explain else {}),
    }


# What was said in sessions


def tell_spoken(hit: Spoken) -> None:
    day = f"{hit.at:%Y-%m-%d}" if hit.at else "no date"
    out(
        f"  —   {hit.span.source}:{hit.span.line}  {day} · transcript · {hit.origin.value} · not verified · {hit.agent}"
    )
    out(f"      {' '.join(hit.text.split())}")


def spoken_facts(hit: Spoken) -> dict[str, object]:
    return {
        "path": hit.span.source,
        "lines": [hit.span.line, hit.span.line],
        "text": hit.text,
        "layer": "transcript",
        "date": utc(hit.at) if hit.at else None,
        "origin": hit.origin.value,
        "agent": hit.agent,
        "session": hit.session,
        "verified": None,
        "check": {"state": UNVERIFIED, "reason": "what was said in a session is not checked", "on": None},
    }
