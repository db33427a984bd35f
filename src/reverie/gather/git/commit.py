"""One commit, from the fields git prints to a record fit to keep: cleaned, redacted, and only then cut to size. Many
are written at a time, because redacting texts one by one costs many times as much; and what comes back on many commits
(people, paths) is looked at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reverie.gather.git.kinds import classify
from reverie.gather.git.people import NAME_KEPT, Contact, Redact
from reverie.gather.git.text import line, minted, moment, one_line, path, prose, seconds, small, text
from reverie.tools.ids import content_id
from reverie.tools.titles import same

FILES_KEPT = 500
BODY_KEPT = 4000
SUBJECT_KEPT = 500
CO_AUTHORS_KEPT = 20

_TRAILER = re.compile(r"^(?:co-authored-by|signed-off-by|change-id|git-svn-id)\b.*\n?", re.I | re.M)
_CO_AUTHOR = re.compile(r"^co-authored-by:[ \t]*([^\n<>]*?)[ \t]*<([^\n<>]*)>", re.I | re.M)


class Commit(NamedTuple):
    """One commit as it was read, and what can be said about it without knowing the others. The cache keeps these."""

    sha: str
    name: str
    email: str
    authored: int
    committed: int
    id: str
    kind: str
    subject: str
    title: str  # the subject as it is compared with others
    body: str
    files: Sequence[str]
    tags: Sequence[str]
    also: Sequence[Sequence[str]]  # co-authors: name and email
    undoes: Sequence[str]  # a sha, "#12", or a title after a quote


class Row(NamedTuple):
    """What git said of a commit: sha, author's name and email, both times, subject and body; and the files touched."""

    head: Sequence[bytes]
    names: Sequence[bytes]


class _Signature(NamedTuple):
    """Somebody as told, and the address that ids are made of, which nothing keeps."""

    name: str
    email: str
    mint: str


class _Draft(NamedTuple):
    """A commit that is clean, but not redacted and not cut."""

    row: Row
    author: Contact
    subject: str
    body: str
    also: Sequence[Contact]


class Scribe:
    """Writes commits, and remembers the people and paths it has met."""

    def __init__(self, redact: Redact) -> None:
        self._redact = redact
        self._paths: dict[bytes, str] = {}
        self._people: dict[Contact, _Signature] = {}

    def commits(self, rows: Sequence[Row]) -> list[Commit]:
        drafts = [_draft(row) for row in rows]
        self._meet(drafts)
        self._walk(rows)
        told = iter(self._redact([text for draft in drafts for text in (draft.subject, draft.body)]))
        return [self._commit(draft, next(told), next(told)) for draft in drafts]

    def _meet(self, drafts: Iterable[_Draft]) -> None:
        """Names and addresses without secrets. Redacted first, for what is all in small letters is no known secret."""
        met = {contact for draft in drafts for contact in (draft.author, *draft.also)}
        new = [contact for contact in met if contact not in self._people]
        clean = [one_line(part, 2 * NAME_KEPT) for contact in new for part in contact]
        told = [part[:NAME_KEPT].strip() for part in self._redact(clean)]
        for contact, name, email in zip(new, told[::2], told[1::2], strict=True):
            self._people[contact] = _Signature(name, small(email), minted(contact[1], NAME_KEPT).lower())

    def _walk(self, rows: Iterable[Row]) -> None:
        new = list({name for row in rows for name in row.names if name not in self._paths})
        self._paths.update(zip(new, self._redact([path(name) for name in new]), strict=True))

    def _commit(self, draft: _Draft, subject: str, body: str) -> Commit:
        """Its id is made of what a rebase keeps: author, author date and subject."""
        head, names = draft.row
        authored = seconds(head[3])
        subject, body = subject[:SUBJECT_KEPT], body[:BODY_KEPT]  # only now: half a secret would not be known as one
        files = tuple([self._paths[name] for name in names[:FILES_KEPT]])
        kind, tags, undoes = classify(subject, body, files)
        author = self._people[draft.author]
        helpers = dict.fromkeys([self._people[contact][:2] for contact in draft.also])
        return Commit(
            sha=text(head[0]),
            name=author.name,
            email=author.email,
            authored=authored,
            committed=seconds(head[4]),
            id=content_id("git", author.mint, moment(authored).isoformat(), _mint(draft)),
            kind=kind,
            subject=subject,
            title=same(subject),
            body=body,
            files=files,
            tags=(*tags, "mass") if len(names) > FILES_KEPT else tags,
            also=tuple(helpers)[:CO_AUTHORS_KEPT],
            undoes=undoes,
        )


def _draft(row: Row) -> _Draft:
    head = row.head
    message = text(head[6])
    trails = "-" in message
    return _Draft(
        row,
        (text(head[1]), text(head[2])),
        line(head[5], 2 * SUBJECT_KEPT),
        prose(_TRAILER.sub("", message) if trails else message, 2 * BODY_KEPT),
        co_authors(message) if trails else (),
    )


def _mint(draft: _Draft) -> str:
    raw = draft.row.head[5]
    subject = draft.subject if raw.isascii() else minted(text(raw), 2 * SUBJECT_KEPT)
    return subject[:SUBJECT_KEPT]


def co_authors(message: str) -> tuple[Contact, ...]:
    return tuple(dict.fromkeys(_CO_AUTHOR.findall(message)))
