"""How surely a note's claims are looked up: sentences about real repositories, whose fate between two commits is known.

REVERIE_BENCH_REPOS names repositories (clones or bare, with their history), separated by colons; without it this
project's own is used. Targets: at least 90 % of what is gone is found, at most 2 % of what is not is called gone, at
most 25 % cannot be checked.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import title
from bench.verification_world import Item, Repository, items
from reverie.gather.codebase import Snapshot, look_up
from reverie.records.verification import Claim, Verdict
from reverie.remember.claims import claims
from reverie.tools.git import Git

EACH = 12  # of every kind and fate, in each repository
SEED = 6
SHOWN = int(os.environ.get("REVERIE_BENCH_SHOWN", "12"))  # wrong verdicts that are printed


def main() -> None:
    named = os.environ.get("REVERIE_BENCH_REPOS", "")
    paths = [Path(name) for name in named.split(":")] if named else [Path(__file__).parents[1]]
    told: list[tuple[Item, str, Verdict | None]] = []
    for path in paths:
        repo = Repository(path, years=float(os.environ.get("REVERIE_BENCH_YEARS", "2")))
        if not repo.old:
            print(f"  {path}: no history")
            continue
        made = items(repo, random.Random(SEED), EACH)
        began = time.perf_counter()
        told += [(item, *judged) for item, judged in zip(made, _judge(repo, made), strict=True)]
        print(f"  {repo.name:24} {len(made):4} claims in {time.perf_counter() - began:6.2f} s", flush=True)
    _table(told)
    _wrong(told)


def _judge(repo: Repository, made: Sequence[Item]) -> list[tuple[str, Verdict | None]]:
    now = Snapshot.of_commit(Git.at(repo.path), repo.new)
    noted = None if os.environ.get("REVERIE_BENCH_UNDATED") else datetime.fromtimestamp(repo.noted, UTC)
    found = [_the_one(claims(item.sentence), item) for item in made] if made else []
    verdicts = iter(look_up(now, [(claim, noted) for claim in found if claim]))
    told = [next(verdicts) if claim else None for claim in found]
    return [(verdict.state if verdict else "unknown", verdict) for verdict in told]


def _the_one(found: Sequence[Claim], item: Item) -> Claim | None:
    """The claim that speaks of the item's thing."""
    words = item.name.split()
    fits = [claim for claim in found if claim.name == item.name or (claim.name in words) or claim.text == item.name]
    return next((claim for claim in fits if claim.kind == item.kind), fits[0] if fits else None)


def _table(told: Sequence[tuple[Item, str, Verdict | None]]) -> None:
    rows: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for item, state, _ in told:
        for name in (item.kind, "all"):
            rows[name][item.fate, state] += 1
    title(f"{len(told)} claims: what became of them, and what was said")
    print(f"  {'kind':12} {'gone found':>16} {'false gone':>16} {'moved found':>16} {'cannot check':>16}")
    for name, row in sorted(rows.items(), key=lambda pair: pair[0] == "all"):
        gone = {state: row["gone", state] for state in ("gone", "moved", "holds", "unknown")}
        other = [(fate, state, n) for (fate, state), n in row.items() if fate != "gone"]
        false = sum(n for _, state, n in other if state == "gone")
        moved = sum(n for fate, state, n in other if fate == "moved" and state == "moved")
        all_moved = sum(n for fate, _, n in other if fate == "moved")
        unknown = sum(n for (_, state), n in row.items() if state == "unknown")
        cells = [
            (gone["gone"], sum(gone.values())),
            (false, sum(n for *_, n in other)),
            (moved, all_moved),
            (unknown, row.total()),
        ]
        print(f"  {name:12}" + "".join(f" {n:5}/{of:<5}{_share(n, of):>5}" for n, of in cells))
    row = rows["all"]
    gone_all = sum(n for (fate, _), n in row.items() if fate == "gone")
    rest = row.total() - gone_all
    _against("gone found", row["gone", "gone"], gone_all, at_least=0.90)
    _against(
        "false gone",
        sum(n for (fate, state), n in row.items() if fate != "gone" and state == "gone"),
        rest,
        at_most=0.02,
    )
    _against("cannot check", sum(n for (_, state), n in row.items() if state == "unknown"), row.total(), at_most=0.25)


def _share(n: int, of: int) -> str:
    return f"{100 * n / of:.0f}%" if of else "–"


def _against(what: str, n: int, of: int, at_least: float = 0.0, at_most: float = 1.0) -> None:
    share = n / of if of else 0.0
    target = f"≥ {at_least:.0%}" if at_least else f"≤ {at_most:.0%}"
    verdict = "ok" if at_least <= share <= at_most else "MISSED"
    print(f"  {what:14} {share:7.1%}   target {target}  {verdict}")


def _wrong(told: Sequence[tuple[Item, str, Verdict | None]]) -> None:
    wrong = [(item, state, why) for item, state, why in told if state != item.fate]
    title(f"{len(wrong)} that were judged otherwise; some of them")
    for item, state, why in random.Random(SEED).sample(wrong, min(SHOWN, len(wrong))):
        print(
            f"  {item.repo[:20]:20} {item.kind:10} {item.fate:6} said {state:8} {item.sentence[:90]!r}"
            f" {why.reason if why else 'no claim'}"
        )
