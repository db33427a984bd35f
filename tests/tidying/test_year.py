"""A year of nights over a memory that people and agents keep writing in: nothing that was said is lost, and when they
stop, it comes to rest."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

from reverie import wiring
from tests.tidying.memory import Memory, made

SERVICES = "billing search auth gateway mailer worker indexer exporter scheduler notifier".split()
PEOPLE = "Ada Bob Chen Dana Emil Fay".split()
THINGS = ("port {n}", "region eu-{n}", "version 3.{n}", "branch release-{n}", "queue q{n}")
NIGHTS = 365


def sentence(dice: random.Random) -> str:
    service, thing = dice.choice(SERVICES), dice.choice(THINGS).format(n=dice.randrange(1, 40))
    return dice.choice(
        [
            f"The {service} service uses {thing}",
            f"The {service} service now uses {thing}",
            f"{dice.choice(PEOPLE)} owns the {service} service",
            f"We no longer deploy the {service} service on Fridays",
            f"We deploy the {service} service on Fridays",
            f"The {service} tests need {thing} and the flag --run-{dice.randrange(9)}",
            f"We prefer {dice.choice(['tabs over spaces', 'spaces over tabs'])} in the {service} service",
        ]
    )


def write(memory: Memory, dice: random.Random, said: set[str]) -> None:
    """What a day brings: a new note, a line in the daily note, an edit by hand, or nothing."""
    day, text = memory.now.date().isoformat(), sentence(dice)
    what = dice.random()
    if what < 0.35:
        memory.note(f"note-{memory.now:%m%d}", text, created=day, origin=dice.choice(["user", "agent"]))
    elif what < 0.6:
        page = memory.folder / f"{day}.md"
        page.write_text(page.read_text() + f"- {text}\n") if page.exists() else memory.day(day, text)
    elif what < 0.75 and (notes := sorted(memory.folder.glob("note-*.md"))):
        chosen = dice.choice(notes)
        chosen.write_text(chosen.read_text() + f"- {text}\n")
    else:
        return
    said.add(text)


def standing(memory: Memory) -> str:
    """Everything the memory holds: active, or retired with a way back."""
    files = [*memory.folder.glob("*.md"), *(memory.folder / "retired").glob("*.md")]
    return "\n".join(path.read_text() for path in files if path.name != "MEMORY.md")


def test_a_year_of_nights_loses_nothing_and_comes_to_rest(tmp_path: Path) -> None:
    memory, dice, said = made(tmp_path / "repo"), random.Random(20261116), set[str]()
    memory.now -= timedelta(days=NIGHTS)
    changed = 0
    for night in range(NIGHTS):
        if night < NIGHTS - 30:
            write(memory, dice, said)
        planned, receipt = memory.night()
        changed += bool(planned.steps and receipt and receipt.applied)
        if night % 30 == 0 or night == NIGHTS - 1:
            held = standing(memory)
            assert not [text for text in said if text not in held], f"lost in night {night}"
    assert changed > 20, "the year was not quiet"
    assert planned.idle, "and then it is"
    tree = memory.tree()
    memory.night(again=True)
    assert memory.tree() == tree
    _every_retired_note_has_a_way_back(memory)


def _every_retired_note_has_a_way_back(memory: Memory) -> None:
    from reverie.layouts.shelf import filed

    layout = wiring.place(memory.project).layout
    for found in filed(wiring.open_store(memory.project), layout, retired=True):
        extra = found.note.extra
        assert extra.get("merged_into") or extra.get("superseded_by") or extra.get("retired_because"), found.address
