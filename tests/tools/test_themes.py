"""What people hold against the ways of agents: told however it is put, and not where it is about something else."""

from __future__ import annotations

import pytest

from reverie.tools.themes import THEMES, themes_of

TOLD = {
    "commit": (
        "I did not say commit anything",
        "who told you to commit?",
        "please don't commit without my approval",
        "ask me before committing",
        "no commits until I have seen it",
        "I'll commit it myself",
    ),
    "push": ("why did you push?", "never push without asking me", "I didn't ask you to push", "do not push to remote"),
    "branch": ("cut a branch first", "not on main please", "before you touch it, switch to a new branch"),
    "fresh": ("rebase from main first", "pull first", "before editing anything, pull in the latest"),
    "tests": ("why did you delete the test?", "don't skip the failing tests", "fix the code not the test"),
    "mocks": ("do not use mock data", "I want the real api instead of a stub", "no mocks", "you hardcoded the id"),
    "fallbacks": ("we don't need backward compatibility", "no fallbacks"),
    "comments": ("stop adding comments everywhere", "remove the obvious comments", "no comments please"),
    "documents": ("don't write a summary file", "stop creating markdown reports"),
    "libraries": ("without an extra dependency please", "do we really need this library?", "no new libraries"),
    "server": ("no need to start the dev server", "the server is already running", "i'm already running the server"),
    "checks": ("don't run the full suite", "no need to run e2e tests"),
    "talk": (
        "wait, let's discuss",
        "don't implement anything yet",
        "it was only a question",
        "show me your plan first, then go",
    ),
    "scope": (
        "let's do that in a separate PR",
        "I never asked you to rename the files",
        "why did you touch the parser?",
        "only do what I asked",
    ),
    "proof": ("did you even run it?", "you said it works", "you never tested that", "prove to me that it does"),
    "causes": ("find the root cause", "no workarounds please", "that feels hacky"),
    "keep": ("you removed the footer, put it back", "why did you delete the seeds?", "you are deleting half of it"),
}
NOT_TOLD = (
    # the opposite
    "I told you to commit before you start the next step",
    "why do you never commit?",
    "don't stop committing, I like the small commits",
    "no, use a mock",
    "don't call the real service in tests, mock it",
    "don't break backwards compatibility",
    "don't remove the fallback",
    "no, add a comment explaining why",
    "don't delete my comments",
    "no, write it in the README",
    "no, merge it into main",
    "no, use an external library for that",
    "no need to find the root cause",
    "don't show me a plan first, just code",
    "why did you not push?",
    # something else
    "commit it and push",
    "don't commit the .env file",
    "don't commit until the tests pass",
    "don't push items into the array while iterating",
    "don't forget the commit message",
    "push notifications do not arrive",
    "the pull request from main is merged",
    "merge conflicts again, let us deal with that first",
    "take the else branch first",
    "can you remove the tests that check nothing?",
    "you didn't trim the whitespace",
    "if you removed the field the form breaks",
    "it must stay under 200ms",
    "the comments on the PR are still open",
    "can you add a document for the parser?",
    "now make the readme shorter",
    "the page is too slow when there are many rows",
    "the query takes too long",
    "this test fails",
    "don't edit code in the generated folder",
    "don't run the web server as root",
    "use the server action instead",
    "the variable is out of scope in the closure",
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
