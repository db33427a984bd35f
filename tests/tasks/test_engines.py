"""Every engine against a server or a program on this machine: what it is told, what it may say, what leaves."""

from __future__ import annotations

import json
import os
import re
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.gather.transcripts.traces import SESSION_MARK, is_own_session
from reverie.records.tasks import Answer
from reverie.store.memory import MemoryStore
from reverie.tasks.ceilings import Ceilings
from reverie.tasks.engine import Engine, Failure, Setup
from reverie.tasks.engines import ENGINES
from reverie.tasks.outgoing import outgoing
from reverie.tasks.run import Ran, State
from reverie.tasks.wanted import task_of
from tests.cli.shell import repository
from tests.tasks.stage import BAD, REDACT, SCHEMA, Scripted, good, run, talks, wanted
from tests.wording.conftest import smollm  # noqa: F401 — a real model behind a real server
from tests.wording.servers import DIES, DRIPS, HANGS, Behave, Server, chat, message, serving

KEY = "sk-very-secret-0123456789"
TASK = task_of(wanted(0), REDACT)
SHAPES = {"anthropic": message, "openai": chat}


def states(ran: Ran) -> list[State]:
    return [one.state for one in ran.outcomes]


@contextmanager
def answering(shape: str, behave: Behave, tmp_path: Path) -> Iterator[tuple[Server, Engine]]:
    with serving(behave) as server:
        yield server, ENGINES[shape](Setup(tmp_path, "", "small", server.url, KEY))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_night_with_a_server_that_behaves(shape: str, tmp_path: Path) -> None:
    store = MemoryStore()
    with answering(shape, lambda _q, _n: (200, SHAPES[shape](good())), tmp_path) as (server, engine):
        ran = run([engine], talks(5), store, ceilings=Ceilings(prices={"small": (1.0, 2.0)}))
        assert states(ran) == [State.ACCEPTED] * 5 and len(server.asked) == 5
        assert ran.report.read == 600 and ran.report.written == 150 and ran.report.dollars == 0.0009
        assert ran.outcomes[0].examined and ran.outcomes[0].examined.by.startswith(f"{shape}:small@127.0.0.1")
        assert states(run([engine], talks(5), store)) == [State.ACCEPTED] * 5
        assert len(server.asked) == 5, "a second night asks nothing"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("said", "state"),
    [(BAD, State.REFUSED), ("Sure! Make check.", State.REFUSED), ("[" * 50_000, State.REFUSED), ("", State.REFUSED)],
)
def test_a_server_that_lies_or_chats_is_asked_twice_a_task(shape: str, said: str, state: State, tmp_path: Path) -> None:
    with answering(shape, lambda _q, _n: (200, SHAPES[shape](said)), tmp_path) as (server, engine):
        ran = run([engine], talks(2))
        assert states(ran) == [state] * 2 and len(server.asked) == 4


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, f"bad key {KEY}".encode()),
        (500, b"oops"),
        (DIES, b""),
        (200, b"x" * (5 << 20)),
        (HANGS, b""),
        (200, DRIPS),
    ],
)
def test_a_server_that_fails_is_left_and_says_so(shape: str, status: int, body: bytes, tmp_path: Path) -> None:
    with answering(shape, lambda _q, _n: (status, body), tmp_path) as (_, engine):
        ran = run([engine, Scripted(name="second")], talks(2), ceilings=Ceilings(call=1.0), grace=30.0)
    assert states(ran) == [State.ACCEPTED] * 2
    assert ran.report.trouble and KEY not in repr(ran.report)
    assert {one.examined.by for one in ran.outcomes if one.examined} == {"second:second-model"}


@pytest.mark.parametrize("shape", SHAPES)
def test_an_answer_without_a_form_costs_that_task(shape: str, tmp_path: Path) -> None:
    bodies = iter([b"<html>", b"{}"])

    def behave(_q: Any, _n: int) -> tuple[int, bytes]:
        return 200, next(bodies, SHAPES[shape](good()))

    with answering(shape, behave, tmp_path) as (_, engine):
        ran = run([engine], talks(4))
    assert sorted(states(ran)) == [State.ACCEPTED] * 2 + [State.KEYLESS] * 2 and not ran.report.trouble


# Programs


def program(folder: Path, name: str, body: str) -> dict[str, str]:
    """One that writes down how it was called, and then does as it is told."""
    path = folder / "bin" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "#!/bin/sh\n"
        f'printf "%s\\n" "$@" > "{folder}/words"; env > "{folder}/environ"; pwd > "{folder}/cwd"\n'
        f'for word; do case "$word" in *schema-*) cp "$word" "{folder}/schema";; esac; done\n'
        f'cat > "{folder}/prompt"\n'
        f"{body}\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{path.parent}:{os.environ['PATH']}", "CODEX_SANDBOX": "seatbelt"}


def codex(folder: Path, body: str, model: str = "") -> Engine:
    local = folder / ".agent" / "local"
    return ENGINES["codex"](Setup(local, f"{SESSION_MARK} -->", model, environ=program(folder, "codex", body)))


