"""What must not get lost when notes are joined: names, numbers, paths, dates, commands, identifiers, URLs, quotes.

Rather one word too many than one too few: a merge that would drop any of them is not made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.remember.statements.cues import DULL
from reverie.remember.statements.values import may_be_value, value_at

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_SPECIFIC = re.compile(
    r"(?P<code>`[^`\n]+`)"
    r"|(?P<quoted>\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|«[^»\n]{1,80}»|(?<!\w)'[^'\n]{2,60}'(?!\w))"
    r"|(?P<url>\b[a-z][a-z0-9+.-]*://[^\s<>)\]\"'`]+|\b[\w.+-]+@[\w-]+\.[\w.-]+\w)"
    r"|(?P<path>~?(?:\.{0,2}/)?[\w@.*-]+(?:[/\\][\w@.*-]+)+/?|[~.]{0,2}/[\w@.*-]+|[A-Za-z]:\\[\w\\.-]+)"
    rf"|(?P<date>\b{_MONTH}\.? {_DAY}(?:,? \d{{4}})?\b|\b{_DAY} {_MONTH}(?: \d{{4}})?\b)"
    r"|(?P<flag>(?<!\w)--?[A-Za-z][\w-]*(?:=\S+)?)"
    r"|(?P<mark>(?<!\w)[#@][\w-]+)"
    r"|(?P<series>(?<!\w)(?=[\w.-]*\d)\w[\w.]*(?:-\w+)+)"
    r"|(?P<number>(?<!\w)[-−+~<>≤≥]?[$€£]?\d[\w.,:%/×-]*)"
    r"|(?P<identifier>(?<!\w)\w+(?:[._:]+\w+)+(?:\(\))?|\w*[a-z]\w*[A-Z]\w*|\w+_\w*|_\w+)"
    r"|(?P<name>(?<!\w)[^\W\d_]+(?:['’-][^\W\d_]+)*(?!\w)(?:\+\+|#)?)"
    r"|(?P<other>\w+)"
)
_OPENS = re.compile(r"(?:^|[.!?:;\n])[\s*_\->#(]*$")
_NAME_WITH_DIGITS = re.compile(r"[^\W\d_]\d|_")
_EDGE = ".,;:!?)(]['’"


def specifics(text: str) -> tuple[str, ...]:
    """The tokens that tell this text from any other, as written, each once and in order."""
    found: dict[str, None] = {}
    for match in _SPECIFIC.finditer(text):
        token = match[0].strip(_EDGE if match.lastgroup not in ("path", "url") else ".,;:!?)")
        if match.lastgroup == "name" and not _is_name(token, opens=_opens(text, match.start())):
            continue
        if match.lastgroup in ("code", "quoted"):
            token = token.strip("`\"“”«»'").strip()
        if token:
            found[token] = None
    return tuple(found)


def lost(originals: Iterable[str], merged: str) -> tuple[str, ...]:
    """What the originals name and the merged text does not; empty if it keeps everything."""
    values = _values(merged)
    gone = {
        token: None
        for original in originals
        for token in specifics(original)
        if not _holds(merged, token) and not (_may_be_put_otherwise(token) and _values(token) <= values)
    }
    return tuple(gone)


def keeps_all(originals: Iterable[str], merged: str) -> bool:
    return not lost(originals, merged)


def _is_name(word: str, opens: bool) -> bool:
    """Written with a capital, or in a script that has none. Whether a word only opens a sentence cannot be told, and
    need not be: an ordinary word is found again in the merged text, whatever its case. Small words are left out."""
    if not word.isascii() and not any(char.islower() or char.isupper() for char in word):
        return True
    return any(char.isupper() for char in word) and not (opens and word.lower() in DULL)


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins here."""
    return _OPENS.search(text, max(0, at - 20), at) is not None


def _holds(text: str, token: str) -> bool:
    """As a whole word: `8080` is not kept by `18080`, nor `api` by `apis.md`."""
    start = r"(?<!\w)" if token[0].isalnum() or token[0] == "_" else ""
    end = r"(?!\w|\.\d)" if token[-1].isalnum() or token[-1] == "_" else ""
    exact = re.search(start + re.escape(token) + end, text, 0 if _is_code(token) else re.IGNORECASE)
    return exact is not None


def _is_code(token: str) -> bool:
    return not token.isalpha()


def _may_be_put_otherwise(token: str) -> bool:
    """Numbers and dates. `worker03` is a name, though there is a number in it."""
    return bool(_values(token)) and _NAME_WITH_DIGITS.search(token) is None


def _values(text: str) -> set[str]:
    """Numbers and dates in one form, so that `March 4, 2026` is kept by `2026-03-04`."""
    tokens = re.findall(r"[$€]?\d[\w.,:%-]*[\w%]|\d|[^\W\d_]+|,", text)
    found: set[str] = set()
    n = 0
    while n < len(tokens):
        value = value_at(tokens, n) if may_be_value(tokens[n]) else None
        if value:
            found.add(f"{value[1]}:{value[0]}")
        n += value[2] if value else 1
    return found
