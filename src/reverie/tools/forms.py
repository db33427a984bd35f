"""Other forms of a word, where no ending tells: somebody asks what the doctor *did say*, and what was noted is what he
*said*. Verbs that change within, plurals that do, and what developers shorten.

A question is worded in the present, a note in the past; so of a verb only the forms after the first are looked for, and
not the other way round: who asks what was *spent* says what the note says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from reverie.tools.stems import stem

_VERBS = """
    become became, begin began begun, bend bent, bind bound, bite bitten, bleed bled, blow blew blown,
    break broke broken, breed bred, bring brought, build built, burn burnt, buy bought, catch caught,
    choose chose chosen, come came, creep crept, deal dealt, dig dug, draw drew drawn, dream dreamt,
    drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought,
    find found, flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
    forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone, grow grew grown,
    hang hung, hear heard, hide hid hidden, hold held, keep kept, know knew known, lay laid, lead led, lean leant,
    learn learnt, leave left, lend lent, lie lay lain, light lit, lose lost, make made, mean meant, meet met,
    pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen, seek sought,
    sell sold, send sent, shake shook shaken, shine shone, shoot shot, show shown, shrink shrank shrunk,
    sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke spoken, spend spent, spin spun,
    stand stood, steal stole stolen, stick stuck, strike struck, swear swore sworn, sweep swept, swim swam swum,
    swing swung, take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown,
    understand understood, wake woke woken, wear wore worn, win won, write wrote written
"""
_EITHER_WAY = """
    child children, foot feet, tooth teeth, man men, woman women, mouse mice, person people, wife wives,
    knife knives, life lives, half halves, shelf shelves, leaf leaves, wolf wolves, index indices, matrix matrices,
    own owner, admin administrator, app application, arg argument, auth authentication authorization, cmd command,
    config configuration conf cfg, db database, dep dependency, dev development, dir directory, doc documentation,
    env environment, err error, func function, impl implementation, info information, infra infrastructure,
    init initialize, k8s kubernetes, lib library, msg message, org organization, param parameter, perf performance,
    pkg package, prod production, ref reference, repo repository, req request, resp response, spec specification,
    src source, sync synchronize, temp temporary, util utility, var variable
"""


def _families(table: str) -> Iterator[list[str]]:
    for line in table.split(","):
        yield list(map(stem, line.split()))


@cache
def _known() -> dict[str, tuple[str, ...]]:
    found = {first: tuple(others) for first, *others in _families(_VERBS)}
    for family in _families(_EITHER_WAY):
        for word in family:
            found[word] = (*found.get(word, ()), *(other for other in family if other != word))
    return found


def other_forms(word: str) -> tuple[str, ...]:
    """Of a stem, the stems of the other forms it may have in a text that answers."""
    return _known().get(word, ())
