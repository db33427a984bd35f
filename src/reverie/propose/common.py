"""What several fixes have in common: a function they all touch, or words they all use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from reverie.propose.draft import Desk
from reverie.propose.lessons import lesson
from reverie.propose.subjects import is_special, is_thing, several, whole
from reverie.propose.words import code
from reverie.records.events import Event
from reverie.tools import paths, titles
from reverie.tools.definitions import definitions
from reverie.tools.substance import is_definition
from reverie.tools.terms import stem, themes

MANY = 2  # definitions of one name in one file: with more, nobody knows which is meant
NOWHERE = 1 << 20
_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
SMALL, FILLS, LONG = 80, 0.4, 300  # lines of a file; the share, and the lines, a function may have and still say where
READ = 20  # files that are read for the words they use
ENOUGH = 3  # fixes that share something, before it is called a theme
_NAME = re.compile(r"(?:def|func|fn|function|sub)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w+)")
_CONTAINER = re.compile(
    r"\b(?:class|impl|struct|trait|interface|module|namespace|mod|describe|enum|type|extension|protocol|actor|object|record)\b"
)
_CONTROL = re.compile(r"\W*(?:if|for|while|switch|return|else|elseif|try|catch|elif|with|match|foreach|when|case|do)\b")
_ASSIGNED = re.compile(r"\b(?:const|let|var|val|auto)\s+(\w{3,})\s*[:=]")
_CALL = re.compile(r"([A-Za-z_]\w{2,})\s*\(")
_SIGNATURE_ENDS = re.compile(r"\).*[:{]")
_DULL_NAMES = frozenset(
    "if for while switch return test main init new class constructor setup module exports describe it self list get"
    " set run __init__ __new__ __call__ default render apply index handle update create delete add remove import"
    " export async await const let var struct union enum scriptblock param process begin post put patch clean save"
    " func function fn def lambda callback handleasync class_exists function_exists isset require include execute"
    " executeasync invoke perform".split()
)


@dataclass(frozen=True, slots=True)
class Shared:
    """What some fixes have in common: how it is called, and which of them. `inside`: the file, if it is a function."""

    shown: str
    events: tuple[Event, ...]
    inside: str = ""

    @property
    def named(self) -> str:
        """A name of the code is set as code; words, acronyms and names of products are not."""
        name = self.shown
        humps = len(re.findall("[A-Z]+[a-z]", name))
        mixed = " " not in name and not name.islower() and (name[:2].islower() or humps > 2)
        return code(name) if self.inside or "_" in name or "." in name or mixed else name


def shared(events: Sequence[Event], files: Sequence[str], desk: Desk) -> Shared | None:
    """What most of these fixes are about: a function they all touch, or words they all use. None if they share nothing
    that the file's name does not say already."""
    told = _by_words(events, files, desk)
    touched = _by_function(events, files, desk) if files else None
    lone = told is not None and told.shown.islower() and " " not in told.shown  # everyday, and may mean several things
    if told and touched:
        return touched if len(touched.events) + lone > len(told.events) else told
    return touched if lone and desk.is_large else told or touched


def _by_words(events: Sequence[Event], files: Sequence[str], desk: Desk) -> Shared | None:
    """Words of strangers go into a rule only if the code itself uses them, where these fixes were made."""
    background, written = desk.background, _written(events, files, desk)
    besides = frozenset(word for path in files for word in paths.words(path))
    texts = [lesson(event, background) or titles.split(event.summary).rest for event in events]
    found = [theme for theme in themes(texts, background, besides) if is_special(theme, background, len(texts))]
    for theme in found:
        members = tuple(events[i] for i in theme.members)
        squashed = theme.shown.replace(" ", "").lower()
        if any(squashed in re.sub(r"\W|_", "", path.lower()) for path in files):
            continue  # the file's own name again
        if _enough(members) and is_thing(theme, [texts[i] for i in theme.members], background, besides):
            shown = whole(theme.shown, [texts[i] for i in theme.members]) if " " in theme.shown else theme.shown
            shown = shown if shown != theme.shown else several(theme, found, background)
            if shown.isascii() and {stem(word.lower()) for word in _WORDS.findall(shown)} <= written:
                return Shared(shown, members)
    return None


