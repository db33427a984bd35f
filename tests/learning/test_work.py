"""A fix counts for a file only if it was made there, changed what the file does, and is still in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from reverie.notice import repeat_fix
from reverie.propose import repeat_fix as wording
from reverie.propose.draft import Desk
from reverie.records.events import Event
from reverie.tools.terms import Background
from reverie.tools.tree import Tree
from tests.learning.history import fix, three, view

HERE, THERE, TEST = "a/x.py", "a/y.py", "tests/test_x.py"
TEXTS = ("fix: odd colours after sunset", "fix: slow start under load", "fix: lost rows")
LARGE = Background(f"feat: thing {n}" for n in range(1600))


def rules(fixes: Sequence[Event], **known: object) -> list[str]:
    """What is said of fixes that all came with a test."""
    seen = view(*(replace(one, files=(*one.files, TEST)) for one in fixes))
    known.setdefault("tree", Tree([HERE, THERE, TEST]))
    desk = Desk(known.pop("background", LARGE), **known)  # type: ignore[arg-type]
    worded = (wording.word(cluster, desk) for cluster in repeat_fix.notice(seen).clusters)
    return [draft.rule for draft in worded if draft]


def sized(fixes: Sequence[Event], *sizes: Mapping[str, int]) -> dict[str, Mapping[str, int]]:
    return {one.span.commit: size for one, size in zip(fixes, sizes, strict=True)}


def test_a_wide_fix_that_only_brushes_the_file_does_not_count() -> None:
    fixes = three(HERE, *TEXTS, also=THERE)
    mostly_there = sized(fixes, {HERE: 90}, {HERE: 14, THERE: 80}, {HERE: 9})
    assert rules(fixes, sizes=mostly_there) == []
    also_there = sized(fixes, {HERE: 90}, {HERE: 30, THERE: 80}, {HERE: 9})
    assert len(rules(fixes, sizes=also_there)) == 1


def test_where_most_was_done_is_the_place_however_many_others_there_are() -> None:
    fixes = three(HERE, *TEXTS)
    spread = {HERE: 10} | {f"b/{n}.py": 9 for n in range(5)}
    assert len(rules(fixes, sizes=sized(fixes, {HERE: 3}, spread, {HERE: 3}))) == 1
    everywhere = {HERE: 2} | {f"b/{n}.py": 2 for n in range(9)}
    assert rules(fixes, sizes=sized(fixes, {HERE: 3}, everywhere, {HERE: 3})) == []


def test_a_fix_that_changes_nothing_here_does_not_count() -> None:
    fixes = three(HERE, *TEXTS)
    assert rules(fixes, sizes=sized(fixes, {HERE: 0}, {HERE: 4}, {HERE: 4})) == []


def test_a_subject_is_quoted_only_if_it_speaks_of_this_file() -> None:
    fixes = [
        fix(12, "ada", "fix: forms of the other page", HERE, THERE),
        fix(10, "bob", "fix: setup.json of the packages", HERE),
        *three(HERE, *TEXTS),
    ]
    sizes = sized(fixes, {HERE: 30, THERE: 70}, *({HERE: 9} for _ in range(4)))
    (rule,) = rules(fixes, sizes=sizes)
    assert "five fixes" in rule
    assert "other page" not in rule
    assert "setup.json" not in rule


def brought(fixes: Sequence[Event], line: str) -> Callable[[str, str], Sequence[str]]:
    return lambda commit, path: [f"+    {line}", f"-# {commit}"] if path == HERE else []


def test_what_the_fixes_brought_is_no_longer_there() -> None:
    fixes = three(HERE, *TEXTS)
    changed = brought(fixes, "widths = measure(columns, margins, padding)")
    assert rules(fixes, changed=changed, text=lambda path: "from elsewhere import everything") == []
    assert len(rules(fixes, changed=changed, text=lambda path: "widths = measure(columns, margins)")) == 1


def test_a_fix_undone_the_next_day_is_one_with_what_undid_it() -> None:
    fixes = three(HERE, *TEXTS)
    again = fix(4.5, "bob", "fix: start from a queue", HERE)
    changes = {
        fixes[1].span.commit: ["+    loop = isolated(start)", "+    loop.run()", "+    loop.close()"],
        again.span.commit: ["-    loop = isolated(start)", "-    loop.run()", "+    queue.start()"],
    }
    four = [fixes[0], fixes[1], again, fixes[2]]
    (rule,) = rules(four, changed=lambda commit, path: changes.get(commit, ()))
    assert rule.startswith("`a/x.py` needed three fixes")
    assert "slow start under load" not in rule


def test_a_function_inside_another_is_not_taken_for_what_follows_it() -> None:
    fixes = three(HERE, *TEXTS)
    inside = {one.span.commit: [(HERE, "def save_all(rows):", 8)] for one in fixes}
    plain = "def save_all(rows):\n    write(rows)\n"
    (rule,) = rules(fixes, inside=inside, text=lambda path: plain)
    assert "`save_all`" in rule
    outer = "def stream(\n    rows,\n) -> tuple[(int, int)]:\n    if rows:\n"
    nested = outer + "        def save_all(rows):\n            write(rows)\n"
    (rule,) = rules(fixes, inside=inside, text=lambda path: nested)
    assert "`save_all`" not in rule
    below = "class Rows:\n        def save_all(self):\n            write(rows)\n"
    (rule,) = rules(fixes, inside=inside, text=lambda path: below)
    assert "`save_all`" not in rule  # what was changed stands beside it


def test_a_burst_that_ended_long_ago_is_over() -> None:
    old = [fix(200 + days, who, text, HERE) for days, who, text in zip((9, 5, 2), "abc", TEXTS, strict=True)]
    found = repeat_fix.notice(view(*old))
    assert found.clusters == ()
    assert found.left_out["files whose fixes ended long ago"] == 1
    slow = [fix(125 + days, who, text, HERE) for days, who, text in zip((180, 90, 2), "abc", TEXTS, strict=True)]
    assert len(repeat_fix.notice(view(*slow)).clusters) == 1


def test_what_is_spread_thin_weighs_less_and_alone_teaches_nothing() -> None:
    def some(*days: float) -> list[Event]:
        return [fix(day, who, text, HERE, TEST) for day, who, text in zip(days, "abc", TEXTS, strict=True)]

    strengths = [repeat_fix.notice(view(*some(*days))).clusters[0].strength for days in ((29, 15, 2), (180, 90, 2))]
    assert strengths[0] > strengths[1]
    tree = Tree([HERE, TEST])
    assert len(rules(some(180, 90, 2), tree=tree, background=LARGE)) == 1
    assert rules(some(400, 200, 2), tree=tree, background=LARGE) == []


def test_one_persons_work_of_a_few_days_is_a_series() -> None:
    def made(first: float, other: str = "ada") -> tuple[Event, ...]:
        return tuple(fix(day, who, "fix: x", HERE) for day, who in ((first, "ada"), (1, other), (0, "ada")))

    assert wording._is_a_series(made(2))
    assert not wording._is_a_series(made(9))
    assert not wording._is_a_series(made(2, "bob"))


def test_a_function_that_is_most_of_its_file_says_no_more_than_the_file() -> None:
    fixes = three(HERE, *TEXTS)
    inside = {one.span.commit: [(HERE, "def save_all(rows):", 8)] for one in fixes}
    lines = ["def save_all(rows):", *(f"    step_{n}()" for n in range(60)), *(f"other_{n} = 1" for n in range(60))]
    (rule,) = rules(fixes, inside=inside, text=lambda path: "\n".join(lines))
    assert "`save_all`" not in rule
    (rule,) = rules(fixes, inside=inside, text=lambda path: "\n".join([*lines, *(f"more_{n} = 1" for n in range(90))]))
    assert "`save_all`" in rule


def test_a_lone_everyday_word_is_no_theme_in_a_large_history() -> None:
    fixes = three(HERE, "fix: lanterns in the dark rows", "fix: slow lanterns at noon", "fix: colours of lanterns")
    (rule,) = rules(fixes)
    assert "take care with" not in rule
    (rule,) = rules(fixes, background=view(*fixes).background, text=lambda path: "class Lantern: pass")
    assert "take care with lanterns" in rule


def test_what_only_shows_how_to_use_the_product_is_not_the_product() -> None:
    shown = "examples/shop/cart.py"
    assert rules(three(shown, *TEXTS), tree=Tree([shown, "tests/test_cart.py"])) == []


def test_fixes_that_say_nothing_are_not_counted_in_a_large_history() -> None:
    (rule,) = rules([*three(HERE, *TEXTS), fix(8, "eve", "fix: address review feedback", HERE)])
    assert "three fixes" in rule


def test_one_quote_for_several_fixes_is_too_little() -> None:
    fixes = three(HERE, *TEXTS, also=THERE)
    elsewhere = {HERE: 30, THERE: 70}
    assert rules(fixes, sizes=sized(fixes, {HERE: 90}, elsewhere, elsewhere)) == []


def test_another_file_is_named_beside_it_only_if_the_fixes_were_made_there_too() -> None:
    fixes = three(HERE, *TEXTS, also=THERE)
    (rule,) = rules(fixes, sizes=sized(fixes, *({HERE: 60, THERE: 1} for _ in fixes)))
    assert rule.startswith("`a/x.py` needed")
    (rule,) = rules(fixes, sizes=sized(fixes, *({HERE: 60, THERE: 40} for _ in fixes)))
    assert rule.startswith("`a/x.py` and `a/y.py` needed")
