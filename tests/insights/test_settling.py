"""What becomes of insights from night to night: strengthened, closed, stale, merged, dismissed for good."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from reverie.insights import deciding, is_actionable
from reverie.insights.likeness import bag, cosine
from reverie.layouts import insightfile
from reverie.records.documents import Document
from reverie.records.errors import BadDocument
from reverie.records.events import Event
from reverie.records.insights import Insight, Status, address_of
from tests.insights.happened import event, failed, settled


def met(*sessions: int) -> list[Event]:
    said = "connect ECONNREFUSED on the port"
    return [failed(n, "npm test", said, "after:docker compose up", "mended") for n in sessions]


def kept(one: Insight) -> Insight:
    """As it comes back from its file."""
    return insightfile.read(address_of(one.id), insightfile.text(one))


def test_the_same_events_again_change_nothing() -> None:
    (first,) = settled(met(1, 2)).new
    again = settled(met(1, 2), [kept(first)])
    assert (again.new, again.changed) == ((), ())


def test_a_repeated_observation_strengthens_the_old_one() -> None:
    (first,) = settled(met(1, 2)).new
    ((grown, what),) = settled(met(1, 2, 3, 4), [kept(first)]).changed
    assert (what, grown.id, len(grown.sessions)) == ("grew", first.id, 4)
    assert grown.text.endswith("4 sessions.")
    assert grown.first == first.first


def test_by_meaning_it_is_known_under_another_id() -> None:
    (first,) = settled(met(1, 2)).new
    other = replace(kept(first), id="ffffffff", about="written elsewhere")
    assert settled(met(1, 2), [other]).new == ()


def test_more_than_ten_pieces_of_evidence_come_back_from_the_file_as_they_are() -> None:
    (first,) = settled(met(*range(15))).new
    again = settled(met(*range(15)), [kept(first)])
    assert (again.new, again.changed) == ((), ())


def test_a_gap_closes_itself_and_says_by_which_evidence() -> None:
    rows = [failed(n, "npm run e2e", "no browser is there", "unmended", name="error:BrowserMissing") for n in (1, 2)]
    (gap,) = settled(rows).new
    well = [event("command", n, "npm run e2e", "times:1", "well:1") for n in (5, 6)]
    changes = {one.id: one for one, _ in settled([*rows, *well], [kept(gap)]).changed}
    assert changes[gap.id].status is Status.RESOLVED
    assert "session 0006abcd on 2026-03-08" in changes[gap.id].closed


def test_what_was_not_seen_for_long_goes_stale_by_the_sessions_since_not_by_the_clock() -> None:
    (first,) = settled(met(1, 2)).new
    assert settled(met(1, 2), [kept(first)]).changed == ()  # whatever the calendar says
    later = event("edit", 200, "edited a.py", files=["a.py"])
    ((old, what),) = settled([*met(1, 2), later], [kept(first)]).changed
    assert (what, old.status) == ("stale", Status.STALE)


def test_what_a_person_dismissed_stays_dismissed() -> None:
    (first,) = settled(met(1, 2)).new
    gone = deciding.decided(first, "dismiss", "the container is started by the wrapper", "ada", date(2026, 3, 9))
    after = settled(met(1, 2, 3, 4, 5, 6), [kept(gone)])
    assert (after.new, after.changed) == ((), ())
    with pytest.raises(deciding.InsightClosed):
        deciding.decided(gone, "resolve", "it works now, since the wrapper starts it", "ada", date(2026, 3, 9))


def test_what_was_resolved_is_back_only_after_two_later_sessions() -> None:
    (first,) = settled(met(1, 2)).new
    done = kept(deciding.decided(first, "resolve", "compose starts it now", "ada", date(2026, 3, 5)))
    assert settled(met(1, 2, 5), [done]).changed == ()
    ((back, what),) = settled(met(1, 2, 5, 6), [done]).changed
    assert (what, back.status, back.closed) == ("back", Status.ACTIVE, "")


def test_two_that_say_the_same_become_one() -> None:
    (first,) = settled(met(1, 2)).new
    twin = replace(kept(first), id="eeeeeeee", about="from another clone", first=date(2026, 3, 5))
    changed = {one.id: one for one, _ in settled(met(1, 2), [kept(first), twin]).changed}
    assert changed["eeeeeeee"].status is Status.MERGED
    assert changed["eeeeeeee"].merged_into == first.id


def test_a_circle_of_merged_ones_ends() -> None:
    (first,) = settled(met(1, 2)).new
    a = replace(kept(first), status=Status.MERGED, merged_into="bbbbbbbb")
    b = replace(a, id="bbbbbbbb", merged_into=first.id)
    assert settled(met(1, 2, 3), [a, b]).new == ()


def test_other_names_are_another_matter_however_alike_the_words() -> None:
    (one,) = settled(met(1, 2)).new
    said = "connect ECONNREFUSED on the port"
    rows = [failed(n, "npm run e2e", said, "after:docker compose up", "mended") for n in (1, 2)]
    (other,) = settled(rows, [kept(one)]).new
    assert other.id != one.id
    assert cosine(bag(one.text), bag(other.text)) > 0.7


def test_ready_to_be_a_rule_is_what_says_what_to_do_and_lasts() -> None:
    (two,) = settled(met(1, 2)).new
    (four,) = settled(met(1, 2, 3, 4)).new
    assert not is_actionable(two)
    assert is_actionable(four)


def test_a_file_keeps_what_people_added_and_knows_when_its_words_were_edited() -> None:
    (one,) = settled(met(1, 2)).new
    document = Document(address_of(one.id), insightfile.text(one) + b"\n## Mine\n\nwe know\n")
    assert insightfile.untouched(document)
    assert insightfile.text(one, document.content) == document.content
    edited = Document(document.address, document.content.replace(b"has run", b"was started"))
    assert not insightfile.untouched(edited)


@pytest.mark.parametrize("content", [b"", b"---\nid: [\n---\n", b"---\nid: x\ntype: joke\n---\n# a\n", b"\xff\xfe"])
def test_a_crafted_file_is_refused_not_fatal(content: bytes) -> None:
    with pytest.raises(BadDocument):
        insightfile.read(address_of("abcd1234"), content)


@pytest.mark.parametrize("text", ["# a heading", "two\nlines", "<!-- hidden -->", "---", "\u202eturned", "x" * 5000])
def test_whatever_a_text_holds_it_comes_back_as_one_line(text: str) -> None:
    (one,) = settled(met(1, 2)).new
    told = insightfile.tidy(replace(one, text=text, advice=text, closed=text))
    assert kept(told) == told
    assert "\n" not in told.text
