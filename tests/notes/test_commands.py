"""Notes as a person meets them: remember, note, import, export, and every one of them can be taken back."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return repository(tmp_path / "project")


def memory_of(shell: Shell, path: str) -> Path:
    return shell.folder / ".agent" / "memory" / path


def files_in(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def owned(shell: Shell, layout: str, root: str = "") -> None:
    config = shell.folder / ".agent" / "config.yaml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(f"memory:\n  layout: {layout}\n" + (f"  root: {root}\n" if root else ""))


def test_a_topic_note_with_all_its_fields(shell: Shell) -> None:
    done = shell("remember", "needs the VPN", "--topic", "Staging", "--type", "project", "--pin", "--static",
                 "--valid-until", "2027-01-31", "--json").json  # fmt: skip
    assert done["path"] == ".agent/memory/staging.md:11"
    assert (
        memory_of(shell, "staging.md").read_text().splitlines()[int(done["path"].rpartition(":")[2]) - 1]
        == "- needs the VPN"
    )
    shown = shell("note", "show", "Staging", "--json").json
    assert (shown["type"], shown["pinned"], shown["static"], shown["valid_until"]) == (
        "project",
        True,
        True,
        "2027-01-31",
    )
    assert "- [Staging](staging.md) (until 2027-01-31) — needs the VPN" in memory_of(shell, "MEMORY.md").read_text()


def test_secrets_do_not_enter_by_any_field(shell: Shell) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
    shell("remember", f"token {secret}", "--topic", f"key {secret}")
    lines = [{"text": f"t {secret}", "id": f"i {secret}", "session": f"s {secret}"}]
    shell.folder.joinpath("b.jsonl").write_text("\n".join(map(json.dumps, lines)))
    shell("remember", "--batch", "b.jsonl")
    shell("note", "edit", "key", "--text", f"now {secret}", "--hook", f"hook {secret}")
    found = {name: content for name, content in files_in(shell.folder / ".agent").items() if "secret" not in name}
    assert not [name for name, content in found.items() if secret.encode() in content or secret in name]


def test_a_secret_somebody_wrote_is_left_alone_and_goes_nowhere_else(shell: Shell) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
    memory_of(shell, "").mkdir(parents=True)
    memory_of(shell, "MEMORY.md").write_text(f"# Mine\n\nthe token is {secret}\n")
    memory_of(shell, "keys.md").write_text(f"---\nname: keys\ndescription: use {secret} there\n---\n")
    shell("remember", "x", "--topic", "y")
    index = memory_of(shell, "MEMORY.md").read_text()
    assert index.count(secret) == 1 and "(keys.md) — use [REDACTED" in index
    assert secret in memory_of(shell, "keys.md").read_text()


def test_options_of_a_topic_need_one(shell: Shell) -> None:
    assert "--topic" in shell("remember", "x", "--pin", code=2).talk
    assert "2026-12-31" in shell("remember", "x", "--topic", "t", "--valid-until", "soon", code=2).talk


def test_a_batch_is_one_change_and_names_its_bad_lines(shell: Shell) -> None:
    lines = ['{"id": "a", "text": "one", "session": "s"}', "oops", '{"id": "b", "text": "two", "session": "s"}']
    shell.folder.joinpath("b.jsonl").write_text("\n".join(lines))
    done = shell("remember", "--batch", "b.jsonl", "--json", code=1)
    assert done.json["remembered"] == 2 and [bad["line"] for bad in done.json["bad"]] == [2]
    assert "1 line of b.jsonl" in done.talk
    again = shell("remember", "--batch", "b.jsonl", "--json", code=1).json
    assert again["remembered"] == 0 and again["there_already"] == 2 and again["change"] is None
    shell("undo")
    assert not list(memory_of(shell, "").glob("*.md"))


def test_editing_in_an_editor(shell: Shell, tmp_path: Path) -> None:
    shell("remember", "one", "--topic", "t")
    before = memory_of(shell, "t.md").read_bytes()
    editor = tmp_path / "ed.py"
    editor.write_text("import sys; p = sys.argv[1]; t = open(p).read(); open(p, 'w').write(t.replace('one', 'two'))")
    shell("note", "edit", "t", EDITOR=f"{sys.executable} {editor}", VISUAL="")
    assert memory_of(shell, "t.md").read_bytes() == before.replace(b"- one", b"- two")
    assert "as it was" in shell("note", "edit", "t", EDITOR="true", VISUAL="", code=1).talk
    assert "ended with" in shell("note", "edit", "t", EDITOR="false", VISUAL="", code=1).talk


def test_editing_one_field_leaves_the_rest(shell: Shell) -> None:
    memory_of(shell, "").mkdir(parents=True)
    theirs = b"---\r\nname: X # mine\r\nodd: {a: 1}\r\nmetadata:\r\n  type: user\r\n---\r\nBody\r\n"
    memory_of(shell, "x.md").write_bytes(theirs)
    shell("note", "edit", "x", "--type", "feedback", "--pin")
    new = theirs.replace(b"type: user\r\n", b"type: feedback\r\n  pinned: true\r\n")
    assert memory_of(shell, "x.md").read_bytes() == new
    shell("undo")
    assert memory_of(shell, "x.md").read_bytes() == theirs


def test_retire_and_restore(shell: Shell) -> None:
    shell("remember", "one", "--topic", "t")
    before = memory_of(shell, "t.md").read_bytes()
    shell("note", "retire", "t", "--reason", "done with")
    assert not memory_of(shell, "t.md").exists() and b"- one" in memory_of(shell, "retired/t.md").read_bytes()
    assert "(t.md)" not in memory_of(shell, "MEMORY.md").read_text()
    assert shell("note", "list", "--json").json == []
    assert [n["state"] for n in shell("note", "list", "--state", "retired", "--json").json] == ["retired"]
    shell("note", "restore", "t")
    assert memory_of(shell, "t.md").read_bytes() == before
    assert "(t.md)" in memory_of(shell, "MEMORY.md").read_text()


def test_notes_written_at_the_same_moment_are_all_kept_and_listed(shell: Shell) -> None:
    shell("remember", "first", "--topic", "shared")
    asked = [("shared", f"line {n}") for n in range(4)] + [(f"topic {n}", "x") for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda pair: shell("remember", pair[1], "--topic", pair[0]), asked))
    assert memory_of(shell, "shared.md").read_text().count("- line ") == 4
    index = memory_of(shell, "MEMORY.md").read_text()
    assert all(f"(topic-{n}.md)" in index for n in range(4)) and index.count("(shared.md)") == 1


def test_lists_can_be_narrowed(shell: Shell) -> None:
    shell("remember", "a", "--topic", "a", "--type", "user", "--pin")
    shell("remember", "b", "--topic", "b", "--type", "project")
    assert [n["slug"] for n in shell("note", "list", "--type", "project", "--json").json] == ["b"]
    assert [n["slug"] for n in shell("note", "list", "--pinned", "--json").json] == ["a"]
    assert "may be" not in shell("note", "show", "a").talk
    assert "there is no note" in shell("note", "show", "zzz", code=1).talk


def claude_memory(folder: Path) -> dict[str, bytes]:
    documents = {
        "MEMORY.md": b"# Index\n\n- [Role](user_role.md) \xe2\x80\x94 who\n- [Gone](gone.md)\n",
        "user_role.md": (
            b"---\nname: role\ndescription: who: they\ntype: user\n---\n\n"
            b"A person. [[orphan]] [[lost-one]] `[[ -f x ]]`\n"
        ),
        "orphan.md": b"---\nname: orphan\nmetadata: \n  type: project\n---\n\nAlone.\n",
    }
    for name, content in documents.items():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_bytes(content)
    return documents


def test_import_export_and_back(shell: Shell, tmp_path: Path) -> None:
    documents = claude_memory(tmp_path / "theirs")
    done = shell("import", str(tmp_path / "theirs"), "--json").json
    assert (done["from"], done["notes"], done["index"]) == ("claude-code", 2, 1)
    assert shell("import", str(tmp_path / "theirs"), "--json").json["there_already"] == 3
    shell("export", str(tmp_path / "out"), "--as", "claude-code")
    found = files_in(tmp_path / "out")
    assert {k: v for k, v in found.items() if k != "MEMORY.md"} == {
        k: v for k, v in documents.items() if k != "MEMORY.md"
    }
    assert found["MEMORY.md"].startswith(documents["MEMORY.md"]) and b"(orphan.md)" in found["MEMORY.md"]
    assert "already" in shell("export", str(tmp_path / "out"), code=1).talk
    assert files_in(tmp_path / "theirs") == documents
    shell("undo")
    assert not list(memory_of(shell, "").glob("*.md"))


def test_what_cannot_be_read_is_exported_all_the_same(shell: Shell, tmp_path: Path) -> None:
    memory_of(shell, "").mkdir(parents=True)
    memory_of(shell, "bad.md").write_bytes(b"---\na: &x 1\n---\n")
    shell("export", str(tmp_path / "out"), "--as", "store")
    assert files_in(tmp_path / "out") == {"bad.md": b"---\na: &x 1\n---\n"}


def test_another_agents_memory_is_kept_in_place(shell: Shell) -> None:
    documents = claude_memory(shell.folder / ".claude" / "memory")
    documents["alone.md"] = b"---\nname: alone\n---\n\nNothing leads here.\n"
    (shell.folder / ".claude" / "memory" / "alone.md").write_bytes(documents["alone.md"])
    owned(shell, "claude-code", ".claude/memory")
    shell("remember", "short-lived")
    shell("remember", "run it once", "--topic", "tests", "--type", "feedback")
    found = files_in(shell.folder / ".claude" / "memory")
    assert {k for k in found if k not in documents} >= {"feedback_tests.md"}
    assert any(k.startswith("logs/") for k in found)
    assert found["MEMORY.md"].startswith(documents["MEMORY.md"]) and b"orphan" not in found["MEMORY.md"]
    assert [n["slug"] for n in shell("note", "list", "--orphans", "--json").json] == ["alone"], (
        "what another note leads to is no orphan"
    )
    assert [n["link"] for n in shell("note", "list", "--broken", "--json").json] == ["gone.md", "[[lost-one]]"]
    shell("note", "retire", "tests")
    assert memory_of(shell, "retired/feedback_tests.md").exists()
    assert files_in(shell.folder / ".claude" / "memory")["MEMORY.md"] == documents["MEMORY.md"]
    for _ in range(3):
        shell("undo")
    assert files_in(shell.folder / ".claude" / "memory") == documents


def test_a_memory_outside_is_opened_only_by_the_person(shell: Shell, tmp_path: Path) -> None:
    owned(shell, "claude-code", str(tmp_path))
    assert "REVERIE_MEMORY_ROOT" in shell("status", code=1).talk
    for place in (".git", ".git/hooks", ".agent/local/x", "../other"):
        owned(shell, "claude-code", place)
        assert "memory.root" in shell("status", code=1).talk
    owned(shell, "claude-code")
    assert "no claude-code memory" in shell("status", code=1).talk
    claude_memory(tmp_path / "m")
    shell("remember", "x", "--topic", "y", REVERIE_MEMORY_ROOT=str(tmp_path / "m"))
    assert (tmp_path / "m" / "project_y.md").exists()


def test_openclaws_workspace_in_place(shell: Shell) -> None:
    owned(shell, "openclaw")
    text = b"# Memory\r\n\r\n## Tools\r\n\r\n- vim\r\n\r\n---\r\n\r\n## People\r\n\r\n- Ada\r\n"
    others = {
        "SOUL.md": b"soul",
        "memory/DREAMS.md": b"dreams",
        "memory/.dreams/x.json": b"{}",
        "memory/NOW.md": b"now\n",
    }
    for name, content in {"MEMORY.md": text, **others}.items():
        shell.folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shell.folder.joinpath(name).write_bytes(content)
    shell("remember", "today")
    shell("remember", "emacs", "--topic", "Tools")
    now = shell.folder.joinpath("MEMORY.md").read_bytes()
    assert now == text.replace(b"- vim\r\n", b"- vim\r\n- emacs\r\n")
    assert [n["slug"] for n in shell("note", "list", "--json").json] == ["memory-note", "tools", "people", "NOW"]
    shell("note", "edit", "tools", "--pin")
    assert b"## Tools\r\n<!-- pinned: true -->\r\n\r\n- vim" in shell.folder.joinpath("MEMORY.md").read_bytes()
    shell("note", "retire", "people")
    assert b"Ada" not in shell.folder.joinpath("MEMORY.md").read_bytes()
    assert b"- Ada" in memory_of(shell, "retired/people.md").read_bytes()
    shell("note", "restore", "people")
    assert shell.folder.joinpath("MEMORY.md").read_bytes().count(b"- Ada") == 1
    for _ in range(5):
        shell("undo")
    assert shell.folder.joinpath("MEMORY.md").read_bytes() == text
    assert {name: shell.folder.joinpath(name).read_bytes() for name in others} == others
