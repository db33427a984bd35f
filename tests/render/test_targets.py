"""Five files, links and imports between them: every reader finds the rules once."""

from __future__ import annotations

import pytest

from reverie.render.targets import CURSOR, TARGETS, TargetState, imported, wanted
from tests.render.rules import reasons, state, synced, written

COPILOT = ".github/copilot-instructions.md"


def homes(*states: TargetState, **options: object) -> list[str]:
    return [put.address.path for put in synced(*states, **options).puts]  # type: ignore[arg-type]


def test_the_room_and_the_wiring_know_the_same_targets() -> None:
    from reverie.wiring import TARGETS as WIRED

    assert TARGETS == WIRED


def test_by_default_the_usual_two_are_served_where_they_are_there() -> None:
    assert homes() == ["CLAUDE.md"]
    assert homes(state("AGENTS.md")) == ["AGENTS.md"]
    assert homes(state("AGENTS.md"), state("CLAUDE.md"), state("GEMINI.md")) == ["CLAUDE.md", "AGENTS.md"]


def test_where_the_usual_two_are_not_there_others_that_are_get_it() -> None:
    states = {path: TargetState(path, b"mine\n" if path == "GEMINI.md" else None) for path in TARGETS}
    assert wanted(states, None) == (["GEMINI.md"], [])
    assert wanted({**states, "AGENTS.md": TargetState("AGENTS.md", b"")}, None) == (["AGENTS.md"], [])
    assert wanted({}, None) == (["CLAUDE.md"], [])


def test_targets_that_were_switched_on_are_made() -> None:
    assert homes(targets=(COPILOT, "GEMINI.md")) == ["GEMINI.md", COPILOT]
    result = synced(targets=("claude.markdown",))
    assert not result.puts
    assert "not a file Reverie writes" in reasons(result)["claude.markdown"]
    assert homes(state("CLAUDE.md"), targets=()) == []


def test_cursor_gets_the_header_that_makes_it_read_the_file() -> None:
    content = written(synced(targets=(CURSOR,)), CURSOR)
    assert content.startswith(b"---\ndescription: ")
    assert b"\nglobs:\nalwaysApply: true\n---\n\n<!-- reverie:begin " in content
    assert not synced(TargetState(CURSOR, content), targets=(CURSOR,)).puts


def test_cursors_header_may_be_changed_by_the_user() -> None:
    content = written(synced(targets=(CURSOR,)), CURSOR).replace(b"globs:\n", b"globs: src/**\n")
    assert not synced(TargetState(CURSOR, content), targets=(CURSOR,)).puts


def test_a_link_to_another_target_is_kept_and_the_text_written_once() -> None:
    result = synced(state("CLAUDE.md", None, "AGENTS.md"), state("AGENTS.md", "# Shop\n"))
    assert [put.address.path for put in result.puts] == ["AGENTS.md"]
    assert reasons(result) == {"CLAUDE.md": "it is a link to AGENTS.md: the rules are written there, once"}
    assert [(plan.path, plan.home) for plan in result.targets] == [
        ("CLAUDE.md", "AGENTS.md"),
        ("AGENTS.md", "AGENTS.md"),
    ]


def test_a_link_to_a_target_that_is_not_switched_on_is_followed_still() -> None:
    assert homes(state("CLAUDE.md", None, "./AGENTS.md"), state("AGENTS.md"), targets=("CLAUDE.md",)) == ["AGENTS.md"]
    assert homes(state(COPILOT, None, "../AGENTS.md"), targets=(COPILOT,)) == ["AGENTS.md"]


@pytest.mark.parametrize("link", ["../elsewhere/CLAUDE.md", "/etc/passwd", "docs/CLAUDE.md", "", "."])
def test_a_link_that_leads_elsewhere_is_refused(link: str) -> None:
    result = synced(state("CLAUDE.md", "ignored", link))
    assert not result.puts
    assert result.out_of_date == ("CLAUDE.md",)
    assert "which is not a file Reverie writes" in reasons(result)["CLAUDE.md"]
    elsewhere = synced(state("CLAUDE.md", "ignored", link), state("AGENTS.md"))
    assert elsewhere.out_of_date == ("AGENTS.md",)
    assert "which is not a file Reverie writes" in reasons(elsewhere)["CLAUDE.md"]


def test_links_in_a_circle_are_refused() -> None:
    result = synced(state("CLAUDE.md", None, "AGENTS.md"), state("AGENTS.md", None, "CLAUDE.md"))
    assert not result.puts
    assert set(reasons(result)) == {"CLAUDE.md", "AGENTS.md"}
    assert "leads back to itself" in reasons(synced(state("CLAUDE.md", None, "CLAUDE.md")))["CLAUDE.md"]


