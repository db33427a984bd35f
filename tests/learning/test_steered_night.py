"""A night that is steered, and a night that ends early."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import night, thinking, wiring
from reverie.consolidation import Plan
from reverie.night.steering import steer
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.doubts import Doubt, Oriented
from reverie.records.logs import LogRecord
from reverie.records.nightly import Phase, Request, Thought
from reverie.records.phases import PHASES
from reverie.records.proposals import Proposal
from reverie.records.tidying import Matter, Tidied
from tests.learning.test_night import NOW, commit

JWT, CARD = "services/auth/jwt.py", "services/pay/card.py"


@pytest.fixture
def project(tmp_path: Path) -> wiring.Project:
    repo = tmp_path / "shop"
    repo.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=repo, check=True)
    commit(repo, 200, "ada", "feat: begin", "README.md", JWT, CARD)
    for days in (12, 9, 3):
        commit(repo, days, "ada", f"fix(auth): tokens of day {days} expire too early", JWT)
        commit(repo, days, "bob", f"fix(pay): rounding of day {days} is off", CARD)
    return wiring.Project(repo)


class Dreamt:
    """One night, thinking in this process, with the phases it told of and what it was asked."""

    def __init__(self, project: wiring.Project, instructions: str = "", until: str = PHASES[-1], **more: Any) -> None:
        self.told: list[str] = []
        self.asked: list[Request] = []
        self.store = wiring.open_store(project)
        ask = wiring.night.request(project, NOW, timedelta(days=30), instructions=instructions, until=until)
        self.report = night.dream(
            self.store, replace(ask, embedder="none"), self._think, wiring.night.signer(project), self._tell, **more
        )
        self.titles = [filed.candidate.title for filed in night.lay_out(self.store).candidates if filed.waits]

    def _tell(self, phase: Phase) -> None:
        self.told.append(phase.name)

    def _think(self, request: Request, tell: night.Observer) -> tuple[Thought, Sequence[str]]:
        self.asked.append(request)
        scratch = Path(request.root) / ".agent" / "local" / "cache" / "dream"
        scratch.mkdir(parents=True, exist_ok=True)
        told = thinking.think(request.to_json(), scratch, lambda line: tell(Phase.from_json(line)))
        return Thought.from_json(told), ()

    def reports(self) -> list[LogRecord]:
        return [record for record in self.store.records(night.REPORTS) if isinstance(record, LogRecord)]


def test_what_is_to_be_ignored_is_not_proposed_and_the_report_says_so(project: wiring.Project) -> None:
    dreamt = Dreamt(project, "Ignore auth, and be brief")
    assert [CARD in title for title in dreamt.titles] == [True]
    told = dreamt.report.steering
    assert told[0] == "understood: ignore “auth”"
    assert any(line.startswith(f"left out: `{JWT}`") for line in told)
    assert dreamt.reports()[-1].facts["steering"] == list(told)
    assert dreamt.reports()[-1].facts["instructions"] == "Ignore auth, and be brief"
    events = [r for r in dreamt.store.records("events") if isinstance(r, LogRecord) and r.kind == "dream_steered"]
    assert events[0].facts["instructions"] == "Ignore auth, and be brief"


def test_what_was_left_out_comes_the_next_night_without_instructions(project: wiring.Project) -> None:
    Dreamt(project, "ignore auth")
    assert len(Dreamt(project).titles) == 2
    assert Dreamt(project).report.idle_since  # and then there is nothing new


def test_focus_brings_to_the_front_what_would_not_have_found_a_place(project: wiring.Project) -> None:
    most = wiring.Project(project.root, replace(project.settings, max_candidates=1))
    first = Dreamt(most, "")
    plain = first.titles[0]
    first.store.undo(None, by="ada", at=NOW)
    other, its = ("pay", CARD) if JWT in plain else ("auth", JWT)
    dreamt = Dreamt(most, f"focus on {other}", again=True)
    assert [its in title for title in dreamt.titles] == [True]
    assert [line.partition(":")[0] for line in dreamt.report.steering] == ["understood", "left out", "comes in"]


def test_only_leaves_out_the_rest_and_an_unmet_wish_is_said(project: wiring.Project) -> None:
    assert not Dreamt(project, "only the lexer").titles
    told = Dreamt(project, "only the lexer", again=True).report.steering
    assert "no pattern is about “lexer”" in told


def test_instructions_that_change_nothing_say_so(project: wiring.Project) -> None:
    told = Dreamt(project, "ignore marketing").report.steering
    assert told == ("understood: ignore “marketing”", "no pattern is about “marketing”")
    assert Dreamt(project, "be kind", again=True).report.steering == ("not understood: “be kind”",)


def _matter(name: str, words: str) -> Matter:
    put = Put(Address("memory", f"{name}.md"), "0" * 64, words.encode())
    return Matter("supersede", f"`{name}` holds no longer", name, Step(f"put {name} right", (put,)))


def test_the_keeper_leaves_alone_what_is_to_be_ignored_until_another_night() -> None:
    done = (_matter("deploy", "Deploys go through staging."), _matter("tax", "Taxes are rounded up."))
    unsure = (_matter("vpn", "The VPN is eu-2."), _matter("audit", "The audit is in May."))
    made = tuple(Proposal(one.id, one.reason, one.reason, (one.step,), kinds=(one.kind,)) for one in unsure)
    papers = tuple(Step(f"propose: {one.reason}", one.steps[0].edits, f"propose {one.id}") for one in made)
    planned = Plan(Tidied(done, unsure), tuple(m.step for m in done), made, papers)
    thought, steered = steer("ignore staging; focus on the audit", Thought(), planned)
    assert [matter.about for matter in steered.tidied.done] == ["tax"]
    assert [step.reason for step in steered.steps] == ["put tax right"]
    assert [one.id for one in steered.proposed] == [made[1].id, made[0].id]
    assert [step.about for step in steered.papers] == [f"propose {made[1].id}", f"propose {made[0].id}"]
    assert steered.held_back
    assert thought.steered == ("left out: `deploy` holds no longer", "from 2 to 1: `audit` holds no longer")
    assert steer("", Thought(), planned) == (Thought(), planned)


# Phases


@pytest.mark.parametrize("until", PHASES)
def test_a_night_goes_as_far_as_it_is_asked_to(project: wiring.Project, until: str) -> None:
    dreamt = Dreamt(project, until=until, orient=lambda: Oriented("2 notes"))
    order = ("orient", "gather", "notice", "propose")
    assert dreamt.told == list(order[: max(0, PHASES.index(until) - 1)])
    assert len(dreamt.titles) == (2 if PHASES.index(until) >= PHASES.index("propose") else 0)
    assert len(dreamt.reports()) == (1 if until == "report" else 0)
    assert dreamt.report.not_run == PHASES[PHASES.index(until) + 1 :]


@pytest.mark.parametrize("until", PHASES[:-1])
def test_after_a_night_that_ended_early_a_whole_one_does_the_rest(project: wiring.Project, until: str) -> None:
    Dreamt(project, until=until)
    whole = Dreamt(project)
    assert len(whole.titles) == 2
    assert not whole.report.idle_since
    assert len(whole.reports()) == 1


def test_the_lock_is_taken_after_the_gate_and_before_anything_is_read(project: wiring.Project) -> None:
    class Taken(Exception):
        pass

    def busy() -> None:
        raise Taken

    assert Dreamt(project, until="gate", lock=busy).report.until == "gate"
    with pytest.raises(Taken):
        Dreamt(project, until="lock", lock=busy)


def test_what_orient_doubts_is_what_gather_looks_for(project: wiring.Project) -> None:
    doubt = Doubt("memory:deploy.md", "note", "deploy: gone", ("scripts/ship.sh",))
    dreamt = Dreamt(project, orient=lambda: Oriented("1 note; looks for 1 doubted note", (doubt,)))
    assert dreamt.asked[0].doubts == (doubt,)


def test_a_thought_cannot_pass_off_anything_as_a_sighting_or_a_briefing(project: wiring.Project) -> None:
    store = wiring.open_store(project)
    strange = LogRecord("sighting", "ada", NOW, {"key": "x"})
    with pytest.raises(night.Overreach):
        night.keep(store, (), (strange,))
    from reverie.night.checks import check_briefing

    for lines in (("- x",) * 60, ("- " + "x" * 900,), ("- \x1b[2J",)):
        with pytest.raises(night.Overreach):
            check_briefing(lines)
