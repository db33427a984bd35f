"""The plugin for Claude Code and Codex: it asks for the same hooks as `init`, and works from a checkout or a copy."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from reverie import __version__
from reverie.setup.agents import AGENTS, PROJECT, Ask
from reverie.setup.chat import COMMANDS
from reverie.setup.plugin import files
from reverie.tools import frontmatter

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "plugin"
CALL = 'sh "${CLAUDE_PLUGIN_ROOT}/bin/run" reverie-hook'
# What the public schemas of both programs allow (docs/agents.md names them).
CLAUDE_EVENTS = {"SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", "Stop", "SessionEnd"}
CODEX_MANIFEST = {
    "id", "name", "version", "description", "skills", "hooks", "apps", "mcpServers", "interface", "author", "homepage",
    "repository", "license", "keywords",
}  # fmt: skip


def read(name: str) -> Any:
    return json.loads((ROOT / name).read_text())


def test_its_files_are_those_the_program_writes() -> None:
    for name, text in files(__version__).items():
        assert (ROOT / name).read_text() == text, f"{name}: run python -m scripts.plugin"
    known = {ROOT / name for name in files(__version__)} | {PLUGIN / "bin/run", PLUGIN / "bin/reverie"}
    assert {path for path in PLUGIN.rglob("*") if path.is_file()} <= known


@pytest.mark.parametrize(
    ("market", "manifest"),
    [
        (".claude-plugin/marketplace.json", ".claude-plugin/plugin.json"),
        (".agents/plugins/marketplace.json", ".codex-plugin/plugin.json"),
    ],
)
def test_a_marketplace_leads_to_the_plugin(market: str, manifest: str) -> None:
    told = read(market)
    (listed,) = told["plugins"]
    source = listed["source"] if isinstance(listed["source"], str) else listed["source"]["path"]
    assert source.startswith("./")  # both programs refuse anything else
    found = json.loads((ROOT / source / manifest).read_text())
    assert (found["name"], found["version"]) == (listed["name"], __version__)
    assert re.fullmatch(r"[a-z][a-z0-9-]*", told["name"])


def test_what_the_manifest_for_codex_names_is_there() -> None:
    told = read("plugin/.codex-plugin/plugin.json")
    assert set(told) <= CODEX_MANIFEST
    assert (PLUGIN / told["skills"]).is_dir()
    assert (PLUGIN / told["hooks"]).is_file()
    assert told["mcpServers"] == {"reverie": {"command": "reverie", "args": ["mcp"]}}
    assert len(told["interface"]["defaultPrompt"]) <= 3
    assert all(len(prompt) <= 128 for prompt in told["interface"]["defaultPrompt"])


@pytest.mark.parametrize(("agent", "name"), [("claude-code", "hooks/hooks.json"), ("codex", "hooks/codex.json")])
def test_its_hooks_are_those_init_writes(agent: str, name: str) -> None:
    told = json.loads((PLUGIN / name).read_text())
    assert set(told) == {"description", "hooks"}  # Codex refuses a file that says anything else
    assert set(told["hooks"]) == CLAUDE_EVENTS
    hooks = AGENTS[agent].wanted(Ask(PROJECT, str, str, recall=True))[0]
    wanted = {entry.path[-1]: json.dumps([entry.value]) for entry in hooks.entries}
    found = {event: json.dumps(groups) for event, groups in told["hooks"].items()}
    assert {event: text.replace(json.dumps(CALL)[1:-1], "reverie-hook") for event, text in found.items()} == wanted


def test_codex_is_asked_for_no_more_time_than_it_gives_at_the_end() -> None:
    (group,) = read("plugin/hooks/codex.json")["hooks"]["SessionEnd"]
    assert group["hooks"][0]["timeout"] <= 3


@pytest.mark.parametrize("name", ["reverie", *COMMANDS])
def test_its_skills_have_what_the_standard_asks_for(name: str) -> None:
    raw = (PLUGIN / f"skills/{name}/SKILL.md").read_text()
    header = yaml.safe_load(raw.split("---")[1])  # as other programs read it
    assert header["name"] == frontmatter.read(raw.encode()).header["name"] == name
    assert 0 < len(header["description"]) <= 1024


@pytest.mark.parametrize("name", COMMANDS)
def test_its_commands_are_a_persons_alone(name: str) -> None:
    header = yaml.safe_load((PLUGIN / f"skills/{name}/SKILL.md").read_text().split("---")[1])
    assert header["disable-model-invocation"] is True
    assert "graduate" not in header["allowed-tools"]
    policy = yaml.safe_load((PLUGIN / f"skills/{name}/agents/openai.yaml").read_text())["policy"]
    assert policy == {"allow_implicit_invocation": False}


def test_its_server_is_ours() -> None:
    server = read("plugin/.mcp.json")["mcpServers"]["reverie"]
    assert server == {"command": "sh", "args": ["${CLAUDE_PLUGIN_ROOT}/bin/run", "reverie", "mcp"]}


class Installed:
    """The plugin as a program copies it when it is installed, away from any checkout."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "cache/reverie/reverie/0.1.0"
        shutil.copytree(PLUGIN, self.root)

    def call(self, *words: str, path: str) -> tuple[int, str]:
        environment = {**os.environ, "PATH": path, "CLAUDE_PLUGIN_ROOT": str(self.root)}
        done = subprocess.run(words, env=environment, input="{}", capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with our programs, as they are called."""
    folder = tmp_path / "my own/bin"
    folder.mkdir(parents=True)
    for name in ("reverie", "reverie-hook"):
        (folder / name).write_text(f'#!/bin/sh\necho "{name}: $*"\n')
        (folder / name).chmod(0o755)
    return folder


def test_every_hook_of_an_installed_plugin_finds_its_program_or_is_silent(tmp_path: Path, own: Path) -> None:
    plugin = Installed(tmp_path)
    for name in ("hooks/hooks.json", "hooks/codex.json"):
        for groups in json.loads((PLUGIN / name).read_text())["hooks"].values():
            command = groups[0]["hooks"][0]["command"]
            asked = command.partition("reverie-hook ")[2]
            found = plugin.call("sh", "-c", command, path=f"/nowhere:{own}:/usr/bin:/bin")
            assert found == (0, f"reverie-hook: {asked}\n")
            assert plugin.call("sh", "-c", command, path="/usr/bin:/bin") == (0, "")


def test_its_programs_are_found_where_pipx_and_uv_put_them(tmp_path: Path, own: Path) -> None:
    beside = Path.home() / ".local/bin"
    beside.parent.mkdir(parents=True)
    shutil.copytree(own, beside)
    plugin = Installed(tmp_path)
    assert plugin.call("sh", f"{plugin.root}/bin/run", "reverie", "mcp", path="/usr/bin:/bin") == (0, "reverie: mcp\n")


def test_in_an_agents_shell_its_commands_find_the_program_and_not_themselves(tmp_path: Path, own: Path) -> None:
    plugin = Installed(tmp_path)
    beside = f"{plugin.root}/bin"
    for path in (f"{beside}:{own}:/usr/bin:/bin", f"/usr/bin:/bin:{own}:{beside}"):
        assert plugin.call("sh", "-c", "reverie mode core", path=path) == (0, "reverie: mode core\n")
    assert plugin.call("sh", "-c", "reverie mode core", path=f"{beside}:/usr/bin:/bin")[0] == 1
