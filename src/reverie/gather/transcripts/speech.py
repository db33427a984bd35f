"""Who is speaking: what stands in a transcript in the user's name, told apart into a person's own words and what a
program put there: commands and their output, reminders, notifications, summaries, plans, prompts for subagents."""

from __future__ import annotations

import re
from typing import NamedTuple

from reverie.gather.transcripts import gateway, openings
from reverie.gather.transcripts.elements import without
from reverie.gather.transcripts.openings import INJECTED, NOTHING, OUTPUT, PROGRAM
from reverie.gather.transcripts.traces import OWN_TEXT, without_own
from reverie.records.transcripts import Turn

SENTENCE = 4  # words
REMEMBER = "#"  # what Claude Code is told to write into its memory file
GROUP = "@"  # what somebody wrote in a group chat
ROLE = 1000  # characters from which "You are the …" is a prompt made by a program or an agent


class Spoken(NamedTuple):
    """A turn, what of the text belongs to it, and why it is no person's."""

    turn: Turn
    text: str
    reason: str = ""
    command: str = ""


# Elements that programs put around or before what a person typed. Only these names: people paste HTML.
_PROGRAMS = (
    r"system-reminder|system_reminder|ide_[a-z_]+|local-command-caveat|task-notification|user-prompt-submit-hook"
    r"|session-start-hook|new-diagnostics|environment_context|environment_details|user_instructions|INSTRUCTIONS"
    r"|turn_aborted|skill|skills_instructions|plugins_instructions|apps_instructions|collaboration_mode"
    r"|permissions instructions|subagent_notification|user_shell_command|teammate-message|background-task-[a-z]+"
    r"|available-deferred-tools|attached_files|open_and_recently_viewed_files|cursor_commands"
    r"|user_info|project_layout|git_status|additional_data|fork-boilerplate|cross-session-message|user_action"
    r"|hook_prompt|goal_context|codex_internal_context|post-tool-use-hook|recommended_plugins|agent-notification"
    r"|uploaded_files|in-app-browser-context|heartbeat|ci-monitor-event|system_instruction"
)
_ELEMENT = re.compile(rf"<({_PROGRAMS})(?:\s[^<>]*)?>")
_OPENS = re.compile(rf"\s*<(?:{_PROGRAMS})[\s>]")
_TYPED_COMMAND = re.compile(r"\s*<bash-input>(.*?)(?:</bash-input>|\Z)", re.DOTALL)
_TO_REMEMBER = re.compile(r"\s*<user-memory-input>(.*?)(?:</user-memory-input>|\Z)", re.DOTALL)
_EDITOR = re.compile(r"\s*# (?:Context from my IDE setup|Files mentioned by the user):")
_APP = re.compile(  # the same, in newer apps; people write headings of their own, too
    r"\s*(?:# (?:Selected text|Review findings|Applications mentioned by the user|Response annotations"
    r"|(?:Diff|Browser) comments|MCP app context|Failing PR checks|Pull request merge conflict|Chrome tabs"
    r"|In app browser)|## (?:Prior conversation with Codex|Referenced chats with Codex|Referenced ChatGPT conversation"
    r"|Code review guidelines|Pull request (?:fix|merge task)|Auto resolve merge)):"
)
_REQUEST = re.compile(r"^## My request(?: for [\w ]{1,20})?:[ \t]*", re.MULTILINE)
_ATTACHED = re.compile(r"\[(?:Image|Pasted text|Attachment)[^\]\n]{0,120}\]|</?image(?:\s[^<>]{0,300})?>")
_INTERRUPT = re.compile(r"\s*\[Request (?:interrupted|cancelled) by user[^\]]*\]\s*")
_TEMPLATE = re.compile(r"---[ \t]*\ndescription:(?=.*\b[Uu]ser [Ii]nput\b)|## User Input\n\n```text", re.DOTALL)
_GIVEN = re.compile(r"^(?:## User Input\n\n(?P<fence>```text\n)|User input:\s{0,9}\n)", re.MULTILINE)
_FENCED, _GOES_ON = re.compile(r"\n?```(?:\n|\Z)"), re.compile(r"\n\n(?:\d+\.|Goal:|The text|Given|#)")
_STEP = re.compile(r"\d+\.|Goal:|The text the user typed")  # the template goes on: nothing was handed to it
_CUT = re.compile(r"\n\n\[Message truncated - exceeded [\d,]+ character limit\]\s*\Z|\n\[I\Z")
_LINK = re.compile(r"\s*\[@[^\]\n]{1,200}\]\(file://[^)\n]{1,400}\)\s*\Z")
_HANDED = re.compile(
    r"\.context/attachments/[^\n]*?\.\w{1,5}(?=\s|\Z)"
)  # by an app that also puts instructions before it
_SELECTED = re.compile(r'<context ref="[^"\n]*">')


