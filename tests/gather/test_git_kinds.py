"""Given a subject as people write them, this is what kind of commit it says it is."""

from __future__ import annotations

import pytest

from reverie.gather.git.kinds import classify
from reverie.tools.titles import Title, requests, same, split

FIXES = """
fix: refuse expired tokens
fix(auth)!: refuse expired tokens
hotfix: stop the leak
bugfix: keep the order
Bugfix: do not touch the cache file
Fix crash on an empty file
Fixes #12
Fixed the retry loop
fixed recalculating relative paths
remote: s3: fix upload of empty files
[storage/local] fix timer.Reset usage
[BUG-12] Fix double free
🐛 Avoid a missing key
:bug: Preserve the exit code
web:Fix a goroutine leak
Bug in the lexer with non-Latin digits
Regression in the chain with generators
Closes #12: a bug in the parser
Avoid progress before the iteration (fix #651)
sync: avoid deadlocks with custom wakers
Fix formatting with empty options_metavar
Fix mypy plugin crash
Fix pre-commit install on Windows
Fix port conflict when two servers start
fix(worker): support comment in worker constructor
Fix parser bug and typo in docs
fix
"""
NOT_FIXES = """
[Feature Request]: Fix layout of small windows
Fix #412 [Feature Request] allow custom headers
Fixes #12: [Enhancement] dark mode
fix feature request: dark mode
Add fixtures for the parser
prefix all routes
Use a fixed-width font
Fixed size buffers for reads
Fixed-point arithmetic
fixture: share the client
fixup! Fix the parser
fixme comments listed
Debug output for the shrinker
Add a regression test for #339
Add test that would catch that bug
Update bug report template
docs: fix the example
chore: fix the build script
refactor: fix naming
Suffix of the branch
list: add --sort-by, fixes #9009
implement --progress for upgrade, fixes #291
Remove workaround for a bug in pip
"""
SMALL = """
fix typo|typo
Fix typo in foo.py|typo
fix: typo in client log|typo
Fix docstring typos|typo
Fixed typo server -> client|typo
fix lint|lint
Fix linting errors|lint
Fixes mypy|lint
fix: isort + black|lint
Fix type annotations of the client|lint
Fix whitespace|lint
app: fix swiftlint|lint
app: fix swiftlint opening_brace issue|lint
fix warnings in the tray icon|lint
fix docs|docs
Fix broken links|docs
Fix bad links in docs|docs
Fix errors in the docstring for reorder|docs
fix(readme): link to the extension|docs
readme: fix travis icon|docs
fix merge conflicts|merge
Fix version number|release
fix(deps): update all non-major dependencies|deps
Fix review feedback|review
"""
TAGGED = """
Fix flaky test|test
tests: fix get_gitignore_content|test
ci: fix the cache key|ci
Fix test and a typo|test typo
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("subject", lines(FIXES))
def test_fixes_of_behaviour(subject: str) -> None:
    assert classify(subject, "", ("src/app.py",))[:2] == ("fix", ())


@pytest.mark.parametrize("subject", lines(NOT_FIXES))
def test_what_only_sounds_like_a_fix(subject: str) -> None:
    assert classify(subject, "", ("src/app.py",)).kind == "commit"


@pytest.mark.parametrize("case", lines(SMALL))
def test_small_repairs_are_no_fixes_but_tagged(case: str) -> None:
    subject, _, tag = case.partition("|")
    assert classify(subject, "", ("src/app.py",)) == ("commit", (tag,), ())


@pytest.mark.parametrize("case", lines(TAGGED))
def test_fixes_beside_the_product_are_fixes_with_a_tag(case: str) -> None:
    subject, _, tags = case.partition("|")
    assert classify(subject, "", ("src/app.py",)) == ("fix", tuple(tags.split()), ())


@pytest.mark.parametrize(
    ("files", "kind", "tags"),
    [
        (("docs/guide.md", "README.rst"), "commit", ("docs",)),
        (("tests/test_app.py", "pkg/app_test.go"), "fix", ("test",)),
        ((".github/workflows/ci.yml",), "fix", ("ci",)),
        (("docs/guide.md", "src/app.py"), "fix", ()),
        ((), "fix", ()),
    ],
)
def test_the_files_have_a_word_too(files: tuple[str, ...], kind: str, tags: tuple[str, ...]) -> None:
    assert classify("Fix the parser of nested lists", "", files) == (kind, tags, ())


def test_a_subject_taken_apart() -> None:
    assert split("fix(auth)!: refuse old tokens") == Title("fix", "auth", "refuse old tokens")
    assert split("exp show: fix --exclude (#5071)") == Title("", "exp show", "fix --exclude (#5071)")
    assert split("revert: feat: a cache") == Title("revert", "", "feat: a cache")
    assert split("std::fmt: fix it") == Title("", "", "std::fmt: fix it")
    assert split("🐛 Fix it").type == "fix"


def test_titles_are_compared_without_their_requests() -> None:
    assert same("Add a Cache  (#12) (#14)") == same("add a cache.") == "add a cache"
    assert requests("Add a cache (#12) (#14)") == ["14", "12"]
