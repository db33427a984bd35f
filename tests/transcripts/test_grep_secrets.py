"""Looking something up tells nothing of a secret, and nothing of another project: as a person or an agent meets it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reverie.gather.transcripts import sources
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.grep import EDGE, LARGEST, Hit, Query, grep
from reverie.gather.transcripts.grep_needles import Needles
from reverie.tools.redact import Redactor
from tests.cli.shell import Shell
from tests.transcripts.nights import World
from tests.transcripts.sessions import NOW, Claude, codex, codex_message

AWS = "AKIAQWERTYUIOPASDFGH"
PEM_LINES = [f"MIIEpAIBAAKCAQEA{number:02}w7Zk3LmN0pRt5VxYbC2dE4fG6hJ8kL0mN1pQ3rS5tU7vX9z" for number in range(40)]
PEM = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *PEM_LINES, "-----END RSA PRIVATE KEY-----"])
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi" + "aB3dE5gH7jK9" * 150 + "." + "mN1pQ3sT5vX7zB9d" * 3
BEARER = "q8Zk3LmN0pRt5VxY" * 75
PRIVATE = "the merger is with Acme, word for word. " * 30

LONG = {
    "key": (PEM, PEM_LINES[-1]),
    "passage": (f"<private>{PRIVATE}</private>", "merger is with"),
    "jwt": (JWT, "aB3dE5gH7jK9" * 2),
    "bearer": (f"Authorization: Bearer {BEARER}", "q8Zk3LmN0pRt5VxY"),
}


def found(folder: Path, query: Query, context: int = 160) -> list[Hit]:
    """With the redactor that the product uses."""
    files = sources.find(sources.Wanted(Path("/nonexistent"), extra=(folder,)), Checkpoints(folder / "cache")).files
    return list(grep(files, query, Redactor(b"k" * 32).text, now=NOW, context=context))


# A secret longer than what is shown


@pytest.mark.parametrize("kind", LONG)
def test_a_long_secret_is_not_seen_from_behind(tmp_path: Path, kind: str) -> None:
    secret, part = LONG[kind]
    Claude("long").says(f"look: {secret}\nand then the capybara").write(tmp_path)
    (hit,) = found(tmp_path, Query("capybara"))
    assert part not in hit.text and "[REDACTED:" in hit.text and "capybara" in hit.text


@pytest.mark.parametrize("kind", LONG)
def test_nor_by_either_command(world: World, kind: str) -> None:
    secret, part = LONG[kind]
    world.session("long").says(f"look: {secret}\nand then the capybara").write(world.sessions)
    shell = Shell(world.repo)
    shell("remember", "the zoo is open")
    for words in (("transcripts", "grep", "capybara"), ("search", "capybara", "--transcripts")):
        told = shell(*words).out
        assert part not in told and "capybara" in told


def test_of_a_monstrous_text_the_beginning_is_looked_at_and_no_half_of_a_secret(tmp_path: Path) -> None:
    filler = "well. " * (LARGEST // 6)
    Claude("cut").says(f"a capybara {filler[: LARGEST - 600]} <private>{PRIVATE} </private> {filler}").write(tmp_path)
    Claude("halved").says(f"{filler[: LARGEST - 300]} token {JWT} {filler} capybara").write(tmp_path)
    Claude("opened").says(f"<private>merger {filler}{filler} capybara</private>").write(tmp_path)
    assert [hit.session for hit in found(tmp_path, Query("capybara"))] == ["cut"]
    assert found(tmp_path, Query("merger")) == []
    assert found(tmp_path, Query("eyJhb|aB3dE")) == []
    assert len(JWT) < EDGE


def test_a_secret_that_only_its_name_gives_away(tmp_path: Path) -> None:
    secret = "q8Zk3LmN0pRt5VxY"
    Claude("named").uses("mcp__mail__send", "t1", api_key=secret, to="capybara").write(tmp_path)
    assert found(tmp_path, Query("q8Zk")) == []
    assert found(tmp_path, Query("capybara"))


# What is compared


@pytest.mark.parametrize("first", [AWS, "AKIAZXCVBNMLKJHGFDSA"])
def test_whether_something_is_shown_does_not_depend_on_a_secret(tmp_path: Path, first: str) -> None:
    Claude("told").says(f"token first {first} then a capybara").write(tmp_path)
    for pattern in ("AKIAQWERTYUIOP|capybara", "(?=.*AKIAQ)capybara|capybara", r"token first(?! AKIAQ)"):
        (hit,) = found(tmp_path, Query(pattern), context=5)
        assert first[4:8] not in hit.text
    assert found(tmp_path, Query("AKIAQ", ignore_case=True)) == found(tmp_path, Query("first AKIA")) == []
    assert [hit.text for hit in found(tmp_path, Query("AKIAQWERTYUIOP|capybara"), context=0)] == ["capybara"]


@pytest.mark.parametrize("secret", [AWS, "AKIAZXCVBNMLKJHGFDSA"])
def test_the_mark_in_place_of_a_secret_is_found_whatever_stood_there(tmp_path: Path, secret: str) -> None:
    """Letters that stand in a mark and perhaps in the secret: the quick look before must not tell which."""
    Claude("marked").says(f"it is {secret}").write(tmp_path)
    (hit,) = found(tmp_path, Query("RED"))
    assert "[REDACTED:aws" in hit.text
    assert len(found(tmp_path, Query(r"\[REDACTED:[^\]]+\]"))) == 1
    assert [h for part in ("A", "D") for h in found(tmp_path, Query(part)) if "[REDACTED" not in h.text] == []
    assert found(tmp_path, Query("aws")) == found(tmp_path, Query("ws-key")) == []


def test_a_line_is_only_passed_over_if_it_cannot_match() -> None:
    def passes(pattern: str, text: str, flags: int = 0) -> bool:
        return Needles(re.compile(pattern, flags)).may_match(json.dumps(text, ensure_ascii=False).encode())

    assert not passes("capybara", "a llama") and not passes(r"capy(?:bara)?s?\b", "a llama")
    assert not passes(r"\b(?:capybara|llama)s?\b", "an alpaca", re.IGNORECASE)
    assert passes("Skin", "ſKın", re.IGNORECASE) and re.search("Skin", "ſKın", re.IGNORECASE)
    assert passes(r"a\x00b", "a\0b") and passes('say "hi"/<b>', 'say "hi"/<b>') and passes("naïve", "naïve")
    assert passes("ACT", "no such thing") and passes("acted", "no such thing", re.IGNORECASE)


# Whose words


def wandering(world: World, elsewhere: Path) -> Claude:
    talk = world.session("aaaa1111").says("a capybara at home")
    talk.cwd = str(elsewhere)
    talk.says("a capybara elsewhere")
    talk.add({"type": "summary", "summary": "the capybara was elsewhere"})
    talk.cwd = str(world.repo / "src")
    return talk.says("a capybara back home").uses("Bash", "t1", cwd=str(elsewhere), command="feed the capybara")


def test_what_was_said_in_another_project_is_left_there(world: World, tmp_path: Path) -> None:
    file = wandering(world, tmp_path / "other").write(world.sessions)
    shell = Shell(world.repo)

    def told(*words: str) -> list[str]:
        return [hit["text"] for hit in shell("transcripts", "grep", "capybara", "--json", *words).json]

    at_home = ["feed the capybara", "a capybara back home", "a capybara at home"]
    assert told() == at_home
    assert len(told("--all-projects")) == len(told("--source", str(file))) == 5
    shell("remember", "the zoo is open")
    spoken = shell("search", "capybara", "--transcripts", "--json").json["transcripts"]
    assert sorted(one["text"] for one in spoken) == sorted(at_home)


def test_codex_may_move_to_another_project_too(world: World, tmp_path: Path) -> None:
    codex(
        world.home / ".codex" / "sessions" / "2026" / "rollout-1.jsonl",
        codex_message("user", "a capybara at home"),
        ("turn_context", {"cwd": str(tmp_path / "other")}),
        codex_message("user", "a capybara elsewhere"),
        ("turn_context", {"cwd": str(world.repo)}),
        ("event_msg", {"type": "exec_command_end", "cwd": str(tmp_path / "other"), "stdout": "the capybara ran"}),
        cwd=str(world.repo),
    )
    told = Shell(world.repo)("transcripts", "grep", "capybara", "--json").json
    assert [hit["text"] for hit in told] == ["the capybara ran", "a capybara at home"]


# Patterns that cannot be used


def test_a_pattern_that_is_too_much_is_refused_like_a_broken_one(world: World) -> None:
    told = Shell(world.repo)("transcripts", "grep", "a{1,99999999999}", code=1).talk
    assert "cannot be searched for: the repetition number is too large" in told
