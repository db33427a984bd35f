"""The words by which people correct an agent: patterns with weights. PLAIN ones are enough by themselves; LIKELY ones
need company. What speaks against a correction, and how agents take one, is in `countercues`."""

from __future__ import annotations

import re
from typing import NamedTuple


class Cue(NamedTuple):
    name: str
    weight: float
    form: re.Pattern[str]


def cue(name: str, weight: float, *forms: str) -> Cue:
    return Cue(name, weight, re.compile("|".join(forms), re.IGNORECASE))


START = (
    r"(?:^|\n)\W{0,3}(?:(?:ok(?:ay)?|hey|so|and|but|well|oh+|sorry|please|claude|yeah|ah|ugh|wtf|lol|actually|also|then"
    r"|just|um+|hm+|honestly|bro|dude|man|guys)[\s,.!…-]+){0,2}"
)
_NOT = r"(?:n't| not|nt)\b"

# Said of the agent, or plainly against what it did: enough by themselves.
PLAIN = (
    cue(
        "no",
        1.0,
        START
        + r"(?:no|nope|nah)(?:[,.!…—-]|\s+(?:no|wait|don|do not|that|it|this|you|i|we|need|stop|use|just|not|the)\b)",
        START + r"(?:wrong|incorrect|not (?:that|this|like (?:that|this)|quite|really|right|what"
        r"|correct))\b(?!.*\bwith\b.*\?)",
        r"\bthat(?:'s| is| was) (?:still )?(?:not (?!a (?:big )?(?:problem|issue|deal)|an issue|bad|possible"
        r"|needed yet)|wrong|incorrect|too|overkill|unnecessary|nonsense|silly|bad)",
        r"\b(?:this|it)(?:'s| is| was| looks?) (?:still |just |completely |totally )?(?:wrong|incorrect|nonsense"
        r"|overkill|unnecessary)\b|\b(?:the|a) wrong (?:file|branch|place|repo\w*|director\w+|folder|version"
        r"|approach|one|way|port|project|test|function|thing|direction|table|path)\b",
        r"\b(?:that|it|this) was (?:just |only )?(?:a |an )?(?:question|example|joke|rhetorical)\b"
        r"|\bi (?:strongly )?disagree\b|\bthe other way (?:a)?round\b",
        r"\b(?:this|it) (?:is|was) not what (?:i|we)\b|\bnot what i (?:asked|want|meant|said|had)\w*",
    ),
    cue(
        "stop",
        1.0,
        START + r"(?:wait|stop|hold (?:on|up)|hang on|whoa|woah)\b(?! (?:for|until|till)\b)",
    ),
    cue(
        "said already",
        1.1,
        r"\bi (?:already |just |literally |clearly |explicitly )*(?:said|told you|asked (?:you|for)|meant|mean(?=,"
        r"| that)|wrote|specified)\b(?! to me)",
        r"\bi (?:did ?n.?t|never) (?:ask|want|say|said|asked|mean|tell|told)\b",
        r"\bi (?:just |only |actually )?wanted (?!to (?:ask|know|check|say|discuss|thank|see if|confirm|share"
        r"|mention))\w+",
        r"\b(?:as|like) i (?:said|told|asked|mentioned)\b|\bhow many times\b",
        r"\bi (?:do ?n.?t|do not) (?:want|like|th?ink (?:we|you|this|that|it|the))\b",
        r"\bi (?:was|were|am|'m) (?:talking|referring|speaking|asking) (?:about|to|for)\b",
        r"\bi (?:thought|thougth|tought|though) (?:we|you|it|that|this|the|i|they|there|your|our)\b",
    ),
    cue(
        "needless",
        1.0,
        r"\b(?:we|you) (?:do ?n.?t|do not|no longer|won't) need\b|\bno need (?:to|for)\b|\bnothing to do with\b"
        r"|\bthere(?:'s| is) no need\b",
        r"\b(?:change|put|move|switch|set|bring|turn) (?:it|that|this|them|those|everything) back\b",
    ),
    cue(
        "you did",
        1.1,
        rf"\byou(?: have|'ve| had)? (?:did{_NOT}|do{_NOT}|ha(?:ve|d){_NOT}|are{_NOT}|were{_NOT}|should{_NOT}|ca{_NOT}"
        rf"|can't|never)(?! (?:need|have) to\b)",
        r"\byou(?: have|'ve|'re| are| just| also| still| completely| totally| even| seem to)* (?:forg[eo]t\w*"
        r"|miss(?:ed|ing)|broke|removed|deleted|dropped|ignor\w+|overlook\w*|misunder\w+|skipp\w+|mixed|confus\w+"
        r"|invented|hallucinat\w+|hard-?coded|overwr\w+|overcomplicat\w+|guess(?:ed|ing)|assum(?:ed|ing)|lost|wrong"
        r"|lying|duplicat\w+|mistaken|made (?:it|that|this) up|make it up|put (?:it|them|that) in the wrong"
        r"|changed (?:too|the wrong))\b",
        r"\byou (?:should|need to|must|were supposed to|could)(?: have| 've)? (?:have|been|be using|be doing|not"
        r"|stop)\b|\byou should've\b",
        r"\bwhy (?:did|are|do|would|have|were|on earth|the hell|tf)(?:n't)? (?:are |did |do "
        r"|would )?you\b(?!.*\b(?:recommend|suggest|think|prefer)\b)",
        r"\bwhy (?:not|are we not|aren't we|don't we|didn't we|do we need|are we|would we)\b",
        r"\byou were supposed to\b|\byou (?:keep|kept) \w+ing\b|\byou (?:always|again)\b|\bwhy (?:is|was|has|did"
        r"|does|are|were) (?:the|this"
        r"|it|that|there|my|our)\b.{0,40}\b(?:removed|gone|deleted|changed|missing|dropped|renamed)\b",
        r"\bstop (?:\w+ing|it|that)\b|\bquit \w+ing\b",
    ),
    cue(
        "take back",
        1.0,
        START
        + r"(?:can you |could you |let's |you can |just )?(?:please )?(?:revert|undo|roll ?back|put (?:it|that|them"
        r"|those|this) back|restore|reset)\b(?!\s+button)",
        r"\b(?:revert|undo) (?:that|this|it|your|the (?:last|previous)|those|these|all|what you|everything)\b",
    ),
    cue(
        "do not",
        1.0,
        START
        + r"(?:do ?n.?t|do not|never|no need to|let'?s not|let us not|avoid|without)\b(?! (?:worry|forget|you think"
        r"|hesitate|mind|we (?:have|need|want)|know)\b)",
        r"\b(?:let's|please) (?:not|do ?n.?t|do not|never|avoid)\b(?! (?:forget|worry|hesitate))",
    ),
)
# Against something, but it may be the product or a plan.
LIKELY = (
    cue(
        "instead",
        0.6,
        r"\binstead(?: of)?\b|\brather than\b|\bnot just\b|\b(?:should|must|needs?|want|meant?|use|appear|as"
        r"|specific|only)\b[^.?\n]{2,60}[ ,(]not (?!sure|only|yet|be|have|to be)[\w\"'`]",
    ),
    cue(
        "should not",
        0.6,
        r"\b(?:should|must|shall|does|do|is|are|was|need|would)(?:n't| not) (?:be|have|use|do|the|a|in|it|we|you"
        r"|this|that|put|go|add|include|correct|necessary|true|right)\b",
        r"\b(?:ca|could|should|would|is|are|do|does)n't (?:we|you|this|that|it|there)\b",
    ),
    cue(
        "actually",
        0.55,
        START + r"(?:actually|nvm|never ?mind|on second thoughts?|scratch that|forget (?:it|that|about)|hmm+|i mean)\b",
        r"\bactually,? (?:let's|no|we|i|you|don't|use|it|the|this|that|maybe|can)\b",
    ),
    cue("but", 0.6, r"^\W*(?:but|however|though|except)\b"),
    cue(
        "suggests",
        0.45,
        r"\b(?:i (?:still )?th?ink|maybe|perhaps|i feel like|imo|wouldn't it be) (?:we|you|it|this|that|better"
        r"|the) ?(?:can|should|could|need|must|better|just)?\b|\bwe should (?:just |only |rather |really "
        r"|probably )?(?:be |use|rename|call|keep|drop|remove|make|have)",
    ),
    cue("sure", 0.9, r"\bare you (?:really |absolutely |100% )?(?:sure|certain)\b(?! you)"),
    cue(
        "rather",
        0.6,
        r"\bi(?:'d| would| had)? (?:rather|prefer)\b|\bi (?:was|were) (?:thinking|expecting|hoping|talking"
        r"|referring)\b|\bi expected\b",
        r"\b(?:simpler|too (?:complex|complicated|much|many|long|verbose|big|generic|aggressive|slow|far|early"
        r"|strict|wordy))\b|\bover-?(?:engineer|complicat|kill)\w*|\bless (?:verbose|complicated|complex|text)\b",
        r"\b(?:doesn't|does not|makes no|make any) (?:make )?(?:any )?sense\b|\bnot (?:needed|necessary|relevant"
        r"|related|required|the point|sure (?:that|this|about))\b",
        r"\bthere(?:'s| is| are) already\b|\bwe already (?:have|do|did|use)\b|\balready exists?\b|\bno longer\b",
    ),
    cue(
        "points at",
        0.6,
        r"\byou(?: just| also|'ve| have)* (?:added|created|put|wrote|changed|made|used|implemented|marked|called"
        r"|named|set|picked|chose|moved|renamed|did|introduced|replaced)\b",
        r"\b(?:remove|delete|drop|get rid of) (?:that|this|it|those|these|them|all (?:of )?(?:that|this|those"
        r"|these))\b|\b(?:leave|keep) (?:it|that|this|them|the \w+) (?:as (?:is|it was|before)|alone|unchanged"
        r"|the same)\b",
        r"\b(?:doesn't|don't|does not|do not|isn't|not) (?:match|follow|respect|comply|adher|consistent"
        r"|following)\w*|\bfollow (?:the|our|my) (?:instructions?|conventions?|guidelines?|rules?|plan|spec|style"
        r"|existing|pattern)\b",
        r"\b(?:bad|terrible|awful|ridiculous|horrible|poor|stupid) (?:idea|approach|name|choice|design|practice)?\b"
        r"|\bnot (?:acceptable|good enough|great|ideal|useful|helpful)\b|\bmisspel\w+|\bproperly\b",
        r"\b(?:is|are|do|does) (?:this|that|it|these|those|we|you) (?:really|actually|even) (?:necessary|needed|need"
        r"|required|want|have to)\b|\bkeep it simple\b|\bsimplify\b",
    ),
    cue(
        "still",
        0.45,
        r"\bstill (?:not|wrong|the same|there|see|seeing|have|has|has(?:n't| not)|using|fails?|broken|shows?|don't"
        r"|doesn't|isn't|missing|too)\b",
        r"\b(?:same (?:error|issue|problem|thing)|nothing changed|not fixed|did(?:n't| not) (?:work|help|fix"
        r"|change))\b",
    ),
    cue(
        "doubt",
        0.5,
        r"\bare you (?:really|kidding|serious)\b|\bnot sure (?:why|if|that|about)\b|\b(?:really|seriously)\?"
        r"|\bdid you (?:really|even|actually|forget|miss|make|just)\b|\bhave you (?:really|even|actually|made? (?:it"
        r"|that|this) up)\b",
        r"\bshould(?:n't)? (?:we|this|it|that|you|they) (?:not |really |be |also be )*(?:be|use|using|have)\b.*\?",
        r"\bwhat (?:happened to|about the)\b|\bwhere (?:is|are|did) (?:the|my|our|all)\b",
        r"\bonly (?:the|for|in|on|if|when|want|need)\b|\bjust (?:the|drop|use|do|remove|keep|make|put|reset|leave)\b",
    ),
    cue(
        "other languages",
        1.0,
        r"(?:^|\n)\s*(?:nein|falsch|stopp?|halt|warte|nicht so)\b[,.! ]|\bdas ist (?:falsch|nicht (?:richtig|das))"
        r"|\bdu (?:hast|sollst) .{0,40}(?:vergessen|nicht)\b|\b(?:mach|nimm) .{0,30}(?:rückgängig|stattdessen)\b",
        r"(?:^|\n)\s*(?:non|arrête|attends|pas comme ça)\b[,.! ]|\bc'est (?:faux|pas (?:ça|bon|ce que))"
        r"|\btu as (?:oublié|cassé|supprimé)|\bce n'est pas ce que\b|\bannule (?:ça|cela)\b",
        r"(?:^|\n)\s*¡?(?:para|espera|así no)\b[,.! ]|\beso (?:no es|está mal)|\bno es lo que\b|\bte (?:olvidaste"
        r"|dije)|\bdeshaz\b|\ben lugar de\b",
        r"^\s*(?:不对|不是|错了|别|不要|停|等等|等一下)|你(?:忘|漏|搞错|弄错|理解错)|不是(?:这样|这个意思|我要的)|撤销|改回",
        r"^\s*(?:違う|違います|ちがう|いや、|待って|やめて|そうじゃな)|ではなく(?:て)?|じゃなくて|元に戻し|間違(?:って|い)|しないで(?:ください)?",
    ),
)
