"""Text as people type it: which of it is their own, where its sentences begin and end, and what words they hold.

What is not a person's own (code, logs, quotes, pasted documents) is blanked out, sign for sign, so that every place in
the result is the same place in the source and a quote can be cut from it. All of it is linear in the length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NEWLINE = "⏎"  # how packets show one
LONGEST_TEXT = 20_000
LONGEST_SENTENCE = 600
MOST_TOKENS = 160  # of one sentence

_FENCE = re.compile(r"\s*(?:```|~~~)")
_BULLET = re.compile(r"\s*(?:[-*•]|\(?\d{1,2}[.)])\s+(?:\[[ x]\]\s+)?|\s*#{1,6}\s+")
_HEADING = re.compile(r"#{1,6} \S")
_MACHINE = re.compile(
    r"\s*(?:"
    r">|\||\$ |%|@@ |diff --git|[+-]{3} |[+-]\s{3,}\S|[⏺⎿│├└╭╰]|</?[A-Za-z][\w-]*[ >/]"  # quotes, tables, diffs, tags
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d"  # a time of day begins a log's line
    r"|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b[\]:]? ?"
    r"|(?:npm|pnpm|yarn) (?:ERR!|WARN|warn|notice|error)|(?:error|warning)(?:\[\w+\])?: "
    r"|remote: |fatal: |panic: |Traceback |File \"|at \S+ ?\(|\d+ [|+]|\d+:\d+ "
    r"|[{}\[\]();,]+\s*$|\"[\w.-]+\": |\w+\(.*\)[;{]?\s*$|(?:import|func|def|class|return) .*[;({:]\s*$"
    r"|from \S+ import |(?:const|let|var) \w+ ?[=:]"
    r")"
)
_INTRODUCES = re.compile(
    r"\b(?:logs?|errors?|output|says|said|saying|writes|wrote|comments?|reviews?|message|trace|response|e-?mail|translate"
    r"|paste[sd]?|stack ?trace|following (?:plan|text|ticket|issue)|description|snippet|reads)\b[^:]{0,60}:\s*$",
    re.I,
)
_TEMPLATE = re.compile(
    r"\s*(?:Implement the following plan|This session is being continued|Base directory for this skill"
    r"|Caveat: The messages|<[a-z-]+>|\[Request interrupted"
    r"|You are an? [\w -]{3,60}(?:agent|assistant|reviewer|expert)|# [^⏎\n]{1,80}[⏎\n])"
)
_OPAQUE = re.compile(r"`[^`]{1,200}`|\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]{1,300}»|„[^“”]{1,300}[“”]")
_DENSE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"  # a sign of these is a word
_TOKEN = re.compile(rf"[{_DENSE}]|[@~./]*[^\W{_DENSE}]+(?:['’.\-/_@:+#=]+[^\W{_DENSE}]+)*[+#]*|\.\.\.|--|[^\w\s]")
_END = re.compile(r"[.!?。！？…](?=[\s⏎\"”')\]]|$)|[。！？]")
_ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|bzw|z\.B|d\.h|nr))\.$", re.I)
_WITHOUT_APOSTROPHE = re.compile(r"(?:do|does|did|is|are|was|were|have|has|had|could|would|should|must|ca|wo)nt\Z")
_SPELT = {  # as people type: the word they mean
    **dict.fromkeys(("pls", "plz", "plse", "pleae"), "please"),
    **dict.fromkeys(("rememeber", "remeber", "rember", "remmember", "rememebr", "remembr", "rememer"), "remember"),
    **{word.replace("'", ""): word for word in ("that's", "there's", "you're", "they're", "we've", "you've")},
}
_LETTERS = re.compile(r"[^\W\d_]")


class Token(NamedTuple):
    word: str  # lower case, as it is spelt; of an opaque one what it holds
    start: int
    end: int
    opaque: bool = False  # quoted or code: it stands for a thing and says nothing itself


class Sentence(NamedTuple):
    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    paragraph: int  # the line it stands in, counted over the text

    @property
    def asks(self) -> bool:
        return self.text.rstrip(" )\"'").endswith(("?", "？"))


def own_words(text: str) -> str:
    """The text with what is not its author's own blanked out. Just as long as the first LONGEST_TEXT signs of it."""
    text = text[:LONGEST_TEXT]
    if _TEMPLATE.match(text) and len(text) > 400:
        return " " * len(text)
    out, fenced, pasted = [], False, False
    lines = list(_lines(text))
    document = sum(_HEADING.match(line) is not None for line in lines) > 1
    for line in lines:
        fence = _FENCE.match(line) is not None
        blank = not line.strip(" \t\r\n⏎")
        if blank and not document:
            pasted = False
        heading = document and _HEADING.match(line) is not None
        foreign = fence or fenced or pasted or heading or _is_machine(line)
        out.append(_blank(line) if foreign else line)
        fenced ^= fence
        pasted |= heading or _INTRODUCES.search(line[-160:].rstrip(" \t\r\n⏎")) is not None
    return "".join(out)


