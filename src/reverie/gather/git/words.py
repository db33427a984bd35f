"""The words by which commits say that something was repaired, and what: learnt by reading the subjects of seven public
histories. Only vocabulary lives here; `kinds` draws the conclusions."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _either(text: str) -> str:
    return "(?:" + "|".join(text.split()) + ")"


_SOFTENED = _either(
    "really actually try(?:ing)? attempt(?:ed|ing)? hopefully properly also quick small minor another more to a"
    " temporary potential possible"
)
FIX = re.compile(rf"(?:{_SOFTENED} +)*(?:(?:hot|bug)[ -]?)?fix(?:e[sd]|ing)?\b(?![-/_!.(=])[: ]*", re.I)
FIX_AT_END = re.compile(r"\b(?:bug|crash|error|regression|leak|race|deadlock|failure)[ -]?fix(?:es)?\.?$", re.I)
# "fixed" before these is an adjective; "fixup", "fixme" and "fixture" are something else altogether.
ADJECTIVE = re.compile(
    "fixed " + _either("size width point length number seed set version header position value rate time interval")
    + r"s?\b|fix[ -]?(?:up|me|it|ture)s?\b",
    re.I,
)  # fmt: skip
FIXED_ISSUE = re.compile(r"\bfix(?:es|ed)?[: ]+(?:issue +)?#\d+", re.I)
BROKEN = re.compile(
    r"\b(?:bug|regression|crash|deadlock|race condition|memory leak)(?:s|es)?\b"
    r"(?![-/ ]*(?:report|tracker|test|check|template|registry|label|suite))"
    r"|\bbroken$|\b(?:is|are|was|were) broken\b|\b(?:does(?:n't| not)|not) work(?:ing)?$",
    re.I,
)


def may_tell_of_a_fix(small: str) -> bool:
    """Whether any of the patterns above can match: seven of ten titles need no look at all."""
    return (
        "fix" in small or "bug" in small or "broken" in small or "work" in small or "crash" in small
        or "regression" in small or "deadlock" in small or "race cond" in small or "memory leak" in small
    )  # fmt: skip


# Issues are closed by features too, so "fixes #12" at the end needs one of these beside it.
REPAIRED = re.compile(
    r"\b(?:bug|regression|crash\w*|avoid|prevent|correct(?:ly)?|properly|handle|don'?t|do not|wrong(?:ly)?|broken"
    r"|fail\w*|error\w*|exception|traceback|leak\w*|race|invalid|missing|deadlock\w*|hang\w*|panic\w*|fix(?! #))\b",
    re.I,
)
# The title of a request that "fix #12" closes: something new, whatever the verb.
WANTED = re.compile(
    r"\[(?:feature|enhancement|feat|rfe)(?:[ -]requests?)?\]|\bfeature[ -]requests?:|\(feature[ -]requests?\)", re.I
)
# A commit that begins so is about a bug without repairing it.
ABOUT = re.compile(
    _either(
        "add test document mention update report show note reproduc remove delete xfail skip improve track mark try"
        " bump disable new move rename refactor introduce better more catch detect check find failing allow support"
        " enable log print ignore upgrade"
    ),
    re.I,
)

FILLER = _words(
    "a an the some several many more minor small little tiny few bunch various another other all remaining last new old"
    " my our wrong bad broken incorrect invalid missing failing stray outdated dead accidental obvious silly stupid"
    " issue issues error errors warning warnings problem problems failure failures check checks complaint complaints"
    " finding findings mistake mistakes stuff thing things again now fix fixes this that these those up nit bit lot"
)
# Of these the last word alone tells what was fixed…
_STRONG = {
    "typo": "typo typos spelling spellings misspelling misspellings grammar wording"
    " word words punctuation capitalization terminology",
    "lint": "lint linter linters linting flake8 pyflakes pylint ruff isort mypy pyright eslint prettier codespell"
    " clippy rustfmt gofmt golint swiftlint ktlint detekt rubocop stylelint oxlint golangci-lint staticcheck"
    " errcheck shellcheck pydocstyle whitespace whitespaces indentation typing pep8 codeclimate deepsource nits",
    "docs": "docs documentation docstring docstrings readme changelog comment comments tutorial hyperlink badge badges"
    " translation translations favicon jsdoc javadoc godoc help-text copyright",
    "review": "review reviews feedback round rounds",
    "test": "test tests testcase testcases unittest unittests coverage fixture fixtures flake flakes mock mocks"
    " doctest doctests xfail",
    "ci": "ci travis appveyor tox workflow workflows circleci codecov pyup",
}
# …and of these only among their own kind: "list formatting" and "port conflict" may be behaviour.
_WEAK = {
    "lint": "black formatting format style styling code unused pre-commit spacing newline newlines"
    " trailing naming space spaces",
    "docs": "doc link links url urls markup anchor anchors heading headings rst markdown sphinx"
    " example examples crossref reference references note notes page",
    "merge": "conflict conflicts rebase merge merging",
    "release": "release version versions number",
    "deps": "dependency dependencies requirement requirements lockfile lock pin pins pinning",
    "build": "build builds packaging makefile dockerfile wheel wheels installer",
    "types": "type types typings",
}
STRONG = {word: tag for tag, words in _STRONG.items() for word in words.split()}
ANY = STRONG | {word: tag for tag, words in _WEAK.items() for word in words.split()}
NOT_BEHAVIOUR = frozenset({"typo", "lint", "docs", "review", "merge", "release", "deps"})
# Only the strong ones: as a scope, "build", "lock" or "types" is mostly a part of the product.
SCOPES = STRONG | {
    "doc": "docs",
    "deps": "deps",
    "deps-dev": "deps",
    "dev-deps": "deps",
    "website": "docs",
    "functest": "test",
}

OBJECT_ENDS = re.compile(
    r" (?:in|of|for|from|on|at|under|by|per|via|after|due|found|reported|to|that|which|where|introduced|into|about)\b"
    r"|[(:;]| -+ ",
    re.I,
)
# "correct misleading documentation", "terminology update": these say only that something was done to it.
DONE_TO = re.compile(
    r"^(?:correct|update|clarify|improve|adjust|tweak|polish|reword|rephrase|soften|address|apply|resolve|satisfy"
    r"|appease|silence|tidy|clean up|move|rename|add|extend|more)\b +| (?:updates?|fix(?:es)?|clean-?ups?|improvements?"
    r"|changes?|tweaks?|corrections?)$",
    re.I,
)
CONDITION = re.compile(r" (?:with|when|if|while|without|not|so|being|producing|causing|breaking)\b", re.I)
TYPO = re.compile(r"(?:(?:a|the|some|small|minor) )?(?:typos?|spelling|wording|misspelling)\b(?! and )", re.I)
AND = re.compile(r" and |[,&+/]| plus ", re.I)
FOR_LINTERS = re.compile(
    r"\b(?:(?:compiler|gcc|clang|msvc|rustc|sonar\w*|coverity|cppcheck|deprecation) (?:warning|issue|finding|nit)s?"
    r"|unused (?:var\w*|param\w*|arg\w*|function|include)s?)\b|(?:^| )-W[a-z][a-z-]+|"
    r"\b(?:eslint|pylint|flake8|ruff|clippy|swiftlint|golangci-lint|rubocop|ktlint|shellcheck) [\w:.-]+(?= |$)|"
    r"^(?:cs(?: check)?|sonar|(?:compiler |build )?warnings?)$|"
    r"\btype[- ]?(?:hint|annotation)s?\b|\bunused imports?\b|\bimports? (?:order|sorting)\w*\b|\bline lengths?\b",
    re.I,
)
TEST_NAMES = re.compile(r"\btest_\w+|\b(?:unit ?)?tests?[ -](?:case|suite|run|file|module|class)(?:s|es)?\b", re.I)
IN_DOCS = re.compile(
    r"\b(?:in|to|of|on|for) (?:the |some |our )?(?:\S+ )?"
    r"(?:docs?|documentation|docstrings?|readme|changelog|comments?|examples?|tutorial|guide)\b|\S+\.(?:md|rst)\b",
    re.I,
)
WORD = re.compile(r"[\w.-]*\w")

_DOC_FILE = re.compile(
    r"(?:^|/)(?:docs?|docs_src|website|documentation|man)/|\.(?:md|mdx|rst|adoc|po|svg|png|jpg|gif)$"
    r"|(?:^|/)(?:readme|changelog|changes|authors|license|contributing|news|history)[^/]*$",
    re.I,
)
_TEST_FILE = re.compile(
    r"(?:^|/)(?:__)?(?:tests?|testing|functest|specs?|playground|e2e|fixtures|cypress)(?:__)?/"
    r"|(?:^|/)(?:test_[^/]+|conftest\.py|[^/]*[._-](?:test|spec|tests)\.\w+)$",
    re.I,
)
_CI_FILE = re.compile(
    r"(?:^|/)(?:\.github/|\.circleci/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|tox\.ini|noxfile"
    r"|\.pre-commit-config|scripts/ci/|codecov)",
    re.I,
)
AREAS = (("docs", _DOC_FILE), ("test", _TEST_FILE), ("ci", _CI_FILE))
