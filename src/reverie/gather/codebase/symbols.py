"""Whether names that notes take from the code are still in it. All of them are looked for at once; those that are not
there are looked for in earlier states, for only what was there can be gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from reverie.gather.codebase.mentions import Mentions, is_a_note, is_read_only, mentions
from reverie.gather.codebase.scene import Scene
from reverie.gather.codebase.snapshot import Snapshot
from reverie.records.verification import Claim, Verdict

_SHAPED = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z0-9][A-Z]|^_\w{4}|^[A-Z][a-z]+[A-Z]")
_PICTURES = re.compile(r"\.(?:png|jpe?g|gif|svg|ico|webp|woff2?|pdf|snap|csv|parquet|min\.js|map|lock)$", re.I)
_AT_ONCE = 500  # files read in one go
_ENOUGH = 25_000  # files of the past that are read for names

Before = dict[str, tuple[str, str]]  # a name, with a commit and a file that had it


def check_symbols(scene: Scene, claims: Sequence[Claim]) -> list[Verdict]:
    words = {word for claim in claims for word in _words(claim)}
    now = mentions(scene.now.lines_with(sorted(words)), words)
    missing = {word for word in words if not now[word].live and not scene.now.has_stem(word)}
    before = _before(scene, missing) if missing else {}
    return [_verdict(scene, claim, now, before) for claim in claims]


def _words(claim: Claim) -> list[str]:
    """What is looked for, the telling part first: of `Card.render` both, if both tell something."""
    parts = claim.name.split(".")
    told = [part for part in reversed(parts[-2:]) if _SHAPED.search(part)]
    return told or [parts[-1] if len(parts) == 1 or len(parts[-1]) > 5 else parts[-2]]


def _before(scene: Scene, missing: set[str]) -> Before:
    """A file is read once, in whatever state it stayed the same."""
    found: Before = {}
    seen, left = set(scene.now.files.values()), _ENOUGH
    for moment in scene.moments():
        fresh = [name for name, blob in moment.files.items() if blob not in seen and _may_hold(name)][:left]
        left -= len(fresh)
        seen.update(moment.files[name] for name in fresh)
        then = mentions(_lines(moment, fresh, missing - found.keys()), missing - found.keys())
        for word, held in then.items():
            if held.live:
                found[word] = moment.ref, held.best
            elif moment.has_stem(word):
                found[word] = moment.ref, ""
        if found.keys() >= missing:
            break
    return found


def _may_hold(name: str) -> bool:
    return not (_PICTURES.search(name) or is_read_only(name) or is_a_note(name))


def _lines(moment: Snapshot, names: Sequence[str], words: set[str]) -> Iterator[tuple[str, str]]:
    rest = iter(names)
    while some := list(islice(rest, _AT_ONCE)):
        for name, text in moment.read(some).items():
            held = [word for word in words if word in text]
            for line in text.splitlines() if held else ():
                if any(word in line for word in held):
                    yield name, line[:2000]


def _verdict(scene: Scene, claim: Claim, now: dict[str, Mentions], before: Before) -> Verdict:
    words = _words(claim)
    for word in words:
        if word in before:
            return _gone(scene, word, now[word], *before[word])
    held = now[words[0]]
    if not held.live:
        return _not_in_code(scene, words[0], held)
    if claim.place and (moved := _moved(scene, claim, words[0], held)):
        return moved
    return _in(scene, held.best)


def _gone(scene: Scene, word: str, now: Mentions, commit: str, path: str) -> Verdict:
    where = f"{path} had it" if path else "a file had that name"
    still = f"; it is only spoken of in {now.quiet[0]}" if now.quiet else ""
    rests_on = {path: scene.now.digest(path)} if path else scene.absence(word)
    return Verdict("gone", f"{word} is not in the code; {where} at {commit[:10]}{still}", rests_on=rests_on)


def _in(scene: Scene, path: str, how: str = "it is in") -> Verdict:
    return Verdict("holds", f"{how} {path}", rests_on={path: scene.now.digest(path)})


def _not_in_code(scene: Scene, word: str, held: Mentions) -> Verdict:
    if scene.now.has_stem(word):
        return Verdict("holds", "a file or folder has that name", rests_on=scene.absence(word))
    return _in(scene, held.quiet[0], "it is spoken of in") if held.quiet else scene.never(word)


def _moved(scene: Scene, claim: Claim, word: str, held: Mentions) -> Verdict | None:
    """The note names a file, and the name is not in it any more: where it is now, if that is sure."""
    places = scene.now.files_at(claim.place)
    if still := [name for name in places if name in held.live]:
        return _in(scene, still[0])
    if not _was_in(scene, claim.place, word):
        return None
    rests_on = {name: scene.now.digest(name) for name in (*places, held.best)}
    if len(held.defined) == 1:
        return Verdict("moved", f"it is no longer in {claim.place}", held.defined[0], rests_on)
    return Verdict("unknown", f"it is no longer in {claim.place}, but in other files", rests_on=rests_on)


def _was_in(scene: Scene, place: str, word: str) -> bool:
    for moment in scene.moments():
        texts = moment.read(moment.files_at(place)).values()
        if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for text in texts):
            return True
    return False
