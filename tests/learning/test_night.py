"""One night over a small store: what is proposed, kept, grown, suppressed and reopened; what a thought may not do."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import night, thinking, wiring
from reverie.gather.signatures import Committed
from reverie.layouts import learning
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address
from reverie.records.learning import Decision
from reverie.records.nightly import Request, Thought
from reverie.review import decide, resolve
from tests.store.builders import tree

NOW = datetime(2026, 11, 15, 2, 0, tzinfo=UTC)
JWT = "services/auth/jwt.py"
FIXES = (
    (12, "ada", "fix(auth): accept tokens of the old key"),
    (9, "bob", "fix(auth): tokens without expiry pass"),
    (3, "ada", "fix(auth): clock skew rejects fresh tokens"),
)


def commit(repo: Path, days: float, who: str, subject: str, *files: str) -> None:
    for name in files:
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{path.read_text() if path.exists() else ''}{subject}\n")
    at = (NOW - timedelta(days=days)).isoformat()
    named = {"NAME": who.title(), "EMAIL": f"{who}@example.org", "DATE": at}
    environment = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in named.items()}
    for words in (["add", "-A"], ["commit", "-q", "-m", subject]):
        subprocess.run(["git", *words], cwd=repo, check=True, env={**os.environ, **environment}, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> wiring.Project:
    repo = tmp_path / "shop"
    repo.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=repo, check=True)
    commit(repo, 200, "ada", "feat: begin", "README.md", JWT)
    for days, who, subject in FIXES:
        commit(repo, days, who, subject, JWT)
    return wiring.Project(repo)


def ask(project: wiring.Project, days: float = 0) -> Request:
    return replace(wiring.night.request(project, NOW + timedelta(days=days), timedelta(days=30)), embedder="none")


def dream(project: wiring.Project, days: float = 0, *, dry: bool = False) -> night.Report:
    """A night, thinking in this process: that it also thinks in the cage is another test's story."""

    def think(request: Request, tell: night.Observer) -> tuple[Thought, Sequence[str]]:
        scratch = project.local / "cache" / "dream"
        scratch.mkdir(parents=True, exist_ok=True)
        return Thought.from_json(thinking.think(request.to_json(), scratch, lambda line: None)), ()

    store = wiring.open_store(project)
    return night.dream(store, ask(project, days), think, wiring.night.signer(project), lambda phase: None, dry=dry)


def candidates(project: wiring.Project) -> dict[str, bytes]:
    return tree(project.agent / "dream" / "candidates")


def decide_on(project: wiring.Project, verdict: str, days: float = 0) -> None:
    store = wiring.open_store(project)
    desk = night.lay_out(store)
    (filed,) = (f for f in desk.candidates if f.waits)
    decision = Decision(verdict, "All three are one cause: keys and clocks.", "ada", NOW + timedelta(days=days))
    done = (decide.graduate if verdict == "graduate" else decide.reject)(filed, decision, desk.table)
    from tests.store.builders import change

    assert store.apply(change(done.step)).applied


def test_a_pattern_becomes_a_candidate_file(project: wiring.Project) -> None:
    report = dream(project)
    (text,) = candidates(project).values()
    assert report.thought.new == (learning.read_candidate(Address("agent", "x.md"), text)[0].id,)
    assert b"take care with tokens" in text


def test_a_second_night_over_the_same_input_changes_nothing(project: wiring.Project) -> None:
    dream(project)
    before = tree(project.agent / "dream")
    history = len(list(wiring.open_store(project).history()))
    again = dream(project, days=1)
    assert tree(project.agent / "dream") == before
    assert len(list(wiring.open_store(project).history())) == history
    assert not again.changed


def test_what_does_not_fit_tonight_does_not_come_the_next_night_either(project: wiring.Project) -> None:
    for n in range(6):
        for days, who, subject in FIXES:
            commit(project.root, days + n / 10, who, f"{subject}, in part {n}", f"services/part{n}/main.py")
    few = replace(project, settings=replace(project.settings, max_candidates=3))
    dream(few)
    assert len(candidates(few)) == 3
    assert not dream(few, days=1).changed
    assert len(candidates(few)) == 3


def test_a_night_over_the_very_same_input_is_not_even_thought(project: wiring.Project) -> None:
    dream(project)
    assert dream(project).idle_since is not None
    commit(project.root, 1, "eve", "fix(auth): refresh tokens outlive logout", JWT)
    assert dream(project).idle_since is None


def test_a_dry_run_writes_nothing(project: wiring.Project) -> None:
    report = dream(project, dry=True)
    assert len(report.thought.steps) == 1
    assert not (project.agent / "dream").exists()


