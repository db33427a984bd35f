"""Which verbs leave room for one value (a service listens on one port) and which for many (a person likes cats and
dogs), what cannot be so both ways, and what is done by one only."""

from __future__ import annotations

from reverie.remember.statements.lexicon import NOUNS_TOO, VERBS_OF_WORK
from reverie.remember.statements.words import keys

_ONE = keys(
    """prefer live run listen default deploy host store keep write expire start end locate point target pin set named
    call weigh cost take last own lead maintain belong report work study schedule happen release ship return base
    build name title spell format indent order sort key index derive bind serve limit cap allow timeout equal mean
    stay sleep wake arrive close open count measure total number configure mount publish switch"""
)
_MANY = keys(
    """like enjoy dislike hate have include contain support know speak visit read import depend add fix watch play buy
    love mention see hear try learn test cover handle accept attend meet cook eat drink collect travel recommend
    need require provide offer help track check follow wear"""
)
_USE = keys("use prefer choose adopt run")
_OTHER = keys(VERBS_OF_WORK)
_NOUNISH = keys(NOUNS_TOO)
# What is done to one thing only; the other verbs leave room for one place, time or means
_ONE_OBJECT = keys("prefer cost take last weigh equal mean named call allow default set return total indent spell")
_COUNTED = keys("have need require contain include support accept handle")
_OWNING = keys("own lead maintain manage")
# Behind `by`, `with`, `in`, `on`: what carries a thing is one, as a rule
_CARRYING = keys("back power host hash write build bundle serve implement render store keep save manage handle provide")
_INDEFINITE = keys(
    """someone somebody something anyone anybody everyone everybody somewhere whoever nobody person people team member
    engineer contractor unknown tbd todo various several different"""
)
# What cannot be so both ways
_ONE_WAY = keys("own contain include replace supersede extend precede follow prefer outrank wrap manage")
_ONE_WAY_ON = keys("depend belong inherit rely")
VERBS = _ONE | _MANY | _USE | _OTHER
# Labels that stand in every other note and say nothing about which thing they label
_GENERIC = keys(
    """name title description date time status location file content commit note todo source example result output
    input session summary updated created last modified type role task why how fix fixed bug issue step url link
    path repo repository id count total value key missing added removed state current context problem solution
    reason next goal"""
)


def is_verb(one: str) -> bool:
    return one in VERBS


def is_noun_too(one: str) -> bool:
    return one in _NOUNISH


def has_one_owner(verbs: frozenset[str]) -> bool:
    return bool(verbs & _OWNING)


def one_way(verbs: frozenset[str], direct: bool) -> bool:
    """`direct`: it is done to a thing, and not on or from it."""
    return bool(verbs & (_ONE_WAY if direct else _ONE_WAY_ON))


def is_carried(verbs: frozenset[str], behind: str) -> bool:
    return behind in ("by", "with", "in", "on", "at") and bool(verbs & _CARRYING)


def is_indefinite(one: str) -> bool:
    """Somebody may be the very one the other names."""
    return one in _INDEFINITE


def one_value(verbs: frozenset[str], placed: bool) -> bool:
    """Whether these verbs leave room for one value only. `placed`: it stands behind a preposition."""
    return bool(verbs & (_ONE if placed else _ONE_OBJECT)) and not verbs & _MANY


def many_values(verbs: frozenset[str]) -> bool:
    return bool(verbs & _MANY)


def counts(verbs: frozenset[str]) -> bool:
    """Whether another number with these verbs is another value: one has two children, and not three."""
    return not verbs & (_MANY - _COUNTED)


def is_use(verbs: frozenset[str]) -> bool:
    return bool(verbs & _USE)


def is_generic(label: frozenset[str]) -> bool:
    return label <= _GENERIC
