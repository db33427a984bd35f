"""What a night is made of, in its order. It may end after any of them. Apart from the rest, because a door that only
names them should not load it."""

from __future__ import annotations

PHASES = ("gate", "lock", "orient", "gather", "notice", "propose", "remember", "render", "report")

DOES = {
    "gate": "ask whether anything is new",
    "lock": "keep other dreams out",
    "orient": "look the memory over",
    "gather": "read history and sessions",
    "notice": "look for patterns in what was read",
    "propose": "word patterns as candidates and write them down",
    "remember": "note what people asked for, and tidy the notes",
    "render": "make MEMORY.md from what is there",
    "report": "write the report, the diary and the briefing",
}
"""What each is for, for whoever stopped before it."""
