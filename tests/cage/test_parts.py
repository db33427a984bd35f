"""The cage's smaller parts: frames, what git may be told, where paths lead, which git is the real one."""

from __future__ import annotations

import ast
import json
import os
import pwd
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reverie
from reverie import cage
from reverie.cage import frames, git_words, programs, surroundings, whereabouts
from reverie.cage.errors import Nonsense
from reverie.cage.limits import Limits
from reverie.records.errors import StoreReadOnly


@given(st.binary(max_size=300), st.binary(max_size=300), st.integers(min_value=1, max_value=50))
def test_frames_come_together_from_any_pieces(first: bytes, second: bytes, step: int) -> None:
    sent = _sent(first) + _sent(second)
    heard = frames.Frames(300, 300)
    for at in range(0, len(sent), step):
        heard.feed(sent[at : at + step])
    assert heard.whole == [first, second]
    assert heard.complete
    assert not heard.begun


@given(st.binary(min_size=1, max_size=100), st.data())
def test_a_frame_with_a_wrong_byte_is_never_believed(body: bytes, data: st.DataObject) -> None:
    sent = bytearray(_sent(body))
    at = data.draw(st.integers(min_value=0, max_value=len(sent) - 1))
    sent[at] ^= data.draw(st.integers(min_value=1, max_value=255))
    heard = frames.Frames(100)
    try:
        heard.feed(bytes(sent))
    except Nonsense:
        return
    assert not heard.complete


def _sent(body: bytes) -> bytes:
    reading, writing = os.pipe()
    frames.write(writing, body)
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123
        return pipe.read()


@pytest.mark.parametrize(
    "line",
    [
        "git log --format=%H -p -- --output",
        "git --no-pager -C /r -c core.quotepath=off -c core.fsmonitor=false -c core.hooksPath=/dev/null rev-list --all",
        "git cat-file --batch",
        "git config --get user.email",
        "git -C /r symbolic-ref HEAD",
        "git --version",
        "git -c diff.renames=true diff-tree --stdin",
    ],
)
def test_git_may_read(line: str) -> None:
    assert git_words.objection(line.split(), {"PATH": "/bin"}, {}) == ""


@pytest.mark.parametrize(
    "line",
    [
        "git push",
        "git gc",
        "git -c alias.x=!sh x",
        "git -c core.pager=evil log",
        "git -c core.sshCommand=evil log",
        "git -c diff.evil.textconv=evil log",
        "git -c include.path=/evil log",
        "git -p log",
        "git --exec-path=/evil log",
        "git --config-env=core.pager=EVIL log",
        "git log --output=/evil",
        "git log --output /evil",
        "git grep -Oevil x",
        "git grep --open-files-in-pager=evil x",
        "git diff --ext-diff",
        "git config user.email evil",
        "git symbolic-ref HEAD refs/heads/evil",
    ],
)
def test_git_may_not_write_or_start_anything(line: str) -> None:
    assert git_words.objection(line.split(), {}, {})


@pytest.mark.parametrize("name", ["GIT_SSH_COMMAND", "GIT_TRACE", "GIT_EXTERNAL_DIFF", "LD_PRELOAD", "GIT_EXEC_PATH"])
def test_git_may_not_be_turned_by_its_environment(name: str) -> None:
    assert name in git_words.objection(["git", "log"], {name: "/evil"}, {})
    assert git_words.objection(["git", "log"], {name: "/known"}, {name: "/known"}) == ""
    config = {"GIT_CONFIG_KEY_0": "core.pager", "GIT_CONFIG_VALUE_0": "/evil"}
    assert "core.pager" in git_words.objection(["git", "log"], config, {})


