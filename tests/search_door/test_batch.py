"""Many questions at once, for scripts: an answer a line, under the ids that were given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell, repository


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    shell = repository(tmp_path / "project")
    notes: list[dict[str, Any]] = [
        {"id": "t1", "text": "I moved to Lisbon", "session": "s1", "date": "2026-03-02T09:30:00Z"},
        {"id": "t2", "text": "my sister plays the cello\nand the drums", "session": "s1", "date": "2026-03-02"},
        {"id": 17, "text": "never push on Fridays", "topic": "Release", "type": "feedback"},
        {"text": "a line without an id about lighthouses"},
    ]
    (shell.folder / "notes.jsonl").write_text("\n".join(map(json.dumps, notes)))
    shell("remember", "--batch", "notes.jsonl")
    return shell


def ask(shell: Shell, *lines: str | dict[str, Any], code: int = 0) -> tuple[list[Any], str]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (shell.folder / "q.jsonl").write_text(text)
    done = shell("search", "--batch", "q.jsonl", "--json", code=code)
    return [json.loads(line) for line in done.out.splitlines()], done.talk


def test_notes_come_back_under_their_ids(shell: Shell) -> None:
    answers, _ = ask(
        shell,
        {"id": "q1", "query": "which city did I move to, Lisbon?"},
        {"id": 2, "query": "cello sister", "limit": 1},
        {"id": "q3", "query": "push fridays"},
        {"id": "q4", "query": "lighthouses"},
        {"id": "q5", "query": "quaternions"},
    )
    assert [answer["id"] for answer in answers] == ["q1", 2, "q3", "q4", "q5"]
    best = [answer["hits"][0]["id"] for answer in answers[:3]]
    assert best == ["t1", "t2", "17"]
    hit = answers[0]["hits"][0]
    assert set(hit) == {"id", "path", "lines", "score", "text"}
    assert (hit["path"], hit["text"]) == (".agent/memory/2026-03-02.md", "I moved to Lisbon")
    assert answers[1]["hits"][0]["text"] == "my sister plays the cello\nand the drums"
    assert len(answers[1]["hits"]) == 1 and len(answers[3]["hits"]) == 1 and answers[4]["hits"] == []


def test_bad_lines_are_named_and_the_others_answered(shell: Shell) -> None:
    bad = [
        "oops",
        "[1]",
        '{"query": "x"}',
        '{"id": "a"}',
        '{"id": "a", "query": "x", "limit": 0}',
        '{"id": true, "query": "x"}',
    ]
    answers, talk = ask(shell, {"id": "q1", "query": "Lisbon"}, *bad, "", {"id": "q2", "query": ""}, code=1)
    assert [answer["id"] for answer in answers] == ["q1", "q2"]
    assert answers[1]["hits"] == []
    assert [f"line {number}:" in talk for number in range(1, 9)] == [False, *[True] * 6, False]
    assert "6 lines of q.jsonl could not be asked" in talk


def test_filters_hold_for_all_and_other_options_are_refused(shell: Shell) -> None:
    (shell.folder / "q.jsonl").write_text('{"id": 1, "query": "Lisbon Fridays"}')
    done = shell("search", "--batch", "q.jsonl", "--type", "feedback", "--json")
    assert [hit["id"] for hit in json.loads(done.out)["hits"]] == ["17"]
    assert "--batch" in shell("search", "x", "--batch", "q.jsonl", code=2).talk
    assert "cannot be read" in shell("search", "--batch", "nowhere.jsonl", code=1).talk
