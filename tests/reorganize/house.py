"""A small memory to be reorganized, thinking in this process: that it also thinks in the cage is the door's story."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie import wiring
from reverie.records.changes import Receipt
from reverie.records.passages import Hit
from reverie.records.proposals import Proposal
from reverie.remember import recalls
from reverie.reorganizing import reorganized
from reverie.reorganizing.asking import Answer, Ask
from reverie.reorganizing.deciding import Paper, Table
from reverie.reorganizing.made import proposal_of
from reverie.reorganizing.replay import Replay
from reverie.store.folder import FolderStore

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
DEPLOY = ("Staging deploys need the VPN profile eu-2.", "Run make deploy from the release folder.")


@dataclass
class House:
    project: wiring.Project
    folder: Path
    now: datetime = NOW

    def note(self, slug: str, *items: str, created: str = "2026-09-01", **header: str) -> Path:
        facts = {"name": header.pop("name", slug.replace("-", " ")), "type": "project", "created": created, **header}
        top = "".join(f"{key}: {value}\n" for key, value in facts.items())
        path = self.folder / f"{slug}.md"
        path.write_text(f"---\n{top}---\n\n" + "".join(f"- {item}\n" for item in items))
        return path

    @property
    def store(self) -> FolderStore:
        return wiring.open_store(self.project, clock=lambda: self.now)

    @property
    def table(self) -> Table:
        return wiring.reorganizing.table(self.project, self.store)

    def ask(self, threshold: float = 0.92, instructions: str = "") -> Ask:
        return wiring.reorganizing.request(self.project, self.store, self.now, threshold, instructions)

    def think(self, threshold: float = 0.92, instructions: str = "") -> Answer:
        ask = Ask.from_json(self.ask(threshold, instructions).to_json())
        return Answer.from_json(reorganized(ask, self.project.local / "scratch").to_json())

    def propose(self, threshold: float = 0.92, instructions: str = "") -> Proposal:
        answer = self.think(threshold, instructions)
        assert answer.mutations, answer.left_out
        proposal = proposal_of(answer, self.ask(threshold, instructions))
        self.table.file(proposal, by="ada", at=self.now)
        return proposal

    def paper(self, id: str) -> Paper:
        return self.table.meant(id)

    def accept(self, id: str, *only: int) -> tuple[Proposal, Receipt]:
        return self.table.accept(self.paper(id), only, by="ada", at=self.now)

    def trial(self, proposal: Proposal) -> Replay:
        steps = self.table.steps(proposal, range(1, len(proposal.steps) + 1), self.now)
        return wiring.reorganizing.trial(self.project, self.store, self.now).of(steps)

    def recalled(self, slug: str, times: int, question: str) -> None:
        """An agent was shown the first passage of a note so often."""
        layout, store = wiring.place(self.project).layout, self.store
        document = store.read(layout.topic(slug))
        assert document
        passage = layout.passages(document)[0]
        for n in range(times):
            recalls.record(store, [Hit(passage, 0.9)], f"{question} {n}", at=self.now - timedelta(hours=n + 1))

    def kinds(self, answer: Answer) -> list[str]:
        return [one.kind for one in answer.mutations]

    def active(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.md") if path.name != "MEMORY.md")

    def retired(self) -> dict[str, str]:
        return {path.stem: path.read_text() for path in (self.project.agent / "memory" / "retired").glob("*.md")}

    def tree(self) -> dict[str, bytes]:
        files = (path for path in self.project.root.rglob("*") if path.is_file())
        kept = (path for path in files if not {"local", ".git"} & set(path.parts))
        return {str(path.relative_to(self.project.root)): path.read_bytes() for path in kept}


def built(root: Path, config: str = "", folder: str = ".agent/memory") -> House:
    (root / folder).mkdir(parents=True)
    (root / ".agent").mkdir(exist_ok=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / ".agent" / "config.yaml").write_text(config + "embeddings:\n  kind: none\n")
    return House(wiring.find_project(root), root / folder)