def test_a_deleted_cache_changes_nothing(project: wiring.Project) -> None:
    dream(project)
    before = tree(project.agent / "dream")
    import shutil

    shutil.rmtree(project.local / "cache")
    dream(project, days=1)
    assert tree(project.agent / "dream") == before


def test_new_evidence_lets_a_candidate_grow_under_its_id(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    commit(project.root, 1, "eve", "fix(auth): refresh tokens outlive logout", JWT)
    report = dream(project, days=1)
    assert list(candidates(project)) == [name]
    assert report.thought.grown == (name.removesuffix(".md"),)
    assert b"four fixes" in candidates(project)[name]


def test_a_candidate_a_person_edited_is_left_as_it_is(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    path = project.agent / "dream" / "candidates" / name
    path.write_text(path.read_text().replace("take care with tokens", "mind the tokens"))
    commit(project.root, 1, "eve", "fix(auth): refresh tokens outlive logout", JWT)
    dream(project, days=1)
    assert "mind the tokens" in path.read_text()


@pytest.mark.parametrize("verdict", ["graduate", "reject"])
def test_what_was_decided_is_not_proposed_again_even_if_it_grew_a_little(project: wiring.Project, verdict: str) -> None:
    dream(project)
    decide_on(project, verdict)
    commit(project.root, -1, "eve", "fix(auth): refresh tokens outlive logout", JWT)
    report = dream(project, days=2)
    assert candidates(project) == {}
    assert len(report.thought.suppressed) == 1


def test_as_much_new_evidence_as_it_had_reopens_a_rejected_one_and_says_so(project: wiring.Project) -> None:
    dream(project)
    decide_on(project, "reject")
    for day, who in ((1, "eve"), (2, "bob"), (3, "ada")):
        commit(project.root, -day, who, f"fix(auth): tokens leak again, case {day}", JWT)
    dream(project, days=4)
    (text,) = candidates(project).values()
    assert b"reopened:" in text
    assert b"asked again" in text


def test_commits_of_reveries_own_files_are_no_evidence(project: wiring.Project) -> None:
    for day in (8, 6, 4):
        commit(project.root, day, "ada", f"fix: rule wording {day}", ".agent/memory/semantic/rules/auto-dream/x.md")
    report = dream(project)
    assert len(report.thought.new) == 1
    assert report.thought.left_out["commits of Reverie's own files"] == 3


def test_two_clones_give_the_same_candidates(project: wiring.Project, tmp_path: Path) -> None:
    dream(project)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(project.root), str(clone)], check=True)
    other = wiring.Project(clone)
    dream(other)
    assert candidates(other) == candidates(project)


def test_a_decision_written_into_the_file_is_carried_out_in_the_committers_name(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    path = project.agent / "dream" / "candidates" / name
    reason = "Keys and clocks were the shared cause of all three fixes; the tests catch both."
    path.write_text(path.read_text().replace("decision:\nrationale:", f'decision: graduate\nrationale: "{reason}"'))
    report = dream(project, days=1)
    assert "not committed" in report.not_decided[0].reason
    commit(project.root, -1, "bob", "Decide on tokens")
    report = dream(project, days=2)
    assert [d.verdict for d in report.decided] == ["graduate"]
    (rule,) = night.lay_out(wiring.open_store(project)).active_rules
    assert (rule.by, rule.rationale) == ("bob@example.org", reason)


def test_a_written_decision_keeps_to_the_configured_term_and_to_who_wrote_it(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    path = project.agent / "dream" / "candidates" / name
    path.write_text(path.read_text().replace("decision:\nrationale:", DECIDED))
    commit(project.root, -1, "bob", "Decide on tokens")
    path.write_text(path.read_text() + "\n## Remarks\n\nChecked by a machine.\n")
    who = ("-c", "user.name=Claude", "-c", "user.email=noreply@anthropic.com")
    for words in (["add", "-A"], [*who, "commit", "-q", "-m", "remark"]):
        subprocess.run(["git", *words], cwd=project.root, check=True, capture_output=True)
    store = wiring.open_store(project)
    desk = night.lay_out(store)
    decided, left = night.carry_out_written(store, desk, wiring.night.signer(project), NOW + timedelta(days=2), 30)
    assert ([d.by for d in decided], left) == (["bob@example.org"], ())
    (rule,) = night.lay_out(wiring.open_store(project)).active_rules
    assert rule.review_by == (NOW + timedelta(days=31)).date()
    (kept,) = tree(project.agent / "dream" / "graduated").values()
    assert kept.count(b"## Remarks\n\nChecked by a machine.\n") == 1


DECIDED = 'decision: graduate\nrationale: "because X, see abc"'


@pytest.mark.parametrize("who", ["Claude <noreply@anthropic.com>", "dependabot[bot] <x@users.noreply.github.com>"])
def test_a_machine_cannot_decide(project: wiring.Project, who: str) -> None:
    dream(project)
    (name,) = candidates(project)
    path = project.agent / "dream" / "candidates" / name
    path.write_text(path.read_text().replace("decision:\nrationale:", DECIDED))
    for words in (["add", "-A"], ["commit", "-q", "-m", "x", "--author", who]):
        settings = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *settings, *words], cwd=project.root, check=True, capture_output=True)
    assert dream(project, days=2).decided == ()
    assert night.lay_out(wiring.open_store(project)).active_rules == ()


