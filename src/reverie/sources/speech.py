"""Who is speaking. A text that stands in a transcript in the user's name comes in; its parts come out, unaltered slices
of it, each a person's words, an interrupt, or what a program put there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reverie.records.sessions import TurnKind
from reverie.sources import gateway, openings

_SENTENCE = 4  # words after a slash command from which they are a person's sentence
_ROLE = 1000  # characters from which "You are the …" is a prompt made by a program or an agent

# Elements that programs put around or before what a person typed. Only these names: people paste HTML.
_PROGRAMS = (
    r"system-reminder|system_reminder|ide_[a-z_]+|local-command-caveat|task-notification|user-prompt-submit-hook"
    r"|session-start-hook|new-diagnostics|environment_context|environment_details|user_instructions|INSTRUCTIONS"
    r"|turn_aborted|skill|skills_instructions|plugins_instructions|apps_instructions|collaboration_mode"
    r"|permissions instructions|subagent_notification|user_shell_command|teammate-message|background-task-[a-z]+"
    r"|available-deferred-tools|attached_files|open_and_recently_viewed_files|cursor_commands"
    r"|user_info|project_layout|git_status|additional_data|fork-boilerplate|cross-session-message|user_action"
    r"|hook_prompt|goal_context|codex_internal_context|post-tool-use-hook|recommended_plugins|agent-notification"
    r"|uploaded_files|in-app-browser-context|heartbeat|ci-monitor-event|system_instruction|reverie[\w-]{0,40}"
    r"|local-command-std[a-z]+|bash-std[a-z]+|bash-input"
)
_OPENS = re.compile(
    rf"<(?P<element>{_PROGRAMS})(?:\s[^<>]{{0,300}})?>"
    r'|<(?P<file>file) name="[^"\n]{0,300}" mime="[^"\n]{0,100}">'
    r'|<(?P<selected>context) ref="[^"\n]{0,300}">'
    r"|<!--\s{0,9}(?P<own>reverie:begin)\b"
)
_INTERRUPT = re.compile(r"\s{0,9}\[Request (?:interrupted|cancelled) by user[^\]\n]{0,80}\]")
_TO_REMEMBER = "user-memory-input"
_EDITOR = re.compile(r"\s{0,9}# (?:Context from my IDE setup|Files mentioned by the user):")
_APP = re.compile(  # the same, in newer apps; people write headings of their own, too
    r"\s{0,9}(?:# (?:Selected text|Review findings|Applications mentioned by the user|Response annotations"
    r"|(?:Diff|Browser) comments|MCP app context|Failing PR checks|Pull request merge conflict|Chrome tabs"
    r"|In app browser)|## (?:Prior conversation with Codex|Referenced chats with Codex|Referenced ChatGPT conversation"
    r"|Code review guidelines|Pull request (?:fix|merge task)|Auto resolve merge)):"
)
_REQUEST = re.compile(r"^## My request(?: for [\w ]{1,20})?:[ \t]{0,9}", re.MULTILINE)
_ATTACHED = re.compile(r"\[(?:Image|Pasted text|Attachment)[^\]\n]{0,120}\]|</?image(?:\s[^<>]{0,300})?>")
_LINK = re.compile(r"\s{0,9}\[@[^\]\n]{1,200}\]\(file://[^)\n]{1,400}\)\s{0,9}\Z")
_TRUNCATED = re.compile(r"\n\n\[Message truncated - exceeded [\d,]{1,12} character limit\]\s{0,9}\Z")
_TEMPLATE = re.compile(r"\s{0,9}(?:---[ \t]{0,9}\ndescription:|## User Input\n\n```text)")
_GIVEN = re.compile(r"^(?:## User Input\n\n(?P<fence>```text\n)|User input:\s{0,9}\n)", re.MULTILINE)
_FENCED, _GOES_ON = re.compile(r"\n?```(?:\n|\Z)"), re.compile(r"\n\n(?:\d{1,3}\.|Goal:|The text|Given|#)")
_STEP = re.compile(r"\d{1,3}\.|Goal:|The text the user typed|\$")  # the template goes on: nothing was handed to it
_SLASH = re.compile(r"/[\w:-]{1,60}(?=\s|\Z)")
_BLANK = re.compile(r"\s*")


class Piece(NamedTuple):
    """A part of a text: HUMAN, INTERRUPT or MACHINE."""

    kind: TurnKind
    text: str


def split_speech(text: str) -> Iterator[Piece]:
    """The parts of a text in the user's name. Anything not known to be a program's is taken for a person's."""
    if not text.strip():
        return
    interrupt = _INTERRUPT.match(text)
    if interrupt:
        yield Piece(TurnKind.INTERRUPT, interrupt[0].strip())
        yield from split_speech(text[interrupt.end() :])
        return
    spoken = [words for start, end in _spoken(text) if (words := text[start:end].strip())]
    if spoken:
        yield from (Piece(TurnKind.HUMAN, words) for words in spoken)
    else:
        yield Piece(TurnKind.MACHINE, text)


