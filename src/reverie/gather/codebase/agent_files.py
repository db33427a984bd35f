"""What a project's own files for agents already say: CLAUDE.md and its kin, line by line, without what Reverie put
there itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from reverie.tools import nofollow

_NAMES = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/claude.md", "AGENTS.md", "GEMINI.md", ".cursorrules",
    ".windsurfrules", ".github/copilot-instructions.md",
)  # fmt: skip
_FOLDERS = (".cursor/rules", ".claude/rules", ".windsurf/rules", ".github/instructions")
_ENDINGS = (".md", ".mdc")
_LARGEST = 256 << 10  # bytes of a file
_MOST = 50  # files of a folder
_LINES = 3000  # in all: a file may be anybody's, and each line is thought about
_OURS = re.compile(r"<!-- reverie:begin .*?(?:<!-- reverie:end -->|\Z)", re.DOTALL)
_MARKS = re.compile(r"^[\s>*+#|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?|[*_]{2}")
_FENCE = "```"


def told_to_agents(root: Path) -> list[str]:
    """The lines, without bullets and the like; commands in fenced blocks among them."""
    return list(islice((line for path in _there(root) for line in _lines(path)), _LINES))


def _there(root: Path) -> Iterator[Path]:
    yield from (root / name for name in _NAMES)
    for name in _FOLDERS:
        folder = root / name
        try:
            found = [] if folder.is_symlink() else sorted(folder.iterdir())
        except OSError:  # none, or none that can be read
            continue
        yield from [path for path in found if path.suffix in _ENDINGS][:_MOST]


def _lines(path: Path) -> Iterator[str]:
    try:
        raw = nofollow.read(str(path.parent), path.name, _LARGEST + 1)
    except OSError:
        return
    if len(raw) > _LARGEST:
        return
    text = raw.decode("utf-8", "replace")
    for line in _OURS.sub("", text).splitlines():
        bare = _MARKS.sub("", line).strip()
        if bare and not bare.startswith(_FENCE):
            yield bare
