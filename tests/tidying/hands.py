"""Other hands at a crowded memory."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from reverie.render import catalogue, index
from tests.tidying.memory import Memory, made

WORDS = "amber birch cedar dune ember frost glade heron iris jade kelp lark moss opal pearl reed sage topaz".split()


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages need many notes; here a few are many."""
    monkeypatch.setattr(catalogue, "LONGEST", 3)
    monkeypatch.setattr(index, "LINES", 18)


def crowded(folder: Path) -> Memory:
    memory = made(folder)
    for i, word in enumerate(WORDS):
        memory.note(f"{word}-a", f"The {word} service keeps its {WORDS[i - 4]} in bucket {word}-{i}")
        memory.note(f"{word}-b", f"Port {4000 + i} belongs to {word} of the {WORDS[i - 5]} group")
    memory.night()
    assert memory.night()[0].idle
    return memory


class Hand:
    """Somebody who does this and that to a memory."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.memory, self.chance, self.own = memory, random.Random(seed), memory.project

    def does_something(self) -> None:
        deeds = (
            self.writes, self.adds, self.renames, self.removes, self.retypes, self.edits_unseen, self.dates_back,
            self.puts_away, self.spoils_the_index, self.loses_the_cache, self.takes_back, self.switches,
            self.keeps_a_diary, self.pins,
        )  # fmt: skip
        self.chance.choice(deeds)()

    @property
    def some(self) -> Path:
        notes = sorted(path for path in self.memory.folder.glob("*-*.md") if not path.name.startswith("2026"))
        return self.chance.choice(notes)

    def line(self) -> str:
        one, other = self.chance.sample(WORDS, 2)
        forms = ("Port {n} belongs to {a}", "{a} is deployed from {b}", "{a} is no longer deployed from {b}")
        return self.chance.choice(forms).format(a=one, b=other, n=4000 + self.chance.randint(0, 5))

    def writes(self) -> None:
        kind = self.chance.choice(("user", "project", "odd"))
        self.memory.note(f"{self.chance.choice(WORDS)}-{self.chance.choice('abcdef')}", self.line(), type=kind)

    def adds(self) -> None:
        path = self.some
        path.write_text(f"{path.read_text()}- {self.line()}\n")

    def renames(self) -> None:
        self.some.rename(self.memory.folder / f"{self.chance.choice(WORDS)}-{self.chance.randint(10, 99)}.md")

    def removes(self) -> None:
        self.some.unlink()

    def retypes(self) -> None:
        path = self.some
        path.write_text(path.read_text().replace("type: project", "type: user"))

    def edits_unseen(self) -> None:
        """As long as before, and as old."""
        path = self.some
        info = path.stat()
        path.write_text(path.read_text().replace("a", "e"))
        os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))

    def dates_back(self) -> None:
        self.adds()
        os.utime(self.some, (1e9, 1e9))

    def keeps_a_diary(self) -> None:
        self.memory.day(f"2026-11-0{self.chance.randint(1, 9)}", self.line(), self.line())

    def pins(self) -> None:
        path = self.some
        path.write_text(path.read_text().replace("---\n", "---\npinned: true\n", 1))

    def puts_away(self) -> None:
        path = self.some
        path.parent.joinpath("deep").mkdir(exist_ok=True)
        path.rename(path.parent / "deep" / path.name)

    def spoils_the_index(self) -> None:
        pages = sorted((self.memory.folder / "index").rglob("*.md"))
        chosen = self.chance.choice([self.memory.folder / "MEMORY.md", *pages])
        chosen.unlink(missing_ok=True)

    def loses_the_cache(self) -> None:
        for file in (self.memory.project.local / "cache").glob("index.sqlite*"):
            file.unlink()

    def takes_back(self) -> None:
        self.memory.undo()

    def switches(self) -> None:
        mode = self.chance.choice(("auto", "propose"))
        self.memory.project = replace(self.own, settings=replace(self.own.settings, consolidate=mode))
