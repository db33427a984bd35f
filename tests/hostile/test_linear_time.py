"""Given a text that a stranger wrote to take long, when it is read, then the work grows as the text does. Counted are
calls, and the lengths of what is handed to patterns; never seconds."""

from __future__ import annotations

import cProfile
import importlib
import pstats
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reverie.doors.hooks import start
from reverie.gather.codebase import keys, scripts
from reverie.layouts import notefile, pieces
from reverie.render import pointers
from reverie.tidying import links
from reverie.tools import blocks
from reverie.tools.redact import Redactor, own
from tests.hostile.watched import Watch, watched
from tests.transcripts.nights import World, repository

LINE, SPACE = 2000, 100  # what a pattern that is not linear may be given
MANIFESTS = (
    "Gemfile x.gemspec go.mod setup.cfg setup.py requirements.txt build.gradle libs.versions.toml pom.xml a.csproj"
    " mix.exs Pipfile environment.yml pubspec.yaml package.json composer.json pyproject.toml Cargo.toml"
).split()
PUMPS = (
    "\n",
    " ",
    "\t",
    "\x0c",
    "a",
    "1",
    "-",
    "[",
    "(",
    "{",
    '"',
    "'",
    ",",
    "//",
    "/*",
    " // ",
    "a.",
    "'a",
    "a: ",
    "\\\n",
)
SIZE = 20_000
NAMES = [f"reverie.gather.codebase.{name}" for name in ("scripts", "packages", "keys")]


@pytest.fixture(scope="module")
def codebase() -> Iterator[tuple[Watch, list[Any]]]:
    with watched(NAMES) as found:
        yield found


def pumped(pump: str, size: int = SIZE) -> str:
    return (pump * (size // len(pump) + 1))[:size]


@pytest.mark.parametrize("pump", PUMPS)
def test_patterns_over_manifests_get_short_lines_and_little_white_space(
    codebase: tuple[Watch, list[Any]], pump: str
) -> None:
    watch, (offers, requires, settings) = codebase
    watch.line = watch.space = watch.uses = 0
    text = f"a = 1\n{pumped(pump)}\nb = 2\n"
    for name in MANIFESTS:
        requires.required(name, text)
    for tool in offers.MANIFESTS:
        offers.offered(tool, text)
    for name in ("app.ini", ".env", "settings.yaml", "x.json", "x.toml"):
        settings.has_key(name, text, "server.port_number")
    assert watch.uses > 50
    assert (watch.line <= LINE, watch.space <= SPACE) == (True, True), (watch.line, watch.space)


def test_ordinary_manifests_are_read_as_before() -> None:
    packages = importlib.import_module("reverie.gather.codebase.packages")
    assert packages.required("Gemfile", "\n\n\n\n\ngem 'rails', '5.1'\n") == {"rails": "5.1"}
    assert packages.required("go.mod", "require (\n\tgithub.com/a/b v1.2\n)\n") == {"github-com/a/b": "v1.2"}
    assert scripts.offered("make", ".PHONY: a b\n\n\n\nbuild:   dep\n\techo\n") == {".PHONY", "a", "b", "build"}
    assert scripts.offered("just", "ship to='x':\n  echo\n") == {"ship"}


def test_json_with_comments_is_read_behind_the_first_of_them() -> None:
    text = '{\n  // one\n  "tasks": {"a": "x // y", /* two */ "b": "https://z"}, // three\n}\n'
    assert scripts.offered("deno", text) == {"a", "b"}


def test_a_key_of_thousands_of_parts_does_not_reach_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    def loads(text: str) -> dict[str, object]:
        given.append(text)
        return {}

    monkeypatch.setattr("tomllib.loads", loads)
    assert scripts.from_toml("a." * 50_000 + "b = 1") == {}
    assert given == []
    assert scripts.from_toml("a = 1\n" * 50_000) == {}
    assert len(given) == 1


class Counted(list[Any]):
    """A list that says how often something in it was looked at."""

    seen = 0

    def __iter__(self) -> Iterator[Any]:
        for one in super().__iter__():
            Counted.seen += 1
            assert Counted.seen < 500_000
            yield one

    def __getitem__(self, at: Any) -> Any:
        Counted.seen += len(range(*at.indices(len(self)))) if isinstance(at, slice) else 1
        assert Counted.seen < 500_000
        return super().__getitem__(at)


def test_aliases_that_stand_for_millions_are_not_all_walked_through() -> None:
    bomb: Any = "ha"
    for _ in range(9):
        bomb = Counted([bomb] * 9)
    assert list(keys._walk({"first": 1, "laughs": bomb})) == [("first",), ("laughs",)]


@pytest.mark.parametrize(
    "form",
    [pointers._LINK, pointers._WIKI, links._LINK, links._WIKI, notefile._LINKS, start._LINK],
    ids=lambda form: form.pattern[:30],
)
def test_a_link_is_looked_for_only_so_far_from_its_bracket(form: Any) -> None:
    line_ends = (r"(.*)$", r"^(\s*")  # once for a line
    pattern = form.pattern.removesuffix(line_ends[0]).removeprefix(line_ends[1])
    tree = own._PARSER.parse(pattern if pattern == form.pattern else "(" + pattern)
    repeats = [part[1][1] for part in own._flat(tree) if str(part[0]) in own._REPEATS]
    assert repeats
    assert max(map(int, repeats)) <= 400


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            'see [a](b.md) and [c d](<e f.md>) [[g]] [[h|i]] [x\\]y](z.md "t")',
            {"b.md", "e f.md", "g.md", "h.md", "z.md"},
        ),
        ("[[[[a](b.md)", {"b.md"}),
        ("[[ -f x ]]", set()),
    ],
)
def test_links_are_found_as_before(text: str, found: set[str]) -> None:
    assert pointers.targets(text) == found


