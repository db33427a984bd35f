"""Where a wish is to be kept is not part of it: `add to AGENTS.md that we squash` → `we squash`."""

from __future__ import annotations

import re

from reverie.tools import wish_forms as forms

_PLACE = (
    r"(?:memor(?:y|ies)|(?:claude|agents?)[. ]?md|(?:soul|user|identity|tools|heartbeat)\.md|[\w@./-]+\.mdc|rule ?set"
    r"|(?:copilot|agent|ai|project|global) (?:instructions|rules)(?: behaviou?rs?)?|cursor rules?|skill|your"
    r" documentation)"
)
_PLACES = (
    rf"{_PLACE}(?:(?:,? (?:and|or|as well as)|/) (?:the |your |our )?(?:{_PLACE}|instructions|rules))*"
    r"(?: (?:file|document|doc|too|as well|please))*"
)
_PUT = r"(?:update|adjust|edit|change|extend|add|put|save|note|record|write|bake|make a note|remember)"
_NOTE = r"(?:note|rule|instruction|remark|reminder|line|directive|guideline|sentence|bullet)s?"
_DEED = (
    r"(?:use|create|run|commit|push|make|generate|test|touch|delete|enable|ask|keep|check|confirm|verify|review|read"
    r"|search|look|respond|reply|answer|tell|report|format|lint|build|start|wait|save|log|track|name|follow|install"
    r"|try|double[- ]check|summari[sz]e|send|sign|tag|rebase|squash|prefer|avoid|always|never)"
)
_DOCUMENT = r"(?:write|add|change|put|edit|update|explain|show)"  # what may also be asked of the document itself
_BEGINS = (
    r"(?:we|the|our|unless|all|any|every|each|i|no|on|in|before|after|when(?:ever)?|if|you|claude|agents?|do not|don't"
    rf"|{_DEED})"
)
# What follows `a rule that` may be a sentence, or tell of the rule: `a rule that prevents …`.
_THAT = (
    r"that (?!(?:one|thing|stuff|file|rule|note|it|this|was|is|has|will|would|can|says?|said|week|day|time)\b)"
    r"(?!\w+s (?!(?:are|have|must|should|need|may|can|go|live|use|in|on|for|to|of|and|with)\b))(?=\w)"
)
_LINK = (
    rf"(?:,? {_THAT}"
    rf"|(?:,? so (?:that )?(?:agents?|you|claude) knows?(?: to| that)?|,? saying(?: that)?|:"
    rf"|,? (?:and|but|to) (?:make sure|ensure)(?: that| to| you)?"
    rf"|,? (?:and|to) (?:add|specify|say|state|mention|note|require)(?: (?:an?|the|some))?(?: {_NOTE})? (?:that|to)"
    rf"|,? so that|,? that) (?={_BEGINS}\b)"
    rf"|,? to (?=(?:not )?{_DEED}\b|not {_DOCUMENT}\b|do not\b|don't\b)"
    rf"|,? (?=(?:no|never|always|do not|don't|avoid|prefer|not (?:{_DEED}|{_DOCUMENT})|you (?:can|may|must|should))\b))"
)
_IN_A_PLACE = rf"^.{{0,80}}?\b{_PUT}\b[^,.;]{{0,40}}?\b{_PLACES}{_LINK}"
_AS_A_NOTE = (
    rf"^.{{0,60}}?\b(?:make|add|put|write|leave|create) (?:an?|the|another|some) (?:\w+ ){{0,2}}?{_NOTE}"
    rf"(?: (?:in|to|into|on|at|for|inside) (?:the |your |our |my )?(?:{_PLACES}|(?:your)?self))?"
    rf"(?:,? (?!that (?:you can|we can|we just|i just)\b){_THAT}|,? saying(?: that)? |: "
    rf"|,? to (?={_DEED}\b|not {_DEED}\b|do not\b|don't\b))"
)
_HEADS = tuple(
    re.compile(pattern + r"(?P<rest>.{8,})$", re.IGNORECASE | re.DOTALL) for pattern in (_IN_A_PLACE, _AS_A_NOTE)
)
_SELF = r"(?:it|this|that)\b"
_TAILS = (
    re.compile(
        rf"(?:[,;.—–-]+ | ?\(| [—–-] | (?:and )?(?=(?:{_PUT}|keep|make) {_SELF}))(?:and |so )?(?:please |maybe )?"
        rf"(?:{_PUT}|keep|make)\b(?: {_SELF})?[^,.;()]{{0,20}}?\b(?:{_PLACE}|an? (?:general )?rule)\b"
        r"[^,.;()]{0,30}\)?[.!]*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<=\w{{3}})[,;.]? (?:and |so )*(?:please )?(?:(?:make a|take) note of|remember) {_SELF}(?: please)?[.!]*$",
        re.IGNORECASE,
    ),
)
# Something is to be stored and nothing else done: `don't book anything, just save this for reference`.
_STORED = re.compile(
    r"\b(?:just|only|simply|instead) (?:store|save|keep|file|log|note|remember|record|jot|write)\b"
    r"|\b(?:store|save|keep|file|log|note|record|jot|write)\b[^.;]{0,40}\b(?:away"
    r"|for (?:later|(?:future )?reference))\b",
    re.IGNORECASE,
)
_BACK = re.compile(rf"^\W*(?:\w+\W+){{0,3}}?(?:{_PUT}|document|memori[sz]e|keep|make|forget) {_SELF}", re.IGNORECASE)
_TO_DOCUMENT = re.compile(
    rf"^(?:add|put|include|write|create|mention|document|reference|make|note)\b.*\b{_PLACE}\b",
    re.IGNORECASE | re.DOTALL,
)
_PLACED = re.compile(rf"\b(?:{_PLACE}|(?:a|the|this) rule)\b", re.IGNORECASE)


def kept(part: str) -> tuple[str, bool]:
    """Without where it is to be kept, and whether it says that it is to be kept."""
    each = forms.EACH_TIME.match(part)
    if each:
        return f"{each['what']} {each['when']}", True
    head = next(filter(None, (head.match(part) for head in _HEADS)), None)
    if head and forms.NOT_KEPT.search(part, 0, head.start("rest")):
        return "", False  # not to be kept
    rest = head["rest"] if head else part
    for tail in _TAILS:
        rest = tail.sub("", rest)
    if head:
        rest = re.sub(r"^no (?!more|need)", "avoid ", re.sub(r"^not\b", "do not", rest))
    return rest, rest != part or forms.CUE.search(part) is not None


def stored(part: str) -> bool:
    """Whether something is to be stored that is not these words; an order beside it is for the moment."""
    return _STORED.search(part) is not None


def points_back(part: str) -> bool:
    """`Remember this.`: what is to be kept was said before."""
    return _BACK.match(part) is not None


def placed(part: str) -> bool:
    """Whether it speaks of where things are kept; then it may be an order to change that."""
    return _PLACED.search(part) is not None


def to_document(bare: str) -> bool:
    """`Add guidance to AGENTS.md`: a task, whatever else it says."""
    return _TO_DOCUMENT.match(bare) is not None
