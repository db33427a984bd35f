"""A night that listens: what is said in sessions becomes candidates, once, privately, and only for its own project."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reverie import night, settings, wiring
from reverie.layouts import heard as log
from reverie.records.errors import BadConfig
from reverie.records.learning import Decision
from reverie.records.logs import LogRecord
from reverie.review import decide
from tests.store.builders import change, tree
from tests.transcripts.nights import World, repository
from tests.transcripts.sessions import NOW, codex, codex_message

PNPM = "Stop using npm, use pnpm."


def twice(world: World) -> None:
    world.corrected("aaaa1111", "no, we use pnpm here, not npm")
    world.corrected("bbbb2222", "stop using npm, use pnpm")


def test_the_same_correction_in_two_sessions_is_one_rule_that_counts_more(world: World) -> None:
    world.corrected("aaaa1111", "no, don't use npm, use pnpm")
    world.dream()
    assert world.rules() == ["Don't use npm, use pnpm."]
    world.corrected("bbbb2222", "stop using npm, use pnpm")
    world.dream()
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    assert (filed.candidate.rule, filed.candidate.signal, filed.candidate.weight) == (PNPM, "repeated_correction", 2)


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("no, we use pnpm here, not npm", "We use pnpm here, not npm."),
        ("pnpm, not npm!", "Use pnpm, not npm."),
        ("use pnpm not npm", "Use pnpm not npm."),
    ],
)
def test_which_tool_a_project_works_with_is_proposed_at_once(world: World, words: str, rule: str) -> None:
    world.corrected("aaaa1111", words)
    world.dream()
    assert world.rules() == [rule]


def test_the_candidate_holds_the_sentence_and_the_quotes_stay_here(world: World) -> None:
    world.corrected("aaaa1111", "no!! Ada's machine is slow. We use pnpm here, not npm")
    world.corrected("bbbb2222", "stop using npm, use pnpm")
    world.dream()
    kept = world.holds("Ada's machine")
    assert kept
    assert all(world.project.local in path.parents for path in kept)
    (file,) = (world.project.agent / "dream" / "candidates").iterdir()
    text = file.read_text()
    assert "session aaaa1111" in text
    assert str(world.home) not in text
    assert not {"stop using", "no!!"} & set(text.split("\n"))
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    quotes = wiring.sessions.heard(world.project, {e.event for e in filed.candidate.evidence})
    assert {event.summary for event in quotes.values()} >= {"stop using npm, use pnpm"}


def test_what_was_asked_to_be_remembered_is_proposed_at_once(world: World) -> None:
    world.asked("cccc3333", "From now on always run the linter before you commit.")
    world.dream()
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    assert filed.candidate.rule == "Always run the linter before you commit."
    assert (filed.candidate.weight, filed.candidate.confidence) == (1, "medium")


def test_a_second_night_changes_nothing_not_even_without_its_cache(world: World) -> None:
    twice(world)
    world.dream()
    before, lines = tree(world.project.agent / "dream"), world.heard()
    assert world.dream().idle_since is not None
    assert not world.dream(again=True).changed
    shutil.rmtree(world.project.local / "cache")
    assert not world.dream(days=1).changed
    assert tree(world.project.agent / "dream") == before
    assert world.heard() == lines


def test_a_new_session_wakes_a_night_that_would_have_slept(world: World) -> None:
    world.corrected("aaaa1111", "no, we use pnpm here, not npm")
    world.dream()
    assert world.dream().idle_since is not None
    world.corrected("bbbb2222", "stop using npm, use pnpm")
    assert world.dream().idle_since is None
    assert world.dream().idle_since is not None


def test_a_session_of_another_project_wakes_nobody(world: World, tmp_path: Path) -> None:
    twice(world)
    world.dream()
    world.corrected("dddd4444", "no, use tabs, not spaces", cwd=tmp_path / "elsewhere")
    assert world.dream().idle_since is not None


def test_a_file_that_grew_is_read_on_from_where_it_was(world: World) -> None:
    path = world.corrected("aaaa1111", "no, we use pnpm here, not npm")
    first = world.dream().thought.listened
    assert first["files"] == {"new": 1}
    more = world.session("aaaa1111").says("and deploy").answers("Done, it is deployed.")
    more.says("remember that staging needs the profile eu-2").answers("I will.")
    lines = [line.replace(b"aaaa1111-", b"aaaa1111-more-") for line in more.lines]
    with path.open("ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))
    second = world.dream().thought.listened
    assert second["files"] == {"appended": 1}
    assert second["bytes"] == sum(len(line) + 1 for line in lines)
    assert world.notes() == ["Staging needs the profile eu-2."]


def test_a_crash_before_the_checkpoint_loses_nothing_and_counts_nothing_twice(world: World) -> None:
    twice(world)

    class Crash(Exception):
        pass

    def crash() -> None:
        raise Crash

    with pytest.raises(Crash):
        world.dream(settle=crash)
    lines = world.heard()
    assert lines
    report = world.dream()
    assert report.thought.listened["files"] == {"new": 2}
    assert world.heard() == lines
    assert world.rules() == [PNPM]


def test_a_crash_before_the_events_are_safe_reads_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    twice(world)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(night, "keep", full)
    with pytest.raises(OSError, match="No space"):
        world.dream()
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(world.home))
    world.dream()
    assert world.rules() == [PNPM]


def test_a_dry_run_keeps_nothing(world: World) -> None:
    twice(world)
    assert world.dream(dry=True).thought.new
    assert world.heard() == []
    assert world.dream().thought.listened["files"] == {"new": 2}


def test_a_log_that_was_deleted_is_heard_again(world: World) -> None:
    twice(world)
    world.dream()
    shutil.rmtree(world.project.local / "logs" / "heard")
    world.dream()
    assert len(world.heard()) > 1


def test_a_private_session_is_never_read_from_another_project(world: World, tmp_path: Path) -> None:
    private = tmp_path / "private"
    for name in ("dddd4444", "eeee5555"):
        world.corrected(name, "no, use the plum server, not the fig server", cwd=private)
    codex(
        world.home / ".codex/sessions/2026/03/02/rollout-1.jsonl",
        codex_message("user", "remember that the plum server is secret"),
        cwd=str(private),
    )
    world.dream()
    assert world.holds("plum") == []
    report = world.dream(all_projects=True)
    assert world.rules() == world.notes() == []
    assert report.thought.left_out["sessions of other projects: what they taught stays there"] == 3


def test_what_was_once_read_of_others_does_not_count_later(world: World, tmp_path: Path) -> None:
    world.corrected("dddd4444", "no, use the plum server, not the fig server", cwd=tmp_path / "private")
    world.dream(all_projects=True)
    world.corrected("eeee5555", "use the plum server, not the fig server")
    world.dream()
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    assert filed.candidate.weight == 1


def test_a_session_that_wanders_off_leaves_what_was_said_there(world: World, tmp_path: Path) -> None:
    talk = world.session("aaaa1111").says("set up").answers("Done, it is set up.")
    talk.cwd = str(tmp_path / "private")
    talk.says("remember that the plum server is down").answers("I will.").write(world.sessions)
    report = world.dream()
    assert world.holds("plum server") == []
    assert report.thought.left_out["events of another project in a session of this one"] >= 1


def test_a_codex_session_that_wanders_off_leaves_what_was_said_there(world: World, tmp_path: Path) -> None:
    def context(folder: Path) -> tuple[str, dict[str, object]]:
        return "turn_context", {"cwd": str(folder)}

    codex(
        world.home / ".codex/sessions/2026/03/02/rollout-1.jsonl",
        context(world.repo),
        codex_message("user", "remember that the fig server is up"),
        context(tmp_path / "private"),
        codex_message("user", "remember that the plum server is down"),
        context(world.repo / "web"),
        codex_message("user", "remember that the pear server is slow"),
        cwd=str(world.repo),
    )
    world.dream()
    assert world.notes() == ["The fig server is up.", "The pear server is slow."]
    assert all(b"plum" not in path.read_bytes() for path in (world.project.local / "logs").rglob("answers/*.jsonl"))


def test_a_worktree_is_this_project(world: World, tmp_path: Path) -> None:
    import subprocess

    subprocess.run(["git", "worktree", "add", "-q", str(tmp_path / "wt")], cwd=world.repo, check=True)
    world.corrected("aaaa1111", "no, we use pnpm here, not npm", cwd=tmp_path / "wt")
    world.corrected("bbbb2222", "stop using npm, use pnpm", cwd=world.repo / "web")
    world.dream()
    assert world.rules() == [PNPM]


def test_no_committed_file_opens_other_projects(world: World) -> None:
    for given in ("sources: [/home/me/other]", "sources: [../other]", "sources: ['~/x']", "all_projects: true"):
        (world.project.agent).mkdir(exist_ok=True)
        (world.project.agent / "config.yaml").write_text(f"transcripts:\n  {given}\n")
        with pytest.raises(BadConfig):
            settings.read(world.project.agent / "config.yaml")


def test_what_is_named_by_hand_is_read_though_its_home_would_leave_it_out(world: World, tmp_path: Path) -> None:
    world.corrected("dddd4444", "from now on use pnpm, not npm", cwd=tmp_path / "other")
    world.dream()
    assert world.heard() == []
    world.dream(extra=[str(world.sessions)])
    assert world.rules() == ["Use pnpm, not npm."]


def test_listening_can_be_switched_off(world: World) -> None:
    twice(world)
    world.project.agent.mkdir()
    (world.project.agent / "config.yaml").write_text("transcripts:\n  off: true\n")
    deaf = World(world.home, wiring.find_project(world.repo))
    deaf.dream()
    assert deaf.heard() == []


def test_places_of_the_project_itself_can_be_named_in_the_configuration(world: World) -> None:
    twice(world)
    shutil.move(world.sessions, world.repo / "exports")
    world.project.agent.mkdir()
    (world.project.agent / "config.yaml").write_text("transcripts:\n  sources: [exports]\n")
    named = World(world.home, wiring.find_project(world.repo))
    named.dream()
    assert named.rules() == [PNPM]


@pytest.mark.parametrize("how", ["the place", "inside it", "one file"])
def test_a_link_in_the_project_does_not_open_other_projects(world: World, tmp_path: Path, how: str) -> None:
    private = tmp_path / "archive"
    world.corrected("dddd4444", "from now on always use the plum server", cwd=tmp_path / "private")
    world.sessions.rename(private)
    exports = world.repo / "exports"
    if how == "the place":
        exports.symlink_to(private)
    else:
        exports.mkdir()
        target = private if how == "inside it" else private / "dddd4444.jsonl"
        (exports / ("more" if how == "inside it" else "a.jsonl")).symlink_to(target)
    world.project.agent.mkdir()
    (world.project.agent / "config.yaml").write_text("transcripts:\n  sources: [exports]\n")
    lured = World(world.home, wiring.find_project(world.repo))
    report = lured.dream()
    assert lured.holds("plum") == []
    assert report.thought.left_out["transcripts: a link that leads out of this project"] == 1


def test_nothing_of_a_secret_is_kept(world: World) -> None:
    key, password = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3lN5", "hunter2-Xq9!vRz"
    world.corrected("aaaa1111", f"no, use the token {key}, not npm", does=f"GITHUB_TOKEN={key} npm publish")
    talk = world.session("bbbb2222").says(f"remember that the password is DB_PASSWORD={password} on staging")
    talk.answers("Ok.").runs(f"psql postgres://app:{password}@db/x", "t1", f"fatal: PGPASSWORD={password} wrong", True)
    talk.uses("Edit", "t2", file_path=f"{world.repo}/{key}.txt", old_string="a", new_string="b").returns("t2", "ok")
    talk.says(f"from now on always deploy with {key}").answers("Ok.").write(world.sessions)
    world.dream()
    assert world.heard()
    for secret in (key, password, key[:24], password[:10]):
        assert world.holds(secret) == []


def test_what_reverie_wrote_itself_is_no_evidence(world: World) -> None:
    block = "<!-- reverie:begin -->\nRemember: always use plum, not fig.\n<!-- reverie:end -->"
    for name in ("aaaa1111", "bbbb2222"):
        talk = world.session(name).says(f"{block}\nset up").answers("Done.")
        talk.runs("reverie show 1234", "t1", "from now on always use plum, not fig")
        talk.uses("Read", "t2", file_path=f"{world.repo}/.agent/memory/MEMORY.md").returns("t2", "always use plum")
        talk.runs("cat .agent/dream/candidates/1234.md", "t3", "PlumError: use plum, not fig", error=True)
        talk.write(world.sessions)
    world.dream()
    assert world.rules() == []
    assert world.holds("plum") == []


def test_a_session_that_reverie_started_is_not_heard(world: World) -> None:
    for name in ("aaaa1111", "bbbb2222"):
        talk = world.session(name).says("<!-- reverie:session --> summarise").answers("I used npm.")
        talk.says("no, use pnpm, not npm").answers("You're right.").write(world.sessions)
    world.dream()
    assert world.heard() == []


def decided(world: World, verdict: str, days: float) -> None:
    store = wiring.open_store(world.project)
    desk = night.lay_out(store)
    (filed,) = (f for f in desk.candidates if f.waits)
    from datetime import timedelta

    decision = Decision(verdict, "We left npm behind in spring.", "ada@example.org", NOW + timedelta(days=days))
    done = (decide.graduate if verdict == "graduate" else decide.reject)(filed, decision, desk.table)
    assert store.apply(change(done.step)).applied


def test_a_rejected_wish_stays_rejected(world: World) -> None:
    twice(world)
    world.dream()
    decided(world, "reject", 0)
    world.corrected("cccc3333", "pnpm, not npm!")
    report = world.dream(days=1)
    assert world.rules() == []
    assert report.thought.suppressed


def test_a_wish_said_again_lets_its_candidate_grow(world: World) -> None:
    twice(world)
    world.dream()
    world.corrected("cccc3333", "pnpm, not npm!")
    report = world.dream(days=1)
    assert len(report.thought.grown) == 1
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    assert filed.candidate.weight == 3


def test_a_request_said_again_is_the_same_candidate(world: World) -> None:
    world.asked("aaaa1111", "From now on always run the linter before you commit.")
    world.dream()
    world.asked("bbbb2222", "remember to always run the linter before you commit")
    world.dream(days=1)
    (filed,) = night.lay_out(wiring.open_store(world.project)).candidates
    assert filed.candidate.weight == 2


def test_what_was_taken_back_later_is_not_proposed(world: World) -> None:
    twice(world)
    world.asked("cccc3333", "From now on use npm, not pnpm.")
    lines = (world.sessions / "cccc3333.jsonl").read_text().replace("2026-03-01", "2026-03-09")
    (world.sessions / "cccc3333.jsonl").write_text(lines)
    world.dream()
    assert world.rules() == ["Use npm, not pnpm."]


def test_an_error_counts_by_sessions_not_by_repeats(world: World) -> None:
    def fails(name: str, day: int) -> None:
        talk = world.session(name).says("run the tests").answers("Running.")
        for n in range(5):
            talk.runs("tox -e py311", f"{name}-{n}", "bash: tox: command not found", error=True)
        path = talk.write(world.sessions)
        path.write_text(path.read_text().replace("2026-03-01", f"2026-03-0{day}"))

    fails("aaaa1111", 1)
    fails("bbbb2222", 2)
    world.dream()
    assert world.rules() == []
    fails("cccc3333", 3)
    world.dream()
    (rule,) = world.rules()
    assert rule.startswith("Look for `tox` under another name or path first: it was not on the PATH")


def test_a_way_of_working_becomes_a_skill(world: World) -> None:
    for day, name in enumerate(("aaaa1111", "bbbb2222", "cccc3333"), 1):
        talk = world.session(name).says("fix it").answers("I will.")
        talk.uses("Edit", f"e{day}", file_path=f"{world.repo}/a.py", old_string="a", new_string="b").returns(
            f"e{day}", "ok"
        )
        for n, run in enumerate(("make lint", "make test", "git commit -m x")):
            talk.runs(run, f"t{day}{n}")
        path = talk.write(world.sessions)
        path.write_text(path.read_text().replace("2026-03-01", f"2026-03-0{day}"))
    world.dream()
    (rule,) = world.rules()
    assert rule == (
        "When a change is ready, run `make lint`, `make test` and then `git commit`, in this order: "
        "it ended well in three sessions."
    )


def test_a_thought_that_wants_to_keep_something_else_is_refused(world: World) -> None:
    store = wiring.open_store(world.project)
    for record in (
        LogRecord("decided", "ada", NOW, {"origin": "user", "summary": "x"}),
        LogRecord("correction", "ada", NOW, {"origin": "user", "summary": "x" * 5000}),
        LogRecord("correction", "ada", NOW, {"summary": "x"}),
    ):
        with pytest.raises(night.Overreach):
            night.keep(store, [record])
    assert list(store.records(log.LOG)) == []


def test_another_repository_has_its_own_ears(world: World, tmp_path: Path) -> None:
    twice(world)
    other = World(world.home, repository(tmp_path / "other"))
    other.dream()
    assert other.heard() == []


def test_a_rule_that_need_not_be_said_again_is_told_from_one_that_must(world: World) -> None:
    twice(world)
    world.dream()
    decided(world, "graduate", 0)
    world.corrected("cccc3333", "pnpm, not npm!")
    path = world.sessions / "cccc3333.jsonl"
    path.write_text(path.read_text().replace("2026-03-01", "2026-03-22"))
    report = world.dream(days=5)
    (facts,) = report.thought.health.values()
    assert facts["after"] == 1
    assert "on 1 day of the 5 days since" in facts["reason"]


def test_sessions_in_which_nothing_was_said_are_read_once_too(world: World) -> None:
    world.session("aaaa1111").says("hello").answers("Hello.").write(world.sessions)
    assert world.dream().thought.listened["files"] == {"new": 1}
    assert world.dream().idle_since is not None
    assert world.dream(again=True).thought.listened["files"] == {"unchanged": 1}
