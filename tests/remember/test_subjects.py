"""Which notes speak of the same, and which one a newer note takes the place of."""

from __future__ import annotations

import pytest

from reverie.remember.subjects import Subjects, subject
from reverie.remember.updates import change, superseded

NOTES = {
    "indent": "Indentation: tabs. They can be shown as wide as anybody likes.",
    "port": "The API listens on port 8080.",
    "dogs": "Pets I like: Dogs, especially Labradors. They are loyal companions.",
    "snakes": "Pets I dislike: Snakes. They move in unsettling ways.",
    "tea": "Drinks I like: Green tea. It is calming.",
}


def first(text: str, notes: dict[str, str] = NOTES) -> str:
    return Subjects(notes.items()).near(text)[0][0]


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Indentation: spaces. Four of them.", "indent"),
        ("The API listens on port 9090.", "port"),
        ("Pets I like: Dogs, especially Poodles. They are clever.", "dogs"),
        ("Pets I like: Snakes. They have become fascinating.", "snakes"),
        ("Drinks I dislike: Green tea. It tastes of grass.", "tea"),
    ],
)
def test_the_note_that_is_updated_comes_first(new: str, old: str) -> None:
    assert first(new) == old
    found = superseded(new, Subjects(NOTES.items()), NOTES)
    assert found is not None
    assert found[0] == old


def test_how_one_stands_to_a_thing_does_not_say_which_thing() -> None:
    assert set(subject("Drinks I like: Green tea")) == set(subject("Drinks I dislike: Green tea"))


def test_of_two_versions_the_later_is_the_one_that_stands() -> None:
    notes = {"old": "Editor: vim. Fast.", "new": "Editor: vim. Small."}
    assert first("Editor: emacs, no longer vim.", notes) == "new"
    assert first("Editor: emacs, no longer vim.", dict(reversed(notes.items()))) == "old"


def test_a_removed_note_is_not_found_and_an_added_one_is() -> None:
    shelf = Subjects(NOTES.items())
    shelf.remove("port")
    assert "port" not in dict(shelf.near("The API listens on port 9090."))
    shelf.add("port", NOTES["port"])
    assert shelf.near("The API listens on port 9090.")[0][0] == "port"
    assert len(shelf) == len(NOTES)


def test_meaning_finds_what_shares_no_word() -> None:
    shelf = Subjects(NOTES.items())
    assert shelf.near("Puppies are adorable") == []
    assert shelf.near("Puppies are adorable", cosines={"dogs": 0.7, "tea": 0.1})[0][0] == "dogs"


def test_each_pair_comes_once_and_only_with_what_is_new() -> None:
    shelf = Subjects(NOTES.items())
    texts = NOTES | {"a": "The API listens on port 1.", "b": "The API listens on port 2."}
    for name in ("a", "b"):
        shelf.add(name, texts[name])
    pairs = list(shelf.pairs(["a", "b"], texts))
    assert sorted(pairs) == [("a", "b"), ("a", "port"), ("b", "port")]


def test_asking_costs_no_more_in_a_large_memory() -> None:
    """Places looked at are bounded, however many notes share a word."""
    shelf = Subjects((f"n{n}", f"The service{n} of team{n % 7} listens on port {n}.") for n in range(20_000))
    looked = shelf._met(subject("The service77 of team0 listens on port 9090."))
    assert len(looked) <= 60
    assert shelf.near("The service77 of team0 listens on port 9090.")[0][0] == "n77"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Pets I like: Cats. Calm.", "Pets I dislike: Cats. Aloof.", "opposite"),
        ("Pets I dislike: Big dogs. Loud.", "Pets I like: Big trained dogs. Calm.", "opposite"),
        ("Timeout: 30s", "Timeout: 60s", "another value"),
        ("Read timeout: 30s", "Read timeout: 60s", "opposite"),
        ("Pets I like: Dogs, especially Labradors.", "Pets I like: Dogs, especially Poodles.", "another value"),
        ("Pets I like: Cats. Calm.", "Pets I like: Cats, including Sphynx. Calm.", "narrower"),
        ("Pets I like: Cats, including Sphynx.", "Pets I like: Cats. All of them.", "wider"),
        ("Pets I like: Cats. Calm.", "Pets I like: Cats. Playful.", "told anew"),
        ("Films I dislike: Horror. Too dark.", "Films I like: Thrillers. Tense, without the horror.", "another value"),
    ],
)
def test_what_a_newer_note_does_to_an_older(old: str, new: str, kind: str) -> None:
    found = change(old, new)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Pets I like: Cats. Calm.", "Pets I like: Cats. Calm."),
        ("Pets I like: Cats. Calm.", "Pets I like: Parrots. They talk."),
        ("Books I like: Fantasy novels.", "Films I like: Fantasy films."),
        ("The API listens on port 8080.", "Pets I like: Cats. Calm."),
    ],
)
def test_what_is_no_change(old: str, new: str) -> None:
    assert change(old, new) is None
