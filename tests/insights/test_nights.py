"""Insights as a person meets them: a night finds them, a second changes nothing, decisions hold, undo takes back."""

from __future__ import annotations

import pytest

from reverie import wiring
from reverie.gather.transcripts.findings import finding
from reverie.gather.transcripts.remedies import as_typed
from reverie.layouts import insightfile
from reverie.night.checks import Overreach, check
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address
from reverie.records.insights import Insight, Status
from tests.cli.shell import Shell
from tests.mcp.client import asked, over_stdio, run
from tests.store.builders import tree
from tests.transcripts.nights import World

SAYS = "Exit code 2\nerror: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>"
WORDS = {"a": "tests", "b": "checks", "c": "scripts"}
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def session(world: World, name: str, more: str = "") -> None:
    talk = world.session(name).says("please make the header blue").answers("I will.")
    talk.uses("Edit", f"{name}-0", file_path=str(world.repo / "a.ts"), old_string="a", new_string="b")
    talk.returns(f"{name}-0", "done").runs(f"rtk bun run test {more}", f"{name}-1", SAYS, error=True)
    talk.answers(f"The wrapper `rtk` does not know `bun`, so the {WORDS[name[0]]} need the plain command.")
    talk.runs("bun run test", f"{name}-2").answers("Done, the header is blue.").write(world.sessions)


def found(world: World) -> list[Insight]:
    return [one for _, one in insightfile.filed(wiring.open_store(world.project))]


@pytest.fixture
def told(world: World) -> World:
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name)
    world.dream()
    return world


def test_a_night_finds_what_sessions_share_and_a_second_changes_nothing(told: World) -> None:
    one = next(one for one in found(told) if one.about.startswith("instead:"))
    assert one.text.startswith("`rtk bun run test` fails with “error: unrecognized subcommand 'bun'”; `bun run test`")
    assert set(one.sessions) == {"aaaa1111", "bbbb2222", "cccc3333"}
    before = tree(told.project.agent / "memory")
    assert not told.dream(again=True).changed
    assert tree(told.project.agent / "memory") == before


def test_a_project_that_rests_forgets_nothing(told: World) -> None:
    told.dream(days=400, again=True)
    assert {one.status for one in found(told)} == {Status.ACTIVE}


def test_the_words_of_a_session_stay_on_this_machine(told: World) -> None:
    (line,) = {e.summary for one in found(told) if one.about.startswith("instead:") for e in one.evidence}
    assert line == "met it"
    assert told.heard()


def test_a_secret_in_a_command_reaches_no_insight_and_no_log(world: World) -> None:
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name, f"--token={SECRET}")
    world.dream()
    assert found(world)
    assert world.holds(SECRET) == []


def test_undo_takes_a_night_back_and_it_does_not_come_again_by_itself(told: World) -> None:
    Shell(told.repo)("undo", HOME=str(told.home))
    assert found(told) == []
    told.dream(again=True)
    assert found(told) == []


