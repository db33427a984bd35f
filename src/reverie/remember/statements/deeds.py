"""Whether a word of a clause is its verb. `log` and `commit` are nouns as often, which their neighbours tell."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.remember.statements.cues import COPULAS, DETERMINERS, PLACES
from reverie.remember.statements.predicates import is_noun_too, is_verb
from reverie.remember.statements.words import key

_NOUNS = ("ment", "tion", "sion", "er", "ance", "ence", "ity", "ness")
_ADJECTIVES = ("ing", "able", "ible")
_FINITE = frozenset(("is", "are", "was", "were"))
_ACTING = frozenset(("we", "i", "you", "they"))  # what stands behind is what they do: `we store`


def acts(tokens: Sequence[str], n: int, root: str, kind: str) -> bool:
    """Whether the word at this place, of this key and kind, can be the verb."""
    token, low = tokens[n], tokens[n].lower()
    if token[0] == "`" or (n and tokens[n - 1].lower() in DETERMINERS):
        return False
    if not is_verb(root):
        return not kind and _is_bridge(tokens, n)
    if (n and token[0].isupper()) or _is_noun(low, root):
        return False  # `written in Go`; `management` is of `manage`, and no deed
    others = [token.lower() for token in tokens]
    if n == 0 and not _FINITE.isdisjoint(others[1:4]):
        return False
    if not is_noun_too(root) or low.endswith(("ed", "ing")) or (n and others[n - 1] in _ACTING):
        return True
    return _stands_as_verb(others, n)


def _stands_as_verb(others: Sequence[str], n: int) -> bool:
    """Where only a verb can stand: at the start, at the end of `the rotation changes`, or before what it is done to."""
    alone = COPULAS.isdisjoint(others) and not any(map(_is_surely_verb, others[1:]))
    if n == 0:
        return alone and not others[0].endswith("s")
    if n + 1 == len(others):
        return alone and others[n].endswith("s") and others[0] in DETERMINERS
    following = others[n + 1]
    if alone and others[n].endswith("s") and not any(is_verb(key(word)) for word in others[1:n]):
        return True  # `the API returns errors`
    return following in DETERMINERS or following in PLACES or following in ("to", "not") or others[n - 1] == "to"


def _is_noun(low: str, root: str) -> bool:
    return any(low.removesuffix("s").endswith(ending) and not root.endswith(ending) for ending in _NOUNS)


def _is_bridge(tokens: Sequence[str], n: int) -> bool:
    """`Due` in `is due on Monday`: it leads over to the value."""
    return 0 < n < len(tokens) - 1 and tokens[n - 1].lower() in _FINITE and tokens[n + 1].lower() in PLACES


def is_undergone(low: str, root: str) -> bool:
    """Whether this form, behind `is`, tells what is done to something."""
    return low.endswith("ed") or (is_verb(root) and not low.endswith(_ADJECTIVES))


def _is_surely_verb(low: str) -> bool:
    return is_verb(key(low)) and (low.endswith("ed") or not is_noun_too(key(low)))
