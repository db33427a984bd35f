"""The words by which people correct an agent, in English: patterns with weights. A weight says how much the cue counts
when everything else is known; they were learned from labelled turns of many people and rounded. Other languages are
in `tongues`; what speaks against a correction, and how agents take one, is in `countercues`."""

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
_WE = r"(?:we|you|i|this|that|it|these|they|there|the|our|my)"
_SO_FAR = r"(?: have|'ve|'re| are| just| also| still| completely| totally| even| seem to(?: have)?| somehow)*"

CUES = (
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
    cue("I never asked", 2.5, r"\bi (?:did ?n.?t|never) (?:ask|want|say|said|asked|mean|tell|told)\b"),
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
    cue(
        "why not",
        1.1,
        r"\bwhy (?:not|are we not|aren't we|don't we|didn't we|are we|would we|do we|is (?:the|this|that) [\w ]{2,30}"
        r" here"
        r"|does (?:the|this|that) [\w ]{2,30} exist)\b",
        r"\bwhy (?:is|was|has|did|does|are|were) (?:the|this|it|that|there|my|our)\b.{0,40}\b(?:removed|gone|deleted"
        r"|changed|missing|dropped|renamed)\b",
    ),
    cue(
        "you made",
        0.5,
        r"\byou(?: just| also|'ve| have)* (?:added|created|put|wrote|changed|made|used|implemented|called"
        r"|named|set|picked|chose|moved|renamed|did|replaced)\b",
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
    cue("use this", 1.1, START + r"use [\w./@-]+(?: [\w./@-]+)?,? (?:instead of|rather than|not) [\w./@-]+"),
    cue("instead", 1.0, r"\binstead\b(?! of (?:the )?(?:user|null|error))|\brather than\b"),
    cue(
        "this not that",
        0.7,
        r"\b(?:should|must|needs?|want|meant?|use|appear|as|specific|only|it'?s|is)\b[^.?\n]{2,60}[ ,(]not (?!sure|only"
        r"|yet|be|have|to be|working|found|just)[\w\"'`]",
        r"\b(?:should|must|shall|does|do|is|are|was|need|would)(?:n't| not) (?:be|have|use|do|the|a|in"
        r"|put|go|add|include|correct|necessary|true|right|appropriate)\b|\b(?:should|must)(?:n't| not) \w+",
    ),
    cue(
        "is it not",
        1.0,
        rf"\b(?:ca|could|should|would|is|are|do|does|did|was)n't {_WE}\b",
        r"\b(?:would|should|could) (?:it|we|this|that) not (?:be|make)\b|\bshould(?:n't)? (?:we|this|it|that|you|they)"
        r" (?:not |really )*(?:be|use|using|have)\b.*\?|\bsurely\b",
    ),
    cue(
        "actually",
        1.3,
        START + r"(?:actually|on second thoughts?|forget (?!to\b|not\b)\w+|technically)\b",
        r"\bactually,? (?:let's|no|we|i|you|don't|use|it|the|this|that|maybe|can|revert)\b",
    ),
    cue(
        "should be",
        0.5,
        r"\b(?:should|must|has to|needs to|ought to) (?:be|have|go|come|live|belong|stay|remain|use|match|follow|align"
        r"|not)\b"
        r"(?!.*\?)",
    ),
    cue(
        "but",
        1.6,
        r"^\W*(?:(?:ok(?:ay)?|yes|yeah|hm+|right|sure|well|wait|works great|looks good)[\s,.!…-]+)?(?:but|however"
        r"|though|except)\b",
    ),
    cue(
        "suggests",
        0.5,
        r"\b(?:i (?:still )?th?ink|maybe|perhaps|i feel like|imo|wouldn't it be) (?:we|you|it|this|that|better"
        r"|the) ?(?:can|should|could|need|must|better|just)?\b|\bwe should (?:just |only |rather |really "
        r"|probably )?(?:be |use|rename|call|keep|drop|remove|make|have)|\bsurely\b|\bcan we (?:just|not)\b|\blet's"
        r" just\b",
    ),
    cue(
        "sure",
        1.7,
        r"\bare you (?:really |absolutely |100% )?(?:sure|certain)\b(?! you)|\bare you (?:kidding|serious)\b",
    ),
    cue(
        "rather",
        1.2,
        r"\bi(?:'d| would| had)? (?:rather|prefer)\b|\bi (?:was|were) (?:thinking|expecting|hoping)\b"
        r"|\bpreferabl[ey]\b",
    ),
    cue(
        "simpler",
        1.2,
        r"\b(?:simpler|simplify|keep it simple|too (?:complex|complicated|much|many|long|verbose|generic"
        r"|aggressive|far|early|strict|wordy|technical))\b|\bover-?(?:engineer|complicat|kill)\w*"
        r"|\bunn?ecc?[ae]ss?[ae]r\w+\b|\bless (?:verbose|complicated|complex|text)\b|\bscale back\b|\bfrom scratch\b"
        r"|\b(?:doesn't|does not|makes no|make any)(?: seem to)? (?:make )?(?:any )?sense\b",
    ),
    cue(
        "already there",
        1.0,
        r"\bthere(?:'s| is| are) al?r?eady\b|\bwe already (?:have|do|did|use)\b|\balready exists?\b|\bwe (?:do"
        r" )?have\b.{0,30}"
        r"\balready\b|\bwe removed\b.{0,30}\bon purpose\b|\bthis is done deliberate",
    ),
    cue(
        "only this",
        0.3,
        r"\b(?:focus (?:only|solely|just)|only (?:want|need|focus|do|the|execute|run)|just (?:drop|use|remove|keep"
        r"|leave|do"
        r"|delete|reset|a commit))\b|\b(?:leave|keep) (?:it|that|this|them|the \w+) (?:as (?:is|it was|before)|alone"
        r"|unchanged|the same)\b|\b(?:remove|delete|drop|get rid of) (?:that|this|it|those|these|them)\b",
    ),
    cue(
        "addressed",
        0.5,
        r"(?<!can )(?<!could )(?<!would )(?<!do )(?<!if )(?<!are )(?<!thank )(?<!did )(?<!will )(?<!when )\byou(?:r"
        r"|'re|'ve)?\b"
        r"(?! (?:can|could|may|think|know|want|need|like|please|let))",
    ),
    cue(
        "doubt",
        0.8,
        r"\bnot sure (?:why|that|about|you|how)\b|\bi'm not sure\b|\b(?:really|seriously)\?"
        r"|\bhow is (?:that|this) better\b|\bwhat happened to\b|\bthe (?:issue|problem) (?:with|is|here)\b"
        r"|\bdoesn't seem\b|\bseems like there is no\b",
    ),
)
