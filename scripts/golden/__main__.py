"""`scripts/baseline`: write down what the product does, or compare with what was written down.

    scripts/baseline                               record this checkout, in ~/.cache/reverie-baseline/<commit>.json
    scripts/baseline --compare FILE                run again and print what differs; exit 1 if a golden text does
    scripts/baseline --section promotion --compare FILE
    scripts/baseline --checkout /work/old --out /tmp/old.json

Golden texts (demo, day, promotion, reorganize, memory_dirs) are normalised and must be equal. Figures (search,
redaction, hooks, tick, store) are printed side by side and decide nothing. Real memory directories are read from
--data; what a file of a baseline quotes of them stays outside the repository.
"""

from __future__ import annotations

import argparse
import difflib
import fcntl
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from scripts.golden import figures, promotion, stories
from scripts.golden.world import World, progress

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path("~/.cache/reverie-baseline").expanduser()
GOLDEN = ("demo", "day", "promotion", "reorganize", "memory_dirs")
FIGURES = ("search", "redaction", "hooks", "tick", "store")
SHOWN = 40  # lines of a difference
_CHANGE_ID = re.compile(r"\b[cnu]-\d{4}-\d\d-\d\d-[0-9a-f]{6,12}\b")
Run = dict[str, Any]


def main() -> int:
    chosen = _arguments()
    checkout = chosen.checkout.resolve()
    out = chosen.out or CACHE / f"{_commit(checkout)}.json"
    if out.resolve().is_relative_to(ROOT) or out.resolve().is_relative_to(checkout):
        sys.exit(
            f"Error: {out} is inside the repository. hint: a baseline quotes other people's notes; --out elsewhere"
        )
    known = _read(chosen.compare) if chosen.compare else None
    sections = chosen.section or [*GOLDEN, *FIGURES]
    with _alone(chosen.scratch) as scratch:
        new = record(checkout, sections, chosen.data, Path(scratch))
    if chosen.out or known is None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"recorded in {out}", file=sys.stderr)
    return compare(known, new, sections) if known else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/baseline", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--compare", nargs="?", const="", metavar="FILE", help="with FILE, or the newest recorded")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--section", action="append", choices=(*GOLDEN, *FIGURES), help="only this; repeatable")
    parser.add_argument("--checkout", type=Path, default=ROOT, metavar="DIR", help="run what DIR/.venv/bin has")
    parser.add_argument("--data", type=Path, default=_data(), metavar="DIR", help="memory_dirs, bench, transcripts")
    parser.add_argument("--scratch", type=Path, default=Path(f"/var/tmp/reverie-baseline-{os.getuid()}"), metavar="DIR")
    chosen = parser.parse_args()
    if chosen.compare == "":
        recorded = sorted(CACHE.glob("*.json"), key=lambda path: path.stat().st_mtime)
        if not recorded:
            parser.error(f"there is no baseline in {CACHE} yet: run scripts/baseline first, or name a FILE")
        chosen.compare = recorded[-1]
    return chosen


def _data() -> Path:
    places = [folder / "shared" / "data" for folder in ROOT.parents]
    return next((place for place in places if place.is_dir()), places[0])