def test_what_git_is_told_to_overlook_is_not_committed(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    commit(project.root, -1, "boss", "Candidates", "x.txt")
    hidden = ["git", "update-index", "--assume-unchanged", f".agent/dream/candidates/{name}"]
    subprocess.run(hidden, cwd=project.root, check=True)
    path = project.agent / "dream" / "candidates" / name
    path.write_text(path.read_text().replace("decision:\nrationale:", DECIDED))
    assert dream(project, days=2).decided == ()


def test_a_strange_section_or_a_strange_time_stops_nobody(project: wiring.Project) -> None:
    dream(project)
    (name,) = candidates(project)
    path = project.agent / "dream" / "candidates" / name
    path.write_text(path.read_text() + "\n## Graduated by\n\nme, yesterday\n")
    odd = project.local / "episodic" / "x.jsonl"
    odd.parent.mkdir(parents=True)
    odd.write_text('{"ts":"0001-01-01T00:00:00+23:59","actor":"a","kind":"error","summary":"x y"}\n')
    assert dream(project, days=2).thought.left_out["observed line that is not a whole record"] == 1


def test_a_file_that_cannot_be_read_is_named_and_the_night_goes_on(project: wiring.Project) -> None:
    folder = project.agent / "dream" / "candidates"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text("---\nid: x\n---\n# no\n")
    (folder / "worse.md").write_bytes(b"\xff\xfe")
    report = dream(project)
    assert len(report.thought.new) == 1
    named = [item.what for item in night.lay_out(wiring.open_store(project)).unreadable]
    assert named == ["agent:dream/candidates/bad.md", "agent:dream/candidates/worse.md"]


RULE = Address("memory", "semantic/rules/auto-dream/x.md")


@pytest.mark.parametrize(
    "edit",
    [
        Put(RULE, None, b"obey me"),
        Put(Address("project", "CLAUDE.md"), None, b"obey me"),
        Put(Address("agent", "config.yaml"), None, b"x: y"),
        Put(Address("agent", "dream/graduated/x.md"), None, b"approved"),
        Put(Address("agent", "dream/candidates/x.md"), None, b"x" * 1_000_000),
        Move(Address("agent", "dream/candidates/x.md"), Address("agent", "dream/candidates/y.md"), "0" * 64, b""),
    ],
)
def test_a_thought_that_reaches_too_far_is_refused_whole(project: wiring.Project, edit: Put | Move) -> None:
    def evil(request: Request, tell: night.Observer) -> tuple[Thought, Sequence[str]]:
        fine = Put(Address("agent", "dream/candidates/fine.md"), None, b"fine")
        return Thought(steps=(Step("fine", (fine,)), Step("evil", (edit,)))), ()

    store = wiring.open_store(project)
    with pytest.raises(night.Overreach):
        night.dream(store, ask(project), evil, wiring.night.signer(project), lambda phase: None)
    assert list(store.history()) == []


def test_the_report_is_kept(project: wiring.Project) -> None:
    dream(project)
    (record,) = wiring.open_store(project).records("reports")
    assert record.facts["new"]  # type: ignore[union-attr]


def test_secrets_in_commit_messages_never_reach_a_file(project: wiring.Project) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    commit(project.root, 2, "eve", f"fix(auth): tokens such as {secret} are refused", JWT)
    dream(project)
    everything = b"".join(tree(project.agent).values())
    assert secret.encode() not in everything
    assert b"[REDACTED:" in everything


def test_the_same_thought_through_json_is_the_same(project: wiring.Project) -> None:
    thought = dream(project, dry=True).thought
    assert Thought.from_json(thought.to_json()) == thought
    assert Request.from_json(ask(project).to_json()) == ask(project)


def test_names_of_people_resolve(project: wiring.Project) -> None:
    dream(project)
    desk = night.lay_out(wiring.open_store(project))
    (filed,) = desk.candidates
    assert resolve.waiting(filed.candidate.id[:4], desk.candidates) is filed
    assert Committed("Ada", "ada@example.org", NOW).email == "ada@example.org"
