"""What a person said: corrections, lasting requests, decisions, preferences, and what is none of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reverie.gather.transcripts import corrections, requests
from reverie.gather.transcripts.events import events_of
from reverie.gather.transcripts.moments import Moment, Stopped, moments
from reverie.gather.transcripts.phrases import LONGEST, own_words, quote
from reverie.gather.transcripts.speech import told_apart
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn
from tests.transcripts.labelled import agent, edited, examples, human, said, session


def score(holds: Callable[[Moment], bool], wanted: str) -> tuple[float, float]:
    rows = [(holds(example.moment), getattr(example, wanted)) for example in examples()]
    hits = sum(told and true for told, true in rows)
    return hits / sum(told for told, _ in rows), hits / sum(true for _, true in rows)


def test_the_labelled_set_is_large_enough_to_mean_something() -> None:
    found = examples()
    assert len(found) >= 340
    assert min(sum(e.correction for e in found), sum(e.request for e in found)) >= 40
    assert sum(not e.moment.said.text.isascii() for e in found) >= 30


def test_corrections_are_few_false_and_most_are_found() -> None:
    precision, recall = score(corrections.is_correction, "correction")
    assert precision >= 0.98
    assert recall >= 0.91  # what only the agent's giving way could tell is left alone


def test_lasting_requests_are_few_false_and_most_are_found() -> None:
    precision, recall = score(lambda moment: bool(requests.lasting(moment)), "request")
    assert precision >= 0.98
    assert recall >= 0.97


def kinds(*rows: Said | list[Said]) -> list[str]:
    return [e.kind for e in events_of(session(*rows)) if e.origin is Origin.USER]


def test_a_refusal_with_words_is_a_correction_about_the_refused_file() -> None:
    refusal = said(Turn.REJECTION, "keep it in one file", "Write", files=["/repo/src/new.py"])
    found = events_of(session(human("split it"), agent("Writing."), refusal))
    assert [(e.kind, e.summary, e.files, e.tool) for e in found if e.kind == "correction"] == [
        ("correction", "keep it in one file", ("src/new.py",), "Write")
    ]


def test_a_refusal_says_what_was_not_to_be_run() -> None:
    refusal = said(Turn.REJECTION, "no, pull first", "Bash", command="git push -u origin main\necho done")
    (found,) = [e for e in events_of(session(human("go"), agent("Pushing."), refusal)) if e.kind == "correction"]
    assert "refused:git push -u origin main" in found.tags
    long = said(Turn.REJECTION, "no, pull first", "Bash", command="x" * 500)
    (found,) = [e for e in events_of(session(human("go"), agent("Pushing."), long)) if e.kind == "correction"]
    assert max(map(len, found.tags)) < 100


def test_a_refusal_without_words_speaks_through_what_is_typed_next() -> None:
    rows = [human("go"), agent("Running."), said(Turn.REJECTION, "", "Bash"), human("use the small data set instead")]
    assert kinds(*rows) == ["correction"]
    assert list(moments(session(*rows)))[-1].stopped is Stopped.HALTED


def test_what_the_harness_writes_in_place_of_a_person_is_not_a_correction() -> None:
    template = said(Turn.REJECTION, "The user wants to clarify these questions. Start by asking.", "AskUserQuestion")
    assert kinds(human("go"), agent("Which one?"), template) == []


def test_the_first_message_corrects_nobody() -> None:
    assert kinds(human("no, stop, that is wrong: the login page")) == []


def test_no_to_an_offer_is_an_answer() -> None:
    assert kinds(human("go"), agent("Done. Shall I open a pull request as well?"), human("no, later")) == []


def test_giving_way_tells_an_objection_from_a_remark() -> None:
    remark = human("you used the second parameter")
    assert kinds(human("go"), agent("Done."), remark, agent("You're right, I overlooked it.")) == ["correction"]
    assert kinds(human("go"), agent("Done."), remark, agent("I did; it is optional.")) == []
    assert kinds(human("go"), agent("Done."), human("the docs are long"), agent("You're right, they are.")) == []


def test_an_agent_that_apologises_for_a_bug_was_not_corrected() -> None:
    report = human("the icons are still garbled in the list")
    sorry = agent("You're absolutely right, my apologies.")
    assert kinds(human("go"), agent("Try it now."), report, sorry) == []
    assert kinds(human("go"), agent("Try it now."), human("this is the wrong list"), sorry) == ["correction"]


@pytest.mark.parametrize(
    "text",
    [
        "that's quite wrong, it depends on the header",
        "i really do not want those hidden",
        "can we undo the renaming?",
        "Don't write a fake client. Call the real one",
        "we don't use yarn, take pnpm",
        "but that breaks the plugins, we don't need it",
        "revert to the version before your change, please",
        "I've already told you to keep the short one",
        "why have a wrapper at all? you wasted a day on it",
        "bước kiểm tra này không cần thiết",
        "no quiero ventanas nuevas, basta con un campo",
        "wait, why is the cache cleared twice?",
        "hold on, isn't that the old schema?",
        "whoa, slow down, one module at a time",
        "curl は使わないで。",
        "yaml ではなく toml にして",
    ],
)
def test_words_plainly_against_something_are_enough(text: str) -> None:
    assert kinds(human("go"), agent("Done."), human(text), agent("OK.")) == ["correction"]


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("sorry, wrong window", "No problem."),
        ("sorry, take it all out again, that was the wrong file", "No problem."),
        ("don't understand the second point", "You're right, it was unclear."),
        ("stop", "I'll stop here."),
        ("wait", "You're right, waiting."),
        ("nah it's fine as it is", "Good."),
        ("I didn't mean to interrupt you, go on", "Got it."),
        ("Parser Error Message: you forgot a brace, you should not use it twice\nnow I get this", "You're right."),
        ("I mean, both are fine", "Then I take the first."),
        ("but it takes the other one when I type it, right?", "Correct, with one exception."),
        ("I forgot to mention a sample, there is already one in docs", "Reading it."),
        ("there is a duplicated line in the output now", "Ah, I see the issue!"),
        ("nope, the list is still empty", "Looking."),
        ("wait, how many ports does it open now?", "Two."),
        ("wait a sec, can it read two files at once?", "It can."),
        ("hold on, show me the second table again", "Here it is."),
        ("whoa, the new header looks great", "Glad you like it."),
        ("sửa giúp tôi, không cần đổi tên tệp", "Được."),
        ("si ce n'est pas le cas, dis-moi lesquels", "D'accord."),
    ],
)
def test_what_only_sounds_like_a_correction(text: str, reply: str) -> None:
    assert kinds(human("go"), agent("Done."), human(text), agent(reply)) == []


def test_a_step_refused_for_a_question_was_not_wrong() -> None:
    def refused(text: str) -> list[str]:
        return kinds(human("go"), agent("Writing."), said(Turn.REJECTION, text, "Write"), agent("Yes."))

    assert refused("are there other tools that do this?") == []
    assert refused("look for other tools first") == ["correction"]


@pytest.mark.parametrize(
    "text",
    [
        "put the port numbers into `AGENTS.md`",
        "short answers please (update your memory)",
        "make sure you always format before you finish",
        "bump the version, and remember to do so every time you release",
        "remember to always run the linter before you commit",
        "tell me whenever a change could break the importer",
        "adjust the agents.md to never allow emojis",
        "turn that lesson into a general rule",
        "never open pull requests against main!!",
        "good, make that a standard step in your workflow",
        "I want you to confirm going forward that the services were restarted, ok?",
        "we should bump the version every time we make changes",
        "and remember to keep spec.md up to date",
        "yes, and apply the fixes yourself, always",
        "update the @tests.mdc doc to forbid sleeps",
        "can we improve the review.mdc rule to make sure you push afterwards?",
        "is there anything that can be added to CLAUDE.md to avoid this next time?",
        "nunca toques el esquema sin avisar",
        "don't regenerate the fixtures unless I explicitly ask for it",
        "load the wrapper and use it for all shell commands",
        "stage and commit that (always using the wrapper!), then go on with the parser",
        "rememeber, no curl, only httpie",
        "remember to use the subagents",
        "add a general operating rule that says to document first",
        "create an AGENTS.md file with all the coding conventions we agreed on",
        "don't rename or move any files until further notice",
        "no helper scripts ever, I run them myself",
        "and don't forget to update this file with our progress!",
        "think about how you can update the rules to make sure you check the branch first",
        "how can we improve the rules to ensure you'll read the plan?",
        "add the naming scheme to CONVENTIONS.md",
    ],
)
def test_lasting_requests_in_many_forms(text: str) -> None:
    assert "remember" in kinds(human("go"), agent("Done."), human(text), agent("OK."))


@pytest.mark.parametrize(
    "text",
    [
        "remember to rename the test too",
        "the small one, called loader from here on, comes first",
        "from now on I'll be away",
        "stop using that variable and inline it",
        "stop trying to parse the header",
        "when I type a name, I want to see the match at once",
        "update AGENTS.md to align with the new folders",
        "update the total every time a row is added",
        "make it the default in the dropdown",
        "does it keep the file up to date, ok?",
        "make sure the cache uses an interface so we can easily swap it in the future",
        "with so few rows the network wants to memorize the training data",
        "implement what you can and save the rest for future work",
        "use it for all rows of the table",
        "stop doing that (always using npm), I told you",
        "create a general rule that matches every subdomain in the nginx config",
        "remember to read the rules from the config file at startup",
        "remember to use the skills page as the landing page",
        "use the service account for all commands in the bot",
        "use postgres for all searches",
        "do not log anything unless explicitly requested via --verbose",
        "don't show the banner unless explicitly requested by the user",
        "no one ever clicks that button, drop it",
        "hide the banner until further action is taken",
        "don't show the banner unless it is explicitly enabled",
    ],
)
def test_what_only_sounds_lasting(text: str) -> None:
    assert "remember" not in kinds(human("go"), agent("Done."), human(text), agent("OK."))


def test_a_message_may_correct_and_ask_to_remember_and_both_share_the_uuid() -> None:
    found = events_of(session(human("go"), agent("Pushed."), human("no! never push without asking me")))
    told = [e for e in found if e.origin is Origin.USER]
    assert [e.kind for e in told] == ["correction", "remember"]
    assert len({e.span.uuid for e in told}) == 1
    assert len({e.id for e in told}) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("let's go with the event log for now", "decision"),
        ("we have decided to drop the old importer", "decision"),
        ("I prefer tables to long paragraphs in reports", "preference"),
        ("we use postgres 16 in this project", "preference"),
    ],
)
def test_decisions_and_preferences(text: str, kind: str) -> None:
    assert kinds(human("go"), agent("Done."), human(text)) in ([kind], ["remember"])


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "let's go with A",
        "ok let's keep going",
        "should we use redis here?",
        "nice, i like it, carry on",
        "I am not sure whether we decided on the second one",
        "implement it so we can get rid of the flicker",
    ],
)
def test_a_bare_choice_or_a_question_decides_nothing(text: str) -> None:
    assert kinds(human("go"), agent("Done."), human(text)) == []


def test_code_logs_and_quotations_are_not_the_persons_words() -> None:
    text = "look:\n```\nno, never do this\n```\n> you forgot it\nTraceback (most recent call last):\nplease check"
    assert own_words(text) == "look:\n \nplease check" or "forgot" not in own_words(text)
    assert "never" not in own_words(text)


def test_who_puts_a_quotation_mark_before_every_line_says_it_all() -> None:
    lines = ["please go over the importer once more, row by row", "", "and leave out what was never used"] * 4
    quoted = [f"> {line}".rstrip() for line in lines]
    assert own_words("\n".join(quoted)) == "\n".join(lines)
    assert own_words("\n".join([*quoted, "do that"])) == "do that"


def test_a_quote_is_short_and_begins_with_what_matters() -> None:
    text = "The report looks fine on my side and I read it twice. " * 5 + "But you forgot the index. Add it."
    found = quote(text, lambda sentence: "forgot" in sentence)
    assert found == "But you forgot the index. Add it."
    assert len(quote("word " * 200)) <= LONGEST
    begun = "ok " * 45 + "\nnever push to main"
    assert quote(f"{begun}\nRead the list", lambda one: "push" in one) == "never push to main; Read the list"
    assert quote(f"{begun}\nunless I say so", lambda one: "push" in one) == "never push to main unless I say so"
    assert quote(f"{begun} and\nCI green", lambda one: "push" in one) == "never push to main and CI green"
    assert quote("Thanks. But you forgot the footer.", lambda sentence: "forgot" in sentence).startswith("Thanks")
    text = "Thanks, that was quick, and I am happy with the layout of the page as it is now. Well done so far. "
    found = quote(text + "But you forgot the footer. Add it.", lambda sentence: "forgot" in sentence)
    assert found == "But you forgot the footer. Add it."


def test_a_short_line_is_said_whatever_it_looks_like() -> None:
    assert own_words("+why do we need two runs") == "+why do we need two runs"
    assert kinds(human("go"), agent("Done."), human("+we don't need two runs, undo it")) == ["correction"]


def test_what_an_editor_puts_in_front_of_a_request_is_not_the_persons() -> None:
    text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py: a.py\n\n## My request for Codex:\nno, undo that"
    (moment,) = list(moments(session(human("go"), agent("Done."), human(told_apart(text).text))))[1:]
    assert (moment.words, moment.document) == ("no, undo that", False)
    assert corrections.said_instead(moment) == "no, undo that"


def test_an_answer_that_begins_with_blank_lines_is_read() -> None:
    remark = human("you used the second parameter")
    assert kinds(human("go"), agent("Done."), remark, agent("\n\nYou're right, I overlooked it.")) == ["correction"]


@pytest.mark.parametrize(
    ("words", "lasts"),
    [
        ("always run the linter before you commit", True),
        ("the header should always stay on top", False),
        ("always use the second palette for the chart columns", False),
        ("will this always be so in the future?", False),
        ("can you add to AGENTS.md that we squash?", True),
        ("I don't see much here", False),
    ],
)
def test_lasting_requests_are_about_the_work_not_the_product(words: str, lasts: bool) -> None:
    assert requests.asks_to_last(words) is lasts


def test_subagents_are_not_people() -> None:
    rows = session(human("go"), agent("Done."), human("no, that is wrong"))
    hidden = [*rows[:2], rows[2]._replace(sidechain=True)]
    assert [e for e in events_of(hidden) if e.kind == "correction"] == []


def test_a_correction_after_edits_names_the_files() -> None:
    found = events_of(session(human("go"), edited("/repo/src/a.py"), agent("Done."), human("you forgot the null case")))
    assert [e.files for e in found if e.kind == "correction"] == [("src/a.py",)]
