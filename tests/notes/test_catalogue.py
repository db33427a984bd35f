"""The pages of an index: every note of a group is on just one of them, reached from the first, whatever its name."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.records.documents import Described, Listed
from reverie.render import catalogue
from reverie.tools.listing import Rolled

_LINK = re.compile(r"\]\(((?:\.\./)*)([^)]+)\)")
names = st.lists(st.text("abAB-_é=字.", min_size=1, max_size=5), max_size=40, unique=True)


def roll(called: list[str]) -> Rolled:
    return Rolled(Listed("memory", f"{name}.md", 1, "", Described("note", name)) for name in called)


def read(pages: dict[str, str], path: str) -> list[str]:
    """The notes one gets to from a page."""
    found: list[str] = []
    for up, target in _LINK.findall(pages[path]):
        found += [unquote(target)] if up else read(pages, f"{path.rpartition('/')[0]}/{unquote(target)}")
    return found


@settings(deadline=None)
@given(names)
def test_every_note_stands_on_one_page(called: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "LONGEST", 3)
        pages = catalogue.pages(roll(called), [catalogue.UNTYPED], ())
    assert sorted(read(pages, "index/other.md")) == sorted(f"{name}.md" for name in called)


@settings(deadline=None)
@given(names, st.integers(0, 39))
def test_what_is_made_for_one_note_is_what_is_made_for_all(called: list[str], at: int) -> None:
    """Only the pages that may list it are made anew, and they come out the same."""
    if not called:
        return
    touched = called[at % len(called)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "LONGEST", 3)
        whole = catalogue.pages(roll(called), [catalogue.UNTYPED], ())
        some = catalogue.pages(roll(called), [catalogue.UNTYPED], set(whole), catalogue.touched_by([f"{touched}.md"]))
    assert some.items() <= whole.items()
    assert any(f"{touched}.md" in unquote(text) for text in some.values())