def _commit(checkout: Path) -> str:
    done = subprocess.run(
        ["git", "-C", str(checkout), "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def _read(path: str | Path) -> Run:
    try:
        return dict(json.loads(Path(path).read_text(encoding="utf-8")))
    except (OSError, ValueError) as problem:
        sys.exit(f"Error: {path} is no baseline: {problem}")


class _alone:  # noqa: N801 - reads as a verb
    """One run at a time in the scratch folder: its path is part of what is hashed, so every run has the same."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Path:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        if self._folder.is_symlink() or self._folder.stat().st_uid != os.getuid():
            sys.exit(f"Error: {self._folder} is not yours. hint: --scratch DIR")
        self._lock = (self._folder / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        return self._folder

    def __exit__(self, *_: object) -> None:
        self._lock.close()


# Recording


def record(checkout: Path, sections: list[str], data: Path, scratch: Path) -> Run:
    if not (checkout / ".venv" / "bin" / "reverie").exists():
        sys.exit(f"Error: there is no .venv/bin/reverie in {checkout}. hint: make setup")
    models = checkout / ".venv" / "models"
    run: Run = {"format": 1, "commit": _commit(checkout), "python": platform.python_version(), "golden": {}}
    run |= {"figures": {}, "with_model": models.is_dir(), "data": data.is_dir()}
    for name in sections:
        began = time.monotonic()
        progress(name)
        kind = "golden" if name in GOLDEN else "figures"
        found = _section(name, checkout, data, scratch, str(models) if models.is_dir() else "")
        if found is not None:
            run[kind][name] = found
        told = "left out: no data" if found is None else f"{len(found)} entries"
        progress(f"{name}: {told}, {time.monotonic() - began:.0f} s")
    return run


def _section(name: str, checkout: Path, data: Path, scratch: Path, models: str) -> dict[str, Any] | None:
    def world_of(part: str, models: str = "") -> World:
        return World(scratch / name / part, checkout, models)

    def told(play: Callable[[World], dict[str, str]], part: str, models: str = "") -> dict[str, str]:
        world = world_of(part, models)
        return {step: world.plain(text) for step, text in play(world).items()}

    if name == "promotion":
        return promotion.promotion(world_of, partial(world_of, models=models) if models else None)
    if name == "memory_dirs":
        folder = data / "memory_dirs"
        return stories.memory_dirs(world_of, folder) if folder.is_dir() else None
    if name == "reorganize":
        found = told(stories.reorganize, "words")
        meant = told(stories.reorganize, "meaning", models) if models else {}
        return found | {f"with the model: {step}": text for step, text in meant.items()}
    if name in GOLDEN:
        return told(getattr(stories, name), "world")
    measure = getattr(figures, name)
    measured = measure(world_of("world"), data) if name in ("search", "redaction") else measure(world_of("world"))
    return {what: round(value, 4) for what, value in measured.items()}


# Comparing


def compare(old: Run, new: Run, sections: list[str]) -> int:
    """What differs, by section; 1 if a golden text does."""
    print(f"{old['commit']} → {new['commit']}")
    if old.get("python") != new.get("python"):
        print(f"note: Python {old.get('python')} and {new.get('python')}")
    differing = sum(_golden(name, old, new) for name in sections if name in GOLDEN)
    for name in sections:
        if name in FIGURES:
            _figures(name, old["figures"].get(name, {}), new["figures"].get(name, {}))
    return 1 if differing else 0


def _golden(name: str, old: Run, new: Run) -> int:
    before, after = old["golden"].get(name), new["golden"].get(name)
    if before is None or after is None:
        missing = "recorded" if before is None else "run"
        print(f"{name}: not {missing}")
        return int(before is not after)
    differing = [step for step in {**before, **after} if before.get(step) != after.get(step)]
    print(f"{name}: {'the same' if not differing else f'{len(differing)} of {len(before)} differ'}")
    shown = [step for step in differing if _without_ids(before.get(step)) != _without_ids(after.get(step))]
    for step in shown:
        _difference(step, before.get(step), after.get(step))
    if hidden := [step for step in differing if step not in shown]:
        print(f"  == only ids of changes: {'; '.join(hidden)}")
    return len(differing)


def _without_ids(text: str | None) -> str | None:
    """The id of a change is made from its content, so it differs wherever something else does."""
    return text if text is None else _CHANGE_ID.sub("#", text)


def _difference(step: str, before: str | None, after: str | None) -> None:
    if before is None or after is None:
        print(f"  == {step}: {'new' if before is None else 'gone'}")
        return
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1))[2:]
    print(f"  == {step}")
    for line in lines[:SHOWN]:
        print(f"  {line[:200]}")
    if len(lines) > SHOWN:
        print(f"  … {len(lines) - SHOWN} more lines")


def _figures(name: str, before: dict[str, float], after: dict[str, float]) -> None:
    print(f"{name}:{' ' * (62 - len(name))}before      now    ratio")
    for what in {**before, **after}:
        one, other = before.get(what), after.get(what)
        cells = "".join(f"{value:10.3f}" if value is not None else f"{'–':>10}" for value in (one, other))
        ratio = f"{other / one:8.2f}×" if one and other is not None else ""
        print(f"  {what:56}{cells}{ratio}")


if __name__ == "__main__":
    sys.exit(main())
