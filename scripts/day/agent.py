"""An agent's program as far as hooks can tell: it reads its settings, writes a session down record by record, and calls
what its settings name, by a shell, with the event on standard input. Run as a process of its own, so that it can be
killed: python -m scripts.day.agent PROJECT SESSION.json LEDGER"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from scripts.day.sessions import Record, tools

SLUG = re.compile(r"[^A-Za-z0-9]")


class Program:
    def __init__(self, project: Path, session: str, ledger: Path) -> None:
        self.project, self.session, self._ledger = project, session, ledger
        folder = Path.home() / ".claude/projects" / SLUG.sub("-", str(project))
        folder.mkdir(parents=True, exist_ok=True)
        self.transcript = folder / f"{session}.jsonl"
        self._hooks = self._configured()

    def _configured(self) -> dict[str, list[Record]]:
        """The hooks of a person, of the project, and of this person in it."""
        found: dict[str, list[Record]] = {}
        own = Path.home() / ".claude/settings.json"
        for path in (own, *(self.project / f".claude/settings{part}.json" for part in ("", ".local"))):
            told = json.loads(path.read_text(encoding="utf-8-sig")) if path.exists() else {}
            for event, groups in told.get("hooks", {}).items():
                found.setdefault(event, []).extend(groups if isinstance(groups, list) else [])
        return found

    def tell(self, event: str, matched: str = "", **more: Any) -> list[str]:
        """What the hooks of this event print."""
        about = {"session_id": self.session, "transcript_path": str(self.transcript), "cwd": str(self.project)}
        given = json.dumps({**about, "hook_event_name": event, **more})
        return [
            self._call(event, hook, given)
            for group in self._hooks.get(event, [])
            if not group.get("matcher") or re.fullmatch(group["matcher"], matched)
            for hook in group["hooks"]
        ]

    def _call(self, event: str, hook: Record, given: str) -> str:
        began = time.perf_counter()
        done = subprocess.run(
            ["sh", "-c", hook["command"]], cwd=self.project, input=given, text=True, capture_output=True, check=False,
            timeout=hook.get("timeout", 60), env={**os.environ, "CLAUDE_PROJECT_DIR": str(self.project)},
        )  # fmt: skip
        told = {"event": event, "command": hook["command"], "exit": done.returncode, "talk": done.stderr}
        with self._ledger.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**told, "seconds": time.perf_counter() - began}) + "\n")
        return done.stdout

    def play(self, records: list[Record]) -> None:
        """One session from its beginning to its end."""
        self.tell("SessionStart", "startup", source="startup")
        used = dict(tools(records))
        with self.transcript.open("a", encoding="utf-8") as file:
            for number, record in enumerate(records):
                file.write(json.dumps(record) + "\n")
                file.flush()
                if number in used:
                    tool = used[number]
                    about = {"tool_name": tool["name"], "tool_input": tool["input"], "tool_use_id": tool["id"]}
                    self.tell("PostToolUse", tool["name"], **about, tool_response={"ok": True})
                print(number, flush=True)
        self.tell("Stop", stop_hook_active=False)
        self.tell("SessionEnd", reason="prompt_input_exit")


def main() -> None:
    project, source, ledger = map(Path, sys.argv[1:4])
    told = json.loads(source.read_text(encoding="utf-8"))
    Program(project, told["session"], ledger).play(told["records"])


if __name__ == "__main__":
    main()
