"""Links to notes that leave lead to the note that took them over; an index no longer lists what is gone."""

from __future__ import annotations

from reverie.layouts.files import CLAUDE_CODE
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
