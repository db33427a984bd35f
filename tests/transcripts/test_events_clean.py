"""Records are judged as they were written; events are made of what is left when the secrets are gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.finish import KEPT, Finisher
from reverie.gather.transcripts.listen import Ears, listen
from reverie.gather.transcripts.sources import Wanted
from reverie.records.events import Event
from reverie.records.transcripts import Turn
from tests.transcripts.sessions import NOW, Claude, opened

SECRET = "hunter2hunter2"


def gone(text: str) -> str:
    return text.replace(SECRET, "[GONE]")


def heard(folder: Path, redact: Callable[[str], str] = gone) -> list[Event]:
    ears = Ears(Wanted(Path("/nonexistent"), extra=(folder,)), "me", NOW)
    return list(listen(ears, Checkpoints(folder / "none"), redact).events)


def test_no_event_holds_a_secret(tmp_path: Path) -> None:
    session = Claude(cwd=f"/home/{SECRET}").says("deploy it").answers("On it.")
    session.runs(f"make {SECRET}", "t1").runs("make test", "t2").runs("make test", "t3")
    session.runs(f"curl -u {SECRET} x; npm test", "t4", f"Error: bad password {SECRET}", error=True)
    session.uses("Edit", "t5", file_path=f"/home/{SECRET}/{SECRET}.py", old_string="", new_string="").returns(
        "t5", "ok"
    )
    session.says(f"no, that's wrong, never put {SECRET} into a command").answers(f"I am blocked by {SECRET}.")
    session.write(tmp_path)
    events = heard(tmp_path)
    assert {event.kind for event in events} >= {"correction", "command", "error", "edit", "blocked"}
    assert SECRET not in repr(events)
    assert "make test" in [event.summary for event in events]


def test_no_event_is_told_by_an_id_that_is_a_secret(tmp_path: Path) -> None:
    Claude().says("go").answers("Done.").says("no, that's wrong, use tabs", uuid=f"id-{SECRET}").write(tmp_path)
    (event,) = heard(tmp_path)
    assert event.span.uuid == "id-[GONE]"


def test_what_was_private_makes_no_event(tmp_path: Path) -> None:
    Claude().says("go").answers("Done.").says("no, that's wrong, use tabs").write(tmp_path)
    assert [event.kind for event in heard(tmp_path)] == ["correction"]
    assert heard(tmp_path, lambda text: text.replace("no, that's wrong, use tabs", "[GONE]")) == []


def test_a_cut_leaves_no_half_of_a_secret(tmp_path: Path) -> None:
    front, back = KEPT[Turn.AGENT]
    words = "I am still blocked by it. " * (back // 20)
    Claude().says("go").answers("x" * (2 * front) + SECRET + words[-(back - 7) :]).write(tmp_path)  # cut inside of it
    (transcript,) = opened(tmp_path)
    finisher = Finisher(gone)
    assert transcript.said[-1].text.find(SECRET) < 0
    assert SECRET[7:] in transcript.said[-1].text
    assert SECRET[7:] not in finisher.finish(transcript.said)[-1].text
    (event,) = [event for event in heard(tmp_path) if event.kind == "blocked"]
    assert SECRET[7:] not in event.summary


def test_a_text_that_was_cut_is_kept_no_larger_than_needed(tmp_path: Path) -> None:
    Claude().says("a" * 4_000_000).says("b").write(tmp_path)
    (transcript,) = opened(tmp_path)
    assert len(transcript.said[0].whole) < 6000
    assert Finisher(gone).finish(transcript.said)[0].whole == ""
