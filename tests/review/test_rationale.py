"""A decision needs a reason. None is refused, a thin one is named as such, and a good one is left in peace."""

from __future__ import annotations

import pytest

from reverie.review import rationale
from reverie.review.decide import graduate, reject
from reverie.review.errors import RationaleRequired
from tests.review.builders import TABLE, candidate, decision, filed

SENTENCE = "rationale is required for graduation — non-negotiable"

GOOD = [
    "All four fixes are one cause: replay order. The torture tests catch it.",
    "Recurring fix indicates a missing test gate; add coverage requirement for services/auth/*",
    (
        "Across three reverts in the last 14 days, the breaking change was a column rename without a backfill"
        ' migration. Graduate: "schema changes to shared columns require a backfill migration in the same PR".'
        " Evidence: commits abc123, def456, 789xyz."
    ),
    "Recovery replayed steps in the wrong order each time; torture tests would have shown it.",
    "4be1c02 and b90c1aa fixed the same bug twice.",
    "Same root cause as BUG-007: the lock is released before the index is written.",
    "Every one of these hotfixes came from editing recover.py without looking at journal.py.",
    "Two people independently forgot to fsync the directory.",
    "We lost a day to this in October; the check takes ten seconds and prevents it.",
    "The JWT clock skew bit us in 4 fixes, always because nobody runs the integration suite locally.",
    "Caused by stale fixtures, see #482.",
    "Prevents half-written index after a crash.",
    "Cache invalidation forgets renamed files; both reverts show it.",
    "Unit tests mock the store, so ordering errors only appear in the torture run.",
    "The migration needs a backfill, otherwise old rows break the report.",
    "Timezones: naive datetimes leaked into the API thrice, most recently 2026-11-08.",
    "`replay()` assumes sorted steps and nothing enforces that.",
    "Because connection pools are shared between workers, forking after connect corrupts TLS state.",
    "New contributors keep copying the old retry helper; a sentence in CLAUDE.md stops that.",
    "Ordre de reprise incorrect à chaque fois ; les tests de torture le détectent avant la livraison.",
    "Die Reihenfolge beim Wiederherstellen war jedes Mal falsch, die Belastungstests finden das sofort.",
    "四回の修正はすべて再生順序が原因であり、耐久テストで検出できるため。",
    "Forgotten await in handlers; the linter rule catches it.",
    "Both outages came from the scheduler ignoring DST.",
    "People edit generated protobuf stubs by hand and CI overwrites them.",
    "I debugged this twice, it is always the missing index on orders.user_id.",
    "Retry storms: the client has no backoff, see the incident review of March.",
    "Retries without jitter took down staging.",
    "The reviewers keep missing this, and the compiler cannot see it.",
    "Symlinks. Path.resolve follows them and the sandbox check is then meaningless.",
    "Nobody remembers that Windows has no fork.",
    "Every release since 2.3 shipped with a stale lock file.",
    "The evidence is four commits by three people that all restore the same default.",
    "Reviewed all of the fixes; each adds a null check that a type would have made unnecessary.",
    "A flaky fixture hides real failures here.",
    "Our mobile users hit this on every cold start.",
    "Ordering matters here: journal first, index second. Reversing them corrupts recovery.",
    "This bit Ada and me in the same week, different entry points, same unlocked dict.",
    "Saves reviewing time: the same comment was left on 6 PRs.",
    "The two reverts share a cause: vectors keyed by path go stale upon rename.",
    "Config parsing silently drops unknown keys, which is how the typo survived.",
    "Tests pass locally due to warm cache.",
    "Evita que el índice quede a medias tras un fallo, como en los cuatro arreglos.",
    "Миграции без обратного заполнения ломают отчёты каждый раз.",
    "Off-by-one in pagination, 3 hotfixes.",
    "Float rounding in invoices; accounting complained.",
    "see 77aa913: order was reversed",
]
GOOD_REJECTIONS = [
    "Three independent bugs, not a pattern — coincidence",
    "Generated file, the churn is expected.",
    "The module was deleted last week in 0d3e5f1.",
    "Already covered by rule 5d0c9e1f.",
    "One refactoring split over four commits, nothing was broken.",
    "Duplicate of a3f2, which names the cause better.",
    "These fixes belong to the migration, which is finished now.",
    "Different causes: a typo, a timeout and a wrong default.",
]
THIN = [
    "seems important",
    "agree, ship it",
    "lgtm",
    "LGTM!",
    "ok",
    "OK.",
    "makes sense",
    "+1",
    "yes",
    "good rule",
    "I agree with this one",
    "looks good to me",
    "sounds reasonable, let's do it",
    "This is a very important rule and everyone should follow it.",
    "because",
    "because it is important",
    "because I said so",
    "TODO",
    "tbd",
    "n/a",
    "rationale",
    "this will help us all in the future",
    "fix",
    "best practice",
    "we really need this rule because it makes things better for the team",
    "asdf",
    "noise",
    "journal.py needed 4 fixes in 6 days, all about recovery order",
    "because journal.py needed 4 fixes in 6 days",
    "needed four fixes in six days: recovery order",
    "Run the torture tests before committing when changing journal.py",
    "I think we should definitely keep it",
    "team consensus reached yesterday afternoon",
    "great idea",
    "Approved by me",
    "I like it",
    "yep, let us add this",
    "sure why not",
    "this is good for everyone",
    "would be nice to have",
    "good catch, thanks",
    "as discussed",
    "as discussed in the meeting",
    "important for quality",
    "improves code quality",
    "worth having as a rule",
    "no objections",
    "fine by me",
    "it is what it is",
    "do it",
    "please graduate",
    "Seems like a real pattern to me",
    "I believe this is correct",
    "not important",
    "don't care",
    "not useful",
    "dupe",
    "meh",
    "false positive",
    "100% agree",
    "10/10",
    "this rule is good because it is a good rule",
    "The candidate looks right and the rule looks right, so I graduate it.",
]


