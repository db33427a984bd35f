"""The plain words by which people correct an agent, in English: patterns with weights. A weight says how much the cue
counts when everything else is known; they were learned from labelled turns of many people and rounded. Milder words are
in `objections`, rarer ones in `reproaches`, other languages in `tongues`; what speaks against a correction is in
`countercues`, how agents take one in `replies`."""

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
    r"(?:^|\n)\W{0,3}(?:(?:ok(?:ay)?|hey|so|and|but|well|oh+|sorry|please|claude|yeah|ah|ugh|wtf|lol|actually|also"
    r"|then|just|um+|hm+|mh+|mm+|eh+|uh+|honestly|bro|dude|man|guys)[\s,.!…-]+){0,2}"
)
_SENTENCE = rf"(?:{START}|[.!?:;,]\s+(?:please |but |and |so )?)"
_NOT = r"(?:n't| not|nt)\b"
_SO_FAR = r"(?: have|'ve|'re| are| just| also| still| completely| totally| even| seem to(?: have)?| somehow)*"

PLAIN = (
    cue(
        "no",
        3.0,
        START + r"(?:no+|nop[es]*|nah|nvm)(?:[,.!…—-](?! (?:later|thanks|thank|worries|problem|that's (?:fine|ok|all"
        r"|it|good)|(?:it|this)(?:'s| is) (?:fine|ok|good)|leave it)\b)|\s+(?!(?:it|that|this)(?:'s| is) (?:fine|ok"
        r"|good)\b)(?:no|wait|don|do not|that|it|you|i|we|stop|use|just|not|the|remove|new|more|extra|instead|they"
        r"|there|this|keep|its|go|do|he|she|let|like|in|revert)\b)",
    ),
    cue(
        "wrong",
        3.2,
        START + r"(?:wrong(?! (?:key|window|chat|tab|button|paste|terminal))|incorrect|(?:way |far )?too (?:long"
        r"|complicated|complex|much|many|verbose)|not (?:that|this|like (?:that|this)|quite|right|what"
        r"|correct))\b(?!.*\bwith\b.*\?)|^\W*(?:useless|nonsense|rubbish|garbage|terrible|awful)\W*(?:$|\n)",
        r"\b(?:that|this|it)(?:'s|s| is| was| looks?) (?:\w+ ){0,2}(?:wrong|incorrect)\b|\b(?:those|these) (?:are"
        r"|were)(?: not|n't) (?:my|the|our|what)\b|\b(?:that|this|it)(?:'s| is) (?:way |far |much )too (?:complicated"
        r"|complex|verbose|clever)\b|\bthat(?:'s| is| was) (?:still )?(?:not (?:right|correct|true|what|how|the|it|my"
        r"|our|a good|quite)|wrong|incorrect|overkill|unnecessary|nonsense)",
        r"\b(?:this|it)(?:'s| is| was| looks?) (?:just |completely |totally )?(?:wrong|incorrect|nonsense|overkill"
        r"|unnecessary)\b|\b(?:the|a) wrong (?:file|branch|place|repo\w*|director\w+|folder|version|approach|one|way"
        r"|port|project|test|function|thing|direction|table|path)\b",
        r"\bi (?:strongly )?disagree\b|\bthe other way (?:a)?round\b|\bnot what i (?:asked|want|meant|said|had)\w*"
        r"|\b(?:not|n't) (?:exactly|quite|really|at all) what i (?:asked|want|meant|said|had)\w*|^\W*not true\b"
        r"|\byour changes (?:were not|weren't|have not been|haven't been) (?:made|applied|saved)\b"
        r"|\bbut (?:it's |that's |still )?wrong\b|\bnot (?:\w+ )?(?:enough|acceptable|helpful|useful)\b|\baren't \w+"
        r" enough\b|\b(?:bad|terrible|awful|ridiculous|horrible|stupid) (?:idea|approach|name|choice|design"
        r"|practice)\b",
        r"\b(?:that|this|it) can(?:'t|not) be (?:right|correct|true)\b|\b(?:is|are|was) (?:invalid|not (?:a|the|an)"
        r" (?:solution|option|answer))\b|\b(?:major|big|fundamental|huge|serious) (?:problem|flaw|issue) with (?:this"
        r"|that|the|your) (?:approach|plan|design|idea|solution)\b|\bnot (?:happy|sold on|convinced|a fan)\b|\b(?:is"
        r"|was|it's|that's|did|does|do|doing|says?|the exact) (?:exactly )?(?:the )?opposite\b",
    ),
    cue("not it", 1.9, r"\b(?:has|have|had|with|got) nothing to do with\b"),
    cue(
        "stop",
        2.4,
        START + r"(?:wait|w8|stop|hold (?:on|up)|hang ?on|wh?oah?(?=\W+(?:wait|stop|hold|slow|there|why|no)\b))\b"
        r"(?! (?:for|until|till|listening|(?:the )?(?:\w+ )?(?:server|container|service|app|process)|hooks?|button"
        r"|says)\b)(?!,? so\b)(?=\W+\w)"  # alone it tells nothing, nor before a question that only asks
        r"(?!\W+(?:a (?:sec|min|mom)\w*\W+)?(?:(?:what|how|where|which|who|when|is|are|does|do|can|could|(?:you|do you)"
        r" mean)\b(?![^.\n]{0,80}(?:n't| not)\b)|(?:give|show|tell) me\b|i want to))",
    ),
    cue(
        "I meant",
        4.4,
        r"(?<!if )\bi (?:already |just |literally |clearly |explicitly |actually )*(?:said(?! i\b)|(?<!that i )told"
        r" you|meant|mean(?= is\b| that| the| when| specific| for| this)|wrote that|specified)\b(?! to me)|\b(?:as"
        r"|like) i (?:said|told|asked|mentioned)\b|\bwhat i(?:'m| am| was) (?:trying to (?:say|do|achieve)|after"
        r"|asking for)\b|\bhow many times\b|\bi(?:'ve| have)(?: already)? (?:asked|told|said)\b|\bi remind you\b"
        r"|\bwe(?:'re| are| were) talking about\b|\bi asked (?:you|for|about)\b|^\W*i(?:'m| am) asking\b|\bi(?:'m| am)"
        r" saying\b|\bmy point (?:is|was)\b|\b(?:one|small|minor|quick) correction\b|\bcorrections?:",
        START + r"(?:no,? )?i mean(?: (?!both\b|either\b|yes\b|it\b)\w|t)|^\W*(?:just |only )?(?:one|two|three"
        r"|a couple(?: of)?|a few|some|few|minor)(?: \w+){0,2} (?:fix(?:es)?|corrections?|nits?)\b",
        r"\bi(?: was| were| am|'m)(?: only| just)? (?:talking|referring|speaking) (?:about|to)\b|\b(?:that|it|this)"
        r" was (?:just |only )?(?:a |an )?(?:question|example|joke|rhetorical)\b",
    ),
    cue(
        "I never asked",
        3.7,
        r"\bi (?:did ?n.?t|never) (?:ask|want|say|said|asked|mean(?! to\b)|tell|told)\b",
    ),
    cue(
        "I thought",
        2.8,
        r"\bi (?:thought|thougth|tought|was under the impression)\b(?! (?:about|of)\b)(?!.*\b(?:but now|turns out|i"
        r" was wrong)\b)|\bi(?:'m| am) pretty sure (?:we|it|that|this|the)\b|\bi expected\b",
    ),
    cue(
        "I do not want",
        3.2,
        r"\bi (?:actually |really |also |just |still |honestly )*(?:do ?n.?t|do not) (?:really |quite |actually "
        r"|particularly )?(?:want|like|th?ink (?:we(?! have)|you|this|that|it|the)|see the (?:point|need)|understand"
        r" why (?:we|you))\b",
        r"\bi (?:just |only |actually )?wanted (?!info|to (?:ask|know|check|say|discuss|thank|see|confirm|share"
        r"|mention|look))\w+",
    ),
    cue(
        "needless",
        1.7,
        r"\b(?:we|you|i) (?:do ?n.?t|do not|no longer|won't)(?: really| actually| even)? need\b|\bno need (?:to|for)\b"
        r"|\bthere(?:'s| is) no (?:need|reason|point)\b|\bwhat(?:'s| is) the (?:point|purpose) of|\bnot (?:needed"
        r"|necessary|relevant|related|required|the point)\b|\bwhy (?:do|would|should|are) we (?:need|even|even need)\b"
        r"|\bdo we (?:really|even|actually) need\b|\bi don't understand the (?:point|purpose|need)\b|\birrelevant\b"
        r"|\bnot so useful\b|\bredundan\w+|\bare (?:they|these|those|all of these) (?:really )?needed\b",
    ),
    cue(
        "you did not",
        3.4,
        rf"(?<!if )(?<!if )\byou(?: have|'ve| had| opus| sonnet| claude)? (?:did{_NOT}|ha(?:ve|d){_NOT}|are{_NOT}"
        rf"|were{_NOT}|should{_NOT}|never)(?! (?:need|have) to\b|\W*$)",
        r"\byou (?:should|must|were supposed to|could)(?: have| 've)? (?:have|been|be using|be doing|not|stop)\b|\byou"
        r" should've\b|\byou should (?:already )?know\b|\byou were supposed to\b|\byou (?:do ?n.?t|do not) (?:need"
        r"|have) to\b",
    ),
    cue(
        "your fault",
        3.7,
        rf"(?<!before )(?<!help )(?<!in case )\byou{_SO_FAR} (?:forg[eo]t\w*|miss(?:ed|ing)|broke|broken|removed"
        rf"|deleted|dropped|ignor\w+|overlook\w*"
        r"|misunder\w+|skipp\w+|mixed|confus\w+|invented|hallucinat\w+|hard-?coded|overwr\w+|overcomplicat\w+"
        r"|guess(?:ed|ing)|assum(?:ed|ing)|lost|wrong|lying|duplicat\w+|mistaken|made (?:it|that|this) up|make it up"
        r"|over-?engineer\w*|lied|jump(?:ed|ing)|wast(?:ed|ing)|introduced|changed (?:too|the wrong)|stuck|made no"
        r"|reverted|marked|made (?:\w+ )?mistakes?)\b",
        r"\byou (?:keep|kept) \w+ing\b|\b(?:did|do|doing|done) (?:it|that|this) again\b|\b(?:have|did) you (?:just"
        r" )?ma[dk]e (?:it|that|this) up\b|\bdid you (?:forget|miss)\b|\bnot (?:following|respecting|respect)\b",
    ),
    cue(
        "why you",
        4.2,
        r"\bwhy (?:did|are|do(?! you (?:use|need|like)\b)|would|have|were|on earth|the hell|tf)(?:n't)? (?:are |did "
        r"|do |would )?you\b(?!.*\b(?:recommend|suggest|think|prefer|pick|choose|explain)\b)",
        r"\bwhere (?:do|did) you get\b|\b(?:idk|i (?:do ?n.?t|do not) (?:know|get|understand|see)) why you\b",
    ),
    cue("stop doing", 1.9, r"\bstop (?:\w+ing|it|that)\b|\bquit \w+ing\b"),
    cue(
        "take back",
        3.3,
        START + r"(?:can (?:you|we) |could (?:you|we) |let's |you can |just |we should )?(?:please )?(?:(?:revert|undo"
        r"|roll ?back)\b(?!\s+(?:button|password|my|token)|[\"'”])|(?:restore|reset) (?:it|that|this|them|those|to|what"
        r"|everything|(?:the|my) (?:old|previous|original|last|earlier|former|file|files|version))\b)",
        r"\b(?:revert|undo) (?:that|this|it|its|your|the (?:last|previous|commit|change)|those|these|all|what you"
        r"|everything)\b|(?<!do you )(?<!did you )\b(?:change|put|move|switch|set|bring|turn) (?:it|that|this|them"
        r"|those|everything) back\b(?! (?:on|off|up)\b)|\b(?:put|bring|add|get) (?:\w+ ){1,3}back(?: in)?\b(?! (?:to"
        r"|from|up|end|button|and)\b)|\b(?:revert|roll ?back) to (?:the|before|how|what|your)\b|\bi(?:'ve| have)?"
        r" (?:reverted|undid|undone|rolled back)\b|\bscratch (?:that|this|it|what)\b",
    ),
    cue(
        "do not do it",
        1.0,
        START
        + r"(?:do ?n.?t|do not|let'?s not|let us not|never(?! ?mind)|avoid)\b(?![^.\n]{0,80}\bunless i\b)(?! (?:worry"
        r"|forget|you think|hesitate|mind|we (?:have|need|want)|know|stop|have|understand|remember|believe|care)\b)",
    ),
    cue(
        "not our way",
        3.4,
        r"\bwe (?:do ?n.?t|do not|never) (?:use|do (?:it|that|this))\b|\bwe(?:'re| are) (?:using|on) [\w./-]+,? not\b",
    ),
    cue(
        "come on",
        2.4,
        r"\b(?:come one?|c'?mon|for (?:god|fuck|heaven)'?s sake|ffs|seriously\?|jesus|bullshit|not (?:again|this"
        r" again))\b",
    ),
    cue(
        "do not",
        1.0,
        _SENTENCE
        + r"(?:do ?n.?t|do not|no need to|let'?s not|let us not|avoid|can we not)\b(?! (?:worry|forget|you think"
        r"|hesitate|mind|we (?:have|need|want)|know|stop|have|understand|remember|believe|care)\b)",
        r"\b(?:let's|please|make sure(?: that)? you|make sure to) (?:not|do ?n.?t|do not|avoid|never)\b(?! (?:forget"
        r"|worry|hesitate|miss))",
    ),
    cue(
        "but",
        1.8,
        r"^\W*(?:(?:ok(?:ay)?|yes|yeah|hm+|right|sure|well|wait|works great|looks good)[\s,.!…-]+)?(?:but|however"
        r"|though|except)\b|^\W*[^.?!\n]{0,40}\b(?:good|great|nice|right|fine|better|close|almost"
        r" there)\b[^.?!\n]{0,30}, but\b|^\W*(?:ok,? )?(?:good|great|nice|close) but\b",
    ),
    cue(
        "sure",
        2.4,
        r"\bare you (?:really |absolutely |100% )?(?:sure|certain)\b(?! you)|\bare you (?:kidding|serious)\b",
    ),
)
