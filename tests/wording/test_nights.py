"""Whole nights with a model: what it words, what it cannot touch, and what happens when it dies, hangs or babbles."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.diary import FILE
from reverie.engines.chat import ChatModel
from reverie.engines.scripted import ScriptedModel
from reverie.layouts import proposals
from reverie.records.engines import Question
from reverie.wording import KEYLESS, Ceilings, Scribe, Told
from tests.store.builders import tree
from tests.tidying.memory import Memory
from tests.wording.servers import DIES, DRIPS, HANGS, chat, serving
from tests.wording.stage import answer, dream, evidence, is_about, voice


def well(question: Question) -> str:
    """A good model: says the same in other words."""
    told, kind = evidence(question), is_about(question)
    if kind == "rule":
        return answer(sentence=f"Mind this: {told['draft'][:1].lower()}{told['draft'][1:]}"[:320], cites=["e1"])
    if kind == "contradiction":
        return answer(verdict="contradiction", because="The cache cannot be both.", cites=["doubt"])
    if kind == "merge":
        joined = {"text": "Deploys go out on Tuesday at 14:00 from `release`.", "cites": ["s1", "s3"]}
        return answer(statements=[joined, {"text": told["s2"], "cites": ["s2"]}])
    return answer(prose="Learned of tokens and of subjects; they wait for your decision.", cites=["n1"])


def memory(project: wiring.Project) -> dict[str, bytes]:
    """Everything but what is local."""
    return {name: text for name, text in tree(project.agent).items() if not name.startswith("local")}


def told(report: Any) -> Told:
    assert report.worded is not None
    return report.worded  # type: ignore[no-any-return]


def test_a_good_model_words_candidates_merges_and_the_diary_and_judges_doubts(shop: wiring.Project) -> None:
    model = ScriptedModel(well)
    report = dream(shop, Scribe(voice(model)))
    assert {text.by for text in told(report).texts} == {"twin"}
    assert {is_about(question) for question in model.asked} == {"rule", "contradiction", "merge", "diary"}
    files = memory(shop)
    rules = [text for name, text in files.items() if name.startswith("dream/candidates/")]
    assert len(rules) == 2 and all(b"\n\nMind this: " in text for text in rules)
    papers = {one.kinds[0]: one for _, one in proposals.filed(wiring.open_store(shop), private=False)}
    assert papers["supersede"].reason.endswith("— twin judges: contradiction, the cache cannot be both")
    merged = papers["gather"].steps[0].edits[0].content.decode()
    assert merged.count("Tuesday") == 1 and "- Rollback is `make rollback`." in merged
    assert papers["gather"].reason.endswith("joined in other words by twin")
    assert "Learned of tokens and of subjects" in (shop.local / FILE).read_text()
    facts = report.record().facts["wording"]
    assert isinstance(facts, dict) and facts["model"] == "twin"
    assert json.loads(json.dumps(facts))["spent"]["calls"] == 5


def test_the_notes_themselves_are_as_they_were(shop: wiring.Project) -> None:
    before = {name: text for name, text in memory(shop).items() if name.startswith("memory/")}
    dream(shop, Scribe(voice(well)))
    after = {name: text for name, text in memory(shop).items() if name.startswith("memory/")}
    assert after == before


@pytest.mark.parametrize("forget", [False, True])
def test_a_second_night_changes_nothing_and_asks_nothing(shop: wiring.Project, tmp_path: Path, forget: bool) -> None:
    dream(shop, Scribe(voice(well, tmp_path / "answers")))
    before, model = memory(shop), ScriptedModel(well)
    if forget:
        shutil.rmtree(shop.local / "cache")
        shutil.rmtree(tmp_path / "answers")
    report = dream(shop, Scribe(voice(model, tmp_path / "answers")), again=True)
    assert (memory(shop), report.changed, model.asked) == (before, False, [])


def test_two_clones_with_one_cache_word_alike_and_the_second_pays_nothing(shop: wiring.Project, tmp_path: Path) -> None:
    shutil.copytree(shop.root, tmp_path / "clone")
    clone = wiring.Project(tmp_path / "clone", shop.settings)
    dream(shop, Scribe(voice(well, tmp_path / "answers")))
    report = dream(clone, Scribe(voice(ScriptedModel(lambda _: pytest.fail("paid twice")), tmp_path / "answers")))
    assert memory(clone) == memory(shop)
    assert (told(report).calls, told(report).saved_calls) == (0, 5)


def test_a_dry_night_asks_nothing(shop: wiring.Project) -> None:
    dream(shop, Scribe(voice(lambda _: pytest.fail("it was asked"))), dry=True)


def test_a_model_that_only_babbles_leaves_a_keyless_night_byte_for_byte(shop: wiring.Project, tmp_path: Path) -> None:
    shutil.copytree(shop.root, tmp_path / "keyless")
    keyless = wiring.Project(tmp_path / "keyless", shop.settings)
    dream(keyless)
    report = dream(shop, Scribe(voice(lambda _: "As a language model, I would rather sing.")))
    assert memory(shop) == memory(keyless)
    assert {text.by for text in told(report).texts} == {KEYLESS}
    assert all(len(text.refused) == 2 for text in told(report).texts)
    assert "As a language model" in json.dumps(report.record().facts["wording"])


# A provider over the wire that dies in the middle of the night, sends garbage, hangs


def over_the_wire(project: wiring.Project, url: str, seconds: int = 300, call: float = 60.0) -> Any:
    return dream(project, Scribe(voice(ChatModel(url, "m"), ceilings=Ceilings(seconds=seconds, call=call))))


def test_a_provider_that_dies_mid_night_leaves_what_it_worded_and_the_rest_keyless(shop: wiring.Project) -> None:
    def behave(question: Any, number: int) -> tuple[int, bytes]:
        text = question["messages"][1]["content"]
        schema = question["response_format"]["json_schema"]["schema"]
        return (200, chat(well(Question("", text, schema)))) if number == 1 else (DIES, b"")

    with serving(behave) as server:
        report = over_the_wire(shop, server.url)
        assert len(server.asked) == 2, "after it failed it is not asked again"
    assert [text.by == KEYLESS for text in told(report).texts] == [False, True, True, True, True]
    assert report.receipt.applied and "cut off" in told(report).trouble
    assert len([name for name in memory(shop) if name.startswith("dream/candidates/")]) == 2


@pytest.mark.parametrize(
    "garbage", [b"\x00\xff" * 100, b"<html>", chat("null"), chat('{"sentence": "x"}'), chat("[" * 9000)]
)
def test_a_provider_that_sends_garbage_costs_only_its_words(
    shop: wiring.Project, tmp_path: Path, garbage: bytes
) -> None:
    shutil.copytree(shop.root, tmp_path / "keyless")
    keyless = wiring.Project(tmp_path / "keyless", shop.settings)
    dream(keyless)
    with serving(lambda _question, _number: (200, garbage)) as server:
        report = over_the_wire(shop, server.url)
    assert {text.by for text in told(report).texts} == {KEYLESS}
    assert memory(shop) == memory(keyless)


@pytest.mark.parametrize(("status", "body"), [(HANGS, b""), (200, DRIPS)])
def test_a_provider_that_hangs_is_left_and_the_night_goes_on(shop: wiring.Project, status: int, body: bytes) -> None:
    with serving(lambda _question, _number: (status, body)) as server:
        report = over_the_wire(shop, server.url, call=0.5)
        assert len(server.asked) == 1
    assert report.seconds < 20 and "timed out" in told(report).trouble
    assert {text.by for text in told(report).texts} == {KEYLESS} and report.receipt.applied


def test_a_provider_that_is_not_there_is_said_once(shop: wiring.Project) -> None:
    report = over_the_wire(shop, "http://127.0.0.1:9/v1")
    assert told(report).trouble.startswith("no answer from http://127.0.0.1:9/v1/chat/completions")
    assert told(report).cost == "" and report.receipt.applied, "what was never sent cost nothing"


# A real model


def test_a_night_with_a_real_model_keeps_every_promise(shop: wiring.Project, smollm: str, tmp_path: Path) -> None:
    """SmolLM2 has 135 million parameters and writes as one would expect: whatever it says, only what passes is kept."""
    (shop.agent / "memory" / "deploy-a.md").unlink()
    shutil.copytree(shop.root, tmp_path / "keyless")
    keyless = wiring.Project(tmp_path / "keyless", shop.settings)
    dream(keyless)
    speaks = voice(ChatModel(smollm, "smollm2"), tmp_path / "answers", Ceilings(calls=2, seconds=900, call=400.0))
    report = dream(shop, Scribe(speaks))
    assert speaks.trouble == "" and told(report).calls == 2 and told(report).tokens > 0
    mine, theirs = memory(shop), memory(keyless)
    assert mine.keys() == theirs.keys()
    changed = {name for name in mine if mine[name] != theirs[name]}
    assert all(name.startswith(("dream/candidates/", "dream/proposals/")) for name in changed)
    assert len(changed) <= told(report).worded
    again = dream(shop, Scribe(voice(ChatModel("http://127.0.0.1:9/v1", "smollm2"))), again=True)
    assert not again.changed and memory(shop) == mine


def test_a_real_server_holds_its_answer_to_the_schema(smollm: str) -> None:
    kind = {"type": "string", "enum": ["contradiction", "compatible", "unsure"]}
    schema = {"type": "object", "properties": {"verdict": kind}, "required": ["verdict"], "additionalProperties": False}
    asked = Question("Answer in JSON.", "The cache is on. The cache is off. Do they contradict?", schema, 20)
    reply = ChatModel(smollm, "smollm2").ask(asked, 400)
    assert json.loads(reply.text)["verdict"] in kind["enum"]
    assert reply.read and reply.written


def test_a_consolidation_by_itself_is_worded_too(shop: wiring.Project) -> None:
    """As a gate lets it run, without a night around it."""
    from reverie.consolidation import consolidate
    from reverie.night.words import worded
    from reverie.records.nightly import Thought

    scribe = Scribe(voice(well))
    memory_ = Memory(shop)
    consolidate(memory_.keeper(), lambda _phase: None, lambda p: worded(scribe, Thought(), p, print, dry=False)[1])
    reasons = [one.reason for _, one in proposals.filed(wiring.open_store(shop), private=False)]
    assert len(reasons) == 2 and all("twin" in reason for reason in reasons)
    planned, _ = consolidate(memory_.keeper(), lambda _phase: None)
    assert planned.idle
