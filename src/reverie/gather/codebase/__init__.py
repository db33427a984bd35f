"""The porch for the code itself: claims about a repository in, what became of each out. Nothing is written, and only
git is started, so it can be done in the cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from reverie.gather.codebase.manifests import check_command, check_dependency, check_key
from reverie.gather.codebase.past import Past
from reverie.gather.codebase.paths import check_path, check_url
from reverie.gather.codebase.scene import Scene
from reverie.gather.codebase.snapshot import Snapshot
from reverie.gather.codebase.symbols import check_symbols, in_code, may_be_in_code, with_words
from reverie.records.verification import Claim, Verdict

VERSION = 2  # of the looking: what an older one found is looked up again

_ONE_BY_ONE = {
    "path": check_path,
    "url": check_url,
    "command": check_command,
    "dependency": check_dependency,
    "config": check_key,
}


DAYS = 6  # of notes, whose state of the code is looked at first

Asked = tuple[Claim, datetime | None]


def look_up(now: Snapshot, asked: Sequence[Asked]) -> list[Verdict]:
    """A verdict for each claim, in their order. Each comes with the day its note was written, if that is known. All
    notes are asked about at once: the code is searched once, history is read once, whatever the number of claims."""
    days = sorted({noted for _, noted in asked if noted})
    some = tuple(days[:: max(1, -(-len(days) // DAYS))])
    scene = Scene(now, Past(now, now.ref or "HEAD"), days=some)
    scenes = {noted: replace(scene, noted=noted) for _, noted in asked}
    try:
        names = [claim for claim, _ in asked if claim.kind == "symbol"]
        told = iter(check_symbols(with_words(scene, names), names))
        first = [next(told) if claim.kind == "symbol" else _one(scenes[noted], claim) for claim, noted in asked]
        return _second_look(scene, asked, first)
    finally:
        now.blobs.close()


def _one(scene: Scene, claim: Claim) -> Verdict:
    verdict = _ONE_BY_ONE[claim.kind](scene, claim)
    if verdict.state != "holds" and claim.kind == "path" and "/" not in claim.name:
        package = check_dependency(scene, claim)  # `chart.js`, `ruamel.yaml`: packages that look like files
        if package.state == "holds" or verdict.state == "unknown" != package.state:
            return package
    return verdict


def _second_look(scene: Scene, asked: Sequence[Asked], verdicts: list[Verdict]) -> list[Verdict]:
    """What no manifest and no settings file has may be in the code: a module of one's own, a key that code reads."""
    left = [n for n, (claim, _) in enumerate(asked) if verdicts[n].state == "unknown" and may_be_in_code(claim)]
    scene = with_words(scene, [asked[n][0] for n in left])
    for n in left:
        verdicts[n] = in_code(scene, asked[n][0]) or verdicts[n]
    return verdicts


__all__ = ["VERSION", "Asked", "Snapshot", "look_up"]