def test_deciding_needs_a_reason_and_lasts(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    id = next(one.id for one in found(told) if one.about.startswith("instead:"))
    refused = shell("insights", "dismiss", id, "--reason", " … ", code=1, HOME=home)
    assert "a reason is required to dismiss an insight — non-negotiable" in refused.talk
    shell("insights", "dismiss", id[:5], "--reason", "rtk was removed from the wrapper scripts", HOME=home)
    told.dream(again=True)
    assert next(one for one in found(told) if one.id == id).status is Status.DISMISSED
    listed = shell("insights", "--json", HOME=home).json
    assert id not in [one["id"] for one in listed]
    assert [one["id"] for one in shell("insights", "--status", "dismissed", "--json", HOME=home).json] == [id]


def test_show_says_who_did_it_and_quotes_only_what_was_said(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    id = next(one.id for one in found(told) if one.about.startswith("instead:"))
    shown = shell("insights", "show", id, HOME=home).out
    assert "an agent  session aaaa1111  unknown command" in shown
    assert "you " not in shown
    said = next(one for one in found(told) if one.about.startswith("finding:"))
    shown = shell("insights", "show", said.id, HOME=home).out
    assert "an agent  session aaaa1111  “The wrapper `rtk`" in shown


def test_a_dry_run_tells_each_insight_once(world: World) -> None:
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name)
    told = Shell(world.repo)("run", "--since", "10y", "--dry-run", HOME=str(world.home))
    assert (told.out + told.talk).count("keep an insight: `rtk bun run test` fails") == 1
    assert "  insight   " not in told.talk


def test_what_was_taken_back_is_counted_nowhere(told: World) -> None:
    Shell(told.repo)("undo", HOME=str(told.home))
    report = told.dream(again=True)
    assert report.held_back
    assert report.thought.new == ()
    (told_of,) = [phase.told for phase in report.thought.phases if phase.name == "propose"]
    assert told_of == "0 new candidates"
    assert all("can only be proposed" not in one.why for one in report.held_back)


def test_show_joins_the_words_and_search_finds_it(told: World) -> None:
    shell, home = Shell(told.repo), str(told.home)
    id = next(one.id for one in found(told) if one.about.startswith("instead:"))
    shown = shell("insights", "show", id, HOME=home).out
    assert "unrecognized subcommand" in shown
    assert "session aaaa1111" in shown
    hits = shell("search", "rtk bun test fails", "--layer", "insight", "--json", HOME=home).json["hits"]
    assert any(id in hit["path"] for hit in hits)
    assert shell("insights", "show", "nope", code=1, HOME=home).talk.startswith("Error: there is no insight 'nope'")


def test_show_and_why_know_an_insight_by_its_id(told: World) -> None:
    shell, one = Shell(told.repo), found(told)[0]
    whole = shell("insights", "show", one.id).out
    assert shell("show", one.id).out == shell("why", one.id).out == whole
    assert shell("show", one.id, "--json").json["id"] == one.id
    assert "reverie" in shell("show", "zzzz", code=1).talk


def test_an_agent_is_told_them_over_mcp(told: World) -> None:
    async def story() -> None:
        async with over_stdio(told.repo) as client:
            assert "`bun run test` works: 3 sessions" in await asked(client, "insights", type="error")
            assert "None of" in await asked(client, "insights", type="decision")

    run(story())


def test_a_thought_may_write_insights_and_move_nothing_there() -> None:
    place = Address("memory", "insights/abcd1234.md")
    check([Step("ok", (Put(place, None, b"x"),))])
    for other in ("insights/a/b.md", "notes.md", "insights/x.txt"):
        with pytest.raises(Overreach):
            check([Step("no", (Put(Address("memory", other), None, b"x"),))])
    with pytest.raises(Overreach):
        check([Step("no", (Move(place, Address("memory", "insights/other.md"), "0" * 64, b"x"),))])


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Let me check because it fails.", ""),
        ("The `worker` needs `URL` because it starts first.", "The `worker` needs `URL` because it starts first."),
        ("Should I fix it because it is broken?", ""),
        ("This PR breaks the build because of my change.", ""),
        ("This works because modules are functions and `specialArgs` injects arguments.", ""),
        ("Those failures are due to `tmp/clones/`.", "The failures are due to `tmp/clones/`."),
        ("**Always use `t.Parallel()` in tests.**", "Always use `t.Parallel()` in tests."),
    ],
)  # fmt: skip
def test_a_finding_says_what_is_so_not_what_is_done(said: str, kept: str) -> None:
    assert finding(said.replace("**", "")) == kept


def test_a_command_as_typed_has_its_wrapper_and_options_and_no_values() -> None:
    assert as_typed("cd x && A=1 rtk bun run test --bail src/a.ts 2>&1 | tail", "bun run test") == (
        "rtk bun run test --bail"
    )
    assert as_typed("", "") == ""
