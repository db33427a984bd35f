"""One proposal of what to merge, supersede and deprecate; and what is left alone, with the reason."""

from __future__ import annotations

from datetime import timedelta

import pytest

from reverie.records.changes import Put
from reverie.records.logs import Json, LogRecord
from reverie.remember.specifics import keeps_all
from tests.reorganize.house import DEPLOY, House


def test_two_tellings_of_one_thing_are_merged_and_no_word_is_lost(house: House) -> None:
    house.note("staging", *DEPLOY, "Ask Grace before a deploy on Monday.")
    house.note("staging-again", *DEPLOY)
    before = house.tree()
    answer = house.think(0.8)
    assert house.kinds(answer) == ["merge"]
    assert house.tree() == before
    (put,) = (edit for edit in answer.mutations[0].step.edits if isinstance(edit, Put))
    assert keeps_all([*DEPLOY, "Ask Grace before a deploy on Monday."], put.content.decode())


def test_what_only_the_note_that_leaves_says_is_taken_over_word_for_word(house: House) -> None:
    house.note("staging", *DEPLOY, "Tell the channel ops-alerts.")
    house.note("staging-again", *DEPLOY, "Wait for build 4711 first.")
    house.accept(house.propose(0.7).id)
    assert len(house.active()) == 1
    text = (house.folder / f"{house.active()[0]}.md").read_text()
    for words in (*DEPLOY, "Tell the channel ops-alerts.", "Wait for build 4711 first."):
        assert text.count(f"- {words}\n") == 1


def test_a_note_retold_with_more_and_less_detail_is_merged_and_every_detail_kept(house: House) -> None:
    """As people do: the rules of one note are copied into a larger one, shortened here and extended there."""
    length, place = (
        "**Length:** fill one page of `letter.md`, 550 to 700 words.",
        "**Place:** Oslo. Never write Bergen.",
    )
    honest = "**Never hide a failure.** Tell what you saw"
    old = "---\nname: letters\ntype: project\n---\n\nRules of letters, from `old/cv.md`:\n\n"
    old += f"1. {length} Before, 400 were enough.\n\n2. {place} That was the old office.\n\n"
    old += f"3. {honest}, not what you hoped.\n\n"
    house.note(
        "rules", length, place, f"{honest}.", "**Fonts:** Georgia in 11 points.", "**Résumé:** one page as well."
    )
    (house.folder / "letters.md").write_text(old)
    (merge,) = house.think(0.5).mutations
    assert merge.reason.endswith("word for word the 4 statements it says otherwise or not at all")
    content = next(e.content.decode() for e in merge.step.edits if isinstance(e, Put))
    assert "one page as well.\n\nRules of letters, from `old/cv.md`:\n" in content, "no part of the last item"
    assert f"- {honest}, not what you hoped.\n- **Fonts:**" in content
    assert content.count(honest) == 1, "what is said in full takes the place of the shorter"
    assert "That was the old office." in content and "Before, 400 were enough." in content


def test_notes_built_alike_about_two_things_are_not_retold(house: House) -> None:
    for name, port, key in (("orders", "8080", "ORDERS_KEY"), ("mails", "9090", "MAILS_KEY")):
        house.note(name, f"The {name} service listens on port {port}.", f"Its key is {key} in `{name}.env`.")
    assert not house.think(0.3).mutations


def test_three_tellings_are_one_mutation(house: House) -> None:
    for slug in ("staging", "staging-again", "staging-once-more"):
        house.note(slug, *DEPLOY)
    answer = house.think(0.7)
    assert house.kinds(answer) == ["merge"]
    house.accept(house.propose(0.7).id)
    assert len(house.active()) == 1
    assert all("status: deprecated" in text and "merged_into: " in text for text in house.retired().values())


def test_sounding_alike_is_not_being_the_same(house: House) -> None:
    house.note("api-port", "The api service listens on port 8080.", name="port of a service")
    house.note("worker-port", "The worker service listens on port 8081.", name="port of a service")
    answer = house.think(0.5)
    assert not answer.mutations
    assert answer.left_out["alike, but not the same"] == 1


def test_what_contradicts_is_superseded_and_never_merged(house: House) -> None:
    house.note("port", "The api service listens on port 8080.", DEPLOY[1], created="2026-08-01")
    house.note("port-now", "The api service listens on port 9090.", DEPLOY[1], created="2026-10-03")
    answer = house.think(0.5)
    assert house.kinds(answer) == ["supersede"]
    house.accept(house.propose(0.5).id)
    assert house.active() == ["port", "port-now"]
    assert "8080" not in (house.folder / "port.md").read_text()
    assert any("8080" in text and "superseded_by: port-now" in text for text in house.retired().values())


