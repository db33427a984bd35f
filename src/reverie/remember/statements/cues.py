"""The small words that turn a statement round, bind it to a place, or make a plan of it."""

from __future__ import annotations

COPULAS = frozenset("is are was were be been being am does do did has have had".split())
DULL = frozenset(
    """a an the this that these those there here it its itself they their them theirs he she his her hers him we us our
    ours i me my mine you your yours who whom which what of to as so than then and or but also too just really very
    quite please now currently today still already some any will would shall can could should must may might ought
    am is are was were be been being does do did has have had having one's user someone's such other another
    both rather because since while where when if get gets got let lets s t etc actually basically simply indeed
    however therefore thus hence remember note important always project repo repository codebase anymore longer
    something anything everything it""".split()
)
PLACES = frozenset(
    """in on at for from with by under over near far during within via per inside outside behind before after above
    below against around across through along between into onto off out up down about without until till toward
    towards beside beyond upon""".split()
)
SCOPES = frozenset("in on at for during within under when if per before after inside outside until".split())
DENIALS = frozenset(
    """not never no cannot nor neither none nothing without hardly rarely
    nicht kein keine keinen nie niemals ohne pas jamais nunca nao niet geen nooit inte aldrig ikke nie""".split()
)
HEDGES = frozenset(
    """seem seems believe believes assume assumes claims apparently supposedly
    can maybe perhaps might may could would plan plans planned planning consider considers considering considered
    want wants wanted hope hopes wish todo someday eventually probably possibly propose proposes proposed idea will
    if unless thinking explore exploring evaluate evaluating discuss discussed discussing suggest suggested wonder
    ask asked whether intend intends goal later tentatively""".split()
)
DETERMINERS = frozenset("a an the our my your their his her its this that each every no some all".split())
PAST = frozenset("was were previously formerly originally earlier once initially before until had ago".split())
