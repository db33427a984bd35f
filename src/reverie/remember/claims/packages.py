"""What looks like a dependency, with its version if that is said: `click>=8.1`, `@scope/name`, "Django 4.2"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = r"(?:[-.]?(?:alpha|beta|rc|dev|post)[\w.]*)?"
_VERSION = rf"v?\d+(?:\.(?:\d+|x|\*))*{_END}"
# What can be nothing but a version where only the name stands before it: `eslint 0` and `vitest 114` count something,
# and V8 is an engine, by which `vitest v8` measures coverage.
_SURE = rf"(?:v(?!8(?![\d.]))\d+(?:\.(?:\d+|x|\*))*|\d+(?:\.(?:\d+|x|\*))+){_END}"
# 1.5 s, 99.5 %, 3.2x, 4.1 MB: a measure of time, part, factor or size.
_MEASURE = (
    r"(?!\s?(?:%|‰|×|(?:x|(?:n|u|µ|m)?s(?:ecs?|econds?)?|m(?:ins?|inutes?)|h(?:ours?)?|days?|percent|times|points?"
    r"|[kmgt]i?b|bytes?)\b))"
)
_OPERATOR = r"(?:@|===?|~=|>=|<=|~>|\^|~|>)"
_WITH_VERSION = re.compile(
    rf"(@?[A-Za-z][\w.-]*(?:/[\w.-]+)?)(?:\[[\w,-]+\])?(?:\s*{_OPERATOR}\s*[\^~]?({_VERSION})|\s+({_SURE}))[\w,.<>=\s*-]*"
)
_SCOPED = re.compile(r"(@[a-z0-9][\w.-]*/[\w.-]+)(?:@[\^~]?([\w.*-]+))?")
_MODULE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|in|sh)/[\w.~-]+(?:/[\w.~-]+)*")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*|[a-z][\w.-]*/[a-z][\w.-]*")
_BEFORE_VERSION = (
    r"(?:\(|,|:|is|are|was|pinned|at|to|in|version|versions|from|=+|>=|~=|~>|\^|~|<=|`|\s)*\s*[\"']?[\^~>=<]*\s*"
)
_AFTER = re.compile(rf"^\s*{_BEFORE_VERSION}({_VERSION})(?![\w%/]|\.\d){_MEASURE}", re.I)
_SAYS_VERSION = re.compile(r"\bversions?\b|\bpinned\b|[=~^@]|>=|<=", re.I)
# Names of products that are not the names of their packages, and those that are: a version beside one is a claim.
_PACKAGES = {
    "next.js": "next", "nextjs": "next", "next": "next", "vue.js": "vue", "tailwind": "tailwindcss",
    "tailwind css": "tailwindcss",
    "nestjs": "@nestjs/core", "angular": "@angular/core", "sveltekit": "@sveltejs/kit", "trpc": "@trpc/server",
    "laravel": "laravel/framework", "react native": "react-native", "react router": "react-router", "three.js": "three",
    "redux toolkit": "@reduxjs/toolkit", "tanstack query": "@tanstack/react-query",
    "react query": "@tanstack/react-query",
}  # fmt: skip
_SAME = frozenset(
    "react vue svelte django flask fastapi typescript pydantic sqlalchemy vite vitest jest eslint prettier"
    " express prisma zod redux pytest rails symfony celery numpy pandas electron playwright storybook webpack"
    " rollup lodash axios tokio serde nuxt astro gatsby expo preact alembic httpx requests scipy torch"
    " tensorflow drizzle hono fastify mongoose sequelize knex graphql apollo cypress mocha chai phpunit"
    " phpstan rspec sidekiq puma devise mypy ruff black poetry hypothesis uvicorn gunicorn starlette jinja2"
    " werkzeug click typer rich textual turbo lerna babel esbuild swc biome".split()
)  # fmt: skip
_VERSIONED = re.compile(r"\s*\(?(?:(?:version |v|@|[=~^>]=?=?)\s*\d|\d+\.\d+)")
_KNOWN = "|".join(map(re.escape, sorted(_SAME | _PACKAGES.keys(), key=len, reverse=True)))
_SAID = re.compile(rf"(?<![\w/.@-])({_KNOWN})\s+(?:version\s+)?({_VERSION})(?![\w%/-]|\.\d)", re.I)


def with_version(text: str) -> tuple[str, str]:
    """`click>=8.1` is click and 8.1; two empty texts if it is nothing of the kind."""
    if match := _SCOPED.fullmatch(text):
        return match[1], match[2] or ""
    if (inner := _SCOPED.match(text)) and text[inner.end() : inner.end() + 1] == "/" and "." not in text:
        return inner[1], ""  # something inside a package, as code imports it
    if (match := _WITH_VERSION.fullmatch(text)) and len(match[1]) > 1:
        known = " " not in text or is_known(match[1]) or re.search(r"[=~^>]", text)
        return (match[1], match[2] or match[3]) if known else ("", "")
    return "", ""


def module_path(text: str) -> str:
    """`golang.org/x/net`: a package that is named by where it lies."""
    return text if _MODULE.fullmatch(text) and not text.endswith((".git", ".html")) else ""


def plain(text: str) -> str:
    """A name that could be a package's, if the sentence speaks of packages."""
    return text if _PLAIN.fullmatch(text) and len(text) > 1 and not text.isupper() else ""


def version_after(after: str) -> str:
    """`… pinned to 8.1`, right behind the name."""
    match = _AFTER.match(after)
    return _sure(match[1], after[: match.start(1)]) if match else ""


def _sure(version: str, before: str) -> str:
    """The version, if it has a version's form or something before it says so."""
    said = re.fullmatch(_SURE, version, re.I) or _SAYS_VERSION.search(before)
    return version.lstrip("vV") if said else ""


def has_version(after: str) -> bool:
    """A version stands right behind the name, and can be nothing else."""
    return _VERSIONED.match(after) is not None


def is_known(name: str) -> bool:
    return name.lower() in _PACKAGES or name.lower() in _SAME


def said(line: str) -> Iterator[tuple[int, int, str, str]]:
    """`Django 4.2` in prose: where, which package, which version. Only names that are known to be packages."""
    for match in _SAID.finditer(line):
        name = _PACKAGES.get(match[1].lower(), match[1].lower())
        yield match.start(), match.end(), name, version_after(line[match.end(1) : match.end() + 12])
