"""What an agent found out at work and would have to find out again tomorrow: why something failed, what a check really
asks for, how a part of the code behaves. Said in passing, in the midst of its work; most of what it says there is only
what it is about to do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reverie.gather.transcripts.needed import WORD
from reverie.gather.transcripts.needles import Either, Rare
from reverie.gather.transcripts.phrases import BREAK, BULLET, sentences
from reverie.records.transcripts import Said, Turn

MOST = 48  # of one session
SHORTEST, LONGEST = 4, 48  # words
CHARACTERS = 300
# One of these is in every finding: lines of a transcript without any are not even parsed.
HINTS = re.compile(
    rb"`|TDD|ailing test|[Ss]tale|re-existing|[Uu]nrelated|onvention|oot cause|urns out|ecause|[Rr]equire"
    rb"|false positive|[Ff]laky"
    rb"|nown (?:issue|bug|problem|limit)|y design|ntentional|n't|not (?:support|installed|available)|eprecated"
    rb"|git-?ignored|nly (?:works|when|if|for|in|run)|must |annot|CLAUDE|AGENTS\.md|need|caused by|due to|linter"
    rb"|(?:roblem|issue|cause|reason|bug) (?:is|was)|expects|race condition|onfusing|ilently|[Bb]roken|no longer"
    rb"|missing|[Nn]ever|should "
)

_ABOUT = re.compile(
    r"\bstale\b|\bpre-?existing\b|\bunrelated\b|\b(?:project|repo\w*|house|our|team|codebase)(?:'s)? convention"
    r"|\bper (?:the )?(?:project|claude\.md|agents\.md|convention)"
    r"|\b(?:claude|agents)\.md (?:says|requires|states|mentions|explicitly|documents|asks)"
    r"|\broot cause\b|\bturns? out\b|\bbecause\b|\bsince\b.*\b(?:not|n't|only|never|always)\b|\brequires?\b"
    r"|\bis required\b|\bfalse (?:positive|alarm)s?\b|\bflaky\b|\bknown (?:issue|bug|problem|limitation)\b"
    r"|\bby design\b|\bintentional(?:ly)?\b|\b(?:does|do)(?:n't| not) (?:support|work|exist|have|handle|allow)\b"
    r"|\bnot (?:supported|installed|available)\b|\bdeprecated\b|\bgit-?ignored\b|\bonly works\b"
    r"|\bmust (?:be|have|use|not|run|call|match)\b|\bcan(?:'t|not) (?:be|use|run|call|access)\b"
    r"|\b(?:problem|issue|cause|reason|bug|catch|trick) (?:is|was|here is)\b|\bneed(?:s|ed)? (?:to be|a |the |`|to )"
    r"|\bcaused by\b|\bdue to\b|\bconfusing\b|\bscattered\b|\bsilently\b|\bbreaks?\b|\bbroken\b|\bno longer\b|\bwon't\b"
    r"|\bonly (?:when|if|for|in|run|runs)\b|\b(?:is|are|was|were) missing\b|\bnever\b|\bleaks?\b|\boverwrit\w+"
    r"|\bclears\b|\bdestroys\b|\bshould (?:call|use|be|not|never|always)\b|\bexpects\b|\brace condition\b|\blinters?\b"
    r"|\bneeds\b|^always\b",
    re.IGNORECASE,
)
_TELLING = Either(_ABOUT)
NAME = re.compile(r"`[^`\n]{2,60}`|\b[A-Za-z_]\w*[a-z][A-Z]\w*|\b[a-z]+_[a-z_]+\b")
_HUMP = re.compile(r"[a-z][A-Z]")
_BEGINS = re.compile(  # with what it is about
    r"^(?:`|[A-Za-z_]\w*[a-z][A-Z]"
    r"|(?i:the|an?|every|each|when|if|in|on|during|all|only|both) (?=.*(?:`|[a-z][A-Z]|\w_\w)))"
)
_SAYS = frozenset(  # how a part of the code behaves
    "is are use uses handle handles set sets return returns store stores run runs call calls live lives contain"
    " contains create creates write writes read reads check checks means always happen happens trigger triggers track"
    " tracks represent represents defer defers copies matches count counts parse parses skip skips fall falls load"
    " loads show shows keep keeps take takes remove removes expect expects relies depend depends come comes goes work"
    " works".split()
)
# What it is about to do, what it has done, what it asks, and what only this moment understands.
_DOING = re.compile(
    r"^\W*(?:now|next|first|then|let me|let's|i'll|i will|i'm going|i need to|i should|we need to|we should|i want"
    r"|we can|you can|you could|you|i've|i have|i can|i see|i think|i also|need to|needs to"
    r"|i (?:added|updated|fixed|removed|ran|made|found|understand)|added|updated|fixed|removed|ran|created|committed"
    r"|pushed|moved|changed|replaced|renamed|want me|should i|would you|do you|here(?:'s| is)|done|great|perfect"
    r"|excellent|good\b|all (?:tests|checks|four|three|the|\d+)|to (?:do|make|fix)|step \d|task \d|option|if you|once"
    r"|after (?:that|this)|before|yes\b|no,|sure|ok|looking|checking|found it|got it|consider|suggest|pros?|cons)\b",
    re.IGNORECASE,
)
_MOMENT = re.compile(
    r"\b(?:this|these|those|my|our|your) (?:change|changes|pr|branch|commit|edit|edits|task|session|fix|turn|plan|file"
    r"|files|test|tests|function|line|code|case|approach|issue|bug|error)\b"
    r"|\b(?:the|these|those) (?:first|second|third|last|other|previous|above|following|remaining|two|three|four|new|old"
    r"|fix|plan)\b|\b(?:i|i'm|i've|me|my|we're|you're|your)\b"
    r"|\bthe diff\b|\b(?:un)?staged\b|\bworking tree\b|\b(?:un)?related changes?\b"
    r"|\bchanges? (?:is|are|was|were|remain)"
    r"|\bthe (?:\d+|one) fail|\bline \d|\blines \d|:\d+\b|\bpr\b|\b[0-9a-f]{7,40}\b"
    r"|\bjust (?:added|removed|changed|need)|\bhttps?://|[→✅❌⏺]|\d+/\d+\b|\bstep \d|\btask \d|\bhere\b|\bnow\b",
    re.IGNORECASE,
)
_MOMENTARY = Either(_MOMENT)
_POINTS = re.compile(
    r"^\W*(?:that(?:'s| is| was)|this is|it(?:'s| is| was)?|they|these|those|which|so|but|and|also|he|she|there|then"
    r"|both|each|same|same as|or|(?:this|that) \w*[^\Ws]s)\b",
    re.IGNORECASE,
)
_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_EMPHASIS = re.compile(r"\*\*|__|(?<=\s)\*(?=[\"“\w])|(?<=[\w.\"”])\*(?=\W|$)|^> ", re.MULTILINE)
_MARKUP = re.compile(r"^#+ |^\|.*$|^[-*•] |^\d+[.)] ")
_LEAD = re.compile(
    r"^(?:(?:good|great|ok(?:ay)?|right|interesting|hmm|ah|actually|indeed|note|importantly|so|but|and|also|however"
    r"|remember|in fact|basically|unfortunately|as expected|root cause|the (?:issue|problem)"
    r"|(?:it )?turns out(?: that)?)[\s,.!:—–-]+)+(?=\S)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r" \([^()]+\)")  # what is only added
_THOSE = re.compile(  # before a thing; what `this` does, as in `this works`, is said of something else
    r"^(?:(?:those|these)(?= (?!are\b|were\b|have\b|look\b|mean\b)\w)|(?:that|this)(?= (?!\w*[^\Ws]s\b)\w))"
    r"(?! (?:would|will|can|could|should|must|may|might|also|only|did|just|had)\b)",
    re.IGNORECASE,
)
_TAIL = re.compile(  # what ties a sentence to the moment, where it would stand without
    r"(?:,|;| -| —| –)? (?:(?:and |but )?(?:is |are )?(?:unrelated|not related) to|because (?:i|we|you)"
    r"|(?:not )?(?:from|by|in|on|of) (?:my|our|this|these)|(?:and )?not something|not introduced|before (?:my|our)"
    r"|that (?:i|we)|so (?:i|we|let)|which (?:i|we))\b.*$",
    re.IGNORECASE,
)
_TIED = Rare(_TAIL)
_ODD = re.compile(r"[{}<>|]|\[REDACTED|\[…\]|…|=>|==|:=|&&|\$\(|^[^`]{1,30}: | - ")


def findings(session: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    """Sentences that say something lasting, each with where it was said first."""
    seen: set[str] = set()
    for said in session:
        if len(seen) >= MOST:
            return
        if said.turn in (Turn.AGENT, Turn.REMARK) and not said.sidechain and said.text:
            for sentence in told(said.text):
                if sentence.lower() not in seen and len(seen) < MOST:
                    seen.add(sentence.lower())
                    yield said, sentence


@lru_cache(maxsize=4096)  # asked again when a finding is told, and copied sessions say the same again
def told(text: str) -> tuple[str, ...]:
    """The findings in an agent's words. Most lines hold none of the words it takes, and are not even cut."""
    bare = _flat(_BLOCK.sub("\n", text) if "```" in text else text)
    lines = [line for line in bare.split("\n") if _may_tell(line)]
    return tuple(found for line in lines for part in _parts(line) if (found := finding(part)))


