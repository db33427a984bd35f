"""Setting up in a home that is lived in, and leaving it as it was."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository

SETTINGS = """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "env": { "API_TOKEN": "do-not-copy-me" },
  "permissions": {
    "allow": ["Bash(npm run test:*)"],
    "deny": []
  },
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [ { "type": "command", "command": "prettier --write" } ] }
    ]
  },
  "model": "opus"
}"""
CODEX = 'model = "gpt-5"  # mine\n\n[mcp_servers.docs]\ncommand = "docs"\n'


@pytest.fixture
def home() -> Path:
    """Claude Code, Codex, Gemini CLI, Cursor and OpenClaw are used by this person."""
    home = Path.home()
    for name, text in {
        ".claude/settings.json": SETTINGS,
        ".claude.json": '{"projects":{},"mcpServers":{"other":{"command":"x"}}}',
        ".codex/config.toml": CODEX,
        ".gemini/settings.json": '{\r\n\t"theme": "dark"\r\n}\r\n',
        ".cursor/mcp.json": "{}",
        ".openclaw/openclaw.json": '{\n  "agents": {}\n}\n',
    }.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (home / ".claude.json").chmod(0o600)
    return home


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    (shell.folder / "CLAUDE.md").write_text("# Us\n")
    (shell.folder / ".gitignore").write_text("node_modules")  # without a line end
    return shell


def _picture(folder: Path, besides: str = "") -> dict[str, tuple[int, bytes]]:
    """Every file and folder, with rights and content."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
        if not besides or besides not in path.relative_to(folder).parts[:1]
    }


