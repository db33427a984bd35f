"""A small memory and its nights, thinking in this process: that it also thinks in the cage is another test's story."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie import wiring
from reverie.consolidation import Keeper, Plan, Think
from reverie.layouts import proposals
from reverie.records.changes import ChangeSet, Kind, Receipt
from reverie.records.nightly import Phase
from reverie.records.proposals import Proposal
from reverie.records.tidying import Tidied, Tidy
from reverie.tidying import work

NOW = datetime(2026, 11, 16, 3, 0, tzinfo=UTC)


@dataclass
class Memory:
    project: wiring.Project
    now: datetime = NOW

    @property
    def folder(self) -> Path:
        return self.project.agent / "memory"

    def note(self, slug: str, *items: str, created: str = "2026-09-01", **header: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = {"name": header.pop("name", slug.replace("-", " ")), "type": "project", "created": created, **header}
        top = "".join(f"{key}: {value}\n" for key, value in facts.items())
        path = self.folder / f"{slug}.md"
        path.write_text(f"---\n{top}---\n\n" + "".join(f"- {item}\n" for item in items))
        return path

    def day(self, day: str, *items: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{day}.md"
        path.write_text(f"# {day}\n\n" + "".join(f"- {item}\n" for item in items))
        return path

    def keeper(self, think: Think | None = None) -> Keeper:
        store = wiring.open_store(self.project, clock=lambda: self.now)
        found = wiring.consolidation.keeper(self.project, store, self.now)
        assert found
        return replace(found, think=think or self._think)

    def _think(self, request: Tidy, tell: object) -> tuple[Tidied, Sequence[str]]:
        place = wiring.consolidation.scratch_of(self.project)
        place.mkdir(parents=True, exist_ok=True)
        return Tidied.from_json(work.tidy(request.to_json(), place, lambda line: None)), ()

    def plan(self, *, again: bool = False) -> Plan:
        return self.keeper().plan(_silent, again=again)

    def night(self, *, again: bool = False) -> tuple[Plan, Receipt | None]:
        keeper = self.keeper()
        planned = keeper.plan(_silent, again=again)
        receipt = None
        if steps := (*planned.steps, *planned.papers):
            receipt = keeper.store.apply(ChangeSet("night", "reverie", self.now, steps, Kind.NIGHT, automatic=True))
        keeper.conclude(planned, receipt)
        self.now += timedelta(days=1)
        return planned, receipt

    def undo(self) -> Receipt:
        return wiring.open_store(self.project).undo(None, by="ada", at=self.now)

    def text(self, slug: str) -> str:
        return (self.folder / f"{slug}.md").read_text()

    def retired(self) -> dict[str, str]:
        return {path.stem: path.read_text() for path in sorted((self.folder / "retired").glob("*.md"))}

    def active(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.md") if path.name != "MEMORY.md")

    def proposals(self) -> list[Proposal]:
        return [one for _, one in proposals.filed(wiring.open_store(self.project), private=False)]

    def tree(self) -> dict[str, bytes]:
        files = (path for path in self.project.agent.rglob("*") if path.is_file())
        return {str(p.relative_to(self.project.agent)): p.read_bytes() for p in files if "local" not in p.parts}


def _silent(phase: Phase) -> None:
    """Nobody listens."""


def made(folder: Path) -> Memory:
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return Memory(wiring.find_project(folder))