def events(*lines: object) -> str:
    told = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return f"cat <<'END'\n{told}\nEND"


def said(text: str) -> dict[str, object]:
    return {"type": "item.completed", "item": {"id": "item_1", "type": "agent_message", "text": text}}


DONE = {"type": "turn.completed", "usage": {"input_tokens": 900, "cached_input_tokens": 400, "output_tokens": 12}}
START = ({"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"})


def test_codex_runs_with_everything_off_and_its_session_is_never_evidence(tmp_path: Path) -> None:
    trouble = {"type": "error", "message": "Reconnecting... 1/5"}
    engine = codex(tmp_path, events(*START, trouble, said("I think."), said(good()), DONE), "gpt-6")
    assert list(engine.answer([TASK], 30)) == [Answer(TASK.id, good(), "codex:gpt-6", 900, 12)]
    words = (tmp_path / "words").read_text().split("\n")
    assert words[0] == "exec" and words[words.index("--sandbox") + 1] == "read-only"
    flags = {"--json", "--ephemeral", "--ignore-user-config", "--ignore-rules", "--skip-git-repo-check"}
    assert flags <= set(words) and words[words.index("--model") + 1] == "gpt-6" and words[-2] == "-"
    settings = {words[n + 1] for n, word in enumerate(words) if word == "-c"}
    assert {"features.shell_tool=false", "features.hooks=false", 'web_search="disabled"'} <= settings
    assert json.loads((tmp_path / "schema").read_text()) == SCHEMA
    environ = (tmp_path / "environ").read_text().splitlines()
    assert "REVERIE_INSIDE=1" in environ and "CODEX_SANDBOX=seatbelt" not in environ
    prompt, cwd = (tmp_path / "prompt").read_text(), (tmp_path / "cwd").read_text().strip()
    assert is_own_session(prompt) and is_own_session("", cwd) and TASK.question.text in prompt
    assert not list((tmp_path / ".agent/local/cache/codex").iterdir()), "nothing of it is left"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("echo 'please log in' >&2; exit 1", "please log in"),
        ("echo hello", "Expecting value"),
        (events(*START, {"type": "turn.failed", "error": {"message": "usage limit"}}), "usage limit"),
        (events(*START, {"type": "error", "message": "Reconnecting... 5/5"}), "Reconnecting"),
        (events(*START, DONE), "it gave no answer"),
        (events("[]"), "did not answer with events"),
        (
            events({"type": "item.started", "item": {"type": "command_execution"}}, said(good()), DONE),
            "it used a tool .command_execution., although all are off",
        ),
        ("yes", "more than 4 MB"),
    ],
)
def test_a_codex_that_fails_is_an_expected_failure(tmp_path: Path, body: str, why: str) -> None:
    (found,) = codex(tmp_path, body).answer([TASK], 60)
    assert isinstance(found, Failure)
    assert re.search(why, found.why)


def test_a_program_that_says_nothing_is_ended_after_its_time(tmp_path: Path) -> None:
    (found,) = codex(tmp_path, "sleep 600").answer([TASK], 0.5)
    assert isinstance(found, Failure) and "it was silent for 0 seconds" in found.why


