"""What a person wants of an agent, out of what they typed: `no!! we use pnpm here, not npm` → `Use pnpm, not npm`.
Only what can be understood without its conversation is a wish; `don't do that` is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum

from reverie.tools.terms import stem, terms

LONGEST, SHORTEST = 220, 2  # characters; words
MOST_WORDS = 22  # of what is only a wish because it was asked to be remembered; longer ones are tasks

_SENTENCE = re.compile(
    r"(?<=[.!?;])[\"')\]]*\s+|[。！？]|\n| [—–-] "
    r"|(?<=[\w`'\"]), (?=(?:please |just )?(?:use|do not|don't|never|always|let'?s)\b)"
)
_OPENERS = re.compile(
    r"^(?:(?:no+|nope|nah|wait|stop(?=[,.!:;])|hey|hi|ok(?:ay)?|oh|hmm+|well|so|and|but|also|again|actually|please|pls|sorry|right"
    r"|yes|yeah|just|simply|ugh|argh|ffs|come on|seriously|for (?:fuck|god|christ)'?s sake|btw|q:"
    r"|(?:as|like) i (?:already )?(?:said|told you)(?: before)?"
    r"|i (?:already |just )?(?:said|told you|meant?|repeat)(?: (?:that|to))?"
    r"|remember(?: this)?(?: that| to)?|(?:do not|don't) forget(?: that| to)?|keep in mind(?: that)?|note(?: that)"
    r"|for (?:the )?future(?: reference)?|from now on|from here on(?: out)?|going forward|in (?:the )?future|next time"
    r"|henceforth|as a (?:general )?rule|in general|generally|i(?:'d| would)? (?:want|need|like|expect) you to"
    r"|you (?:should|must|need to|have to|are supposed to)|(?:make|be) sure (?:to|you)|(?:can|could|would) you|i think"
    r"|we (?:should|must|need to|have to))(?![\w'])[\s,:;.!–—-]*)+",
    re.IGNORECASE,
)
_TRAILERS = re.compile(
    r"[\s,]*\b(?:please|pls|thanks|thank you|ok(?:ay)?|from now on|going forward|in (?:the )?future|next time|again"
    r"|here|instead|in (?:this|our) (?:repo(?:sitory)?|project|codebase))[\s.!,]*$|[\s.!,;:]+$|\s*[:;]-?[)(]\s*$",
    re.IGNORECASE,
)
_NOTED = re.compile(
    r"^(?P<fact>.{12,}?)[,;.]? (?:so |and )?(?:maybe |please )?(?:document|save|note|remember|write|keep|record|add)"
    r" (?:this|that|it)(?: down)?\b.*$",
    re.IGNORECASE,
)
_DEICTIC = re.compile(
    r"\b(?:this|these)\b(?! (?:repo|repository|project|codebase|monorepo|team|package|app|service)\b)"
    r"|(?<!\bso )(?<!\bsure )(?<!\bsuch )\bthat\b|\b(?:those|it|its|them|they|above|below|former|latter|another)\b"
    r"|\bthe (?:first|second|third|last|other|same|new|old|current|previous|next)\b|\b(?:now|today|yet|anymore|later)\b"
    r"|\b(?:our|your|my) own$|#\d+|\blines? \d+|https?://\S+|\b[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
_RUDE = re.compile(r"\b(?:fuck\w*|shit\w*|stupid|idiot\w*|damn|crap|wtf)\b", re.IGNORECASE)
_BARE = {"dont": "don't", "doesnt": "doesn't", "shouldnt": "shouldn't", "wont": "won't", "cant": "can't"}
_AGAINST = r"(?:,|;| and| but)? *(?:\bnot\b|\binstead of\b|\brather than\b|\bover\b)(?: (?:to )?us(?:e|ing))?"
_SWAP = re.compile(
    r"(?:do not|don't|stop|never|quit|avoid) us(?:e|ing) (?P<bad>[^.,;!\n]{2,40})[.,;!]* +(?:and |but |just |please )*"
    r"(?:we )?(?:always )?use (?P<good>[^.,;!\n]{2,40}?)(?: instead| here)*[.!]*$",
    re.IGNORECASE,
)
_USE = re.compile(
    r"^(?:we )?(?:i (?=prefer|want))?(?:always |only )?(?P<verb>use|prefer|want|run|write)s? (?P<good>[^,;]{1,60}?)"
    + _AGAINST
    + r" (?P<bad>[^,;]{1,60})$",
    re.IGNORECASE,
)
_PAIR = re.compile(r"^(?P<good>[\w@./`+-]{2,30})" + _AGAINST + r" (?P<bad>[\w@./`+-]{2,30})$", re.IGNORECASE)
_NEVER = re.compile(
    r"^(?P<word>(?:do not|don't)(?! +(?:understand|know|think|care|believe)\b)|never(?! ?mind)|avoid"
    r"|let'?s (?:not|avoid)) +(?P<rest>[\w`].*)$",
    re.IGNORECASE | re.DOTALL,
)
_MORE = re.compile(r",? (?:and|because|since|so|as) (?:we|i|you|it|they|there)\b.*$", re.IGNORECASE)  # said besides
_STOP = re.compile(r"^(?:stop|quit|no more) (?P<rest>\w+ing\b.*)$", re.IGNORECASE | re.DOTALL)
_ALWAYS = re.compile(r"^(?:we |you |let'?s )?(?P<word>always|only ever) (?P<rest>[\w`].*)$", re.I | re.DOTALL)
_PLAIN_USE = re.compile(
    r"^(?:we (?:always )?|i (?=prefer))?(?P<verb>use|prefer) (?P<rest>[\w`].*)$", re.IGNORECASE | re.DOTALL
)
_SHOULD = re.compile(
    r"^(?P<who>[\w`][\w`/. -]{2,60}?) (?:should|must|need to|have to) (?:always |never |not |only |be )", re.IGNORECASE
)
_STRICT = re.compile(r"\b(?:must|should (?:always|never))\b", re.IGNORECASE)
_LABEL = re.compile(
    r"^.{0,60}?\b(?:orders?|rule|standard|convention|policy|reminder|preference|item): *", re.IGNORECASE
)
_CUE = re.compile(
    r"\b(?:remember|memori[sz]e|don't forget|keep in mind|note that|from now on|from here on|going forward|henceforth"
    r"|(?:in|for) (?:the )?future|next time|every time|always|never|ever|every|as a (?:general )?rule|standing)\b",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:with|without|of|from|like|because|than)\b", re.IGNORECASE)  # of a sentence, begins so
_WHEN = re.compile(r"^\W*(?:next time|every time|whenever) you\b", re.IGNORECASE)
_TAG = re.compile(r",? *(?:ok(?:ay)?|right|yes|yeah|please|got it|understood)\?+$", re.IGNORECASE)
_POLITE = re.compile(
    r"^\W*(?:(?:please|and|so|also) )*(?:can|could|would|will) you (?:please )?(?:always|never|stop|remember)\b", re.I
)
_WORD = re.compile(r"[^\W_][\w-]*[^\W_]")
_PALE = frozenset(
    "the an and or of to in on at by for from with without is are be been do does not no use using always never only"
    " should must can will would could have has had you your me my we our us they their he she user this that these"
    " those there here when where while if so as but any all each every some more most just please before after until"
    " into than then too very want wants need needs make makes sure run running repository repo project prefer"
    " avoid over instead rather it its own".split()
)
_MINE = re.compile(r"\b(me|my|myself)\b", re.IGNORECASE)
_THEIRS = {"me": "the user", "my": "the user's", "myself": "the user"}


class Form(IntEnum):
    """How plainly it is said. What lasts by its words alone comes first."""

    SWAP = 5  # this, not that
    ALWAYS = 4
    NEVER = 3
    USE = 2
    SHOULD = 1
    SAID = 0  # only a wish because it was asked to be remembered


@dataclass(frozen=True, slots=True)
class Wish:
    """A sentence that stands by itself, and the telling words for and against."""

    sentence: str
    form: Form
    wanted: frozenset[str]
    unwanted: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        return self.wanted | self.unwanted

    @property
    def key(self) -> str:
        """The same for the same wish, however it was put."""
        return " ".join(sorted(self.wanted)) + (" not " + " ".join(sorted(self.unwanted)) if self.unwanted else "")

    def opposes(self, other: Wish) -> bool:
        return bool(self.wanted & other.unwanted or self.unwanted & other.wanted)

    def takes_back(self, other: Wish) -> bool:
        """Whether all that this wants is what the other does not, or the reverse."""
        for_it, against = self.wanted, self.unwanted
        return bool((for_it and for_it <= other.unwanted) or (against and against <= other.wanted))


def wish(text: str, *, lasting: bool = False) -> Wish | None:
    """What these words ask for, or None. `lasting`: said to be remembered, so that a plain order or fact counts."""
    flat = " ".join(_BARE.get(word.lower(), word) for word in text.replace("’", "'").split(" "))
    swap = _SWAP.search(" ".join(flat.split()))
    if swap:
        return _checked(_swapped("use", swap["good"], swap["bad"]))
    parts = [part.strip() for part in _SENTENCE.split(_LABEL.sub("", flat)) if part and part.strip()]
    orders = [part for part in parts if not _asks(part)]
    told = sorted(orders, key=lambda part: not _CUE.search(part)) if lasting else orders
    found = (_checked(_of(part, lasting)) for part in told)
    return next(filter(None, found), None) or (_as_said(orders) if lasting else None)


def _asks(sentence: str) -> bool:
    """Whether it is a question; `…, ok?` and `can you always …?` are orders."""
    told = _TAG.sub("", sentence.rstrip(" \"')"))
    return told.endswith("?") and not _POLITE.match(told)


def _of(sentence: str, lasting: bool) -> Wish | None:
    bare = _bare(_TAG.sub("", sentence).rstrip("?"))
    pair = _USE.match(bare)
    if pair:
        return _swapped(pair["verb"].lower(), pair["good"], pair["bad"])
    pair = _PAIR.match(bare)
    if pair:
        return _swapped("use", pair["good"], pair["bad"])
    return _ordered(bare) or _ought(bare, lasting)


def _ordered(bare: str) -> Wish | None:
    if found := _NEVER.match(bare):
        never = found["word"].lower() == "never"
        word = "Never" if never else "Avoid" if "avoid" in found["word"].lower() else "Do not"
        keys = telling(found["rest"])
        asked = "without" in found["rest"].lower()  # `never commit without the tests` is for tests
        sides = (keys, frozenset[str]()) if asked else (frozenset[str](), keys)
        return Wish(f"{word} {found['rest']}", Form.NEVER, *sides)
    if found := _STOP.match(bare):
        return Wish(f"Avoid {found['rest']}", Form.NEVER, frozenset(), telling(found["rest"]))
    if found := _ALWAYS.match(bare):
        return Wish(f"{found['word'].capitalize()} {found['rest']}", Form.ALWAYS, telling(found["rest"]))
    if found := _PLAIN_USE.match(bare):
        return Wish(f"{found['verb'].capitalize()} {found['rest']}", Form.USE, telling(found["rest"]))
    return None


def _ought(bare: str, lasting: bool) -> Wish | None:
    """`Tests must never hit the network`. That something should be so may be said of the product, and lasts only if it
    was asked to."""
    if not _SHOULD.match(bare) or not (lasting or _STRICT.search(bare)):
        return None
    unwanted = re.search(r"\b(?:should|must) (?:never|not)\b", bare, re.IGNORECASE) is not None
    keys = telling(bare)
    return Wish(bare, Form.SHOULD, frozenset() if unwanted else keys, keys if unwanted else frozenset())


def _as_said(parts: list[str]) -> Wish | None:
    """The sentence that asks to be remembered, if it stands by itself."""
    for part in parts:
        noted = _NOTED.match(part)
        bare = _bare(_WHEN.sub("when you", noted["fact"] if noted else part))
        if (noted or _CUE.search(part)) and not _PART.match(bare) and SHORTEST < len(bare.split()) <= MOST_WORDS:
            found = _checked(Wish(bare, Form.SAID, telling(bare)))
            if found:
                return found
    return None


def _swapped(verb: str, good: str, bad: str) -> Wish | None:
    sides = (good, _MORE.sub("", bad))
    good, bad = (re.sub(r"^(?:the|an?) |(?: here| instead)+$", "", side.strip(" .!")) for side in sides)
    if verb == "prefer":
        return Wish(f"Prefer {good} over {bad}", Form.SWAP, telling(good), telling(bad) - telling(good))
    if verb == "want" and len(good.split()) > 3:
        return None  # something to be done, not a way to do things
    verb = {"want": "use"}.get(verb, verb)
    where = "" if re.search(r"\b(?:in|for|when|to|on|at|with)\b", f"{good} {bad}") else ", in this repository"
    return Wish(f"{verb.capitalize()} {good}, not {bad}{where}", Form.SWAP, telling(good), telling(bad) - telling(good))


def _bare(sentence: str) -> str:
    text = _OPENERS.sub("", sentence.strip(" \"'()[]*->•")).strip()
    before = ""
    while text != before:
        before, text = text, _TRAILERS.sub("", text).strip()
    return text


def _checked(found: Wish | None) -> Wish | None:
    """A wish in one clean line, or None for one that says nothing by itself. A last clause that points at something
    unknown is left off: `never touch the schema, it is a snapshot`."""
    if found is None:
        return None
    head, comma, tail = found.sentence.rpartition(", ")
    if comma and _DEICTIC.search(tail) and len(head.split()) > SHORTEST and found.form is not Form.SWAP:
        found = replace(found, sentence=head)
    text = _MINE.sub(lambda mine: _THEIRS[mine[0].lower()], " ".join(found.sentence.split()))
    text = re.sub(r"\bdont\b", "don't", re.sub(r"\bi\b", "I", text)).rstrip(" .,;:!")
    short = len(text.split()) < SHORTEST or not found.words
    if short or len(text) > LONGEST or "…" in text or "[REDACTED" in text or text.count("`") % 2:
        return None
    if _DEICTIC.search(text) or _RUDE.search(text) or re.search(r"[<>{}|]|```", text):
        return None
    return Wish(text[0].upper() + text[1:] + ".", found.form, found.wanted, found.unwanted)


def telling(text: str) -> frozenset[str]:
    """Telling words, also those that say nothing in a commit's subject, but much in an order: test, commit."""
    plain = (stem(word) for word in _WORD.findall(text.lower()) if word not in _PALE)
    return frozenset([*(term.key for term in terms(text) if "_" in term.key), *plain])
