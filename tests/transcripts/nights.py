"""Nights over a small repository whose agent's sessions lie in a home of our own making."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from reverie import night, thinking, wiring
from reverie.layouts.shelf import filed
from reverie.records.nightly import Request, Thought
from reverie.thinking.reading import Reading, read_packets
from reverie.wording import Scribe
from tests.transcripts.sessions import NOW, Claude

REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected. the user said:\n"


@dataclass(frozen=True)
class World:
    """A home with sessions, and a repository."""

    home: Path
    project: wiring.Project

    @property
    def repo(self) -> Path:
        return self.project.root

    @property
    def sessions(self) -> Path:
        return self.home / ".claude" / "projects" / "-home-me-shop"

    def session(self, name: str, cwd: Path | None = None) -> Claude:
        return Claude(name, str(cwd or self.repo))

    def corrected(self, name: str, words: str, cwd: Path | None = None, does: str = "npm install") -> Path:
        """A session in which the agent was about to do something and a person said what they want instead."""
        talk = self.session(name, cwd).says("set up the project").answers("I will.")
        talk.uses("Bash", f"{name}-1", command=does).returns(f"{name}-1", REFUSED + words, error=True)
        return talk.answers("You're right, sorry. I will do that.").write(self.sessions)

    def asked(self, name: str, words: str) -> Path:
        talk = self.session(name).says("set up the project").answers("Done, the project is set up.")
        return talk.says(words).answers("Understood, I will.").write(self.sessions)

    def ask(self, days: float = 0, *, all_projects: bool = False, extra: Sequence[str] = ()) -> Request:
        listen = wiring.sessions.listening(self.project, all_projects=all_projects, extra=extra)
        at = NOW + timedelta(days=days)
        return replace(wiring.night.request(self.project, at, timedelta(days=30), listen=listen), embedder="none")

    def dream(
        self,
        days: float = 0,
        *,
        all_projects: bool = False,
        extra: Sequence[str] = (),
        again: bool = False,
        dry: bool = False,
        model: bool = True,
        reask: bool = False,
        settle: Callable[[], None] | None = None,
        scribe: Scribe | None = None,
    ) -> night.Report:
        """A night, thinking in this process: that it also listens in the cage is another test's story."""
        ask = self.ask(days, all_projects=all_projects, extra=extra)

        def think(request: Request, tell: night.Observer) -> tuple[Thought, Sequence[str]]:
            scratch = wiring.sessions.scratch_of(self.project)
            scratch.mkdir(parents=True, exist_ok=True)
            return Thought.from_json(thinking.think(request.to_json(), scratch, lambda line: None)), ()

        def read(request: Request, _tell: night.Observer) -> Reading:
            scratch = wiring.sessions.scratch_of(self.project)
            scratch.mkdir(parents=True, exist_ok=True)
            return Reading.from_json(read_packets(request.to_json(), scratch, lambda line: None))

        store, sign = wiring.open_store(self.project), wiring.night.signer(self.project)
        done = settle or wiring.sessions.settler(self.project, ask.listen)
        book = wiring.memory.notebook(self.project, store)
        return night.dream(
            store, ask, think, sign, lambda phase: None, again=again, dry=dry, settle=done, book=book, scribe=scribe,
            study=wiring.lessons.student(self.project, store, dry=dry, model=model, reask=reask, read=read),
        )  # fmt: skip

    def rules(self) -> list[str]:
        """The sentences that wait for a decision."""
        desk = night.lay_out(wiring.open_store(self.project))
        return sorted(filed.candidate.rule for filed in desk.candidates if filed.waits)

    def notes(self) -> list[str]:
        """What the notes say, item by item, without the marks behind them."""
        layout = wiring.place(self.project).layout
        bodies = [one.note.body for one in filed(wiring.open_store(self.project), layout)]
        lines = [line for body in bodies for line in body.splitlines() if line.strip()]
        return sorted(line.partition(" <!--")[0].removeprefix("- ") for line in lines)

    def heard(self) -> list[str]:
        """What lies in the log, line by line."""
        files = sorted((self.project.local / "logs" / "heard").glob("*.jsonl"))
        return [line for file in files for line in file.read_text().splitlines()]

    def holds(self, needle: str) -> list[Path]:
        """Every file of the memory with these bytes in it."""
        files = (path for path in self.project.agent.rglob("*") if path.is_file())
        return [path for path in files if needle.encode() in path.read_bytes()]


def repository(folder: Path) -> wiring.Project:
    folder.mkdir(parents=True)
    for words in (
        ["init", "-q", "-b", "main"],
        ["config", "user.email", "ada@example.org"],
        ["config", "user.name", "Ada"],
        ["commit", "-q", "--allow-empty", "-m", "feat: begin"],
    ):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    return wiring.find_project(folder)
