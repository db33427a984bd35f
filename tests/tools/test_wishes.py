"""What people type to agents, and the sentence that is kept of it."""

from __future__ import annotations

import pytest

from reverie.tools.wishes import wish

CORRECTIONS = {
    "no!! we use pnpm here, not npm": "Use pnpm, not npm, in this repository.",
    "use pnpm instead of npm": "Use pnpm, not npm, in this repository.",
    "use yarn not pnpm and we already have a dev server running": "Use yarn, not pnpm, in this repository.",
    "Don't use npm, use pnpm": "Use pnpm, not npm, in this repository.",
    "stop using npm. We use pnpm here.": "Use pnpm, not npm, in this repository.",
    "pnpm not npm!": "Use pnpm, not npm, in this repository.",
    "I said use Decimal for money, not float!!": "Use Decimal for money, not float.",
    "no, prefer composition over inheritance": "Prefer composition over inheritance.",
    "dont add comments please": "Do not add comments.",
    "never commit without running the tests": "Never commit without running the tests.",
    "stop adding comments everywhere": "Avoid adding comments everywhere.",
    "we have a helper for that already, let's avoid code duplication": "Avoid code duplication.",
    "wait, always run `make lint` before you commit, ok?": "Always run `make lint` before you commit.",
    "commit messages must be in English": "Commit messages must be in English.",
    "never touch the full schema, it is a snapshot": "Never touch the full schema.",
}
MOMENTS = (
    "don't do that",
    "don't understand the issue",
    "do not know why the build hangs",
    "no, use this one instead",
    "main is clean",
    "why are you using npm?",
    "should we use pnpm instead of npm?",
    "actually maybe let's test this first",
    "don't touch the second one",
    "revert 3f2a91c",
    "never mind",
    "use https://example.org/page instead of the other",
    "rebase from main first",
    "the status indicator should be in the footer",
    "I want the formula to be called plum instead of fig",
    "",
    "?",
)
ASKED = {
    "remember that staging deploys need the VPN profile eu-2": "Staging deploys need the VPN profile eu-2.",
    "from now on always ask me before pushing to main": "Always ask the user before pushing to main.",
    "Just run the dashboard directly going forward.": "Run the dashboard directly.",
    "tags named rc may break at any time, maybe document this as learning.": "Tags named rc may break at any time.",
    "For future reference: tests must never hit the network": "Tests must never hit the network.",
    "can you always answer in English?": "Always answer in English.",
    "Some good points. The full schema should not be updated ever.": "The full schema should not be updated ever.",
    "Next time you made changes, let me commit.": "When you make changes, let the user commit.",
    "Standing orders: Never commit to main. And write more.": "Never commit to main.",
    "commit messages should be in English, always": "Commit messages should be in English.",
    "never run the seeds, save it in your memory please": "Never run the seeds.",
    "save in memory not write guides unless I ask for a guide": "Do not write guides unless I ask for a guide.",
    "adjust the copilot instructions to never leave drafts behind": "Never leave drafts behind.",
    "update the changelog, remember to do this after each release": "Update the changelog after each release.",
    "#ALWAYS show the estimate first": "Always show the estimate first.",
    "remember, use pixi to run scripts": "Use pixi to run scripts.",
    "we should always be using real data in the demo": "Always use real data in the demo.",
}
ASKED_FOR_THE_MOMENT = (
    "please remember that for your instructions",
    "make sure you do not make such mistakes in the future",
    "anything in the next release may break, maybe note that",
    "update AGENTS.md to remember what tools there are",
    "no more raw queries are allowed (update memory)",
    "remember that we want the page to match the sketch",
)


@pytest.mark.parametrize(("said", "kept"), CORRECTIONS.items())
def test_a_correction_becomes_a_sentence_a_person_would_keep(said: str, kept: str) -> None:
    found = wish(said)
    assert found is not None
    assert found.sentence == kept


@pytest.mark.parametrize("said", MOMENTS)
def test_what_only_made_sense_in_its_moment_is_no_wish(said: str) -> None:
    assert wish(said) is None


@pytest.mark.parametrize(("said", "kept"), ASKED.items())
def test_what_was_asked_to_be_remembered_counts_as_it_was_put(said: str, kept: str) -> None:
    found = wish(said, lasting=True)
    assert found is not None
    assert found.sentence == kept


