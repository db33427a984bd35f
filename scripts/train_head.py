"""Learn the weights of reverie/language/head.json from labelled messages, and say how well they do on people left out.

    HOLDOUT=<folder> python -m scripts.train_head LABELS [--models FOLDER] [--write]

LABELS is a file of rows with repo, session, uuid, labels, weight; the sessions lie under
$HOLDOUT/transcripts/claude/<repo>/<session>.jsonl (Claude Code). Nothing of the texts is kept, only the weights."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from reverie.engines.second_look import SecondLook
from reverie.language.head import WEIGHTS, Moment, clip, exchange, features
from reverie.language.phrases import load

Array = np.ndarray[Any, np.dtype[Any]]
Weights = dict[str, float]
PRECISION = 0.90
_PULL = 3.0  # towards no weight at all
_SAID = re.compile(r"the user said:\s*(.*?)(?:\n\s*Note: The user's next message may contain.*)?\Z", re.S)
_TAG = re.compile(r"<([a-z][a-z-]+)\b[^>]*>.*?(?:</\1>|\Z)", re.S)
_EDITS = ("Edit", "MultiEdit", "Write")


def moments_of(path: Path) -> dict[str, Moment]:
    """What people typed in one session, by the record's id."""
    records = [record for line in path.read_text("utf-8", "replace").split("\n") if (record := _record(line))]
    steps = [step for record in records for step in _steps(record)]
    found: dict[str, Moment] = {}
    before, interrupted, working, first, edited = "", False, False, True, list[tuple[str, str, str]]()
    for at, (kind, value, uuid) in enumerate(steps):
        if kind == "agent":
            before, first, working, interrupted = value, False, False, False
        elif kind == "edit":
            edited.append(value)
            first, working, interrupted = False, True, False
        elif kind == "call":
            first, working, interrupted = False, True, False
        elif kind == "interrupt":
            interrupted = True
        else:
            files = [file for file, _, _ in edited[-8:]]
            found[uuid] = Moment(
                value, before, _reply(steps[at + 1 :]), rejected=kind == "rejection", interrupted=interrupted,
                midway=working, first=first, after_edit=bool(files),
                same_file=len(files) > len(set(files)), undone=_undone(edited[-8:], steps[at + 1 : at + 60]),
            )  # fmt: skip
            if kind == "human":
                interrupted, working, edited = False, False, []
    return found


