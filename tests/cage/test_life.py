"""A caged run's life: it answers, or it fails in a way that is named; either way no process and no scratch stays."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from reverie import cage
from reverie.cage import kernel
from reverie.cage.fence import EVERY, SECCOMP
from reverie.cage.limits import MIB
from reverie.cage.outside import run_fenced
from tests.cage.world import git

QUICK = cage.Limits(wall=60)


def run(name: str, request: bytes, scratch: Path, limits: cage.Limits = QUICK) -> cage.Result:
    return cage.run(f"tests.cage.inmates:{name}", request, scratch=scratch, limits=limits)


def gone(pid: int) -> bool:
    """Whether a process is dead, or about to be buried."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    place = tmp_path / "repo"
    for words in ("init -q", "config user.name A", "config user.email a@b.c"):
        git(place, *words.split())
    (place / "f").write_text("text\n")
    git(place, "add", ".")
    git(place, "commit", "-qm", "a subject")
    return place


def test_the_answer_comes_back_with_progress_and_a_report(tmp_path: Path) -> None:
    heard: list[str] = []
    request = os.urandom(3 * MIB)
    result = cage.run(
        "tests.cage.inmates:echo", request, scratch=tmp_path / "s", limits=QUICK, on_progress=heard.append
    )
    assert result.output == request[::-1]
    assert heard == ["first", "second line"]
    assert result.refused == ()
    assert any("ceilings" in line for line in result.enforced)


def test_what_a_dream_needs_works_also_in_a_worktree(tmp_path: Path, repo: Path) -> None:
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"))
    for number, place in enumerate((repo, tmp_path / "tree")):
        result = run("work", os.fsencode(place), tmp_path / f"s{number}")
        assert b"a subject" in result.output
        assert b"+text" in result.output
        assert result.refused == ()
        assert [path.name for path in (tmp_path / f"s{number}").iterdir() if path.is_file()] == ["g"]


