"""What git says of people and paths is redacted like what it says in messages, and nothing in it can hide."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.git import Ask, gather
from reverie.gather.git.log import _cut as rows_of
from reverie.gather.git.text import line, path, prose
from reverie.tools.git import LONGEST, _cut
from reverie.tools.ids import content_id
from reverie.tools.redact import Redactor
from tests.gather.repo import ANN, Repo
from tests.tools.secrets_made import B62, SHAPED, body

TOKEN = SHAPED["github"]
KEY_ID = SHAPED["aws-key-id"]  # all capitals: in small letters nobody would know it
LOGIN = "https://ann:" + body(B62, 18) + "@example.com"
ASK = Ask(redact=Redactor(b"a key that only this test knows.").texts, redact_key="1")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def everything_kept(repo: Repo, cache: Path) -> str:
    history = gather(repo.path, ASK, cache=cache)
    return repr(history) + (cache / "git-commits").read_text() + repr(gather(repo.path, ASK, cache=cache))


@pytest.mark.parametrize(
    ("author", "secret"),
    [
        (f"{TOKEN} <ann@example.com>", TOKEN),
        (f"Ann {TOKEN} Lee <ann@example.com>", TOKEN),
        (f"Ann <{TOKEN}@users.noreply.github.com>", TOKEN),
        (f"Ann <{KEY_ID}>", KEY_ID),
        (f"Ann <{LOGIN}>", LOGIN.partition("ann:")[2].partition("@")[0]),
    ],
)
def test_a_secret_in_an_author_is_not_kept(repo: Repo, tmp_path: Path, author: str, secret: str) -> None:
    repo.commit("Fix it", by=author)
    repo.commit("Fix it too", body=f"Because.\n\nCo-authored-by: {author}", by=ANN)
    kept = everything_kept(repo, tmp_path / "cache")
    assert secret.lower() not in kept.lower()
    assert "[REDACTED:" in kept
    redacted = gather(repo.path, ASK).events
    assert [event.id for event in redacted] == [event.id for event in gather(repo.path).events]


def test_a_secret_in_a_path_is_not_kept(repo: Repo, tmp_path: Path) -> None:
    repo.commit("Fix it", [f"keys/{TOKEN}.txt", "app.py"])
    repo.commit("Fix it again", [f"keys/{TOKEN}.txt"])
    assert TOKEN not in everything_kept(repo, tmp_path / "cache")
    first, second = gather(repo.path, ASK).events
    assert first.files[0] == "app.py"
    assert first.files[1] == second.files[0]
    assert first.files[1].startswith("keys/[REDACTED:github:")


def test_a_secret_in_the_mailmap_is_not_told(repo: Repo, tmp_path: Path) -> None:
    repo.write(".mailmap", f"{TOKEN} <ann@example.com>\n")
    repo.commit("Fix it")
    assert TOKEN not in everything_kept(repo, tmp_path / "cache")


def test_a_secret_in_what_git_complains_of_is_not_told(tmp_path: Path) -> None:
    history = gather(tmp_path / TOKEN, ASK)
    assert history.trouble
    assert TOKEN not in history.trouble


def test_ordinary_people_and_paths_stay_as_they_are(repo: Repo) -> None:
    ben = "Ben Fox <12345678+ben.fox-2@users.noreply.github.com>"
    names = ["src/token_store/key.py", "tests/password_reset.py", "docs/api-keys.md", "a=b/secret.py"]
    repo.commit("Fix it", names, by=ben, body="Co-authored-by: Eve Ray <EVE.ray+git@Sub.Example.org>")
    repo.commit("Fix more", names, by=ANN)
    assert gather(repo.path, ASK).events == gather(repo.path).events
    assert gather(repo.path).events[0].also == ("eve.ray+git@sub.example.org",)


HIDDEN = "".join(chr(code) for code in (0x200B, 0x200D, 0xAD, 0x2066, 0x202E, 0xFE0F, 0xE0041, 0xE000, 0x3164, 0xE0100))


def test_text_that_cannot_be_seen_is_taken_out(repo: Repo) -> None:
    repo.commit(
        f"Fix {HIDDEN}the lo{HIDDEN}gin",
        body=f"It {HIDDEN}hid.\n\nCo-authored-by: E{HIDDEN}ve <e{HIDDEN}ve@example.com>",
        by=f"A{HIDDEN}nn Lee <a{HIDDEN}nn@example.com>",
    )
    (event,) = gather(repo.path).events
    assert (event.summary, event.body) == ("Fix the login", "It hid.")
    assert (event.who, event.actor, event.also) == ("Ann Lee", "ann@example.com", ("eve@example.com",))


def test_a_secret_cut_by_what_cannot_be_seen_is_still_known(repo: Repo) -> None:
    cut = f"{TOKEN[:12]}\u200b{TOKEN[12:]}"
    repo.commit(f"Use {cut}", body=f"It is {cut}.", by=f"{cut} <ann@example.com>")
    (event,) = gather(repo.path, ASK).events
    for told in (event.summary, event.body, event.who):
        assert TOKEN[12:] not in told
        assert "[REDACTED:github:" in told


def test_everything_unseen_goes_from_text_and_is_written_out_in_paths() -> None:
    unseen = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cf", "Co")]
    told = "".join(f"a{char}b" for char in unseen)
    assert line(told.encode(), 10**7) == prose(told, 10**7) == "ab" * len(unseen)
    named = path("".join(unseen).encode())
    assert named.isascii()
    assert named.count("\\u") + named.count("\\x") == len(unseen)


@pytest.mark.parametrize(
    "subject", ["⚡️ Fix speed", "Fix  two – spaces", "Fix \u202eodd\u202c \ue000 text", "Fix plain"]
)
def test_what_is_not_shown_still_counts_for_the_id(repo: Repo, subject: str) -> None:
    """Ids were made before unseen characters were taken out, and are in people's files."""
    repo.commit(subject)
    (event,) = gather(repo.path).events
    was = {"Fix \u202eodd\u202c \ue000 text": "Fix odd \ue000 text"}.get(subject, subject)
    assert event.id == content_id("git", "ann@example.com", event.at.isoformat(), was)


