"""A repository whose git configuration, attributes, hooks and submodules name programs, and an environment that does,
too: whatever is done in it, nothing of theirs is started and nothing of git's is written."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import reverie
from reverie.tools import git as tool
from reverie.tools.git import Git, GitFailed, committers, config_value, read_head
from reverie.tools.git_commit import commit_files
from reverie.tools.trust import take_over
from tests.cli.conftest import _dreamt, _sample  # noqa: F401
from tests.cli.shell import Shell
from tests.gather.repo import Repo

RUN_BY_GIT = (
    "core.pager core.editor core.fsmonitor core.sshCommand core.askPass core.gitProxy core.alternateRefsCommand"
    " core.hooksPath gpg.program gpg.ssh.program gpg.x509.program gpg.openpgp.program gpg.ssh.defaultKeyCommand"
    " diff.external diff.evil.command diff.evil.textconv diff.python.textconv diff.python.command diff.tool"
    " filter.evil.clean filter.evil.smudge filter.evil.process filter.lfs.clean filter.lfs.process merge.evil.driver"
    " credential.helper interactive.diffFilter uploadpack.packObjectsHook remote.evil.uploadpack remote.evil.vcs"
    " pager.log pager.config pager.grep pager.blame pager.diff sequence.editor sendemail.smtpServer trailer.x.command"
    " difftool.x.cmd mergetool.x.cmd browser.x.cmd man.x.cmd web.browser init.templateDir help.browser"
    " uploadpack.hook submodule.evil.update guitool.x.cmd hook.evil.command"
)
ALIASED = (
    "log config rev-parse rev-list diff-tree cat-file ls-tree ls-files grep blame check-mailmap hash-object".split()
)
HOOKS = (
    "pre-commit prepare-commit-msg commit-msg post-commit post-index-change reference-transaction fsmonitor-watchman"
    " post-checkout pre-auto-gc post-rewrite"
)
RUN_BY_ENVIRONMENT = (
    "GIT_EXTERNAL_DIFF GIT_SSH GIT_SSH_COMMAND GIT_PAGER PAGER GIT_ASKPASS SSH_ASKPASS GIT_PROXY_COMMAND GIT_EDITOR"
    " GIT_SEQUENCE_EDITOR EDITOR VISUAL"
)
READING = [
    *("status", "status --deep", "history", "log", "list", "list --rules", "search token", "verify", "doctor"),
    *("sync --dry-run", "note list", "insights", "report", "briefing", "reorganize --dry-run", "promote", "sources"),
    *("show {id}", "why {id}", "review-stale", "run --dry-run", "run", "run --again", "tick"),
]

IN_A_HOSTILE_ENVIRONMENT = ["status --deep", "history", "verify", "run --again", "tick"]


class Traps:
    """Programs that leave a trace when they are started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.caught_in = folder / "traps", folder / "caught"
        self.folder.mkdir()
        self.caught_in.mkdir()

    def set(self, name: str) -> str:
        """A program of this name, as a command line."""
        path = self.folder / name.replace("/", "_")
        path.write_text(f"#!/bin/sh\necho caught >'{self.caught_in}/{path.name}'\ncat\n")
        path.chmod(0o755)
        return str(path)

    @property
    def caught(self) -> list[str]:
        return sorted(path.name for path in self.caught_in.iterdir())


@pytest.fixture
def traps(tmp_path: Path) -> Traps:
    return Traps(tmp_path)


