"""What a person wants of an agent, out of what they typed: `no!! we use pnpm here, not npm` → `Use pnpm, not npm`.
Only what can be understood without its conversation is a wish; `don't do that` is none."""

from __future__ import annotations

import re
from dataclasses import replace

from reverie.tools import wish_forms as forms
from reverie.tools.tongue import stands_alone_abroad
from reverie.tools.wish import Form, Wish, telling

LONGEST, SHORTEST = 220, 2  # characters; words
LONG = 1000  # characters of what is looked through for one
MOST_WORDS = 22  # of what is only a wish because it was asked to be remembered; longer ones are tasks


def wish(text: str, *, lasting: bool = False) -> Wish | None:
    """What these words ask for, or None. `lasting`: said to be remembered, so that a plain order or fact counts."""
    if len(text) > LONG:
        return None
    flat = " ".join(forms.BARE.get(word.lower(), word) for word in text.replace("’", "'").split(" "))
    flat = forms.NOT_WANTED.sub("do not ", forms.USING.sub("use", flat))
    swap = forms.SWAP.search(" ".join(flat.split()))
    if swap:
        return _checked(_swapped("use", swap["good"], swap["bad"]))
    parts = _sentences(forms.LABEL.sub("", flat))
    orders = [part for part in parts if not _asks(part)]
    if not lasting:
        return next(filter(None, (_checked(_of(part, lasting)) for part in orders)), None)
    return None if forms.OF_THE_SESSION.search(flat) else _to_keep(orders) or _in_their_words(orders[:1])


def _sentences(flat: str) -> list[str]:
    """A clause such as `when I ask for a review` goes with what follows it."""
    found: list[str] = []
    for part in (part.strip() for part in forms.SENTENCE.split(flat) if part and part.strip()):
        clause = found and "," not in found[-1] and forms.CLAUSE.match(_bare(found[-1]))
        if clause and f"{found[-1]}, {part}" in flat:
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def _to_keep(orders: list[str]) -> Wish | None:
    """The part that was asked to be kept. A plain `use x` in another sentence is said for the moment."""
    rows = [_kept(part) for part in orders]
    first = next((part for part, _ in rows if _bare(part)), "")  # `remember, use …`
    for part, told in sorted(rows, key=lambda row: not row[1]):
        found = _checked(_of(part, lasting=True))
        if found and (told or part == first or found.form is not Form.USE):
            return found
    return _as_said(rows)


def _in_their_words(first: list[str]) -> Wish | None:
    """In a language in which few forms are known, what was asked for is told as it was said."""
    found = [part for part in first if stands_alone_abroad(part)]
    return _checked(Wish(found[0], Form.SAID, telling(found[0]))) if found else None


def _kept(part: str) -> tuple[str, bool]:
    """Without where it is to be kept, and whether it says that it is to be kept."""
    each = forms.EACH_TIME.match(part)
    if each:
        return f"{each['what']} {each['when']}", True
    head = forms.KEPT_HEAD.match(part)
    if head and forms.NOT_KEPT.search(part, 0, head.start("rest")):
        return "", False  # not to be kept
    rest = forms.KEPT_TAIL.sub("", head["rest"] if head else part)
    if head:
        rest = re.sub(r"^no (?!more|need)", "avoid ", re.sub(r"^not\b", "do not", rest))
    return rest, rest != part or forms.CUE.search(part) is not None


def _asks(sentence: str) -> bool:
    """Whether it is a question; `…, ok?` and `can you always …?` are orders."""
    told = forms.TAG.sub("", sentence.rstrip(" \"')"))
    return told.endswith("?") and not forms.POLITE.match(told)


def _of(sentence: str, lasting: bool) -> Wish | None:
    bare = _bare(forms.TAG.sub("", sentence).rstrip("?"))
    pair = forms.USE.match(bare)
    if pair:
        return _swapped(pair["verb"].lower(), pair["good"], pair["bad"])
    pair = forms.PAIR.match(bare)
    if pair:
        return _swapped("use", pair["good"], pair["bad"])
    if lasting and forms.LANGUAGE.match(bare):
        return Wish(bare, Form.SHOULD, telling(bare))
    return _ordered(bare) or _ought(bare, lasting)


