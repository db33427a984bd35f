"""The roll of a root: what the index answers is what one would find by listing everything."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts.registry import LAYOUTS
from reverie.records.roll import Roll, key_of
from reverie.store.folder import FolderStore
from reverie.store.roots import Root
from reverie.store.work import Without
from reverie.tools.listing import Rolled

AGENT = LAYOUTS["agent"]
NAMES = ["a", "b", "ab", "abc", "B", "é", "a-1", "a_1", "z=", "in/a", "in/b", "in/deep/c", "字", "x.y"]
DATES = ["", "1998-03-01", "2026-01-02", "2026-01-03"]

note = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["", "user", "project"]),
        "created": st.sampled_from(DATES),
        "pinned": st.sampled_from(["", "true"]),
        "status": st.sampled_from(["", "", "superseded"]),
        "valid_until": st.sampled_from(["", "", "2027-01-01"]),
        "doubt": st.sampled_from(["", "", "it is gone"]),
    }
)
notes = st.dictionaries(st.sampled_from(NAMES), note, max_size=len(NAMES))
bounds = st.sampled_from(["", "a", "a!", "a~", "ab", "b", "in", "z", "~"])


def written(folder: Path, found: dict[str, dict[str, str]]) -> FolderStore:
    for name, header in found.items():
        path = folder / "memory" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{key}: {value}" for key, value in header.items() if value]
        path.write_text("\n".join(["---", f"name: {name}", *lines, "---", "", f"Of {name}.", ""]))
    return FolderStore([Root("memory", folder / "memory")], folder / "local", describe=AGENT.describe)


def told(roll: Roll, low: str, high: str) -> list[object]:
    asked = [(type, low, high) for type in ("", "user", "project", "none")]
    return [
        roll.counts(),
        roll.watched(),
        roll.at([*(f"{name}.md" for name in NAMES), "../a.md", "none.md", "\ud800.md"]),
        *(roll.newest(count) for count in (0, 1, 3, 99)),
        *((roll.count(*one), roll.first(*one), roll.last(*one), roll.between(*one)) for one in asked),
    ]


@settings(max_examples=60, deadline=None)
@given(notes, bounds, bounds, st.sets(st.sampled_from(NAMES)))
def test_the_index_tells_what_a_listing_tells(
    found: dict[str, dict[str, str]], low: str, high: str, leaving: set[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = written(Path(folder), found)
        gone = {f"{name}.md" for name in leaving}
        listed = list(store.scan("memory"))
        assert told(store.roll("memory"), low, high) == told(Rolled(listed), low, high)
        assert told(store.glance().roll("memory", gone), low, high) == told(Rolled(listed, gone), low, high)
        assert told(Without(store, set()).roll("memory"), low, high) == told(Rolled(listed), low, high)
        store.close()


def test_the_roll_of_a_glance_is_as_it_was_when_last_looked_at(tmp_path: Path) -> None:
    store = written(tmp_path, {"a": {"type": "user"}})
    store.changed()
    written(tmp_path, {"b": {"type": "user"}})
    assert store.glance().roll("memory").counts() == {"user": 1}
    assert store.roll("memory").counts() == {"user": 2}


def test_an_index_that_lacks_a_column_is_made_anew(tmp_path: Path) -> None:
    """It says it is ours, so its version does not tell."""
    written(tmp_path, {"a": {"type": "user"}}).changed()
    with closing(sqlite3.connect(tmp_path / "local" / "cache" / "index.sqlite")) as db:
        db.execute("drop index by_name")
        db.execute("alter table documents drop column key")
    store = written(tmp_path, {"b": {"type": "user"}})
    assert store.roll("memory").counts() == {"user": 2}
    assert store.roll("memory").first("user", "", "~") == "a.md"
    assert "made anew" in store.index.rebuilt


def test_a_key_has_plain_letters_and_sorts_between_the_bounds() -> None:
    assert [key_of(f"in/{name}.md") for name in ("aB-1_", "é", "x.y")] == ["ab-1_", "=c3=a9", "x=2ey"]
    assert all("!" < letter < "~" for name in NAMES for letter in key_of(f"{name}.md"))
