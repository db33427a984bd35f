"""Codex: `<home>/sessions/YYYY/MM/DD/rollout-*.jsonl`. The lines of a file come in, the session goes out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

import orjson

from reverie.records.sessions import Session, TurnKind
from reverie.sources.transcript import MOST_LINE, Transcript, parse_lines
from reverie.sources.values import arguments, listing, mapping, name, string, texts
from reverie.tools.ids import content_id

NAME = "codex"
_FLAT = frozenset("message function_call function_call_output reasoning local_shell_call custom_tool_call".split())
_CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_KNOWN = frozenset(
    "reasoning web_search_call tool_search_call tool_search_output ghost_snapshot compaction turn_context world_state"
    " session_meta".split()
)
_HEAD = 600  # characters of a result in which it says how it went
_EXIT = re.compile(r"(?:Process exited with code|[Ee]xit[_ ]code\"?:?) ?(-?\d{1,9})")
_RUNNING = re.compile(r"Process running with session ID (\d{1,12})")
_OUTPUT = re.compile(r"(?:Chunk ID|Wall time|Exit code)[^\0]{0,400}?\nOutput:\n")
_REFUSED = re.compile(
    r"\s{0,9}(?:exec command |patch |command )?(?:rejected|denied|declined|aborted) by user", re.IGNORECASE
)
_FAILED = re.compile(
    r"\s{0,9}(?:execution error|error|failed|apply_patch verification failed|aborted)\b", re.IGNORECASE
)


def recognises(head: bytes) -> bool:
    """Whether a file that begins like this is one of Codex's."""
    first = head.partition(b"\n")[0].replace(b": ", b":")
    rollout = b'"payload":{' in first and b'"type":"' in first
    return rollout or (b'"timestamp"' in first and b'"instructions"' in first and b'"id"' in first)


def read(lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = MOST_LINE) -> Session:
    """The session in a rollout. A forked one repeats the older session's records; the first session_meta names it."""
    out = Transcript(NAME, path)
    records = list(parse_lines(lines, out.skipped, most_line))
    reader = _Reader(out, _typed(record for _, record in records))
    for number, record in records:
        reader.take(number, record)
    return out.close(size)


def _typed(records: Iterable[Mapping[str, Any]]) -> Counter[str] | None:
    """What was typed, as the terminal noted it: everything else in the user's name is a program's. None if it noted
    nothing, as the oldest files and other front ends do."""
    payloads = (mapping(record.get("payload")) for record in records if record.get("type") == "event_msg")
    found = Counter(
        string(payload.get("message")).strip() for payload in payloads if payload.get("type") == "user_message"
    )
    return found or None