def _ordered(bare: str) -> Wish | None:
    if found := forms.NEVER.match(bare):
        never = found["word"].lower() == "never"
        word = "Never" if never else "Avoid" if "avoid" in found["word"].lower() else "Do not"
        keys = telling(found["rest"])
        asked = "without" in found["rest"].lower()  # `never commit without the tests` is for tests
        sides = (keys, frozenset[str]()) if asked else (frozenset[str](), keys)
        return Wish(f"{word} {found['rest']}", Form.NEVER, *sides)
    if found := forms.STOP.match(bare):
        return Wish(f"Avoid {found['rest']}", Form.NEVER, frozenset(), telling(found["rest"]))
    if found := forms.ALWAYS.match(bare):
        return Wish(f"{found['word'].capitalize()} {found['rest']}", Form.ALWAYS, telling(found["rest"]))
    if found := forms.PLAIN_USE.match(bare):
        return Wish(f"{found['verb'].capitalize()} {found['rest']}", Form.USE, telling(found["rest"]))
    return None


def _ought(bare: str, lasting: bool) -> Wish | None:
    """`Tests must never hit the network`. That something should be so may be said of the product, and lasts only if it
    was asked to."""
    if not forms.SHOULD.match(bare) or not (lasting or forms.STRICT.search(bare)):
        return None
    unwanted = re.search(r"\b(?:should|must) (?:never|not)\b", bare, re.IGNORECASE) is not None
    keys = telling(bare)
    return Wish(bare, Form.SHOULD, frozenset() if unwanted else keys, keys if unwanted else frozenset())


def _as_said(rows: list[tuple[str, bool]]) -> Wish | None:
    """The sentence that asks to be remembered, if it stands by itself."""
    for part, told in rows:
        noted = forms.NOTED.match(part)
        bare = _bare(forms.WHEN.sub("when you", noted["fact"] if noted else part))
        partial = forms.NEGATED.match(part) or forms.PART.match(bare)
        if (noted or told) and not partial and SHORTEST < len(bare.split()) <= MOST_WORDS:
            found = _checked(Wish(bare, Form.SAID, telling(bare)))
            if found:
                return found
    return None


def _swapped(verb: str, good: str, bad: str) -> Wish | None:
    sides = (good, forms.MORE.sub("", bad))
    good, bad = (re.sub(r"^(?:the|an?) |(?: here| instead)+$", "", side.strip(" .!")) for side in sides)
    if verb == "prefer":
        return Wish(f"Prefer {good} over {bad}", Form.SWAP, telling(good), telling(bad) - telling(good))
    if (verb == "want" and len(good.split()) > 3) or good.endswith(" do"):
        return None  # something to be done, not a way to do things; and `… and do not …` are two
    verb = {"want": "use"}.get(verb, verb)
    where = "" if re.search(r"\b(?:in|for|when|to|on|at|with)\b", f"{good} {bad}") else ", in this repository"
    return Wish(f"{verb.capitalize()} {good}, not {bad}{where}", Form.SWAP, telling(good), telling(bad) - telling(good))


def _bare(sentence: str) -> str:
    text = forms.OPENERS.sub("", sentence.strip(" \"'()[]*->•#")).strip()
    before = ""
    while text != before:
        before, text = text, forms.TRAILERS.sub("", text).strip()
    return text


def _checked(found: Wish | None) -> Wish | None:
    """A wish in one clean line, or None for one that says nothing by itself. A last clause that points at something
    unknown is left off: `never touch the schema, it is a snapshot`."""
    if found is None:
        return None
    head, comma, tail = found.sentence.rpartition(", ")
    clause = forms.CLAUSE.match(found.sentence) is not None
    if clause and "," not in found.sentence and not forms.DOES.match(found.sentence):
        return None  # half a sentence
    if (
        comma
        and not clause
        and forms.DEICTIC.search(tail)
        and len(head.split()) > SHORTEST
        and found.form is not Form.SWAP
    ):
        found = replace(found, sentence=head)
    text = forms.MINE.sub(lambda mine: forms.THEIRS[mine[0].lower()], " ".join(found.sentence.split()))
    text = re.sub(r"\bdont\b", "don't", re.sub(r"\bi\b", "I", text)).rstrip(" .,;:!，。；：！、")
    if clause:
        text = forms.ASKING.sub(r"the user \1s", text)
    short = (text.isascii() and len(text.split()) < SHORTEST) or not found.words
    if short or len(text) > LONGEST or "…" in text or "[REDACTED" in text or text.count("`") % 2:
        return None
    when, then, what = text.partition(",") if clause else (text, "", "")
    pointing = when + then + forms.PRONOUN.sub("", what)  # `when I ask for files, they are for you`
    if (
        forms.SECRET.search(text)
        or (clause and re.search(r"\bI\b", text))
        or re.match(r"I(?: am|'m| was| have) ", text)
    ):
        return None
    if forms.DEICTIC.search(pointing) or forms.RUDE.search(text) or re.search(r"[<>{}|]|```", text):
        return None
    stop = "。" if "\u3000" <= text[-1] <= "\u9fff" else "."
    return Wish(text[0].upper() + text[1:] + stop, found.form, found.wanted, found.unwanted)
