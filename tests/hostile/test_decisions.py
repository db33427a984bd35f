"""A person's authority comes from a person: not from a commit that an agent made or helped with, not from somebody
who commits under another's name, and not from an agent that types the command itself."""

# ruff: noqa: F811
from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reverie.gather.git.machines import find_machine
from reverie.gather.signatures import Committed, Unsigned, signatures
from reverie.tools.agent_env import find_agent, without_agent
from tests.cli.conftest import _dreamt, _sample, dreamt  # noqa: F401
from tests.cli.shell import Shell
from tests.learning.test_signatures import ADA, BOB, BOT, CLAUDE, DECIDED, OPEN, PATH, History
from tests.mcp.client import Person, asked, over_stdio, run

WHY = "All of these fixes share one cause, and the test named here catches it."
TRAILERS = [
    "Co-Authored-By: Claude <noreply@anthropic.com>",
    "Co-authored-by: Claude Opus 4.5 (1M context) <noreply@anthropic.com>",
    "co-authored-by: claude <claude@anthropic.com>",
    "Co-authored-by: Codex <codex@openai.com>",
    "Co-authored-by: Copilot <223556219+Copilot@users.noreply.github.com>",
    "Co-authored-by: copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>",
    "Co-authored-by: Cursor <cursoragent@cursor.com>",
    "Co-authored-by: gemini-code-assist[bot] <176961590+gemini-code-assist[bot]@users.noreply.github.com>",
    "Co-authored-by: Gemini CLI <gemini@example.com>",
    "Co-authored-by: aider (gpt-5) <noreply@aider.chat>",
    "Co-authored-by: Devin AI <158243242+devin-ai-integration[bot]@users.noreply.github.com>",
    "Co-Authored-By: opencode <noreply@opencode.ai>",
    "Co-authored-by: google-labs-jules[bot] <161369871+google-labs-jules[bot]@users.noreply.github.com>",
    "Co-authored-by: Jules <jules@google.jules.example>",
    "Co-Authored-By: Warp <agent@warp.dev>",
    "Co-Authored-By: Crush <crush@charm.land>",
    "Co-authored-by: Amp <amp@ampcode.com>",
    "Co-authored-by: dependabot[bot] <x@users.noreply.github.com>",
    "Signed-off-by: Claude <noreply@anthropic.com>",
    "Assisted-by: Claude:claude-opus-4-5",
    "Generated-by: GitHub Copilot",
    "Made-with: Cursor",
    "Claude-Session: https://example.org/1",
    "Agent: codex",
    "AI-Assisted: yes",
    "🤖 Generated with [Claude Code](https://claude.com/claude-code)",
    "Generated with Codex",
    "Written by an AI assistant",
    "https://app.devin.ai/sessions/12",
    "This change was created by OpenCode.",
]
MACHINES = [
    ("Claude", "noreply@anthropic.com"),
    ("Ada (aider)", "ada@example.org"),
    ("Cursor Agent", "cursoragent@cursor.com"),
    ("renovate[bot]", "29139614+renovate[bot]@users.noreply.github.com"),
    ("Codex", "me@example.org"),
    ("Devin", "devin@cognition.ai"),
]
PEOPLE = [
    ("Claude Dupont", "claude@dupont.example"),
    ("Claude", "claude.dupont@gmail.com"),
    ("Devin Smith", "devin@example.org"),
    ("Zed", "zed@example.org"),
    ("Ada", "1+ada@users.noreply.github.com"),
]
INNOCENT = [
    "Reviewed-by: Claude <noreply@anthropic.com>",
    "Co-authored-by: Claude Dupont <claude@dupont.example>",
    "Co-authored-by: Bob <bob@example.org>",
    "The list is now read with a cursor; continue-on-error: true",
    "AI-Assisted: no",
    "agents: tell them less",
    "Signed-off-by: Jules Verne <jules@verne.example>",
]


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "repo")
    made.commit(BOT, OPEN)
    return made


def commit(history: History, text: str, message: str, who: tuple[str, str] = ADA, *more: str) -> None:
    (history.folder / PATH).write_text(text)
    history.git("add", "-A")
    history.git("commit", "-q", *more, "-m", message, who=who)


def machine(found: Committed | Unsigned | None) -> str:
    assert isinstance(found, Committed), found
    return found.machine


@pytest.mark.parametrize("trailer", TRAILERS)
def test_an_agent_that_had_a_hand_in_the_commit_is_seen(trailer: str) -> None:
    assert find_machine(ADA, ADA, f"Decide on tokens\n\nFor good reasons.\n\n{trailer}\n")


@pytest.mark.parametrize("who", MACHINES)
def test_an_agent_that_signs_is_seen_as_author_and_as_committer(who: tuple[str, str]) -> None:
    assert find_machine(who, ADA, "Decide")
    assert find_machine(ADA, who, "Decide")


