"""A briefing stays true by day: what memory no longer holds leaves it at once, not with the next night."""

from __future__ import annotations

from reverie.briefing.still import still_true
from tests.cli.shell import Shell
from tests.transcripts.conftest import world  # noqa: F401 — a home and a repository
from tests.transcripts.nights import World
from tests.wording.stage import session

WORK = ["Where work stands, the newest first:", "- 2026-03-19: “Make it blue” → done (session aaaa1111:194)"]
WANTED = ["What people want:", "- Ask first. (rule, decided by ada@example.org on 2026-03-02)"]
FAILS = ["What fails here, and what helps:", "- `npm test` fails (really) (insight 945dce, last seen 2026-03-18)"]
DOUBTS = ["Doubtful, so check before you rely on it:", "- which of two holds? (proposal 0a1b2c)"]
ALL = [*WORK, *WANTED, *FAILS, *DOUBTS]


def test_what_is_still_there_stays_to_the_letter() -> None:
    assert still_true(ALL, ["945dce77", "0a1b2c3d4e5f"], ["Ask first."]) == ALL


def test_what_is_gone_goes_with_the_heading_it_leaves_empty() -> None:
    assert still_true(ALL, ["945dce77"], ["Ask  first. Always."]) == [*WORK, *WANTED, *FAILS]
    assert still_true(ALL, ["0a1b2c3d4e5f"], ["Ask Bob first."]) == [*WORK, *DOUBTS]


def test_a_rule_cut_to_a_line_is_known_by_its_beginning() -> None:
    cut = ["What people want:", "- Ask first before you… (rule, decided by ada on 2026-03-02)"]
    assert still_true(cut, [], ["Ask first before you ship anything."]) == cut


def test_what_was_declined_is_not_told_any_more() -> None:
    said = ["What people want:", "- Use tabs — said on 2026-03-02 (session aaaa1111:7)"]
    assert still_true([*WANTED, said[1]], [], ["Ask first."], ["Use tabs."]) == WANTED
    assert still_true(said, [], [], ["Use spaces."]) == said
    assert still_true(said, [], [], ["Use tabs."]) == []


def test_undo_takes_a_nights_insights_out_of_the_briefing(world: World) -> None:  # noqa: F811
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name)
    shell, home = Shell(world.repo), str(world.home)
    shell("run", "--since", "10y", HOME=home)
    before = shell("briefing", HOME=home).out
    assert "(insight " in before and "please make the header blue" in before
    shell("undo", HOME=home)
    after = shell("briefing", HOME=home).out
    assert "(insight " not in after and "please make the header blue" in after


def test_a_dismissed_insight_leaves_it_as_well(world: World) -> None:  # noqa: F811
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name)
    shell, home = Shell(world.repo), str(world.home)
    shell("run", "--since", "10y", HOME=home)
    for one in shell("insights", "--json", HOME=home).json:
        shell("insights", "dismiss", one["id"], "--reason", "the wrapper was taken out", HOME=home)
    assert "(insight " not in shell("briefing", HOME=home).out
