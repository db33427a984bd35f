"""Given this history, these patterns are noticed, and those are not."""

from __future__ import annotations

from reverie.notice import bugs, failures, repeat_fix, reverts, twins
from reverie.notice.view import View, told_once
from reverie.records.events import BugEntry
from tests.learning.history import event, fix, made_twice, three, view

JWT = "services/auth/jwt.py"


def abouts(noticed: object) -> list[str]:
    return [cluster.about for cluster in noticed.clusters]  # type: ignore[attr-defined]


def jwt_fixes() -> list[object]:
    return [
        fix(12, "ada", "fix(auth): accept tokens of the old key", JWT),
        fix(9, "bob", "fix(auth): tokens without expiry pass", JWT),
        fix(3, "ada", "fix(auth): clock skew rejects fresh tokens", JWT),
    ]


def test_three_fixes_of_one_file_are_a_pattern_and_two_are_not() -> None:
    assert abouts(repeat_fix.notice(view(*jwt_fixes()))) == [f"file:{JWT}"]  # type: ignore[arg-type]
    few = repeat_fix.notice(view(*jwt_fixes()[:2]))  # type: ignore[arg-type]
    assert abouts(few) == []
    assert few.left_out == {"files with fewer than 3 fixes": 1}


def test_the_threshold_is_configurable() -> None:
    assert abouts(repeat_fix.notice(view(*jwt_fixes(), min_cluster_size=4))) == []  # type: ignore[arg-type]
    assert abouts(repeat_fix.notice(view(*jwt_fixes()[:2], min_cluster_size=2))) == [f"file:{JWT}"]  # type: ignore[arg-type]


def test_files_that_say_nothing_make_no_pattern() -> None:
    for path in (
        "CHANGELOG.md",
        "poetry.lock",
        "src/version.py",
        "package.json",
        "docs/x.rst",
        "vendor/a.c",
        "gen/a.pb.go",
    ):
        noticed = repeat_fix.notice(view(*(fix(d, "ada", f"fix: thing {d}", path) for d in (1, 2, 3, 4))))
        assert abouts(noticed) == [], path


def test_bots_mass_edits_wide_fixes_and_one_busy_day_do_not_count() -> None:
    wide = [f"services/a{i}.py" for i in range(20)]
    assert abouts(repeat_fix.notice(view(*(fix(d, "bot", f"fix: {d}", JWT, bot=True) for d in (1, 2, 3))))) == []
    assert abouts(repeat_fix.notice(view(*(fix(d, "ada", f"fix: {d}", JWT, *wide) for d in (1, 2, 3))))) == []
    same_day = [fix(2 + hour / 24, "ada", f"fix: hour {hour}", JWT) for hour in (0.1, 0.2, 0.3)]
    assert abouts(repeat_fix.notice(view(*same_day))) == []


def test_a_new_file_its_only_author_is_still_writing_is_left_out() -> None:
    new = [event(8, "ada", "commit", "feat: exporter", "services/new.py")]
    alone = [fix(d, "ada", f"fix: step {d}", "services/new.py") for d in (7, 5, 3)]
    assert abouts(repeat_fix.notice(view(*new, *alone))) == []
    others = [fix(d, who, f"fix: step {d}", "services/new.py") for d, who in ((7, "ada"), (5, "bob"), (3, "eve"))]
    assert abouts(repeat_fix.notice(view(*new, *others))) == ["file:services/new.py"]


def test_files_repaired_together_are_one_pattern() -> None:
    texts = ("fix: replay order", "fix: recovery order", "fix: order of steps")
    both = three("store/journal.py", *texts, also="store/recover.py")
    (cluster,) = repeat_fix.notice(view(*both)).clusters
    assert set(cluster.files) == {"store/journal.py", "store/recover.py"}


def revert(days: float, who: str, title: str, *files: str, of: str = "", body: str = "") -> object:
    return event(days, who, "revert", f'Revert "{title}"', *files, reverts=(of,) if of else (), body=body)