@pytest.mark.parametrize(
    "said", ["Mention plum and fig in AGENTS.md, we build on them.", "Please document the setup. It was hard."]
)
def test_a_task_is_not_remembered_for_the_words_around_it(said: str) -> None:
    assert wish(said, lasting=True) is None


def test_a_wish_with_a_secret_in_it_is_none() -> None:
    assert wish("always use the token [REDACTED:token:12345678] for deploys", lasting=True) is None


def test_the_same_wish_has_the_same_key_and_the_opposite_is_known() -> None:
    one, same, opposite = wish("use pnpm, not npm"), wish("stop using npm, use pnpm"), wish("use npm, not pnpm")
    assert one
    assert same
    assert opposite
    assert one.key == same.key
    assert opposite.opposes(one)
    assert opposite.takes_back(one)
    assert not one.opposes(same)


def test_a_rule_is_its_own_wish_again() -> None:
    for kept in CORRECTIONS.values():
        again = wish(kept)
        assert again
        assert again.sentence == kept


@pytest.mark.parametrize("said", ASKED_FOR_THE_MOMENT)
def test_what_was_asked_for_the_moment_becomes_no_rule_although_it_is_to_be_remembered(said: str) -> None:
    assert wish(said, lasting=True) is None


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("以后请用中文回答。use the second parser", "以后请用中文回答。"),
        ("merke dir, dass wir pnpm verwenden", "Merke dir, dass wir pnpm verwenden."),
        ("ab jetzt immer pnpm statt npm benutzen", "Ab jetzt immer pnpm statt npm benutzen."),
        (
            "remember that when I ask you for files, they are for you",
            "When the user asks you for files, they are for you.",
        ),
        (
            "whenever I ask for a review, read the diff first",
            "Whenever the user asks for a review, read the diff first.",
        ),
        ("I don't want you to write any code for me", "Do not write any code for the user."),
        (
            "security rule - never mail anybody without explicit approval",
            "Never mail anybody without explicit approval.",
        ),
        ("make a note in SOUL.md to confirm the date first", "Confirm the date first."),
        ("ok. reply in English", "Reply in English."),
        ("when I write tests, don't touch them", "When the user writes tests, don't touch them."),
        ("from now on when I ask for a review, do not edit", "When the user asks for a review, do not edit."),
        ("when you commit use conventional commits", "When you commit use conventional commits."),
        ("앞으로는 항상 한국어로 대답해 주세요", "앞으로는 항상 한국어로 대답해 주세요."),
    ],
)
def test_what_was_asked_for_good_is_kept_as_it_was_said(said: str, kept: str) -> None:
    found = wish(said, lasting=True)
    assert found is not None
    assert found.sentence == kept


@pytest.mark.parametrize(
    "said",
    [
        "merke dir diesen pfad als ablage für daten",
        "don't change anything, only answer questions in this session",
        "my name is Boo your name is Sara",
        "wie kann ich in zukunft sichern, dass du nichts vergisst?",
        "modify the agent to prevent the same issue in the future",
        "Don't add to memory that we use npm",
        "I did not ask you to save in memory that tabs are better",
        "Change the agent instructions that say always use tabs",
        "until it is fixed, never deploy",
        "every time I try to push it fails, always",
        "remember that I am the boss here",
        "remember the password is hunter2hunter2",
        "n'oublie pas que la réunion est demain à 10h",
        "запомни, что завтра меня не будет на работе",
        "记住明天早上九点开会",
        "他说以后都不要用npm了",
        "ab jetzt mach Schritt 2 und dann Schritt 3 bitte",
        "记住数据库密码是 hunter2abc",
    ],
)
def test_what_points_at_its_moment_is_no_rule_in_any_language(said: str) -> None:
    assert wish(said, lasting=True) is None


