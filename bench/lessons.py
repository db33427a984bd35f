"""What real sessions teach: keyless, by whoever answers the spool, and what is left to a reader to judge.

    python -m bench.lessons prepare --sessions DIR --repository GIT --root PATH --work DIR
    python -m bench.lessons collect --work DIR

`prepare` lays a project out below --work: the repository's newest commit, and the sessions as if this machine had held
them (--root: the folder they were held in). A dream writes the tasks into DIR/spool. Whoever answers them sees nothing
else. `collect` dreams again over the answers and writes DIR/lessons.json: for each session what the keyless tier and
the engine say, with what was refused and why. It prints the figures that need no reader. Both drive the command line.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WINDOW = "3650d"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons", description=__doc__)
    parser.add_argument("what", choices=("prepare", "collect"))
    parser.add_argument("--sessions", type=Path)
    parser.add_argument("--repository", type=Path)
    parser.add_argument("--root", default="")
    parser.add_argument("--work", type=Path, required=True)
    chosen = parser.parse_args()
    work = chosen.work.resolve()
    if chosen.what == "prepare":
        prepare(chosen.sessions.resolve(), chosen.repository.resolve(), chosen.root, work)
    else:
        collect(work)


def prepare(sessions: Path, repository: Path, root: str, work: Path) -> None:
    project = work / "project"
    project.mkdir(parents=True)
    git = ["git", f"--git-dir={repository}", f"--work-tree={project}"]
    subprocess.run([*git, "checkout", "-q", "-f", "HEAD", "--", "."], check=False)  # large files may be missing
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "chore: as it was"]):
        name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *name, *words], cwd=project, check=True, capture_output=True)
    (project / ".agent").mkdir(exist_ok=True)
    (project / ".agent" / "config.yaml").write_text("tasks:\n  engine: spool\n")
    home = work / "home" / ".claude" / "projects" / str(project).replace("/", "-")
    home.mkdir(parents=True)
    for path in sorted(sessions.glob("*.jsonl")):
        text = path.read_bytes()
        (home / path.name).write_bytes(text.replace(root.encode(), str(project).encode()) if root else text)
    print(dream(work))


def collect(work: Path) -> None:
    print(dream(work))
    sessions: dict[str, dict[str, Any]] = {}
    for record in answers(work):
        facts = record["facts"]
        one = sessions.setdefault(facts["about"], {"keyless": [], "engine": [], "dropped": [], "refused": []})
        if record["kind"] == "refused":
            one["refused"].append(facts["refused"])
        elif facts["task_kind"] == "lessons":
            one["engine"], one["dropped"] = facts["accepted"]["lessons"], facts["dropped"]
        else:
            one["keyless"] = facts["accepted"]["lessons"]
    (work / "lessons.json").write_text(json.dumps(sessions, indent=1, ensure_ascii=False))
    engine = [lesson for one in sessions.values() for lesson in one["engine"]]
    keyless = [lesson for one in sessions.values() for lesson in one["keyless"]]
    quoted = sum(any(is_in(lesson["quote"], cited["text"]) for cited in lesson["evidence"]) for lesson in engine)
    sizes = [len(path.read_bytes()) // 4 for path in (work / "spool").glob("*/*.json") if path.parent.name != "refused"]
    reasons = Counter(reason for one in sessions.values() for reason in one["dropped"])
    print(f"{len(sessions)} sessions: keyless {len(keyless)} lessons, engine {len(engine)}")
    print(f"quotes found in the cited text: {quoted} of {len(engine)}")
    print(f"tokens of a task file, median: {statistics.median(sizes) if sizes else 0:.0f}")
    print(f"dropped: {sum(reasons.values())}, refused whole: {sum(len(one['refused']) for one in sessions.values())}")
    for reason, count in reasons.most_common(12):
        print(f"  {count} × {reason[:150]}")


def is_in(quote: str, text: str) -> bool:
    """As the examination has it: a line break is a line break, however it is shown."""
    return " ".join(quote.replace("⏎", " ").split()) in " ".join(text.replace("⏎", " ").split())


def answers(work: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((work / "project/.agent/local/logs/answers").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            if record["kind"] in ("accepted", "refused"):
                yield record


def dream(work: Path) -> str:
    places = {"HOME": str(work / "home"), "REVERIE_SPOOL": str(work / "spool"), "REVERIE_SOURCES": str(work / "home")}
    environ = {**os.environ, **places}  # named by hand, so that a session held in a neighbouring folder counts, too
    words = [sys.executable, "-m", "reverie", "run", "--since", WINDOW, "--again"]
    done = subprocess.run(words, cwd=work / "project", env=environ, capture_output=True, text=True, check=True)
    return done.stderr + done.stdout


if __name__ == "__main__":
    main()