def test_a_home_is_as_it_was_after_uninstall_byte_for_byte(shop: Shell, home: Path) -> None:
    before = _picture(home)
    shop("init", "--user", "--yes", "--recall")
    told = json.loads((home / ".claude/settings.json").read_text())
    assert list(told)[-1] == "model"
    assert [next(iter(group)) for group in told["hooks"]["PostToolUse"]] == ["matcher", "matcher"]
    assert {"SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "Stop", "SessionEnd"} == set(told["hooks"])
    assert tomllib.loads((home / ".codex/config.toml").read_text())["mcp_servers"]["reverie"]["args"] == ["mcp"]
    assert list(json.loads((home / ".claude.json").read_text())["mcpServers"]) == ["other", "reverie"]
    assert (home / ".openclaw/skills/reverie/SKILL.md").exists()
    assert "do-not-copy-me" not in (home / ".local/state/reverie/setup.json").read_text()
    shop("uninstall", "--user")
    assert _picture(home) == before


def test_a_project_is_as_it_was_except_its_memory(shop: Shell, home: Path) -> None:
    (shop.folder / ".claude").mkdir()
    (shop.folder / ".claude/settings.local.json").write_text(SETTINGS)
    before, at_home = _picture(shop.folder, ".agent"), _picture(home)
    shop("init", "--yes", "--agent", "claude-code", "--agent", "codex", "--agent", "cursor", "--agent", "gemini",
         "--agent", "openclaw")  # fmt: skip
    assert (shop.folder / ".gitignore").read_text() == "node_modules\n.agent/local/\n"
    assert json.loads((shop.folder / ".mcp.json").read_text())["mcpServers"]["reverie"]["command"] == "reverie"
    shop("uninstall")
    after = {name: what for name, what in _picture(shop.folder, ".agent").items() if not name.startswith(".git/")}
    assert after == {name: what for name, what in before.items() if not name.startswith(".git/")}
    assert _picture(home) == at_home


def test_a_second_time_adds_nothing_and_still_everything_is_given_back(shop: Shell, home: Path) -> None:
    before = _picture(home)
    assert "reverie uninstall --user takes it out again" in shop("init", "--user", "--yes").talk
    once = _picture(home)
    assert "Nothing to add" in shop("init", "--user", "--yes").out
    assert _picture(home) == once
    shop("init", "--user", "--yes", "--recall")
    shop("uninstall", "--user")
    assert _picture(home) == before
    assert "Nothing of ours" in shop("uninstall", "--user").talk


def test_a_dry_run_and_a_no_change_nothing(shop: Shell, home: Path) -> None:
    before, around = _picture(home), _picture(shop.folder)
    said = shop("init", "--user", "--dry-run").out
    assert "+      {" in said  # a diff one can read
    assert "nobody is there to ask" in shop("init", "--user", code=2).talk
    assert _picture(home) == before
    assert _picture(shop.folder) == around


def test_a_broken_file_is_named_and_left_alone_and_the_others_are_done(shop: Shell, home: Path) -> None:
    (home / ".claude/settings.json").write_text('{"hooks": {,}}')
    before = _picture(home)
    talk = shop("init", "--user", "--yes", code=1).talk
    assert ".claude/settings.json: it cannot be read" in talk
    assert (home / ".claude/settings.json").read_text() == '{"hooks": {,}}'
    assert "reverie" in (home / ".codex/config.toml").read_text()
    shop("uninstall", "--user")
    assert _picture(home) == before


def test_what_somebody_wrote_meanwhile_stays(shop: Shell, home: Path) -> None:
    shop("init", "--user", "--yes")
    path = home / ".claude/settings.json"
    path.write_text(path.read_text().replace('"opus"', '"sonnet"'))
    with (home / ".codex/config.toml").open("a") as file:
        file.write('[mcp_servers.later]\ncommand = "z"\n')
    shop("uninstall", "--user")
    assert path.read_text() == SETTINGS.replace('"opus"', '"sonnet"')
    assert (home / ".codex/config.toml").read_text() == CODEX + '[mcp_servers.later]\ncommand = "z"\n'


def test_a_link_stays_a_link(shop: Shell, home: Path, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles.json"
    (home / ".claude/settings.json").rename(dotfiles)
    (home / ".claude/settings.json").symlink_to(dotfiles)
    shop("init", "--user", "--yes", "--agent", "claude-code")
    assert (home / ".claude/settings.json").is_symlink()
    assert "reverie-hook" in dotfiles.read_text()
    shop("uninstall", "--user")
    assert dotfiles.read_text() == SETTINGS


def test_ones_own_settings_can_be_changed_anywhere(shop: Shell, home: Path, tmp_path: Path) -> None:
    elsewhere = Shell(tmp_path / "no project")
    elsewhere.folder.mkdir()
    before = _picture(home)
    elsewhere("init", "--user", "--yes")
    assert "reverie-hook" in (home / ".claude/settings.json").read_text()
    assert json.loads((home / ".openclaw/openclaw.json").read_text())["mcp"]["servers"]["reverie"]["args"] == ["mcp"]
    elsewhere("uninstall", "--user")
    assert _picture(home) == before
    assert list(elsewhere.folder.iterdir()) == []
    assert "not inside a git repository" in elsewhere("init", "--yes", code=1).talk


def test_an_agent_is_known_by_its_sessions_of_this_project_and_others_are_named(shop: Shell, home: Path) -> None:
    (shop.folder / "CLAUDE.md").unlink()
    assert "none found; name one with --agent (in your home: claude-code, codex" in shop("init", "--dry-run").out
    (home / ".claude/projects" / re.sub(r"[^A-Za-z0-9]", "-", str(shop.folder))).mkdir(parents=True)
    assert "Agents used here: Claude Code" in shop("init", "--dry-run").out


def test_the_configuration_has_comments_and_says_nothing_by_itself(shop: Shell) -> None:
    shop("init", "--yes")
    text = (shop.folder / ".agent/config.yaml").read_text()
    assert all(line.startswith("#") for line in text.splitlines() if line)
    shop("init", "--yes", "--recall")
    assert "recall: true" in (shop.folder / ".agent/config.yaml").read_text()
    assert "init" in shop("history").out


def test_the_hook_that_was_written_can_be_called(shop: Shell, home: Path) -> None:
    """As the agent's program calls it: by a shell, with a PATH of its own."""
    import subprocess

    shop("init", "--user", "--yes", "--agent", "claude-code")
    told = json.loads((home / ".claude/settings.json").read_text())
    command = told["hooks"]["PreCompact"][0]["hooks"][0]["command"]
    if not (Path(sys.executable).parent / "reverie-hook").exists():
        pytest.skip("this environment was made before there was a hook; make setup makes it anew")
    event = json.dumps({"session_id": "s", "hook_event_name": "PreCompact", "cwd": str(shop.folder)})
    quiet = {"PATH": "/usr/bin:/bin", "HOME": str(home), "TZ": os.environ["TZ"]}
    done = subprocess.run(["sh", "-c", command], input=event, env=quiet, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(list((shop.folder / ".agent/local/inbox").glob("*.json"))) == 1
