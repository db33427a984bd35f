"""The porch for the code itself: claims about a repository in, what became of each out. Nothing is written, and only
git is started, so it can be done in the cage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from reverie.gather.codebase.manifests import check_command, check_dependency, check_key
from reverie.gather.codebase.past import Past
from reverie.gather.codebase.paths import check_path, check_url
from reverie.gather.codebase.scene import Scene
from reverie.gather.codebase.snapshot import Snapshot
from reverie.gather.codebase.symbols import check_symbols
from reverie.records.verification import Claim, Verdict

VERSION = 1  # of the looking: what an older one found is looked up again

_ONE_BY_ONE = {
    "path": check_path,
    "url": check_url,
    "command": check_command,
    "dependency": check_dependency,
    "config": check_key,
}


MOMENTS = 6  # days of notes that are looked at for names; beyond them history is looked at in steps

Asked = tuple[Claim, datetime | None]


def look_up(now: Snapshot, asked: Sequence[Asked]) -> list[Verdict]:
    """A verdict for each claim, in their order. Each comes with the day its note was written, if that is known. All
    notes are best asked about at once: history is then read once."""
    days = sorted({noted for _, noted in asked if noted})
    some = tuple(days[:: max(1, -(-len(days) // MOMENTS))])
    scene = Scene(now, Past(now, now.ref or "HEAD"), others=some)
    scenes = {noted: replace(scene, noted=noted) for _, noted in asked}
    symbols = [claim for claim, _ in asked if claim.kind == "symbol"]
    told = iter(check_symbols(scene, symbols))
    return [next(told) if claim.kind == "symbol" else _one(scenes[noted], claim) for claim, noted in asked]


def _one(scene: Scene, claim: Claim) -> Verdict:
    verdict = _ONE_BY_ONE[claim.kind](scene, claim)
    if verdict.state != "holds" and claim.kind == "path" and "/" not in claim.name:
        package = check_dependency(scene, claim)  # `chart.js`, `ruamel.yaml`: packages that look like files
        if package.state == "holds" or verdict.state == "unknown" != package.state:
            return package
    if verdict.state == "unknown" and claim.kind == "dependency" and re.fullmatch(r"\w{5,}", claim.name):
        [symbol] = check_symbols(scene, [claim])  # a module of one's own
        return symbol if symbol.state == "holds" else verdict
    return verdict


__all__ = ["VERSION", "Asked", "Snapshot", "look_up"]
