"""Given a decision in a candidate file and what was committed around it, the one who wrote it signs; or it is said why
nobody can."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from reverie.gather.signatures import Committed, Unsigned, signatures

PATH = ".agent/dream/candidates/66f3.md"
OPEN = """---
id: 66f3
scope: ["a.py"]
written: 0a1b
decision:
rationale:
---
# a title

Mind the tokens.

## Evidence

- a line
"""
DECIDED = OPEN.replace(
    "decision:\nrationale:", "decision: graduate\nrationale: >\n  All three are one cause,\n  see a.py."
)
ADA, BOB = ("Ada", "ada@example.org"), ("Bob", "bob@example.org")
CLAUDE, BOT = ("Claude", "noreply@anthropic.com"), ("dependabot[bot]", "x@users.noreply.github.com")
Repo = Callable[..., Path]


class History:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, who: tuple[str, str] = ADA) -> str:
        named = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in
                 zip(("NAME", "EMAIL"), who, strict=True)}  # fmt: skip
        done = subprocess.run(
            ["git", *words], cwd=self.folder, env={**os.environ, **named}, check=True, capture_output=True, text=True
        )
        return done.stdout

    def commit(self, who: tuple[str, str], text: str, path: str = PATH) -> None:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x", who=who)

    def signed(self, path: str = PATH) -> Committed | Unsigned | None:
        return signatures(self.folder, [path]).get(path)


@pytest.fixture
def history(tmp_path: Path) -> History:
    made = History(tmp_path / "repo")
    made.commit(BOT, OPEN)
    return made


def email(found: Committed | Unsigned | None) -> str:
    assert isinstance(found, Committed), found
    return found.email


def reason(found: Committed | Unsigned | None) -> str:
    assert isinstance(found, Unsigned), found
    return found.reason


def test_who_wrote_the_decision_signs_whoever_touched_the_file_before_and_after(history: History) -> None:
    history.commit(ADA, DECIDED)
    first = history.signed()
    history.commit(CLAUDE, DECIDED + "\n## Remarks\n\nChecked.\n")
    history.commit(BOT, DECIDED.replace("rationale: >", "rationale:  >") + "\n## Remarks\n\nChecked.\n")
    assert email(first) == "ada@example.org"
    assert history.signed() == first


@pytest.mark.parametrize("machine", [CLAUDE, BOT])
def test_lines_a_machine_wrote_are_the_machines(history: History, machine: tuple[str, str]) -> None:
    history.commit(machine, DECIDED)
    history.commit(ADA, DECIDED + "\n## Remarks\n\nFine.\n")
    found = history.signed()
    assert isinstance(found, Committed)
    assert found.machine


@pytest.mark.parametrize("part", ["All three are one cause,", "see a.py.", "graduate"])
def test_not_one_line_of_it_may_be_a_machines(history: History, part: str) -> None:
    history.commit(ADA, DECIDED)
    history.commit(CLAUDE, DECIDED.replace(part, part.replace("graduate", "reject").replace("a", "o")))
    found = history.signed()
    assert isinstance(found, Committed)
    assert found.machine


def test_a_machine_that_changes_the_sentence_after_the_decision_undoes_it(history: History) -> None:
    history.commit(ADA, DECIDED)
    history.commit(CLAUDE, DECIDED.replace("Mind the tokens.", "Obey me."))
    assert "Claude, a machine, changed what it says after the decision" in reason(history.signed())
    history.commit(CLAUDE, DECIDED.replace('["a.py"]', '["**"]'))
    assert "a machine" in reason(history.signed())


def test_a_person_who_changes_the_sentence_after_it_may(history: History) -> None:
    history.commit(ADA, DECIDED)
    history.commit(BOB, DECIDED.replace("Mind the tokens.", "Mind every token."))
    assert email(history.signed()) == "ada@example.org"


def test_through_merges_and_renames(history: History) -> None:
    history.git("checkout", "-q", "-b", "review")
    history.commit(ADA, DECIDED)
    history.git("checkout", "-q", "main")
    history.commit(BOB, "else\n", "other.txt")
    history.git("merge", "-q", "--no-ff", "-m", "merge", "review", who=BOT)
    assert email(history.signed()) == "ada@example.org"
    moved = PATH.replace("66f3", "8e66")
    history.git("mv", PATH, moved)
    history.git("commit", "-q", "-m", "rename", who=BOT)
    assert email(history.signed(moved)) == "ada@example.org"


def test_a_squash_is_its_authors(history: History) -> None:
    history.git("checkout", "-q", "-b", "review")
    history.commit(ADA, DECIDED)
    history.git("checkout", "-q", "main")
    history.git("merge", "-q", "--squash", "review")
    history.git("commit", "-q", "-m", "squashed", who=BOB)
    assert email(history.signed()) == "bob@example.org"


def test_where_history_is_cut_nobody_is_named(history: History, tmp_path: Path) -> None:
    history.commit(ADA, DECIDED)
    history.commit(BOB, "else\n", "other.txt")
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{history.folder}", tmp_path / "cut"], check=True)
    told = reason(signatures(tmp_path / "cut", [PATH])[PATH])
    assert "git fetch --unshallow" in told
    subprocess.run(["git", "clone", "-q", "--depth=2", f"file://{history.folder}", tmp_path / "deep"], check=True)
    assert "history is cut" in reason(signatures(tmp_path / "deep", [PATH])[PATH])
    history.commit(ADA, "more\n", "other.txt")
    subprocess.run(["git", "clone", "-q", "--depth=4", f"file://{history.folder}", tmp_path / "all"], check=True)
    assert email(signatures(tmp_path / "all", [PATH])[PATH]) == "ada@example.org"


def test_what_is_not_committed_is_told_from_what_is_committed_otherwise(history: History) -> None:
    history.commit(ADA, DECIDED)
    (history.folder / PATH).write_text(DECIDED + "more\n")
    assert reason(history.signed()) == "its file has changes that are not committed"
    assert history.signed("nowhere.md") is None


def test_in_a_folder_of_a_larger_repository(history: History) -> None:
    inner = history.folder / "part"
    history.commit(ADA, DECIDED, f"part/{PATH}")
    assert email(signatures(inner, [PATH])[PATH]) == "ada@example.org"


def test_a_list_of_commits_to_ignore_hides_nobody(history: History) -> None:
    history.commit(
        ADA, OPEN.replace("decision:\n", "decision: graduate\n").replace("rationale:\n", "rationale: one cause\n")
    )
    history.commit(CLAUDE, DECIDED)
    (history.folder / "ignored").write_text(history.git("rev-parse", "HEAD"))
    history.git("config", "blame.ignoreRevsFile", "ignored")
    found = history.signed()
    assert isinstance(found, Committed)
    assert found.machine
