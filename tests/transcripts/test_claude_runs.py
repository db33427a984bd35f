"""Many lines at a time say what they say one by one, however familiar they look."""

from __future__ import annotations

import base64
from collections import Counter
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.gather.transcripts import claude_code, codex, codex_lines
from reverie.gather.transcripts.adapter import Shared
from reverie.gather.transcripts.claude_lines import SIEVE, without_pictures
from reverie.gather.transcripts.claude_runs import Runs
from reverie.gather.transcripts.scan import Look, Run, each, parse
from reverie.records.transcripts import Said, Turn
from tests.transcripts.sessions import NOW, Claude

WORDS = ["go on", "no, that's wrong: use `tabs`", 'he said "stop"', "It fails because the port is taken.\nü", ""]
COMMANDS = ["npm test", "git status", 'echo "a" > b', "python - <<'E'\nprint(1)\nE", "pytest -q && git push"]
PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBOR" * 9000}}
STEPS = st.sampled_from(
    "says answers thinks reads looks runs fails edits odd two words picture progress aside moves spaced torn"
    " junk".split()
)


def session(steps: list[tuple[str, int]]) -> list[bytes]:
    """A session of such steps, as its lines."""
    told = Claude()
    for number, (step, pick) in enumerate(steps):
        _step(told, step, f"t{number}", WORDS[pick % len(WORDS)], COMMANDS[pick % len(COMMANDS)])
    return told.lines


def _step(told: Claude, step: str, call: str, words: str, command: str) -> None:
    told.spaced = step == "spaced"
    if step in ("says", "spaced"):
        told.says(words)
    elif step in ("answers", "aside"):
        told.answers(words, isSidechain=step == "aside")
    elif step == "thinks":
        told.thinks()
    elif step in ("reads", "edits"):
        told.uses("Read" if step == "reads" else "Edit", call, file_path=f"/home/me/shop/{words}.py").returns(
            call, words
        )
    elif step in ("looks", "runs", "fails"):
        told.uses("Bash", call, command=command).returns(call, words, error=step == "fails")
    elif step == "odd":
        told.uses("mcp__x__y", call, query=words).returns(call, "User has answered your questions: yes")
    elif step == "two":
        block = {"tool_use_id": call, "type": "tool_result", "content": words}
        told.uses("Bash", call, command=command).says([block, {**block, "tool_use_id": f"{call}b", "is_error": True}])
    elif step in ("words", "picture"):
        told.says([{"type": "text", "text": words or "see"}, PICTURE if step == "picture" else {"type": "text"}])
    elif step == "progress":
        told.add({**_head(told), "type": "progress", "data": {"type": "bash_progress", "output": words}})
    elif step == "moves":
        told.cwd = f"/home/me/{call}"
    else:
        _damage(told, step)


def _head(told: Claude) -> dict[str, object]:
    return {"parentUuid": "x-0001", "isSidechain": False, "cwd": told.cwd, "sessionId": told.session}


def _damage(told: Claude, step: str) -> None:
    last = told.lines[-1] if told.lines else b"{}"
    told.raw(last[: len(last) // 2].rstrip(b"}") if step == "torn" else b'{"parentUuid":"x-0002","isSidechain":false}')


def heard(lines: list[bytes], at_once: bool) -> tuple[list[Said], Counter[str]]:
    told = Runs(Shared(NOW), "a.jsonl")
    look: Look = told.look if at_once else partial(each, SIEVE, told.take)
    data, fates = b"".join(line + b"\n" for line in lines), Counter[str]()
    assert look(Run(data, 0, len(data), 0), 1, fates) == len(lines) + 1
    told.close()
    return told.raw, fates


@settings(deadline=None)
@given(st.lists(st.tuples(STEPS, st.integers(0, 19)), max_size=25))
def test_many_lines_at_a_time_say_what_they_say_one_by_one(steps: list[tuple[str, int]]) -> None:
    lines = session(steps)
    assert heard(lines, at_once=True) == heard(lines, at_once=False)


def test_a_shape_seen_once_is_known_again() -> None:
    """What is familiar is not parsed: a line that cannot be, but looks well, is passed over like its neighbours."""
    told = (
        Claude().says("go").uses("Bash", "t1", command="npm test").returns("t1", "ok").uses("Read", "t2", file_path="a")
    )
    broken = told.returns("t2", "fine").lines.pop().replace(b'"stdout":"', b'"stdout":')
    _, fates = heard([*told.lines, broken], at_once=True)
    assert fates["tool result that went well"] == 1
    assert not any("JSON" in fate for fate in fates)


def test_a_picture_is_not_read_and_what_stands_beside_it_is() -> None:
    data = base64.b64encode(b"x" * 60_000)
    line = b'{"a":[{"type":"base64","media_type":"image/png","data":"' + data + b'"},{"text":"look at \\"this\\""}]}'
    twice = line.replace(b"]}", b"," + line[6:-2] + b"]}")
    assert parse(without_pictures(twice)) == {
        "a": [{"type": "base64", "media_type": "image/png", "data": ""}, {"text": 'look at "this"'}] * 2
    }
    escaped = line.replace(data, data + b'\\"')
    assert without_pictures(escaped) == escaped
    assert without_pictures(line[:200]) == line[:200]


def test_words_beside_a_picture_are_a_persons() -> None:
    raw, _ = heard(session([("picture", 0)]), at_once=True)
    assert [(said.turn, said.text) for said in raw] == [(Turn.HUMAN, "go on")]


def test_the_sign_that_is_searched_for_is_the_one_that_is_read_by() -> None:
    assert SIEVE.sign == claude_code.SIGN
    assert codex_lines.SIEVE.sign == codex.SIGN
