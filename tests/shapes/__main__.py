"""`python -m tests.shapes [FOLDER …]`: every shape, or copies of the folders that are named, by the commands a person
uses: run, run again, run without a cache, undo; and a table of what each of them changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.shapes import scene
from tests.shapes.shapes import FOREIGN, PAGE, SHAPES, note

_PATH = re.compile(r"`([\w-]+(?:/[\w.-]+){1,6}\.\w{1,5})`")
_HEAD = ("first", "again", "no cache", "undone")


def main(folders: list[str]) -> int:
    base = Path(tempfile.mkdtemp(prefix="reverie-shapes-"))
    faults = 0
    print(f"{'shape':50}{'layout':13}" + "".join(f"{name:>10}" for name in _HEAD) + "  MEMORY.md")
    try:
        cases = [_copied(base, Path(folder)) for folder in folders] or _built(base)
        for name, layout, repo in cases:
            counts, told = _tried(repo, base / "home")
            bad = any(counts[1:]) or "!" in told
            faults += bad
            print(f"{name:50}{layout:13}" + "".join(f"{n:10}" for n in counts) + f"  {told}" + "  <--" * bad)
            shutil.rmtree(repo)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    print(f"{len(cases)} tried, {faults} with a fault")
    return 1 if faults else 0


def _built(base: Path) -> list[tuple[str, str, Path]]:
    past = base / "past"
    past.mkdir()
    scene.history(past)
    found: list[tuple[str, str, Path]] = []
    for shape in SHAPES:
        for layout in shape.layouts:
            repo = Path(shutil.copytree(past, base / f"shop-{len(found)}"))
            scene.build(repo, shape, layout)
            found.append((shape.name, layout, repo))
    return found


def _copied(base: Path, folder: Path) -> tuple[str, str, Path]:
    """A project somebody kept, in a repository in which every file its notes name was there once. A third of the links
    is taken out of its index, so that some notes are led to by others only, and some by nothing."""
    repo = Path(shutil.copytree(folder, base / folder.name))
    layout = FOREIGN if (repo / scene.PLACES[FOREIGN]).is_dir() else PAGE
    text = "".join(path.read_text("utf-8", "replace") for path in sorted(repo.rglob("*.md")))
    scene.git(repo, "init", "-q", "-b", "main")
    once = [repo / name for name in sorted(set(_PATH.findall(text))) if ".." not in name and not (repo / name).exists()]
    for path in once:
        with suppress(OSError):  # one may name a folder that another has as a file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{path.name}\n")
    scene.commit(repo, "all that is named", 1)
    for path in once:
        path.unlink(missing_ok=True)
    scene.configure(repo, layout)
    if layout == FOREIGN:
        memory = repo / scene.PLACES[FOREIGN]
        for path in sorted(memory.glob("*.md"))[::3]:  # which only this one leads to
            with (memory / "way.md").open("ab") as way:
                way.write(f"- see [this]({path.name})\n".encode())
        lines = (memory / "MEMORY.md").read_bytes().splitlines(keepends=True)
        kept = [line for n, line in enumerate(lines) if b"](" not in line or n % 3]
        (memory / "MEMORY.md").write_bytes(b"".join([*kept, b"- [Way](way.md)\n"]))
        (memory / "of-no-index.md").write_bytes(note("Of no index", "Ring 9 is paged by hand"))
    scene.commit(repo, "all of it is gone", 4)
    return folder.name, layout, repo


def _tried(repo: Path, home: Path) -> tuple[list[int], str]:
    """How many files differ from what they should be, and the size of the index after a dream."""
    before = scene.tree(repo)
    code = _reverie(repo, home, "run")
    after = scene.tree(repo)
    code += _reverie(repo, home, "run", "--again")
    again = scene.tree(repo)
    scene.forget_cache(repo)
    code += _reverie(repo, home, "run", "--again")
    bare = scene.tree(repo)
    if scene.differ(before, after):
        code += _reverie(repo, home, "undo")
    undone = scene.tree(repo)
    index = next((content for path, (content, _) in after.items() if path.endswith("memory/MEMORY.md")), b"")
    told = f"{len(index.splitlines())} lines, {len(index) / 1000:.1f} KB" + "  exit codes!" * bool(code)
    pairs = ((before, after), (after, again), (after, bare), (before, undone))
    return [len(scene.differ(*pair)) for pair in pairs], told


def _reverie(repo: Path, home: Path, *words: str) -> int:
    home.mkdir(exist_ok=True)
    away = {"HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC"}
    done = subprocess.run(
        [sys.executable, "-m", "reverie", *words],
        cwd=repo,
        env={**os.environ, **away},
        capture_output=True,
        check=False,
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