def _parts(line: str) -> Sequence[str]:
    """The sentences of a line; mostly it is one, or its first says what is about to be done and the others why."""
    return [part for part in sentences(line) if _may_tell(part)] if BREAK.search(line) else (BULLET.sub("", line),)


def _may_tell(words: str) -> bool:
    """Whether a telling word is in it, or the name of something: one of them is in every finding."""
    return len(words) >= 3 * SHORTEST and (
        "`" in words or "_" in words or _HUMP.search(words) is not None or _TELLING.may_match(words)
    )


def _flat(text: str) -> str:
    """Without emphasis; most is bold, and that is quickly taken away."""
    bare = text.replace("**", "")
    return _EMPHASIS.sub("", text) if "*" in bare or "> " in text else bare.replace("__", "")


def finding(sentence: str) -> str:
    """The sentence in plain words, if it says what is so; empty if it says what is done, or only holds now."""
    if len(sentence) < 3 * SHORTEST or sentence.rstrip().endswith(("?", ":")) or _DOING.match(sentence):
        return ""
    bare = " ".join(_MARKUP.sub("", sentence.strip()).split())
    bare = _LEAD.sub("", bare).strip(" -–—:")
    bare = bare.replace('"', "") if bare.count('"') % 2 or bare.startswith('"') else bare
    if not (_BEGINS.match(bare) or _THOSE.match(bare) or _TELLING.may_match(bare)):  # nor do most of the others
        return ""
    without = _ASIDE.sub("", bare) if " (" in bare else bare
    bare = _THOSE.sub("The", without if without == bare or _tells(without) else bare)
    bare = (_TAIL.sub("", bare) if _TIED.may_match(bare) else bare).rstrip(" .") + "."
    if not SHORTEST <= len(bare.split()) <= LONGEST or len(bare) > CHARACTERS:
        return ""
    if bare.count("`") % 2 or bare.count("(") != bare.count(")"):
        return ""
    if _DOING.match(bare) or _POINTS.match(bare) or _ODD.search(bare):  # the cheapest first
        return ""
    return bare[0].upper() + bare[1:] if _tells(bare) and not _MOMENTARY.found_in(bare) else ""


def _tells(sentence: str) -> bool:
    return is_telling(sentence) or (_BEGINS.match(sentence) is not None and _says(sentence))


def _says(sentence: str) -> bool:
    return not _SAYS.isdisjoint(WORD.findall(_without_names(sentence).lower()))


def _without_names(sentence: str) -> str:
    named = "`" in sentence or "_" in sentence or _HUMP.search(sentence)
    return NAME.sub(" ", sentence) if named else sentence


def is_telling(sentence: str) -> bool:
    """Whether it says why, or what is not as it looks; else it says how a part of the code behaves."""
    return _TELLING.found_in(sentence)
