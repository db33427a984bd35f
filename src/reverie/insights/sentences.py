"""Whether a sentence that an agent said in passing can be told to somebody who was not there: it names what it is about
and says how that always is, not what was done, planned, supposed or found fault with."""

from __future__ import annotations

import re

SHORTEST, LONGEST = 6, 34  # words
LONG = 26
CODE = re.compile(r"`([^`\n]{2,60})`|\b([A-Za-z_]\w*(?:[A-Z]\w*|\.\w+|_\w+)\w*(?:\(\))?)")
_NAME = "\0"  # stands for a name of code while the words around it are looked at
_VERB = re.compile(
    r"\b(?:is|are|isn't|aren't|has|have|does|do|doesn't|don't|cannot|can't|can|must|will|won't|should|relies|rely|goes|differ"
    r"|(?:us|handl|stor|liv|creat|writ|mak|tak|com|caus|giv|delet|updat|produc|comput|deriv|resolv|assum|includ|exclud"
    r"|ignor|generat|defin|provid|requir|prun|rewrit|overwrit|remov|chang|compar|serv|cach|pars|merg|chos|leav|mov)es?"
    r"|(?:set|return|run|call|contain|read|check|happen|trigger|track|represent|defer|count|skip|fall|load|show|keep"
    r"|expect|depend|work|need|look|clear|get|fail|break|add|support|allow|pick|point|hold|send|start|end|follow|mark"
    r"|map|wrap|accept|reject|throw|emit|render|belong|lack|inject|drop|flag|prevent|block|exist|group|sit|convert"
    r"|complain|import|export|open|clos|reset|report|print|log|poll|sync|kill|spawn|list|select|apply|hide|mean|live)s?"
    r"|copies|applies|tries|carries|matches|passes|catches|enforces|fetches|pushes|publishes|closes)\b",
    re.IGNORECASE,
)
_NO_VERB = re.compile(  # before a noun, `the export`, or one of a clause, `a test that needs a server`
    r"\b(?:the|an?|each|every|this|of|for|to|in|on|all|no|its?|that|which|who|where)\s+$", re.IGNORECASE
)
_EPISODE = re.compile(  # of this session, or only supposed
    r"\b(?:already|still|currently|yet|just|pre-?existing|unrelated|remaining|leftover|in[- ]progress|untracked|ready"
    r"|earlier|previously|initially|originally|recently|recent|today|again|anymore|so far|no longer|new|old|newly|ran"
    r"|was|were|been|had|did|must have|failed|found|added|existed|seems?|appear(?:s|ed)?|likely|probably|maybe|perhaps"
    r"|might|may|could|would|assuming|presumably|suspect|suggests?|claims?|i|we|we'd|we'll|we're|let's|you|you'd|me|our"
    r"|us|someone|somebody|existing|stuck|out of scope|worth|ideally|findings?|observation|insight|wrinkle|challenge"
    r"|concern|reviewer|smoking gun|what's|stale|undefined|unused|removed|renamed|updated|modified|fixed|cleaned|that's"
    r"|called)\b|^\w+ed\b|\b(?:is|are|isn't|aren't) (?:\w+ly |not )?\w{3,}ing\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(  # what it thinks of it
    r"\b(?:is|are|looks?|be) (?:\w+ly )?(?:correct|fine|good|solid|clean|cleaner|legitimate|ok|okay|expected|harmless"
    r"|wrong|bad|broken|redundant|unnecessary|confusing|scattered|reasonable|acceptable|sufficient|nice|great|clear"
    r"|obvious|missing|simple|straightforward|minor|identical|valid|complete|completed|implemented|done|tested|resolved"
    r"|tricky|fragile|duplicated?|failing|interfering|smart|real|newer|larger|external|installed|defined|created|hardcoded|gone|different|overkill)\b"
    r"|\b(?:doesn't|don't|does not|do not|isn't) (?:\w+ly )?(?:address|mention|specify|cover|matter)\b"
    r"|\bno (?:risk|need|impact|harm|problem|changes)\b"
    r"|\b(?:the|a) (?:\w+ )?(?:root (?:issue|cause)|issue|problem|bug|culprit|fix|key|reason|approach|risk|gap|mismatch"
    r"|errors?|diagnostics?|warnings?|simplest|best|right|correct|better|actual|real|failure|validation|core)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\bshould\b|\bneeds? to\b|\bto be\b|\bwill\b|\bwon't\b|\bif (?:we|you|i|someone)\b"
    r"|\bmust be (?:updated|fixed|changed|added|removed)\b|\bdocument that\b"
    r"|, (?:then )?(?:store|set|add|use|call|return|remove|check|skip|update|create|move|keep|pass|run|write|read)\b",
    re.IGNORECASE,
)
_LAW = re.compile(  # what is to be done always
    r"^(?:always|never|don't|do not|every|each|all|no)\b|\b(?:convention|must (?:not|never|always)|unless)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(  # a step of a plan, or what was done
    r"^(?:be|get|let|have|press|click|open|go|visit|refresh|reload|restart|start|install|select|choose|type|enter|hit|wait"
    r"|try|look|navigate|log|sign|tell|ask|provide|share|paste|copy|confirm|review|close|build|deploy|commit|push|pull|use|run|set|add|call|remove|check|update|create|move|keep|make|made|change|replace|rename|fix|import|extract"
    r"|implement|write|test|verify|ensure|handle|skip|pass|convert|introduce|consider|avoid|mark|apply|bump|delete|drop"
    r"|wrap|split|merge|rebase|generate|wire|read|see|note|uses|returns|reads|sets|calls|creates|adds|handles|silent"
    r"|potential|missing|getting|keeping|combined|consistent|concept|novelty|formatting|check)\b",
    re.IGNORECASE,
)
_MOMENT = re.compile(  # tickets, numbered steps, counts; what is cut off
    r"\b[A-Z]{2,8}-\d+\b"
    r"|\b(?:bug|step|phase|task|story|stories|epic|option|item|hit|pr|ac|issue|wave|sprint|test|case)s?[ -]?#?\d"
    r"|(?<![\w.])\d+\b(?![\w.%])|\b(?:two|three|four|five|six|seven|eight|nine|ten) \w+|…|[?!:]$|\[[ x]\]|:\*|\bhere\b",
    re.IGNORECASE,
)
_TORN = (
    re.compile(  # a name that has lost its end, `Store.*` without its star; a script that the words here do not know
        r"[\w)]\.`|``|[\u0370-\u1fff\u2c00-\uffef]"
    )
)
_PART = re.compile(  # of a sentence that began before
    r"^(?:and|or|but|because|since|so|which|where|as|then|though|although|plus|e\.g|i\.e|via|per|with|without|from|to"
    r"|by)\b|^(?:for|in|on|at) (?:this|that)\b"
    r"|^the (?:happens|prevents|involves|applies|means|allows|ensures|makes|lets|gives|includes|keeps|is|has|also|fits"
    r"|passes|requires|would|will|could|should|was|already)\b|^the \w+s (?:the|an?|its?|all|any|each|no)\b"
    r"|^(?:always|never|only) (?:[a-z]+s|present|available|empty|true|false|null|active|\w+ed|\w+ing)\b"
    r"|^\w+, (?:since|because|so|but|and|which)\b"
    r"|^(?:when|if|while|once|after|before|until) [^,]*$"
    r"|^\S+( \S+)? (?:that|where|which) ",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:it|its|they|them|that|this|these|those|also|same|both|now|such)\b", re.IGNORECASE)
