"""What a person wants of an agent, out of what they typed: `no!! we use pnpm here, not npm` → `Use pnpm, not npm`.
Only what can be understood without its conversation is a wish; `don't do that` is none."""

from __future__ import annotations

import re
from dataclasses import replace

from reverie.tools import wish_forms as forms
from reverie.tools import wishes_plain as plain
from reverie.tools.tongue import stands_alone_abroad
from reverie.tools.wish import Form, Wish, telling
from reverie.tools.wishes_kept import kept, placed, points_back, stored, to_document
from reverie.tools.wishes_plain import bare as bared

LONGEST, SHORTEST = 220, 2  # characters; words
LONG = 1000  # characters of what is looked through for one
_COMMON = frozenset("file edit code test push repo docs data page user open move copy skip stop".split())
MOST_WORDS = 22  # of what is only a wish because it was asked to be remembered; longer ones are tasks


def wish(text: str, *, lasting: bool = False) -> Wish | None:
    """What these words ask for, or None. `lasting`: said to be remembered, so that a plain order or fact counts."""
    if len(text) > LONG:
        return None
    flat = " ".join(forms.BARE.get(word.lower(), word) for word in text.replace("’", "'").split(" "))
    flat = plain.plainly(flat)
    swap = forms.SWAP.search(" ".join(flat.split()))
    if swap and not (plain.is_negated(swap["bad"]) or forms.RELATED.search(f"{swap['bad']} | {swap['good']}")):
        return _checked(_swapped("use", swap["good"], swap["bad"]))
    parts = _sentences(forms.LABEL.sub("", flat))
    orders = [part for part in parts if not _asks(part)]
    if not lasting:
        return next(filter(None, (_checked(_of(part, lasting)) for part in orders if not stored(part))), None)
    passing = forms.OF_THE_SESSION.search(flat) or plain.of_a_plan(flat)
    return None if passing else _to_keep(orders) or _in_their_words(orders[:1])


def _sentences(flat: str) -> list[str]:
    """A clause such as `when I ask for a review` goes with what follows it, and `…, always` with what is before it."""
    found: list[str] = []
    for part in (part.strip() for part in forms.SENTENCE.split(flat) if part and part.strip()):
        before = forms.BEFORE if forms.FORGET.match(part) else forms.CLAUSE
        clause = found and "," not in found[-1] and before.match(bared(found[-1]))
        alone = part.rstrip(" .!").lower() in ("always", "never", "ever")
        if found and (clause or alone) and f"{found[-1]}, {part}" in flat:
            found[-1] += f", {part}"
        else:
            found.append(part)
    return found


def _to_keep(orders: list[str]) -> Wish | None:
    """The part that was asked to be kept. A plain `use x` in another sentence is said for the moment, and so is a
    `don't` beside something that is to be stored."""
    rows = [(plain.for_good(part), told) for part, told in map(kept, orders)]
    asked = (told and bared(part) and not (points_back(part) or plain.weakly_told(part)) for part, told in rows)
    beside = any(asked) or any(map(stored, orders))
    first = next((part for part, _ in rows if bared(part)), "")  # `remember, use …`
    for part, told in sorted(rows, key=lambda row: not row[1]):
        found = None if stored(part) else _checked(_of(part, lasting=True))
        lasts = part == first or found is None or found.form is not Form.USE or plain.everywhere(part)
        if found and (told or (not beside and lasts)):
            return found
    rows = [row for row in rows if row[1] or not beside]
    return _as_said(rows) or next(filter(None, (_half(part, told) for part, told in rows)), None)


def _half(part: str, told: bool) -> Wish | None:
    """Of `do x and never do y` the order that lasts, if all of it does or this half says so."""
    if stored(part) or (told and points_back(part)):
        return None
    rows = [(half, plain.order(half), own) for half, own in map(kept, plain.halves(part))]
    task = bool(rows) and plain.is_task(rows[0][1])  # not `trains are late and never wait`
    all_of_it = plain.begins_for_good(part) or (task and not any(own for _, _, own in rows))
    rows = [row for row in rows if plain.is_order(row[1]) and (task or not plain.weakly_told(row[0]))]
    for half, _, own in rows:
        found = None if placed(half) else _checked(_of(half, lasting=True))
        if found and (own or (all_of_it and found.form in (Form.NEVER, Form.ALWAYS))):
            return found
    return _as_said([(half, own) for half, bare, own in rows if own or plain.general(bare)])


def _in_their_words(first: list[str]) -> Wish | None:
    """In a language in which few forms are known, what was asked for is told as it was said."""
    found = [part for part in first if stands_alone_abroad(part) and not part.endswith(":")]
    return _checked(Wish(found[0], Form.SAID, telling(found[0])), abroad=True) if found else None


def _asks(sentence: str) -> bool:
    """Whether it is a question; `…, ok?` and `can you always …?` are orders."""
    told = forms.TAG.sub("", sentence.rstrip(" \"')"))
    return told.endswith("?") and not forms.POLITE.match(told)


def _of(sentence: str, lasting: bool) -> Wish | None:
    bare = plain.order(sentence) if lasting else bared(forms.TAG.sub("", sentence).rstrip("?"))
    pair = forms.USE.match(bare)
    if pair and not pair["good"].endswith((" do", " to")):  # `… and do not …` are two, `… to not …` is why
        return _swapped(pair["verb"].lower(), pair["good"], pair["bad"])
    pair = forms.PAIR.match(bare)
    if pair and pair["good"].lower() != "do":
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
    """The sentence that asks to be remembered, if it stands by itself, or that is an order for every time."""
    for part, told in rows:
        noted = forms.NOTED.match(part)
        bare = plain.order(forms.WHEN.sub("when you", noted["fact"] if noted else part))
        partial = forms.NEGATED.match(part) or forms.PART.match(bare) or stored(part) or to_document(bare)
        bare = bare if len(bare.split()) <= MOST_WORDS else plain.without_purpose(bare)
        lasts = noted or told or plain.convention(bare) or (plain.general(bare) and not placed(bare))
        if lasts and not partial and SHORTEST < len(bare.split()) <= MOST_WORDS:
            found = _checked(Wish(bare, Form.SAID, telling(bare)))
            if found:
                return found
    return None