def _written(events: Sequence[Event], files: Sequence[str], desk: Desk) -> set[str]:
    """The words of the code where fixes were made, of names and of comments alike."""
    places = files or dict.fromkeys(path for event in events for path in event.files if path in desk.tree)
    return {stem(word.lower()) for path in list(places)[:READ] for word in _WORDS.findall(desk.text(path))}


def _enough(events: Sequence[Event]) -> bool:
    """Several, and neither all nor most of them in one sitting."""
    times = [event.at for event in events]
    if len(events) < ENOUGH or max(times) - min(times) < timedelta(days=1):
        return False
    sittings = Counter((event.actor, event.at.date()) for event in events)
    return max(sittings.values()) * 3 <= len(events) * 2


def _by_function(events: Sequence[Event], files: Sequence[str], desk: Desk) -> Shared | None:
    where: dict[tuple[str, str], dict[Event, int]] = {}
    for event in events if not any(paths.is_ci(path) for path in files) else ():
        for path, heading, depth in desk.inside.get(event.span.commit, ()):
            for name in _names(heading) if path in files and _has_functions(path) else ():
                known = where.setdefault((path, name), {})
                known[event] = max(depth, known.get(event, 0))
    ranked = sorted(where.items(), key=lambda it: (-len(it[1]), it[0]))
    for (path, name), found in ranked:
        text = desk.text(path) if _enough(tuple(found)) else ""
        lines = definitions(text, name, path)
        if not lines or (desk.is_large and _fills(text, lines[0])):
            continue  # a heading's word that is no function; or most of the file, which its name says already
        least = _depth(text, lines)
        members = tuple(event for event, depth in found.items() if depth > least)
        if _enough(members):
            return Shared(name, members, path)
    return None


def _depth(text: str, found: Sequence[int]) -> int:
    """How far a function is indented where it is defined. A name that several have is nobody's; nor is one inside
    another function, for git takes all that follows there for the inner one."""
    lines = text.split("\n")
    if len(found) > MANY or any(_is_nested(lines, at) for at in found):
        return NOWHERE
    return min(_indented(lines[at]) for at in found)


def _fills(text: str, at: int) -> bool:
    """Whether a function is most of its file: from its head to the next line that stands no deeper."""
    lines = text.split("\n")
    size = sum(bool(line.strip()) for line in lines)
    if size < SMALL:
        return False
    own = _indented(lines[at])
    rest = [line for line in lines[at + 1 :] if line.strip()]
    end = next((n for n, line in enumerate(rest) if _closes(line, own)), len(rest))
    return end + 1 > min(size * FILLS, LONG)


def _closes(line: str, own: int) -> bool:
    """The end of a block: a line as far out as its head that is more than the rest of that head."""
    return _indented(line) <= own and not line.strip().startswith((")", "]", "->", "{", "where", "#", "//", "@"))


def _is_nested(lines: Sequence[str], at: int) -> bool:
    """Whether any of the blocks around a line is a function."""
    own = _indented(lines[at])
    for line in reversed(lines[:at]):
        if own and line.strip() and _indented(line) < own:
            if is_definition(line) or _SIGNATURE_ENDS.fullmatch(line.strip()):
                return True
            own = _indented(line)
    return False


def _indented(line: str) -> int:
    return len(line) - len(line.lstrip())


def _has_functions(path: str) -> bool:
    """Of style sheets and settings git names a line above that is no function; in declarations it is a passer-by."""
    return paths.is_code(path) and not paths.is_declaration(path)


def _names(heading: str) -> list[str]:
    """The function around a change. A class is no answer: it may be the whole file."""
    if _CONTROL.match(heading):
        return []
    named = _NAME.findall(heading) or _ASSIGNED.findall(heading)
    if not named and not _CONTAINER.search(heading):
        named = _telling(_CALL.findall(heading)[:2])[:1]
    return _telling(named)[-1:]


def _telling(names: Sequence[str]) -> list[str]:
    return [name for name in names if name.lower() not in _DULL_NAMES and not name.startswith(("test", "__"))]
