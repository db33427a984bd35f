"""Are two lessons one? The answer without a model: the same file kept away from, the same choice, the same words."""

from __future__ import annotations

from reverie.language.phrases import load
from reverie.language.text import Token, sentences, tokens
from reverie.records.tasks import ItemKind, Lesson, LessonKind

_ALIKE = 0.6  # of the telling words of both
_USES = frozenset({"use", "using", "run", "running"})
_AROUND = frozenset("the a an our here instead please now everywhere".split())
_DULL = frozenset(
    "the a an and or but of in on at to for from with by as is are was were be been it its this that these those we you"
    " i our your my they their not no never always don't do does must should can will would has have had use using used"
    " please make sure when before after because since so if then than just only all any every each more into over out"
    " up".split()
)


def same_object(a: Lesson, b: Lesson) -> bool:
    if {a.kind, b.kind} & {LessonKind.GAP, LessonKind.FACT} and a.kind is not b.kind:
        return False
    if set(a.files) & set(b.files) and _keeps_away(a) and _keeps_away(b):
        return True
    mine, theirs = choice_of(a.sentence), choice_of(b.sentence)
    if mine and theirs:
        return mine[0] == theirs[0] and mine[1] != theirs[0]
    return _told_alike(a, b)


def _keeps_away(lesson: Lesson) -> bool:
    """An edit of its files was objected to, in words or by taking it back."""
    undone = any(cited.kind is ItemKind.UNDONE for cited in lesson.evidence)
    return undone or load().negates(tokens(lesson.sentence)[:12])


def choice_of(sentence: str) -> tuple[str, str] | None:
    """What is to be used, and what not: `use pnpm, not npm`, and `stop using npm, use pnpm`."""
    for one in sentences(sentence):
        for heard in load().hear(one):
            chosen = heard.slot("choice", "one") or _used(heard.slot("order")) or heard.slot("instead")
            other = heard.slot("other", "another") or _used(heard.slot("doing", "what"))
            if heard.means in {"prefer", "forbid"} and chosen and other:
                return _name(chosen), _name(other)
    return None


def _used(words: str) -> str:
    """What somebody does that uses something; empty if they do something else."""
    verb, _, rest = words.partition(" ")
    return rest if verb.lower() in _USES else ""


def _name(words: str) -> str:
    """Without what stands around a name."""
    told = [word for word in words.lower().split() if word not in _AROUND]
    return " ".join(told).strip("`\"'., !")


def _told_alike(a: Lesson, b: Lesson) -> bool:
    mine, theirs = tokens(a.sentence), tokens(b.sentence)
    if load().negates(mine) != load().negates(theirs) or _numbers(mine) != _numbers(theirs):
        return False
    left, right = _telling(mine), _telling(theirs)
    return len(left & right) >= 2 and len(left & right) >= _ALIKE * len(left | right)


def _telling(words: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(
        token.word.removesuffix("s") if len(token.word) > 3 else token.word
        for token in words
        if token.word not in _DULL and any(sign.isalnum() for sign in token.word)
    )


def _numbers(words: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(token.word for token in words if any(sign.isdigit() for sign in token.word))
