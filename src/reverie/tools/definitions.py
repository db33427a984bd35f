"""Where a function of a given name is defined in a file. Comments and strings are blanked first, so that a name that is
only spoken of, or only called, is not taken for one that is there."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

LONGEST = 2000  # characters of a signature that are read
LOOKED_AT, KEPT = 1000, 10  # places where the name is followed by a parenthesis; definitions
# Languages in which a function may begin with no keyword before its name.
_BRACED = re.compile(
    r"\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|ino|m|mm|java|cs|js|jsx|mjs|cjs|ts|tsx|mts|cts|vue|svelte|dart|sh|bash|zsh)$", re.I
)
_HASHED = re.compile(r"\.(?:py|pyi|pyx|rb|rake|sh|bash|zsh|pl|pm|ex|exs|jl|r|ps1|psm1|nim|coffee|tcl)$", re.I)
_SLASHED = re.compile(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL
)
_HASH = re.compile(
    r"\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\"|\Z)|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)|#[^\n]*"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'",
    re.DOTALL,
)
_KEYWORD = (
    r"(?<![\w.])(?:def|defp|defmacro|func|fn|fun|function|sub|proc|method)\*?\s+"
    r"(?:\([^()\n]*\)\s*)?(?:<[^<>\n]*>\s*)?(?:[\w.:]*[.:])?{name}(?!\w)"
    r"|(?<![\w.])(?:const|let|var|val|auto)\s+{name}\s*(?::[^=\n]*)?="
    r"|(?<![\w.]){name}\s*(?:<-|[:=])\s*(?:async\s+)?(?:function\b|\([^()\n]*\)\s*=>|\w+\s*=>)"
)
_BEFORE = re.compile(r"[\w\s:<>,*&\[\]?~@.]*")  # modifiers and a type
_CALLED = re.compile(r"\b(?:return|new|await|throw|else|yield|delete|case|typeof|assert|goto|in|of|do)\b")
_AFTER = ("{", "const", "noexcept", "override", "final", "throws", ":", "->", "where", "async", "=>")


def definitions(text: str, name: str, path: str) -> list[int]:
    """The numbers, from 0, of the lines on which the name is defined."""
    if name not in text:
        return []
    bare = _blanked(text, bool(_HASHED.search(path)))
    told = re.finditer(_KEYWORD.replace("{name}", re.escape(name)), bare)
    found = {at.start() for at in islice(told, KEPT)}
    if _BRACED.search(path):
        calls = islice(re.finditer(rf"(?<![\w.>$]){re.escape(name)}\s*\(", bare), LOOKED_AT)
        heads = (at.start() for at in calls if _begins(bare, at.start(), at.end()))
        found.update(islice(heads, KEPT))
    return sorted({bare.count("\n", 0, at) for at in found})


@lru_cache(maxsize=8)
def _blanked(text: str, hashed: bool) -> str:
    return (_HASH if hashed else _SLASHED).sub(lambda it: re.sub(r"[^\n]", " ", it[0]), text)


def _begins(bare: str, start: int, inside: int) -> bool:
    """Whether a name with a parenthesis behind it is the head of a block, and not a call."""
    before = bare[max(0, start - LONGEST) : start].rpartition("\n")[2]
    if not _BEFORE.fullmatch(before) or _CALLED.search(before):
        return False
    depth = 1
    for at in range(inside, min(len(bare), inside + LONGEST)):
        depth += (bare[at] == "(") - (bare[at] == ")")
        if not depth:
            rest = bare[at + 1 : at + 1 + LONGEST].lstrip()
            opens = re.search(r"[{;}]|=>", rest)
            return rest.startswith(_AFTER) and opens is not None and opens[0] in ("{", "=>")
    return False