def test_a_program_is_ended_with_all_it_started(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    engine = codex(tmp_path, f"sleep 600 & echo $! > {tmp_path}/child; mv {tmp_path}/child {begun}; sleep 600")
    found: list[object] = []
    asking = threading.Thread(target=lambda: found.extend(engine.answer([TASK], 600)))
    asking.start()
    _until(begun.exists)
    engine.stop()
    asking.join(60)
    assert isinstance(found[0], Failure) and "it was stopped" in found[0].why
    _until(lambda: _is_over(int(begun.read_text())))


def _is_over(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def _until(true: Callable[[], bool]) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    pytest.fail("it did not come to that")


def test_without_the_program_that_is_said_and_nothing_was_sent(tmp_path: Path) -> None:
    for name in ("claude", "codex"):
        engine = ENGINES[name](Setup(tmp_path, environ={"PATH": str(tmp_path)}))
        (found,) = engine.answer([TASK], 1)
        assert isinstance(found, Failure) and "not installed" in found.why and not found.sent


def test_claude_answers_with_its_cost(tmp_path: Path) -> None:
    result = {"result": good(), "total_cost_usd": 0.002, "usage": {"input_tokens": 10, "output_tokens": 12}}
    environ = program(tmp_path, "claude", events(result))
    engine = ENGINES["claude"](Setup(tmp_path / ".agent/local", f"{SESSION_MARK} -->", environ=environ))
    ran = run([engine], talks(1))
    assert states(ran) == [State.ACCEPTED] and ran.report.dollars == 0.002
    assert ran.outcomes[0].examined and ran.outcomes[0].examined.by == "claude:default"


# What leaves, and who said yes to it


def test_what_would_leave_is_shown_to_the_letter(tmp_path: Path) -> None:
    tasks = [task_of(one, REDACT) for one in talks(2)]
    told = outgoing(tasks, ENGINES["anthropic"](Setup(tmp_path, model="m", key=KEY)))
    assert "they leave this machine, to https://api.anthropic.com" in told and "2 tasks for anthropic" in told
    assert "\n    talk 0: always run make check\n" in told and '"quotes"' in told and KEY not in told
    assert "they leave this machine, to OpenAI" in outgoing(tasks, codex(tmp_path, "exit 0"))
    own = ENGINES["openai"](Setup(tmp_path, model="m", url="http://127.0.0.1:1/v1"))
    assert "they stay on this machine" in outgoing(tasks, own)
    assert "they wait on this machine" in outgoing(tasks, ENGINES["spool"](Setup(tmp_path)))


def project(tmp_path: Path, **settings: Any) -> wiring.Project:
    (tmp_path / ".git").mkdir(exist_ok=True)
    found = wiring.Project(tmp_path)
    return wiring.Project(tmp_path, replace(found.settings, **settings))


def names(found: wiring.Project) -> tuple[list[str], str]:
    engines, fault = wiring.tasks.engines(found)
    return [one.name for one in engines], fault


@pytest.mark.parametrize("kind", ["claude", "codex", "anthropic"])
def test_nothing_leaves_before_a_person_said_yes_to_just_that(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    here = project(tmp_path, tasks_engine=kind, model_name="m", model_key="MY_KEY")
    found, fault = names(here)
    assert found == ["keyless"] and "not allowed on this machine yet" in fault
    assert any(one.purpose == "tasks" for one in wiring.wording.allow(here))
    assert names(here) == ([kind, "keyless"], "")
    assert names(project(tmp_path, tasks_engine=kind, tasks_model="other", model_key="MY_KEY"))[0] == ["keyless"]
    monkeypatch.setenv("REVERIE_MODEL", "off")
    assert names(here)[0] == ["keyless"]


def test_a_yes_to_word_texts_is_none_to_read_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    words = {"model": "anthropic", "model_name": "m", "model_key": "MY_KEY"}
    wiring.wording.allow(project(tmp_path, **words))
    assert names(project(tmp_path, **words, tasks_engine="anthropic"))[0] == ["keyless"]
    assert wiring.tasks.engine_name(project(tmp_path, **words, tasks_engine="auto")) == "keyless"
    wiring.wording.allow(project(tmp_path, **words, tasks_engine="auto"))
    assert wiring.tasks.engine_name(project(tmp_path, **words, tasks_engine="auto")) == "anthropic"
    assert wiring.tasks.engine_name(project(tmp_path)) == "keyless"


def test_a_project_runs_its_tasks_with_the_engine_it_has_set(tmp_path: Path) -> None:
    with serving(lambda _q, _n: (200, chat(good()))) as server:
        here = project(tmp_path, tasks_engine="openai", model="openai", model_url=server.url, model_name="small")
        store = wiring.open_store(here)
        assert "3 tasks for openai" in wiring.tasks.outgoing(here, store, talks(3)) and not server.asked
        assert states(wiring.tasks.run(here, store, talks(3))) == [State.ACCEPTED] * 3
        assert "0 tasks" in wiring.tasks.outgoing(here, store, talks(3))
    silent = wiring.tasks.run(here, store, talks(4), keyless=lambda _: {"quotes": []})
    assert states(silent) == [State.ACCEPTED] * 3 + [State.KEYLESS]
    told = wiring.tasks.state(here, store)
    assert told["engine"] == "openai" and told["waiting"] == 1 and "no answer from" in told["failed"]["why"]
    store.close()


def test_a_spool_may_lie_elsewhere_if_the_person_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_SPOOL", str(tmp_path / "batch"))
    here = project(tmp_path, tasks_engine="spool")
    store = wiring.open_store(here)
    assert states(wiring.tasks.run(here, store, talks(1))) == [State.WAITING]
    assert len(list((tmp_path / "batch" / "tasks").iterdir())) == 1
    store.close()


def test_the_real_small_model_ends_no_night(smollm: str, tmp_path: Path) -> None:  # noqa: F811
    engine = ENGINES["openai"](Setup(tmp_path, model="smollm2", url=smollm))
    ran = run([engine], talks(1), ceilings=Ceilings(calls=2, seconds=900, call=400.0))
    assert states(ran)[0] in (State.ACCEPTED, State.REFUSED, State.KEYLESS) and ran.report.calls


def test_models_says_who_answers_tasks_and_asks_for_a_yes(tmp_path: Path) -> None:
    shell = repository(tmp_path / "shop")
    (shell.folder / ".agent").mkdir()
    (shell.folder / ".agent" / "config.yaml").write_text("tasks:\n  engine: codex\n")
    assert "tasks        default@codex: it was not allowed" in shell("models").out
    assert "to answer tasks" in shell("models", "allow").out
    assert shell("models", "--json").json["tasks"] == {"engine": "codex", "name": "default@codex", "trouble": None}
    assert "Engine       codex, default@codex" in shell("status").out
