"""What a person types in chat: each command's text names commands of ours that exist, and they do what it says."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from reverie import wiring
from reverie.setup import chat
from reverie.setup.agents import AGENTS
from tests.cli.shell import Shell, repository
from tests.hooks.agent import wait_until

CONFIG = """\
# our settings
dreaming:
  mode: off   # until we know it better
  # timezone: Europe/Vienna
embeddings:
  kind: none
"""


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    (shell.folder / ".agent").mkdir()
    (shell.folder / ".agent/config.yaml").write_text(CONFIG)
    return shell


def test_dreaming_switches_the_mode_and_keeps_every_comment(shop: Shell) -> None:
    words = re.findall(r"[a-z]+", chat.COMMANDS["dreaming"].hint)
    assert words == ["core", "rem", "deep", "off", "status", "help"]
    for word in words[:4]:
        shop("mode", word)  # as the text says: exactly that word
        assert (shop.folder / ".agent/config.yaml").read_text() == CONFIG.replace("mode: off", f"mode: {word}")
    assert shop("mode").out.startswith("off")
    assert "romotion" in shop("status", "--deep").out


def test_every_command_that_a_text_names_exists_and_is_allowed(shop: Shell) -> None:
    for name, told in chat.COMMANDS.items():
        named = set(re.findall(r"`reverie ([a-z-]+)", told.text))
        assert named <= set(told.may), name
        for verb in told.may:
            shop(verb, "--help")
    for verb in set(re.findall(r"`reverie ([a-z-]+)", chat.SKILL)):
        shop(verb, "--help")


def test_remember_keeps_what_was_typed(shop: Shell) -> None:
    said = 'it\'s "staging" that $(costs) `money`; not prod'
    line = f"reverie remember {shlex.quote(said)}"
    shop(*shlex.split(line)[1:])
    (day,) = (shop.folder / ".agent/memory").glob("20*.md")
    assert said in day.read_text()


@pytest.mark.parametrize("name", chat.COMMANDS)
def test_gemini_reads_a_command_with_what_was_typed(name: str) -> None:
    told = tomllib.loads(chat.toml(name))
    assert set(told) == {"description", "prompt"}
    assert told["prompt"].count("{{args}}") == 1
    assert "!{" not in told["prompt"]  # nothing is run before a person has seen it
    assert chat.COMMANDS[name].text in told["prompt"]


def test_init_adds_commands_where_each_agent_looks_for_them_and_uninstall_removes_them(shop: Shell) -> None:
    every = [word for name in ("claude-code", "codex", "cursor", "gemini", "openclaw") for word in ("--agent", name)]
    mine = shop.folder / ".claude/skills/dream/SKILL.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("my own dream\n")
    shop("init", "--yes", "--commands", *every)
    for place in (
        ".claude/skills/dreaming/SKILL.md",
        ".agents/skills/dreaming/SKILL.md",
        ".agents/skills/dreaming/agents/openai.yaml",
        ".agents/skills/reverie/SKILL.md",
        ".cursor/skills/remember/SKILL.md",
        ".gemini/commands/dreaming.toml",
        ".gemini/skills/reverie/SKILL.md",
        "hooks/reverie/handler.js",
    ):
        assert (shop.folder / place).is_file(), place
    assert mine.read_text() == "my own dream\n"
    assert "Nothing to add" in shop("init", "--yes", "--commands", *every).out
    shop("uninstall")
    left = {path.name for path in shop.folder.iterdir()}
    assert left == {".git", ".agent", ".claude"}
    assert mine.read_text() == "my own dream\n"


def test_without_being_asked_no_command_is_added(shop: Shell) -> None:
    shop("init", "--yes", "--agent", "claude-code", "--agent", "gemini")
    assert not list(shop.folder.rglob("SKILL.md"))
    assert not list(shop.folder.rglob("*.toml"))


@pytest.mark.skipif(not shutil.which("node"), reason="OpenClaw runs hooks in node, which is not here")
def test_the_hook_of_openclaw_hands_over_the_end_of_a_session(shop: Shell) -> None:
    """As its gateway calls it, with the events its documentation shows."""
    shop("remember", "a first line, so that there is a memory")
    shop("init", "--user", "--yes", "--agent", "openclaw")
    handler = Path.home() / ".openclaw/hooks/reverie/handler.js"
    here = {"workspaceDir": str(shop.folder)}
    events = [
        ("command", "new", {**here, "previousSessionEntry": {"sessionId": "old-1"}, "sessionEntry": {}}),
        ("session", "compact:before", {**here, "sessionId": "new-1"}),
        ("command", "reset", {"workspaceDir": "/nowhere/at/all"}),
        ("command", "reset", {}),
    ]
    calls = "\n".join(
        f"handler({{type: {json.dumps(type)}, action: {json.dumps(action)}, timestamp: new Date(), "
        f"context: {json.dumps(context)}}});"
        for type, action, context in events
    )
    program = f'import handler from {json.dumps(str(handler))};\n{calls}\nconsole.log("on it goes");\n'
    script = shop.folder / "gateway.mjs"
    script.write_text(program)
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "on it goes\n"), done.stderr

    def log() -> list[tuple[str, str]]:
        return [(one["kind"], one["facts"].get("session", "")) for one in shop("log", "--json").json]

    wait_until(lambda: ("dream_after_session_end", "old-1") in log())
    assert ("session_end", "old-1") in log()
    found = wiring.find_project(shop.folder)
    wiring.inbox.take_in(found, wiring.open_store(found))
    assert ("compaction", "new-1") in log()
    shop("uninstall", "--user")
    assert not handler.parent.exists()


def test_every_row_of_the_table_of_agents_names_a_test_that_is_there() -> None:
    root = Path(__file__).parents[2]
    table = [line for line in (root / "docs/agents.md").read_text().splitlines() if line.startswith("| ")]
    rows = [line.strip("| ").split(" | ") for line in table if line.count(" | ") == 6][1:]
    assert len(rows) == 13
    for feature, *told, test in rows:
        assert len(told) == len(AGENTS), feature
        assert (root / test.strip("`")).exists(), feature
    used = {int(number) for number in re.findall(r"^(\d+)\. ", (root / "docs/agents.md").read_text(), re.MULTILINE)}
    assert used == set(range(1, max(used) + 1))
