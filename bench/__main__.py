"""`python -m bench [NAME …]`: all measurements, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    *("store", "night", "secrets", "secrets_blind", "transcripts", "sample", "search", "search_store", "promotion"),
    *("consolidation", "verification", "tidying", "hooks", "briefing", "insights"),
)


def main() -> None:
    unknown = [name for name in sys.argv[1:] if name not in NAMES]
    if unknown:
        sys.exit(f"Error: no measurement is named {unknown[0]}. hint: there are {', '.join(NAMES)}")
    for name in sys.argv[1:] or NAMES:
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