def share_of_own(text: str) -> float:
    """How much of a text is its author's own, from 0 to 1."""
    kept = len("".join(own_words(text).replace(NEWLINE, " ").split()))
    return kept / max(1, len("".join(text[:LONGEST_TEXT].replace(NEWLINE, " ").split())))


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text, in order, each an exact slice of it; bullets and blanks around them left out."""
    at = 0
    for number, line in enumerate(_joined(text[:LONGEST_TEXT])):
        bullet = _BULLET.match(line)
        start = bullet.end() if bullet else 0
        for end in (*_ends(line), len(line)):
            piece = line[start:end]
            lead = len(piece) - len(piece.lstrip(" \t\r\n⏎"))
            piece = piece.strip(" \t\r\n⏎")[:LONGEST_SENTENCE]
            if _LETTERS.search(piece):
                begin = at + start + lead
                yield Sentence(piece, begin, begin + len(piece), tokens(piece), number)
            start = max(start, end)
        at += len(line)


def tokens(text: str) -> tuple[Token, ...]:
    """The words and signs of a sentence; a quoted or coded piece is one word."""
    found: list[Token] = []
    at = 0
    for opaque in _OPAQUE.finditer(text):
        found += _plain(text, at, opaque.start())
        found.append(Token(opaque[0][1:-1].strip().lower(), opaque.start(), opaque.end(), opaque=True))
        at = opaque.end()
        if len(found) >= MOST_TOKENS:
            break
    found += _plain(text, at, len(text))
    return tuple(found[:MOST_TOKENS])


def _plain(text: str, start: int, end: int) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(text, start, end):
        found.append(Token(_spelt(match[0].lower().replace("’", "'")), match.start(), match.end()))
        if len(found) >= MOST_TOKENS:
            break
    return found


def _spelt(word: str) -> str:
    """The word that is meant: people leave out apostrophes and mistype what they type often."""
    return f"{word[:-2]}n't" if _WITHOUT_APOSTROPHE.match(word) else _SPELT.get(word, word)


def _lines(text: str) -> Iterator[str]:
    """Lines with their ends."""
    at = 0
    for match in re.finditer(r"\r?\n|⏎", text):
        yield text[at : match.end()]
        at = match.end()
    if at < len(text):
        yield text[at:]


def _joined(text: str) -> Iterator[str]:
    """Lines as they were meant: one that a program broke at its margin goes on in the next."""
    held = ""
    for line in _lines(text):
        wrapped = held and len(held.rpartition("\n")[2]) > 60 and line[:1].islower() and len(held) < LONGEST_SENTENCE
        if held and not (wrapped and held.rstrip(" \n⏎")[-1:] not in ".!?:"):
            yield held
            held = ""
        held += line
    if held:
        yield held


def _ends(line: str) -> Iterator[int]:
    hidden = [match.span() for match in _OPAQUE.finditer(line)]
    for match in _END.finditer(line):
        while hidden and hidden[0][1] <= match.start():
            hidden.pop(0)
        if hidden and hidden[0][0] < match.start() < hidden[0][1]:  # only what ends a quote may end its sentence
            close = hidden[0][1]
            if match.end() == close - 1 and line[close : close + 3].lstrip()[:1].isupper():
                yield close
        elif not _ABBREVIATED.search(line[max(0, match.end() - 8) : match.end()]):
            yield match.end()


def _is_machine(line: str) -> bool:
    if _MACHINE.match(line[:300]):
        return True
    bare = line.strip()[:300]
    return len(bare) > 30 and len(_LETTERS.findall(bare)) < len(bare) * 0.5


def _blank(line: str) -> str:
    body = line.rstrip("\r\n⏎")
    return " " * len(body) + line[len(body) :]
