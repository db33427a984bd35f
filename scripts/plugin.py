"""Write the plugin for Claude Code and Codex, and the two marketplaces that list it: python -m scripts.plugin"""

from __future__ import annotations

from pathlib import Path

from reverie import __version__
from reverie.setup.plugin import files

ROOT = Path(__file__).parents[1]


def main() -> None:
    for name, text in files(__version__).items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
