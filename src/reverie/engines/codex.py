"""`codex exec`: the person's own login, every tool off, no settings, rules, hooks or servers of anybody's, and nothing
of the session kept. What it does is read from its events: one that used a tool all the same has not answered."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from reverie.engines.chat import count
from reverie.engines.errors import ProgramFailed
from reverie.engines.headless import last_words
from reverie.engines.messages import plain as plain_schema
from reverie.engines.program import Programs
from reverie.engines.wire import plain
from reverie.records.engines import Question, Reply
from reverie.tools.agent_env import without_agent

PROGRAM = "codex"
# What is on by default. A version that does not know one of these only warns about it.
_OFF = (
    "shell_tool", "unified_exec", "hooks", "apps", "plugins", "multi_agent", "image_generation", "browser_use",
    "browser_use_external", "in_app_browser", "computer_use", "tool_suggest", "goals", "memories",
)  # fmt: skip
_SETTINGS = (
    'approval_policy="never"',
    'web_search="disabled"',
    "tools.view_image=false",
    "project_doc_max_bytes=0",  # no AGENTS.md
    "skills.include_instructions=false",
    'history.persistence="none"',
    *(f"features.{name}=false" for name in _OFF),
)
_SILENT = frozenset({"agent_message", "reasoning", "error", "todo_list", "plan"})  # items that touch nothing


class CodexModel:
    """`folder`: where it is started, below `.agent/local`. `mark`: what every prompt of ours begins with."""

    def __init__(self, folder: Path, mark: str, *, model: str = "", environ: Mapping[str, str] = os.environ) -> None:
        self._folder, self._mark, self._model, self._environ = folder, mark, model, environ
        self.programs = Programs()

    @property
    def name(self) -> str:
        return f"{self._model or 'default'}@{PROGRAM}"

    def command(self, schema: Path) -> list[str]:
        words = [PROGRAM, "exec", "--json", "--ephemeral", "--skip-git-repo-check", "--ignore-user-config"]
        words += ["--ignore-rules", "--sandbox", "read-only", "--color", "never", "--output-schema", str(schema)]
        words += [word for setting in _SETTINGS for word in ("-c", setting)]
        return words + (["--model", self._model] if self._model else []) + ["-"]

    def ask(self, question: Question, seconds: float) -> Reply:
        schema = self._folder / f"schema-{os.getpid()}-{id(question):x}.json"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        schema.write_text(json.dumps(plain_schema(question.schema)), "utf-8")
        text = f"{self._mark}\n{question.system}\n\n{question.text}"
        try:
            ended = self.programs.run(
                PROGRAM, self.command(schema)[1:], text.encode(), folder=self._folder,
                environ=without_agent(self._environ), seconds=seconds,
            )  # fmt: skip
        finally:
            with suppress(OSError):
                schema.unlink()
        try:
            return _reply(ended.out)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            said = plain(str(error))[:200] if ended.out.strip() else last_words(ended)
            raise ProgramFailed(program=PROGRAM, reason=said or "nothing") from error


def _reply(events: bytes) -> Reply:
    text, trouble = None, ""
    usage: dict[str, Any] = {}
    for line in events.splitlines():
        event = _event(line)
        kind, item = event.get("type"), event.get("item") or {}
        if kind == "turn.failed":
            raise ValueError(str((event.get("error") or {}).get("message") or trouble or "it failed"))
        if kind == "error":  # also of a connection that is tried again
            trouble = str(event.get("message") or "")
        if isinstance(kind, str) and kind.startswith("item.") and item.get("type") not in _SILENT:
            raise ValueError(f"it used a tool ({item.get('type')}), although all are off")
        if kind == "item.completed" and item.get("type") == "agent_message":
            text = item["text"]  # the last one is the answer
        if kind == "turn.completed":
            usage = event.get("usage") or {}
    if not isinstance(text, str):
        raise ValueError(trouble or "it gave no answer")
    return Reply(text, count(usage.get("input_tokens")), count(usage.get("output_tokens")))


def _event(line: bytes) -> dict[str, Any]:
    if not line.strip():
        return {}
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("it did not answer with events")
    return found
