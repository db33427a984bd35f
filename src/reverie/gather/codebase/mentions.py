"""Where names stand in the code: lines that use or define them, apart from comments, documentation and notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from reverie.tools.paths import noise

_NOTES = re.compile(
    r"(?:^|/)(?:CLAUDE|AGENTS?|GEMINI|MEMORY|DREAMS|CONVENTIONS|COPILOT)(?:[.-]\w+)*\.md$|(?:^|/)memory/.*\.md$"
    r"|(?:^|/)\.(?:agent|claude|cursor|windsurf|codex|gemini)/|(?:^|/)\.(?:cursorrules|windsurfrules)$|copilot-instructions",
    re.I,
)
_READ = ("documentation", "changelog or release notes", "lock file")
_COMMENT = re.compile(
    r"(?:^|\s)(?:#(?![\[!]|include|define|if|el|end|pragma|\w)|//|--\s|<!--|;;)|^\s*(?:\*(?!\w)|/\*|\"\"\")"
)
_MAGIC = re.compile(r"@(?:method|property|mixin|template|typedef|callback|param)")
_WORD = re.compile(r"\w+")
_DEFINES = (
    r"\b(?:def|class|function|fn|func|fun|sub|const|let|var|val|type|interface|struct|enum|union|trait|module|mod|namespace"
    r"|macro_rules!|define|object|record|protocol|typedef|attr_\w+|static|public|private|protected|export|async|data)\b"
    r"[^=;(){{}}]*?(?<![\w.]){0}(?!\w)|^\s*(?:self\.|this\.|@|export )?[\"']?{0}[\"']?\s*(?::[^=]+)?=(?![=>])"
    r"|^\s*[\"']?{0}[\"']?\??\s*:|^\s*(?:async )?{0}\s*\([^)]*\)\s*(?::[^=]+)?\{{"
)


@dataclass
class Mentions:
    """Files that hold one name, each with how it is held there."""

    live: dict[str, int] = field(default_factory=dict)  # lines of code
    defined: dict[str, None] = field(default_factory=dict)  # in the order they were found
    quiet: dict[str, None] = field(default_factory=dict)  # comments and documentation

    @property
    def best(self) -> str:
        """The file that tells most: one that defines it, if there is any."""
        among = list(self.defined or self.live)
        return min(among, key=lambda name: ("test" in name.lower(), -self.live[name], name)) if among else ""


def is_a_note(path: str) -> bool:
    """Memory and instructions for agents: what they say is what is to be checked."""
    return _NOTES.search(path) is not None


@lru_cache(maxsize=1 << 17)
def is_read_only(path: str) -> bool:
    """Text for people, not code."""
    return noise(path) in _READ and not path.endswith("CMakeLists.txt")


def mentions(lines: Iterable[tuple[str, str]], words: Iterable[str]) -> dict[str, Mentions]:
    """Of lines with their files: for each word all its mentions."""
    found = {word: Mentions() for word in sorted(set(words))}
    defines: dict[str, re.Pattern[str]] = {}
    places = _places(found)
    for path, line in lines if found else ():
        if is_a_note(path):
            continue
        for word, at in places(line):
            quiet = is_read_only(path) or _is_comment(line, at)
            if word not in defines:
                defines[word] = re.compile(_DEFINES.format(re.escape(word)))
            _count(found[word], path, None if quiet else line, defines[word])
    return found


def _places(wanted: Collection[str]) -> Callable[[str], Iterator[tuple[str, int]]]:
    """Finds these in a line. There are thousands, so words are looked up and only what is more than a word is tried
    one after the other."""
    odd = [re.escape(word) for word in sorted(wanted, key=len, reverse=True) if not _WORD.fullmatch(word)]
    any_of = re.compile(rf"(?<!\w)(?:{'|'.join(odd)})(?!\w)") if odd else None

    def places(line: str) -> Iterator[tuple[str, int]]:
        yield from ((match[0], match.start()) for match in _WORD.finditer(line) if match[0] in wanted)
        if any_of:
            yield from ((match[0], match.start()) for match in any_of.finditer(line))

    return places


def _is_comment(line: str, at: int) -> bool:
    return _COMMENT.search(line[:at]) is not None and not _MAGIC.search(line)


def _count(so_far: Mentions, path: str, line: str | None, defines: re.Pattern[str]) -> None:
    if line is None:
        so_far.quiet.setdefault(path)
        return
    so_far.live[path] = so_far.live.get(path, 0) + 1
    if path not in so_far.defined and defines.search(line):
        so_far.defined[path] = None
