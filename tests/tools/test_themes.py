"""What people hold against the ways of agents: told however it is put, and not where it is about something else."""

from __future__ import annotations

import pytest

from reverie.tools.themes import THEMES, themes_of

TOLD = {
    "commit": (
        "I did not say commit anything",
        "don't check that in",
        "who told you to commit?",
        "Dont just commit it",
    ),
    "push": ("why did you push?", "never push without asking me", "I didn't ask you to push"),
    "branch": ("cut a branch first", "not on main please", "before you touch it, switch to a new branch"),
    "fresh": ("rebase from main first", "pull first", "before editing anything, pull in the latest"),
    "talk": (
        "wait, let's discuss",
        "don't implement anything yet",
        "I was only asking a question",
        "show me your plan first, then go",
    ),
    "scope": (
        "let's do that in a separate PR",
        "I never asked you to rename the files",
        "why did you touch the parser?",
        "only do what I asked",
    ),
    "simple": ("this is overengineered", "too complicated", "take the simplest way"),
    "reuse": ("we already have a helper for dates", "avoid code duplication", "can't we reuse the old form?"),
    "claims": ("are you sure?", "you made that up", "stop guessing", "that is not correct, it is a queue"),
    "proof": ("did you even run it?", "you said it works, and it does not", "you never tested that"),
    "causes": ("find the root cause", "no workarounds please", "that feels hacky"),
    "tests": ("why did you delete the test?", "don't skip the failing tests"),
    "mocks": ("do not use mock data", "I want the real api instead of a stub"),
    "fallbacks": ("we don't need backward compatibility", "no fallbacks"),
    "comments": ("stop adding comments everywhere", "remove the obvious comments"),
    "documents": ("don't write a summary file", "stop creating markdown reports"),
    "keep": ("you removed the footer, put it back", "why did you delete the seeds?"),
    "pace": ("one thing at a time", "slow down"),
    "neighbours": ("keep it consistent with the other pages", "follow the existing pattern"),
    "checks": ("don't run the full suite", "too slow."),
    "server": ("no need to start the dev server", "the server is already running"),
    "libraries": ("without an extra dependency please", "do we really need this library?"),
}
NOT_TOLD = (
    "I told you to commit before you start the next step",
    "commit it and push",
    "don't forget the commit message",
    "why did you not push?",
    "push notifications do not arrive",
    "the pull request from main is merged",
    "merge conflicts again, let us deal with that first",
    "can you remove the tests that check nothing?",
    "if you removed the field the form breaks",
    "the comments on the PR are still open",
    "can you add a document for the parser?",
    "now make the readme shorter",
    "the page is too slow when there are many rows",
    "this test fails",
    "the simple form has two fields",
    "use the server action instead",
)


def test_every_theme_is_tried() -> None:
    assert sorted(TOLD) == sorted(theme.name for theme in THEMES)
    assert len({theme.rule for theme in THEMES}) == len(THEMES)


@pytest.mark.parametrize(("name", "words"), [(name, words) for name, rows in TOLD.items() for words in rows])
def test_what_is_held_against_an_agent_is_told_however_it_is_put(name: str, words: str) -> None:
    assert name in [theme.name for theme in themes_of(words)]


@pytest.mark.parametrize("words", NOT_TOLD)
def test_what_only_sounds_alike_is_not(words: str) -> None:
    assert themes_of(words) == []


def test_other_apostrophes_are_heard() -> None:
    assert themes_of("I didn’t ask you to push") == themes_of("I didn't ask you to push")
