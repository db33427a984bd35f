"""What is junk and what is not, and which questions are one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reverie.engines.errors import WeightsMissing
from reverie.engines.minilm import MiniLM
from reverie.remember.intents import ask, by_meaning, by_words, distinct, likeness, limit_of
from reverie.remember.junk import reason
from tests.lookup.memory import Thesaurus

JUNK = [
    "$ npm test\n> jest\nPASS src/a.test.ts", "2026-11-10 12:00:01 INFO server started", "12:30", "Monday 12:30 PM",
    "last updated 2026-01-02", "1234 5678", "TypeError: x\n    at foo (/a/b.js:3:4)\n    at bar (/a/c.js:1:1)",
    "drwxr-xr-x 2 ada ada 4096 Nov 1 src", "On branch main\nnothing to commit", "npm ERR! code E404",
    "3f2a1bc fix things", "M src/a.py\n M src/b.py\n?? c.txt", "## Light Sleep", "<!-- reverie:begin x -->",
    "- x [score=0.812 recalls=3 avg=0.7 source=memory/2026-01-01.md:1-2]", "[REDACTED:token:deadbeef] is the key",
    "thread 'main' panicked at src/main.rs:3", "java.lang.X: y\n\tat com.foo.Bar.baz(Bar.java:12)", "Exit code: 1",
]  # fmt: skip
GOOD = [
    "Deploys go out on Tuesdays at 10:00 from the release branch", "Use pytest -m slow for slow tests", "我们用数据库",
    "Running the tests needs Docker 24.0 or newer.", "INFO level logs go to stdout in production", "Ada prefers tabs",
    "# of retries is 5", "ERROR codes begin with E and have four digits", "Installing needs Python 3.11",
    "deadbeef is the magic of the cache file", "On branch protection: two reviews are needed", "Retry at most 3 times",
    "Error handling: wrap every call in Result", "$HOME/.config/x holds the settings", "Порт шлюза 8443",
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
def test_junk_has_a_reason(text: str) -> None:
    assert reason(text, "user", str)


@pytest.mark.parametrize("text", GOOD)
def test_a_sentence_has_none(text: str) -> None:
    assert reason(text, "agent", str) == ""


def test_what_a_redactor_would_change_is_a_secret() -> None:
    assert reason("the key is hunter2", "user", lambda text: text.replace("hunter2", "x")) == "it holds a secret"
    assert reason("plain", "system", str).startswith("it came from the system")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Where is the deploy key kept?", "where do we keep the deploy key", True),
        ("billing service port", "which port does the billing service use", True),
        ("DEPLOY  steps ", "deploy steps", True),
        ("who may deploy to production", "how do I deploy to production", False),
        ("port of billing", "timeout of billing", False),
        ("デプロイの手順", "デプロイの手順は?", True),
    ],
)
def test_a_paraphrase_is_the_same_question_by_its_words(one: str, other: str, same: bool) -> None:
    assert by_words(ask(one), ask(other)) is same
    assert distinct([ask(one), ask(other)]) == (1 if same else 2)


def test_and_by_its_meaning_where_there_is_an_embedder() -> None:
    model = Thesaurus()
    one, other = ask("my physician", model), ask("the doctor of me", model)
    assert not by_words(one, other)
    assert by_meaning(lambda: 0.6, model.name)(one, ask("my doctor", model))
    assert not by_meaning(lambda: 0.6, model.name)(one, ask("the red car", model))
    assert not by_meaning(lambda: 0.6, "another model")(one, other)
    assert 0 < limit_of(model) <= 1


def test_words_that_only_name_the_matter_do_not_make_two_questions_one() -> None:
    """The same cosine says more where fewer words are shared."""
    port, refused, ours = ask("billing port"), ask("billing port refused"), ask("how can the service be reached")
    assert likeness(port, refused, 0.8) < likeness(port, ours, 0.8) == 0.8


def test_the_model_tells_paraphrases_from_other_questions_about_the_matter() -> None:
    """On questions it was not measured with."""
    model = real_model()
    same = by_meaning(lambda: limit_of(model), model.name)
    twice = [
        ("how do I water the orchids", "watering instructions for my orchids"),
        ("which bank holds our mortgage", "name of the bank we have the mortgage with"),
        ("who maintains the mailing list", "maintainer of our mailing list"),
    ]
    other = [
        ("how do I water the orchids", "when were the orchids repotted"),
        ("which bank holds our mortgage", "interest rate of the mortgage"),
        ("who maintains the mailing list", "how do I subscribe to the mailing list"),
    ]
    assert [same(ask(one, model), ask(two, model)) for one, two in twice] == [True] * 3
    assert [same(ask(one, model), ask(two, model)) for one, two in other] == [False] * 3


def real_model() -> MiniLM:
    try:
        return MiniLM.open(Path(os.environ["REVERIE_MODELS_DIR"]))
    except WeightsMissing:
        pytest.skip("the embedding model is not installed")


def test_a_question_is_kept_by_openclaws_hash_and_without_its_words() -> None:
    found = ask("  What is the Deploy key? ")
    assert found.hash == "3cac6d60441d"
    assert found.hash == ask("what is the deploy key?").hash
