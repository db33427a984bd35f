"""`claude` without its screen: the person's own login, every tool off, no settings, hooks or servers of anybody's, and
nothing of the session kept. It is marked besides, so that whatever is written down of it is never evidence."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reverie.engines.chat import count
from reverie.engines.errors import ProgramFailed
from reverie.engines.program import Ended, Programs
from reverie.engines.wire import plain
from reverie.records.engines import Question, Reply

PROGRAM = "claude"
_OWN = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")  # it refuses to start inside itself


class HeadlessModel:
    """`folder`: where it is started, below `.agent/local`. `mark`: what every prompt of ours begins with."""

    def __init__(self, folder: Path, mark: str, *, model: str = "", environ: Mapping[str, str] = os.environ) -> None:
        self._folder, self._mark, self._model, self._environ = folder, mark, model, environ
        self.programs = Programs()

    @property
    def name(self) -> str:
        return f"{self._model or 'default'}@{PROGRAM}"

    def command(self, question: Question) -> list[str]:
        words = [PROGRAM, "-p", "--output-format", "json", "--tools", "", "--strict-mcp-config"]
        words += ["--setting-sources", "", "--disable-slash-commands", "--no-session-persistence"]
        words += ["--system-prompt", question.system]
        return words + (["--model", self._model] if self._model else [])

    def ask(self, question: Question, seconds: float) -> Reply:
        form = json.dumps(question.schema, ensure_ascii=True)
        text = f"{self._mark}\n{question.text}\n\nAnswer with one JSON object of this schema, and nothing else:\n{form}"
        told = self._run(self.command(question), text.encode(), seconds)
        try:
            return _reply(json.loads(told))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise ProgramFailed(program=PROGRAM, reason=plain(str(error))[:200] or "nothing") from error

    def _run(self, words: list[str], text: bytes, seconds: float) -> bytes:
        environ = {name: value for name, value in self._environ.items() if name not in _OWN}
        ended = self.programs.run(
            PROGRAM, words[1:], text, folder=self._folder, environ=environ, seconds=seconds
        )  # fmt: skip
        if ended.code and not ended.out.lstrip().startswith(b"{"):
            raise ProgramFailed(program=PROGRAM, reason=last_words(ended))
        return ended.out


def last_words(ended: Ended) -> str:
    """What a program that failed said last."""
    said = ended.talk.decode("utf-8", "replace").strip().splitlines() or [f"it ended with {ended.code}"]
    return plain(said[-1])[:200]


def _reply(answer: Any) -> Reply:
    text = answer["result"]
    if answer.get("is_error") or not isinstance(text, str):
        raise ValueError(str(text)[:200])
    usage = answer.get("usage") or {}
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    read = sum(count(usage.get(name)) or 0 for name in names)
    dollars = answer.get("total_cost_usd")
    paid = float(dollars) if isinstance(dollars, (int, float)) and 0 <= dollars < 1e6 else None
    return Reply(text, read or None, count(usage.get("output_tokens")), paid)