@pytest.mark.parametrize("line", INNOCENT)
def test_people_and_their_words_are_not_taken_for_agents(line: str) -> None:
    assert [find_machine(who, who, f"Decide\n\n{line}\n") for who in PEOPLE] == [""] * len(PEOPLE)


def test_a_decision_committed_with_an_agent_is_the_agents(history: History) -> None:
    commit(history, DECIDED, "Decide", ADA, "-m", "Co-Authored-By: Claude <noreply@anthropic.com>")
    assert machine(history.signed()) == "Claude"
    history.commit(ADA, DECIDED + "\n## Remarks\n\nFine.\n")
    assert machine(history.signed()) == "Claude"
    history.commit(ADA, DECIDED.replace("graduate", '"graduate"').replace("All three", "'All three'"))
    assert machine(history.signed()) == "Claude"  # another way of quoting is no decision


def test_amending_does_not_make_it_a_persons(history: History) -> None:
    commit(history, DECIDED, "Decide", ADA, "-m", "Co-Authored-By: Claude <noreply@anthropic.com>")
    history.git("commit", "-q", "--amend", "-m", "Decide")
    assert machine(history.signed()) == "Claude"


def test_squashing_does_not_make_it_a_persons(history: History) -> None:
    history.git("checkout", "-q", "-b", "review")
    history.commit(CLAUDE, DECIDED)
    history.git("checkout", "-q", "main")
    history.git("merge", "-q", "--squash", "review")
    history.git("commit", "-q", "-m", "squashed")
    history.git("branch", "-q", "-D", "review")
    assert machine(history.signed()) == "Claude"


def test_a_person_who_decides_otherwise_than_the_agent_decides(history: History) -> None:
    commit(history, DECIDED, "Decide", CLAUDE)
    commit(history, OPEN.replace("decision:\nrationale:", "decision: reject\nrationale: three causes"), "No", ADA)
    found = history.signed()
    assert isinstance(found, Committed)
    assert (found.email, found.machine) == ("ada@example.org", "")


def test_a_mailmap_gives_nobody_anothers_name(history: History) -> None:
    (history.folder / ".mailmap").write_text("Ada <ada@example.org> <bob@example.org>\n")
    history.commit(BOB, DECIDED)
    found = history.signed()
    assert isinstance(found, Committed)
    assert found.email == "bob@example.org"


def test_nobody_decides_as_the_person_at_work_but_that_person(history: History, tmp_path: Path) -> None:
    history.commit(ADA, DECIDED)
    subprocess.run(["git", "clone", "-q", str(history.folder), tmp_path / "clone"], check=True)
    me, other = {"ada@example.org"}, {"bob@example.org"}
    told = signatures(tmp_path / "clone", [PATH], me)[PATH]
    assert isinstance(told, Unsigned)
    assert "not made in this clone" in told.reason
    assert isinstance(signatures(tmp_path / "clone", [PATH], other)[PATH], Committed)  # in Ada's name, not in Bob's
    assert isinstance(signatures(history.folder, [PATH], me)[PATH], Committed)


def test_run_status_and_show_say_that_an_agents_decision_waits(dreamt: Shell) -> None:
    path = sorted((dreamt.folder / ".agent" / "dream" / "candidates").glob("*.md"))[0]
    path.write_text(path.read_text().replace("decision:\nrationale:", f'decision: graduate\nrationale: "{WHY}"'))
    dreamt.git("add", "-A")
    dreamt.git("commit", "-q", "-m", "Decide\n\nCo-Authored-By: Claude <noreply@anthropic.com>")
    told = [dreamt("run").talk, dreamt("status").out, " ".join(dreamt("show", path.stem).out.split())]
    for text in told:
        assert "committed by or with Claude" in text
        assert f"reverie graduate {path.stem} --rationale" in text
    assert dreamt("status", "--json").json["held_back"].keys() == {path.stem}
    assert not list((dreamt.folder / ".agent" / "memory" / "semantic").rglob("*.md"))


def test_written_decisions_wait_while_an_agent_is_at_work(dreamt: Shell) -> None:
    """It could have committed them in the person's name."""
    path = sorted((dreamt.folder / ".agent" / "dream" / "candidates").glob("*.md"))[0]
    path.write_text(path.read_text().replace("decision:\nrationale:", f'decision: graduate\nrationale: "{WHY}"'))
    dreamt.git("add", "-A")
    dreamt.git("commit", "-q", "-m", "Decide")
    assert "not carried out from inside Claude Code" in dreamt("run", CLAUDECODE="1").talk
    assert "decided" in dreamt("run").talk
    assert len(list((dreamt.folder / ".agent" / "memory" / "semantic").rglob("*.md"))) == 1


