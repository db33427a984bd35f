"""Commands that check something and mend it if they are told to."""

from __future__ import annotations

_CHECKING = frozenset({"--check", "--list-different", "--diff", "-l"})
_MENDING = frozenset({"--write", "--fix", "--apply", "-w"})


def mends_itself(typed: str, instead: str) -> bool:
    """The same program only looks the one time, and mends the other: `fmt --check`, `fmt`; `lint`, `lint --fix`."""
    one, other = set(typed.split()), set(instead.split())
    return bool((one - other) & _CHECKING and not other - one) or bool((other - one) & _MENDING and not one - other)
