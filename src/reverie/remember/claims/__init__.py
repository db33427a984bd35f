"""Which checkable claims a note makes of the codebase: paths, symbols, commands, dependencies, keys of configuration
files, links to files. Text in, claims out; whether they hold is looked up elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from reverie.records.verification import Claim
from reverie.remember.claims import commands, keys, names, packages, places, wording
from reverie.remember.claims.pieces import Piece, pieces

MOST = 400  # claims of one note
_BLOB = re.compile(
    r"https?://(?:www\.)?(?:github|gitlab)\.com/([\w.-]+/[\w.-]+)/(?:-/)?(?:blob|tree)/([\w.-]+)/([^\s#?)]+)"
)
_TOLD_TO_RUN = re.compile(
    r"\b(?:(?:npm|pnpm|yarn|bun|composer) run(?:-script)? [\w:.-]*\w"
    r"|(?<=run )make [a-z][\w-]*|(?<=with )make [a-z][\w-]*|(?<=via )make [a-z][\w-]*|(?<=use )make [a-z][\w-]*)"
)
_LOOSE_PATH = re.compile(r"(?<![\w/@:.~$<{\\-])(?:\./)?[\w.@+-]+(?:/[\w.@+\[\]-]+)*/?(?::\d+)?")
_NODE_ID = re.compile(r"([\w./-]+\.\w+)(?:::|#|:)([A-Za-z_]\w*(?:(?:::|\.)\w+)*)(?:\(\))?")


def claims(note: str) -> tuple[Claim, ...]:
    """Every claim once, in the order of the note."""
    found: list[Claim] = []
    for piece in pieces(note):
        if piece.kind == "prose":
            found += _of_prose(piece)
        elif piece.kind == "shell":
            found += _of_runs(piece, piece.text)
        elif not wording.removed(piece.words_before, piece.words_after):
            made = wording.to_be_made(piece.words_before)
            told = _of_code(piece) if piece.kind == "code" else _of_link(piece)
            found += (claim for claim in told if not (made and claim.kind == "path"))
    return tuple(_each_once(_bound(note, sorted(found, key=lambda claim: claim.start))))[:MOST]


def _of_code(piece: Piece) -> Iterator[Claim]:
    """One code span. What is tried first is what is least like the others."""
    text = piece.text.strip()
    if _BLOB.match(text) or text.startswith(("http:", "https:")):
        yield from _of_link(piece)
    elif found := list(_of_runs(piece, text)):
        yield from found
    elif (node := _NODE_ID.fullmatch(text)) and (path := places.path_in(node[1], quoted=True)):
        yield _claim(piece, "path", path)
        yield _claim(piece, "symbol", re.sub("::", ".", node[2]), path)
    elif module := packages.module_path(text):
        yield _claim(piece, "dependency", module, version=packages.version_after(piece.after))
    elif (package := packages.with_version(text))[0]:
        yield _claim(piece, "dependency", package[0], version=package[1] or packages.version_after(piece.after))
    elif packages.plain(text) and wording.is_called_a_package(piece.words_before, piece.words_after):
        yield _claim(piece, "dependency", text, version=packages.version_after(piece.after))
    elif path := places.path_in(text, quoted=True):
        yield _claim(piece, "path", path)
    elif not places.is_stand_in(re.sub(r"\(.*|[-=]>.*", "", text)):
        yield from _of_name(piece, text)


def _of_name(piece: Piece, text: str) -> Iterator[Claim]:
    before, after = piece.words_before, piece.words_after
    told, called = wording.speaks_of_settings(before, after), wording.is_called_a_thing(before, after)
    of_packages = wording.speaks_of_packages(before[-80:] + " " + after[:60])
    likely = (of_packages and not called) or wording.uses(before) or packages.has_version(after)
    package = packages.plain(text) if likely else ""
    package = package if len(package) > 2 else ""
    name = names.name_in(text, called=called)
    if key := keys.key_in(text, told=told):
        yield _claim(piece, "config", key)
    elif name and not (package and of_packages and name.islower() and "_" not in name):
        yield _claim(piece, "symbol", name)
    elif package and not (told and not of_packages):
        yield _claim(piece, "dependency", package, version=packages.version_after(piece.after))
    elif keys.plain(text) and wording.is_called_a_setting(before, after):
        yield _claim(piece, "config", text)


def _of_link(piece: Piece) -> Iterator[Claim]:
    text = piece.text.strip("<>")
    if blob := _BLOB.match(text):
        yield _claim(piece, "url", blob[3].rstrip("/.,"), blob[1].removesuffix(".git").lower())
    elif "/" in text and (path := places.path_in(text.split("#")[0], quoted=True)):
        yield _claim(piece, "path", path)


def _of_runs(piece: Piece, text: str) -> Iterator[Claim]:
    for run in commands.runs(text):
        yield _claim(piece, run.kind, run.name, run.place)


def _of_prose(piece: Piece) -> Iterator[Claim]:
    line = piece.text
    taken: set[int] = set()
    for match in _TOLD_TO_RUN.finditer(line):
        taken.update(range(*match.span()))
        yield from (
            _within(piece, match.start(), match[0], "command", r.name, r.place) for r in commands.runs(match[0])
        )
    for start, end, name, version in packages.said(line):
        taken.update(range(start, end))
        yield _within(piece, start, line[start:end], "dependency", name, version=version)
    for match in _LOOSE_PATH.finditer(line):
        word = match[0].rstrip(".,;")
        if match.start() not in taken and (path := places.path_in(word, quoted=False)):
            taken.update(range(*match.span()))
            yield from _unless_removed(piece, match.start(), word, "path", path)
    for start, name in names.loose_names(line):
        if start not in taken:
            yield from _unless_removed(piece, start, name, "symbol", name)


def _unless_removed(piece: Piece, at: int, text: str, kind: str, name: str) -> Iterator[Claim]:
    before, after = piece.text[:at], piece.text[at + len(text) :]
    if not wording.removed(before, after):
        yield _within(piece, at, text, kind, name)


def _claim(piece: Piece, kind: str, name: str, place: str = "", version: str = "") -> Claim:
    supposed = wording.supposed(piece.words_before, piece.words_after) if piece.kind != "shell" else False
    return Claim(kind, piece.text, piece.start, piece.end, name, place, version.lstrip("v"), supposed)


def _within(piece: Piece, at: int, text: str, kind: str, name: str, place: str = "", version: str = "") -> Claim:
    supposed = wording.supposed(piece.text[:at], piece.text[at + len(text) :])
    return Claim(kind, text, piece.start + at, piece.start + at + len(text), name, place, version, supposed)


def _bound(note: str, found: list[Claim]) -> Iterator[Claim]:
    """A name with the file the note says it is in: `name` in `file`, `file` (`name`)."""
    for at, claim in enumerate(found):
        beside = found[at + 1] if at + 1 < len(found) else None
        before = found[at - 1] if at else None
        if claim.kind in ("symbol", "config", "dependency") and not claim.place:
            if beside and _is_file(beside) and wording.joined(_between(note, claim, beside)):
                yield _placed(claim, beside.name)
                continue
            if before and _is_file(before) and wording.holding(_between(note, before, claim)):
                yield _placed(claim, before.name)
                continue
        yield claim


def _placed(claim: Claim, path: str) -> Claim:
    """What stands in a configuration file is a key of it, unless it is a package."""
    if claim.kind == "dependency":
        return claim
    kind = "config" if keys.is_config_file(path) and keys.plain(claim.name) else claim.kind
    return replace(claim, kind=kind, place=path)


def _is_file(claim: Claim) -> bool:
    return claim.kind == "path" and not claim.name.endswith("/")


def _between(note: str, one: Claim, other: Claim) -> str:
    return note[one.end : other.start].strip("`").replace("`", "") if one.end <= other.start else "."


def _each_once(found: Iterator[Claim]) -> Iterator[Claim]:
    seen: set[tuple[str, str, str, str]] = set()
    for claim in found:
        key = (claim.kind, claim.name, claim.place, claim.version)
        if key not in seen:
            seen.add(key)
            yield claim
