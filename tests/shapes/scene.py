"""One shape in a repository with history: what is dreamt over it, and every byte of it before and after."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.shapes.shapes import FOREIGN, OWN, Shape

PLACES = {FOREIGN: ".claude/memory", OWN: ".agent/memory", "openclaw": "."}
_WHO = {"GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org"}
_WHO |= {"GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}

Tree = dict[str, tuple[bytes, int]]


def git(folder: Path, *words: str, day: int = 1) -> None:
    when = f"2026-02-{day:02d}T10:00:00+00:00"
    env = {**os.environ, **_WHO, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", *words], cwd=folder, env=env, check=True, capture_output=True)


def history(folder: Path) -> None:
    """A release script that came and went, and a file that moved."""
    source = folder / "src" / "shop"
    source.mkdir(parents=True)
    (folder / "scripts").mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "scripts" / "release.py").write_text("print('out')\n")
    (source / "retry.py").write_text("".join(f"LIMIT_{n} = {n}\n" for n in range(20)))
    (source / "price.py").write_text("RATE = 1\n")
    (folder / "CLAUDE.md").write_text("# Shop\n\nRun the tests before a commit.\n")
    commit(folder, "the shop opens", 1)
    (folder / "scripts" / "release.py").unlink()
    commit(folder, "releases are made by hand", 2)
    (source / "retry.py").rename(source / "again.py")
    commit(folder, "retry is called again", 3)


def build(folder: Path, shape: Shape, layout: str) -> Path:
    """The shape in a repository that has its history already; where the memory lies."""
    memory = folder / PLACES[layout]
    configure(folder, layout)
    for name, content in shape.files().items():
        path = memory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod((shape.modes or {}).get(name, 0o644))
    commit(folder, "what we know", 4)
    return memory


def configure(folder: Path, layout: str) -> None:
    settings = "dream: {consolidate: auto}\n"
    if layout == FOREIGN:
        settings += f"memory: {{layout: {layout}, root: {PLACES[layout]}}}\n"
    elif layout != OWN:
        settings += f"memory: {{layout: {layout}}}\n"
    (folder / ".agent").mkdir(exist_ok=True)
    (folder / ".agent" / "config.yaml").write_text(settings)


def tree(folder: Path) -> Tree:
    """Every file of the project with its mode, but for git's and Reverie's private ones."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and inside.parts[0] != ".git" and inside.parts[:2] != (".agent", "local"):
            found[inside.as_posix()] = (path.read_bytes(), path.stat().st_mode)
    return found


def differ(before: Tree, after: Tree) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def forget_cache(folder: Path) -> None:
    shutil.rmtree(folder / ".agent" / "local" / "cache", ignore_errors=True)


def commit(folder: Path, subject: str, day: int) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", subject, day=day)
