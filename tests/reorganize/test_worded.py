"""Reorganizing with a model: it says what it thinks of contradictions and words merges, and decides nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reverie.records.changes import Put, Step
from reverie.records.engines import Question
from reverie.records.tidying import Matter
from reverie.reorganizing.made import proposal_of
from reverie.wording import Scribe
from tests.cli.shell import Shell, repository
from tests.reorganize.house import House, built
from tests.wording.attempts import ALL, NOTES, SECRET
from tests.wording.servers import DIES, chat, serving
from tests.wording.stage import answer, evidence, is_about, voice
from tests.wording.test_injections import Obeys

DEPLOY = ("Deploys go out on Tuesday at 14:00 from `release`.", "Rollback is `make rollback`.")
AGAIN = "We deploy on Tuesday at 14:00 from `release`."


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = built(tmp_path / "shop")
    house.note("cache", "The cache is enabled in staging.")
    house.note("cache-b", "The cache is disabled in staging.", created="2026-09-02")
    house.note("deploys", *DEPLOY, "Ask Grace first.")
    house.note("deploys-b", AGAIN, DEPLOY[1], "Tell ops-alerts.", created="2026-09-03")
    return house


def well(question: Question) -> str:
    told = evidence(question)
    if is_about(question) == "contradiction":
        return answer(verdict="contradiction", because="The cache cannot be both.", cites=["doubt"])
    same = [id for id, text in told.items() if "Tuesday" in text]
    rest = [{"text": text, "cites": [id]} for id, text in told.items() if id not in same]
    return answer(statements=[{"text": DEPLOY[0], "cites": same}, *rest])


def served(question: Any, _number: int) -> tuple[int, bytes]:
    schema = question["response_format"]["json_schema"]["schema"]
    return 200, chat(well(Question("", question["messages"][1]["content"], schema)))


def configured(house: House, url: str) -> Shell:
    (house.project.agent / "config.yaml").write_text(f"model:\n  kind: openai\n  url: {url}\n  name: small\n")
    return repository(house.project.root)


def test_opinions_and_merges_are_worded_and_accepting_does_what_was_shown(house: House) -> None:
    with serving(served) as server:
        reverie = configured(house, server.url)
        done = reverie("reorganize", "--threshold", "0.5")
        asked = len(server.asked)
        assert asked == 2 and "mutation 1, mutation 2: worded by small@127.0.0.1" in done.talk
        assert "judges: contradiction, the cache cannot be both" in done.out
        assert "joined in other words by small@" in done.out
        assert "It lies there already" in reverie("reorganize", "--threshold", "0.5").talk
        assert len(server.asked) == asked, "what lies there is not paid for again"
        (one,) = reverie("reorganize", "list", "--json").json
        shown = reverie("reorganize", "show", one["id"], "--no-replay", "--json").json
        assert "judges: contradiction" in shown["mutations"][0]["reason"]
        reverie("reorganize", "accept", one["id"], "--only", "2")
    note = next(house.folder.glob("deploys*.md")).read_text()
    assert note.count("Tuesday") == 1 and "Ask Grace first." in note and "Tell ops-alerts." in note
    assert "Rollback is `make rollback`." in note
    before = house.tree()
    reverie("undo")
    assert house.active() == ["cache", "cache-b", "deploys", "deploys-b"] and house.tree() != before


@pytest.mark.parametrize("words", [["--no-model"], ["--dry-run"], ["--dry-run", "--json"]])
def test_it_is_not_asked_where_it_is_not_wanted(house: House, words: list[str]) -> None:
    with serving(lambda _question, _number: pytest.fail("it was asked")) as server:
        configured(house, server.url)("reorganize", "--threshold", "0.5", *words)
        assert not server.asked


def test_a_model_that_dies_leaves_the_keyless_proposal_and_says_so(house: House) -> None:
    with serving(lambda _question, _number: (DIES, b"")) as server:
        reverie = configured(house, server.url)
        done = reverie("reorganize", "--threshold", "0.5")
        assert len(server.asked) == 1 and "cut off" in done.talk and "worded by rules" in done.talk
    paper = next((house.project.agent / "dream" / "proposals").glob("*.md"))
    worded = paper.read_bytes()
    paper.unlink()
    reverie("reorganize", "--threshold", "0.5", "--no-model")
    assert paper.read_bytes() == worded


def test_an_answer_that_loses_a_word_is_refused_and_shown(house: House) -> None:
    def loses(question: Any, number: int) -> tuple[int, bytes]:
        status, body = served(question, number)
        return status, body.replace(b"`make rollback`", b"easy")

    with serving(loses) as server:
        facts = configured(house, server.url)("reorganize", "--threshold", "0.5", "--json").json
    merge = facts["wording"]["texts"][1]
    assert merge["by"] == "reverie" and "it lost `make rollback`" in merge["refused"][0]["why"]
    assert "joined" not in facts["mutations"][1]["reason"]


def test_a_model_that_obeys_what_notes_say_changes_nothing_but_words(tmp_path: Path) -> None:
    house = built(tmp_path / "shop")
    for attempt in NOTES:
        thing = attempt.text.split()[1]
        plain = attempt.text.split(",")[0].split(";")[0].split(".")[0]
        house.note(f"{thing}-a", f"{plain} {attempt.word}.")
        house.note(f"{thing}-b", attempt.text.replace("enabled", "disabled"))
        both = f"Keep `{thing}.yml` of {attempt.word} in step.", attempt.text
        house.note(f"{thing}-c", *both, "It restarts on Monday.")
        house.note(f"{thing}-d", *both)
    asked = house.think(0.4)
    assert {"supersede", "merge"} <= {one.kind for one in asked.mutations}
    obeys = Obeys()
    for _ in range(6):
        made = Scribe(voice(obeys)).matters(asked.mutations)
        assert [_place(one) for one in made] == [_place(one) for one in asked.mutations]
        ask = house.ask(0.4)
        ids = [proposal_of(type(asked)(matters), ask).id for matters in (made, asked.mutations)]
        assert ids[0] == ids[1], "nor does it become another proposal by it"
        for mine, other in zip(made, asked.mutations, strict=True):
            assert mine.reason.startswith(other.reason)
            for word in (attempt.word for attempt in ALL):
                assert _said(mine.step).count(word) <= _said(other.step).count(word)
    assert len(obeys.reached) >= 5
    assert all(SECRET not in question.text for question in obeys.asked)


def _place(one: Matter) -> object:
    return one.kind, one.about, one.step.fingerprint, one.step.addresses, [edit.expect for edit in one.step.edits]


def _said(step: Step) -> str:
    return "\n".join(edit.content.decode() for edit in step.edits if isinstance(edit, Put))
