"""Search as a person meets it: what is found, how it is cited, and what is never found."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell, repository

SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
RULE = """---
id: ab12cd34
status: active
candidate: c1
signal: repeat_fix
about: file
weight: 3
scope: ["src/**"]
files: []
events: []
graduated_by: ada@example.org
graduated_at: 2026-10-01T08:00:00Z
review_by: 2027-01-01
---
# token clocks

Allow thirty seconds of clock skew when a token is checked.

## Rationale

Logins failed on laptops whose clocks ran ahead.

## Evidence

- clockwork evidence that is not for searching

## Lifecycle

Review by 2027-01-01.
"""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    shell = repository(tmp_path / "project")
    shell("remember", "staging deploys need the VPN profile eu-2", "--topic", "Staging", "--type", "project")
    shell("remember", "parseJWTToken fails when the clock is skewed")
    return shell


def write(shell: Shell, path: str, text: str) -> Path:
    file = shell.folder / ".agent" / "memory" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def texts(shell: Shell, *words: str) -> list[str]:
    return [hit["text"] for hit in shell("search", *words, "--json").json["hits"]]


def test_a_hit_cites_where_it_stands_and_what_is_known_of_it(shell: Shell) -> None:
    (hit,) = shell("search", "vpn for staging", "--json").json["hits"]
    assert (hit["path"], hit["layer"], hit["type"]) == (".agent/memory/staging.md", "note", "project")
    first, last = hit["lines"]
    lines = (shell.folder / hit["path"]).read_text().splitlines()
    assert first == last and lines[first - 1] == "- staging deploys need the VPN profile eu-2"
    assert (hit["origin"], hit["state"], hit["verified"], hit["date"][:2]) == ("user", "active", None, "20")
    assert 0 < hit["score"] < 1
    told = shell("search", "vpn for staging").out
    assert f".agent/memory/staging.md:{first}  " in told and "· note · user · not verified" in told


def test_names_of_code_meet_their_words(shell: Shell) -> None:
    assert texts(shell, "parse jwt token") == texts(shell, "parse_jwt_token") == [
        "parseJWTToken fails when the clock is skewed"
    ]  # fmt: skip


def test_a_rule_comes_with_its_decision_and_without_its_papers(shell: Shell) -> None:
    write(shell, "semantic/rules/auto-dream/ab12cd34-token-clocks.md", RULE)
    (hit,) = shell("search", "thirty seconds skew token", "--layer", "rule", "--json").json["hits"][:1]
    assert hit["text"] == "Allow thirty seconds of clock skew when a token is checked."
    assert (hit["decision"]["by"], hit["decision"]["at"]) == ("ada@example.org", "2026-10-01")
    assert "decided by ada@example.org on 2026-10-01" in shell("search", "laptops clocks ahead").out
    assert not texts(shell, "clockwork evidence", "--layer", "rule")


def test_filters(shell: Shell) -> None:
    write(shell, "old.md", "---\nname: old\ncreated: 2020-01-01\ntype: user\n---\n\nstaging was a bare laptop\n")
    assert len(texts(shell, "staging")) == 2
    assert texts(shell, "staging", "--type", "user") == ["staging was a bare laptop"]
    assert texts(shell, "staging", "--since", "30d") == ["staging deploys need the VPN profile eu-2"]
    assert texts(shell, "staging", "--layer", "daily") == []
    assert len(texts(shell, "staging", "--limit", "1")) == 1


def test_what_was_superseded_or_retired_only_on_request(shell: Shell) -> None:
    write(shell, "older.md", "---\nname: older\nstatus: superseded\n---\n\nstaging needs profile eu-1\n")
    write(shell, "gone.md", "---\nname: gone\n---\n\nstaging lives under a desk\n")
    shell("note", "retire", "gone", "--reason", "it moved")
    assert texts(shell, "staging") == ["staging deploys need the VPN profile eu-2"]
    assert len(texts(shell, "staging", "--superseded")) == 3
    assert "superseded" in shell("search", "eu-1", "--superseded").out


def test_explain_tells_how_a_score_came_about(shell: Shell) -> None:
    told = shell("search", "vpn", "--explain").out
    assert "words " in told and "→ match " in told and "recent +0.20" in told
    assert shell("search", "vpn", "--explain", "--json").json["hits"][0]["parts"]["match"] > 0.3


def test_a_note_with_a_secret_is_never_found_but_counted(shell: Shell) -> None:
    write(shell, "keys.md", f"---\nname: keys\n---\n\nthe gateway key\n\nis {SECRET}\n")
    write(shell, "header.md", f"---\nname: header\ndescription: {SECRET}\n---\n\nthe gateway header\n")
    day = write(shell, "2026-01-05.md", f"# 2026-01-05\n\n- gateway token {SECRET}\n- the gateway moved\n")
    done = shell("search", "gateway")
    assert "the gateway moved" in done.out and "key" not in done.out and "header" not in done.out
    assert "3 files with a secret" in done.talk
    cache = shell.folder / ".agent" / "local" / "cache"
    assert not [file for file in cache.rglob("*") if file.is_file() and SECRET.encode() in file.read_bytes()]
    assert SECRET in day.read_text()
    day.write_text("# 2026-01-05\n\n- gateway token [gone]\n- the gateway moved\n")
    assert len(texts(shell, "gateway", "--layer", "daily")) == 2
    assert "2 files with a secret" in shell("search", "gateway").talk


def test_own_patterns_of_secrets_hold_for_what_was_taken_in_before(shell: Shell) -> None:
    assert texts(shell, "vpn")
    (shell.folder / ".agent" / "config.yaml").write_text('redact:\n  patterns:\n    profile: "eu-[0-9]"\n')
    assert not texts(shell, "vpn")


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "' OR 1=1 --",
        "%",
        "*",
        "NEAR(",
        "\x01",
        "\u202e\u0301",
        "a" * 20_000,
        "SELECT * FROM notes;",
        "🦊",
        "--",
        "\\",
    ],
)
def test_hostile_questions_are_only_questions(shell: Shell, query: str) -> None:
    shell("search", "--json", "--", query)


def test_an_empty_question_is_none(shell: Shell) -> None:
    assert "nothing to look for" in shell("search", " ", code=2).talk
    assert "nothing to look for" in shell("search", code=2).talk


def test_text_of_a_note_does_not_steer_the_terminal(shell: Shell) -> None:
    write(shell, "odd.md", "---\nname: odd\n---\n\nlighthouse \x1b[2J\u202e keeper\n")
    assert "\x1b" not in shell("search", "lighthouse").out


def test_nothing_found_is_said(shell: Shell) -> None:
    done = shell("search", "zebra")
    assert done.out == "" and "Nothing about it in 2 passages" in done.talk
    assert shell("search", "zebra", "--json").json == {"hits": []}


def test_an_empty_repository_has_nothing(tmp_path: Path) -> None:
    assert "Nothing about it in 0 passages" in repository(tmp_path / "new")("search", "anything").talk


def test_only_an_agent_makes_recalls(shell: Shell) -> None:
    logs = shell.folder / ".agent" / "local" / "logs" / "recalls"
    shell("search", "vpn")
    assert not logs.exists()
    assert "check the code" in shell("search", "vpn", "--as-agent").out
    (line,) = [line for file in logs.rglob("*.jsonl") for line in file.read_text().splitlines()]
    facts = json.loads(line)["facts"]
    assert facts["address"] == "memory:staging.md" and facts["asked"] is True


def test_an_answer_does_not_depend_on_being_recorded(shell: Shell) -> None:
    (shell.folder / ".agent" / "local" / "logs").mkdir(exist_ok=True)
    (shell.folder / ".agent" / "local" / "logs" / "recalls").write_text("in the way")
    done = shell("search", "vpn", "--as-agent")
    assert "VPN profile" in done.out and "not recorded" in done.talk


def test_words_alone_need_no_numpy(shell: Shell) -> None:
    ask = "import sys; sys.argv = ['reverie', 'search', 'vpn']\nfrom reverie.doors.cli.main import main\n"
    code = f"{ask}try: main()\nexcept SystemExit: pass\nassert 'numpy' not in sys.modules"
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], cwd=shell.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "VPN" in done.stdout, done.stderr


def test_what_is_about_something_else_is_left_out_and_said_to_be(shell: Shell) -> None:
    question = "the history of medieval pottery glazes and kiln stacking in northern castile when it rained"
    found = shell("search", question)
    assert found.out == ""
    assert "Nothing about it in" in found.talk and "left out, 0.0" in found.talk and "--explain" in found.talk
    assert "clock is skewed" in shell("search", question, "--explain").out
    assert json.loads(shell("search", question, "--json").out)["hits"]