def _swapped(verb: str, good: str, bad: str) -> Wish | None:
    (good, near), (bad, far) = _how_far(good), _how_far(forms.MORE.sub("", bad))
    sides, far = (good, bad), near or far
    good, bad = (re.sub(r"^(?:the|an?) |(?: here| instead)+$", "", side.strip(" .!")) for side in sides)
    if verb == "prefer":
        return Wish(f"Prefer {good} over {bad}{far}", Form.SWAP, telling(good), telling(bad) - telling(good))
    if verb == "want" and len(good.split()) > 3:
        return None  # something to be done, not a way to do things
    verb = {"want": "use"}.get(verb, verb)
    scoped = far or re.search(r"\b(?:in|for|when|to|on|at|with)\b", f"{good} {bad}")
    where = far if scoped else ", in this repository"
    return Wish(f"{verb.capitalize()} {good}, not {bad}{where}", Form.SWAP, telling(good), telling(bad) - telling(good))


def _how_far(side: str) -> tuple[str, str]:
    """`string wherever we can` → `string` and `, wherever we can`; what is said besides is left off."""
    side = re.sub(r" (?:anyways?|at all|currently)$", "", side.strip(" .!"), flags=re.IGNORECASE)
    found = re.search(
        r",? (?P<far>(?:when|whenever|where|wherever) (?:we can|you can|possible)|as much as possible|everywhere)$",
        side,
        re.I,
    )
    return (side[: found.start()], f", {found['far']}") if found else (side, "")


def _checked(found: Wish | None, *, abroad: bool = False) -> Wish | None:
    """A wish in one clean line, or None for one that says nothing by itself."""
    if found is None:
        return None
    clause = forms.CLAUSE.match(found.sentence) is not None
    if clause and "," not in found.sentence and not forms.DOES.match(found.sentence):
        return None  # half a sentence
    found = found if clause or found.form is Form.SWAP else replace(found, sentence=_explained(found.sentence))
    text = found.sentence if abroad else _told(found.sentence, clause)
    text = " ".join(text.split()).rstrip(" .,;:!，。；：！、")
    short = (text.isascii() and len(text.split()) < SHORTEST) or not found.words
    if short or len(text) > LONGEST or not _clean(text) or (clause and re.search(r"\bI\b", text)):
        return None
    when, then, what = text.partition(",") if clause else (text, "", "")
    pointing = when + then + forms.PRONOUN.sub("", what)  # `when I ask for files, they are for you`
    if plain.points(pointing) or plain.unfinished(text):
        return None
    stop = "。" if "\u3000" <= text[-1] <= "\u9fff" else "."
    return Wish(_begun(text) + stop, found.form, found.wanted, found.unwanted)


def _explained(sentence: str) -> str:
    """A reason or a last clause that points at something unknown is left off: `never touch the schema, it is a
    snapshot`."""
    if plain.points(sentence):
        sentence = plain.without_reason(sentence)
    head, comma, tail = sentence.rpartition(", ")
    listed = re.match(r"\w+ (?:and|or) |(?:unless|except|only|but|if|when|until)\b", tail)  # `… loaded, read and kept`
    return head if comma and not listed and plain.points(tail) and len(head.split()) > SHORTEST else sentence


def _told(sentence: str, clause: bool) -> str:
    """In words that do not depend on who reads them."""
    text = forms.MINE.sub(lambda mine: forms.THEIRS[mine[0].lower()], " ".join(sentence.split()))
    text = _calm(re.sub(r"\bdont\b", "don't", re.sub(r"\bi\b(?!\.e\.|,)", "I", text)))
    return forms.ASKING.sub(r"the user \1s", text) if clause else text


def _calm(text: str) -> str:
    """Not shouted: `Use THE MCP FOR ALL COMMANDS` → `Use the MCP for all commands`. Only if all of it is; names of
    things stay as they are, and short words may be names."""
    first, space, rest = text.partition(" ")
    words = [word for word in map(_letters, rest.split()) if word]
    if len(words) < 3 or not all(word.isupper() for word in words):
        return text
    return first + space + " ".join(_whispered(token) for token in rest.split(" "))


def _letters(token: str) -> str:
    """The word in a piece of a sentence; empty if it is a name such as `DATABASE_URL` or `README.md`."""
    word = token.strip(".,;:!?()'\"")
    return word if word.isalpha() and len(word) > 1 else ""


def _whispered(token: str) -> str:
    word = _letters(token)
    common = len(word) > 4 or word.lower() in forms.PALE | _COMMON or plain.is_deed(word)
    return token.lower() if word and common else token


def _clean(text: str) -> bool:
    """Whether nothing in it is cut, secret, rude or markup."""
    cut = "…" in text or "[REDACTED" in text or text.count("`") % 2 or text.count("(") != text.count(")")
    personal = forms.SECRET.search(text) or re.match(r"I(?: am|'m| was| have) ", text)
    return not (cut or personal or forms.RUDE.search(text) or re.search(r"[<>{}|]|```", text))


def _begun(text: str) -> str:
    first, space, rest = text.partition(" ")
    shouted = len(first) > 1 and first.isupper() and not rest.isupper() and plain.is_deed(first)
    return (first.capitalize() if shouted else text[0].upper() + first[1:]) + space + rest