def told_apart(text: str) -> Spoken:
    """What a text in the user's name is. Anything not known to be a program's is taken for a person's."""
    head = text[:200].lstrip()
    if head.startswith("<"):
        commanded = _commanded(text, head)
        if commanded:
            return commanded
    elif head.startswith("[Request "):
        interrupted = _INTERRUPT.match(text)
        if interrupted:
            return Spoken(Turn.INTERRUPT, text[interrupted.end() :].strip())
    reason = openings.reason_of(text.lstrip())
    if reason:
        return Spoken(Turn.MACHINE, text, reason)
    return _written_out(text, head) or _stripped(text)


def _written_out(text: str, head: str) -> Spoken | None:
    """A command that the agent's program wrote out: a person's is only what was handed to it."""
    if not (head.startswith(("---", "## User Input")) and _TEMPLATE.match(text.lstrip())):
        return None
    words, given = "", _GIVEN.search(text)
    if given:
        stop = (_FENCED if given["fence"] else _GOES_ON).search(text, given.end())
        words = text[given.end() : stop.start() if stop else len(text)].strip()
    if not words or words.startswith("$") or _STEP.match(words):
        return Spoken(Turn.MACHINE, text, PROGRAM)
    return Spoken(Turn.HUMAN, words)


def _commanded(text: str, head: str) -> Spoken | None:
    if head.startswith(("<command-", "<skill-format")):
        name, typed = _within(text, "command-name").lstrip("/"), _within(text, "command-args")
        called = f"/{name}" if name else ""
        if len(typed.split()) >= SENTENCE:  # a person's words, only handed to a command
            return Spoken(Turn.HUMAN, typed, command=called)
        return Spoken(Turn.COMMAND, f"{called} {typed}".strip() or text)
    if head.startswith(("<local-command-std", "<bash-std")):
        return Spoken(Turn.COMMAND, text, OUTPUT)
    typed_in = _TYPED_COMMAND.match(text)
    if typed_in:
        return Spoken(Turn.COMMAND, "", command=typed_in[1].strip())
    kept = _TO_REMEMBER.match(text)
    if kept and kept[1].strip():
        return Spoken(Turn.HUMAN, kept[1].strip(), command=REMEMBER)
    return None


def _within(text: str, tag: str) -> str:
    """What stands in the first element of this name; empty if there is none."""
    _, opened, rest = text.partition(f"<{tag}>")
    inner, closed, _ = rest.partition(f"</{tag}>")
    return inner.strip() if opened and closed else ""


def _stripped(text: str) -> Spoken:
    """The person's part of a text that programs added to; if there is none, it is a machine's."""
    own = without_own(_CUT.sub("", text))
    if not own.strip() and text.strip():
        return Spoken(Turn.MACHINE, text, OWN_TEXT)
    bare = without(own, _ELEMENT, lambda found: f"</{found[1]}>") if "</" in own or _OPENS.match(own) else own
    if "<context ref=" in bare:
        bare = without(bare, _SELECTED, lambda _: "</context>")
    if "<system_instruction>" in own:
        bare = _HANDED.sub("", bare)
    bare = "" if _LINK.match(bare) else _unwrapped(bare)
    words = _ATTACHED.sub("", bare).strip() if "[" in bare or "<image" in bare else bare.strip()
    if not words:
        return Spoken(Turn.MACHINE, text, INJECTED if own.strip() and bare.strip() != own.strip() else NOTHING)
    reason = openings.reason_of(words) if words != text else ""
    if reason:
        return Spoken(Turn.MACHINE, words, reason)
    cast = len(words) > ROLE and words.startswith("You are ")
    return Spoken(Turn.MACHINE, words, PROGRAM) if cast else Spoken(Turn.HUMAN, words)


def _unwrapped(text: str) -> str:
    """Without what an editor or a chat gateway put around the words."""
    if _EDITOR.match(text):
        request = _REQUEST.search(text)
        return text[request.end() :] if request else ""
    if _APP.match(text) and (requests := list(_REQUEST.finditer(text))):
        return text[requests[-1].end() :]  # an earlier one may be quoted
    return gateway.unwrapped(text)
