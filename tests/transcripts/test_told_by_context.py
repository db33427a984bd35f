"""What stands around a person's words tells what they were: the agent's own admission, a task's conditions, somebody
else's words; and what is said of the agent's ways is meant to last."""

from __future__ import annotations

import time

import pytest

from reverie.gather.transcripts import corrections, requests
from reverie.gather.transcripts.moments import Moment, moments
from reverie.gather.transcripts.phrases import is_document
from tests.transcripts.labelled import agent, edited, human, session

TASK = """Write the export.
- one file per year
- names in small letters
Don't use a library for it, the few lines are written quickly, and put the tests next to the others.
The format is the one of the import."""


def said(text: str, reply: str, before: str = "That is done.") -> Moment:
    return list(moments(session(human("go"), *edited("/repo/a.py"), agent(before), human(text), agent(reply))))[-1]


@pytest.mark.parametrize(
    "reply",
    [
        "You're right, I was conflating the two queues.",
        "I misunderstood. Starting over.",
        "I shouldn't have touched the schema.",
        "I apologize for jumping ahead.",
        "Tienes razón, me equivoqué de tabla.",
        "是我理解错了，马上改。",
        "誤解していました。直します。",
    ],
)
def test_an_agent_that_says_it_was_wrong_itself_was_corrected(reply: str) -> None:
    words = "the queue is emptied at midnight"
    assert not corrections.is_correction(said(words, "Good to know."))
    assert corrections.is_correction(said(words, reply))


@pytest.mark.parametrize("text", ["I get an error when I open the page", "still the same traceback", "run the tests"])
def test_a_bug_report_and_a_task_stay_what_they_are_whatever_the_agent_admits(text: str) -> None:
    assert not corrections.is_correction(said(text, "I overlooked that, I was wrong about the index."))


@pytest.mark.parametrize(
    ("text", "corrects"),
    [
        ("don't touch the lock file", True),
        (TASK, False),
        ("she says: you don't need to support that any more", False),
        ("I just pushed to the wrong branch by mistake", False),
        ("you pushed to the wrong branch", True),
        ("I was afraid you'd forget the tests, but you didn't", False),
        ("why do you use threads here?", False),
        ("why did you use threads here?", True),
    ],
)
def test_the_same_words_may_be_a_condition_a_quotation_or_ones_own_slip(text: str, corrects: bool) -> None:
    assert corrections.is_correction(said(text, "OK.")) is corrects


def test_no_to_a_question_is_an_answer_in_any_language_and_an_objection_is_not() -> None:
    assert not corrections.is_correction(said("nein, danke", "Gut.", before="Soll ich pushen?"))
    assert corrections.is_correction(said("das habe ich so nicht verlangt", "Gut.", before="Soll ich pushen?"))


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("不對, 我要的是另外一個", "了解。"),
        ("不是之前就已经有这个脚本了吗？", "你说得对。"),
        ("remember we are on the small machine", "You're right, fewer workers then."),
        ("good but simplify, one list is all I need", "You're right, one list."),
        ("no like the other page", "Got it."),
        ("you should already know that, I said so this morning", "Reading it again."),
    ],
)
def test_it_is_told_in_the_words_people_have_for_it(text: str, reply: str) -> None:
    assert corrections.is_correction(said(text, reply))


def test_of_a_long_task_only_how_it_begins_and_ends_is_said_to_the_agent() -> None:
    task = "The export writes one file per year. " * 20
    rule = "Never commit without asking me. "
    assert requests.lasting(said(rule + task * 2, "OK."))
    assert requests.lasting(said(task * 2 + rule, "OK."))
    assert not requests.lasting(said(task + rule + task, "OK."))


