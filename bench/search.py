"""Search: evidence found on LongMemEval beside plain ways of ranking, and speed at 100,000 passages beside SQLite and
numpy alone.

REVERIE_BENCH_LONGMEMEVAL names the questions (default `../shared/data/bench/longmemeval_s_dev60.jsonl.gz`); each has a
haystack of its own, indexed for real. Vectors come from the installed model and are kept in REVERIE_BENCH_CACHE
(default /var/tmp/reverie-bench-vectors), because embedding 29,000 turns takes minutes.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench import search_speed
from bench.measure import scratch, title
from bench.search_rivals import Bm25, Scores, fused, grep, order, plain_words, stemmed_words
from reverie.engines.cache import CachedEmbedder
from reverie.engines.errors import WeightsMissing
from reverie.engines.minilm import MiniLM
from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.records.engines import Embedder
from reverie.records.passages import Passage

QUESTIONS = Path(__file__).parents[2] / "shared" / "data" / "bench" / "longmemeval_s_dev60.jsonl.gz"
_SEEN = 50  # hits looked at to tell which sessions come first
_COLUMNS = ("turn @5", "turn @10", "any turn @5", "sessions @5")
_TARGET = 0.78


@dataclass(frozen=True)
class Case:
    """A question, the turns it is asked over with their sessions, and where the evidence is."""

    question: str
    kind: str
    turns: list[str]
    sessions: list[str]
    places: list[int]
    evidence: frozenset[int]
    in_sessions: frozenset[str]


def main() -> None:
    embedder = _embedder()
    path = Path(os.environ.get("REVERIE_BENCH_LONGMEMEVAL", QUESTIONS))
    if path.exists():
        recall(list(_cases(path)), embedder)
    else:
        title(f"search: no questions at {path}; set REVERIE_BENCH_LONGMEMEVAL")
    search_speed.main(embedder)


def _embedder() -> Embedder | None:
    models = os.environ.get("REVERIE_MODELS_DIR", "")
    cache = Path(os.environ.get("REVERIE_BENCH_CACHE", "/var/tmp/reverie-bench-vectors"))
    try:
        return CachedEmbedder(MiniLM.open(Path(models)), cache)
    except WeightsMissing:
        print("  no embedding model installed: words only (reverie models install)")
        return None


def recall(cases: Sequence[Case], embedder: Embedder | None) -> None:
    turns = sum(len(case.turns) for case in cases)
    title(f"search: LongMemEval, {len(cases)} questions, {turns / max(len(cases), 1):.0f} turns each")
    found: defaultdict[str, list[list[float | None]]] = defaultdict(list)
    for case in cases:
        for name, ranked in _rankings(case, embedder).items():
            found[name].append(_measured(case, ranked))
    print(f"  {'':28}" + "".join(f"{column:>14}" for column in _COLUMNS))
    means = {name: [_mean(column) for column in zip(*rows, strict=True)] for name, rows in found.items()}
    for name, row in means.items():
        print(f"  {name:28}" + "".join(f"{value:14.3f}" for value in row))
    _verdict(means)
    _halves(cases, found)


def _verdict(means: dict[str, list[float]]) -> None:
    ours = means.get("reverie, words and meaning") or means["reverie, words"]
    rivals = [row for name, row in means.items() if not name.startswith("reverie")]
    for n, column in enumerate(_COLUMNS):
        best = max(row[n] for row in rivals)
        print(f"  {column:28}{ours[n]:14.3f}   best of the others {best:.3f}  {'ok' if ours[n] >= best else 'MISSED'}")
    print(f"  {'turn @5':28}{ours[0]:14.3f}   target ≥ {_TARGET}  {'ok' if ours[0] >= _TARGET else 'MISSED'}")


def _halves(cases: Sequence[Case], found: dict[str, list[list[float | None]]]) -> None:
    """The same by kind of question and by halves: what was fitted to some of them would show."""
    print(f"  turn @5 by part             {'reverie':>14}{'best other':>14}")
    parts: dict[str, list[int]] = defaultdict(list)
    for n, case in enumerate(cases):
        parts[case.kind].append(n)
        parts["even" if n % 2 else "odd"].append(n)
    for part, numbers in sorted(parts.items()):
        means = {name: _mean(rows[n][0] for n in numbers) for name, rows in found.items()}
        ours = means.get("reverie, words and meaning", means["reverie, words"])
        best = max(value for name, value in means.items() if not name.startswith("reverie"))
        print(f"    {part:26}{ours:14.3f}{best:14.3f}")


def _rankings(case: Case, embedder: Embedder | None) -> dict[str, list[int]]:
    stemmed = Bm25(case.turns, stemmed_words).scores(case.question)
    scores: dict[str, Scores] = {
        "grep, words counted": grep(case.turns, case.question),
        "BM25": Bm25(case.turns, plain_words).scores(case.question),
        "BM25, stemmed": stemmed,
    }
    if embedder is not None:
        dense = (embedder.embed(case.turns) @ embedder.embed([case.question])[0]).tolist()
        scores |= {"MiniLM, cosine": dense, "both, ranks fused (k = 60)": fused(stemmed, dense)}
    ranked = {name: order(row) for name, row in scores.items()}
    return ranked | _ours(case, embedder)


def _ours(case: Case, embedder: Embedder | None) -> dict[str, list[int]]:
    with scratch() as base:
        index = Index(base)
        index.put_many(_documents(case))
        ranked = {"reverie, words": _ranked(index, case, None)}
        if embedder is not None:
            fill(index, embedder)
            ranked["reverie, words and meaning"] = _ranked(index, case, embedder)
        index.close()
    return ranked


def _ranked(index: Index, case: Case, embedder: Embedder | None) -> list[int]:
    return [int(hit.passage.id) for hit in search(index, case.question, _SEEN, embed=embedder)]


def _documents(case: Case) -> list[tuple[str, str, list[Passage]]]:
    together: defaultdict[str, list[Passage]] = defaultdict(list)
    for n, (text, session, place) in enumerate(zip(case.turns, case.sessions, case.places, strict=True)):
        address = f"transcript:{session}"
        passage = Passage(f"{n:06}", address, place + 1, place + 1, text, group=session, place=place)
        together[address].append(passage)
    return [(address, "1", passages) for address, passages in together.items()]


def _measured(case: Case, ranked: list[int]) -> list[float | None]:
    """One value a column; None where the question has nothing to find."""
    turns = [len(case.evidence & set(ranked[:most])) / len(case.evidence) for most in (5, 10) if case.evidence]
    first = list(dict.fromkeys(case.sessions[n] for n in ranked))[:5]
    sessions = float(case.in_sessions <= set(first)) if case.in_sessions else None
    return [*turns, float(turns[0] > 0), sessions] if turns else [None, None, None, sessions]


def _mean(values: Iterable[float | None]) -> float:
    known = [value for value in values if value is not None]
    return fmean(known) if known else 0.0


def _cases(path: Path) -> Iterator[Case]:
    opened: Callable[..., Iterable[bytes]] = gzip.open if path.suffix == ".gz" else open
    for line in opened(path, "rb"):
        row = json.loads(line)
        turns = [
            (turn["content"], session, place, bool(turn.get("has_answer")))
            for session, said in zip(row["haystack_session_ids"], row["haystack_sessions"], strict=True)
            for place, turn in enumerate(said)
        ]
        answerable = not row["question_id"].endswith("_abs")
        yield Case(
            row["question"], row["question_type"], [turn[0] for turn in turns], [turn[1] for turn in turns],
            [turn[2] for turn in turns], frozenset(n for n, turn in enumerate(turns) if turn[3]),
            frozenset(row["answer_session_ids"]) if answerable else frozenset(),
        )  # fmt: skip
