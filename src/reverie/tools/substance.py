"""Which of the changed lines of a diff do something. Imports, comments, annotations, types, new fields without a value,
another layout and another name for the same thing change nothing that runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_NOTHING = re.compile(
    r"\W*|(?!(?:continue|break|return|raise|throw|next|redo|retry|yield)\b)\w+,?|(?:end|else|do|then|begin|fi|done|try)\W*"
)
_COMMENT = re.compile(
    r"#(?!\s*(?:if|define|el|end|pragma|undef)\w*\b)|//|/\*|\*(?:\s|/|$)|--\s|<!--|\(\*|\"\"\"|'''|;;"
)
_IMPORT = re.compile(
    r"(?:import\b(?!\s*\().*|from [\w.]+ import\b.*|use [\w:\\{].*|using [\w.]+(?: = [\w.<>, ]+)?;|package [\w.]+;?"
    r"|(?:open|alias|include) [A-Z][\w.]*.*|extern crate .*|@import .*|#\s*include .*|(?:pub )?mod \w+;"
    r"|export (?:type )?(?:\*|\{[^}]*\}).* from .*|\} from .*|require(?:_relative)? [\"'].*"
    r"|(?:const|let|var|local) [\w{} ,]+ = require\(.*)"
)
_ANNOTATION = re.compile(r"@\w[\w.]*(?:\(.*)?|#!?\[.*\]|\[[A-Z]\w*(?:\(.*\))?\]")
_TYPE = re.compile(r"(?:export )?(?:declare )?(?:type\s+\w[\w<>, ]*=.*|type\s+\w+\b[^=(]*|(?:interface|typedef)\s.*)")
_PRIMITIVE = (
    "string|number|boolean|bool|any|unknown|void|never|object|int|str|float|double|dict|list|tuple|set|bytes|null|"
    "undefined|None|u?int\\d*|[iuf]\\d+|usize|isize|typing"
)
_MODIFIERS = (
    "(?:(?:private|public|protected|internal|static|final|readonly|pub(?:\\(\\w+\\))?|val|var|declare|abstract) +)"
)
_FIELD = re.compile(
    rf"{_MODIFIERS}*[\w'\"]+[?!]?\s*:\s*(?:[&?]?(?:[A-Z][\w.]*|{_PRIMITIVE})\b[\w\s.,|&<>\[\]?\"']*)"
    r"(?:= *(?:null|undefined|None|nil))?[;,]?"
)
_BARE_FIELD = re.compile(rf"{_MODIFIERS}+[\w.<>\[\],? ]+;")
_DEFINES = re.compile(
    r"(?:(?:export|default|public|private|protected|internal|static|async|override|final|pub(?:\([^)]*\))?|unsafe"
    r"|inline|virtual|abstract|open|suspend|const|constexpr|synchronized)\s+)*"
    r"(?:(?:def|defp|func|fn|fun|function|sub|proc|method)\s+(?:\([^)]*\)\s*)?[\w.]+"
    r"|(?<=\s)(?:[\w.<>\[\],?@&* ]+\s)?\w+\s*\([^;=]*$"
    r"|(?:const\s+|let\s+|var\s+)?\w+\s*=\s*(?:async\s*)?(?:function\b|(?:\([^)]*\)|\w+)\s*=>)"
    r"|(?!(?:if|for|while|switch|catch|return|else|match|with|using|lock|foreach|elif|elseif|unless|until|do)\b)"
    r"[\w:~]+\s*\([^;]*\)\s*(?::[^=]*)?\{$)"
)
_ATTRIBUTE = re.compile(r"@[\w.]+ ?")
_INSIDE = re.compile(r"<[^<>()]*>|\[[^\[\]()]*\]")
_SAID_TYPE = re.compile(
    r"\??:\s*[\w.|&? \"']+(?=[,)=]|$)|\s*->\s*[\w.|&? ]+(?=[:{]|$)|(?<=\))\s*:\s*[\w.|&? ]+(?=\{|$)"
)
_WORD = re.compile(r"[A-Za-z_]\w{2,}")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def is_definition(line: str) -> bool:
    """Whether a function begins here, in most languages."""
    return _DEFINES.match(line.strip()) is not None


def is_idle(line: str) -> bool:
    """A line that changes nothing that runs, whatever stood there before."""
    bare = line.strip()
    return (
        _COMMENT.match(bare) is not None
        or any(form.fullmatch(bare) for form in (_NOTHING, _IMPORT, _ANNOTATION, _TYPE, _FIELD, _BARE_FIELD))
    )  # fmt: skip


def substance(lines: Sequence[str]) -> int:
    """How many of these changed lines, each with its `+` or `-`, do something that was not done before. A line that
    stands elsewhere now counts, for what comes first may matter; the same line in another layout does not."""
    added = [line[1:] for line in lines if line.startswith("+") and not is_idle(line[1:])]
    removed = [line[1:] for line in lines if line.startswith("-") and not is_idle(line[1:])]
    moved = sum((Counter(added) & Counter(removed)).values())
    plus, minus = Counter(map(_plain, added)), Counter(map(_plain, removed))
    new, gone = list((plus - minus).elements()), list((minus - plus).elements())
    return moved + (0 if _renamed(new, gone) else len(new) + len(gone))


def left_of(lines: Sequence[str], now: str) -> tuple[int, int]:
    """Of the names that these changed lines brought, how many the file has now, and how many there were."""
    here = set(_WORD.findall(now))
    brought = [w for line in lines if line.startswith("+") and not is_idle(line[1:]) for w in _WORD.findall(line)]
    return sum(word in here for word in brought), len(brought)


def _plain(line: str) -> str:
    """A line without its layout; where a function begins, also without its types."""
    bare = _ATTRIBUTE.sub("", line).strip()
    if is_definition(bare):
        for _ in range(4):
            bare = _INSIDE.sub("", bare)
        bare = _SAID_TYPE.sub("", bare)
    return " ".join(_TOKEN.findall(bare.rstrip(",;")))


def _renamed(new: Sequence[str], gone: Sequence[str]) -> bool:
    """The same lines but for names, each of which is given in one of them and used in others."""
    if not new or len(new) != len(gone):
        return False
    before, after = _words(gone), _words(new)
    fresh, lost = after.keys() - before.keys(), before.keys() - after.keys()
    given = all(after[word] > 1 and any(_gives(line, word) for line in new) for word in fresh)
    return given and len(fresh) == len(lost) and _masked(new, fresh) == _masked(gone, lost)


def _gives(line: str, name: str) -> bool:
    return re.search(rf"\b{name} (?:: [^=]*)?= (?!=)", line) is not None or (name in line and is_definition(line))


def _words(lines: Iterable[str]) -> Counter[str]:
    return Counter(word for line in lines for word in _WORD.findall(line))


def _masked(lines: Iterable[str], names: Iterable[str]) -> Counter[str]:
    hidden = set(names)
    return Counter(_WORD.sub(lambda word: "…" if word[0] in hidden else word[0], line) for line in lines)