def _record(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _steps(record: dict[str, Any]) -> Iterator[tuple[str, Any, str]]:
    message, uuid = record.get("message"), record.get("uuid", "")
    if not isinstance(message, dict) or record.get("isSidechain") or record.get("isMeta"):
        return
    content = message.get("content")
    blocks: list[Any] = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    blocks = [block for block in blocks if isinstance(block, dict)]
    if record.get("type") == "assistant":
        for block in blocks:
            if block.get("type") == "text" and block.get("text", "").strip():
                yield "agent", block["text"], uuid
            elif block.get("type") == "tool_use":
                given = block.get("input") or {}
                if block.get("name") in _EDITS:
                    parts = (str(given.get(name, "")) for name in ("file_path", "old_string", "new_string"))
                    yield "edit", tuple(parts), uuid
                else:
                    yield "call", "", uuid
    elif record.get("type") == "user" and not record.get("isCompactSummary"):
        yield from _typed(blocks, uuid)


def _typed(blocks: list[dict[str, Any]], uuid: str) -> Iterator[tuple[str, Any, str]]:
    texts = []
    for block in blocks:
        text = block.get("text") or block.get("content") or ""
        text = text if isinstance(text, str) else "\n".join(str(one.get("text", "")) for one in text)
        if block.get("type") == "tool_result":
            if block.get("is_error") and "doesn't want to proceed" in text[:200]:
                said = _SAID.search(text)
                yield ("rejection", said[1], uuid) if said and said[1].strip() else ("interrupt", "", uuid)
        elif text.startswith("[Request interrupted by user"):
            yield "interrupt", "", uuid
        elif block.get("type") == "text":
            texts.append(_TAG.sub("", text).strip())
    if any(texts):
        yield "human", "\n".join(filter(None, texts)), uuid


def _reply(after: Sequence[tuple[str, Any, str]]) -> str:
    for kind, value, _ in after[:12]:
        if kind == "agent":
            return str(value)[:400]
        if kind == "human":
            break
    return ""


def _undone(edits: Sequence[tuple[str, str, str]], after: Sequence[tuple[str, Any, str]]) -> bool:
    back = {(file, new, old) for file, old, new in edits if old or new}
    return any(kind == "edit" and value in back for kind, value, _ in after)


def fit(x: Array, y: Array, weight: Array) -> Array:
    """Logistic regression by Newton's steps."""
    x = np.hstack([np.ones((len(x), 1)), x])
    found = np.zeros(x.shape[1])
    pull = np.full(x.shape[1], _PULL)
    pull[0] = 1e-6
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (weight * (p - y)) + pull * found
        found = found - np.linalg.solve((x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(pull), slope)
    return found


def folds(groups: Sequence[str], count: int) -> Array:
    """Sessions stay together."""
    order = {name: n for n, name in enumerate(sorted(set(groups), key=hash_of))}
    return np.array([order[name] % count for name in groups], float)


def hash_of(name: str) -> int:
    return int.from_bytes(name.encode()[-6:], "big") * 2654435761 % 2**32


def out_of_fold(x: Array, y: Array, weight: Array, fold: Array) -> Array:
    found = np.zeros(len(y))
    for one in np.unique(fold):
        left = fold == one
        found[left] = apply(fit(x[~left], y[~left], weight[~left]), x[left])
    return found


def apply(weights: Array, x: Array) -> Array:
    found: Array = weights[0] + x @ weights[1:]
    return found


def line_for(score: Array, y: Array, weight: Array) -> float:
    """The lowest line at which what is told is right often enough."""
    order = np.argsort(-score)
    right, told = np.cumsum((weight * y)[order]), np.cumsum(weight[order])
    good = np.flatnonzero(right / told >= PRECISION)
    return float(score[order][good[-1]]) if len(good) else float(score.max())


def figures(told: Array, y: Array, weight: Array) -> str:
    right = float((weight * y)[told.astype(bool)].sum())
    of_told, of_all = float(weight[told.astype(bool)].sum()), float((weight * y).sum())
    return f"precision {right / max(of_told, 1e-9):.2f} recall {right / max(of_all, 1e-9):.2f} ({int(told.sum())} told)"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", type=Path)
    parser.add_argument("--models", type=Path, help="where the local model is installed")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.labels.read_text().splitlines()]
    root = Path(os.environ["HOLDOUT"]) / "transcripts" / "claude"
    sessions: dict[tuple[str, str], dict[str, Moment]] = defaultdict(dict)
    for key in {(row["repo"], row["session"]) for row in rows}:
        sessions[key] = moments_of(root / key[0] / f"{key[1]}.jsonl")
    rows = [row for row in rows if row["uuid"] in sessions[row["repo"], row["session"]]]
    moments = [sessions[row["repo"], row["session"]][row["uuid"]] for row in rows]
    y = np.array(["correction" in row["labels"] for row in rows], float)
    ones = np.ones(len(rows))
    shares = np.array([row["weight"] for row in rows])
    read = [features(moment, load()) for moment in moments]
    names = list(read[0])
    x = np.array([[one[name] for name in names] for one in read])
    repo = [row["repo"] for row in rows]
    big = max(set(repo), key=repo.count)
    other, fold = np.array([float(name != big) for name in repo]), folds([row["session"] for row in rows], 8)
    print(f"{len(rows)} messages, {int(y.sum())} corrections, {int(other.sum())} outside {big}")

    def tell(name: str, x: Array) -> tuple[Array, float]:
        score = out_of_fold(x, y, ones, fold)
        line = line_for(score, y, ones)
        print(
            f"{name}: sessions left out, {figures(score >= line, y, ones)}; "
            f"as drawn {figures(score >= line, y, shares)}"
        )
        for side, title in (
            (0, "learned elsewhere, tried on the largest"),
            (1, "learned on the largest, tried elsewhere"),
        ):
            inside, out = other != side, other == side
            there = fit(x[inside], y[inside], ones[inside])
            own = out_of_fold(x[inside], y[inside], ones[inside], fold[inside])
            at = line_for(own, y[inside], ones[inside])
            score = apply(there, x[out])
            print(f"    {title}: {figures(score >= at, y[out], ones[out])}; best line "
                  f"{figures(score >= line_for(score, y[out], ones[out]), y[out], ones[out])}")  # fmt: skip
        return fit(x, y, ones), line

    flags, line = tell("flags", x)
    found = {"flags": _named(flags, names, line)}
    if options.models:
        plain = [float(one) for one in out_of_fold(x, y, ones, fold)]
        looks = SecondLook.open(options.models)([exchange(*pair) for pair in zip(moments, plain, strict=True)])
        column = np.array([[clip(look)] for look in looks])
        print(f"the look alone: {figures(column[:, 0] >= line_for(column[:, 0], y, ones), y, ones)}")
        both, line = tell("flags and second look", np.hstack([x, column]))
        found["looked"] = _named(both, [*names, "look"], line)
    if options.write:
        WEIGHTS.write_text(json.dumps(found, indent=1) + "\n")


def _named(weights: Array, names: list[str], line: float) -> Weights:
    return {"line": round(line, 3), "base": round(float(weights[0]), 3)} | {
        name: round(float(weight), 3) for name, weight in zip(names, weights[1:], strict=True)
    }


if __name__ == "__main__":
    main()
