"""A line of shell, and what of this repository it would run: targets, scripts, modules, files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reverie.remember.claims.places import is_stand_in, path_in

_CUT = re.compile(r"\s*(?:&&|\|\||;|\||\n)\s*")
_SET = re.compile(r"[A-Za-z_]\w*=\S*")
_NODE_OWN = frozenset(
    "install i ci add remove rm uninstall exec dlx x create init publish link unlink up update upgrade"
    " outdated why audit pack prune store patch import rebuild root bin config cache global set workspaces"
    " workspace node login view info help version ls list dedupe fetch approve-builds env setup self-update pm"
    " upgrade-interactive constraints plugin tag".split()
)
_NPM_SHORT = frozenset("test t start stop restart".split())
_COMPOSER_OWN = frozenset(
    "install update require remove dump-autoload dumpautoload create-project init validate self-update"
    " outdated show why global config exec audit diagnose status clear-cache bump fund licenses reinstall"
    " search check-platform-reqs".split()
)
_WRAPPERS = {
    "poetry": "run",
    "pdm": "run",
    "uv": "run",
    "hatch": "run",
    "rye": "run",
    "pipenv": "run",
    "bundle": "exec",
}
_EVERYONES = sys.stdlib_module_names | {"pip", "setuptools"}
_PYTHON = re.compile(r"(?:.*/)?(?:python[\d.]*|py)$")
_TAKES_FILES = frozenset(
    "pytest jest vitest mocha ruby php node deno ts-node tsx bash sh zsh source rspec phpunit go streamlit"
    " mypy ruff black perl lua julia Rscript swift dart cat vim nano code docker docker-compose alembic flask"
    " uvicorn gunicorn playwright npx bunx eslint prettier tsc phpstan bats psql sqlite3 chmod sbt pre-commit"
    " terraform ansible-playbook".split()
)
_TARGET = re.compile(r"[A-Za-z0-9_][\w.:/-]*")
_ONE = {"just": "just", "task": "task", "poe": "python", "rake": "rake", "inv": "invoke", "invoke": "invoke"}


@dataclass(frozen=True, slots=True)
class Run:
    """What is run: `kind` path or command; `place` is the tool that knows the name."""

    kind: str
    name: str
    place: str = ""


def runs(line: str) -> list[Run]:
    """What a line would run of this repository; nothing if it is no command, or none that can be looked up."""
    line = re.sub(r"\\\n", " ", line.strip())
    line = re.sub(r"(?:^|\s)#.*", "", re.sub(r"^(?:\$|>|%|❯)\s+", "", line))
    return [run for part in _CUT.split(line) for run in _one(part.split()) if not is_stand_in(run.name)]


def looks_like_one(line: str) -> bool:
    return bool(runs(line))


def _one(words: list[str]) -> Iterator[Run]:
    while words and (_SET.fullmatch(words[0]) or words[0] in ("sudo", "time", "exec", "command", "env", "cross-env")):
        words = words[1:]
    if len(words) < 2:
        if words and words[0].startswith("./") and (path := path_in(words[0], quoted=True)):
            yield Run("path", path)
        return
    first, rest = words[0], words[1:]
    if first in _WRAPPERS:
        yield from _wrapped(first, rest)
    elif first == "make":
        yield from _make(rest)
    elif first in ("npm", "pnpm", "yarn", "bun", "turbo"):
        yield from _node(first, rest)
    elif first in ("composer", "tox", "nox", "cargo", "deno"):
        yield from _by_tool(first, rest)
    elif first in _ONE:
        target = _first_word(rest)
        yield from [Run("command", target, _ONE[first])] if target and _TARGET.fullmatch(target) else []
    elif _PYTHON.match(first):
        yield from _python(rest)
    elif first == "cd":
        folder = rest[0].rstrip("/")  # a single name may be the clone's own
        yield from [Run("path", path)] if "/" in folder and (path := path_in(folder + "/", quoted=True)) else []
    elif first in _TAKES_FILES or first.startswith("./"):
        yield from _files([first, *rest] if first.startswith("./") else rest)


def _wrapped(tool: str, rest: list[str]) -> Iterator[Run]:
    if rest[0] != _WRAPPERS[tool]:
        return
    inner = rest[1:]
    while inner and inner[0].startswith("-"):
        inner = inner[2:] if inner[0] in ("--with", "--group", "--extra", "--package", "-p", "--python") else inner[1:]
    known = list(_one(inner))
    yield from known
    if inner and not known and tool != "bundle" and _TARGET.fullmatch(inner[0]) and not _PYTHON.match(inner[0]):
        if path := path_in(inner[0], quoted=True):
            yield Run("path", path)
        else:
            yield Run("command", inner[0], "python")


def _make(rest: list[str]) -> Iterator[Run]:
    folder = ""
    while rest and (rest[0].startswith("-") or "=" in rest[0]):
        takes = rest[0] in ("-C", "-f", "-j")
        if rest[0] == "-C" and len(rest) > 1:
            folder = rest[1].strip("/")
        rest = rest[2:] if takes and len(rest) > 1 else rest[1:]
    for word in rest:
        if "=" in word or word.startswith("-") or not _TARGET.fullmatch(word):
            break
        yield Run("command", word, f"make:{folder}" if folder else "make")


def _node(tool: str, rest: list[str]) -> Iterator[Run]:
    while rest and rest[0].startswith("-"):
        rest = rest[2:] if rest[0] in ("--filter", "-F", "-C", "--prefix", "--cwd", "--dir") else rest[1:]
    if len(rest) > 2 and rest[0] == "workspace":
        rest = rest[2:]
    if not rest:
        return
    said = rest[0] in ("run", "run-script")
    word = _first_word(rest[1:]) if said else rest[0]
    if path := path_in(word, quoted=True) if word else "":
        yield Run("path", path)
    elif word and _TARGET.fullmatch(word) and (said or _is_script(tool, word)):
        yield Run("command", "test" if word == "t" and not said else word, "npm")


def _is_script(tool: str, word: str) -> bool:
    if tool == "npm":
        return word in _NPM_SHORT
    return word not in _NODE_OWN and not (tool == "bun" and word in ("test", "build"))


def _by_tool(tool: str, rest: list[str]) -> Iterator[Run]:
    if tool == "composer":
        said = rest[0] in ("run", "run-script")
        word = _first_word(rest[1:]) if said else rest[0]
        if word and _TARGET.fullmatch(word) and (said or word not in _COMPOSER_OWN):
            yield Run("command", word, "composer")
    elif tool == "deno":
        yield from [Run("command", rest[1], "deno")] if rest[0] == "task" and len(rest) > 1 else _files(rest)
    else:
        options = {"tox": ("-e",), "nox": ("-s", "-e"), "cargo": ("--bin", "--example", "-p", "--package", "--bench")}[
            tool
        ]
        for option, value in pairwise(rest):
            if option in options and _TARGET.fullmatch(value):
                yield from (Run("command", name, tool) for name in value.split(",") if name)


def _python(rest: list[str]) -> Iterator[Run]:
    while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c"):
        rest = rest[1:]
    if len(rest) > 1 and rest[0] == "-m":
        if re.fullmatch(r"[A-Za-z_][\w.]*", rest[1]) and rest[1].split(".")[0] not in _EVERYONES:
            yield Run("command", rest[1], "module")
        yield from _files(rest[2:])
    elif rest and rest[0] != "-c":
        yield from _files(rest[:1])


def _files(words: list[str]) -> Iterator[Run]:
    for word in words:
        if not word.startswith("-") and (path := path_in(word.split("::")[0].removesuffix("/..."), quoted=True)):
            yield Run("path", path)


def _first_word(words: list[str]) -> str:
    return next((word for word in words if not word.startswith("-") and "=" not in word), "")
