"""Each pattern becomes one sentence a person would have written, from what the evidence holds."""

from __future__ import annotations

import pytest

from reverie.notice import bugs, failures, repeat_fix, reverts, twins
from reverie.notice.view import Detector, View
from reverie.propose.candidates import propose
from reverie.propose.draft import Desk
from reverie.propose.lessons import lesson
from reverie.records.learning import Candidate
from tests.learning.history import event, fix, made_twice, three, view
from tests.learning.test_notice import BUG, JWT, MONEY, jwt_fixes, revert


def only(detector: Detector, seen: View, inside: dict[str, list[tuple[str, str]]] | None = None) -> Candidate:
    (candidate,) = propose(detector(seen).clusters, Desk(seen.background, inside or {})).candidates
    return candidate


def test_repeated_fixes_name_the_file_what_they_share_and_what_went_wrong() -> None:
    found = only(repeat_fix.notice, view(*jwt_fixes()))  # type: ignore[arg-type]
    assert found.title == f"`{JWT}` needed three fixes in 9 days, all about tokens"
    assert found.rule.startswith(f"When you change `{JWT}`, take care with tokens")
    assert "clock skew rejects fresh tokens; tokens without expiry pass" in found.rule
    assert (found.weight, found.confidence) == (3, "medium")
    assert found.because == "three fixes, three days, two people"


def test_the_tests_that_go_with_the_fixes_are_named() -> None:
    texts = ("fix: tokens of the old key", "fix: tokens without expiry", "fix: fresh tokens")
    with_test = three(JWT, *texts, also="tests/test_jwt.py")
    assert "run and extend `tests/test_jwt.py`" in only(repeat_fix.notice, view(*with_test)).rule


def test_a_function_all_fixes_touch_is_named() -> None:
    texts = ("fix: shebang with odd line ends", "fix: sourcemap location", "fix: bundles left open")
    fixes = three("a/config.py", *texts)
    inside = {f.span.commit: [("a/config.py", "def bundle_config_file(path):")] for f in fixes}
    found = only(repeat_fix.notice, view(*fixes), inside)
    assert "When you change `bundle_config_file` in `a/config.py`" in found.rule


def test_without_a_shared_cause_it_says_so_and_is_less_sure() -> None:
    fixes = three("a/x.py", "fix: wrong colour of links", "fix: slow start on Windows", "fix: missing comma in CSV")
    found = only(repeat_fix.notice, view(*fixes))
    assert "no shared cause found" in found.because
    assert "missing comma in CSV; slow start on Windows; wrong colour of links" in found.rule


def test_fixes_that_say_nothing_make_no_candidate() -> None:
    fixes = [fix(d, w, "fix: address review feedback", "a/x.py") for d, w in ((9, "ada"), (5, "bob"), (2, "eve"))]
    seen = view(*fixes)
    proposed = propose(repeat_fix.notice(seen).clusters, Desk(seen.background))
    assert proposed.candidates == ()
    assert proposed.left_out == {"patterns whose commits do not say what went wrong": 1}


def test_reverts_say_what_was_taken_back_and_the_reason_somebody_gave() -> None:
    body = "This reverts commit abc.\n\nThe nightly report still reads the old column, so this needs a backfill."
    found = only(
        reverts.notice,
        view(
            revert(20, "ada", "feat(db): rename total to amount", "orders/models.py", body=body),  # type: ignore[arg-type]
            revert(9, "bob", "feat(db): rename currency to unit", "orders/models.py"),  # type: ignore[arg-type]
        ),
    )
    assert "“rename total to amount” to `orders/models.py`" in found.rule
    assert "“The nightly report still reads the old column, so this needs a backfill”" in found.rule


def test_failures_known_bugs_and_twins_have_words_of_their_own() -> None:
    named = [fix(d, w, f"fix: CacheMissError in {a}", f"s/{a}.py") for d, w, a in
             ((2, "ada", "mail"), (5, "bob", "search"), (9, "eve", "orders"))]  # fmt: skip
    assert "`CacheMissError` came up three times in 7 days" in only(failures.notice, view(*named)).rule
    hits = [fix(4, "ada", "fix: BUG-007 again", "x.py"), fix(2, "bob", "fix: cents lost in refunds", MONEY)]
    known = only(bugs.notice, view(*hits, registry=(BUG,)))
    assert "use Decimal for money: BUG-007" in known.rule
    fixes = made_twice("a/m.py", "b/m.ts")
    assert "When you fix `a/m.py`, make the same fix in `b/m.ts`" in only(twins.notice, view(*fixes)).rule


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("fix(auth)!: Refuse old tokens (#12)", "refuse old tokens"),
        ("🐛 Fix bug where the list is empty", "the list is empty"),
        ("Fixed a regression with NULL dates", "NULL dates"),
        ("fix: handle shebang ending (fix #23146) (#23147)", "handle shebang ending"),
        ("tsdb: fix for OOO queries blocking truncation", "OOO queries blocking truncation"),
        ("fix: address review feedback", ""),
        ("fix it", ""),
        ("fix errors in the retry loop", "errors in the retry loop"),
        ("fix case-insensitive header lookup", "case-insensitive header lookup"),
        ("fix casefold of names in ldap", "casefold of names in ldap"),
        ("fix: add test for X", ""),
        ("fix: " + "very " * 40 + "long", None),
    ],
)
def test_a_lesson_is_the_subject_without_its_dress(subject: str, said: str | None) -> None:
    found = lesson(fix(1, "ada", subject, "x.py"))
    assert len(found) <= 97
    if said is not None:
        assert found == said


def test_one_story_is_told_once() -> None:
    texts = ("fix: import map of chunks", "fix: import map with plugins", "fix: import map and nonce")
    shared = three("a/css.py", *texts, also="b/html.py")
    own = three("b/html.py", "fix: slow parser", "fix: lost comments", "fix: odd quotes")
    others = three("a/css.py", "fix: colour names", "fix: wrong unit", "fix: empty selector")
    seen = view(*shared, *own, *others)
    proposed = propose(repeat_fix.notice(seen).clusters, Desk(seen.background))
    (candidate,) = proposed.candidates
    assert set(candidate.scope) == {"a/css.py", "b/html.py"}
    assert proposed.left_out == {"patterns that rest on the same events as a better one": 1}


def test_ids_are_content_and_survive_growth() -> None:
    small = only(repeat_fix.notice, view(*jwt_fixes()))  # type: ignore[arg-type]
    grown = only(repeat_fix.notice, view(*jwt_fixes(), fix(1, "eve", "fix(auth): stale tokens in cache", JWT)))  # type: ignore[arg-type]
    assert small.id == grown.id
    assert len(grown.evidence) == 4


def test_a_sentence_never_spans_lines_or_holds_control_characters() -> None:
    fixes = three(JWT, *(f"fix: tokens \x1b[31m{n}\n\nand more `of` <!-- it -->" for n in range(3)))
    from reverie.layouts.learning import candidate_address, candidate_text, read_candidate

    found = only(repeat_fix.notice, view(*fixes))
    text = candidate_text(found)
    again, _ = read_candidate(candidate_address(found.id), text)
    assert again.evidence[0].event == found.evidence[0].event
    assert again.rule == found.rule


def test_merely_being_near_is_no_pattern() -> None:
    everyday = view(event(1, "ada", "commit", "update readme", "README.md"))
    for detector in (repeat_fix.notice, reverts.notice, failures.notice, twins.notice, bugs.notice):
        assert detector(everyday).clusters == ()