def arm(folder: Path, traps: Traps) -> dict[str, str]:
    """Make a repository hostile, and the environment it is looked at in."""
    dot_git = folder / ".git"
    (folder / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n*.md filter=lfs\n")
    module = (
        f'[submodule "evil"]\n\tpath = sub\n\turl = ext::{traps.set("module-url")}\n\tupdate = !{traps.set("module")}\n'
    )
    (folder / ".gitmodules").write_text(module)
    shell = Shell(folder)
    shell.git("add", "-A")
    shell.git("commit", "-q", "-m", "attributes")
    text = shell.git("cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n\n", 1)
    object_ = ["git", "hash-object", "-t", "commit", "-w", "--stdin"]
    done = subprocess.run(object_, cwd=folder, input=text, capture_output=True, text=True, check=True)
    shell.git("update-ref", "HEAD", done.stdout.strip())
    lost = next(path for path in sorted((dot_git / "objects").glob("??/*")) if is_old_blob(shell, path))
    lost.unlink()
    lines = ["", "[core]", "\trepositoryformatversion = 1", "[log]", "\tshowSignature = true", "[submodule]"]
    lines += ["\trecurse = true", "[protocol]", "\tallow = always", '[protocol "ext"]', "\tallow = always"]
    lines += ["[extensions]", "\tpartialClone = evil", '[remote "evil"]', "\tpromisor = true"]
    lines += [f"\turl = ext::{traps.set('remote')} %S", "\tpartialclonefilter = blob:none", "[include]"]
    lines += [f"\tpath = {folder / 'included'}", '[includeIf "gitdir:/"]', f"\tpath = {folder / 'included'}"]
    lines += ["[core]", f"\tattributesFile = {folder / '.gitattributes'}"]
    for key in RUN_BY_GIT.split():
        section, _, name = key.rpartition(".")
        head, _, sub = section.partition(".")
        lines += [f'[{head} "{sub}"]' if sub else f"[{head}]", f"\t{name} = {traps.set(key)}"]
    lines += ["[alias]", *(f"\t{verb} = !{traps.set(f'alias-{verb}')}" for verb in ALIASED)]
    with (dot_git / "config").open("a") as file:
        file.write("\n".join(lines) + "\n")
    (folder / "included").write_text(f'[filter "evil"]\n\tclean = {traps.set("included")}\n')
    for hook in HOOKS.split():
        (dot_git / "hooks").mkdir(exist_ok=True)
        shutil.copy(traps.set(f"hook-{hook}"), dot_git / "hooks" / hook)
    around = {name: traps.set(f"env-{name}") for name in RUN_BY_ENVIRONMENT.split()}
    around |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": traps.set("count")}
    around |= {"GIT_CONFIG_PARAMETERS": f"'diff.external={traps.set('parameters')}'", "GIT_DIR": str(folder / "none")}
    return around | {name: str(traps.caught_in / name) for name in ("GIT_TRACE", "GIT_TRACE2_EVENT", "GIT_TRACE_SETUP")}


def is_old_blob(shell: Shell, path: Path) -> bool:
    """A content that only history has, so that git would fetch it."""
    name = path.parent.name + path.name
    now = shell.git("ls-tree", "-r", "HEAD")
    return shell.git("cat-file", "-t", name).strip() == "blob" and name not in now


def contents(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture
def shop(_dreamt: Path, tmp_path: Path) -> Shell:  # noqa: F811
    """A shop after its first dream, with a decision written into a candidate's file and committed."""
    shutil.copytree(_dreamt, tmp_path / "shop")
    take_over(str(tmp_path / "shop"))  # this test has a home of its own
    shell = Shell(tmp_path / "shop")
    path = sorted((shell.folder / ".agent" / "dream" / "candidates").glob("*.md"))[0]
    path.write_text(path.read_text().replace("decision:\nrationale:", "decision: reject\nrationale: unrelated fixes"))
    shell.git("add", "-A")
    shell.git("commit", "-q", "-m", "decide")
    return shell


@pytest.mark.parametrize("lines", [READING, IN_A_HOSTILE_ENVIRONMENT], ids=["configuration", "environment"])
def test_no_command_starts_or_writes_anything(shop: Shell, traps: Traps, lines: list[str]) -> None:
    around = arm(shop.folder, traps)
    id = sorted((shop.folder / ".agent" / "dream" / "candidates").glob("*.md"))[-1].stem
    before = contents(shop.folder / ".git")
    for line in lines:
        words = [word.format(id=id) for word in line.split()]
        command = [sys.executable, "-m", "reverie", *words]
        env = {**os.environ, **(around if lines is IN_A_HOSTILE_ENVIRONMENT else {})}
        done = subprocess.run(command, cwd=shop.folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), f"{line}: {done.stderr}"
        assert traps.caught == [], line
    assert contents(shop.folder / ".git") == before


def test_a_commit_of_a_decision_starts_nothing_and_takes_nothing_along(shop: Shell, traps: Traps) -> None:
    id = sorted((shop.folder / ".agent" / "dream" / "candidates").glob("*.md"))[-1].stem
    around = arm(shop.folder, traps)
    reason = "All of these fixes share one cause, and the test named here catches it."
    shop("graduate", id, "--rationale", reason, "--commit", code=0, **around)
    assert traps.caught == []
    plain = Git.at(shop.folder)
    files = plain.ask("diff-tree", "-r", "--name-only", "--no-commit-id", plain.head).decode().split()
    assert len(files) > 1
    assert all(name.startswith(".agent/") for name in files)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit("first", ["a.py", ".agent/x.md"])
    made.git("config", "user.email", "ann@example.com")
    made.git("config", "user.name", "Ann")
    return made


def test_only_the_named_files_are_committed_as_they_lie_there(repo: Repo) -> None:
    repo.write("staged.py", "1\n")
    repo.git("add", "staged.py")
    repo.write(".agent/y.md", "new\n")
    (repo.path / ".agent/x.md").unlink()
    commit_files(repo.path, [".agent/x.md", ".agent/y.md"], "Decide")
    assert repo.git("show", "--name-status", "--format=%s %an", "HEAD").split("\n") == [
        "Decide Ann", "", "D\t.agent/x.md", "A\t.agent/y.md",
    ]  # fmt: skip
    assert repo.git("status", "--porcelain") == "A  staged.py"


@pytest.mark.parametrize("where", [".gitignore", ".git/info/exclude"])
def test_what_is_ignored_is_not_committed(repo: Repo, where: str) -> None:
    repo.write(where, ".agent/y.md\n")
    repo.write(".agent/y.md", "new\n")
    with pytest.raises(GitFailed, match=r"\.agent/y\.md is ignored"):
        commit_files(repo.path, [".agent/y.md"], "Decide")


@pytest.mark.parametrize(
    ("setting", "file", "reason"),
    [("commit.gpgSign", "", "signed"), ("", "MERGE_HEAD", "under way"), ("user.email", "", "who you are")],
)
def test_a_commit_that_needs_a_person_is_left_to_them(repo: Repo, setting: str, file: str, reason: str) -> None:
    if setting:
        repo.git("config", setting, "" if setting == "user.email" else "true")
    if file:
        repo.write(f".git/{file}", repo.head)
    head = repo.head
    with pytest.raises(GitFailed, match=reason):
        commit_files(repo.path, [".agent/x.md"], "Decide")
    assert repo.head == head


def test_a_work_tree_named_by_the_configuration_is_not_looked_at(repo: Repo, tmp_path: Path) -> None:
    """Or every word of somebody's home could be asked for."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "diary").write_text("secret_word\n")
    repo.git("config", "core.worktree", str(tmp_path / "home"))
    git = Git.at(repo.path)
    assert git.top == repo.path
    assert git.ask("ls-files", "-o") == b""


def test_replaced_and_grafted_commits_are_told_as_they_were_made(repo: Repo) -> None:
    first = repo.head
    second = repo.commit("second")
    repo.write(".git/info/grafts", f"{second}\n")
    git = Git.at(repo.path)
    assert git.ask("rev-list", git.head).decode().split() == [second, first]


@pytest.mark.parametrize("name", [".git/config", ".git/HEAD", ".git/index", ".gitattributes", ".mailmap"])
def test_a_pipe_among_the_files_git_reads_is_refused_before_git_waits_for_it(repo: Repo, name: str) -> None:
    (repo.path / name).unlink(missing_ok=True)
    os.mkfifo(repo.path / name)
    with pytest.raises(GitFailed, match="neither a file nor a folder"):
        Git.at(repo.path)
    assert (config_value(repo.path, "user.email"), read_head(repo.path), committers(repo.path)) == ("", "", {})


def test_a_git_that_waits_for_ever_is_ended_and_not_started_again(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(repo.path / "pipe")
    repo.git("config", "include.path", "../pipe")
    started: list[object] = []
    monkeypatch.setattr(tool, "PATIENCE", 0.2)
    monkeypatch.setattr(tool, "_silent", set())
    with pytest.raises(GitFailed, match="did not answer"):
        Git.at(repo.path)
    monkeypatch.setattr(subprocess, "Popen", lambda *words, **more: started.append(words))
    with pytest.raises(GitFailed, match="did not answer"):
        Git.at(repo.path)
    assert (config_value(repo.path, "user.email"), started) == ("", [])


def test_an_answer_without_an_end_is_cut_off(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "MOST", 10)
    with pytest.raises(GitFailed, match="says more than"):
        Git.at(repo.path)


def test_a_repository_of_somebody_else_is_not_looked_at(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "_KEPT", (*tool._KEPT, "GIT_TEST_ASSUME_DIFFERENT_OWNER"))
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(GitFailed, match="dubious ownership"):
        Git.at(repo.path)
    trusting = repo.path.parent / "gitconfig"
    trusting.write_text(f"[safe]\n\tdirectory = {repo.path}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(trusting))
    assert Git.at(repo.path).head == repo.head


def test_who_the_user_is_comes_from_their_own_settings_and_what_these_include(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.git("config", "--unset", "user.email")
    (tmp_path / "work").write_text("[user]\n\temail = ann@work.example\n")
    own = f'[includeIf "gitdir:{repo.path}/"]\n\tpath = {tmp_path / "work"}\n'
    (tmp_path / "gitconfig").write_text(own)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    assert config_value(repo.path, "user.email") == "ann@work.example"


STARTS = {"subprocess", "asyncio.subprocess", "pty", "os.system", "os.popen", "os.posix_spawn"}


def starters() -> Iterator[Path]:
    """Modules that can start a program and speak of git."""
    package = Path(reverie.__file__).parent
    for path in package.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        named = any(word == "git" or word.startswith("git ") or word.endswith("/git") for word in words)
        if named and (STARTS & imported or any(call.startswith(("os.exec", "os.spawn", *STARTS)) for call in called)):
            yield path.relative_to(package)


def test_only_one_module_starts_git() -> None:
    assert list(starters()) == [Path("tools/git.py")]
