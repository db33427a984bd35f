"""Claude Code: `<projects>/<folder>/<session>.jsonl`. The lines of a file come in, the session goes out."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

from reverie.records.sessions import Session, TurnKind
from reverie.sources.transcript import MOST_LINE, Transcript, parse_lines
from reverie.sources.values import listing, mapping, name, string, texts

NAME = "claude-code"
_USES = ("tool_use", "server_tool_use", "mcp_tool_use")
_AGENTS = ("Task", "Agent", "AgentOutputTool", "TaskOutput")
_SCRIPTED = ("sdk-cli", "sdk-py")  # `sdk-ts` is what editors speak in which a person types
_KNOWN = frozenset(
    "progress file-history-snapshot hook_progress bash_progress agent_progress mcp_progress query_update"
    " search_results_received waiting_for_task system summary last-prompt permission-mode pr-link ai-title mode"
    " custom-title tag agent-name agent-color task-summary agent-setting worktree-state content-replacement"
    " speculation-accept".split()
)
_REFUSED = re.compile(
    r"\s{0,9}(?:Error: )?(?:The user doesn't want to (?:proceed with this tool use|take this action right now)"
    r"|User (?:rejected|chose to stay in plan mode|declined)|The tool use was rejected|\[Request interrupted by user)"
)
_INSTEAD = re.compile(
    r"(?:the user said|provided the following reason for the rejection|The user's (?:feedback|reason)):\s{0,9}",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\n\n(?:Note|IMPORTANT): The user's next message ")
_ANSWERED = re.compile(r'"([^"\n]{1,2000})"="([^"]{1,4000})"')
_LAUNCHED = re.compile(r"\s{0,9}(?:Async agent launched|<retrieval_status>|agentId: )")


def recognises(head: bytes) -> bool:
    """Whether a file that begins like this is one of Claude Code's."""
    own = b'"sessionId":' in head and (b'"parentUuid":' in head or b'"operation":' in head)
    return own or b'"type":"file-history-snapshot"' in head or b'"leafUuid":' in head


def read(lines: Iterable[bytes], path: str, *, size: int = 0, most_line: int = MOST_LINE) -> Session:
    """The session in a file. A file of a subagent is a session of its own in which no person speaks."""
    reader = _Reader(path)
    for number, record in parse_lines(lines, reader.out.skipped, most_line):
        reader.take(number, record)
    return reader.out.close(size)


