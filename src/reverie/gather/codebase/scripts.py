"""What a project can be told to run, as its manifests have it: targets of make, scripts of package.json and the
like."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from reverie.tools.bounds import bounded

_TARGET = re.compile(r"^(?!\t)([\w./%-][\w./%: -]*?)\s*::?(?![=:])", re.M)
_PHONY = re.compile(r"^\.PHONY\s*:\s*((?:[^\n\\]|\\\n)*)", re.M)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:[ \t]+[^:\n]*)?:(?!=)|^alias\s+([\w-]+)\s*:=", re.M)
_TASK = re.compile(r"^(?:  |\t)[\"']?([\w:.-]+)[\"']?:", re.M)
_ENTRY = re.compile(r"^\s*[\"']?([\w.-]+)\s*=\s*[\w.]+:[\w.]+", re.M)
_RAKE = re.compile(r"\btask\s*\(?\s*:?[\"']?([\w:-]+)")
_NOX = re.compile(r"^(?:async )?def (\w+)\(|name=[\"']([\w.-]+)[\"']", re.M)
_TOX = re.compile(r"^\[testenv:([^\]]+)\]|^\s*env_?list\s*=\s*((?:.*\n?)(?:[ \t]+.*\n?)*)", re.M)
_COMMENT = re.compile(r"(?<=[,{\[\s])//")
_COMMA = re.compile(r",(\s*[}\]])")
_LONGEST = 10_000  # characters of a line of TOML; the parser needs the square of a key of many parts
_BIN = re.compile(r"^\s*name\s*=\s*\"([\w-]+)\"", re.M)


def _make(text: str) -> set[str]:
    text = bounded(text)
    targets = {word for match in _TARGET.finditer(text) for word in match[1].split()}
    return targets | {word for match in _PHONY.finditer(text) for word in re.split(r"[\s\\]+", match[1]) if word}


def _json_part(part: str) -> Callable[[str], set[str]]:
    return lambda text: set(_keys(from_json(text).get(part)))


def _pyproject(text: str) -> set[str]:
    raw = from_toml(text)
    project, tool = _dict(raw.get("project")), _dict(raw.get("tool"))
    found = set(_keys(project.get("scripts"))) | set(_keys(project.get("gui-scripts")))
    for name, part in (("poetry", "scripts"), ("pdm", "scripts"), ("poe", "tasks"), ("taskipy", "tasks")):
        found |= set(_keys(_dict(tool.get(name)).get(part)))
    for environment in _dict(_dict(tool.get("hatch")).get("envs")).values():
        found |= set(_keys(_dict(environment).get("scripts")))
    return found


def _cargo(text: str) -> set[str]:
    return {match[1] for match in _BIN.finditer(bounded(text))}


def _tox(text: str) -> set[str]:
    raw = from_toml(text)
    found = set(_keys(_dict(_dict(_dict(raw.get("tool")).get("tox")).get("env")))) | set(_keys(raw.get("env")))
    for match in _TOX.finditer(bounded(text)):
        found |= set(re.split(r"[\s,{}]+", match[1] or match[2])) - {""}
    return found


def _both(pattern: re.Pattern[str]) -> Callable[[str], set[str]]:
    return lambda text: {name for match in pattern.finditer(bounded(text)) for name in match.groups() if name}


# By tool: which files are its manifests, and what they offer.
MANIFESTS: dict[str, tuple[re.Pattern[str], Callable[[str], set[str]]]] = {
    "make": (re.compile(r"(?:^|/)(?:GNUm|[Mm])akefile(?:\.\w+)?$|\.mk$"), _make),
    "npm": (re.compile(r"(?:^|/)package\.json$"), _json_part("scripts")),
    "composer": (re.compile(r"(?:^|/)composer\.json$"), _json_part("scripts")),
    "deno": (re.compile(r"(?:^|/)deno\.jsonc?$"), _json_part("tasks")),
    "python": (re.compile(r"(?:^|/)pyproject\.toml$"), _pyproject),
    "setup": (re.compile(r"(?:^|/)(?:setup\.(?:py|cfg)|Pipfile)$"), _both(_ENTRY)),
    "cargo": (re.compile(r"(?:^|/)Cargo\.toml$"), _cargo),
    "just": (re.compile(r"(?:^|/)\.?[Jj]ustfile$|\.just$"), _both(_RECIPE)),
    "task": (re.compile(r"(?:^|/)[Tt]askfile(?:\.dist)?\.ya?ml$"), _both(_TASK)),
    "tox": (re.compile(r"(?:^|/)(?:tox\.ini|setup\.cfg|pyproject\.toml|tox\.toml)$"), _tox),
    "nox": (re.compile(r"(?:^|/)noxfile\.py$"), _both(_NOX)),
    "rake": (re.compile(r"(?:^|/)Rakefile$|\.rake$"), _both(_RAKE)),
    "invoke": (re.compile(r"(?:^|/)tasks(?:\.py|/\w+\.py)$"), _both(_NOX)),
}


def manifests_of(tool: str, files: Iterable[str]) -> list[str]:
    """The tool's manifests, those nearest to the root first."""
    pattern = MANIFESTS[tool][0]
    return sorted((name for name in files if pattern.search(name)), key=lambda name: (name.count("/"), name))


def offered(tool: str, text: str) -> set[str]:
    return MANIFESTS[tool][1](text)


def from_json(text: str) -> dict[str, Any]:
    """An object, comments and trailing commas allowed; empty if it is none."""
    plain: Callable[[str], str]
    for plain in (str, _without_comments):
        try:
            return _dict(json.loads(plain(text)))
        except (ValueError, RecursionError):
            continue
    return {}


def _without_comments(text: str) -> str:
    """Nor trailing commas. Each place is looked at once, however many comments are opened and never closed."""
    parts: list[str] = []
    at = 0
    while (opened := text.find("/*", at)) >= 0 and (closed := text.find("*/", opened + 2)) >= 0:
        parts.append(text[at:opened])
        at = closed + 2
    lines = ("".join(parts) + text[at:]).split("\n")
    return _COMMA.sub(r"\1", "\n".join(map(_without_comment, lines)))


def _without_comment(line: str) -> str:
    """A comment stands alone, or behind the last quote of its line: `"https://…"` has none."""
    if line.lstrip().startswith("//"):
        return ""
    behind = line.rfind('"') + 1
    comment = _COMMENT.search(line, behind)
    return line[: comment.start()] if comment else line


def from_toml(text: str) -> dict[str, Any]:
    if max(map(len, text.split("\n"))) > _LONGEST:
        return {}
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _keys(value: object) -> list[str]:
    return [key for key in _dict(value) if isinstance(key, str)]