@pytest.mark.parametrize(
    "variable",
    "CLAUDECODE CLAUDE_CODE_ENTRYPOINT CODEX_SANDBOX CODEX_THREAD_ID CODEX_CI CURSOR_AGENT CURSOR_TRACE_ID GEMINI_CLI"
    " OPENCLAW_SHELL OPENCODE AIDER COPILOT_CLI AUGMENT_AGENT AI_AGENT".split(),
)
def test_an_agents_session_is_known_by_its_variables(variable: str) -> None:
    assert find_agent({variable: "1", "PATH": "/bin"})
    assert find_agent({variable: ""}) == ""
    assert without_agent({variable: "1", "PATH": "/bin"}) == {"PATH": "/bin"}


def test_what_people_set_for_an_agent_is_no_session() -> None:
    own = (
        "CODEX_HOME CODEX_API_KEY GEMINI_API_KEY AIDER_MODEL OPENCLAW_STATE_DIR OPENCLAW_CONFIG_PATH CLAUDE_CONFIG_DIR"
    )
    assert (
        find_agent(dict.fromkeys([*own.split(), "CLAUDE_CODE_USE_BEDROCK", "ANTHROPIC_API_KEY", "EDITOR"], "1")) == ""
    )


def first(shell: Shell) -> str:
    return str(shell("list", "--json").json[0]["id"])


def graduated(shell: Shell) -> list[Path]:
    return sorted((shell.folder / ".agent" / "memory" / "semantic").rglob("*.md"))


def test_an_agent_cannot_decide_by_typing_the_command(dreamt: Shell) -> None:
    id = first(dreamt)
    for verb in ("graduate", "reject"):
        told = dreamt(verb, id, "--rationale", WHY, code=1, CLAUDECODE="1").talk.splitlines()
        where = "inside Claude Code without a terminal to answer on"
        assert told[0] == f"Error: only a person can {verb} {id}, and this runs {where}"
        assert told[1].startswith(f"hint: in your own terminal, type: reverie {verb} {id} --rationale ")
    assert (first(dreamt), graduated(dreamt)) == (id, [])
    dreamt("graduate", id, "--rationale", WHY)  # a person's script
    (rule,) = graduated(dreamt)
    word = rule.name.partition("-")[0]
    dreamt("rerationale", word, "--rationale", WHY, code=1, GEMINI_CLI="1")


def test_notes_written_inside_an_agent_are_its_words_and_not_pinned(dreamt: Shell) -> None:
    dreamt("remember", "deploys need the staging profile", CURSOR_AGENT="1")
    (day,) = (dreamt.folder / ".agent" / "memory").glob("2*.md")
    assert "origin: agent" in day.read_text()
    dreamt("remember", "obey me", "--topic", "law", "--pin", code=1, CURSOR_AGENT="1")
    dreamt("remember", "pay twice", "--topic", "law")
    dreamt("note", "edit", "law", "--pin", code=1, CURSOR_AGENT="1")
    assert "origin" not in (dreamt.folder / ".agent" / "memory" / "law.md").read_text()


def on_a_terminal(shell: Shell, words: list[str], answer: str) -> tuple[int, str]:
    """What a command shows on a terminal inside an agent's session. `answer` may hold {} for the word it asks for."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "CLAUDECODE": "1"}
    command = [sys.executable, "-m", "reverie", *words]
    with subprocess.Popen(command, cwd=shell.folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = ""
        while not (found := re.search(r"type (\w+): $", shown)) and select.select([ours], [], [], 60)[0]:
            shown += os.read(ours, 4096).decode()
        assert found, shown
        os.write(ours, (answer.format(found[1]) + "\n").encode())
        code = process.wait(60)
    os.close(ours)
    return code, shown


def test_on_a_terminal_a_person_types_what_is_asked(dreamt: Shell) -> None:
    id = first(dreamt)
    words = ["graduate", id, "--rationale", WHY]
    assert on_a_terminal(dreamt, words, "yes")[0] == 1
    assert graduated(dreamt) == []
    code, shown = on_a_terminal(dreamt, words, "{}")
    assert (code, len(graduated(dreamt))) == (0, 1)
    assert f"To graduate {id} in your own name" in shown


def test_a_person_who_answers_their_client_decides_though_it_runs_inside_an_agent(
    dreamt: Shell,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    id = str(dreamt("list", "--json").json[0]["id"])
    person: Any = Person("accept", decide=True, rationale=WHY)

    async def story() -> None:
        async with over_stdio(dreamt.folder, elicitation_callback=person) as client:
            assert "graduated" in await asked(client, "candidate_graduate", id=id, rationale="an agent's own reason")

    run(story())
    assert len(graduated(dreamt)) == 1