def _spoken(text: str) -> Iterator[tuple[int, int]]:
    """Where a person's words begin and end."""
    if openings.reason_of(text.lstrip()):
        return
    head = text[:200].lstrip()
    if head.startswith(("<command-", "<skill-format")):
        yield from _if_a_sentence(text, *_within(text, "command-args"))
    elif slash := _SLASH.match(head):
        yield from _if_a_sentence(text, text.index(slash[0]) + len(slash[0]), len(text))
    elif head.startswith(f"<{_TO_REMEMBER}>"):
        yield _within(text, _TO_REMEMBER)
    elif head.startswith(("---", "## User Input")) and _TEMPLATE.match(text):
        yield from _handed_to_template(text)
    else:
        for start, end in _outside_elements(text):
            for first, last in _unwrapped(text[start:end]):
                yield from _if_a_persons(text, start + first, start + last)


def _if_a_sentence(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What was handed to a command is a person's sentence only if it is long enough to be one."""
    if len(text[start:end].split()) >= _SENTENCE:
        yield start, end


def _if_a_persons(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    words = text[start:end].strip()
    if openings.reason_of(words) or _LINK.match(words) or not _ATTACHED.sub("", words).strip():
        return
    if len(words) > _ROLE and words.startswith("You are "):
        return
    cut = _TRUNCATED.search(text, max(start, end - 120), end)
    yield start, cut.start() if cut else end


def _within(text: str, tag: str) -> tuple[int, int]:
    """Where the content of the first element of this name stands; empty if there is none."""
    opened = text.find(f"<{tag}>")
    start = opened + len(tag) + 2
    end = text.find(f"</{tag}>", start)
    return (start, end) if opened >= 0 and end >= 0 else (0, 0)


def _handed_to_template(text: str) -> Iterator[tuple[int, int]]:
    """A command that the agent's program wrote out: a person's is only what was handed to it."""
    given = _GIVEN.search(text)
    if given:
        stop = (_FENCED if given["fence"] else _GOES_ON).search(text, given.end())
        start, end = given.end(), stop.start() if stop else len(text)
        if not _STEP.match(text[start:end].strip()):
            yield start, end


def _outside_elements(text: str) -> Iterator[tuple[int, int]]:
    """What stands outside of the elements of programs. One without its end is only spoken of, unless the text begins
    with it; each kind of end is looked for at most once in vain."""
    missing = set[str]()
    at = place = _word(text, 0)
    untouched = True
    while found := _OPENS.search(text, place):
        end, place = _end_of(found), found.end()
        stop = -1 if end in missing else text.find(end, place)
        if stop >= 0:
            if found.start() > at:
                yield at, found.start()
                untouched = False
            at = place = _word(text, stop + len(end))
        elif found.start() == at and untouched:
            return
        else:
            missing.add(end)
    if at < len(text):
        yield at, len(text)


def _end_of(found: re.Match[str]) -> str:
    if found["own"]:
        return "<!-- reverie:end -->"
    return f"</{found['element'] or found['file'] or found['selected']}>"


def _word(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _unwrapped(text: str) -> Iterator[tuple[int, int]]:
    """The request, without what an editor or a chat gateway put around it."""
    if _EDITOR.match(text):
        request = _REQUEST.search(text)
        if request:
            yield request.end(), len(text)
    elif _APP.match(text) and (requests := list(_REQUEST.finditer(text))):
        yield requests[-1].end(), len(text)  # an earlier one may be quoted
    else:
        yield from gateway.unwrap(text)