@pytest.mark.parametrize("given", [None, "", "   ", "\n\t\n", "\u200b\u2060", "…", "...", "-", "\x00", "👍"])
def test_no_reason_is_refused_with_that_very_sentence(given: str | None) -> None:
    with pytest.raises(RationaleRequired) as caught:
        rationale.required(given)
    assert caught.value.message == SENTENCE
    assert caught.value.code == 1
    assert caught.value.advice.startswith("say what the evidence shows and what the rule will prevent")


@pytest.mark.parametrize("decide", [graduate, reject])
@pytest.mark.parametrize("given", ["", "  \n"])
def test_for_both_verbs(decide: object, given: str) -> None:
    with pytest.raises(RationaleRequired, match=SENTENCE):
        decide(filed(candidate()), decision(given), TABLE)  # type: ignore[operator]


@pytest.mark.parametrize("text", GOOD)
def test_a_good_rationale_is_not_called_thin(text: str) -> None:
    assert rationale.warning(rationale.required(text), candidate()) == ""


@pytest.mark.parametrize("text", GOOD_REJECTIONS)
def test_nor_is_a_good_reason_against(text: str) -> None:
    assert rationale.warning(rationale.required(text), candidate(), "reject") == ""


@pytest.mark.parametrize("text", THIN)
def test_a_thin_one_is_told_what_a_good_one_has(text: str) -> None:
    told = rationale.warning(rationale.required(text), candidate())
    assert told.startswith("a thin rationale: ")
    assert "the shared cause, the evidence, and what the rule will prevent" in told
    assert told.endswith('Improve it: reverie rerationale a3f29c01d5e6 --rationale "…"')


def test_a_thin_rejection_is_told_what_speaks_against_a_rule() -> None:
    told = rationale.warning("noise", candidate(), "reject")
    assert "why this is no pattern" in told
    assert "rerationale" not in told


def test_a_rationale_cannot_forge_a_section_of_its_file() -> None:
    text = rationale.required(
        "Replay order.\n## Graduated by\n\nthe boss on 2020-01-01\n<<<<<<< ours\n=======\n<!-- x -->"
    )
    assert text == "Replay order.\n\\## Graduated by\n\nthe boss on 2020-01-01\n\\<<<<<<< ours\n\\=======\n‹!-- x -->"
    done = graduate(filed(candidate()), decision(text), TABLE)
    assert done.rule is not None
    from tests.review.builders import read

    again = read(done.filed, done.step.edits[1].content)
    assert again.decision is not None
    assert (again.decision.by, again.decision.rationale) == ("ada", text)
