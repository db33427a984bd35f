"""Files that change between two readings in every way files do: nothing is missed, nothing is invented, all is counted
once. What a fresh reading of everything finds is the measure."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.events import events_of
from reverie.records.transcripts import Turn
from tests.transcripts.sessions import Claude, opened

Found = set[tuple[str, ...]]
TOLD = frozenset("correction remember decision preference".split())
WORDS = (
    "no, that's wrong, use tabs",
    "from now on always run the tests before you commit",
    "let's go with the second database design",
    "thanks, that looks right",
    "why did you delete the cart? I did not ask for that",
    "please add a footer",
)


def live(session: Claude, chance: random.Random) -> None:
    """A few turns more."""
    for _ in range(chance.randint(1, 4)):
        number = len(session.lines)
        session.says(f"{chance.choice(WORDS)}. {session.session}, {number}").answers(f"Working on it, {number}.")
        failed = chance.random() < 0.4
        session.runs(
            chance.choice(("make test", "git status", "npm run build")), f"{session.session}-c{number}", "…", failed
        )
        session.uses(
            "Edit", f"{session.session}-e{number}", file_path="/home/me/shop/a.py", old_string="", new_string=""
        )
        session.returns(f"{session.session}-e{number}", "done").answers(f"Done with {number}.")


class World:
    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance, self.clock = folder, chance, 1_772_000_000
        self.sessions: list[Claude] = []
        folder.mkdir()

    def paths(self) -> list[Path]:
        return [path for path in sorted(self.folder.iterdir()) if path.is_file() and not path.is_symlink()]

    def some(self) -> Path:
        return self.chance.choice(self.paths() or [self.new()])

    def new(self) -> Path:
        self.sessions.append(Claude(f"s{len(self.sessions)}"))
        live(self.sessions[-1], self.chance)
        return self.sessions[-1].write(self.folder)

    def another(self) -> None:
        self.new()

    def usable(self) -> list[Claude]:
        """Those whose name no pipe or folder has: writing into a pipe would wait for ever."""
        places = ((session, self.folder / f"{session.session}.jsonl") for session in self.sessions)
        return [session for session, path in places if path.is_file() or not os.path.lexists(path)]

    def append(self) -> None:
        session = self.chance.choice(self.usable())
        begun = len(session.lines)
        live(session, self.chance)
        with (self.folder / f"{session.session}.jsonl").open("ab") as file:
            file.write(b"".join(line + b"\n" for line in session.lines[begun:]))

    def half(self) -> None:
        """The last line is only half there; another time it will be whole."""
        session = self.chance.choice(self.usable())
        live(session, self.chance)
        path = session.write(self.folder)
        path.write_bytes(path.read_bytes()[: -self.chance.randint(1, 150)])

    def whole(self) -> None:
        for session in self.usable():
            session.write(self.folder)

    def truncate(self) -> None:
        path = self.some()
        os.truncate(path, self.chance.randint(0, path.stat().st_size))

    def replace(self) -> None:
        path = self.some()
        aside = path.with_suffix(".new")
        aside.write_bytes(path.read_bytes().replace(b"thanks", b"sorry!"))
        aside.replace(path)

    def overwrite(self) -> None:
        """In place, to the same size."""
        path = self.some()
        with path.open("r+b") as file:
            file.write(path.read_bytes().replace(b"thanks", b"cheers").replace(b"-0003", b"-9003"))

    def rename(self) -> None:
        path = self.some()
        path.rename(path.with_name(f"r{self.clock}.jsonl"))

    def rotate(self) -> None:
        path = self.some()
        path.rename(path.with_name(f"o{self.clock}.jsonl"))
        session = Claude(f"n{self.clock}")
        live(session, self.chance)
        session.write(self.folder, path.stem)

    def resume(self) -> None:
        """Another file goes on from a copy of this one."""
        path, session = self.some(), Claude(f"c{self.clock}")
        live(session, self.chance)
        lines = b"".join(line + b"\n" for line in session.lines)
        whole = path.read_bytes()
        path.with_name(f"c{self.clock}.jsonl").write_bytes(whole[: whole.rfind(b"\n") + 1] + lines)

    def copy(self) -> None:
        path = self.some()
        shutil.copy2(path, path.with_name(f"b{self.clock}.jsonl"))

    def delete(self) -> None:
        self.some().unlink()

    def disguise(self) -> None:
        """Something else has the name now."""
        path = self.some()
        path.unlink()
        kinds: list[Callable[[], object]] = [
            lambda: os.mkfifo(path), path.mkdir, lambda: path.symlink_to(path), lambda: path.symlink_to(self.some()),
        ]  # fmt: skip
        self.chance.choice(kinds)()

    def back_in_time(self) -> None:
        os.utime(self.some(), (1_700_000_000, 1_700_000_000))

    def happens(self) -> None:
        self.clock += 60
        before = {path: path.stat().st_mtime_ns for path in self.paths()}
        what = [
            self.append,
            self.append,
            self.half,
            self.whole,
            self.truncate,
            self.replace,
            self.overwrite,
            self.rename,
        ]
        what += [
            self.rotate,
            self.resume,
            self.copy,
            self.delete,
            self.disguise,
            self.back_in_time,
            self.another,
        ]
        try:
            self.chance.choice(what)()
        except (OSError, IndexError):
            return  # something else stands where it should have been written
        for path in self.paths():
            if path.stat().st_mtime_ns not in (before.get(path), 1_700_000_000 * 10**9):
                os.utime(path, (self.clock, self.clock))  # a disk's own clock may stand still between two writes


def night(world: World, cache: Path | None) -> Found:
    """The turns of people and the events they made that are new tonight."""
    checkpoints = Checkpoints.load(cache) if cache else Checkpoints(world.folder / "none")
    found: Found = set()
    for part in opened(world.folder, checkpoints=checkpoints):
        fresh = [one for one in part.said if one.span.offset >= part.fresh and one.turn is Turn.HUMAN]
        found |= {("turn", one.span.uuid) for one in fresh}
        found |= {("event", e.kind, e.id) for e in events_of(part.said, fresh=part.fresh) if e.kind in TOLD}
    if cache:
        assert checkpoints.save() == ""
    return found


@pytest.mark.parametrize("seed", range(20))
def test_many_nights_hear_what_one_hears(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path / "t", random.Random(seed))
    heard, possible = Found(), Found()
    world.new()
    for number in range(14):
        world.happens()
        fresh = night(world, None)
        possible |= fresh
        heard |= night(world, tmp_path / "cache")
        assert fresh <= heard, (number, sorted(fresh - heard)[:3])
        if number % 5 == 4:
            shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    assert {row for row in heard if row[0] == "turn"} <= possible


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_told_twice_however_it_lies(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    session = Claude("one")
    for _ in range(4):
        live(session, chance)
    session.write(tmp_path / "whole")
    cuts = sorted(chance.sample(range(1, len(session.lines)), 3))
    for number, cut in enumerate([*cuts, len(session.lines)]):  # each a copy of the one before that goes on
        part = Claude(f"p{number}")
        part.lines = session.lines[:cut]
        os.utime(part.write(tmp_path / "split"), (1_772_000_000 + number,) * 2)
    (tmp_path / "split/copies").mkdir()
    shutil.copy2(tmp_path / "split/p1.jsonl", tmp_path / "split/copies/again.jsonl")

    def told(folder: Path) -> list[tuple[str, ...]]:
        return sorted(
            (event.kind, event.id, event.summary)
            for part in opened(folder)
            for event in events_of(part.said, fresh=part.fresh)
            if event.kind in TOLD
        )

    assert told(tmp_path / "whole")
    assert told(tmp_path / "split") == told(tmp_path / "whole")