def test_numpy_multiplies_and_maps_files(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    assert run("multiply", b"", tmp_path / "s").output == b"2000000000.0"


def test_the_child_has_no_file_of_the_parents_open(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("no /proc")
    with (tmp_path / "secret").open("w") as secret:
        os.set_inheritable(secret.fileno(), True)
        found = json.loads(run("opened", b"", tmp_path / "s").output)
    assert len(found) <= 7  # three standard ones, answer, talk, the lifeline, and the listing itself


def test_the_request_is_read_once(tmp_path: Path) -> None:
    assert run("read_again", b"request", tmp_path / "s").output == b"request"


def test_time_is_up(tmp_path: Path) -> None:
    with pytest.raises(cage.TimedOut, match=r"after 1\.5 s"):
        run("hang", b"", tmp_path / "s", cage.Limits(wall=1.5))
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("name", ["hang_with_git", "fork_for_ever"])
def test_a_cancelled_run_leaves_no_process(name: str, tmp_path: Path, repo: Path) -> None:
    pids: list[int] = []
    cancel = threading.Event()

    def heard(line: str) -> None:
        if line.isdigit():
            pids.append(int(line))
        else:
            cancel.set()

    fences = EVERY if name == "hang_with_git" else frozenset[str]()  # the fork is to get out, and be killed
    with pytest.raises(cage.Cancelled):
        run_fenced(f"tests.cage.inmates:{name}", os.fsencode(repo), tmp_path / "s", QUICK, heard, cancel, fences)
    assert pids
    assert all(map(gone, pids))
    assert not (tmp_path / "s").exists()


def test_an_answer_ends_all_that_was_started(tmp_path: Path, repo: Path) -> None:
    assert gone(int(run("answer_and_leave_git", os.fsencode(repo), tmp_path / "s").output))


def test_an_interrupt_of_the_parent_ends_the_child(tmp_path: Path) -> None:
    def interrupted(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cage.run("tests.cage.inmates:hang", b"", scratch=tmp_path / "s", limits=QUICK, on_progress=interrupted)
    assert not (tmp_path / "s").exists()


def test_the_child_does_not_outlive_a_killed_parent(tmp_path: Path, repo: Path) -> None:
    code = f"""
        from pathlib import Path
        from reverie import cage
        def heard(line): print(line, flush=True)
        cage.run("tests.cage.inmates:hang_with_git", {os.fsencode(repo)!r}, scratch=Path({str(tmp_path / "s")!r}),
                 limits=cage.Limits(), on_progress=heard)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    root = Path(__file__).parents[2]
    env = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=env, cwd=root) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    assert gone(pid)


@pytest.mark.parametrize(
    ("name", "limits", "what"),
    [
        ("allocate", cage.Limits(wall=60, memory=400 * MIB), "memory, 0.39 GiB"),
        ("allocate_shared", QUICK, "memory, 4 GiB"),
        ("burn", cage.Limits(wall=60, cpu=1), "CPU time, 1 s"),
        ("burn_deaf", cage.Limits(wall=60, cpu=1), "killed by the system"),
        ("fill_a_file", cage.Limits(wall=60, file_size=4 * MIB), "file size, 4 MiB"),
    ],
)
def test_ceilings_hold(name: str, limits: cage.Limits, what: str, tmp_path: Path) -> None:
    with pytest.raises(cage.OverCeiling, match=what):
        run(name, b"", tmp_path / "s", limits)
    assert not (tmp_path / "s").exists()


def test_a_ceiling_is_not_raised_from_inside(tmp_path: Path) -> None:
    with pytest.raises(cage.Crashed, match="PermissionError") as failed:
        run("raise_limits", b"", tmp_path / "s")
    assert failed.value.refused == ("resource.setrlimit",)


def test_megabytes_printed_are_neither_kept_nor_in_the_way(tmp_path: Path) -> None:
    assert run("shout", b"", tmp_path / "s").output == b"heard"


def test_too_much_talk_is_not_all_heard(tmp_path: Path) -> None:
    heard: list[str] = []
    cage.run("tests.cage.inmates:chatter", b"", scratch=tmp_path / "s", limits=QUICK, on_progress=heard.append)
    assert 100 < len(heard) < 5000
    assert max(map(len, heard)) <= 500


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fail", "ValueError: the reason"),
        ("leave", "asked to exit"),
        ("answer_text", "answered str, not bytes"),
        ("die", "SIGSEGV"),
        ("vanish", "exit code 0"),
        ("no_such_function", "no_such_function"),
    ],
)
def test_a_crash_says_what_the_child_said_last(name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(cage.Crashed, match=says) as failed:
        run(name, b"", tmp_path / "s")
    assert len(str(failed.value)) < 3000
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("garbage", "does not begin"),
        ("boast", "bytes long"),
        ("forge", "hash"),
        ("answer_twice", "something follows"),
        ("die_in_the_answer", "breaks off"),
        ("close_the_answer", "lives on"),
    ],
)
def test_nonsense_is_not_believed(name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(cage.Nonsense, match=says):
        run(name, b"", tmp_path / "s")


@pytest.mark.skipif(kernel.machine() != "x86_64", reason="the 32-bit gate is x86's")
def test_the_32_bit_gate_is_deadly(tmp_path: Path) -> None:
    with pytest.raises(cage.Crashed, match=r"SIGSYS|SIGSEGV"):
        target = "tests.cage.inmates:through_the_old_gate"
        run_fenced(target, b"", tmp_path / "s", QUICK, None, None, frozenset({SECCOMP}))


def test_links_in_a_discarded_scratch_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "f").write_text("x")
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "link").symlink_to(tmp_path / "kept")
    cage.discard(tmp_path / "s")
    assert not (tmp_path / "s").exists()
    assert (tmp_path / "kept" / "f").read_text() == "x"
