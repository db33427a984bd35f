"""Who made a commit: names and addresses become actors. One person is one actor, whatever address the commit carries;
programs that commit on their own (bots) and coding agents are told apart from people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from reverie.gather.git.text import one_line, small, text
from reverie.tools.git import Git, GitFailed

NAME_KEPT = 200

Contact = tuple[str, str]  # name, email
Redact = Callable[[Sequence[str]], Sequence[str]]  # texts come in and go out in the same order, without their secrets

_NO_REPLY = re.compile(r"(?:\d+[+-])?([^@+]+)@users\.noreply\.(?:github|gitlab)\.com")
_BOT = re.compile(
    r"\[bot\]|(?:^|[-_. ])(?:ro)?bot$|^(?:dependabot|renovate|github-actions?|pre-commit-ci|greenkeeper|snyk|mergify"
    r"|allcontributors|codecov|release-please|semantic-release|weblate|web-flow|github merge queue)\b",
    re.I,
)
# Agents that write code for someone, by how they sign. Claude and Devin are people's names too, and people work at the
# firms that make agents, so neither a first name nor a domain is enough.
_AGENTS = (
    ("claude", r"<noreply@anthropic\.com>|^claude(?: (?:code|opus|sonnet|haiku|[\d.]).*)? <(?:.*noreply.*)?>$"),
    ("copilot", r"^(?:github )?copilot <|\bcopilot(?:-swe-agent)?(?:\[bot\])?@users\.noreply"),
    ("codex", r"<(?:noreply|codex)@openai\.com>|^(?:openai )?codex <|\bchatgpt-codex"),
    ("cursor", r"<cursoragent@cursor\.com>|^cursor agent <"),
    ("gemini", r"\bgemini-code-assist|\bgemini-cli\b"),
    ("aider", r"<[^<]*@aider\.chat>|^aider \("),
    ("devin", r"\bdevin-ai-integration|^devin ai <"),
    ("openhands", r"<openhands@all-hands\.dev>|^openhands <"),
    ("amp", r"<amp@ampcode\.com>"),
    ("jules", r"\bgoogle-labs-jules"),
)
_HINTS = "claude anthropic copilot codex openai cursor gemini aider devin openhands ampcode jules".split()
_AGENT = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _AGENTS))


@dataclass(frozen=True, slots=True)
class Person:
    """An actor, the name to show, and what it is."""

    actor: str
    name: str
    bot: bool = False
    agent: bool = False


def person(name: str, email: str) -> Person:
    """`12+ann@users.noreply.github.com` → ann; `Claude <noreply@anthropic.com>` → ai:claude; else the address."""
    email = small(email.strip())
    signed = f"{name} <{email}>".lower()
    agent = _AGENT.search(signed) if any(hint in signed for hint in _HINTS) else None
    if agent:
        return Person(f"ai:{agent.lastgroup}", name or str(agent.lastgroup), agent=True)
    private = _NO_REPLY.fullmatch(email)
    actor = private[1] if private else email or name.casefold() or "unknown"
    return Person(actor, name or actor, bot=bool(_BOT.search(name) or _BOT.search(actor)))


def people(git: Git, contacts: Iterable[Contact], redact: Redact) -> tuple[dict[Contact, Person], str]:
    """Everyone among these contacts, by the repository's mailmap; and a note if that could not be read."""
    known = sorted(set(contacts))
    told, note = mailmapped(git, known)
    renamed = [contact for contact in known if told[contact] != contact]  # a mailmap is a text like any other
    *parts, note = redact([*(one_line(part, NAME_KEPT) for contact in renamed for part in told[contact]), note])
    mapped = told | dict(zip(renamed, zip(parts[::2], parts[1::2], strict=True), strict=True))
    found = {contact: person(*mapped[contact]) for contact in known}
    same = _same_name(found.values())
    for contact, who in found.items():
        actor = same.get(who.name.casefold(), who.actor)
        if actor != who.actor and not who.bot and not who.agent:
            found[contact] = Person(actor, who.name)
    return found, note


def _same_name(everyone: Iterable[Person]) -> Mapping[str, str]:
    """One actor for each full name: a person commits from a laptop under one address and from a web page under another,
    and must not count as two witnesses. An address is preferred to a user name."""
    found: dict[str, str] = {}
    for who in everyone:
        name = who.name.casefold()
        if " " in name and not who.bot and not who.agent:
            found[name] = min(found.get(name, who.actor), who.actor, key=lambda actor: ("@" not in actor, actor))
    return found


def mailmapped(git: Git, contacts: Sequence[Contact]) -> tuple[dict[Contact, Contact], str]:
    """Contacts as the mailmap wants them. Asked anew each time, not remembered with the commits, for it may change."""
    asked = "".join(f"{_plain(name)} <{_plain(email)}>\n" for name, email in contacts)
    try:
        told = text(git.ask("check-mailmap", "--stdin", stdin=asked.encode())).split("\n")
    except GitFailed as problem:
        return {contact: contact for contact in contacts}, f"the mailmap could not be used: {problem}"
    return {contact: _parted(line, contact) for contact, line in zip(contacts, told, strict=False)}, ""


def _plain(part: str) -> str:
    return " ".join(part.translate({ord(mark): " " for mark in "<>\0"}).split())


def _parted(line: str, contact: Contact) -> Contact:
    name, bracket, email = line.rpartition("<")
    return (name.strip(), email.rstrip(">").strip()) if bracket else contact
