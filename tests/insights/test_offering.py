"""An insight that says how something is offers itself as a note, once, and a person decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reverie import wiring
from reverie.insights import is_noteworthy
from reverie.layouts import insightfile, proposals
from reverie.records.insights import Insight, Type
from reverie.records.proposals import DECLINED, OPEN, Proposal
from tests.cli.shell import Shell
from tests.store.builders import tree
from tests.transcripts.nights import World

NAMES = ("aaaa1111", "bbbb2222", "cccc3333", "dddd4444", "eeee5555")


def session(world: World, name: str, tree: str = ".trees") -> None:
    """Work in a worktree."""
    talk = world.session(name, world.repo / tree / name).says("please make the header blue").answers("I will.")
    talk.runs("npm test", f"{name}-1").answers("Done, the header is blue.").write(world.sessions)


def about(world: World, start: str = "worktree:") -> Insight:
    rows = insightfile.filed(wiring.open_store(world.project))
    return next(one for _, one in rows if one.about.startswith(start))


def offers(world: World) -> list[Proposal]:
    return [one for _, one in proposals.filed(wiring.open_store(world.project), private=False)]


@pytest.fixture
def told(world: World) -> World:
    for name in NAMES:
        session(world, name, ".worktrees")
    world.dream()
    return world


def test_it_is_offered_once_and_a_second_night_changes_nothing(told: World) -> None:
    (offer,) = offers(told)
    assert (offer.status, offer.maker, offer.kinds) == (OPEN, "insights", ("note",))
    assert about(told).offered == f"note, proposal {offer.id}"
    assert told.notes() == []
    before = tree(told.project.agent / "memory"), tree(told.project.agent / "dream")
    assert not told.dream(again=True).changed
    assert (tree(told.project.agent / "memory"), tree(told.project.agent / "dream")) == before


def test_a_yes_makes_the_note_in_an_agents_words_and_undo_takes_it_back(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    (offer,) = offers(told)
    shell("reorganize", "accept", offer.id[:6], HOME=home)
    assert told.notes() == ["Work is done in git worktrees, in `.worktrees/`."]
    assert told.holds("origin: agent")
    assert told.holds("[Work is done in git worktrees")  # the index leads there
    shell("undo", HOME=home)
    assert told.notes() == []
    assert offers(told)[0].status == OPEN


def test_a_no_is_final(told: World) -> None:
    (offer,) = offers(told)
    Shell(told.repo)("reorganize", "reject", offer.id, "--reason", "said in CONTRIBUTING already", HOME=str(told.home))
    session(told, "ffff6666", ".worktrees")
    told.dream(again=True)
    assert len(about(told).sessions) == 6
    assert [one.status for one in offers(told)] == [DECLINED]


def test_what_is_dismissed_takes_its_offer_along(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    shell("insights", "dismiss", about(told).id, "--reason", "worktrees were given up in spring", HOME=home)
    assert [one.status for one in offers(told)] == [DECLINED]
    assert not told.dream(again=True).changed
    shell("undo", HOME=home)
    assert [one.status for one in offers(told)] == [OPEN]


def test_what_a_note_says_already_is_not_offered(world: World) -> None:
    said = "Work is done in git worktrees, in `.worktrees/`."
    Shell(world.repo)("remember", said, "--type", "project", HOME=str(world.home))
    for name in NAMES:
        session(world, name, ".worktrees")
    world.dream()
    assert about(world).offered == ""
    assert offers(world) == []


def test_undoing_the_night_takes_the_offer_along_and_it_stays_away(told: World) -> None:
    Shell(told.repo)("undo", HOME=str(told.home))
    assert offers(told) == []
    report = told.dream(again=True)
    assert offers(told) == []
    assert not report.thought.insights  # what is held back is no news
    assert report.offers.proposed == ()


def test_a_crafted_offer_may_make_a_new_note_and_nothing_else(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    (offer,) = offers(told)
    file = told.project.agent / "dream" / "proposals" / f"{offer.id}.md"
    file.write_text(file.read_text().replace("memory:work-done", "agent:config"))
    assert "may not" in shell("reorganize", "accept", offer.id, code=1, HOME=home).talk
    assert told.notes() == []


@pytest.mark.parametrize(
    ("kind", "text", "offered"),
    [
        ("worktree:.trees", "Some work is done in git worktrees, in `.trees/`: 5 of 6 sessions.", True),
        ("worktree:.trees", "Some work is done in git worktrees, in `.trees/`: 5 of 60 sessions.", False),
        ("subject:draft", "`saveDraft()` was explained anew in 3 sessions: “It writes the draft first”.", True),
        ("subject:draft", "`saveDraft()` was explained anew in 3 sessions: “It never writes the draft”.", False),
        ("finding:draft", "The draft isn't written (found out anew in 4 sessions).", False),
    ],
)
def test_only_what_is_usual_and_no_fault_is_offered_as_a_note(told: World, kind: str, text: str, offered: bool) -> None:
    one = replace(about(told), about=kind, text=text, type=Type.PATTERN, advice="")
    assert is_noteworthy(one) is offered
