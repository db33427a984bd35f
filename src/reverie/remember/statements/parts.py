"""A sentence split into clauses: where it ends, and where a part begins that is denied, or not, by itself."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.remember.statements.cues import COPULAS, DENIALS

_ENDS = frozenset(".;!?—–")
_JOINTS = frozenset(("and", "but", "while", "yet", "although", "though", ",", "whereas"))


def clauses(tokens: Sequence[str]) -> list[list[str]]:
    """Split where a sentence ends, and where a part begins that has its own denial or verb."""
    parts: list[list[str]] = [[]]
    for n, token in enumerate(tokens):
        if token in _ENDS:
            parts.append([])
        elif token.lower() in _JOINTS and _own_voice(tokens[n + 1 :], parts[-1]):
            parts.append(_subject(parts[-1]) if _bare(tokens[n + 1 :]) else [])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _own_voice(rest: Sequence[str], sofar: Sequence[str]) -> bool:
    """Whether what follows says something by itself that could be denied apart from what came before."""
    part = _until_joint(rest)
    low = [token.lower() for token in part]
    denied_here = not DENIALS.isdisjoint(low)
    denied_before = not DENIALS.isdisjoint(token.lower() for token in sofar)
    verb_here = not COPULAS.isdisjoint(low[:4]) or (bool(low) and low[0] in ("use", "do"))
    return denied_here or (denied_before and verb_here)


def _until_joint(rest: Sequence[str]) -> list[str]:
    part: list[str] = []
    for token in rest:
        if token in _ENDS or (token.lower() in _JOINTS and part):
            break
        part.append(token)
    return part


def _bare(rest: Sequence[str]) -> bool:
    """Begins with its verb, so that the subject is the one before."""
    return bool(rest) and (rest[0].lower() in COPULAS or rest[0].lower() in ("not", "never"))


def _subject(part: Sequence[str]) -> list[str]:
    for n, token in enumerate(part):
        if token.lower() in COPULAS:
            return list(part[:n])
    return []
