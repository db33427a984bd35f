"""Settings files as they are met, and people who do the unexpected between init and uninstall."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository
from tests.hooks.agent import hook

HOOKS = ("SessionStart", "PostToolUse", "PreCompact", "Stop", "SessionEnd")
OURS = ("--user", "--yes", "--agent", "claude-code")


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "shop")
    (Path.home() / ".claude").mkdir()
    return shell


@pytest.fixture
def settings(shop: Shell) -> Path:
    return Path.home() / ".claude/settings.json"


SHAPES = {
    "byte order mark": '\ufeff{"model": "opus"}\n',
    "windows": '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
    "mixed line ends": '{\r\n  "model": "opus",\n  "hooks": {}\r\n}\n',
    "tabs": '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"hooks": [{"type": "command", "command": "x"}]}\n\t\t]\n\t}\n}',
    "one line": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}],"PreToolUse":[]},"env":{}}',
    "empty": "",
    "blank": "\n\n",
    "an empty object": "{}",
    "an empty object with blanks": "{ }\n",
    "keys as comments": '{\n  "//": "ours",\n  "model": "x",\n  "//": "too",\n  "hooks": {\n    "//": ""\n  }\n}\n',
    "odd order": '{"permissions": {"deny": ["Read(.env)"]},\n\n\n   "hooks"  :  { "Stop"  : [ ] }  ,"a":[1,2,\n3]}',
    "a word in another script": '{\n  "//": "Notiz: größer — 日本語 🎈 \\u00e4",\n  "hooks": {}\n}\n',
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_added_to_and_given_back_byte_for_byte(shop: Shell, settings: Path, name: str) -> None:
    before = SHAPES[name].encode()
    settings.write_bytes(before)
    shop("init", *OURS)
    told = json.loads(settings.read_text(encoding="utf-8-sig"))
    assert all(any("reverie-hook" in str(group) for group in told["hooks"][event]) for event in HOOKS)
    after = iter(settings.read_bytes())
    assert all(byte in after for byte in before)  # something was put in, nothing was moved or changed
    assert "Nothing to add" in shop("init", *OURS).out
    shop("uninstall", "--user")
    assert settings.read_bytes() == before


BROKEN = {
    "half": b'{"hooks": {',
    "comments": b'{\n  // mine\n  "hooks": {}\n}\n',  # Claude Code refuses the whole file, too
    "a comma too many": b'{"a": 1,}',
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "latin-1": b'{"a": "\xe9"}',
    "a list": b"[]",
    "hooks twice": b'{"hooks": {}, "hooks": {"Stop": []}}',
    "hooks of another kind": b'{"hooks": []}',
    "a group of another kind": b'{"hooks": {"Stop": {"hooks": []}}}',
    "very deep": b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "zeros": b"\0" * 4096,
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_for_sure_is_named_and_not_touched(shop: Shell, settings: Path, name: str) -> None:
    settings.write_bytes(BROKEN[name])
    talk = shop("init", *OURS, code=1).talk
    assert "settings.json: it cannot be read" in talk
    assert len(talk) < 2_000
    assert settings.read_bytes() == BROKEN[name]
    assert "reverie" in (Path.home() / ".claude.json").read_text()  # the others were done
    shop("uninstall", "--user")
    assert not (Path.home() / ".claude.json").exists()


def test_a_file_its_owner_closed_stays_closed(shop: Shell, settings: Path) -> None:
    settings.write_text("{}")
    settings.chmod(0o444)
    assert "it is read-only" in shop("init", *OURS, code=1).talk
    assert settings.read_text() == "{}"


def test_a_folder_in_a_files_place_is_named(shop: Shell, settings: Path) -> None:
    settings.mkdir()
    assert "is a directory" in shop("init", *OURS, code=1).talk
    assert list(settings.iterdir()) == []


def test_a_link_that_leads_nowhere_leads_nowhere_again_afterwards(shop: Shell, settings: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles/claude/settings.json"
    settings.symlink_to(target)
    shop("init", *OURS)
    assert "reverie-hook" in target.read_text()
    shop("uninstall", "--user")
    assert settings.is_symlink()
    assert not (tmp_path / "dotfiles").exists()


def test_a_file_that_its_program_wrote_anew_loses_ours_and_nothing_else(shop: Shell, settings: Path) -> None:
    settings.write_text('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}, "z": 1}')
    shop("init", *OURS)
    told = json.loads(settings.read_text())
    told["permissions"] = {"allow": ["Bash(ls:*)"]}
    told["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "added later"}]})
    settings.write_text(json.dumps(told, indent=4, sort_keys=True))
    shop("uninstall", "--user")
    left = json.loads(settings.read_text())
    assert "reverie" not in settings.read_text()
    assert [group["hooks"][0]["command"] for group in left["hooks"]["Stop"]] == ["mine", "added later"]
    assert (left["permissions"], left["z"]) == ({"allow": ["Bash(ls:*)"]}, 1)


def test_a_hook_of_ours_that_somebody_changed_is_still_taken_out(shop: Shell, settings: Path) -> None:
    settings.write_text("{}\n")
    shop("init", *OURS)
    settings.write_text(settings.read_text().replace('"timeout": 5', '"timeout": 9'))
    shop("uninstall", "--user")
    assert "reverie" not in settings.read_text()


def test_a_file_that_was_broken_meanwhile_is_named_and_left(shop: Shell, settings: Path) -> None:
    settings.write_text("{}\n")
    shop("init", *OURS)
    settings.write_text(settings.read_text() + "oops")
    broken = settings.read_text()
    assert "settings.json" in shop("uninstall", "--user", code=1).talk
    assert settings.read_text() == broken
    settings.write_text(broken.removesuffix("oops"))
    shop("uninstall", "--user")
    assert settings.read_text() == "{}\n"


def test_a_file_that_is_gone_meanwhile_is_no_trouble(shop: Shell, settings: Path) -> None:
    shop("init", *OURS)
    settings.unlink()
    shop("uninstall", "--user")
    assert not list((Path.home() / ".local").rglob("*"))


def test_our_own_new_file_with_somebody_elses_lines_stays_with_them(shop: Shell) -> None:
    shop("init", "--yes", "--agent", "claude-code")
    own = shop.folder / ".claude/settings.local.json"
    told = json.loads(own.read_text())
    own.write_text(json.dumps({"permissions": {"allow": ["Bash(make:*)"]}, **told}, indent=2))
    shop("uninstall")
    assert json.loads(own.read_text())["permissions"] == {"allow": ["Bash(make:*)"]}
    assert "reverie" not in own.read_text()


def test_a_project_that_was_moved_gives_back_what_was_there(shop: Shell, tmp_path: Path) -> None:
    (shop.folder / ".gitignore").write_text("node_modules\n")
    shop("init", "--yes", "--agent", "claude-code", "--agent", "codex")
    moved = Shell(tmp_path / "elsewhere/shop")
    moved.folder.parent.mkdir()
    shop.folder.rename(moved.folder)
    moved("uninstall")
    assert (moved.folder / ".gitignore").read_text() == "node_modules\n"
    assert sorted(path.name for path in moved.folder.iterdir()) == [".agent", ".git", ".gitignore"]


def test_a_strangers_project_cannot_reach_out_of_itself(shop: Shell, settings: Path) -> None:
    """By a link in the place of a file, or by a record that names somebody else's."""
    settings.write_text('{"model": "opus"}')
    (shop.folder / ".claude").mkdir()
    link = shop.folder / ".claude/settings.local.json"
    link.symlink_to(settings)
    assert "it leads out of the project" in shop("init", "--yes", "--agent", "claude-code", code=1).talk
    assert settings.read_text() == '{"model": "opus"}'
    record = shop.folder / ".agent/local/setup.json"
    told = json.loads(record.read_text())
    entry = {"new": True, "folders": [], "put_in": [], "digest": sha256(settings.read_bytes()).hexdigest()}
    told["files"] = {str(settings): entry, "../ada": entry, ".claude/settings.local.json": entry}
    record.write_text(json.dumps(told))
    talk = shop("uninstall", code=1).talk
    assert talk.count("no file of ours") == 2
    assert "it leads out of the project" in talk
    assert settings.read_text() == '{"model": "opus"}'