def test_reverts_are_grouped_by_what_they_have_in_common_not_lumped() -> None:
    noticed = reverts.notice(
        view(
            revert(20, "ada", "rename total", "orders/models.py"),  # type: ignore[arg-type]
            revert(9, "bob", "rename currency", "orders/models.py"),  # type: ignore[arg-type]
            revert(15, "eve", "cache by path", "search/cache.py"),  # type: ignore[arg-type]
            revert(11, "ada", "new fonts", "web/fonts.css"),  # type: ignore[arg-type]
        )
    )
    (cluster,) = noticed.clusters
    assert cluster.files == ("orders/models.py",)
    assert len(cluster.events) == 2
    assert noticed.left_out == {"reverts that stand alone": 2}


def test_a_chain_of_revert_reapply_revert_is_one_story_and_keeps_its_id_when_it_grows() -> None:
    first = event(20, "ada", "commit", "cache vectors by path", "search/cache.py")
    back = event(18, "bob", "revert", 'Revert "cache vectors by path"', "x/a.py", reverts=(first.span.commit,))
    again = event(15, "ada", "reapply", 'Reapply "cache vectors by path"', "y/b.py", reverts=(back.span.commit,))
    last = event(9, "eve", "revert", 'Revert "cache vectors by path"', "z/c.py", reverts=(again.span.commit,))
    (cluster,) = reverts.notice(view(first, back, again, last)).clusters
    assert [e.id for e in cluster.events] == [back.id, again.id, last.id]
    later = event(2, "eve", "revert", 'Revert "cache vectors by path"', reverts=(first.span.commit,))
    (grown,) = reverts.notice(view(first, back, again, last, later)).clusters
    assert grown.about == cluster.about


def test_the_same_error_three_times_is_a_pattern_wherever_it_is() -> None:
    named = [fix(d, who, f"fix: CacheMissError in {a}", f"services/{a}/x.py") for d, who, a in
             ((2, "ada", "mail"), (5, "bob", "search"), (9, "eve", "orders"))]  # fmt: skip
    assert abouts(failures.notice(view(*named))) == ["error:CacheMissError"]


def test_an_error_everybody_has_counts_only_within_one_part() -> None:
    spread = [
        fix(d, "ada", "fix: KeyError", f"services/{a}/x.py") for d, a in ((2, "mail"), (5, "search"), (9, "orders"))
    ]
    assert abouts(failures.notice(view(*spread))) == []
    near = [fix(d, "ada", f"fix: KeyError {d}", "services/mail/x.py") for d in (2, 5, 9)]
    assert abouts(failures.notice(view(*near))) == ["error:KeyError in services/mail"]


def test_an_error_a_change_brings_in_is_not_one_that_came_up() -> None:
    texts = ("fix: raise a CacheMissError for old keys", "fix: throw CacheMissError", "fix: use CacheMissError instead")
    named = [fix(d, "ada", text, "s/a.py") for d, text in zip((2, 5, 9), texts, strict=True)]
    assert failures.notice(view(*named)).clusters == ()


def test_a_fault_and_its_fix_in_steps_on_one_day_came_up_once() -> None:
    named = [
        fix(d, w, "fix: CacheMissError", "s/a.py") for d, w in ((2, "ada"), (2.01, "ada"), (2.02, "ada"), (5, "bob"))
    ]
    assert failures.notice(view(*named)).clusters == ()


def test_fixes_of_tests_and_declarations_touch_the_product_only_in_passing() -> None:
    tests = [fix(d, w, "fix: tests", "a/x.py", "tests/test_x.py", tags=("test",)) for d, w in
             ((2, "ada"), (5, "bob"), (9, "eve"))]  # fmt: skip
    assert repeat_fix.notice(view(*tests)).clusters == ()
    (cluster,) = repeat_fix.notice(
        view(*three("a/x.py", "fix: a b", "fix: c d", "fix: e f", also="a/constants.py"))
    ).clusters
    assert cluster.files == ("a/x.py",)


