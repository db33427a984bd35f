"""Our lines in somebody's crontab: put in, changed, taken out; and nothing else is touched."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.schedules import crontab
from reverie.schedules.job import Job, Site, Told, Unfit, call, key_of
from reverie.tools.cron import parse

ROOT = "/home/ada/my shop"
SITE = Site(ROOT, "/usr/bin/python3", {"PATH": "/usr/bin:/bin"})
NIGHTLY = Job("nightly", parse("0 2 * * *"), ("run", "--since", "7d"))


def ours(job: Job = NIGHTLY, site: Site = SITE) -> bytes:
    return crontab.line(job.cron.text, crontab.command(call(job, site, "cron"), site), job.name, site.key)


def vixie(command: str) -> str:
    """What old crons hand to the shell: a backslash before a % or a backslash goes, a bare % ends it."""
    out, escaped = "", False
    for letter in command:
        if escaped:
            out, escaped = (out[:-1] if letter in "%\\" else out) + letter, False
        elif letter == "%":
            return out
        else:
            out, escaped = out + letter, letter == "\\"
    return out


def cronie(command: str) -> str:
    """The same in newer ones, which leave two backslashes alone."""
    out, escaped = "", False
    for letter in command:
        if escaped:
            out, escaped = (out[:-1] if letter == "%" else out) + letter, False
        elif letter == "%":
            return out
        else:
            out, escaped = out + letter, letter == "\\"
    return out


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("%\\'\" $`!#;&|"), max_size=40)


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_whatever_stands_in_a_path_arrives(text: str) -> None:
    words = ["printf", "x", f"/a{text}"]
    told = crontab.command(words, Site("/", "/p"))
    assert shlex.split(vixie(told)) == words
    assert shlex.split(cronie(told)) == words
    assert shlex.split(crontab.command(words, Site("/", "/p"), percent=False)) == words


@pytest.mark.parametrize("text", ["50% off", "it's", 'a "b"', "\\\\%\\", "$(touch x)", "`id`", "ünï", "a\\%b", "#!"])
def test_a_shell_sees_what_was_meant(text: str) -> None:
    told = crontab.command(["/bin/echo", text], Site("/", "/p", {"A": text}))
    for cron in (vixie, cronie):
        done = subprocess.run(["/bin/sh", "-c", cron(told)], capture_output=True, text=True, check=True, env={})
        assert done.stdout == text + "\n"


@pytest.mark.parametrize(
    "theirs",
    [
        b"", b"# mine\n0 1 * * * backup\n", b"0 1 * * * backup", b"0 1 * * * backup\r\nMAILTO=a\r\n",
        b"\n\n# caf\xe9 \xff\x00\n", b"CRON_TZ=Asia/Tokyo\nSHELL=/usr/bin/fish\n0 1 * * * x %y\n\n",
    ],
)  # fmt: skip
def test_what_is_put_in_is_taken_out_and_the_rest_is_as_it_was(theirs: bytes) -> None:
    there = crontab.put(theirs, ours(), "nightly", SITE.key)
    assert there.endswith(theirs) and there.startswith(b"0 2 * * * ")
    assert crontab.put(there, ours(), "nightly", SITE.key) == there
    assert crontab.taken_out(there, SITE.key) == (theirs, ["nightly"])


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_crontab_is_given_back(theirs: bytes) -> None:
    there = crontab.put(theirs, ours(), "nightly", SITE.key)
    assert crontab.taken_out(there, SITE.key)[0] == theirs


def test_another_repository_and_another_name_are_left_alone() -> None:
    other = Site("/home/ada/other", "/usr/bin/python3")
    weekly = Job("weekly", parse("0 3 * * 0"), ("run", "--since", "30d"))
    text = b"0 1 * * * backup\n"
    for job, site in ((NIGHTLY, SITE), (weekly, SITE), (NIGHTLY, other)):
        text = crontab.put(text, ours(job, site), job.name, site.key)
    one, gone = crontab.taken_out(text, SITE.key, "weekly")
    assert gone == ["weekly"] and one.count(b"\n") == 3
    all_of_it, gone = crontab.taken_out(text, SITE.key)
    assert gone == ["weekly", "nightly"] and all_of_it == ours(NIGHTLY, other) + b"\n0 1 * * * backup\n"


def test_a_line_stays_where_a_person_moved_it_and_two_become_one() -> None:
    moved = b"SHELL=/bin/bash\n" + ours() + b"\n0 1 * * * backup\n" + ours() + b"\n"
    hourly = Job("nightly", parse("0 4 * * *"), ("run",))
    there = crontab.put(moved, ours(hourly), "nightly", SITE.key)
    assert there == b"SHELL=/bin/bash\n" + ours(hourly) + b"\n0 1 * * * backup\n"


def test_a_line_is_read_back_also_if_it_was_switched_off_or_got_another_line_end() -> None:
    steered = Job("nightly", parse("0 2 * * *"), ("run", "--since", "7d"), "focus on 100% 'auth'")
    (found,) = crontab.entries(ours(steered) + b"\r\n")
    assert found.told == Told("nightly", ROOT, ("run", "--since", "7d", "--instructions", "focus on 100% 'auth'"))
    assert (found.fields, found.key, found.off) == ("0 2 * * *", key_of(ROOT), False)
    (off,) = crontab.entries(b"#" + ours())
    assert off.off and off.told == Told("nightly", ROOT, ("run", "--since", "7d"))
    assert crontab.taken_out(b"#" + ours() + b"\n", SITE.key) == (b"", ["nightly"])
    (broken,) = crontab.entries(b"0 2 * * * 'what # reverie:nightly@" + SITE.key.encode())
    assert broken.told is None


def test_what_no_crontab_takes_is_refused() -> None:
    with pytest.raises(Unfit):
        Site("/a\nb", "/p")
    with pytest.raises(Unfit):
        Job("a b", NIGHTLY.cron, ("run",))
    with pytest.raises(Unfit):
        crontab.line("0 2 * * *", "x" * 1000, "nightly", SITE.key)
