"""The plain words by which people correct an agent, in English: patterns with weights. A weight says how much the cue
counts when everything else is known; they were learned from labelled turns of many people and rounded. Milder words are
in `objections`, other languages in `tongues`; what speaks against a correction, and how agents take one, in
`countercues`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Cue(NamedTuple):
    name: str
    weight: float
    form: re.Pattern[str]


def cue(name: str, weight: float, *forms: str) -> Cue:
    """For text in small letters: that is searched twice as fast as regardless of case."""
    return Cue(name, weight, re.compile("|".join(forms)))


START = (
    r"(?:^|\n)\W{0,3}(?:(?:ok(?:ay)?|hey|so|and|but|well|oh+|sorry|please|claude|yeah|ah|ugh|wtf|lol|actually|also|then"
    r"|just|um+|hm+|honestly|bro|dude|man|guys)[\s,.!…-]+){0,2}"
)
_SENTENCE = rf"(?:{START}|[.!?:;,]\s+(?:please |but |and |so )?)"
_NOT = r"(?:n't| not|nt)\b"
_SO_FAR = r"(?: have|'ve|'re| are| just| also| still| completely| totally| even| seem to(?: have)?| somehow)*"

PLAIN = (
    cue(
        "no",
        2.3,
        START + r"(?:no|nope|nah)(?:[,.!…—-](?! (?:later|thanks|thank|worries|problem|that's (?:fine|ok|all|it|good)"
        r"|(?:it|this)(?:'s| is) (?:fine|ok|good)|leave it)\b)"
        r"|\s+(?:no|wait|don|do not|that|it|you|i|we|stop|use|just|not|the|remove|new|more|extra)\b)",
    ),
    cue(
        "wrong",
        2.2,
        START
        + r"(?:wrong|incorrect|(?:way |far )?too (?:long|complicated|complex|much|many|verbose)|not (?:that|this|like"
        r" (?:that|this)|quite|right|what|correct))\b(?!.*\bwith\b.*\?)",
        r"\bthat(?:'s| is| was) (?:still )?(?:not (?:right|correct|true|what|how|the|it|my|our|a good|quite)"
        r"|wrong|incorrect|overkill|unnecessary|nonsense)",
        r"\b(?:this|it)(?:'s| is| was| looks?) (?:just |completely |totally )?(?:wrong|incorrect|nonsense"
        r"|overkill|unnecessary)\b|\b(?:the|a) wrong (?:file|branch|place|repo\w*|director\w+|folder|version"
        r"|approach|one|way|port|project|test|function|thing|direction|table|path)\b",
        r"\bi (?:strongly )?disagree\b|\bthe other way (?:a)?round\b|\bnot what i (?:asked|want|meant|said|had)\w*"
        r"|\bbut (?:it's |that's |still )?wrong\b|\bnot (?:\w+ )?(?:enough|acceptable|helpful|useful)\b|\baren't \w+"
        r" enough\b"
        r"|\b(?:bad|terrible|awful|ridiculous|horrible|stupid) (?:idea|approach|name|choice|design|practice)\b",
    ),
    cue("not it", 2.0, r"\b(?:has|have|had|with|got) nothing to do with\b"),
    cue(
        "stop",
        1.7,
        START
        + r"(?:wait|stop|hold (?:on|up)|hang ?on|whoa|woah)\b(?! (?:for|until|till|listening|hooks?|button|says)\b)",
    ),
    cue(
        "I meant",
        2.5,
        r"\bi (?:already |just |literally |clearly |explicitly |actually )*(?:said|told you|meant|mean(?=,| is\b| that"
        r"| the"
        r"| when| specific| for| this)|wrote that|specified)\b(?! to me)|\b(?:as|like) i (?:said|told|asked"
        r"|mentioned)\b"
        r"|\bwhat i(?:'m| am| was) (?:trying to (?:say|do|achieve)|after|asking for)\b|\bhow many times\b|\bi asked"
        r" (?:you|for|about)\b",
        r"\bi(?: was| were| am|'m)(?: only| just)? (?:talking|referring|speaking) (?:about|to)\b"
        r"|\b(?:that|it|this) was (?:just |only )?(?:a |an )?(?:question|example|joke|rhetorical)\b",
    ),
    cue(
        "I never asked",
        2.5,
        r"\bi (?:did ?n.?t|never) (?:ask|want|say|said|asked|mean|tell|told)\b",
    ),
    cue(
        "I thought",
        2.2,
        r"\bi (?:thought|thougth|tought|was under the impression)\b(?! (?:about|of)\b)|\bi(?:'m| am) pretty sure (?:we"
        r"|it"
        r"|that|this|the)\b|\bi expected\b",
    ),
    cue(
        "I do not want",
        1.9,
        r"\bi (?:do ?n.?t|do not) (?:really |quite |actually |particularly )?(?:want|like|th?ink (?:we|you|this|that"
        r"|it|the)|see the (?:point|need)|understand why"
        r" (?:we|you))\b",
        r"\bi (?:just |only |actually )?wanted (?!to (?:ask|know|check|say|discuss|thank|see|confirm|share"
        r"|mention|look))\w+",
    ),
    cue(
        "needless",
        1.5,
        r"\b(?:we|you) (?:do ?n.?t|do not|no longer|won't)(?: really| actually| even)? need\b|\bno need (?:to|for)\b"
        r"|\bthere(?:'s| is) no (?:need|reason|point)\b|\bwhat(?:'s| is) the (?:point|purpose) of"
        r"|\bnot (?:needed|necessary|relevant|related|required|the point)\b|\bwhy (?:do|would|should|are) we (?:need"
        r"|even"
        r"|even need)\b|\bdo we (?:really|even|actually) need\b"
        r"|\bi don't understand the (?:point|purpose|need)\b|\birrelevant\b|\bnot so useful\b|\bredundan\w+"
        r"|\bduplicated?\b"
        r"|\bare (?:they|these|those|all of these) (?:really )?needed\b",
    ),
    cue(
        "you did not",
        1.9,
        rf"(?<!if )(?<!if )\byou(?: have|'ve| had)? (?:did{_NOT}|ha(?:ve|d){_NOT}|are{_NOT}|were{_NOT}|should{_NOT}"
        rf"|never)(?! (?:need|have) to\b)",
        r"\byou (?:should|must|were supposed to|could)(?: have| 've)? (?:have|been|be using|be doing|not|stop)\b"
        r"|\byou should've\b|\byou were supposed to\b|\byou (?:do ?n.?t|do not) (?:need|have) to\b",
    ),
    cue(
        "your fault",
        2.3,
        rf"\byou{_SO_FAR} (?:forg[eo]t\w*|miss(?:ed|ing)|broke|broken|removed|deleted|dropped|ignor\w+|overlook\w*"
        r"|misunder\w+|skipp\w+|mixed|confus\w+|invented|hallucinat\w+|hard-?coded|overwr\w+|overcomplicat\w+"
        r"|guess(?:ed|ing)|assum(?:ed|ing)|lost|wrong|lying|duplicat\w+|mistaken|made (?:it|that|this) up|make it up"
        r"|introduced|changed (?:too|the wrong)|stuck|made no|reverted|marked)\b",
        r"\byou (?:keep|kept) \w+ing\b|\b(?:did|do|doing|done) (?:it|that|this) again\b|\b(?:have|did) you (?:just"
        r" )?ma[dk]e (?:it|that|this) up\b"
        r"|\bdid you (?:forget|miss)\b|\bnot (?:following|respecting|respect)\b",
    ),
    cue(
        "why you",
        1.6,
        r"\bwhy (?:did|are|do|would|have|were|on earth|the hell|tf)(?:n't)? (?:are |did |do "
        r"|would )?you\b(?!.*\b(?:recommend|suggest|think|prefer|pick|choose|explain)\b)",
        r"\bwhere (?:do|did) you get\b",
    ),
    cue("stop doing", 2.0, r"\bstop (?:\w+ing|it|that)\b|\bquit \w+ing\b"),
    cue(
        "take back",
        2.0,
        START
        + r"(?:can you |could you |let's |you can |just |we should )?(?:please )?(?:revert|undo|roll ?back|restore"
        r"|reset)"
        r"\b(?!\s+(?:button|password|my|token))",
        r"\b(?:revert|undo) (?:that|this|it|its|your|the (?:last|previous|commit|change)|those|these|all|what you"
        r"|everything)\b|\b(?:change|put|move|switch|set|bring|turn) (?:it|that|this|them|those|everything) back\b"
        r"|\bi(?:'ve| have)? (?:reverted|undid|undone|rolled back)\b|\bscratch (?:that|this|it|what)\b",
    ),
    cue(
        "do not",
        1.9,
        _SENTENCE
        + r"(?:do ?n.?t|do not|no need to|let'?s not|let us not|avoid|can we not)\b(?! (?:worry|forget|you think"
        r"|hesitate|mind|we (?:have|need|want)|know|stop|have)\b)",
        r"\b(?:let's|please) (?:not|do ?n.?t|do not|avoid)\b(?! (?:forget|worry|hesitate))",
    ),
    cue(
        "but",
        1.6,
        r"^\W*(?:(?:ok(?:ay)?|yes|yeah|hm+|right|sure|well|wait|works great|looks good)[\s,.!…-]+)?(?:but|however"
        r"|though|except)\b",
    ),
    cue(
        "sure",
        1.7,
        r"\bare you (?:really |absolutely |100% )?(?:sure|certain)\b(?! you)|\bare you (?:kidding|serious)\b",
    ),
)