@given(st.lists(st.binary(max_size=30), max_size=20), st.integers(1, 64))
def test_what_is_read_does_not_depend_on_how_it_comes(fields: list[bytes], step: int) -> None:
    whole = b"\0".join([*fields, b"x" * (LONGEST + 100), b"end"])
    drops = [whole[at : at + step * 4096] for at in range(0, len(whole), step * 4096)]
    found = [field for some in _cut(drops, b"\0") for field in some]
    assert found == [field for some in _cut([whole], b"\0") for field in some]
    assert found == [part[:LONGEST] for part in whole.split(b"\0")]


def test_asking_who_committed_loads_no_rules_for_reading() -> None:
    """A run with nothing new should not wait for what it does not use."""
    code = (
        "import sys, reverie.gather.signatures; print([m for m in sys.modules if m.startswith('reverie.gather.git.')])"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "people" in told
    assert "kinds" not in told
    assert "history" not in told


NAMES = st.lists(st.binary(min_size=1, max_size=9).filter(lambda name: b"\0" not in name and name != b"\n"), max_size=6)


@given(st.lists(NAMES, max_size=8), st.integers(1, 40))
def test_where_commits_end_does_not_depend_on_how_they_come(commits: list[list[bytes]], step: int) -> None:
    fields = [part for names in commits for part in (b"", b"sha", b"a", b"", b"1", b"2", b"", b"", b"", *names)]
    blocks = iter([fields[at : at + step] for at in range(0, len(fields), step)])
    rows = list(rows_of(blocks))
    assert [row.head for row in rows] == [[b"sha", b"a", b"", b"1", b"2", b"", b""]] * len(commits)
    assert [[*row.names] for row in rows] == [
        [name.removeprefix(b"\n") if not at else name for at, name in enumerate(names)] for names in commits
    ]
