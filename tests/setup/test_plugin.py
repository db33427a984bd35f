"""The plugin for Claude Code: it asks for the same hooks as `init`, and works from a checkout or without one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from reverie import __version__
from reverie.setup.agents import AGENTS, PROJECT, SKILL, Ask
from reverie.tools import frontmatter

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "plugin"
CALL = 'sh "${CLAUDE_PLUGIN_ROOT}/bin/run" '


def test_the_marketplace_leads_to_the_plugin() -> None:
    market = json.loads((ROOT / ".claude-plugin/marketplace.json").read_text())
    (listed,) = market["plugins"]
    manifest = json.loads((ROOT / listed["source"] / ".claude-plugin/plugin.json").read_text())
    assert manifest["name"] == listed["name"]
    assert manifest["version"] == __version__
    assert market["owner"]["name"]


def test_its_hooks_are_those_init_writes() -> None:
    told = json.loads((PLUGIN / "hooks/hooks.json").read_text())["hooks"]
    hooks, _ = AGENTS["claude-code"].wanted(Ask(PROJECT, str, True))
    wanted = {entry.path[-1]: json.dumps([entry.value]) for entry in hooks.entries}
    assert {name: json.dumps(groups).replace(json.dumps(CALL)[1:-1], "") for name, groups in told.items()} == wanted


def test_its_skill_is_the_one_other_agents_get() -> None:
    assert (PLUGIN / "skills/reverie/SKILL.md").read_text() == SKILL
    header = frontmatter.read(SKILL.encode()).header
    assert header["name"] == "reverie"
    assert len(str(header["description"])) < 1024


@pytest.mark.parametrize("name", ["dream", "dreaming", "remember"])
def test_its_commands_are_a_persons_alone(name: str) -> None:
    parts = frontmatter.read((PLUGIN / f"commands/{name}.md").read_bytes())
    assert parts.header["description"]
    assert parts.header["disable-model-invocation"] in (True, "true")
    assert "$ARGUMENTS" in parts.body
    assert "graduate:" not in str(parts.header["allowed-tools"])


def test_a_program_is_found_on_the_path_and_a_hook_without_one_is_silent(tmp_path: Path) -> None:
    (tmp_path / "plugin/bin").mkdir(parents=True)
    run = tmp_path / "plugin/bin/run"
    run.write_bytes((PLUGIN / "bin/run").read_bytes())
    own = tmp_path / "own"
    own.mkdir()
    (own / "reverie-hook").write_text('#!/bin/sh\necho "called with $*"\n')
    (own / "reverie-hook").chmod(0o755)

    def call(*words: str, path: str = "/usr/bin:/bin") -> tuple[int, str]:
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(["sh", str(run), *words], env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert call("reverie-hook", "capture", path=f"{own}:/usr/bin:/bin") == (0, "called with capture\n")
    assert call("reverie-hook", "capture") == (0, "")
    assert call("reverie", "mcp")[0] == 1


def test_its_server_is_ours() -> None:
    server = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]["reverie"]
    assert server["args"][1:] == ["reverie", "mcp"]
