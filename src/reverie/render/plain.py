"""A rule's text made fit for one line of a file that agents obey: nothing in it can end the line, hide from a reader,
import a file, or pass for a tag, a heading or a marker."""

from __future__ import annotations

import re
import unicodedata

LIMIT = 500  # characters; a longer sentence is cut and says so
_JOINERS = "\u200c\u200d"  # some scripts cannot be written without them
_LEAD = re.compile(r"\A(?:(?:(?:[#+*=-]+|\d{1,9}[.)])(?=\s|$)|>+|~{3,})\s*)+")
_ESCAPED = re.compile(r"\\+(?=[@`])")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_AT = re.compile(r"(?<![A-Za-z0-9])@(?:[^\s']*[\w/@])?")


def one_line(text: str) -> str:
    """Words and single spaces, all of them visible."""
    return " ".join("".join(map(_visible, text)).split())


def _visible(char: str) -> str:
    if char.isascii():
        return char if char.isprintable() else " "
    kind = unicodedata.category(char)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    hidden = kind in ("Cf", "Cs") and char not in _JOINERS
    return "" if hidden or "\U000e0100" <= char <= "\U000e01ef" else char


def sentence(text: str) -> tuple[str, bool]:
    """The sentence, and whether it had to be cut."""
    line = _LEAD.sub("", one_line(text))
    short = _shortened(line)
    return _no_comment(_tamed(_ESCAPED.sub("", short))), short != line


def _shortened(line: str) -> str:
    if len(line) <= LIMIT:
        return line
    words = line[:LIMIT].rpartition(" ")[0]
    return words or line[:LIMIT]


def _tamed(line: str) -> str:
    """Code spans stay as they are, because nothing in them is obeyed; the text between them is tamed."""
    parts: list[str] = []
    at = 0
    for span in _CODE.finditer(line):
        parts += [_tamed_text(line[at : span.start()]), span[0]]
        at = span.end()
    parts.append(_tamed_text(line[at:]))
    return _apart([part for part in parts if part])


def _tamed_text(text: str) -> str:
    """A backtick that opens nothing could swallow or free what follows; a name after @ is a file to be read in, unless
    it is code."""
    quiet = _TAG.sub("‹", text.replace("`", "'"))
    return _AT.sub(lambda found: f"`{found[0]}`", quiet)


def _apart(parts: list[str]) -> str:
    """Two code spans side by side would run into one another."""
    line = ""
    for part in parts:
        line += " " + part if line.endswith("`") and part.startswith("`") else part
    return line


def code(text: str) -> str:
    """A path or pattern as a code span."""
    return f"`{_no_comment(one_line(text).replace('`', chr(39)))}`"


def _no_comment(text: str) -> str:
    return text.replace("<!--", "‹!--").replace("-->", "--›")
