"""Every agent's events, in the shape its documentation gives them (docs/agents.md), to the commands `init` writes."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.setup.agents import AGENTS, USER, Ask
from reverie.setup.edits import Wanted
from tests.cli.shell import Shell
from tests.hooks.agent import hook, kept, project
from tests.hooks.test_recall import RELATED

PATCH = "*** Begin Patch\n*** Update File: app.py\n@@\n-a\n+b\n*** Add File: docs/new.md\n+x\n*** End Patch"


@dataclass(frozen=True)
class Spoken:
    """What one agent says: the events of a session's beginning, a prompt, an edit, a compaction and its end, and what
    else comes with each."""

    name: str
    start: str
    prompt: str
    edit: str
    compact: str
    end: str
    always: dict[str, Any]
    used: dict[str, Any]
    files: list[str]

    def event(self, name: str, folder: Path, **more: Any) -> dict[str, Any]:
        about = {key: value.format(folder) if isinstance(value, str) else value for key, value in self.always.items()}
        if "workspace_roots" in about:
            about["workspace_roots"], about["cwd"] = [str(folder)], ""
        return {**about, "hook_event_name": name, **more}


EDIT = {"tool_name": "Edit", "tool_use_id": "toolu_1", "tool_input": {"file_path": "app.py"}, "tool_response": {}}
SPEAK = {
    spoken.name: spoken
    for spoken in (
        Spoken(
            "claude-code", "SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "SessionEnd",
            {"session_id": "abc-1", "transcript_path": "{}/t.jsonl", "cwd": "{}", "permission_mode": "default"},
            EDIT, ["app.py"],
        ),
        Spoken(
            "codex", "SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "SessionEnd",
            {"session_id": "0199-a", "transcript_path": None, "cwd": "{}", "model": "gpt", "permission_mode": "default",
             "turn_id": "7"},
            {"tool_name": "apply_patch", "tool_use_id": "call_1", "tool_input": {"command": PATCH}},
            ["app.py", "docs/new.md"],
        ),
        Spoken(
            "cursor", "sessionStart", "", "postToolUse", "preCompact", "sessionEnd",
            {"conversation_id": "c-1", "generation_id": "g", "cursor_version": "3", "workspace_roots": []},
            {"tool_name": "Write", "tool_use_id": "t-1", "tool_input": {"file_path": "app.py"}}, ["app.py"],
        ),
        Spoken(
            "gemini", "SessionStart", "BeforeAgent", "AfterTool", "PreCompress", "SessionEnd",
            {"session_id": "g-1", "transcript_path": "{}/s.json", "cwd": "{}", "timestamp": "2026-11-16T08:00:00.001Z"},
            {"tool_name": "write_file", "tool_input": {"file_path": "app.py", "content": "x"}}, ["app.py"],
        ),
    )
}  # fmt: skip


def calls(name: str) -> dict[str, list[str]]:
    """The words of the command for each event, as written into the agent's settings."""
    wanted: Wanted = AGENTS[name].wanted(Ask(USER, str, str, recall=True))[0]
    found = {}
    for entry in wanted.entries:
        if entry.path[0] == "hooks":
            told = entry.value["hooks"][0] if "hooks" in entry.value else entry.value
            found[entry.path[-1]] = shlex.split(told["command"])[1:]
    return found


def say(spoken: Spoken, event: str, folder: Path, **more: Any) -> str:
    return hook(folder, *_first(calls(spoken.name)[event], spoken.event(event, folder, **more)))


def _first(words: list[str], event: dict[str, Any]) -> tuple[Any, ...]:
    return words[0], event, *words[1:]


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = project(tmp_path / "shop")
    (shell.folder / ".agent/config.yaml").write_text("hooks:\n  recall: true\nembeddings:\n  kind: none\n")
    return shell


