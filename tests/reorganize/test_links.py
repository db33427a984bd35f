"""Links to notes that leave lead to the note that took them over; an index no longer lists what is gone."""

from __future__ import annotations

from reverie.layouts.files import CLAUDE_CODE
from reverie.records.changes import Move
from reverie.records.documents import Address, Document
from reverie.tidying.links import Leaving, relinked
from tests.reorganize.house import DEPLOY, House

OLD, NEW, GONE, PAGE = (Address("notes", path) for path in ("old.md", "new.md", "gone.md", "sub/page.md"))


def relinked_in(address: Address, text: str) -> str:
    return relinked(Document(address, text.encode()), Leaving({OLD: NEW, GONE: None}), CLAUDE_CODE).decode()


def test_links_of_every_kind_follow() -> None:
    home = Address("notes", "home.md")
    assert relinked_in(home, 'see [a](old.md) and [b](<old.md> "t")\n') == 'see [a](new.md) and [b](<new.md> "t")\n'
    assert relinked_in(home, "see [[old]] and [[old|that]]\n") == "see [[new]] and [[new|that]]\n"
    assert relinked_in(home, "[x](gone.md), [[gone]], [y](https://old.md)\n") == "x, gone, [y](https://old.md)\n"
    assert relinked_in(PAGE, "[a](../old.md)\n") == "[a](../new.md)\n"
    assert relinked_in(NEW, "as [before](old.md)\n") == "as before\n"


def test_an_index_loses_lines_of_what_left_and_keeps_its_own_words() -> None:
    index = Address("notes", "MEMORY.md")
    text = "# Mine\n\nRead [this](old.md) first.\n- [Old](old.md) — hook\n- [New](new.md) — hook\n- [Gone](gone.md)\n"
    assert relinked_in(index, text) == "# Mine\n\nRead [this](new.md) first.\n- [New](new.md) — hook\n"
    assert relinked_in(index, "- [Old](old.md) — hook\n") == "- [Old](new.md) — hook\n"


def test_what_reverie_makes_into_a_page_is_left_to_be_made_anew() -> None:
    block = "<!-- reverie:begin -->\n- [Old](old.md)\n<!-- reverie:end -->\n"
    assert relinked_in(Address("notes", "MEMORY.md"), block) == block


def test_no_link_is_broken_in_a_memory_another_agent_owns(claudes: House) -> None:
    claudes.note("project_staging", *DEPLOY)
    claudes.note("project_staging_again", *DEPLOY)
    claudes.note("project_map", "Deploys: [one](project_staging.md), [[project_staging_again]].")
    (claudes.folder / "MEMORY.md").write_text(
        "# Index\n\n- [Staging](project_staging.md) — deploys\n- [Again](project_staging_again.md) — deploys\n"
    )
    proposal = claudes.propose(0.7)
    before = claudes.tree()
    claudes.accept(proposal.id)
    kept = next(name for name in claudes.active() if name.startswith("project_staging"))
    gone = ({"project_staging", "project_staging_again"} - {kept}).pop()
    for name in ("MEMORY.md", "project_map.md"):
        text = (claudes.folder / name).read_text()
        assert f"{gone}.md" not in text
        assert f"[[{gone}]]" not in text
        assert kept in text
    claudes.store.undo(None, by="ada", at=claudes.now)
    assert claudes.tree() == before


def test_a_link_by_title_follows_as_well(house: House) -> None:
    house.note("staging", *DEPLOY, name="Staging deploys")
    house.note("again", *DEPLOY, name="How we deploy")
    page = house.note("map", "Read [[how we deploy]] or [[Staging deploys|that]] first.")
    before = page.read_text()
    house.accept(house.propose(0.7).id)
    (kept,) = {"staging", "again"} & set(house.active())
    other = "[[how we deploy]]" if kept == "again" else f"[[{kept}]]"
    that = "[[Staging deploys|that]]" if kept == "staging" else f"[[{kept}|that]]"
    assert f"- Read {other} or {that} first.\n" in page.read_text()
    house.store.undo(None, by="ada", at=house.now)
    assert page.read_text() == before


def test_a_title_that_another_note_has_too_is_left_alone(house: House) -> None:
    house.note("staging", *DEPLOY, "Ask Grace.", name="deploys")
    house.note("again", *DEPLOY, name="deploys now")
    house.note("other", "The moon is far.", name="deploys now")
    page = house.note("map", "Read [[deploys now]].")
    house.accept(house.propose(0.7).id)
    assert "[[deploys now]]" in page.read_text()


def test_a_note_that_a_pinned_one_names_by_its_title_stays(house: House) -> None:
    house.note("staging", *DEPLOY, "Ask Grace.", name="Staging deploys")
    house.note("again", *DEPLOY, name="How we deploy")
    id = house.propose(0.7).id
    house.note("map", "Read [[Staging deploys]].", pinned="true")
    assert "is pinned or static, and links to memory:staging.md" in house.table.blocked(house.paper(id).proposal)[1]
    leaving = [e.source.name for m in house.think(0.7).mutations for e in m.step.edits if isinstance(e, Move)]
    assert "staging.md" not in leaving