def test_paths_lead_where_the_kernel_goes(tmp_path: Path) -> None:
    base = Path(os.path.realpath(tmp_path))
    (base / "real").mkdir()
    (base / "link").symlink_to("real")
    assert whereabouts.leads_to(base / "link" / ".." / "real" / "f") == str(base / "real" / "f")
    assert whereabouts.leads_to(os.fsencode(base / "link")) == str(base / "real")
    assert whereabouts.leads_to(str(base / "link"), follow=False) == str(base / "link")
    assert whereabouts.leads_to(str(base / "link") + "/..", follow=False) == str(base)
    handle = os.open(base / "link", os.O_RDONLY)
    try:
        assert whereabouts.leads_to(handle) == str(base / "real")
        assert whereabouts.leads_to("f", handle) == str(base / "real" / "f")
    finally:
        os.close(handle)
    assert whereabouts.leads_to("f", 9999) == ""
    assert not whereabouts.below("/scratch-not", "/scratch")
    assert whereabouts.below("/scratch/a", "/scratch")


def test_the_real_git_is_found_behind_a_wrapper(tmp_path: Path) -> None:
    wrapper = tmp_path / "git"
    wrapper.write_text(f'#!/bin/sh\nexec "{shutil.which("git")}" "$@"\n')
    wrapper.chmod(0o755)
    found = programs.find(f"relative:{tmp_path}:{os.environ['PATH']}")
    assert found.git not in {"", str(wrapper)}
    assert Path(found.git).read_bytes()[:2] != b"#!"
    assert programs.find(str(tmp_path / "empty")) == programs.Programs()


def test_git_installed_elsewhere_is_put_first(tmp_path: Path) -> None:
    around = {"PATH": "relative:/usr/bin", "SECRET": "s", "HOME": "/h", "LD_PRELOAD": "/evil.so"}
    given_ = surroundings.environment(around, "/scratch", "/opt/git/bin/git", Limits(threads=1))
    assert given_["PATH"] == "/opt/git/bin:/usr/bin"
    assert (given_["HOME"], given_["TMPDIR"], given_["OPENBLAS_NUM_THREADS"]) == ("/h", "/scratch", "1")
    assert not {"SECRET", "LD_PRELOAD"} & set(given_)


def test_modules_are_found_where_the_parent_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["", "relative", "/absolute"])
    home = str(Path(reverie.__file__).resolve().parents[1])
    assert surroundings.command()[-1].split("\n") == ["/absolute", home]


def test_the_cage_imports_only_records_tools_and_the_standard_library() -> None:
    allowed = {"reverie", "reverie.cage", "reverie.records", "reverie.tools"}
    for path in Path(surroundings.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top, ours = name.partition(".")[0], ".".join(name.split(".")[:2])
                assert top in sys.stdlib_module_names or ours in allowed, f"{path.name}: {name}"


@pytest.mark.skipif(os.getuid() != 0, reason="the other tests run as an ordinary user already")
def test_an_ordinary_user_is_caged_as_well(tmp_path_factory: pytest.TempPathFactory) -> None:
    python, source = "/usr/bin/python3", Path(reverie.__file__).resolve().parents[1]
    if not _suits(python):
        pytest.skip("no Python here that everybody can start")
    user = pwd.getpwnam("nobody")
    code = f"""
        import json, sys, tempfile
        sys.path[:0] = [{str(source)!r}, {str(Path(__file__).parents[2])!r}]
        from pathlib import Path
        from reverie import cage
        place = Path(tempfile.mkdtemp(dir="/tmp"))
        result = cage.run("tests.cage.user:attempt", b"", scratch=place, limits=cage.Limits(wall=60))
        cage.discard(place)
        print(json.dumps([result.output.decode(), result.enforced, result.open]))
    """
    command = [python, "-B", "-c", textwrap.dedent(code)]
    done = subprocess.run(
        command, user=user.pw_uid, group=user.pw_gid, extra_groups=[], capture_output=True, cwd="/", check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    output, enforced, left = json.loads(done.stdout)
    assert output == "wrote scratch; git version; refused: outside, socket, shell"
    if not any("no Landlock" in line for line in left):
        assert any("Landlock" in line for line in enforced)


def _suits(python: str) -> bool:
    asked = [python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    return Path(python).exists() and subprocess.run(asked, check=False).returncode == 0


def test_scratch_that_cannot_be_made_is_told_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreReadOnly, match="scratch cannot be written: not a directory"):
        cage.Waiting("tests.cage.inmates:echo", tmp_path / "file" / "scratch", Limits())
