"""A fault of Reverie's own on one file costs that file, not the night: it is skipped, counted, and tried again."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.transcripts import claude_code, claude_session, events
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.listen import Ears, Told, listen
from reverie.gather.transcripts.sources import Wanted
from reverie.thinking.listening import troubles
from tests.transcripts.sessions import NOW, Claude, unredacted


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one", "two", "three"):
        Claude(name).says(f"go, {name}").answers(f"Done with {name}.").says(
            f"no, that is wrong, use tabs in {name}"
        ).write(tmp_path / "t")
    return tmp_path / "t"


def heard(folder: Path, checkpoints: Checkpoints) -> Told:
    return listen(Ears(Wanted(Path("/nonexistent"), extra=(folder,)), "me", NOW), checkpoints, unredacted)


def test_an_adapter_that_stumbles_loses_one_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = claude_session.Session.take

    def stumbling(self: claude_session.Session, data: bytes, *where: int) -> str:
        if b'"two"' in data:
            raise KeyError("two")
        return take(self, data, *where)

    checkpoints = Checkpoints(folder / "none")
    with monkeypatch.context() as broken:
        broken.setattr(claude_session.Session, "take", stumbling)
        told = heard(folder, checkpoints)
        assert {event.session for event in told.events} == {"one", "three"}
        assert told.figures()["skipped"] == {"a fault of Reverie's own while reading it (KeyError)": 1}
        assert troubles(told) == {"transcripts: a fault of Reverie's own while reading it (KeyError)": 1}
    assert {event.session for event in heard(folder, checkpoints).events} == {"two"}


def test_a_judgement_that_stumbles_loses_one_session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = events.all_of

    def stumbling(session, *more):  # type: ignore[no-untyped-def]
        if session[0].session == "two":
            raise ZeroDivisionError
        return whole(session, *more)

    checkpoints = Checkpoints(folder / "none")
    with monkeypatch.context() as broken:
        broken.setattr(events, "all_of", stumbling)
        told = heard(folder, checkpoints)
        assert {event.session for event in told.events} == {"one", "three"}
        assert told.figures()["skipped"] == {"a fault of Reverie's own while reading it (ZeroDivisionError)": 1}
    assert {event.session for event in heard(folder, checkpoints).events} == {"two"}


def test_a_file_that_cannot_even_be_recognised_is_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbling(head: bytes) -> bool:
        raise IndexError

    monkeypatch.setattr(claude_code, "recognises", stumbling)
    told = heard(folder, Checkpoints(folder / "none"))
    assert told.events == ()
    assert told.figures()["skipped"] == {"a fault of Reverie's own while reading it (IndexError)": 3}
