"""What a project's own files for agents already say: CLAUDE.md and its kin, line by line, without what Reverie put
there itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_NAMES = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/claude.md", "AGENTS.md", "GEMINI.md", ".cursorrules",
    ".windsurfrules", ".github/copilot-instructions.md",
)  # fmt: skip
_FOLDERS = (".cursor/rules", ".claude/rules", ".windsurf/rules", ".github/instructions")
_ENDINGS = (".md", ".mdc")
_LARGEST = 256 << 10  # bytes of a file
_MOST = 50  # files of a folder
_OURS = re.compile(r"<!-- reverie:begin .*?(?:<!-- reverie:end -->|\Z)", re.DOTALL)
_MARKS = re.compile(r"^[\s>*+#|-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s+)?|[*_]{2}")
_FENCE = "```"


def told_to_agents(root: Path) -> list[str]:
    """The lines, without bullets and the like; commands in fenced blocks among them."""
    return [line for path in _there(root) for line in _lines(path)]


def _there(root: Path) -> Iterator[Path]:
    yield from (root / name for name in _NAMES)
    for name in _FOLDERS:
        folder = root / name
        if folder.is_dir() and not folder.is_symlink():
            yield from sorted(path for path in folder.iterdir() if path.suffix in _ENDINGS)[:_MOST]


def _lines(path: Path) -> Iterator[str]:
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
            return
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in _OURS.sub("", text).splitlines():
        bare = _MARKS.sub("", line).strip()
        if bare and not bare.startswith(_FENCE):
            yield bare