@pytest.mark.parametrize("name", SPEAK)
def test_a_session_that_begins_is_told_in_the_agents_own_form(shop: Shell, name: str) -> None:
    spoken = SPEAK[name]
    told = json.loads(say(spoken, spoken.start, shop.folder, source="startup"))
    if name == "cursor":
        assert set(told) == {"additional_context"}
        assert "VPN profile eu-2" in told["additional_context"]
    else:
        assert set(told) == {"hookSpecificOutput"}  # Codex refuses anything it does not know
        assert set(told["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        assert told["hookSpecificOutput"]["hookEventName"] == "SessionStart"
        assert "VPN profile eu-2" in told["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("name", [name for name, spoken in SPEAK.items() if spoken.prompt])
def test_a_prompt_is_answered_where_the_agent_can_hear_it(shop: Shell, name: str) -> None:
    for topic in ("tests need Postgres on port 5433", "invoices are made by night", "mails are sent by the worker"):
        shop("remember", "--topic", topic.split()[0], topic)
    spoken = SPEAK[name]
    told = json.loads(say(spoken, spoken.prompt, shop.folder, prompt=RELATED))["hookSpecificOutput"]
    assert told["hookEventName"] == spoken.prompt
    assert "VPN profile eu-2" in told["additionalContext"]
    assert say(spoken, spoken.prompt, shop.folder, prompt="please sort the imports of this file") == ""


def test_cursor_is_asked_nothing_at_a_prompt() -> None:
    assert "beforeSubmitPrompt" not in calls("cursor")


@pytest.mark.parametrize("name", SPEAK)
def test_an_edit_a_compaction_and_the_end_are_captured(shop: Shell, name: str) -> None:
    spoken = SPEAK[name]
    assert say(spoken, spoken.edit, shop.folder, **spoken.used) == ""
    assert say(spoken, spoken.compact, shop.folder, trigger="auto") == ""
    words = calls(name)[spoken.end]
    ended = spoken.event(spoken.end, shop.folder, reason="other")
    assert hook(shop.folder, *_first(words, ended), REVERIE_HOOK_DREAM="off") == ""
    found = {one["event"]: one for one in kept(shop.folder)}
    assert found[spoken.edit]["files"] == spoken.files
    assert {one["agent"] for one in found.values()} == {name}
    here = wiring.find_project(shop.folder)
    assert wiring.inbox.take_in(here, wiring.open_store(here)) == 3
    kinds = [one["kind"] for one in shop("log", "--json").json]
    assert set(kinds) >= {"compaction", "session_end"}


def test_two_turns_of_codex_in_one_minute_are_two(shop: Shell) -> None:
    spoken = SPEAK["codex"]
    for turn in ("7", "8", "8"):
        say(spoken, "Stop", shop.folder, turn_id=turn, stop_hook_active=False)
    assert len(kept(shop.folder)) == 2


def test_a_patch_names_files_of_the_project_alone_and_none_of_its_words(shop: Shell) -> None:
    named = ("Add File: ../../etc/passwd", "Delete File: app.py", "Update File: ", "Rename File: b.py")
    patch = "\n*** ".join(("*** Begin Patch", *named, "End Patch\n+root"))
    used = {"tool_name": "apply_patch", "tool_use_id": "c", "tool_input": {"command": patch}}
    say(SPEAK["codex"], "PostToolUse", shop.folder, **used)
    (found,) = kept(shop.folder)
    assert found["files"] == ["app.py"]
    assert "root" not in json.dumps(found)


@pytest.mark.parametrize("name", SPEAK)
def test_an_end_that_is_told_twice_is_followed_once(shop: Shell, name: str) -> None:
    """Set up for oneself and for the project, the same end comes twice."""
    from reverie.doors.hooks import inbox

    event = SPEAK[name].event(SPEAK[name].end, shop.folder, reason="other")
    root = str(shop.folder)
    assert [inbox.is_first(event, "session-end", root, at) for at in (1000.0, 1000.2, 1009.9, 1012.0)] == [
        True, False, False, False,
    ]  # fmt: skip
    assert inbox.is_first(event, "session-end", root, 1100.0)
