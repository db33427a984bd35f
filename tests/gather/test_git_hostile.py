"""Given a repository made to do harm, the porch keeps its head: text is data, and nothing in it is run or believed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.git import Ask, gather
from reverie.gather.git.commit import BODY_KEPT, FILES_KEPT, SUBJECT_KEPT
from reverie.gather.git.kinds import classify
from reverie.gather.git.patch import patches
from reverie.gather.git.text import happened, is_odd, line, moment, path, prose, seconds
from reverie.records.events import Event
from reverie.tools.git import CHUNK, LONGEST, Git, _cut
from tests.gather.repo import Repo, day


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def only(repo: Repo) -> Event:
    (event,) = gather(repo.path).events
    assert json.loads(json.dumps([event.summary, event.body, *event.files, event.actor, event.who]))
    return event


def test_control_characters_do_not_reach_the_terminal(repo: Repo) -> None:
    repo.commit("Fix \x1b[31mred\x1b[0m \x07bell \u202eltr\u202c", body="line\x1b]0;title\x07\nnext\ttab")
    event = only(repo)
    assert event.summary == "Fix [31mred [0m bell ltr"
    assert event.body == "line ]0;title \nnext\ttab"


def test_bytes_that_are_not_text_stay_visible(repo: Repo) -> None:
    repo.commit("base")
    head = f"tree {repo.tree}\nauthor A B <a@b> 1767312000 +0000\ncommitter C <c@d> 1767312000 +0000\n\n"
    repo.raw_commit(head.encode() + b"Fix caf\xe9 \xff\n\n\xf0\x28\x8c\x28\n")
    event = only(repo)
    assert (event.summary, event.body) == ("Fix caf\\xe9 \\xff", "\\xf0(\\x8c(")


def test_messages_in_another_encoding_are_converted(repo: Repo) -> None:
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1")
    repo.commit("Fix café".encode("latin-1"))
    assert only(repo).summary == "Fix café"


def test_a_message_of_megabytes_is_cut(repo: Repo) -> None:
    repo.commit("Fix " + "x" * 5000, body="word " * 1_200_000)
    repo.commit("after it", ["after.py"])
    long, after = gather(repo.path).events
    assert (len(long.summary), len(long.body)) == (SUBJECT_KEPT, BODY_KEPT)
    assert (after.summary, after.files) == ("after it", ("after.py",))


def test_a_field_without_an_end_does_not_fill_the_memory() -> None:
    chunks = [*[b"x" * CHUNK] * 20, b"\0next\0end"]
    sizes = [len(field) for some in _cut(chunks, b"\0") for field in some]
    assert sizes[0] <= CHUNK + LONGEST
    assert sizes[1:] == [4, 3]


def test_file_names_of_any_bytes(repo: Repo) -> None:
    names = [b"new\nline.py", b'qu"ote.py', b"tab\t.py", b"latin\xe9.py", "ünï.py".encode(), b" lead.py", b"\x1b[1m.py"]
    repo.commit("Fix names", names)
    assert set(only(repo).files) == {
        "new\\nline.py", 'qu"ote.py', "tab\\t.py", "latin\\xe9.py", "ünï.py", " lead.py", "\\x1b[1m.py",
    }  # fmt: skip


def test_file_names_cannot_pretend_to_be_a_commit(repo: Repo) -> None:
    other = repo.commit("innocent", ["a.py"])
    repo.commit("Fix names", [f"{other}", "\n", "\x1e", other.upper()])
    innocent, event = gather(repo.path).events
    assert (innocent.files, len(event.files)) == (("a.py",), 4)


def test_an_empty_message_and_an_empty_commit(repo: Repo) -> None:
    repo.commit("", [])
    event = only(repo)
    assert (event.kind, event.summary, event.body, event.files) == ("commit", "", "", ())


def test_a_commit_of_hundreds_of_files_is_cut_and_said(repo: Repo) -> None:
    repo.commit("Reformat everything", [f"many/{number:04}.py" for number in range(FILES_KEPT + 20)])
    history = gather(repo.path)
    assert (len(history.events[0].files), history.events[0].tags) == (FILES_KEPT, ("mass",))
    assert history.notes == (f"1 commit touches more than {FILES_KEPT} files; only the first {FILES_KEPT} are kept",)


@pytest.mark.parametrize(
    ("author", "committer", "at"),
    [
        ("0 +0000", "1767312000 +0000", "2026-01-02T00:00:00+00:00"),
        ("4070908800 +0000", "1767312000 +0000", "2026-01-02T00:00:00+00:00"),
        ("4070908800 +0000", "4070908800 +0000", "2099-01-01T00:00:00+00:00"),
        ("99999999999999999999 +0000", "1767312000 +0000", "2026-01-02T00:00:00+00:00"),
        ("1767312000 -9999", "1767312000 +9999", "2026-01-02T00:00:00+00:00"),
        ("-500 +0000", "1767312000 +0000", "2026-01-02T00:00:00+00:00"),
        ("yesterday", "1767312000 +0000", "2026-01-02T00:00:00+00:00"),
        ("0 +0000", "0 +0000", "1970-01-01T00:00:00+00:00"),
    ],
)
def test_impossible_dates(repo: Repo, author: str, committer: str, at: str) -> None:
    repo.commit("base")
    text = f"tree {repo.tree}\nauthor A B <a@b> {author}\ncommitter C <c@d> {committer}\n\nFix time\n"
    repo.raw_commit(text.encode())
    event = only(repo)
    assert (event.at.isoformat(), event.summary) == (at, "Fix time")


def test_a_commit_from_1970_hides_nothing_behind_it(repo: Repo) -> None:
    repo.commit("Fix before", on=40)
    repo.commit("clock was broken", on=-20400)
    repo.commit("Fix between", on=41, committed=-20400)
    repo.commit("Fix after", on=42)
    events = gather(repo.path, Ask(since=day(30))).events
    assert {event.summary for event in events} == {"Fix before", "Fix between", "Fix after"}


@pytest.mark.parametrize(
    ("author", "actor"),
    [
        ("<a@b>", "a@b"),
        ("A <>", "a"),
        ("<>", "unknown"),
        ("A B", "unknown"),
        ("A <x <y@z>>", "x y@z"),
        ("A\x1b <Q@R>", "q@r"),
    ],
)
def test_authors_without_a_name_or_address(repo: Repo, author: str, actor: str) -> None:
    repo.commit("base")
    text = f"tree {repo.tree}\nauthor {author} 1767312000 +0000\ncommitter C <c@d> 1767312000 +0000\n\nFix it\n"
    repo.raw_commit(text.encode())
    event = only(repo)
    assert event.summary == "Fix it"
    assert event.actor in (actor, "unknown")
    assert event.who


def test_a_broken_mailmap_does_no_harm(repo: Repo) -> None:
    repo.write(".mailmap", "<<<<\n\0> <\nAnn <\n")
    repo.commit("Fix it", [])
    assert only(repo).actor == "ann@example.com"


TRAPS = (
    "diff.external diff.evil.command diff.evil.textconv core.pager core.fsmonitor gpg.program core.sshCommand"
    " diff.python.textconv diff.python.command core.hooksPath uploadpack.packObjectsHook"
)
UPSETTING = (
    "log.showSignature=true color.ui=always diff.renames=copies diff.noprefix=true diff.orderFile=/nowhere"
    " log.date=relative format.pretty=oneline log.follow=true diff.relative=true core.quotepath=true log.mailmap=false"
    " diff.ignoreSubmodules=all log.diffMerges=combined core.abbrev=5 diff.mnemonicPrefix=true"
)


def test_settings_in_the_repository_run_nothing(repo: Repo, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/caught\n")
    trap.chmod(0o755)
    sha = repo.commit("Fix it", ["a.py"])
    repo.write(".gitattributes", "* diff=evil filter=evil\n")
    for key in TRAPS.split():
        repo.git("config", key, str(trap))
    for setting in UPSETTING.split():
        repo.git("config", *setting.split("=", 1))
    repo.git("config", "alias.log", f"!{trap}")
    event = only(repo)
    looked = patches(Git.at(repo.path), [sha])
    assert (event.summary, event.files) == ("Fix it", ("a.py",))
    assert list(looked.found) == [sha]
    assert not (tmp_path / "caught").exists()


HOSTILE = [
    "fix " * 200, "a:" * 400, "!" * 1000, '"' * 1000, 'Revert "' * 120, "(" * 900, "#1 " * 300, "revert #1, " * 100,
    "This reverts commit " * 200, "abcdef0 " * 120, "a/" * 400 + "#", "[x]" * 300, "and, " * 300, " " * 1000,
    "\n" * 4000, "deadbeef, and " * 300, ">" * 2000, "fix: " + "typo and " * 100, "re-" * 300, "a b c d e f: " * 80,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_subject_takes_long_to_understand(text: str) -> None:
    start = time.process_time()
    for subject, body in ((text, text), ("revert: " + text, "This reverts commit " + text), ("fix " + text, "")):
        classify(subject[:SUBJECT_KEPT], body[:BODY_KEPT], ())
    assert time.process_time() - start < 5


@given(st.text(), st.text(), st.lists(st.text(min_size=1), max_size=3))
def test_every_message_has_a_kind(subject: str, body: str, files: list[str]) -> None:
    kind, tags, undoes = classify(subject, body, files)
    assert kind in ("commit", "fix", "revert", "reapply")
    assert all(tags) and all(undoes)


@given(st.binary())
def test_any_bytes_become_clean_text(data: bytes) -> None:
    for clean in (line(data, 80), prose(data.decode("utf-8", "backslashreplace"), 80), path(data)):
        clean.encode("utf-8")
        assert not any(ord(mark) < 32 and mark not in "\n\t" for mark in clean)
    assert "\n" not in line(data, 80) and "\n" not in path(data)


@given(st.integers(-(10**20), 10**20), st.integers(-(10**20), 10**20))
def test_any_number_is_a_moment(authored: int, committed: int) -> None:
    author, commit = seconds(b"%d" % authored), seconds(b"%d" % committed)
    assert moment(happened(author, commit)).year >= 1970
    assert is_odd(author, commit) or happened(author, commit) == author