@pytest.mark.parametrize("mark", ["pinned", "static"])
def test_pinned_and_static_notes_are_never_touched(house: House, mark: str) -> None:
    house.note("staging", *DEPLOY, **{mark: "true"})
    house.note("staging-again", *DEPLOY)
    house.note("over", "No releases during the audit.", valid_until="2026-01-01", **{mark: "true"})
    house.note("port", "The api service listens on port 8080.", created="2026-08-01", **{mark: "true"})
    house.note("port-now", "The api service listens on port 9090.", created="2026-10-03")
    answer = house.think(0.5)
    assert not answer.mutations
    assert answer.left_out["alike, but pinned, static or holding a secret"] >= 1


def test_a_note_that_holds_a_secret_is_left_alone(house: House) -> None:
    secret = "The key is AKIAIOSFODNN7EXAMPLQ and aws_secret_access_key=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"
    house.note("staging", *DEPLOY, secret)
    house.note("staging-again", *DEPLOY, secret)
    answer = house.think(0.5)
    assert house.ask().held
    assert not answer.mutations


def test_a_merge_that_would_lose_a_name_is_not_proposed(house: House) -> None:
    house.note("staging", *DEPLOY)
    path = house.note("staging-again", *DEPLOY)
    path.write_text(path.read_text().replace("- Staging", "## For cluster kappa-7\n\n- Staging"))
    path = house.folder / "staging.md"
    path.write_text(path.read_text().replace("- Staging", "## For cluster omega-9\n\n- Staging"))
    answer = house.think(0.5)
    assert not answer.mutations
    assert any(why.startswith("alike, but a merge would lose") for why in answer.left_out)


def test_what_a_tool_said_is_not_merged_into_what_a_person_said(house: House) -> None:
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY, origin="tool")
    assert house.think(0.5).left_out["alike, but from different origins"] == 1


def test_what_was_valid_until_a_day_gone_by_is_deprecated(house: House) -> None:
    house.note("freeze", "No releases during the audit.", valid_until="2026-11-15")
    house.note("thaw", "Releases go out on Mondays again.", valid_until="2026-11-16")
    proposal = house.propose()
    assert proposal.kinds == ("deprecate",)
    house.accept(proposal.id)
    assert house.active() == ["thaw"]
    assert "status: deprecated" in house.retired()["freeze"]


def test_what_is_gone_from_the_code_for_two_nights_and_never_asked_for_is_deprecated(house: House) -> None:
    house.note("exporter", "The exporter lives in tools/export.py.", created="2026-01-01")
    house.note("importer", "The importer lives in tools/import.py.", created="2026-01-01")
    gone: list[Json] = ["memory:exporter.md"]
    for n in (2, 1):
        assert not house.think().mutations
        at = house.now - timedelta(days=n)
        house.store.append("consolidations", [LogRecord("cycle", "reverie", at, {"gone": gone})])
    answer = house.think()
    assert house.kinds(answer) == ["deprecate"]
    assert "`exporter`" in answer.mutations[0].reason
    house.recalled("exporter", 1, "where does the exporter live")
    assert not house.think().mutations


def test_a_note_to_which_a_pinned_note_points_does_not_leave(house: House) -> None:
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY)
    house.note("map", "Deploys: [one](staging.md) and [other](staging-again.md).", pinned="true")
    answer = house.think(0.5)
    assert not answer.mutations
    assert answer.left_out["alike, but a note that may not be changed points to it"] == 1


# Steering


def test_ignore_leaves_notes_alone_and_focus_brings_mutations_to_the_front(house: House) -> None:
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY)
    house.note("freeze", "No releases during the audit.", valid_until="2026-11-15")
    house.note("sale", "The winter sale needs more servers.", valid_until="2026-11-15")
    assert house.kinds(house.think(0.7)) == ["deprecate", "deprecate", "merge"]
    steered = house.think(0.7, "Please focus on staging deploys, and ignore the audit.")
    assert house.kinds(steered) == ["merge", "deprecate"]
    assert any(line.startswith("left out: `freeze`") for line in steered.steered)
    assert any(line.startswith("from 3 to 1: ") for line in steered.steered)


def test_instructions_that_steer_nothing_say_so(house: House) -> None:
    house.note("freeze", "No releases during the audit.", valid_until="2026-11-15")
    answer = house.think(instructions="be kind")
    assert answer.steered == ("not understood: “be kind”",)
    assert "be kind" in house.propose(instructions="be kind").reason
