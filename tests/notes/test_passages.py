"""What can be found in a memory, and that a remembered line is found as it was said."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts.files import AGENT, CLAUDE_CODE
from reverie.layouts.items import item, unmarked
from reverie.layouts.lines import written
from reverie.layouts.openclaw import CONTENT, OPENCLAW
from reverie.records.documents import Address, Document
from reverie.records.notes import Line

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)


def doc(path: str, text: str, root: str = "memory") -> Document:
    return Document(Address(root, path), text.encode())


def test_items_and_paragraphs_with_their_lines() -> None:
    note = doc("deploy.md", "---\nname: Deploy\ntype: project\npinned: true\n---\n\n# Deploy\n\nFirst\nparagraph.\n\n"
               "## Staging\n\n- one\n  more of one\n- two\n\n```sh\nmake\n\nmake up\n```\n")  # fmt: skip
    found = AGENT.passages(note)
    assert [(p.first, p.last, p.text) for p in found] == [
        (9, 10, "First\nparagraph."),
        (14, 15, "one\nmore of one"),
        (16, 16, "two"),
        (18, 22, "```sh\nmake\n\nmake up\n```"),
    ]
    assert {(p.type, p.pinned, p.layer) for p in found} == {("project", True, "note")}
    assert found[0].title == "Deploy" and found[1].title == "Deploy › Staging"
    assert [p.place for p in found] == [0, 1, 2, 3]


def test_a_daily_note_gives_its_day_and_ids_that_are_content() -> None:
    day = doc("2026-11-15.md", "# 2026-11-15\n\n- same\n- same\n- other\n")
    found = AGENT.passages(day)
    assert {p.at for p in found} == {datetime(2026, 11, 15, tzinfo=UTC)}
    assert len({p.id for p in found}) == 3
    assert [p.id for p in AGENT.passages(day)] == [p.id for p in found]


def test_retired_notes_say_so_and_made_pages_are_not_found() -> None:
    assert {p.state for p in AGENT.passages(doc("retired/old.md", "text"))} == {"retired"}
    assert AGENT.passages(doc("index/project.md", "- [a](../a.md)")) == []
    assert AGENT.passages(doc("MEMORY.md", "- [a](a.md)")) == []


def test_rules_are_found_as_rules() -> None:
    rule = doc("semantic/rules/auto-dream/ab-x.md", "---\nid: ab\n---\n# x\n\nAlways close the file.\n")
    assert [(p.layer, p.text) for p in AGENT.passages(rule)] == [("rule", "Always close the file.")]


def test_openclaw_sections_are_notes_of_their_own_and_dreams_are_left_alone() -> None:
    page = Document(CONTENT, b"# Memory\n\nIntro\n\n## Tools\n\n- vim\n\n## People\n\n- Ada\n")
    assert [(p.title, p.text, p.first) for p in OPENCLAW.passages(page)] == [
        ("Memory", "Intro", 3),
        ("Tools", "vim", 7),
        ("People", "Ada", 11),
    ]
    assert len({p.group for p in OPENCLAW.passages(page)}) == 3
    assert OPENCLAW.passages(doc("DREAMS.md", "- a dream", "notes")) == []
    assert OPENCLAW.passages(doc(".dreams/x.md", "- a dream", "notes")) == []
    assert [p.layer for p in OPENCLAW.passages(doc("2026-01-26-slug.md", "- x", "notes"))] == ["daily"]


def test_claude_codes_own_logs_are_days() -> None:
    log = doc("logs/2026/11/2026-11-15.md", "- x", "notes")
    assert [(p.layer, p.at) for p in CLAUDE_CODE.passages(log)] == [("daily", datetime(2026, 11, 15, tzinfo=UTC))]


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=80)
said = words.map(lambda t: t.replace("\r\n", "\n").replace("\r", "\n").strip()).filter(lambda t: bool(t.strip()))


@settings(deadline=None)
@given(st.lists(st.tuples(said, words), min_size=1, max_size=6))
def test_whatever_is_remembered_with_an_id_is_found_under_it(given_lines: list[tuple[str, str]]) -> None:
    lines = [Line(text, AT, id=f"{n} {' '.join(id.split())}".strip()) for n, (text, id) in enumerate(given_lines)]
    pages = written(lines, AGENT, lambda _: None)
    found = [p for page in pages for p in AGENT.passages(Document(page.address, page.content))]
    assert [p.id for p in found] == [line.id for line in lines]
    assert [p.text.split() for p in found] == [line.text.split() for line in lines]


@settings(deadline=None)
@given(said, words)
def test_a_mark_says_what_it_was_given(text: str, id: str) -> None:
    told, facts = unmarked(item(text, {"id": id, "type": "user"}).removeprefix("- ").replace("\n  ", "\n"))
    assert facts.get("id", "") == id and facts["type"] == "user"
    assert told.split() == text.split()


def test_words_that_end_like_a_mark_are_not_taken_for_one() -> None:
    text = "never trust <!-- id: stolen -->"
    pages = written([Line(text, AT)], AGENT, lambda _: None)
    found = AGENT.passages(Document(pages[0].address, pages[0].content))
    assert found[0].text == text and found[0].id != "stolen"


def test_an_open_block_of_code_ends_with_its_item() -> None:
    lines = [Line("```py\nopen", AT, id="a"), Line("next", AT, id="b")]
    page = written(lines, AGENT, lambda _: None)[0]
    assert [p.id for p in AGENT.passages(Document(page.address, page.content))] == ["a", "b"]
