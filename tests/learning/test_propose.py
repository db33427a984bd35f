"""Each pattern becomes one sentence a person would have written, from what the evidence holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reverie.notice import bugs, failures, repeat_fix, reverts, twins
from reverie.notice.view import Detector, View
from reverie.propose import reverts as reverts_worded
from reverie.propose.candidates import propose
from reverie.propose.draft import Desk
from reverie.propose.lessons import lesson
from reverie.records.learning import Candidate
from reverie.tools.terms import Background
from reverie.tools.tree import Tree
from tests.learning.history import event, fix, made_twice, three, view
from tests.learning.test_notice import BUG, JWT, MONEY, jwt_fixes, revert

Inside = dict[str, list[tuple[str, str, int]]]


def only(
    detector: Detector,
    seen: View,
    inside: Inside | None = None,
    tree: Tree | None = None,
    text: str | None = None,
) -> Candidate:
    """`text`: what every file holds; by default words of every subject, in comments."""
    held = "\n".join(f"# {event.summary}" for event in seen.events) if text is None else text
    desk = Desk(seen.background, inside or {}, tree or Tree(), text=lambda path: held)
    (candidate,) = propose(detector(seen).clusters, desk).candidates
    return candidate


BUNDLE = "class Bundles:\n    def write_bundle(path):\n        pass\n\ndef bundle_config_file(path):\n    pass\n"


def test_repeated_fixes_name_the_file_and_what_they_share() -> None:
    found = only(repeat_fix.notice, view(*jwt_fixes()))  # type: ignore[arg-type]
    assert found.title == f"`{JWT}` needed three fixes in 9 days, all of them naming tokens"
    assert found.rule.startswith(f"When you change `{JWT}`, take care with tokens")
    assert found.rule.endswith(": three fixes in 9 days.")
    assert found.evidence[0].summary == "fix(auth): accept tokens of the old key"
    assert (found.weight, found.confidence) == (3, "medium")
    assert found.because == "three fixes, three days, two people"


def test_nobody_tests_a_workflow_it_is_tried() -> None:
    texts = ("fix: deploy tokens of the old key", "fix: deploy tokens without expiry", "fix: fresh deploy tokens")
    rule = only(repeat_fix.notice, view(*three(".github/workflows/deploy.yml", *texts))).rule
    assert "try it on a branch" in rule
    assert "add a test" not in rule


def test_the_tests_that_go_with_the_fixes_are_named() -> None:
    texts = ("fix: tokens of the old key", "fix: tokens without expiry", "fix: fresh tokens")
    with_test = three(JWT, *texts, also="tests/test_jwt.py")
    assert "run and extend `tests/test_jwt.py`" in only(repeat_fix.notice, view(*with_test)).rule


def test_the_test_named_like_the_file_stands_beside_one_that_most_changed() -> None:
    texts = ("fix: tokens of the old key", "fix: tokens without expiry", "fix: fresh tokens")
    fixes = [fix(9, "ada", texts[0], JWT, "tests/test_api.py"), fix(5, "bob", texts[1], JWT, "tests/test_api.py"),
             fix(2, "eve", texts[2], JWT, "tests/auth/test_jwt.py")]  # fmt: skip
    both = Tree([JWT, "tests/test_api.py", "tests/auth/test_jwt.py"])
    rule = only(repeat_fix.notice, view(*fixes), tree=both, text="# jwt tokens").rule
    assert "run `tests/test_api.py` and `tests/auth/test_jwt.py`, and add your case" in rule
    gone = Tree([JWT, "tests/auth/test_keys.py"])
    seen = view(*fixes)
    assert "add a test that fails without your change" in only(repeat_fix.notice, seen, tree=gone).rule
    large = Background(f"feat: thing {n}" for n in range(1600))
    assert propose(repeat_fix.notice(seen).clusters, Desk(large, tree=gone)).candidates == ()


def test_a_test_none_of_the_fixes_changed_is_not_named_where_they_changed_others() -> None:
    texts = ("fix: tokens of the old key", "fix: tokens without expiry", "fix: fresh tokens")
    fixes = [fix(9, "ada", texts[0], JWT, "tests/test_api.py"), fix(5, "bob", texts[1], JWT, "tests/test_web.py"),
             fix(2, "eve", texts[2], JWT)]  # fmt: skip
    tree = Tree([JWT, "tests/test_api.py", "tests/test_web.py", "tests/auth/test_jwt.py"])
    rule = only(repeat_fix.notice, view(*fixes), tree=tree, text="# jwt tokens").rule
    assert "run `tests/test_api.py` and `tests/test_web.py`, and add your case" in rule
    assert "test_jwt" not in rule


def test_a_file_that_few_of_the_fixes_changed_is_not_named() -> None:
    fixes = three("a/x.py", "fix: odd colours after sunset", "fix: slow start under load", "fix: lost rows")
    both = [fix(4, "ada", "fix: wrong unit", "a/x.py", "a/y.py"), fix(1, "bob", "fix: empty list", "a/x.py", "a/y.py"),
            fix(6, "eve", "fix: big numbers", "a/x.py", "a/y.py")]  # fmt: skip
    assert only(repeat_fix.notice, view(*fixes, *both)).scope == ("a/x.py",)


def test_a_fix_that_was_made_elsewhere_does_not_count() -> None:
    fixes = three("a/x.py", "fix: odd colours at night", "fix: slow start under load", "fix: lost rows", also="a/y.py")
    seen = view(*fixes)
    for lines, count in ((40, 1), (1, 0)):
        sizes = {
            fixes[0].span.commit: {"a/x.py": lines, "a/y.py": 60},
            fixes[1].span.commit: {"a/x.py": lines, "a/y.py": 9},
        }
        assert len(propose(repeat_fix.notice(seen).clusters, Desk(seen.background, sizes=sizes)).candidates) == count


def test_settings_and_styles_get_small_repairs_of_many_kinds() -> None:
    seen = view(*three("a/x.toml", "fix: odd colours after sunset", "fix: slow start under load", "fix: lost rows"))
    assert propose(repeat_fix.notice(seen).clusters, Desk(seen.background)).candidates == ()


def test_how_many_commits_there_were_besides_is_not_told() -> None:
    """Some of them may have been fixes that say so in other words: a share of all would be a claim too many."""
    others = [event(d, "eve", "commit", "feat: more", "a/x.py") for d in (25, 20, 7, 1)]
    found = only(
        repeat_fix.notice,
        view(
            *three("a/x.py", "fix: odd colours after sunset", "fix: slow start under load", "fix: lost rows"), *others
        ),
    )
    assert found.rule.startswith("`a/x.py` needed three fixes in 7 days")


def test_the_beginning_of_a_tickets_number_is_no_theme() -> None:
    texts = ("fix: LFE-12 odd colours after sunset", "fix: LFE-13 slow start under load", "fix: LFE-15 lost rows")
    assert "LFE" not in only(repeat_fix.notice, view(*three("a/x.py", *texts))).rule.partition(":")[0]


def test_a_test_that_usually_changes_with_the_file_is_named_where_no_fix_brought_one() -> None:
    usual = [event(20 + n, "eve", "commit", "feat: more", JWT, "tests/test_web.py") for n in range(3)]
    seen = view(*jwt_fixes())  # type: ignore[arg-type]
    desk = Desk(seen.background, {}, Tree([JWT, "tests/test_web.py"]), lambda path: usual)
    (found,) = propose(repeat_fix.notice(seen).clusters, desk).candidates
    assert "run and extend `tests/test_web.py`" in found.rule


def test_a_function_that_is_gone_is_not_named() -> None:
    texts = ("fix: shebang with odd line ends", "fix: sourcemap location of workers", "fix: bundles left open")
    fixes = three("a/config.py", *texts)
    inside = {f.span.commit: [("a/config.py", "def bundle_config_file(path):", 4)] for f in fixes}
    for text in ("", "# bundle_config_file went elsewhere", "def other():\n    return bundle_config_file(path)"):
        assert (
            "`bundle_config_file`"
            not in only(repeat_fix.notice, view(*fixes), inside, text=text).rule.partition("(")[0]
        )


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("public IReadOnlyList<Item> GetItemList(Query filter)", "GetItemList"),
        ("export const createCodex = async (options) => {", "createCodex"),
        ("func (s *Server) processClientMsg(c *client) error {", "processClientMsg"),
        ("std::vector<int> Parser::readAll(Stream& in)", "readAll"),
        (" * See also: the other one", ""),
        ("See also (the other one)", ""),
        ("class Tokens:", ""),
        ("if (!class_exists('X')) {", ""),
    ],
)
def test_the_function_in_a_heading(heading: str, name: str) -> None:
    fixes = three("a/config.cs", "fix: odd line ends", "fix: source location of workers", "fix: bundles left open")
    inside = {f.span.commit: [("a/config.cs", heading, 8)] for f in fixes}
    text = f"{heading.rstrip('{ ')} {{\n        also(x);\n}}\n" if name else f"/* {heading}\n */\n        also(x);\n"
    rule = only(repeat_fix.notice, view(*fixes), inside, text=text).rule
    assert (f"When you change `{name}` in" in rule) == bool(name)
    assert name or "When you change `" not in rule


def test_weak_patterns_are_left_out_of_a_large_history_whatever_else_there_is() -> None:
    taken = [
        revert(d, w, t, "orders/models.py") for d, w, t in ((20, "ada", "feat: rename a"), (9, "bob", "feat: drop b"))
    ]
    seen = view(*taken)  # type: ignore[arg-type]
    for background, count in ((seen.background, 1), (Background(f"feat: thing {n}" for n in range(1600)), 0)):
        proposed = propose(reverts.notice(seen).clusters, Desk(background))
        assert len(proposed.candidates) == count
        assert ("weak patterns, in a history this large" in proposed.left_out) == (count == 0)


def test_nothing_is_learned_about_files_that_are_gone() -> None:
    seen = view(*jwt_fixes())  # type: ignore[arg-type]
    proposed = propose(repeat_fix.notice(seen).clusters, Desk(seen.background, tree=Tree(["services/auth/tokens.py"])))
    assert proposed.candidates == ()
    assert proposed.left_out == {"patterns of files that are gone": 1}


def test_a_kind_of_fault_is_named_where_no_word_is_shared() -> None:
    texts = ("fix: two writers racing for the cursor", "fix: deadlock on close", "fix: overlapping flushes lose rows")
    found = only(repeat_fix.notice, view(*three("a/log.py", *texts)))
    assert "test it with callers that overlap" in found.rule
    assert found.title.endswith("all of them speaking of things happening at the same time")


@pytest.mark.parametrize("word", ["model", "reject"])
def test_a_theme_is_a_thing_not_any_thing_nor_a_deed(word: str) -> None:
    texts = (f"fix: {word} late rows", f"fix: colours where rows are {word}ed", f"fix: slow start while {word}ing")
    found = only(repeat_fix.notice, view(*three("a/x.py", *texts)))
    assert "take care" not in found.rule


def test_a_theme_of_one_sitting_is_none() -> None:
    fixes = [fix(9, "ada", "fix: wrong colours", "a/x.py")]
    fixes += [fix(2 + i / 24, "bob", f"fix: lanterns {what}", "a/x.py") for i, what in enumerate(("a", "of b", "in c"))]
    assert "lanterns and" not in only(repeat_fix.notice, view(*fixes)).rule
    again = fix(9, "ada", "fix: lanterns at night", "a/x.py")
    assert "lanterns and" not in only(repeat_fix.notice, view(again, *fixes[1:])).rule  # nor one of mostly one


def test_a_theme_is_not_the_name_of_the_file_in_two_words() -> None:
    texts = (f"fix: {what} chat windows" for what in ("odd rows in", "slow start of", "colours of"))
    assert "take care" not in only(repeat_fix.notice, view(*three("a/chatwindows.py", *texts))).rule


def test_a_function_comes_before_a_lone_word_that_as_many_share() -> None:
    fixes = three("a/x.py", "fix: lanterns in rows", "fix: slow lanterns", "fix: colours of lanterns")
    inside = {f.span.commit: [("a/x.py", "def write_bundle(path):", 8)] for f in fixes}
    text = f"# lanterns\n{BUNDLE}"
    assert "lanterns and" in only(repeat_fix.notice, view(*fixes), text=text).rule
    assert "`write_bundle`" in only(repeat_fix.notice, view(*fixes), inside, text=text).rule


def test_a_function_is_named_in_the_file_it_is_in() -> None:
    texts = ("fix: shebang with odd line ends", "fix: sourcemap location of workers", "fix: bundles left open")
    fixes = three("a/config.py", *texts, also="a/bundle.py")
    inside = {f.span.commit: [("a/bundle.py", "def write_bundle(path):", 8)] for f in fixes}
    assert "`write_bundle` in `a/bundle.py`" in only(repeat_fix.notice, view(*fixes), inside, text=BUNDLE).rule


def test_a_function_all_fixes_touch_is_named() -> None:
    texts = ("fix: shebang with odd line ends", "fix: sourcemap location of workers", "fix: bundles left open")
    fixes = three("a/config.py", *texts)
    inside = {f.span.commit: [("a/config.py", "def bundle_config_file(path):", 4)] for f in fixes}
    found = only(repeat_fix.notice, view(*fixes), inside, text=BUNDLE)
    assert "When you change `bundle_config_file` in `a/config.py`" in found.rule


def test_without_a_shared_cause_it_says_so_and_is_less_sure() -> None:
    fixes = three("a/x.py", "fix: wrong colour of links", "fix: slow start on Windows", "fix: missing comma in CSV")
    found = only(repeat_fix.notice, view(*fixes))
    assert "no shared cause found" in found.because


def test_fixes_that_say_nothing_make_no_candidate() -> None:
    fixes = [fix(d, w, "fix: address review feedback", "a/x.py") for d, w in ((9, "ada"), (5, "bob"), (2, "eve"))]
    seen = view(*fixes)
    proposed = propose(repeat_fix.notice(seen).clusters, Desk(seen.background))
    assert proposed.candidates == ()
    assert proposed.left_out == {"patterns too vague for a rule": 1}


def test_reverts_name_files_and_commits_and_quote_nobody() -> None:
    body = "This reverts commit abc.\n\nThe nightly report still reads the old column, so this needs a backfill."
    found = only(
        reverts.notice,
        view(
            revert(20, "ada", "feat(db): rename total to amount", "orders/models.py", body=body),  # type: ignore[arg-type]
            revert(9, "bob", "feat(db): rename currency to unit", "orders/models.py"),  # type: ignore[arg-type]
        ),
    )
    assert found.rule.startswith("Two reverts in 11 days in `orders/models.py` (")
    assert "rename" not in found.rule + found.title
    assert "backfill" not in found.rule + found.title
    assert found.evidence[0].summary == 'Revert "feat(db): rename total to amount"'


def test_what_was_on_trial_or_reverted_before_is_told_rightly() -> None:
    again = only(
        reverts.notice,
        view(
            revert(20, "ada", 'Revert "feat(db): rename total to amount"', "orders/models.py"),  # type: ignore[arg-type]
            revert(9, "bob", "feat(db): rename currency to unit", "orders/models.py"),  # type: ignore[arg-type]
        ),
    )
    assert again.rule.startswith("Two reverts in 11 days in `orders/models.py` (")
    trial = [revert(d, "ada", "feat: temporarily switch it off", "orders/models.py") for d in (20, 9)]
    seen = view(*trial)  # type: ignore[arg-type]
    assert propose(reverts.notice(seen).clusters, Desk(seen.background)).candidates == ()


def test_failures_known_bugs_and_twins_have_words_of_their_own() -> None:
    named = [fix(d, w, f"fix: CacheMissError in {a}", f"s/{a}.py") for d, w, a in
             ((2, "ada", "mail"), (5, "bob", "search"), (9, "eve", "orders"))]  # fmt: skip
    assert "three fixes in 7 days named `CacheMissError`" in only(failures.notice, view(*named)).rule
    hits = [fix(4, "ada", "fix: BUG-007 again", "x.py"), fix(2, "bob", "fix: cents lost in refunds", MONEY)]
    known = only(bugs.notice, view(*hits, registry=(BUG,)))
    assert "use Decimal for money: two fixes of two people in 2 days point to BUG-007" in known.rule
    fixes = made_twice("a/m.py", "b/m.ts")
    assert (
        "When you fix `a/m.py`, see whether `b/m.ts` needs the same: three fixes of one were followed"
        in only(twins.notice, view(*fixes)).rule
    )


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
        ("fix: Amazon orders without a date", "Amazon orders without a date"),
        ("fix: Deferred orders without a date", "deferred orders without a date"),
        ("fix: Close the buffer. Also log it", "close the buffer"),
        ("fix: restrict lc:2 envelopes", "restrict lc:2 envelopes"),
        ("Fix#6855 the browsable form", "the browsable form"),
        ("fix: treat If-None-Match: `*` as a match", "treat If-None-Match: `*` as a match"),
        ("Fixed #5363 -- local dates in forms", "local dates in forms"),
        ("fix: 8386 - Consumer reset at midnight", "consumer reset at midnight"),
        ("Fix for #16882: build of linker scripts", "build of linker scripts"),
        ("fix: keep the token a comment stood for", "keep the token a comment stood for"),
        ("fix: subflow outputs", ""),
        ("fix: subflow outputs in the docs", ""),
        ("win: fix const correctness warning (#5057)", ""),
        ("fix compilation warnings with GCC 15", ""),
        ("fix(ui): keep the cursor #41050", "keep the cursor"),
        ("fix: keep the casing of names in", "keep the casing of names"),
        ("fix: clean up listeners\\n\\nWhen headers", "clean up listeners"),
        ("Fix and centralize path lookup", "centralize path lookup"),
        ("bug fix in `tool install`", ""),
        ("fix: changing how sockets close", ""),
        ("fix: revert plugin changes, fix tests", ""),
        ("app: fix 12266 by asking the parent first", "asking the parent first"),
        ("app: fix regression caused by 3ee8ef4f650f550698ee", ""),
        ("Pool: fix corrupt rows caused by setCharS… (#15391)", "corrupt rows"),
        ("fix: " + "very " * 19 + "long text, which goes on", "very " * 19 + "long text…"),
        ("fix: " + "very " * 16 + "slow start (on machines with one core)", "very " * 16 + "slow start…"),
        ("fix: " + "very " * 40 + "long", None),
    ],
)
def test_a_lesson_is_the_subject_without_its_dress(subject: str, said: str | None) -> None:
    found = lesson(fix(1, "ada", subject, "x.py"), Background(["Add pages for Amazon stores"]))
    assert len(found) <= 111
    if said is not None:
        assert found == said


def test_a_title_that_was_cut_goes_on_in_the_body() -> None:
    cut = fix(1, "ada", "Pool: fix rows lost by setCharS… (#15391)", "x.py", body="…equence of names\n\nMotivation: …")
    assert lesson(cut, Background([])) == "rows lost by setCharSequence of names"


def test_half_of_a_word_with_a_hyphen_is_no_theme() -> None:
    texts = (f"fix: dates in {part} reflection-free parsers" for part in ("lists of", "maps of", "sets of"))
    assert "care with free parsers" not in only(repeat_fix.notice, view(*three("a/x.py", *texts))).rule


def test_what_only_names_a_place_is_no_kind_of_fault() -> None:
    texts = ("fix: grace period in shutdown", "fix: one loop for shutdown", "fix: a queue for cleanup")
    assert "lets go" not in only(repeat_fix.notice, view(*three("a/x.py", *texts))).rule
    texts = ("fix: sockets leak", "fix: rows never released", "fix: orphaned workers")
    assert "lets go" in only(repeat_fix.notice, view(*three("a/x.py", *texts))).rule


def test_an_error_is_said_of_a_file_only_if_all_changed_it() -> None:
    def rule(*files: str) -> str:
        named = [
            fix(9 - day, f"dev{day}", "fix: CacheMissError again", f"s/{file}.py") for day, file in enumerate(files)
        ]
        return only(failures.notice, view(*named)).rule

    assert "`s/mail.py`" not in rule("mail", "mail", "search", "orders")
    assert "`s/mail.py`" not in rule("mail", "mail", "mail", "orders")
    assert rule("mail", "mail", "mail", "mail").startswith("In `s/mail.py`, four fixes in 3 days named")


def test_two_reverts_that_share_only_a_file_are_weak_where_much_happens() -> None:
    large = Background(f"feat: thing {n}" for n in range(1600))
    body = "It broke the nightly report, because the old column is still read."
    other = [
        revert(20, "ada", "feat: rename a", "db/models.py", body=body),
        revert(9, "bob", "feat: drop b", "db/models.py"),
    ]
    same = [replace(one, reverts=("c" * 40,)) for one in other]  # type: ignore[type-var]
    for taken, count in ((other, 0), (same, 1)):
        seen = view(*taken)  # type: ignore[arg-type]
        assert len(propose(reverts.notice(seen).clusters, Desk(large)).candidates) == count


@pytest.mark.parametrize(
    "body",
    [
        "A third PR that fixes #23991, since the others did not.",
        "- [x] I have tested that it does not fail",
        "Fixes #12 because of crashes",
        "## Why this broke things",
    ],
)
def test_what_a_template_says_is_no_reason(body: str) -> None:
    taken = revert(20, "ada", "feat: rename a", "db/models.py", body=body)
    assert reverts_worded.reason_of(taken) == ""  # type: ignore[arg-type]


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
