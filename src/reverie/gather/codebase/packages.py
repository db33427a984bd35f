"""What a project depends on, as its manifests have it: names with the versions they allow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from reverie.gather.codebase.scripts import from_json, from_toml
from reverie.tools.bounds import bounded

_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*((?:[=<>~!@^]=?=?|\()[^;#]*)?(?:;.*|#.*)?$")
_QUOTED = re.compile(r"[\"']([A-Za-z][\w.-]*(?:\[[\w,-]+\])?\s*(?:[=<>~!]=?[^\"']*)?)[\"']")
_GEM = re.compile(
    r"^\s*(?:gem|\w+\.add_(?:\w+_)?dependency)[\s(]+[\"']([\w./-]+)[\"'](?:\s*,\s*[\"']([^\"']+)[\"'])?", re.M
)
_GO = re.compile(r"^\s*(?:require\s+)?([\w-]+\.[\w.-]+(?:/\S+)?)\s+(v\S+)", re.M)
_GRADLE = re.compile(r"[\"']([\w.-]+):([\w.-]+)(?::([\w.${}-]+))?[\"']")
_CATALOGUE = re.compile(r"(?:module|group)\s*=\s*\"([^\"]+)\"|^([\w-]+)\s*=\s*\"(\d[^\"]*)\"", re.M)
_POM = re.compile(r"<artifactId>([^<]+)</artifactId>\s*(?:<version>([^<]*)</version>)?")
_NUGET = re.compile(
    r"<Package(?:Reference|Version)\s+(?:Include|Update)=\"([^\"]+)\"(?:\s+Version=\"([^\"]*)\")?", re.I
)
_MIX = re.compile(r"\{:(\w+),\s*(?:\"([^\"]*)\")?")
_YAML = re.compile(r"^\s+-?\s*[\"']?([@\w/.-]+)[\"']?\s*[:=]+\s*[\"']?([\^~>=<\w.* -]*)", re.M)
_KINDS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "require", "require-dev")
_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")

Found = Iterator[tuple[str, str]]


def _node(text: str) -> Found:
    raw = from_json(text)
    for kind in _KINDS:
        yield from _pairs(raw.get(kind))
    if isinstance(name := raw.get("name"), str):
        yield name, ""  # a package of this repository


def _pyproject(text: str) -> Found:
    raw = from_toml(text)
    project, tool = _of(raw, "project"), _of(raw, "tool")
    lists = [
        project.get("dependencies"),
        _of(raw, "build-system").get("requires"),
        _of(tool, "uv").get("dev-dependencies"),
    ]
    lists += [*_of(project, "optional-dependencies").values(), *_of(raw, "dependency-groups").values()]
    lists += list(_of(_of(tool, "pdm"), "dev-dependencies").values())
    for found in lists:
        for line in found if isinstance(found, list) else ():
            yield from _requirement(str(line))
    poetry = _of(tool, "poetry")
    tables = [poetry.get("dependencies"), poetry.get("dev-dependencies")]
    tables += [_of(group, "dependencies") for group in _of(poetry, "group").values() if isinstance(group, dict)]
    for table in tables:
        yield from _pairs(table)
    yield str(project.get("name") or poetry.get("name") or ""), ""


def _cargo(text: str) -> Found:
    raw = from_toml(text)
    tables = [raw.get(kind) for kind in _CARGO] + [_of(_of(raw, "workspace"), "dependencies")]
    tables += [
        _of(target, kind) for target in _of(raw, "target").values() for kind in _CARGO if isinstance(target, dict)
    ]
    for table in tables:
        yield from _pairs(table)
    yield str(_of(raw, "package").get("name", "")), ""


def _requirements(text: str) -> Found:
    for line in bounded(text).splitlines():
        yield from _requirement(line)


def _requirement(line: str) -> Found:
    if match := _REQUIREMENT.match(bounded(line)):
        yield match[1], (match[2] or "").strip()


def _setup(text: str) -> Found:
    text = bounded(text)
    for match in _QUOTED.finditer(text):
        yield from _requirement(match[1])
    yield from _requirements(text)


def _gradle(text: str) -> Found:
    text = bounded(text)
    for group, artifact, version in _GRADLE.findall(text):
        yield artifact, version
        yield f"{group}:{artifact}", version
    for module, name, version in _CATALOGUE.findall(text):
        yield module.rpartition(":")[2] or name, version


def _matches(pattern: re.Pattern[str]) -> Callable[[str], Found]:
    return lambda text: ((match[1], match[2] or "") for match in pattern.finditer(bounded(text)))


MANIFESTS: tuple[tuple[re.Pattern[str], Callable[[str], Found]], ...] = tuple(
    (re.compile(rf"(?:^|/)(?:{names})$"), read)
    for names, read in (
        (r"package\.json|composer\.json", _node),
        (r"pyproject\.toml", _pyproject),
        (r"Cargo\.toml", _cargo),
        (r"(?:[\w-]*requirements[\w.-]*|constraints)\.(?:txt|in)|requirements/[\w.-]+\.(?:txt|in)", _requirements),
        (r"setup\.(?:py|cfg)", _setup),
        (r"Gemfile|[\w.-]+\.gemspec", _matches(_GEM)),
        (r"go\.mod", _matches(_GO)),
        (r"[\w.-]+\.gradle(?:\.kts)?|libs\.versions\.toml", _gradle),
        (r"pom\.xml", _matches(_POM)),
        (r"[\w.-]+\.(?:cs|fs|vb)proj|Directory\.\w+\.props", _matches(_NUGET)),
        (r"mix\.exs", _matches(_MIX)),
        (r"Pipfile|environment\.ya?ml|pubspec\.yaml|pnpm-workspace\.yaml", _matches(_YAML)),
    )
)


@lru_cache(maxsize=1 << 17)
def _is_manifest(tail: str) -> bool:
    return any(pattern.search(tail) for pattern, _ in MANIFESTS)


def manifests(files: Iterable[str]) -> list[str]:
    """Those nearest to the root first."""
    found = (
        name
        for name in files
        if _is_manifest(
            "/".join(name.rsplit("/", 2)[-2:]) if ".txt" in name or ".in" in name else name.rpartition("/")[2]
        )
    )
    return sorted(found, key=lambda name: (name.count("/"), name))


def required(path: str, text: str) -> dict[str, str]:
    """Package, in one spelling, to the versions allowed."""
    read = next(read for pattern, read in MANIFESTS if pattern.search(path))
    found: dict[str, str] = {}
    for name, spec in read(text):
        if name and (plain(name) not in found or spec):
            found[plain(name)] = spec
    return found


def plain(name: str) -> str:
    """`Flask_SQLAlchemy` and `flask-sqlalchemy` are one."""
    return re.sub(r"(?<=\w)[._-]+(?=\w)", "-", name.lower())


def admits(spec: str, version: str) -> bool:
    """Whether a requirement still goes with the version a note names; true where it is not sure."""
    said = [part for part in re.split(r"[.-]", version.lower()) if part.isdigit()]
    allowed = [found.split(".") for found in re.findall(r"\d+(?:\.\d+)*", spec)]
    if not said or not allowed:
        return True
    exact = (
        re.match(r"^\s*(?:==|=|v?\d)", spec) is not None and len(allowed) == 1 and "^" not in spec and "~" not in spec
    )
    depth = len(said) if exact else 1
    near = any(all(a == b for a, b in zip(said[:depth], parts, strict=False)) for parts in allowed)
    return near or (not exact and bool(re.search(r">", spec)) and _between(said, spec))


def _between(said: list[str], spec: str) -> bool:
    """`>=4,<6` admits 5."""
    number = tuple(map(int, said))
    low = [tuple(map(int, found.split("."))) for found in re.findall(r">=?\s*v?(\d+(?:\.\d+)*)", spec)]
    high = [tuple(map(int, found.split("."))) for found in re.findall(r"<=?\s*v?(\d+(?:\.\d+)*)", spec)]
    return all(number >= bound[: len(number)] for bound in low) and all(number <= bound for bound in high)


def _pairs(table: Any) -> Found:
    for name, value in table.items() if isinstance(table, dict) else ():
        spec = value.get("version", "") if isinstance(value, dict) else value
        yield str(name), spec if isinstance(spec, str) else ""


def _of(raw: dict[str, Any], name: str) -> dict[str, Any]:
    found = raw.get(name)
    return found if isinstance(found, dict) else {}
