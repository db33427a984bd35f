"""What a question asks for: who, when, where, why, how, how often… Two questions about one matter that ask for other
things are two, however many words they share. Said by a word of its own ("wer", "кто", 谁), or by the noun it begins or
ends with ("owner of billing", "release day"). And which words of a question carry nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reverie.tools.tokens import tokens

WHAT, WHETHER = "what", "whether"

_WORDS = {
    "who": "who whom whose wer wen wem wessen qui quién quiénes quien chi кто кого кому чей",
    "when": "when wann quand cuándo quando когда",
    "where": "where wo woher wohin où dónde donde dove onde где куда откуда",
    "why": "why warum wieso weshalb pourquoi perché почему зачем",
    "how": "how wie cómo como как",
    "how many": "wieviel wieviele combien cuánto cuánta cuántos cuántas quanto quanti quantos сколько",
    WHAT: "what which what's welche welcher welches quel quelle quels quelles qué cuál que что какой какая какое какие",
    WHETHER: "is are was were do does did can could may might must should will would has have had",
}
_SIGNS = (  # in scripts without spaces
    ("why", "为什么 為什麼 なぜ どうして 왜"),
    ("how", "怎么 怎麼 如何 どうやって 어떻게"),
    ("when", "什么时候 什麼時候 何时 いつ 언제"),
    ("where", "哪里 哪裡 哪儿 どこ 어디"),
    ("who", "谁 誰 누가 누구"),
    ("how many", "多少 几个 いくつ いくら 얼마"),
)
_HOW = {
    "many": "how many", "much": "how many", "often": "how often", "frequently": "how often", "long": "how long",
    "viel": "how many", "viele": "how many", "oft": "how often", "lange": "how long",
}  # fmt: skip
_NOUNS = {
    "who": "owner person people maintainer author reviewer approver contact",
    "when": "date day year month week weekday deadline expiry hours",
    "where": "location place path folder directory file town city country whereabouts",
    "why": "reason reasons cause causes",
    "how": "steps procedure process instructions command",
    "how often": "interval frequency",
    "how long": "duration",
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_ASKED = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
_AFTER = frozenset("of for to in on at by from with that du de des von für der".split())
_ARTICLES = frozenset("is are was were the a an our my your their its his her".split())
_WORD = re.compile(r"[^\W\d_]+(?:['’]s)?")

_PARTICLES = re.compile("[\u3040-\u309f的了是在吗嗎呢哪里裡儿放请請]")  # the grammar of Japanese and Chinese
EMPTY = frozenset(
    tokens(
        "a about again all am an and any anybody anyone are as at be been but by can could did do does doing done for "
        "from get give had has have having he her here him his how i if in into is it its just know let like may me "
        "might must my need no not now of on one or our out please remember recall remind remembered say said shall "
        "she should show so some tell than that the their them then there these they thing things this those to told "
        "up us use used using want was we were what what's whatever when where which who whom whose why will with "
        "would you your again currently exactly actually find look see keep kept keeps "
        "der die das den dem des ein eine einen einem einer ist sind wir ich und oder zu zum zur im am auf für von mit "
        "bei unser unsere mein meine wer wann wo warum wie welche welcher welches "
        "le la les un une du de au aux et est nous dans avec sur pour que quel quelle qui quand où mon ma mes notre "
        "el los las una del y es en con para por qué se su sus mi mis al cuál cuándo dónde quién cómo "
        "и в на с у за по к от для что это мы нас наш наша я кто где когда почему как"
    )
)


@dataclass(frozen=True, slots=True)
class Asking:
    """`kind`: who, when, where, why, how, how many…; `what` if it is any other thing, `whether` for yes or no; empty if
    it is not said. `noun`: what said so, as in which *day*, the *owner* of. `phrase`: a few words without a verb."""

    kind: str
    noun: str = ""
    phrase: bool = False


def asking(query: str) -> Asking:
    words = [word.removesuffix("'s").removesuffix("’s") for word in _WORD.findall(query.casefold())]
    for number, word in enumerate(words):
        kind, rest = _KINDS.get(word, ""), words[number + 1 :]
        if kind in {"how", WHAT}:
            return _closer(kind, rest)
        if kind and kind != WHETHER:
            return Asking(kind)
    signs = next((kind for kind, signs in _SIGNS if any(sign in query for sign in signs.split())), "")
    if signs or not words:
        return Asking(signs)
    return Asking(WHETHER) if _KINDS.get(words[0]) == WHETHER else _headed(words)


def _closer(kind: str, rest: list[str]) -> Asking:
    """How many, and which day."""
    known = _HOW if kind == "how" else _ASKED
    noun = next((word for word in rest if kind == "how" or word not in _ARTICLES), "")
    return Asking(known[noun], noun) if noun in known else Asking(kind)


def _headed(words: list[str]) -> Asking:
    """What a phrase is about stands before the first `of`, or last."""
    end = next((number for number, word in enumerate(words) if number and word in _AFTER), len(words))
    noun = words[end - 1]
    return Asking(_ASKED[noun], noun, phrase=True) if noun in _ASKED else Asking("", phrase=True)


def carries(word: str) -> bool:
    return word not in EMPTY and not _PARTICLES.search(word)