@pytest.mark.parametrize(
    "text",
    [
        "@AGENTS.md\n",
        "# Shop\n\nSee @AGENTS.md for more.\n",
        "- @./AGENTS.md",
        "    code\n\n@AGENTS.md#rules\r\n",
        "`x`\n@AGENTS.md",
    ],
)
def test_a_file_that_imports_another_is_not_written_too(text: str) -> None:
    result = synced(state("CLAUDE.md", text), state("AGENTS.md"))
    assert [put.address.path for put in result.puts] == ["AGENTS.md"]
    assert reasons(result) == {"CLAUDE.md": "it imports AGENTS.md: the rules are written there, once"}


@pytest.mark.parametrize(
    "text",
    [
        "Write to me@AGENTS.md", "`@AGENTS.md`", "``a ` @AGENTS.md ``", "```\n@AGENTS.md\n```\n", "    @AGENTS.md",
        "(@AGENTS.md)", "<!-- @AGENTS.md -->", "<!--\n@AGENTS.md\n-->", "@docs/AGENTS.md", "@AGENTS.mdx",
        "@~/AGENTS.md", "\\@AGENTS.md",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_import_is_none(text: str) -> None:
    assert imported(state("CLAUDE.md", text)) == []
    assert homes(state("CLAUDE.md", text), state("AGENTS.md")) == ["CLAUDE.md", "AGENTS.md"]


def test_where_imports_are_not_followed_only_a_line_of_its_own_says_that_the_text_is_elsewhere() -> None:
    assert homes(state("AGENTS.md", "@CLAUDE.md\n"), state("CLAUDE.md")) == ["CLAUDE.md"]
    assert homes(state("AGENTS.md", "Ask @CLAUDE.md about it.\n"), state("CLAUDE.md")) == ["CLAUDE.md", "AGENTS.md"]


def test_an_import_of_a_target_that_is_not_served_does_not_count() -> None:
    assert homes(state("CLAUDE.md", "@GEMINI.md\n"), state("GEMINI.md")) == ["CLAUDE.md"]


def test_imports_in_a_circle_leave_one_file_written() -> None:
    two = [state("CLAUDE.md", "@AGENTS.md\n"), state("AGENTS.md", "@CLAUDE.md\n")]
    assert homes(*two) == ["AGENTS.md"]
    three = [state("CLAUDE.md", "@GEMINI.md"), state("AGENTS.md", "@CLAUDE.md"), state("GEMINI.md", "@AGENTS.md")]
    assert len(homes(*three, targets=TARGETS[:3])) == 1
    mixed = [state("CLAUDE.md", "@AGENTS.md\n"), state("AGENTS.md", None, "CLAUDE.md")]
    assert homes(*mixed) == ["CLAUDE.md"]


def test_a_chain_says_where_the_text_is_in_the_end() -> None:
    result = synced(
        state("CLAUDE.md", "@AGENTS.md"), state("AGENTS.md", None, "GEMINI.md"), state("GEMINI.md"), targets=TARGETS[:3]
    )
    assert [put.address.path for put in result.puts] == ["GEMINI.md"]
    assert reasons(result)["CLAUDE.md"] == "it imports AGENTS.md: the rules are written in GEMINI.md, once"


def test_what_cannot_be_written_is_named_and_the_others_are_served() -> None:
    folder = TargetState("CLAUDE.md", trouble="it is a folder: move it away")
    result = synced(folder, state("AGENTS.md"))
    assert [put.address.path for put in result.puts] == ["AGENTS.md"]
    assert reasons(result) == {"CLAUDE.md": "it is a folder: move it away"}
    assert result.out_of_date == ("CLAUDE.md", "AGENTS.md")
    linked = synced(folder, state("AGENTS.md", None, "CLAUDE.md"), targets=("AGENTS.md",))
    assert (linked.puts, linked.out_of_date) == ((), ("CLAUDE.md",))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"a\0b", "it is no text (it holds NUL bytes)"),
        (b"one\ntw\xe9\n", "line 2 is not UTF-8"),
        (b"\xff\xfea\0", "it is UTF-16"),
    ],
)
def test_what_is_no_utf8_text_is_left_alone(content: bytes, reason: str) -> None:
    result = synced(state("CLAUDE.md", content), state("AGENTS.md"))
    assert reasons(result)["CLAUDE.md"].startswith(reason)
    assert [put.address.path for put in result.puts] == ["AGENTS.md"]
    assert synced(state("CLAUDE.md", content), force=True).puts == ()