_WHY = re.compile(
    r"\b(?:because|due to|since|requires?|must|unless|only|never|always|so that|which|when|not|until|before|after)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(  # what is missing is soon made
    r"\b(?:doesn't|don't|does not|do not) (?:exist|have)\b|\bnothing \w+s\b|\bno \S+(?: \S+)? exists?\b"
    r"|\bneeds? \S+ \w+ed\b|\b(?:isn't|not|aren't) being \w+|\bnot \w+ing (?:the|those|it|any|this|that|its)\b"
    r"|\b(?:future|other|new) (?:claude|agents?|sessions?|instances?)\b",
    re.IGNORECASE,
)
_PALE = frozenset(
    """the a an this that these those test tests function functions method methods handler handlers edit edits fix fixes
    bug bugs issue issues problem code change changes error errors line lines approach pattern patterns value values
    file files call calls case cases path paths logic check checks component components implementation it its they
    result results output outputs one both same message messages comment comments data type types name names field
    fields version class struct command commands build lint linter hook hooks task tasks step steps agent agents session
    sessions key core main other another each every all any only in on at of for from to with by and or when if while
    during after before without not user users content way thing things rest set list api server client page app project
    repo codebase doc docs documentation config applies""".split()
)


_FAULT = re.compile(r"\b(?:doesn't|don't|does not|do not)(?! need)\b", re.IGNORECASE)  # one voice's bug, soon mended


def plain(text: str) -> str:
    """The words, each name of code as one mark."""
    return CODE.sub(_NAME, text)


def names(text: str) -> list[str]:
    return [(quoted or bare).strip("`*.,;") for quoted, bare in CODE.findall(text)]


def stands(text: str, *, agreed: bool = False) -> bool:
    """Whether it can be told alone. What several sessions `agreed` upon need not name so exactly what it is about. The
    cheapest questions first."""
    if not (SHORTEST - agreed) <= len(text.split()) <= LONGEST or _PART.search(text):
        return False
    words = plain(text).rstrip(".")
    if _is_heading(text) or _TORN.search(text):
        return False
    if any(form.search(words) for form in (_EPISODE, _VERDICT, _MOMENT, _DENIED)):
        return False
    if not agreed and _FAULT.search(words):
        return False
    if not _LAW.search(words) and (_PLAN.search(words) or _ORDER.match(words)):
        return False
    verb = next((found for found in _VERB.finditer(words) if not _NO_VERB.search(words[: found.start()])), None)
    if verb is None:
        return _LAW.match(words) is not None
    return _names_something(words[: verb.start()], 1 if agreed else 2)


def _is_heading(text: str) -> bool:
    """Race Condition Between List and Delete."""
    words = [word for word in text.split() if word[0].isalpha() and len(word) > 3]
    return len(words) > 2 and all(word[0].isupper() for word in words)


def _names_something(subject: str, least: int) -> bool:
    """What stands before the verb: a name of code, or words that do not mean anything and everything."""
    told = [word for word in re.findall(r"[A-Za-z][\w'-]*", subject) if word.lower() not in _PALE]
    return _NAME in subject or len(told) >= least or _LAW.search(subject) is not None


def clarity(text: str) -> float:
    """How well it is understood alone: it says why or when, points at nothing, and is neither short nor long."""
    words, length = plain(text), len(text.split())
    clear = 0.2 * bool(_WHY.search(words)) - 0.2 * bool(_POINTS.search(words))
    return round(clear - 0.1 * (length > LONG) - 0.1 * (length < SHORTEST + 2) + 0.03 * min(words.count(_NAME), 3), 6)
