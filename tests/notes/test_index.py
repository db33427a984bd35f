"""MEMORY.md: short enough to be loaded whole, every note reachable, people's words kept, small changes small."""

from __future__ import annotations

import difflib
import posixpath
import re
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest

from reverie.layouts.files import AGENT
from reverie.layouts.lines import steps, written
from reverie.records.changes import ChangeSet
from reverie.records.notes import Line
from reverie.render import edit
from reverie.render.index import BYTES, LINES
from reverie.render.pointers import WIDTH, Entry, pointer, targets
from tests.notes.memory import AT, CLAUDE_CODE, Memory, note

_LINK = re.compile(r"\]\(([^)]+)\)")


def many(count: int) -> dict[str, str]:
    first = date(2024, 1, 1)
    types = ("project", "feedback", "reference", "user")
    return {
        f"{types[n % 4]}_topic_{n:05d}.md": note(
            f"Topic {n}", f"a fairly long hook about topic number {n} and what was decided there, with reasons " * 2,
            types[n % 4], (first + timedelta(days=n % 700)).isoformat(),
        )
        for n in range(count)
    }  # fmt: skip


def reachable(memory: Memory) -> set[str]:
    """Every file one gets to from MEMORY.md by following links."""
    seen: set[str] = set()
    waiting = ["MEMORY.md"]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        text = memory.text(here)
        assert text, f"{here} is linked to and not there"
        if here == "MEMORY.md" or here.startswith("index/"):
            waiting += [
                posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(t))) for t in _LINK.findall(text)
            ]
    return seen


def changed_lines(old: str, new: str) -> int:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return sum(line[:1] in "+-" and not line.startswith(("+++", "---")) for line in lines)


def within(text: str) -> bool:
    return text.count("\n") <= LINES and len(text.encode()) <= BYTES


def test_a_note_is_one_line() -> None:
    memory = Memory()
    memory.put({"deploy.md": note("Deploy", "staging needs the VPN")})
    assert "\n- [Deploy](deploy.md) — staging needs the VPN\n" in memory.text()


def test_it_comes_and_goes_with_the_note() -> None:
    memory = Memory()
    memory.put({"a.md": note("A")})
    before = memory.text()
    memory.put({"b.md": note("B")})
    memory.undo()
    assert memory.text() == before


def test_a_long_line_is_cut_at_a_word() -> None:
    line = pointer(Entry("a.md", "A [title] (x)", "word " * 100))
    assert len(line) <= WIDTH + 2 and line.endswith("word…") and line.startswith("- [A \\[title\\] (x)](a.md) — ")


def test_daily_notes_leave_the_index_alone() -> None:
    memory = Memory()
    memory.put({"2026-11-15.md": "- x\n"})
    assert memory.text() == ""


def test_more_notes_than_fit_are_all_reachable_and_the_index_stays_short() -> None:
    memory = Memory()
    notes = many(1200)
    memory.put(notes)
    text = memory.text()
    assert within(text)
    assert max(map(len, text.splitlines())) <= WIDTH + 2
    assert reachable(memory) >= set(notes)
    shown = sum(line.startswith("- [Topic") for line in text.splitlines())
    left = sum(int(found) for found in re.findall(r"\[(\d+) more: ", text))
    assert shown + left == 1200 and shown > 150


def test_one_more_note_among_ten_thousand_changes_few_lines() -> None:
    memory = Memory()
    memory.put(many(10_000))
    for name, most in (("feedback_topic_05000b", 12), ("project_of_another_kind", 60), ("project_of_that_kind", 12)):
        made = [a for a in memory.store._documents if memory.layout.kind_of(a) in ("index", "page")]
        before = {a.path: memory.text(a.path) for a in made}
        assert within(before["MEMORY.md"])
        receipt = memory.put({f"{name}.md": note(name, type=name.partition("_")[0], created="2026-11-15")})
        changed = {a.path: changed_lines(before.get(a.path, ""), memory.text(a.path)) for a in receipt.rendered}
        assert f"({name}.md)" in memory.text()
        assert changed["MEMORY.md"] <= 8
        assert sum(changed.values()) <= most, changed  # a name unlike all others opens a branch, once
        assert f"{name}.md" in reachable(memory)


def test_what_is_of_use_is_shown_first() -> None:
    notes = many(600)
    notes["aaa_pinned.md"] = note("Pinned", created="2001-01-01", more="pinned: true\n")
    notes["aaa_recalled.md"] = note("Recalled", created="2024-01-01")
    notes["aaa_old.md"] = note("Old", created="2001-01-01")
    memory = Memory(recalls={"aaa_recalled.md": 2**30})
    memory.put(notes)
    text = memory.text()
    assert "(aaa_pinned.md)" in text and "(aaa_recalled.md)" in text and "(aaa_old.md)" not in text
    assert "aaa_old.md" in reachable(memory)