def test_a_fix_made_again_on_another_branch_counts_once() -> None:
    fixes = [fix(9, "ada", "fix: old tokens (#12)", JWT), fix(7, "bot", "[PR #12 backport][3.14] Fix: old tokens", JWT),
             fix(5, "ada", "fix: old tokens", "other.py")]  # fmt: skip
    kept, again = told_once(fixes)
    assert (kept, again) == ([fixes[0], fixes[2]], 1)


def test_in_a_project_of_one_day_everything_counts() -> None:
    fixes = [fix(0.1 + i / 100, "ada", f"fix: CacheMissError in {i}", "s/a.py") for i in range(3)]
    taken_back = [event(0.2 + i / 100, "ada", "revert", f'Revert "step {i}"', "s/b.py") for i in range(2)]
    young = View([*taken_back, *fixes])
    for detector in (repeat_fix, failures, reverts):
        assert len(detector.notice(young).clusters) == 1
        assert detector.notice(View(young.events, [event(9, "bob", "commit", "feat: begin", "x.py")])).clusters == ()


def test_observed_errors_count_too() -> None:
    seen = [event(d, "ci", "error", "TimeoutExpired: build", tags=("error:TimeoutExpired",)) for d in (1, 2, 3)]
    assert abouts(failures.notice(view(*seen))) == ["error:TimeoutExpired"]


MONEY = "services/billing/m.py"
BUG = BugEntry("BUG-007", "money is rounded with floats", files=("services/billing/",), tags=("rounding", "cents"),
               prevention="Use Decimal for money")  # fmt: skip


def test_a_known_bug_hit_by_two_people_is_a_pattern() -> None:
    hits = [
        fix(4, "ada", "fix: BUG-007 again", "x.py"),
        fix(2, "bob", "fix: cents lost in refunds", MONEY),
    ]
    (cluster,) = bugs.notice(view(*hits, registry=(BUG,))).clusters
    assert (cluster.about, len(cluster.events)) == ("bug:BUG-007", 2)


def test_one_person_mere_edits_and_other_bugs_of_the_same_file_are_no_hit() -> None:
    alone = [fix(4, "ada", "fix: BUG-007 again", "x.py"), fix(2, "ada", "fix: cents lost", MONEY)]
    assert bugs.notice(view(*alone, registry=(BUG,))).clusters == ()
    edits = [event(d, w, "commit", "feat: cents in the footer", MONEY) for d, w in ((4, "ada"), (2, "bob"))]
    assert bugs.notice(view(*edits, registry=(BUG,))).clusters == ()
    other = [fix(d, w, "fix: wrong colour of the button", MONEY) for d, w in ((4, "ada"), (2, "bob"))]
    assert bugs.notice(view(*other, registry=(BUG,))).clusters == ()
    longer_id = [fix(d, w, "fix: BUG-0071 crash", "x.py") for d, w in ((4, "ada"), (2, "bob"))]
    assert bugs.notice(view(*longer_id, registry=(BUG,))).clusters == ()


def test_the_same_fix_made_in_two_files_makes_them_twins() -> None:
    py, ts = "sdk/memory.py", "sdk-ts/memory.ts"
    fixes = made_twice(py, ts)
    (cluster,) = twins.notice(view(*fixes)).clusters
    assert cluster.files == (py, ts)
    assert twins.notice(view(*fixes[:3])).clusters == ()


def test_order_of_input_changes_nothing() -> None:
    events = [*jwt_fixes(), fix(4, "eve", "fix(auth): refresh tokens outlive logout", JWT, "services/auth/s.py")]
    there = repeat_fix.notice(view(*events)).clusters  # type: ignore[arg-type]
    back = repeat_fix.notice(view(*reversed(events))).clusters  # type: ignore[arg-type]
    assert there == back
