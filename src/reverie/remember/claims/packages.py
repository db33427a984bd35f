"""What looks like a dependency, with its version if that is said: `click>=8.1`, `@scope/name`, "Django 4.2"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_VERSION = r"v?\d+(?:\.(?:\d+|x|\*))*(?:[-.]?(?:alpha|beta|rc|dev|post)[\w.]*)?"
_WITH_VERSION = re.compile(
    rf"(@?[A-Za-z][\w.-]*(?:/[\w.-]+)?)(?:\[[\w,-]+\])?\s*(?:@|===?|~=|>=|<=|~>|\^|~|>|\s)\s*[\^~]?({_VERSION})[\w,.<>=\s*-]*"
)
_SCOPED = re.compile(r"(@[a-z0-9][\w.-]*/[\w.-]+)(?:@[\^~]?([\w.*-]+))?")
_MODULE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|in|sh)/[\w.~-]+(?:/[\w.~-]+)*")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*|[a-z][\w.-]*/[a-z][\w.-]*")
_AFTER = re.compile(
    rf"^\s*(?:\(|,|:|is|are|was|pinned|at|to|in|version|versions|from|=+|>=|~=|~>|\^|~|<=|`|\s)*\s*[\"']?[\^~>=<]*\s*({_VERSION})(?![\w%/])",
    re.I,
)
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
_SAID = re.compile(rf"(?<![\w/.@-])({_KNOWN})\s+({_VERSION})(?![\w%/-]|\.\d)", re.I)


def with_version(text: str) -> tuple[str, str]:
    """`click>=8.1` is click and 8.1; two empty texts if it is nothing of the kind."""
    if match := _SCOPED.fullmatch(text):
        return match[1], match[2] or ""
    if (inner := _SCOPED.match(text)) and text[inner.end() : inner.end() + 1] == "/" and "." not in text:
        return inner[1], ""  # something inside a package, as code imports it
    if (match := _WITH_VERSION.fullmatch(text)) and len(match[1]) > 1:
        return (match[1], match[2]) if " " not in text or is_known(match[1]) or re.search(r"[=~^>]", text) else ("", "")
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
    return match[1].lstrip("v") if match else ""


def has_version(after: str) -> bool:
    """A version stands right behind the name, and can be nothing else."""
    return _VERSIONED.match(after) is not None


def is_known(name: str) -> bool:
    return name.lower() in _PACKAGES or name.lower() in _SAME


def said(line: str) -> Iterator[tuple[int, int, str, str]]:
    """`Django 4.2` in prose: where, which package, which version. Only names that are known to be packages."""
    for match in _SAID.finditer(line):
        name = _PACKAGES.get(match[1].lower(), match[1].lower())
        yield match.start(), match.end(), name, match[2].lstrip("v")