def test_deprecated_notes_are_not_listed() -> None:
    memory = Memory()
    memory.put({"a.md": note("A"), "b.md": note("B", more="status: superseded\n")})
    assert "(a.md)" in memory.text() and "(b.md)" not in memory.text()


def test_what_people_wrote_stays_byte_for_byte_and_is_not_listed_twice() -> None:
    memory = Memory()
    mine = "\ufeff# Our memory\r\n\r\n- always [deploy](deploy.md) with care\r\n"
    memory.put({"MEMORY.md": mine, "deploy.md": note("Deploy"), "other.md": note("Other")})
    text = memory.text()
    assert text.startswith(mine)
    assert text.count("deploy.md") == 1 and "(other.md)" in text


def test_words_written_into_the_block_are_kept() -> None:
    memory = Memory()
    memory.put({"a.md": note("A")})
    edited = memory.text().replace("<!-- reverie:end -->", "- Claude added this fact\n<!-- reverie:end -->")
    memory.put({"MEMORY.md": edited, "b.md": note("B")})
    memory.put({"c.md": note("C")})
    text = memory.text()
    assert text.count("- Claude added this fact") == 1
    assert all(text.count(f"({name}.md)") == 1 for name in "abc")


def test_where_people_filled_the_index_ours_stands_at_the_top() -> None:
    memory = Memory()
    mine = "# Ours\n\n" + "- a fact of somebody\n" * 249
    memory.put({"MEMORY.md": mine, "a.md": note("A")})
    text = memory.text()
    assert text.index("(a.md)") < 400
    assert edit.remove(text.encode()).decode() == mine


def test_in_another_agents_index_only_what_was_asked_for_is_added() -> None:
    memory = Memory(CLAUDE_CODE)
    mine = "# Index\n\n- [Kept](kept.md) — as it is\n- [Broken](gone.md)\n"
    memory.put({"MEMORY.md": mine})
    memory.store._documents[next(iter(memory.store._documents))] = mine.encode()
    for path in ("kept.md", "orphan.md"):
        memory.store._documents[type(memory.index.address)("notes", path)] = note(path).encode()
    memory.put({"project_new.md": note("New")})
    text = memory.text()
    assert text.startswith(mine)
    assert "(project_new.md)" in text and "orphan.md" not in text
    memory.undo()
    assert memory.text() == mine


def test_a_second_time_changes_nothing() -> None:
    memory = Memory()
    memory.put(many(700))
    assert list(memory.index.render(memory.store, list(memory.store._documents))) == []


def test_links_are_found_however_they_are_written() -> None:
    text = "[a](a.md) [b](./b.md#x) [c](<c d.md>) [[e]] [[f|F]] [g](g%20h.md)"
    assert targets(text) == {"a.md", "b.md", "c d.md", "e.md", "f.md", "g h.md"}


@pytest.mark.parametrize("title", ["The port of servers[0] is 9016", r"C:\temp\ is full", "[draft] plan", "a]b[c"])
def test_a_line_of_the_index_is_found_again_whatever_the_title(title: str) -> None:
    assert targets(pointer(Entry("x.md", title))) == {"x.md"}


def test_names_of_any_script_get_pages_of_their_own() -> None:
    memory = Memory()
    notes = {f"{chr(0x4E00 + n)}{n}.md": note(f"名{n}") for n in range(900)}
    memory.put(notes)
    assert within(memory.text()) and reachable(memory) >= set(notes)


def test_recalls_of_this_machine_count(tmp_path: Path) -> None:
    from reverie import wiring
    from reverie.records.recalls import LOG, Question, Recall
    from reverie.remember.recalls import to_record

    folder = tmp_path / ".agent" / "memory"
    folder.mkdir(parents=True)
    for path, text in {**many(300), "aaa_asked.md": note("Asked", created="2023-12-01")}.items():
        (folder / path).write_text(text)
    project = wiring.find_project(tmp_path)
    store = wiring.open_store(project)

    def shown() -> bool:
        lines = [Line("x", AT, topic=f"t{len(list(folder.iterdir()))}")]
        store.apply(ChangeSet("t", "ada", AT, steps(written(lines, AGENT, store.read), "r")))
        return "(aaa_asked.md)" in (folder / "MEMORY.md").read_text()

    assert not shown()
    asked = [
        Recall("p", "memory:aaa_asked.md", 1, 1, "x", "note", Question(f"{n:012x}"), 0.9, AT + timedelta(minutes=n))
        for n in range(2**10)
    ]
    store.append(LOG, [to_record(recall, "agent") for recall in asked])
    assert shown()  # ten doublings are three hundred days
