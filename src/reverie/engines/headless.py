"""`claude` without its screen: the person's own login, every tool off, no settings, hooks or servers of anybody's, and
nothing of the session kept. It is marked besides, so that whatever is written down of it is never evidence."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from reverie.engines.chat import count
from reverie.engines.errors import ProgramFailed
from reverie.engines.wire import plain
from reverie.records.engines import Question, Reply

PROGRAM = "claude"
INSIDE = "REVERIE_INSIDE"  # our own hooks keep still where this is set
LARGEST = 4 << 20  # bytes of an answer
_OWN = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")  # it refuses to start inside itself


class HeadlessModel:
    """`folder`: where it is started, below `.agent/local`. `mark`: what every prompt of ours begins with."""

    def __init__(self, folder: Path, mark: str, *, model: str = "", environ: Mapping[str, str] = os.environ) -> None:
        self._folder, self._mark, self._model, self._environ = folder, mark, model, environ

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
        found = Path(shutil.which(PROGRAM, path=self._environ.get("PATH")) or "")
        if not found.is_absolute():  # of a PATH such as ./node_modules/.bin a repository could make its own
            raise ProgramFailed(program=PROGRAM, reason="it is not installed", sent=False)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        environ = {name: value for name, value in self._environ.items() if name not in _OWN} | {INSIDE: "1"}
        try:
            child = subprocess.Popen(
                [str(found), *words[1:]], cwd=self._folder, env=environ, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        except OSError as error:
            raise ProgramFailed(program=PROGRAM, reason=error.strerror or error, sent=False) from error
        with child:
            try:
                out, talk = child.communicate(text, timeout=seconds)
            except subprocess.TimeoutExpired:
                _end(child)
                raise ProgramFailed(program=PROGRAM, reason=f"it was silent for {seconds:.0f} seconds") from None
            except BaseException:
                _end(child)
                raise
        if child.returncode and not out.lstrip().startswith(b"{"):
            said = talk.decode("utf-8", "replace").strip().splitlines() or [f"it ended with {child.returncode}"]
            raise ProgramFailed(program=PROGRAM, reason=plain(said[-1])[:200])
        return out[:LARGEST]


def _end(child: subprocess.Popen[bytes]) -> None:
    """The child and whatever it started: it leads a group of its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.communicate()


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
