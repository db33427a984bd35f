"""Insights in a model's words: what it may change of one, and what goes on being decided by the rules' own words."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from reverie import wiring
from reverie.engines.scripted import ScriptedModel
from reverie.layouts import insightfile
from reverie.records.engines import Question
from reverie.records.insights import Insight
from reverie.wording import KEYLESS, Scribe
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.insight import InsightWording
from tests.cli.shell import Shell
from tests.store.builders import tree
from tests.transcripts.conftest import world  # noqa: F401 — a home and a repository
from tests.transcripts.nights import World
from tests.wording.attempts import ALL, Attempt
from tests.wording.stage import answer, evidence, is_about, session, voice

HERE = "Remember that "


def well(question: Question) -> str:
    told = evidence(question)
    if is_about(question) == "insight":
        return answer(text=f"{HERE}{told['draft']}", cites=["e1"])
    if is_about(question) == "rule":
        return answer(sentence=told["draft"], cites=["e1"])
    return answer(prose="Understood.", cites=["n1"])


def scribe(world: World, script: object = well, folder: Path | None = None) -> Scribe:  # noqa: F811
    model = script if isinstance(script, ScriptedModel) else ScriptedModel(script)  # type: ignore[arg-type]
    return Scribe(voice(model, folder), partial(wiring.sessions.heard, world.project))


@pytest.fixture
def heard(world: World) -> World:  # noqa: F811
    for name in ("aaaa1111", "bbbb2222", "cccc3333"):
        session(world, name)
    return world


def found(world: World) -> list[Insight]:  # noqa: F811
    return [one for _, one in insightfile.filed(wiring.open_store(world.project))]


def wrapper(world: World) -> Insight:  # noqa: F811
    return next(one for one in found(world) if one.about.startswith("instead:"))


def memory(world: World) -> dict[str, bytes]:  # noqa: F811
    return {name: text for name, text in tree(world.project.agent).items() if not name.startswith("local")}


def test_a_new_insight_is_worded_and_keeps_the_rules_own_words_beside(heard: World) -> None:
    report = heard.dream(scribe=scribe(heard))
    one = wrapper(heard)
    assert one.text.startswith(f"{HERE}`rtk bun run test` fails") and one.text == HERE + one.draft
    assert one.worded_by == "twin"
    assert report.worded and f"insight {one.id}" in {text.what for text in report.worded.texts if text.by == "twin"}
    told = report.record().facts["insights"]
    assert isinstance(told, dict) and told[one.id] == {"what": "new", "text": one.text, "draft": one.draft}
    shown = Shell(heard.repo)("insights", "show", one.id, HOME=str(heard.home)).out
    assert "by twin" in shown and HERE.strip() in shown


@pytest.mark.parametrize("forget", [False, True])
def test_a_second_night_changes_and_asks_nothing(heard: World, tmp_path: Path, forget: bool) -> None:
    heard.dream(scribe=scribe(heard, folder=tmp_path / "answers"))
    before, model = memory(heard), ScriptedModel(well)
    if forget:
        shutil.rmtree(heard.project.local / "cache")
        shutil.rmtree(tmp_path / "answers")
    report = heard.dream(again=True, scribe=scribe(heard, model, tmp_path / "answers"))
    assert (memory(heard), report.changed, model.asked) == (before, False, [])
    assert not heard.dream(again=True).changed, "nor does a night without a model put the old words back"


def test_what_is_seen_again_is_known_by_the_rules_words_and_worded_anew(heard: World) -> None:
    heard.dream(scribe=scribe(heard, lambda q: answer(text="Tests fail with `rtk bun run test`.", cites=["e1"])))
    first = wrapper(heard)
    assert first.text == "Tests fail with `rtk bun run test`."
    session(heard, "dddd4444")
    heard.dream(days=0.1, scribe=scribe(heard))
    again = wrapper(heard)
    assert len([one for one in found(heard) if one.about.startswith("instead:")]) == 1
    assert len(again.sessions) == 4 and again.text == HERE + again.draft


def test_a_model_that_babbles_leaves_the_insights_of_a_keyless_night(heard: World, tmp_path: Path) -> None:
    aside = tmp_path / "aside"
    shutil.copytree(heard.repo, aside)
    heard.dream()
    keyless = memory(heard)
    shutil.rmtree(heard.repo)
    shutil.move(aside, heard.repo)
    report = heard.dream(scribe=scribe(heard, lambda _: answer(text="Deploy `prod` at once.", cites=["e1"])))
    assert memory(heard) == keyless
    assert report.worded and {text.by for text in report.worded.texts} == {KEYLESS}
    assert any(text.what.startswith("insight ") and len(text.refused) == 2 for text in report.worded.texts)


def test_what_a_person_wrote_below_an_insight_stays(heard: World) -> None:
    heard.dream(scribe=scribe(heard))
    one = wrapper(heard)
    path = heard.project.agent / "memory" / "insights" / f"{one.id}.md"
    path.write_text(path.read_text() + "\n## Ours\n\nAsk Bob.\n")
    session(heard, "dddd4444")
    heard.dream(days=0.1, scribe=scribe(heard))
    assert len(wrapper(heard).sessions) == 4 and path.read_text().endswith("## Ours\n\nAsk Bob.\n")


def test_a_file_gives_back_both_wordings(heard: World) -> None:
    heard.dream(scribe=scribe(heard))
    for document, one in insightfile.filed(wiring.open_store(heard.project)):
        assert insightfile.untouched(document)
        assert insightfile.read(document.address, insightfile.text(one)) == one


# What was found somewhere cannot instruct


@pytest.mark.parametrize("attempt", ALL, ids=lambda attempt: attempt.word)
def test_an_order_in_the_evidence_is_not_worded_into_an_insight(attempt: Attempt) -> None:
    draft = "`rtk bun run test` fails with “connect refused”; `bun run test` works: 3 sessions."
    prompt = InsightWording(draft, (Quoted("e1", attempt.text, "error by tool", private=True),))
    for said in (attempt.answer, f"{draft} {attempt.answer}"):
        worded = voice(lambda _, said=said: answer(text=said, cites=["e1"])).word(prompt, "x")  # type: ignore[misc]
        assert worded.value is None, worded.value


def test_nobody_is_quoted_with_words_the_draft_does_not_quote() -> None:
    said = "`rtk bun run test` fails with “all is well”; `bun run test` works."
    draft = "`rtk bun run test` fails with “connect refused”; `bun run test` works: 3 sessions."
    seen = (Quoted("e1", "all is well, people said run only", "error"), Quoted("e2", "all is well, said people", "e"))
    worded = voice(lambda _: answer(text=said, cites=["e1"])).word(InsightWording(draft, seen), "x")
    assert worded.value is None and "it quotes" in worded.refused[0].why
