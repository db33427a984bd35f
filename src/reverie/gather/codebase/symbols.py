"""Whether names that notes take from the code are still in it. All of them are looked for at once; those that are not
there are looked for in earlier states, for only what was there can be gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from reverie.gather.codebase.mentions import Mentions, is_a_note, is_read_only, mentions
from reverie.gather.codebase.past import Version
from reverie.gather.codebase.scene import Scene
from reverie.gather.codebase.snapshot import MOST_LINES
from reverie.records.verification import Claim, Verdict
from reverie.tools.paths import noise

_SHAPED = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z0-9][A-Z]|^_\w{4}|^[A-Z][a-z]+[A-Z]")
_PICTURES = re.compile(r"\.(?:png|jpe?g|gif|svg|ico|webp|woff2?|pdf|snap|csv|parquet|min\.js|map|lock)$", re.I)
_MADE = ("data", "generated or vendored")
_WORD = re.compile(r"\w+")
_DATA = re.compile(r"\.(?:ya?ml|toml|xml|html?|ini|cfg|properties)$", re.I)
_DEEP = 2  # folders: settings lie above, data below
_ENOUGH = 15_000  # files of the past that are read for names
_MOST_BYTES = 48 << 20  # of them
_SEARCHES = 3

Before = dict[str, Version]  # a name, with a file that defined it


def with_words(scene: Scene, claims: Iterable[Claim]) -> Scene:
    """The scene, with the places where any name of these claims stands now: one search for all of them. Where common
    names fill it up, those that were not come to yet are searched for once more."""
    words = {word for claim in claims for word in _searched(claim)} - scene.words.keys()
    found: dict[str, Mentions] = {}
    for _ in range(_SEARCHES):
        lines = list(scene.now.lines_with(sorted(words)))
        found |= mentions(lines, words)
        words = {word for word in words if not found[word].live}
        if len(lines) < MOST_LINES or not words:
            break
    return replace(scene, words={**scene.words, **found})


def check_symbols(scene: Scene, claims: Sequence[Claim]) -> list[Verdict]:
    words = {word for claim in claims for word in _words(claim)}
    missing = {word for word in words if not scene.words[word].live and not scene.now.has_stem(word)}
    before = _before(scene, missing) if missing else {}
    return [_verdict(scene, claim, before) for claim in claims]


def may_be_in_code(claim: Claim) -> bool:
    """A name that no manifest knows: of a module of one's own, or of a key that code reads."""
    last = claim.name.rpartition(".")[2]
    return bool(
        (claim.kind == "dependency" and re.fullmatch(r"\w{5,}", claim.name))
        or (claim.kind == "config" and not claim.place and re.fullmatch(r"\w{4,}", last))
    )


def in_code(scene: Scene, claim: Claim) -> Verdict | None:
    """That it is there; nothing else can be told of such a name."""
    [word] = _searched(claim)
    held = scene.words[word]
    if held.live:
        return _in(scene, held.best)
    verdict = _not_in_code(scene, word, held) if claim.kind == "dependency" else None
    return verdict if verdict and verdict.state == "holds" else None


def _searched(claim: Claim) -> list[str]:
    return _words(claim) if claim.kind == "symbol" else [claim.name.rpartition(".")[2]]


def _words(claim: Claim) -> list[str]:
    """What is looked for, the telling part first: of `Card.render` both, if both tell something."""
    parts = claim.name.split(".")
    told = [part for part in reversed(parts[-2:]) if _SHAPED.search(part)]
    return told or [parts[-1] if len(parts) == 1 or len(parts[-1]) > 5 else parts[-2]]


def _before(scene: Scene, missing: set[str]) -> Before:
    """Which of these names were defined here once. One that was only used is another's: a library's, most likely."""
    found: Before = {
        word: Version("", "", events[0].commit)
        for path, events in scene.past.events.items()
        if (word := path.rpartition("/")[2].partition(".")[0]) in missing and _may_hold(path)
    }
    left, room = missing - found.keys(), _MOST_BYTES
    names = [path for path in scene.past.events if _may_hold(path)]
    versions = islice(scene.past.versions(names, scene.days), _ENOUGH)
    for version, text in scene.past.read(versions):
        held = left.intersection(_WORD.findall(text))
        room -= len(text)
        if held:
            lines = [(version.path, line[:2000]) for line in text.splitlines()]
            then = mentions(lines, held)
            found |= {word: version for word in held if then[word].defined}
            left -= found.keys()
        if not left or room <= 0:
            break
    return found


def _may_hold(name: str) -> bool:
    if _PICTURES.search(name) or is_read_only(name) or is_a_note(name) or noise(name) in _MADE:
        return False
    return not _DATA.search(name) or name.count("/") <= _DEEP


def _verdict(scene: Scene, claim: Claim, before: Before) -> Verdict:
    words = _words(claim)
    for word in words:
        if word in before and _is_meant(claim, word, before[word]):
            return _gone(scene, word, scene.words[word], before[word])
    held = scene.words[words[0]]
    if not held.live:
        return _not_in_code(scene, words[0], held)
    if claim.place and (moved := _moved(scene, claim, words[0], held)):
        return moved
    return _in(scene, held.best)


def _is_meant(claim: Claim, word: str, then: Version) -> bool:
    """Where only a file was called so, `game.socket` need not be what was in `socket.py`."""
    return bool(then.path or word == claim.name or _SHAPED.search(word))


def _gone(scene: Scene, word: str, now: Mentions, then: Version) -> Verdict:
    path, commit = then.path, then.commit
    where = f"{path} had it" if path else "a file had that name"
    still = f"; it is only spoken of in {next(iter(now.quiet))}" if now.quiet else ""
    rests_on = {path: scene.now.digest(path)} if path else scene.absence(word)
    return Verdict("gone", f"{word} is not in the code; {where} at {commit[:10]}{still}", rests_on=rests_on)


def _in(scene: Scene, path: str, how: str = "it is in") -> Verdict:
    return Verdict("holds", f"{how} {path}", rests_on={path: scene.now.digest(path)})


def _not_in_code(scene: Scene, word: str, held: Mentions) -> Verdict:
    if scene.now.has_stem(word):
        return Verdict("holds", "a file or folder has that name", rests_on=scene.absence(word))
    return _in(scene, next(iter(held.quiet)), "it is spoken of in") if held.quiet else scene.never(word)


def _moved(scene: Scene, claim: Claim, word: str, held: Mentions) -> Verdict | None:
    """The note names a file, and the name is not in it any more: where it is now, if that is sure."""
    places = scene.now.files_at(claim.place)
    if still := [name for name in places if name in held.live]:
        return _in(scene, still[0])
    if not _was_in(scene, claim.place, word):
        return None
    rests_on = {name: scene.now.digest(name) for name in (*places, held.best)}
    if len(held.defined) == 1:
        return Verdict("moved", f"it is no longer in {claim.place}", next(iter(held.defined)), rests_on)
    return Verdict("unknown", f"it is no longer in {claim.place}, but in other files", rests_on=rests_on)


def _was_in(scene: Scene, place: str, word: str) -> bool:
    def named(files: Iterable[str]) -> list[str]:
        return [name for name in files if name == place or name.endswith("/" + place)]

    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    return any(whole.search(text) for _, text in scene.earlier(f"file {place}", named))