PUT_DIFFERENTLY = {
    "make a rule to run every command which may last longer than a minute in the background with the output in a log"
    " file, so you don't get stuck": "Run every command which may last longer than a minute in the background with the"
    " output in a log file.",
    "I do not want to sign commits anymore. Too slow.": "Do not sign commits.",
    "REMEMBER TO USE THE MCP FOR ALL COMMANDS": "Use the MCP for all commands.",
    "NEVER PUSH TO MAIN!!": "Never push to MAIN.",
    "From now on: no emojis in commit messages": "Avoid emojis in commit messages.",
    "NEVER EDIT THE FILE README.MD": "Never edit the file README.MD.",
    "from now on always export DATABASE_URL and REDIS_CACHE_URL first": (
        "Always export DATABASE_URL and REDIS_CACHE_URL first."
    ),
    "from now on always set LOG_LEVEL=DEBUG": "Always set LOG_LEVEL=DEBUG.",
    "remember no mocks only fakes. and never touch prod": "Never touch prod.",
    "stage and commit that (always using the wrapper!), then go on": "Always use the wrapper.",
    "good, go on. REMEMEBER, NO curl, ONLY httpie!": "Use httpie, not curl, in this repository.",
    "Check again, it is plugged in. And also use the wrapper for all commands": "Use the wrapper for all commands.",
    "make sure you label everything you draft for me as draft": "Label everything you draft for the user as draft.",
    "please keep our talk in German": "Keep our talk in German.",
    "check the free disk space when you start up": "Check the free disk space when you start up.",
    "add the instruction in agent.md that whenever a table is added, the seeds are checked": (
        "Whenever a table is added, the seeds are checked."
    ),
    "extend AGENTS.md and add remarks that all handlers have to be safe to repeat": (
        "All handlers have to be safe to repeat."
    ),
    "ok let's update AGENTS.md but make sure that agents should wait for the queue since it is slow": (
        "Agents should wait for the queue."
    ),
    "in this repo we want to squash `wip` commits": "Squash `wip` commits.",
    "I do not want to use lodash anymore": "Do not use lodash.",
    "committing straight to main is a serious no no": "Avoid committing straight to main.",
    "inline styles are a big no-no": "Avoid inline styles.",
    "the naming convention of the branch is team/ticket": "The naming convention of the branch is team/ticket.",
    "from now on you push all tags to origin": "Push all tags to origin.",
    "leave it there, and fix your docs so that from now on you push all tags": "Push all tags.",
    "when I ask you to plan a trip, I need you to look at both maps, make a note of that": (
        "When the user asks you to plan a trip, look at both maps."
    ),
    "let's make sure we're using metric units everywhere": "Use metric units everywhere.",
    "clean this up and do not mention the vendor in docs": "Do not mention the vendor in docs.",
    "it looks fine, but keep the changelog in English": "Keep the changelog in English.",
    "never name the vendor because it upsets them": "Never name the vendor.",
    "always read a file before you edit it": "Always read a file before you edit it.",
    "use the same quotes that are used in the tests": "Use the same quotes that are used in the tests.",
    "You don't touch the billing code, ever": "Do not touch the billing code, ever.",
    "thanks, no need to greet me in every reply yo": "Do not greet the user in every reply.",
    "yo always sign tags, bro": "Always sign tags.",
    "from this point on deploy with flux": "Deploy with flux.",
    "do not deploy on Fridays. remember this!": "Do not deploy on Fridays.",
    "always run the checks (unit and types)": "Always run the checks (unit and types).",
    "never use tabs and do not use CRLF": "Never use tabs and do not use CRLF.",
    "do not use lodash": "Do not use lodash.",
    "sort the imports yourself, always": "Sort the imports yourself.",
    "I want you to CHECK going forward after each merge that all jobs are green": (
        "Check after each merge that all jobs are green."
    ),
    "à partir de maintenant, réponds moi et parle me en français": (
        "À partir de maintenant, réponds moi et parle me en français."
    ),
}
FOR_THE_MOMENT = (
    "stop doing that (always using npm), I told you",
    "no, that is wrong (always using the root account)!",
    "the old code (always using eval!) is dangerous, please remove it",
    (
        "remember: keep every answer under ten lines when you explain something about the code so i can read it on my"
        " phone unless i ask for more detail"
    ),
    "Update AGENTS.md to reflect semver test names for modules",
    "add guidance to AGENTS.md for future test writing",
    "edit the AGENTS.md file to not include anything about the old server",
    "please add a rule that you can apply, like I asked",
    "as you can see, every morning you have a task to update your memory files",
    "sure don't ask me",
    "bro do not ask me next time just take whichever",
    "don't book anything, just save this for reference",
    "Store this for later. Don't book any rooms.",
    "From now on use that one. Don't book any rooms.",
    "Tell me if the sketch is fine, and confirm with me before proceeding",
    "phase 2 - ask me before you push",
    "Before naming any table, I'd like to see them each time",
    "update the project rules to add this rule and a limit of lines",
    "add a constant so this never drifts again",
    "I don't want to see emojis anymore",
    "adicione uma nova regra para não esquecer:",
    "always make sure whatever is loaded, read and kept has the same id",
)