def calls(act: Callable[[], object]) -> int:
    profile = cProfile.Profile()
    profile.runcall(act)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


FACT = "Remember that the {word} server number {i} is on port {port}."
RULE = "From now on always use {word}{i} for the {other} folder."
SAME = "From now on always use pnpm for number {i}."


@pytest.mark.parametrize("form", [FACT, RULE, SAME], ids=["facts", "rules", "nearly one rule"])
def test_twice_the_requests_take_twice_the_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    def dream(name: str, many: int) -> int:
        home = tmp_path / name
        monkeypatch.setenv("HOME", str(home))
        world = World(home, repository(tmp_path / f"{name}-shop"))
        talk = world.session("aaaa1111")
        for i in range(many):
            words = {"word": f"bado{chr(97 + i % 23)}i", "other": f"tun{chr(97 + i % 19)}e", "i": i, "port": 10_000 + i}
            talk.says(form.format(**words)).answers("Noted.")
        talk.write(world.sessions)
        return calls(world.dream)

    dream("warm", 5)
    few, many = dream("few", 300), dream("many", 600)
    assert many <= 2.3 * few


def test_a_windowed_pattern_is_given_only_windows() -> None:
    class Form:
        groups = 0

        def __init__(self) -> None:
            self.given: list[int] = []

        def finditer(self, data: bytes, start: int, end: int) -> Iterator[Any]:
            self.given.append(min(end, len(data)) - start)
            return iter(())

    form: Any = Form()
    assert list(own.Own(form, windowed=True).spans(b"a" * 20_000)) == []
    assert max(form.given) <= own.WINDOW
    assert sum(form.given) <= 2 * 20_000 + own.WINDOW


@pytest.mark.parametrize("at", [0, 1000, 1023, 1024, 2047, 2048, 3000, 9000])
def test_a_windowed_pattern_finds_what_the_whole_text_holds(at: int) -> None:
    secret = "acme.person@corp.example"
    text = " " * at + secret + " " * 5000 + secret + "\n"
    found = Redactor(b"k" * 16, extra=[("mail", r"[\w.]+@corp\.example")]).find(text)
    assert [(hit.start, hit.end - hit.start) for hit in found] == [(at, 24), (at + 5024, 24)]


def test_a_block_that_never_ends_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []

    class End:
        def search(self, text: str, at: int) -> None:
            ends.append(len(text) - at)

    monkeypatch.setattr(blocks, "_END", End())
    assert len(blocks.split("<!-- reverie:begin -->\n" * 1000)) == 1
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("a\n<!-- reverie:begin x -->\nb\n<!-- reverie:end -->\nc", ["a\n", "c"]),
        ("a<!-- reverie:begin -->b<!-- reverie:begin -->c<!-- reverie:end x -->d", ["a", "d"]),
        ("a <!-- reverie:begin --> b", ["a <!-- reverie:begin --> b"]),
    ],
)
def test_blocks_are_told_from_what_stands_around_them(text: str, outside: list[str]) -> None:
    assert blocks.split(text)[::2] == outside
    assert "".join(blocks.split(text)) == text


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("<!-- a -->", True), ("<!-- a -->\n <!--b-->\n", True), ("<!-- a --> b", False), ("<!-- a", False), ("a", False)],
)
def test_what_is_nothing_but_comments(text: str, is_one: bool) -> None:
    assert pieces.is_comment(text) is is_one
