"""What is kept to save time decides nothing: looking up before a night, or losing the cache between nights, leaves the
same memory, the same proposals and the same report."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from tests.tidying.hands import WORDS, Hand
from tests.tidying.memory import Memory, made


def shop(folder: Path) -> Memory:
    """Two notes that say the same, two that contradict each other, one that is doubted, one with a relative date."""
    memory = made(folder / "shop")
    root = memory.project.root
    (root / "src").mkdir()
    (root / "src" / "jwt.py").write_text("def parse_token(text):\n    return text\n")
    for words in (
        ("config", "user.email", "ada@example.org"), ("config", "user.name", "Ada"), ("add", "src"),
        ("commit", "-qm", "feat: begin"), ("rm", "-q", "src/jwt.py"), ("commit", "-qm", "refactor: drop it"),
    ):  # fmt: skip
        subprocess.run(["git", *words], cwd=root, check=True, env=_at_noon())
    memory.note("deploys", "Deploys go out from the main branch")
    memory.note("where-deploys-come-from", "Deploys go out from the main branch.", created="2026-10-01")
    memory.note("port", "The proxy listens on port 8080")
    memory.note("proxy", "The proxy listens on port 9090", created="2026-10-01")
    memory.note("tokens", "Tokens are parsed in `src/jwt.py`", "Simon wants a changelog entry")
    memory.day("2026-11-12", "The queue was emptied yesterday")
    return memory


def _at_noon() -> dict[str, str]:
    at = "2026-11-01T12:00:00Z"
    return {**os.environ, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}


def outcome(memory: Memory) -> list[Any]:
    """What a night decided, and what it left."""
    planned, receipt = memory.night()
    done = [(matter.kind, matter.about, matter.reason) for matter in planned.tidied.done]
    phases = [phase.told for phase in planned.tidied.phases]
    return [done, memory.tree(), sorted(one.id for one in memory.proposals()), receipt is None, phases]


def verify(memory: Memory) -> None:
    wiring.consolidation.verified(memory.project, wiring.open_store(memory.project), memory.now)


def lose_the_cache(memory: Memory) -> None:
    shutil.rmtree(memory.project.local / "cache", ignore_errors=True)


def both(memory: Memory) -> None:
    verify(memory)
    lose_the_cache(memory)


@pytest.mark.parametrize("between", [verify, lose_the_cache, both])
def test_a_night_decides_the_same_whatever_was_looked_up_before(
    tmp_path: Path, between: Callable[[Memory], object]
) -> None:
    plain, other = shop(tmp_path / "a"), shop(tmp_path / "b")
    between(other)
    first = outcome(plain)
    assert {kind for kind, _, _ in first[0]} >= {"merge", "supersede", "doubt"}, "there is something to decide"
    assert outcome(other) == first
    for memory in (plain, other):
        memory.note("deploy", "deploys go out from the main branch", created="2026-10-02")
    between(other)
    mine, theirs = outcome(plain), outcome(other)
    if between is not verify:  # without the cache more is looked at, and the report says how much
        mine[-1], theirs[-1] = (re.sub(r"^\d+ new", "", told) for told in (*mine[-1], *theirs[-1]))
    assert theirs == mine


@pytest.mark.parametrize("seed", [17, 20, 21, 27, 124, 165])
def test_losing_the_cache_every_night_changes_no_night(tmp_path: Path, seed: int) -> None:
    def nights(memory: Memory, before: Callable[[], object]) -> list[Any]:
        hand, found = Hand(memory, seed), []
        for i, word in enumerate(WORDS[:10]):
            memory.note(f"{word}-a", f"The {word} service keeps its {WORDS[i - 4]} in bucket {word}-{i}")
        memory.night()
        deeds = (hand.writes, hand.adds, hand.renames, hand.removes, hand.retypes, hand.keeps_a_diary, hand.pins)
        for _ in range(5):
            for _ in range(3):
                hand.chance.choice((*deeds, hand.writes, hand.adds, hand.keeps_a_diary))()
            before()
            memory.night()
            found.append((memory.tree(), sorted(one.id for one in memory.proposals())))
        return found

    kept, lost = made(tmp_path / "a" / "shop"), made(tmp_path / "b" / "shop")
    assert nights(lost, lambda: lose_the_cache(lost)) == nights(kept, lambda: None)


def test_what_is_done_is_not_asked_as_well(tmp_path: Path) -> None:
    """Two say otherwise than a note: a day, which may rewrite it, and another note that something links to."""
    memory = made(tmp_path / "shop")
    memory.note("glade", "The proxy listens on port 8080", "Ask Ada for the keys")
    memory.note("amber", "The proxy listens on port 9090", created="2026-11-04")
    memory.day("2026-11-04", "The proxy listens on port 9090")
    planned, _ = memory.night()
    done = {about for matter in planned.tidied.done for about in matter.about.split("\n")}
    assert done
    assert not done & {matter.about for matter in planned.tidied.proposed}
