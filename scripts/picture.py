"""Draws docs/run.svg: a real run on the demo's sample project, as a terminal shows it. `make picture` runs it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from scripts.demo import build, git

OUT = Path(__file__).parents[1] / "docs" / "run.svg"
WIDTH, LINE, LEFT = 1080, 19, 18
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{{height}}" viewBox="0 0 {WIDTH} {{height}}"'
    ' font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">'
)


def draw(lines: list[str]) -> str:
    height = LINE * len(lines) + 40
    rows = [
        f'<text x="{LEFT}" y="{30 + LINE * i}" xml:space="preserve" fill="{_colour(line)}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    ]
    return "\n".join(
        [
            HEAD.format(height=height),
            f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#16181d"/>',
            *rows,
            "</svg>",
            "",
        ]
    )


def _colour(line: str) -> str:
    if line.startswith("$"):
        return "#8fd18f"
    return (
        "#9aa4b2"
        if line.startswith(("  orient", "  gather", "  notice", "  propose", "  left out", "reverie run"))
        else "#e6e9ef"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "shop"
        folder.mkdir()
        build(folder, datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0))
        git(folder, "config", "user.email", "ada@example.org")
        lines: list[str] = []
        for words in (["run"], ["show", "66f3"]):
            command = [sys.executable, "-m", "reverie", *words]
            done = subprocess.run(
                command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
            )
            lines += [f"$ reverie {' '.join(words)}", *done.stdout.rstrip().splitlines(), ""]
        OUT.write_text(draw(lines[:-1]), encoding="utf-8")
        print(OUT)


if __name__ == "__main__":
    main()
