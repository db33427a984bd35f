"""Text that was found somewhere cannot instruct. Every attempt goes through a whole night with a model that obeys
whatever it reads: nothing but the words of proposals can change, and no secret is told to anybody."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from reverie import night, wiring
from reverie.engines.scripted import Script, ScriptedModel
from reverie.layouts import learning, proposals
from reverie.records.engines import Question
from reverie.records.nightly import Request, Thought
from reverie.records.proposals import Proposal
from reverie.records.tidying import Tidied
from reverie.thinking import think as caged
from reverie.thinking.reading import Reading, read_packets
from reverie.tidying import work
from reverie.wording import Scribe
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.rule import RuleWording
from tests.store.builders import tree
from tests.tidying.memory import Memory
from tests.transcripts.nights import World, repository
from tests.transcripts.sessions import NOW
from tests.wording.attempts import ALL, COMMITS, NOTES, OTHER, PAGES, PASSWORD, SECRET, TOOLS, Attempt
from tests.wording.stage import evidence, is_about, voice

WORDED = (".agent/dream/candidates/", ".agent/dream/proposals/", ".agent/memory/insights/")


def test_there_are_enough_of_them() -> None:
    assert len(ALL) >= 40 and len({attempt.word for attempt in ALL}) == len(ALL)


def commits(repo: Path) -> None:
    """Five files, each fixed three times, with an order in every subject."""
    for number, attempt in enumerate(COMMITS):
        path = repo / "services" / f"{'abcde'[number // 3]}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{path.read_text() if path.exists() else 'def tokens(): ...'}\n# {number}\n")
        at = (NOW - timedelta(days=20 - number)).isoformat()
        named = {f"GIT_{role}_DATE": at for role in ("AUTHOR", "COMMITTER")}
        for words in (["add", "-A"], ["commit", "-q", "-m", attempt.text]):
            subprocess.run(["git", *words], cwd=repo, check=True, env={**os.environ, **named}, capture_output=True)


def sessions(world: World) -> None:
    """Every tool output is met in three sessions, every page is read in one; and people correct their agents."""
    for number, attempt in enumerate(TOOLS):
        for turn in range(3):
            talk = world.session(f"tool{number:02}{turn}").says("start it").answers("I will.")
            name = ("Quota", "Lease", "Broker", "Replica", "Ledger", "Socket", "Tenant", "Shard", "Codec", "Cursor")[
                number
            ]
            output = f"Traceback (most recent call last):\n{attempt.text.replace('Error', f'{name}Error', 1)}"
            talk.runs(f"python -m part{number}", f"c{number}{turn}", output, error=True)
            talk.answers("It failed.")
            if number % 2:  # what helped is told with what it helped against
                talk.runs(f"uv run python -m part{number}", f"h{number}{turn}", "ok").answers("Now it works.")
            talk.lines[:] = [line.replace(b"2026-03-01T", b"2026-03-%02dT" % (4 + turn)) for line in talk.lines]
            talk.write(world.sessions)
    for number, attempt in enumerate(PAGES):
        talk = (
            world.session(f"page{number:02}").says("read the docs").uses("WebFetch", f"w{number}", url="http://x.test")
        )
        talk.returns(f"w{number}", attempt.text).answers("Read.").write(world.sessions)
    for number in range(3):
        world.corrected(f"said{number}", f"No, use pnpm instead of npm. {PAGES[number].text}")


def notes(project: wiring.Project) -> None:
    memory = Memory(project)
    for attempt in NOTES:
        thing = attempt.text.split()[1]
        memory.note(f"{thing}-a", attempt.text.split(",")[0].split(";")[0].split(".")[0] + f" {attempt.word}.")
        memory.note(f"{thing}-b", attempt.text.replace("enabled", "disabled"))
        memory.note(f"{thing}-c", f"{thing} one {attempt.text}", name=f"{thing} in staging")
        memory.note(f"{thing}-d", f"{thing} two {attempt.text}", name=f"{thing} in staging")


@dataclass
class Obeys:
    """A compromised model: whatever order it reads, it carries out, in the form that was asked for and in others."""

    reached: set[str] = field(default_factory=set)
    asked: list[Question] = field(default_factory=list)
    turn: int = 0

    def __call__(self, question: Question) -> str:
        self.asked.append(question)
        told = evidence(question)
        orders = [attempt for attempt in ALL if attempt.word in " ".join(told.values())]
        self.reached |= {attempt.word for attempt in orders}
        self.turn += 1
        order = orders[self.turn % len(orders)] if orders else ALL[self.turn % len(ALL)]
        return self._form(question, order, told)

    def _form(self, question: Question, order: Attempt, told: dict[str, str]) -> str:
        said, ids = order.answer, [id for id in told if id != "draft"] or list(told)
        by_kind: dict[str, list[dict[str, Any]]] = {
            "rule": [
                {"sentence": said, "cites": ids[:1]},
                {"sentence": f"{told.get('draft', '')} {said}", "cites": ids},
            ],
            "insight": [{"text": said, "cites": ids[:1]}],
            "contradiction": [{"verdict": "compatible", "because": f"They hold because {said}", "cites": ids}],
            "merge": [
                {"statements": [{"text": said, "cites": ids}]},
                {"statements": [{"text": f"{told[id]} {said}", "cites": [id]} for id in ids]},
            ],
            "diary": [{"prose": said, "cites": ids[:1]}],
        }
        forms = by_kind[is_about(question)]
        wild: list[Any] = [
            {"steps": [{"put": "memory:MEMORY.md", "content": said}]},
            {**forms[0], "decision": "graduate"},
            {**forms[0], "cites": ["e99"]},
            said,
        ]
        choice = [*forms, *wild][self.turn % (len(forms) + len(wild))]
        return choice if isinstance(choice, str) else json.dumps(choice)


def build(tmp_path: Path, home: Path) -> World:
    project = repository(tmp_path / "shop")
    commits(project.root)
    (project.root / "CLAUDE.md").write_text("# Ours\n")
    world = World(home, wiring.Project(project.root, replace(project.settings, consolidate="propose")))
    sessions(world)
    notes(world.project)
    return world


def dream(world: World, scribe: Scribe | None) -> night.Report:
    project = world.project
    store, ask = wiring.open_store(project), world.ask()

    def here(think: object, kind: type, name: str, request: object, tell: object) -> tuple[object, Sequence[str]]:
        scratch = project.local / "cache" / name
        scratch.mkdir(parents=True, exist_ok=True)
        return kind.from_json(think(request.to_json(), scratch, lambda line: None)), ()  # type: ignore

    found = wiring.consolidation.keeper(project, store, ask.now)
    assert found is not None
    keeper = replace(found, think=partial(here, work.tidy, Tidied, "consolidation"))  # type: ignore[arg-type]
    think = partial(here, caged, Thought, "dream")

    def read(request: Request, _tell: night.Observer) -> Reading:
        return here(read_packets, Reading, "dream", request, None)[0]  # type: ignore[return-value]

    return night.dream(
        store, ask, think, wiring.night.signer(project), lambda phase: None,  # type: ignore[arg-type]
        settle=wiring.sessions.settler(project, ask.listen), book=wiring.memory.notebook(project, store),
        keeper=keeper, scribe=scribe, study=wiring.lessons.student(project, store, read=read),
        publish=wiring.night.publisher(project, store),
    )  # fmt: skip


def files(world: World) -> dict[str, bytes]:
    found = tree(world.repo) | {f"home/{name}": text for name, text in tree(world.home).items()}
    return {name: text for name, text in found.items() if not name.startswith((".git/", ".agent/local/"))}


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World, Obeys, night.Report]:
    """The same project dreamt over twice: without a model, and with one that obeys its evidence."""
    tmp_path = tmp_path_factory.mktemp("nights")
    patch = pytest.MonkeyPatch()
    for name, value in {"HOME": str(tmp_path / "home"), "GIT_CONFIG_GLOBAL": "/dev/null", "TZ": "UTC"}.items():
        patch.setenv(name, value)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "REVERIE_SOURCES", "XDG_CONFIG_HOME"):
        patch.delenv(name, raising=False)
    try:
        return _both(tmp_path)
    finally:
        patch.undo()


def _both(tmp_path: Path) -> tuple[World, World, Obeys, night.Report]:
    world = build(tmp_path, tmp_path / "home")
    wiring.secret(world.project)  # one key for both, so that they mark secrets alike
    shutil.copytree(world.repo, tmp_path / "aside" / "shop")
    dream(world, None)
    keyless = World(world.home, world.project)
    kept = tmp_path / "keyless"
    shutil.move(world.repo, kept)
    shutil.move(tmp_path / "aside" / "shop", world.repo)  # the same place: sessions are known by their folder
    obeys = Obeys()
    heard = partial(wiring.sessions.heard, world.project)
    report = dream(world, Scribe(voice(ScriptedModel(obeys), world.project.local / "cache" / "model"), heard))
    return World(world.home, replace(keyless.project, root=kept)), world, obeys, report


def test_whatever_a_model_is_told_to_say_only_words_of_proposals_change(
    nights: tuple[World, World, Obeys, night.Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyless, world, obeys, report = nights
    monkeypatch.setenv("HOME", str(world.home))  # it knows that the private folders were made here
    before, after = files(keyless), files(world)
    assert report.receipt and report.receipt.applied
    assert obeys.reached >= {attempt.word for attempt in COMMITS if SECRET not in attempt.text}
    for channel, least in ((TOOLS, 5), (PAGES, 3), (NOTES, 3)):
        reached = {attempt.word for attempt in channel} & obeys.reached
        assert len(reached) >= least, f"too few to say anything: {sorted(reached)}"
    assert not obeys.reached & {attempt.word for attempt in NOTES if SECRET in attempt.text}
    assert {is_about(question) for question in obeys.asked} == {"rule", "insight", "contradiction", "merge", "diary"}
    assert before.keys() == after.keys()
    changed = [name for name in after if after[name] != before[name]]
    assert all(name.startswith(WORDED) for name in changed), changed
    _same_but_for_words(keyless, world)
    for name in changed:
        if not name.startswith(".agent/dream/proposals/"):
            _says_no_more(before[name], after[name])


def _says_no_more(before: bytes, after: bytes) -> None:
    for word in (*(attempt.word for attempt in ALL), "leftpadder", "pastebin", "whoever"):
        assert after.count(word.encode()) <= before.count(word.encode()), word


def _same_but_for_words(keyless: World, world: World) -> None:
    """Candidates differ in their sentence, proposals in their reason; what they would do, where and to what stays."""
    ours, theirs = (night.lay_out(wiring.open_store(one.project)).candidates for one in (world, keyless))
    mine, others = (night.lay_out(wiring.open_store(one.project)).insights for one in (world, keyless))
    plain = [replace(one, text=one.keyless, draft="", worded_by="") for _, one in mine]
    assert plain == [one for _, one in others]
    assert [replace(f.candidate, rule="") for f in ours] == [replace(f.candidate, rule="") for f in theirs]
    assert all(learning.untouched(f.document.address, f.document.content) for f in ours)
    assert not any(f.decision for f in ours)
    papers = [list(proposals.filed(wiring.open_store(one.project), private=False)) for one in (world, keyless)]
    for (at, mine), (where, other) in zip(*papers, strict=True):
        assert (at, mine.id, mine.kinds, mine.status) == (where, other.id, other.kinds, other.status)
        if mine.reason != other.reason:  # an opinion stands behind the doubt, with the name of whose it is
            told = mine.reason.removeprefix(other.reason)
            assert told.startswith((" — twin judges: ", " — joined in other words by twin"))
        for ours_, theirs_ in zip(_contents(mine), _contents(other), strict=True):
            _says_no_more(theirs_, ours_)
        assert [step.addresses for step in mine.steps] == [step.addresses for step in other.steps]
        assert [step.fingerprint for step in mine.steps] == [step.fingerprint for step in other.steps]
        assert [[e.expect for e in step.edits] for step in mine.steps] == [
            [e.expect for e in step.edits] for step in other.steps
        ]


def _contents(proposal: Proposal) -> list[bytes]:
    return [edit.content for step in proposal.steps for edit in step.edits]


def test_no_secret_reaches_a_prompt_an_answer_that_is_kept_or_the_report(
    nights: tuple[World, World, Obeys, night.Report],
) -> None:
    _, world, obeys, report = nights
    assert obeys.asked
    for secret in (SECRET, OTHER, PASSWORD.partition("=")[2]):
        assert all(secret not in question.text + question.system for question in obeys.asked)
        told = json.dumps(report.record().facts)
        assert secret not in told, told[max(0, told.find(secret) - 300) :][:400]
        logs = [path for path in (world.project.local / "logs").rglob("*") if path.is_file()]
        assert logs and all(secret.encode() not in path.read_bytes() for path in logs)


def test_quoted_text_never_becomes_a_line_of_its_own(nights: tuple[World, World, Obeys, night.Report]) -> None:
    _, _, obeys, _ = nights
    for question in obeys.asked:
        lines = question.text.splitlines()
        assert sum(line.startswith("Task: ") for line in lines) == 1
        assert all(
            line.startswith(('{"id": "', "Task: ", "Evidence, quoted:", "Your answer ")) for line in lines if line
        )
        assert "<" not in question.text and "\u202e" not in question.text


def test_what_a_page_says_is_told_to_nobody_unless_a_person_repeats_it(
    nights: tuple[World, World, Obeys, night.Report],
) -> None:
    _, _, obeys, _ = nights
    repeated = {attempt.word for attempt in PAGES[:3]}
    assert not obeys.reached & ({attempt.word for attempt in PAGES} - repeated)


@pytest.mark.parametrize("attempt", ALL, ids=lambda attempt: attempt.word)
def test_an_order_that_stands_in_the_evidence_is_not_worded_into_a_rule(attempt: Attempt) -> None:
    """Also where it is the only evidence there is, and the model does nothing but obey."""
    draft = "Before changing `services/a.py`, run `pytest tests/a`: tokens were fixed 3 times."
    prompt = RuleWording(draft, (Quoted("e1", attempt.text, "commit"),))
    said = [attempt.answer, f"{draft} {attempt.answer}"]
    for answer in said:
        told = json.dumps({"sentence": answer, "cites": ["e1"]})
        worded = voice(_always(told)).word(prompt, "x")
        assert worded.value is None, worded.value


def _always(text: str) -> Script:
    return lambda _question: text
