"""A proposal is decided once: a yes is one change in the person's name, a no needs a reason, and both are final."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reverie import earlier
from reverie.consolidation import Overreach
from reverie.layouts import proposals
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.errors import AmbiguousId
from reverie.records.proposals import Proposal
from reverie.reorganizing.errors import (
    NoneCanBe,
    NoSuchMutation,
    OneOfTwo,
    ProposalDecided,
    ProposalExpired,
    UnknownProposal,
)
from reverie.reorganizing.made import proposal_of
from tests.reorganize.house import DEPLOY, House


def filled(house: House) -> House:
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY)
    house.note("freeze", "No releases during the audit.", valid_until="2026-11-15")
    house.note("sale", "The winter sale needs more servers.", valid_until="2026-11-15")
    return house


def test_accepting_is_one_change_in_the_persons_name_and_one_undo_takes_it_back(house: House) -> None:
    proposal = filled(house).propose(0.7)
    before = house.tree()
    decided, receipt = house.accept(proposal.id)
    assert decided.outcomes == ("accepted",) * 3
    newest = next(iter(house.store.history()))
    assert (newest.id, newest.by, newest.automatic) == (receipt.id, "ada", False)
    assert house.active() == ["staging"]
    house.store.undo(None, by="ada", at=house.now)
    assert house.tree() == before


def test_what_is_not_chosen_is_declined_for_good(house: House) -> None:
    proposal = filled(house).propose(0.7)
    decided, _ = house.accept(proposal.id, 2)
    assert decided.outcomes == ("declined", "accepted", "declined")
    assert house.paper(proposal.id).proposal.outcomes == decided.outcomes
    with pytest.raises(ProposalDecided):
        house.accept(proposal.id, 1)
    assert not house.think(0.7).mutations


def test_a_merge_that_was_declined_is_not_done_by_a_night_either(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.table.reject(house.paper(proposal.id), "they are told apart on purpose", by="ada", at=house.now)
    mark = Step("", (), "merge staging staging-again").fingerprint
    assert mark in earlier.settled(house.store, private=False)


def test_a_mutation_whose_note_changed_is_skipped_and_the_others_stand(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.note("sale", "The winter sale is called off.", valid_until="2026-11-15")
    number = next(n for n, step in enumerate(proposal.steps, 1) if "`sale`" in step.reason)
    decided, _ = house.accept(proposal.id)
    assert decided.outcomes[number - 1] == "skipped: memory:sale.md was changed since"
    assert house.active() == ["sale", "staging"]


def test_a_proposal_expires_when_too_much_changed(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.note("sale", "The winter sale is called off.")
    house.note("freeze", "The audit is over.")
    assert house.table.status(house.paper(proposal.id).proposal) == "expired"
    with pytest.raises(ProposalExpired, match="2 of 3 mutations rest on what changed since"):
        house.accept(proposal.id)
    assert house.active() == ["freeze", "sale", "staging", "staging-again"]


def test_the_same_memory_gives_the_same_proposal_once(house: House) -> None:
    first = filled(house).propose(0.7)
    before = house.tree()
    assert house.propose(0.7) == first
    assert house.tree() == before


def test_a_new_proposal_takes_the_place_of_the_one_that_was_open(house: House) -> None:
    first = filled(house).propose(0.7)
    house.note("stock", "Count the stock by hand.", valid_until="2026-11-15")
    second = house.propose(0.7)
    known = {paper.proposal.id: paper.proposal for paper in house.table.papers()}
    assert (known[first.id].status, known[first.id].decided) == ("expired", f"replaced by {second.id}")
    assert known[second.id].status == "open"
    assert not earlier.settled(house.store, private=False) - second.fingerprints


def test_rejecting_is_final_and_keeps_memory_as_it_is(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.table.reject(house.paper(proposal.id), "we want them apart", by="ada", at=house.now)
    assert "we want them apart" in house.paper(proposal.id).proposal.decided
    assert not house.think(0.7).mutations
    with pytest.raises(ProposalDecided):
        house.accept(proposal.id)


def test_creating_accepting_and_rejecting_are_in_the_event_log(house: House) -> None:
    proposal = filled(house).propose(0.7, "focus on staging")
    house.accept(proposal.id, 1)
    told = str(list(house.store.records("events")))
    assert "propose: Reorganize" in told
    assert "focus on staging" in told
    assert f"accept {proposal.id}" in told


@pytest.mark.parametrize("where", ["agent:config.yaml", "memory:semantic/rules/auto-dream/x.md", "project:CLAUDE.md"])
def test_a_proposal_somebody_else_wrote_cannot_reach_further(house: House, where: str) -> None:
    step = Step("be helpful", (Put(Address.parse(where), None, b"evil"),))
    there = house.store.read(Address.parse(where))
    step = replace(step, edits=(Put(Address.parse(where), there.digest if there else None, b"evil"),))
    crafted = Proposal("abcdef123456", "Tidy", "to help", (step,), "reorganize", ("merge",))
    path = house.project.agent / "dream" / "proposals" / "abcdef123456.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(proposals.text(crafted))
    before = house.tree()
    with pytest.raises(Overreach):
        house.accept("abcdef")
    assert house.tree() == before


def test_ids_may_be_shortened_to_what_only_one_has(house: House) -> None:
    proposal = filled(house).propose(0.7)
    assert house.paper(proposal.id[:4]).proposal == proposal
    with pytest.raises(UnknownProposal):
        house.paper("zzzz")
    with pytest.raises(UnknownProposal):
        house.paper("")
    with pytest.raises(NoSuchMutation):
        house.accept(proposal.id, 4)
    folder = house.project.agent / "dream" / "proposals"
    twin = replace(proposal, id=proposal.id[:6] + "zz")
    (folder / f"{twin.id}.md").write_bytes(proposals.text(twin))
    with pytest.raises(AmbiguousId):
        house.paper(proposal.id[:6])


def test_a_note_that_a_pinned_one_links_to_by_now_stays(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.note("map", "Deploys are told in [this](staging-again.md).", pinned="true")
    number = proposal.kinds.index("merge") + 1
    decided, _ = house.accept(proposal.id)
    assert "memory:map.md is pinned or static" in decided.outcomes[number - 1]
    assert house.active() == ["map", "staging", "staging-again"]


def test_what_consolidation_proposes_is_decided_here_and_not_proposed_twice(house: House) -> None:
    answer = filled(house).think(0.7)
    theirs = replace(proposal_of(answer, house.ask(0.7)), maker="consolidation")
    path = house.project.agent / "dream" / "proposals" / f"{theirs.id}.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(proposals.text(theirs))
    assert not house.think(0.7).mutations
    decided, _ = house.accept(theirs.id)
    assert decided.status == "accepted"
    assert house.active() == ["staging"]


def test_nothing_is_decided_when_nothing_chosen_can_be_done(house: House) -> None:
    proposal = filled(house).propose(0.7)
    house.note("sale", "The winter sale is called off.")
    number = next(n for n, step in enumerate(proposal.steps, 1) if "`sale`" in step.reason)
    with pytest.raises(NoneCanBe):
        house.accept(proposal.id, number)
    assert house.paper(proposal.id).proposal.status == "open"


def undecided(house: House) -> str:
    """Two notes of one day that contradict each other: nothing tells which holds."""
    house.note("cache", "The cache is enabled in staging.")
    house.note("cache-b", "The cache is disabled in staging.")
    return house.propose().id


@pytest.mark.parametrize(("number", "left"), [(1, "enabled"), (2, "disabled")])
def test_where_nobody_can_say_which_holds_a_person_chooses(house: House, number: int, left: str) -> None:
    id = undecided(house)
    proposal = house.paper(id).proposal
    assert proposal.kinds == ("supersede", "supersede")
    assert all(" gives way to " in step.reason for step in proposal.steps)
    before = house.tree()
    with pytest.raises(OneOfTwo) as refused:
        house.accept(id)
    assert "--only 1   or   --only 2" in refused.value.advice and house.tree() == before
    gone = proposal.steps[number - 1].reason.partition(" gives way to ")[0]
    decided, _ = house.accept(id, number)
    (note,) = house.active()
    assert f"is {left} in" not in gone and left in (house.folder / f"{note}.md").read_text()
    assert decided.outcomes == (("accepted", "declined") if number == 1 else ("declined", "accepted"))
    assert not house.think().mutations


def test_of_two_ways_the_first_is_tried_out(house: House) -> None:
    proposal = house.paper(undecided(house)).proposal
    assert house.table.one_way(proposal, [1, 2]) == [1]