@pytest.mark.parametrize(("said", "kept"), PUT_DIFFERENTLY.items())
def test_however_it_is_put_the_rule_is_what_was_asked_for(said: str, kept: str) -> None:
    found = wish(said, lasting=True)
    assert found is not None
    assert found.sentence == kept


@pytest.mark.parametrize("said", FOR_THE_MOMENT)
def test_what_cannot_be_worded_well_is_no_rule(said: str) -> None:
    assert wish(said, lasting=True) is None


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("please don't add docstrings that repeat the name", "Do not add docstrings that repeat the name."),
        (
            "again so many docstrings. don't add docstrings that just repeat the name!",
            "Do not add docstrings that just repeat the name.",
        ),
        ("no more adding emojis", "Avoid adding emojis."),
        ("we don't get far", None),
        ("but you don't say what has to be returned", None),
        ("no, don't do that because the tests break", None),
        ("don't mess that up", None),
    ],
)
def test_a_that_with_its_noun_before_it_points_at_nothing_else(said: str, kept: str | None) -> None:
    found = wish(said)
    assert (found and found.sentence) == kept


def test_the_same_wish_meets_whatever_it_begins_with() -> None:
    said = ("bro do not ask me for permission to run tests", "sure and do not ask me for permission to run tests, thx")
    one, other = (wish(each, lasting=True) for each in said)
    assert one
    assert other
    assert one == other


@pytest.mark.parametrize(
    "said",
    [
        "printing is not a no-no",
        "never merge on a monday, unless it is small",
        "never drop tables, only if I confirm that",
    ],
)
def test_an_exception_is_not_left_off_and_no_rule_is_turned_round(said: str) -> None:
    assert wish(said, lasting=True) is None


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (
            "I'd like to avoid global state as much as possible. So let us move it.",
            "Avoid global state as much as possible.",
        ),
        (
            "The bot should NEVER open, print (e.g. cat) any key file!!",
            "The bot should NEVER open, print (e.g. cat) any key file.",
        ),
        (
            "write me a rule that keeps the agent from ever chaining commands in the same line",
            "Avoid chaining commands in the same line.",
        ),
        (
            "Before writing a migration, I'd like to see your plans and confirm them each time.",
            "Before writing a migration, show the user your plans and confirm them each time.",
        ),
        (
            "we change the texts - let's make sure we're using US English everywhere please",
            "Use US English everywhere.",
        ),
        (
            "before making changes, dont forget to switch to main, then pull",
            "Before making changes, switch to main, then pull.",
        ),
        ("going forward no more emojis in commits", "Avoid emojis in commits."),
        ("from now on no need to show me the plan first", "Do not show the user the plan first."),
        ("never commit without my ok", "Never commit without the user's ok."),
        ("remember I'd like to avoid using sed", "Avoid using sed."),
        ("do not use the hook we use for auth", "Do not use the hook we use for auth."),
        ("I also want to mention that all pages should work without scripts", "All pages should work without scripts."),
    ],
)
def test_requests_are_worded_whole(words: str, rule: str) -> None:
    found = wish(words, lasting=True)
    assert found and found.sentence == rule


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("we should be using enums instead of strings wherever we can", "Use enums, not strings, wherever we can."),
        ("use enums wherever we can instead of strings", "Use enums, not strings, wherever we can."),
        ("prefer enums over strings wherever we can", "Prefer enums over strings, wherever we can."),
        ("use dayjs instead of moment everywhere", "Use dayjs, not moment, everywhere."),
        (
            "we use the library directly to not be dependent on a checkout",
            "Use the library directly to not be dependent on a checkout.",
        ),
        (
            "we don't use the old client anyway we use the api directly",
            "Use api directly, not old client, in this repository.",
        ),
    ],
)
def test_a_swap_ends_where_it_ends(words: str, rule: str) -> None:
    found = wish(words)
    assert found and found.sentence == rule


@pytest.mark.parametrize(
    "words",
    [
        "don't add a rule that prevents the agent from committing to main",
        "remove the rule that prevents you from committing",
        "the rule that prevents the agent from running tests is wrong",
        "all you have to do is restart",
        "I'd like to avoid you running tests",
    ],
)
def test_nothing_is_turned_round(words: str) -> None:
    assert wish(words, lasting=True) is None