class _Reader:
    def __init__(self, out: Transcript, typed: Counter[str] | None) -> None:
        self.out, self._typed = out, typed
        out.id = PurePath(out.path).stem.rpartition("rollout-")[2]
        self._named = False
        self._whose = out.id  # the session whose records these are, also in a fork
        self._times: Counter[str] = Counter()
        self._running: dict[str, str] = {}  # commands that go on, by the number of their terminal
        self._questions: dict[str, dict[str, str]] = {}

    def take(self, line: int, record: Mapping[str, Any]) -> None:
        kind, payload = record.get("type"), record.get("payload")
        if not isinstance(payload, dict):  # the oldest files are flat
            flat = isinstance(kind, str) and kind in _FLAT
            kind, payload = ("response_item" if flat else kind or "session_meta"), record
        self.out.begin(line, "", record.get("timestamp"), sidechain=self.out.sidechain)
        if kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self.out.move(string(payload.get("cwd")))
        elif kind == "compacted":
            self.out.uuid = content_id(NAME, "compacted", string(payload.get("message")))
            if string(payload.get("message")) and self.out.is_new(self.out.uuid):
                self.out.add(TurnKind.SUMMARY, string(payload.get("message")))
        elif kind == "turn_aborted" or (kind == "event_msg" and payload.get("type") == "turn_aborted"):
            self._aborted(payload)
        elif kind == "response_item":
            self._item(payload)
        else:
            known = kind == "event_msg" or (isinstance(kind, str) and kind in _KNOWN)
            self.out.skipped["event told elsewhere" if known else "record of an unknown type"] += 1

    def _meta(self, payload: Mapping[str, Any]) -> None:
        self._whose = name(payload.get("id")) or self._whose
        if self._named:
            return
        self._named = True
        source = payload.get("source")
        self.out.id = self._whose
        self.out.move(string(payload.get("cwd")))
        self.out.branch = string(mapping(payload.get("git")).get("branch"))
        self.out.own = string(payload.get("originator")) == "reverie"
        self.out.sidechain = isinstance(source, dict) or payload.get("thread_source") == "subagent"
        self.out.machine = source in ("exec", "mcp")

    def _aborted(self, payload: Mapping[str, Any]) -> None:
        if payload.get("reason") in (None, "interrupted"):
            self.out.uuid = content_id(NAME, "interrupt", name(payload.get("turn_id")) or str(self.out.at))
            if self.out.is_new(self.out.uuid):
                self.out.interrupt()

    def _item(self, payload: Mapping[str, Any]) -> None:
        kind = payload.get("type")
        if kind == "message":
            self._message(payload)
        elif kind in _CALLS:
            self._call(payload)
        elif kind in ("function_call_output", "custom_tool_call_output"):
            self._result(payload)
        else:
            known = isinstance(kind, str) and kind in _KNOWN
            self.out.skipped["record about the session" if known else "record of an unknown type"] += 1

    def _message(self, payload: Mapping[str, Any]) -> None:
        role, parts = payload.get("role"), [text for text in texts(payload.get("content")) if text.strip()]
        if role not in ("user", "assistant") or not parts:
            self.out.skipped["message of the program"] += 1
            return
        self.out.uuid = self._uuid(payload, f"{role} {parts[0]}")
        if not self.out.is_new(self.out.uuid):
            return
        typed = self._was_typed(parts) if role == "user" else True
        for text in parts:
            if role == "assistant":
                self.out.reply(text)
            elif not text.lstrip().startswith("<turn_aborted>"):  # an event says the same
                self.out.say(text, machine=not typed)

    def _was_typed(self, parts: list[str]) -> bool:
        if self._typed is None:
            return True
        whole = "".join(parts).strip()
        return any(text.strip() in self._typed for text in parts) or whole in self._typed

    def _uuid(self, payload: Mapping[str, Any], said: str) -> str:
        """What tells a message from another with the same words. A fork is written at another time than what it
        repeats, so a message without id and turn is known by its session and by how often it was said."""
        self._times[said] += 1
        turn = ""
        for key in ("metadata", "internal_chat_message_metadata_passthrough"):
            turn = turn or name(mapping(payload.get(key)).get("turn_id"))
        return name(payload.get("id")) or content_id(NAME, turn or self._whose, str(self._times[said]), said)

    def _call(self, payload: Mapping[str, Any]) -> None:
        call, tool = name(payload.get("call_id") or payload.get("id")), name(payload.get("name")) or "shell"
        given = arguments(payload.get("arguments") or payload.get("input") or payload.get("action"))
        self.out.uuid = call
        terminal = mapping(given).get("session_id") if tool == "write_stdin" else None
        self.out.call(call, tool, given, self._running.get(str(terminal), ""))
        if tool == "request_user_input":
            asked = (mapping(question) for question in listing(mapping(given).get("questions")))
            self._questions[call] = {name(one.get("id")): string(one.get("question")) for one in asked}

    def _result(self, payload: Mapping[str, Any]) -> None:
        call = name(payload.get("call_id"))
        self.out.uuid = f"{call}:output"
        text, failed = _outcome(payload.get("output"))
        use = self.out.called(call)
        running = _RUNNING.search(text[:_HEAD])
        if running and use:
            self._running[running[1]] = use.command
        if call in self._questions:
            self.out.result(call, [text], kind=TurnKind.MACHINE)
            for question, answer in _answers(text, self._questions.pop(call)):
                self.out.answer(question, answer)
        elif failed and _REFUSED.match(text):
            self.out.reject(call, "")  # what the person wants instead is their next message
        else:
            found = _OUTPUT.match(text)
            self.out.result(call, [text[found.end() :] if found else text], failed=failed)


def _outcome(output: object) -> tuple[str, bool]:
    """What came back, and whether it is an error. Codex says so only in words, or in JSON inside of the text."""
    if isinstance(output, dict):
        return next(texts(output.get("content")), ""), output.get("success") is False
    text = next(texts(output), "")
    if text.startswith('{"output"'):
        inner = mapping(arguments(text))
        return string(inner.get("output")), mapping(inner.get("metadata")).get("exit_code") not in (0, None)
    code = _EXIT.search(text[:_HEAD])
    return text, int(code[1]) != 0 if code else bool(_REFUSED.match(text) or _FAILED.match(text))


def _answers(text: str, questions: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    try:
        found = mapping(mapping(orjson.loads(text)).get("answers"))
    except orjson.JSONDecodeError:
        return
    for key, answer in found.items():
        for words in texts(mapping(answer).get("answers")):
            yield questions.get(key, ""), words
