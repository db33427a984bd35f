"""What is known of whether a text still agrees with the code: one word, with the reason. What became of each thing the
text names comes in; every door, hooks included, tells the same. Plain classes: a hook at the start of a session would
take half as long again if it loaded `dataclasses`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

VERIFIED, DOUBTED, STALE, UNVERIFIED = "verified", "doubted", "stale", "unverified"
_NAMED = 2  # things that one reason speaks of
_LONGEST = 200  # characters of one name or reason


class Check:
    """`state`: verified (all it names is there), doubted (something it names is gone or moved), stale (something it
    names changed since it was looked up), unverified (nothing can be looked up, or nothing was). `on`: the day it was
    looked up, where it was."""

    __slots__ = ("on", "reason", "state")

    def __init__(self, state: str = UNVERIFIED, reason: str = "", on: str = "") -> None:
        self.state, self.reason, self.on = state, reason, on

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Check) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"Check{self._parts!r}"

    @property
    def _parts(self) -> tuple[str, str, str]:
        return self.state, self.reason, self.on

    @property
    def told(self) -> str:
        """`verified 2026-11-18: …`, `doubted: names …`, `stale: …`, `not verified`."""
        if self.state == UNVERIFIED:
            return f"not verified: {self.reason}" if self.reason else "not verified"
        return f"verified {self.on}: {self.reason}" if self.state == VERIFIED else f"{self.state}: {self.reason}"


class Looked:
    """What became of one thing a note names. `state`: holds, gone, moved, unknown; empty: it was never looked up.
    `on`: the day of that; `noted`: the day of the note it was looked up for; `changed`: what the answer rests on is not
    as it was then."""

    __slots__ = ("changed", "name", "noted", "now", "on", "reason", "state")

    def __init__(
        self,
        name: str,
        state: str = "",
        now: str = "",
        reason: str = "",
        on: str = "",
        noted: str = "",
        changed: bool = False,
    ) -> None:
        self.name, self.state, self.now, self.reason = name, state, now, reason
        self.on, self.noted, self.changed = on, noted, changed


def answer_for(found: Sequence[Looked], noted: str) -> Looked | None:
    """Of what was looked up about one name, newest last, what counts for a note of this day. Another note's answer
    does, too; but what was gone for an older note may have come back, or been another thing, before this one."""
    exact = [one for one in found if one.noted == noted]
    others = [one for one in found if one.state not in ("gone", "moved") or not noted or noted <= one.noted]
    counting = exact or others
    return counting[-1] if counting else None


def check_of(named: Sequence[Looked], doubt_of_note: str = "") -> Check:
    """The state of a text that names these. What is doubtful elsewhere in its note counts where nothing better is known
    of the text itself, and is told beside it where something is."""
    changed = [one for one in named if one.changed]
    gone = [one for one in named if one.state in ("gone", "moved") and not one.changed]
    held = [one for one in named if one.state == "holds" and not one.changed]
    new = [one for one in named if not one.state]
    if gone:
        return Check(DOUBTED, f"names {_list(map(_gone, gone))}", _oldest(gone))
    if changed:
        names = _list(f"`{_short(one.name)}`" for one in changed)
        return Check(STALE, f"the code changed since {names} was checked on {_oldest(changed)}", _oldest(changed))
    if held and not new:
        beside = f"; elsewhere its note {doubt_of_note}" if doubt_of_note else ""
        return Check(VERIFIED, f"{_list(map(_there, held))}{beside}", _oldest(held))
    if doubt_of_note:
        return Check(DOUBTED, f"its note {doubt_of_note}")
    return Check(UNVERIFIED, f"{_list(f'`{_short(one.name)}`' for one in new)} not checked yet" if new else "")


def _gone(one: Looked) -> str:
    if one.state == "moved" and one.now:
        return f"`{_short(one.name)}`, which moved to `{_short(one.now)}` (checked {one.on})"
    known = [*([_short(one.reason)] if one.reason else []), f"checked {one.on}"]
    return f"`{_short(one.name)}`, which is gone ({', '.join(known)})"


def _there(one: Looked) -> str:
    return f"`{_short(one.name)}` is there"


def _short(text: str) -> str:
    return " ".join(text.replace("`", "").split())[:_LONGEST]


def _list(told: Iterable[str]) -> str:
    parts = list(dict.fromkeys(told))
    return ", ".join(parts[:_NAMED]) + (f" and {len(parts) - _NAMED} more" if len(parts) > _NAMED else "")


def _oldest(found: Sequence[Looked]) -> str:
    return min((one.on for one in found if one.on), default="")