def test_a_record_that_cannot_be_read_is_said(shop: Shell, settings: Path) -> None:
    shop("init", *OURS)
    record = Path.home() / ".local/state/reverie/setup.json"
    record.write_text('{"files": ')
    for words in (("init", *OURS, "--recall"), ("uninstall", "--user")):
        told = shop(*words, code=1)
        assert "where init wrote down what it added" in told.talk
        assert "hint: move it away" in told.talk


def test_several_at_once_add_everything_once(shop: Shell, settings: Path) -> None:
    settings.write_text('{"model": "opus"}')
    agents = ("claude-code", "codex", "gemini", "cursor")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "reverie", "init", "--user", "--yes", "--agent", name],
            cwd=shop.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for name in (*agents, *agents)
    ]  # fmt: skip
    for process in running:
        process.communicate(timeout=120)
    for name in agents:
        shop("init", "--user", "--yes", "--agent", name)  # one who lost a race is told to try again
    assert settings.read_text().count("reverie-hook session-start") == 1
    shop("uninstall", "--user")
    assert settings.read_text() == '{"model": "opus"}'
    assert sorted(path.name for path in Path.home().iterdir()) == [".claude"]


def test_set_up_for_oneself_and_for_the_project_it_speaks_once(shop: Shell, settings: Path) -> None:
    shop("remember", "--topic", "staging", "staging deploys need the VPN profile eu-2")
    shop("init", *OURS)
    shop("init", "--yes", "--agent", "claude-code")
    begun = {"session_id": "s-1", "hook_event_name": "SessionStart", "source": "startup"}
    told = [hook(shop.folder, "session-start", begun) for _ in range(2)]
    assert [bool(text) for text in told] == [True, False]
    assert hook(shop.folder, "session-start", {**begun, "source": "compact"})
    assert hook(shop.folder, "session-start", {**begun, "session_id": "s-2"})
    shop("uninstall")
    assert settings.exists()
    shop("uninstall", "--user")
    assert not (Path.home() / ".claude.json").exists()
