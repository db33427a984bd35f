"""Milder words against something: a suggestion, a doubt, another way. They need company to make a correction; the
weights are those of `cues`."""

from __future__ import annotations

from reverie.gather.transcripts.cues import START, cue

_WE = r"(?:we|you|i|this|that|it|these|they|there|the|our|my)"

MILD = (
    cue(
        "why not",
        1.3,
        r"\bwhy (?:not|are we not|aren't we|don't we|didn't we|are we|would we|do we|is (?:the|this|that) [\w ]{2,30}"
        r" here|does (?:the|this|that) [\w ]{2,30} exist|(?:the|this|these|all the|so many) (?:added|extra|new"
        r"|additional))\b",
        r"\bwhy (?:is|was|has|did|does|are|were) (?:the|this|it|that|there|my|our)\b.{0,40}\b(?:removed|gone|deleted"
        r"|changed|missing|dropped|renamed)\b",
    ),
    cue(
        "use this",
        1.5,
        START + r"use [\w./@-]+(?: [\w./@-]+)?,? (?:instead of|rather than|not) [\w./@-]+",
    ),
    cue(
        "this, not that",
        1.4,
        r"\b(?:use|it'?s|its|i (?:want|need)|should be|called|with|in) [^.?,\n]{2,40}, not (?!sure|only|yet|just"
        r"|working)[\w\"'`]",
    ),
    cue("do you not think", 1.6, r"\bdon't you think\b|^\W*really\s*\?"),
    cue("only", 1.0, START + r"only (?!if\b|when\b|thing\b|one\b|issue\b|problem\b|after\b)\w+"),
    cue(
        "at all",
        1.8,
        r"\bwhy (?:does|do|is|are|make|have|would|did|even|should)\b[^.?\n]{3,60}\bat all\b|\bdo we (?:really|even"
        r"|actually) (?:want|have to)\b",
    ),
    cue("should have", 1.2, r"\b(?:should|supposed to) (?:already )?have (?:been )?\w+(?:ed|en|t)\b"),
    cue(
        "instead of yours",
        1.6,
        r"\b(?:instead of|rather than) (?:creating|making|adding|using|building|writing|changing|having|putting|doing"
        r"|your|the (?:one|way) you)\b",
    ),
    cue(
        "instead",
        1.1,
        r"\binstead\b(?! of (?:the )?(?:user|null|error)| of (?:creating|making|adding|using|building|writing|changing"
        r"|having|putting|doing|your)\b)|\brather than (?!(?:creating|making|adding|using|building|writing|changing"
        r"|having|putting|doing|your)\b)",
    ),
    cue(
        "this not that",
        0.8,
        r"\b(?:should|must|needs?|want|meant?|use|appear|as|specific|only|it'?s|is)\b[^.?\n]{2,60}[ ,(]not (?!sure"
        r"|only|yet|be|have|to be|working|found|just)[\w\"'`]",
        r"\b(?:should|must|shall|does|do|is|are|was|need|would)(?:n't| not) (?:be|have|use|do|the|a|in|put|go|add"
        r"|include|correct|necessary|true|right|appropriate)\b|\b(?:should|must)(?:n't| not) \w+",
    ),
    cue(
        "is it not",
        0.9,
        rf"\b(?:ca|could|should|would|is|are|do|does|did|was)n't {_WE}\b",
        r"\b(?:would|should|could) (?:it|we|this|that) not (?:be|make)\b|\bshould(?:n't)? (?:we|this|it|that|you|they)"
        r" (?:not |really )*(?:be|use|using|have)\b.*\?|\bsurely\b",
    ),
    cue(
        "actually",
        1.8,
        START + r"(?:actually|never ?mind(?=\W+\w)|on second thoughts?|forget (?!to\b|not\b)\w+|technically)\b",
        r"\bactually,? (?:let's|no|we|i|you|don't|use|it|the|this|that|maybe|can|revert)\b",
    ),
    cue(
        "should be",
        0.3,
        r"\b(?:should|must|has to|needs to|ought to) (?:be|have|go|come|live|belong|stay|remain|use|match|follow|align"
        r"|not)\b(?!.*\?)",
    ),
    cue(
        "suggests",
        0.4,
        r"\b(?:i (?:still )?th?ink|maybe|perhaps|i feel like|imo|wouldn't it be) (?:we|you|it|this|that|better|the)"
        r" ?(?:can|should|could|need|must|better|just)?\b|\bwe should (?:just |only |rather |really |probably )?(?:be "
        r"|use|rename|call|keep|drop|remove|make|have)|\bsurely\b|\bcan we (?:just|not)\b|\blet's just\b",
    ),
    cue(
        "rather",
        1.7,
        r"\bi(?:'d| would| had)? (?:rather|prefer)\b|\bi (?:was|were) (?:thinking|expecting|hoping|wanting)\b"
        r"|\bpreferabl[ey]\b|\bi (?:really )?liked (?:the|it|that|how)\b|\bprefer(?:red)? the (?:previous|old"
        r"|original)\b|\blike (?:it was )?before\b",
    ),
    cue(
        "simpler",
        1.6,
        r"\b(?:simpler|simplify|keep it simple|more concise|this much detail|too (?:complex|complicated|much|many|long"
        r"|verbose|generic|aggressive|far|early|strict|wordy|technical))\b|\bover-?(?:engineer|complicat|kill)\w*"
        r"|\bunn?ecc?[ae]ss?[ae]r\w+\b|\bless (?:verbose|complicated|complex|text)\b|\bscale back\b|\bfrom scratch\b"
        r"|\b(?:would|should|will) (?:suffice|be enough)\b|\b(?:doesn't|does not|makes no|make any)(?: seem to)?"
        r" (?:make )?(?:any )?sense\b",
    ),
    cue(
        "already there",
        1.0,
        r"\bthere(?:'s| is| are) al?r?eady\b|\bwe already (?:have|do|did|use)\b|\balready exists?\b|\bwe (?:do"
        r" )?have\b.{0,30}\balready\b|\bwe removed\b.{0,30}\bon purpose\b|\bthis is done deliberate",
    ),
    cue(
        "addressed",
        0.9,
        r"(?<!can )(?<!could )(?<!would )(?<!do )(?<!if )(?<!are )(?<!thank )(?<!did )(?<!will )(?<!when )\byou(?:r"
        r"|'re|'ve)?\b(?! (?:can|could|may|think|know|want|need|like|please|let))",
    ),
    cue(
        "doubt",
        0.9,
        r"\bnot sure (?:why|that|about|you|how)\b|\bi'm not sure\b|\b(?:really|seriously)\?|\bhow is (?:that|this)"
        r" better\b|\bwhat happened to\b|\bthe (?:issue|problem) (?:with|is|here)\b|\bdoesn't seem\b|\bseems like"
        r" there is no\b",
    ),
)
