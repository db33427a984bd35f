"""Insights over real sessions, without a key: how many of the learnings that recur in a third party's summaries are
matched by what a night says, and twenty of each for a person to judge.

The summaries (`silver_learnings.jsonl`) were written by somebody's model about the very sessions: a silver reference. A
learning recurs if another session has one that means nearly the same. A night is run as a person would run it; what it
says are its insights and its candidates. What people said is shown here and kept nowhere.

How to read the share: the detectors were written with these very learnings in view, so it is a figure of development
and no estimate for other projects; there is no second set of learnings to hold out. MATCH was fixed before the first
run and not moved. Beside it stands what the texts of *other* projects reach against the same learnings, that is chance.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import PYTHON, local_model, scratch, title
from bench.transcripts import SAMPLE

SILVER = SAMPLE / "silver_learnings.jsonl"
SESSIONS = SAMPLE / "claude-code" / "entireio__cli"
RECURS, MATCH, TARGET = 0.6, 0.5, 0.5  # cosines of all-MiniLM-L6-v2, and the share to be matched
SHOWN, SEED = 20, 7
KINDS = ("repo", "workflow")


class Learning(NamedTuple):
    session: str
    kind: str
    text: str


def main() -> None:
    if not SILVER.is_file():
        print(f"no {SILVER}; name a folder in REVERIE_BENCH_TRANSCRIPTS")
        return
    with scratch() as base:
        ours = {source.name: said_of(base / source.name, source) for source in projects()}
    others = [text for name, said in ours.items() if name != SESSIONS.name for text in said]
    matched(learnings(SILVER), ours[SESSIONS.name], others)
    to_judge([text for said in ours.values() for text in said])


def projects() -> list[Path]:
    """Every project of the sample with several sessions."""
    places = [*(SAMPLE / "claude-code").iterdir(), SAMPLE / "codex"]
    return sorted(place for place in places if sum(1 for _ in place.rglob("*.jsonl")) > 1)


def said_of(project: Path, sessions: Path) -> list[str]:
    """What one night without a key says about these sessions."""
    project.mkdir(parents=True)
    environ = {**os.environ, "HOME": str(project.parent), "REVERIE_MODELS_DIR": str(project / "none")}

    def run(*words: str) -> Any:
        command = [PYTHON, "-m", "reverie", *words, "--json"]
        done = subprocess.run(command, cwd=project, env=environ, capture_output=True, check=True)
        return json.loads(done.stdout)

    subprocess.run(["git", "init", "--quiet"], cwd=project, check=True)
    run("run", "--since", "10y", "--source", str(sessions))
    insights = run("insights", "--status", "all", "--limit", "1000")
    told = [f"{one['text']} {one['advice']}".strip() for one in insights]
    return [*told, *(one["rule"] for one in run("list") if one["signal"] != "insight")]


def learnings(path: Path) -> list[Learning]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for kind in KINDS:
            found += [Learning(row["session"], kind, text) for text in row["summary"]["learnings"].get(kind, ())]
    return found


def matched(silver: Sequence[Learning], ours: Sequence[str], others: Sequence[str]) -> None:
    model = local_model()
    if model is None or not ours:
        return
    theirs, mine = model.embed([one.text for one in silver]), model.embed(list(ours))
    near, best = theirs @ theirs.T, theirs @ mine.T
    rows: list[tuple[Learning, float, str]] = []
    for i, one in enumerate(silver):
        apart = [float(near[i, j]) for j, other in enumerate(silver) if other.session != one.session]
        if max(apart, default=0.0) >= RECURS:
            rows.append((one, float(best[i].max()), ours[int(best[i].argmax())]))
    hits = sum(close >= MATCH for _, close, _ in rows)
    share = hits / max(1, len(rows))
    title(f"{len(silver)} learnings of a model about {len({one.session for one in silver})} sessions")
    told = f"target ≥ {TARGET:.0%}  {'ok' if share >= TARGET else 'MISSED'}"
    print(f"  recur in another session (cosine ≥ {RECURS}): {len(rows)}")
    print(f"  matched by ours (cosine ≥ {MATCH}): {hits}, {share:.0%}   {told}")
    chance = model.embed(list(others)) if others else None
    if chance is not None:
        places = [i for i, one in enumerate(silver) if any(row[0] is one for row in rows)]
        by_chance = sum(float((theirs[i] @ chance.T).max()) >= MATCH for i in places)
        print(f"  matched by {len(others)} texts of other projects, that is by chance: {by_chance}")
    print(f"  the same at 0.45 and 0.55: {_share(rows, 0.45):.0%} and {_share(rows, 0.55):.0%}")
    for one, close, text in random.Random(SEED).sample(rows, min(SHOWN, len(rows))):
        print(f"  {close:.2f} {one.session[:8]}  {one.text}\n                ours: {text}")


def _share(rows: Sequence[tuple[Learning, float, str]], threshold: float) -> float:
    return sum(close >= threshold for _, close, _ in rows) / max(1, len(rows))


def to_judge(texts: Sequence[str]) -> None:
    some = random.Random(SEED).sample(list(texts), min(SHOWN, len(texts)))
    title(f"{len(some)} of our {len(texts)}, picked at random: which are junk?")
    for text in some:
        print(f"  {text}")
