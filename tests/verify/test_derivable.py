"""What only repeats the repository is marked; as soon as a statement says more, it is not."""

from __future__ import annotations

import pytest

from reverie.remember.derivable import FILES, SCRIPTS, SIGNATURE, VERSION, derivable, reason

TREE = "src/\n├── cart.py\n├── rules.py\n└── mail.py\n"

MARKED = (
    ("The folder contains `src/cart.py`, `src/rules.py` and `src/mail.py`.", FILES),
    ("- Files: `src/cart.py`, `src/rules.py`, `src/mail.py`", FILES),
    (TREE, FILES),
    ("The project uses Django 4.2.", VERSION),
    ("- `click` version 8.1.7", VERSION),
    ("Dependencies: `zod@3.22`, `react@18.2.0`", VERSION),
    ("`load_rules(path: str) -> list` takes the path and returns a list", SIGNATURE),
    ("Signature: `def total_price(items, tax)`", SIGNATURE),
    ("Scripts: `npm run build`, `npm run lint`, `npm run dev`", SCRIPTS),
)

KEPT = (
    "We prefer tabs over spaces.",
    "`click` is pinned to 8.1.7 because 8.2 breaks completion.",
    "Do not upgrade Django 4.2.",
    "`src/cart.py`, `src/rules.py` and `src/mail.py` are owned by Ann.",
    "Start with `src/cart.py`.",
    "`load_rules(path)` must be called once",
    "`load_rules(path)` caches what it read",
    "Run `npm run build`, `npm run lint`, `npm run dev` in this order, before every commit",
    "Ann wants `src/a.py`, `src/b.py`, `src/c.py` to be merged",
    "The cart rounds half up, as the tax office asks.",
    "We use `click`.",
    "",
)


@pytest.mark.parametrize(("statement", "expected"), MARKED)
def test_it_can_be_read_again(statement: str, expected: str) -> None:
    assert reason(statement) == expected


@pytest.mark.parametrize("statement", KEPT)
def test_it_says_more(statement: str) -> None:
    assert reason(statement) == ""


def test_a_note_is_marked_line_by_line_and_drawing_by_drawing() -> None:
    note = f"# Shop\n\nBuilt with Django 4.2\nAnn prefers small commits.\n\n```\n{TREE}```\n"
    assert [(note[d.start : d.end], d.reason) for d in derivable(note)] == [
        (f"```\n{TREE}```", FILES),
        ("Built with Django 4.2", VERSION),
    ]