class _Reader:
    def __init__(self, path: str) -> None:
        self.out = Transcript(NAME, path)
        self._stem = PurePath(path).stem
        self.out.id = self._stem
        self._waiting: deque[tuple[str, int]] = deque()  # queued texts, and which turns they are
        self._queued: Counter[str] = Counter()  # texts that a later record may repeat

    def take(self, line: int, record: Mapping[str, Any]) -> None:
        kind = record.get("type")
        if kind == "queue-operation":
            self._queue(line, record)
        elif kind == "attachment":
            self._attachment(line, record)
        elif kind in ("user", "assistant"):
            if self.out.is_new(name(record.get("uuid"))):
                self._message(line, record, user=kind == "user")
        else:
            known = isinstance(kind, str) and kind in _KNOWN
            self.out.skipped["record about the session" if known else "record of an unknown type"] += 1

    def _begin(self, line: int, record: Mapping[str, Any]) -> None:
        sidechain = bool(record.get("isSidechain") or record.get("agentId"))
        self.out.begin(line, name(record.get("uuid")), record.get("timestamp"), sidechain=sidechain)
        session = name(record.get("sessionId"))
        if session and not self._stem.startswith("agent-"):
            self.out.id = session  # a resumed session may begin with the records of an older one
        self.out.move(string(record.get("cwd")))
        self.out.branch = self.out.branch or string(record.get("gitBranch"))

    def _message(self, line: int, record: Mapping[str, Any], *, user: bool) -> None:
        self._begin(line, record)
        message = mapping(record.get("message"))
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else listing(content)
        for block in map(mapping, blocks):
            kind = block.get("type")
            if user and kind == "tool_result":
                self._result(record, block)
            elif user and kind == "text":
                self._said(string(block.get("text")), record)
            elif kind == "text":
                self._replied(string(block.get("text")), record, name(message.get("id")))
            elif not user and kind in _USES:
                self.out.call(name(block.get("id")), name(block.get("name")), block.get("input"))

    def _replied(self, text: str, record: Mapping[str, Any], message: str) -> None:
        """One message of the model spans several records, and parts of it may stand there twice."""
        if record.get("isApiErrorMessage"):
            self.out.add(TurnKind.MACHINE, text, failed=True)
        elif not message or self.out.is_new(f"{message} {text}"):
            self.out.reply(text)

    def _said(self, text: str, record: Mapping[str, Any]) -> None:
        if record.get("isCompactSummary"):
            self.out.add(TurnKind.SUMMARY, text)
        elif self._queued[text.strip()] > 0:
            self._queued[text.strip()] -= 1
            self.out.skipped["queued message, delivered"] += 1
        elif self.out.is_new(f"{at} {text}" if (at := name(record.get("timestamp"))) and text.strip() else ""):
            # a session gone back to is copied with new uuids, but with the old times
            self.out.say(text, machine=_is_a_programs(record))

    def _result(self, record: Mapping[str, Any], block: Mapping[str, Any]) -> None:
        call, parts = name(block.get("tool_use_id")), list(texts(block.get("content")))
        text, use = parts[0] if parts else "", self.out.called(call)
        tool = use.tool if use else ""
        failed = block.get("is_error") is True
        if failed and _REFUSED.match(text):
            self.out.reject(call, _instead(text))
        elif tool == "AskUserQuestion" and not failed:
            self.out.result(call, parts, kind=TurnKind.MACHINE)
            for question, answer in _answers(record, text):
                self.out.answer(question, answer)
        elif tool in _AGENTS and not failed and not _LAUNCHED.match(text):
            self.out.result(call, parts[:1], kind=TurnKind.REPORT)
        else:
            self.out.result(call, parts, failed=failed)

    def _queue(self, line: int, record: Mapping[str, Any]) -> None:
        """What was typed while the agent worked stands here, and mostly, but not always, once more when delivered."""
        done, text = record.get("operation"), string(record.get("content"))
        if done == "enqueue":
            before, branch = len(self.out.turns), self.out.branch
            self._begin(line, record)
            self.out.branch = branch
            if self.out.is_new(f"queued {record.get('timestamp')} {text}"):
                told = text.lstrip().startswith("{")  # that a task was begun: JSON, written by the program
                self.out.say(text, machine=told, kind=TurnKind.QUEUED)
                self._queued[text.strip()] += len(self.out.turns) > before
            self._waiting.append((text.strip(), before))
        elif done == "popAll":  # back in the person's editor: not said, or not like this
            for words, turn in self._waiting:
                if turn < len(self.out.turns):
                    self.out.turns[turn] = None
                    self._queued[words] = 0
            self._waiting.clear()
        elif self._waiting:
            named = next((entry for entry in self._waiting if entry[0] == text.strip()), self._waiting[0])
            self._waiting.remove(named)

    def _attachment(self, line: int, record: Mapping[str, Any]) -> None:
        attached = mapping(record.get("attachment"))
        if attached.get("type") != "queued_command" or not self.out.is_new(name(record.get("uuid"))):
            self.out.skipped["attachment of a program"] += 1
            return
        self._begin(line, record)
        machine = _is_a_programs(record) or attached.get("commandMode") == "task-notification"
        for text in texts(attached.get("prompt")):
            if self._queued[text.strip()] > 0:
                self._queued[text.strip()] -= 1
            else:
                self.out.say(text, machine=machine, kind=TurnKind.QUEUED)


def _is_a_programs(record: Mapping[str, Any]) -> bool:
    """Whether no text of this record can be a person's, whatever it says."""
    origin = mapping(record.get("origin")).get("kind")
    return bool(
        record.get("isMeta")
        or record.get("planContent")
        or record.get("promptSource") == "suggestion_accepted"
        or origin not in (None, "human", "channel")
        or record.get("entrypoint") in _SCRIPTED
    )


def _instead(text: str) -> str:
    """What a person said when they refused a call; empty if nothing."""
    found = _INSTEAD.search(text)
    if not found:
        return ""
    note = _NOTE.search(text, found.end())
    return text[found.end() : note.start() if note else len(text)].strip()


def _answers(record: Mapping[str, Any], text: str) -> Iterator[tuple[str, str]]:
    """What a person answered to the agent's questions."""
    answers = mapping(mapping(record.get("toolUseResult")).get("answers"))
    for question, answer in answers.items() or _ANSWERED.findall(text):
        for words in texts(answer):
            if words.strip():
                yield question, words
