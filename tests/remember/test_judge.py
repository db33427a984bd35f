"""Two statements: the same, a contradiction, unrelated, or unsure."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.judge import judge

PAIRS = [json.loads(line) for line in (Path(__file__).parent / "pairs.jsonl").read_text("utf-8").splitlines()]


def verdict(left: str, right: str) -> str:
    return judge(left, right).verdict


def counted() -> Counter[tuple[str, str]]:
    return Counter((pair["label"], verdict(pair["left"], pair["right"])) for pair in PAIRS)


def test_there_are_enough_labelled_pairs_of_every_kind() -> None:
    kinds = Counter(pair["label"] for pair in PAIRS)
    assert len(PAIRS) >= 300
    assert all(kinds[kind] >= 35 for kind in ("same", "contradicts", "unrelated", "unsure")), kinds


@pytest.mark.parametrize(("kind", "precision", "recall"), [("contradicts", 0.95, 0.90), ("same", 0.97, 0.90)])
def test_notes_are_judged_as_a_person_would(kind: str, precision: float, recall: float) -> None:
    found = counted()
    hits = found[kind, kind]
    assert hits >= precision * sum(count for (_, judged), count in found.items() if judged == kind)
    assert hits >= recall * sum(count for (label, _), count in found.items() if label == kind)


def test_what_contradicts_is_never_called_the_same_nor_contained() -> None:
    for pair in PAIRS:
        if pair["label"] == "contradicts":
            found = judge(pair["left"], pair["right"])
            assert found.verdict != "same", pair
            assert not found.covers, pair


def test_the_order_of_the_two_does_not_matter() -> None:
    for pair in PAIRS:
        assert verdict(pair["left"], pair["right"]) == verdict(pair["right"], pair["left"]), pair


def test_it_says_why_and_what_differs() -> None:
    found = judge("The API listens on port 8080.", "The API listens on port 9090.")
    assert (found.verdict, found.reason, found.left, found.right) == (
        "contradicts",
        "another number",
        ("8080",),
        ("9090",),
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We use npm.", "We switched from npm to pnpm."),
        ("We use npm.", "We use pnpm instead of npm."),
        ("We use npm.", "We no longer use npm."),
        ("We use npm.", "npm was replaced by pnpm."),
        ("We use npm.", "We stopped using npm."),
        ("We use npm.", "We don't use npm anymore."),
        ("The user prefers tabs over spaces.", "The user prefers spaces over tabs."),
        ("All tests pass.", "No tests pass."),
        ("There is a changelog.", "There is no changelog."),
    ],
)
def test_every_way_to_take_something_back(old: str, new: str) -> None:
    assert verdict(old, new) == "contradicts"


def test_high_likeness_is_not_sameness() -> None:
    assert judge("Prefer tabs over spaces.", "Prefer spaces over tabs.", cosine=0.99).verdict == "contradicts"
    assert judge("The job failed on May 3.", "The job failed on May 9.", cosine=0.99).verdict == "unsure"


def test_likeness_of_meaning_makes_unrelated_words_worth_a_look() -> None:
    left, right = "Build trouble on Windows", "Compilation problems under Microsoft systems"
    assert judge(left, right).verdict == "unrelated"
    assert judge(left, right, cosine=0.85).verdict == "unsure"


@pytest.mark.parametrize(
    ("plan", "fact"),
    [
        ("We might move sessions to Postgres.", "Sessions are stored in Redis."),
        ("Maybe the limit should be 20.", "The limit is 10."),
        ("The user was vegetarian.", "The user eats meat."),
        ("Some people seem to believe there is a limit of issues.", "There is no limit of issues."),
        ("The user bought 3 books.", "The user bought 5 books."),
    ],
)
def test_a_plan_a_guess_and_a_past_event_contradict_nothing(plan: str, fact: str) -> None:
    assert verdict(plan, fact) != "contradicts"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Last updated: 2026-03-01", "Last updated: 2026-03-02"),
        ("name: Session of Monday", "name: Session of Tuesday"),
        ("Fix: remove the dangling line from the list", "Don't list them."),
        ("サーバーはポート8080を使う。", "サーバーはポート8080を使わない。"),
        ("Is the limit 10?", "The limit is 20."),
        ("The script is used to deploy.", "The script deploys."),
        ("", "The limit is 20."),
        ("When to retry:", "When not to retry:"),
        ("Skipping the linter", "Never skip the linter"),
        ("will not be merged.", "A tidy branch is merged."),
        ("❌ Use tabs in YAML files", "Use tabs, not spaces, in YAML files? No: never use tabs in YAML files"),
        ("Queue Management", "Cache Management"),
        ("Rules for working in `docs/`.", "Rules for working in `tests/`."),
        ("Notes belong in `docs/notes.md`.", "Notes belong in `notes.md`."),
        ("The theme can be set with `--dark`.", "The theme can be set with `--light`."),
        ("Use a red badge for errors.", "Use an orange badge for errors."),
        ("The index still needs to be built.", "The index is still not built."),
        ("Do not add them again.", "Add the tests again."),
        ("Avoid star imports inside modules.", "No star imports inside modules."),
        ("Lines (before): the total before formatting.", "Lines (after): the total after formatting."),
        ("`git add -A` or `git add .`", "Never `git add -A` or `git add .`"),
        ("Tests: jest", "Tests: vitest"),
        ("The parser reads rows (no copy, no cache).", "The cache keeps rows."),
    ],
)
def test_what_is_no_plain_statement_contradicts_nothing(left: str, right: str) -> None:
    assert verdict(left, right) in ("unsure", "unrelated")


def test_what_points_elsewhere_is_not_known_to_be_the_same() -> None:
    assert verdict("Do not add them without a reason.", "Do not add these without a reason.") == "unsure"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("We have a page with some", "We also have a page for"),
        ("- [ ] Renew the certificate", "- Renew the certificate"),
        ("- [ ] パスポートを更新する", "- パスポートを更新する"),
    ],
)
def test_cut_lines_and_open_tasks_are_not_the_same(left: str, right: str) -> None:
    assert verdict(left, right) == "unsure"


def test_markup_does_not_matter_in_any_script() -> None:
    assert verdict("- **場所**: 東京", "場所: 東京") == "same"


def test_one_that_says_more_covers_the_other() -> None:
    found = judge("Use pnpm for installs.", "Use pnpm for installs in the frontend.")
    assert (found.verdict, found.covers) == ("unsure", "right")
    assert judge("Maybe use pnpm for installs.", "Use pnpm for installs in the frontend.").covers == ""


@given(st.text(max_size=200))
def test_anything_is_the_same_as_itself(text: str) -> None:
    assert verdict(text, text) == "same"


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_two_texts_get_one_verdict_from_both_ends(left: str, right: str) -> None:
    assert verdict(left, right) == verdict(right, left)


SUBJECTS = st.sampled_from(["the importer", "the billing service", "the nightly job", "the login page"])
DEEDS = st.sampled_from(["reads the cache", "checks the token", "sends an email", "needs a restart", "supports IPv6"])


@given(SUBJECTS, DEEDS, st.sampled_from(["does not {}", "no longer {}s", "never {}s"]))
def test_a_denial_contradicts_what_it_denies(subject: str, deed: str, turn: str) -> None:
    verb, rest = deed.split(" ", 1)
    denial = turn.format(verb.removesuffix("s")) + f" {rest}"
    assert verdict(f"{subject} {deed}", f"{subject} {denial}") == "contradicts"


@given(SUBJECTS, SUBJECTS, st.integers(2, 900), st.integers(2, 900))
def test_another_number_contradicts_only_of_the_same_thing(one: str, other: str, first: int, second: int) -> None:
    found = verdict(f"The timeout of {one} is {first} seconds.", f"The timeout of {other} is {second} seconds.")
    assert found == ("same" if (one, first) == (other, second) else "contradicts" if one == other else found)
    assert one == other or found in ("unsure", "unrelated")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use pnpm instead of npm", "Use pnpm instead of yarn"),
        ("We switched from npm to pnpm", "We switched from yarn to pnpm"),
        ("Use uv, not pip", "Use uv, not poetry"),
        ("dayjs replaces moment", "dayjs replaces luxon"),
    ],
)
def test_the_same_instead_of_something_else_is_something_else(left: str, right: str) -> None:
    for found in (judge(left, right), judge(right, left)):
        assert found.verdict != "same" and not found.covers and not found.leans


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use tabs in Go and spaces in Python", "Use tabs in Python and spaces in Go"),
        ("Orders are stored in Postgres and cached in Redis", "Orders are stored in Redis and cached in Postgres"),
        ("Lena reviews backend changes and Tom reviews frontend changes",
         "Lena reviews frontend changes and Tom reviews backend changes"),
    ],
)  # fmt: skip
def test_the_same_words_joined_otherwise_say_something_else(left: str, right: str) -> None:
    found = judge(left, right)
    assert found.verdict != "same" and not found.covers and found.leans != "same"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Use black and ruff", "Use ruff and black"),
        ("Deploys happen on Mondays and Thursdays", "Deploys happen on Thursdays and Mondays"),
        ("Logs, metrics and traces go to Grafana", "Metrics, traces and logs go to Grafana"),
    ],
)
def test_a_list_may_come_in_any_order(left: str, right: str) -> None:
    assert verdict(left, right) == "same"