def test_a_long_first_message_lasts_only_if_it_opens_with_where_rules_are_kept() -> None:
    task = "The export writes one file per year. " * 20
    opening = "Can you update my cursor rules with a high priority item? "

    def opened(text: str) -> str:
        return requests.lasting(next(iter(moments(session(human(text), agent("OK."))))))

    assert opened(opening + task) == opening.strip()
    assert not opened("Never commit without asking me. " + task)
    assert not opened(task + opening)


def test_one_word_that_english_has_too_does_not_make_a_text_english() -> None:
    assert corrections.is_correction(said("to není ono, vrať to prosím", "Dobře."))


@pytest.mark.parametrize(
    "text",
    [
        "use uv, not pip",
        "we use bun here",
        "run the tests before you commit",
        "please run the linter after every change",
        "when you write a migration, always add the way back",
        "ask me first before you delete anything",
        "please do not open the archive without my permission",
        "please always show me the whole output",
        "update CLAUDE.md and AGENTS.md to keep you away from the archive",
        "answer in english",
        "de ahora en más, ejecuta las pruebas",
        "von nun an bitte auf Deutsch",
        "the watcher runs in my other window, no need to start it yourself",
        "don't touch anything under vendor",
        "you shouldn't be committing to the main branch",
        "I do not want to see those summaries anymore",
        "remember we are not on node any longer",
        "make sure the date is in everything you generate",
        "next time, when you find such a thing, show me first",
        "you must read the log whenever I ask what went wrong",
        "the naming convention for branches is team/number",
        "keep the glossary up to date as we go",
        "please, note that down somewhere",
        "save this for future reference",
        "put that in your notes",
        "remember: the mirror is read only",
        "remember the staging host is called blue",
        "keep in mind that our database is the old one",
        "don't forget that the queue is a file",
        "note for the future: the sandbox is in the cellar",
        "the source might be in french but always answer in english",
    ],
)
def test_how_the_agent_works_is_meant_to_last(text: str) -> None:
    assert requests.lasting(said(text, "OK."))


@pytest.mark.parametrize(
    "text",
    [
        "no matter what I type, the list stays empty",
        "add a note for each step of the wizard",
        "keep an eye on the request for any changes",
        "remember that we have only read the first half",
        "you should never have more than one of them in your app",
        "the preferences are going to be a page of their own",
        "use the red one, not the blue one",
        "you should not be seeing that page",
        "the user can save this somewhere",
        "call me when it is done",
        "remember the bug from yesterday",
        "keep in mind that the list may be empty",
        "don't forget that page",
        "the convention for dates is that they are strings",
        "all tests pass on my machine",
        "keep the list in sync",
    ],
)
def test_what_is_about_the_task_or_the_product_does_not_last(text: str) -> None:
    assert not requests.lasting(said(text, "OK."))


@pytest.mark.parametrize(
    ("before", "reply", "lasts"),
    [
        ("I looked at .cursor/rules/style.mdc.", "Done.", True),
        ("Shall I?", "I'll add it to CLAUDE.md.", True),
        ("The firewall drops it.", "Opening the port.", False),
    ],
)
def test_a_rule_lasts_where_the_talk_is_of_the_agents_rules(before: str, reply: str, lasts: bool) -> None:
    moment = said("yes, go ahead and update the rule", reply, before)
    assert bool(requests.lasting(moment)) is lasts
    assert requests.wanted(moment) == "yes, go ahead and update the rule"


def test_what_is_not_so_any_more_is_told_along() -> None:
    before = "Thanks for the long answer about the import and how it reads the old format, that was useful to know. "
    moment = said(before * 2 + "We don't use factories in tests. We always use fixtures.", "OK.")
    assert requests.wanted(moment) == "We don't use factories in tests. We always use fixtures."


def test_blank_lines_take_no_longer_than_lines_with_words() -> None:
    def took(text: str) -> float:
        began = time.process_time()
        for _ in range(3):
            is_document(text, "x")
        return time.process_time() - began

    assert took("\n" * 5000 + "x") < 50 * max(took("word\n" * 5000), 0.001)
