"""What a path says by itself: a test, made by a machine, changing with every release, or part of the product."""

from __future__ import annotations

import re
from functools import lru_cache


def _any(text: str) -> str:
    return "(?:" + "|".join(text.split()) + ")"


_NOISE: dict[str, str] = {
    "lock file": (
        r"(?:^|/)(?:[\w.-]*[.-]lock(?:\.\w+)?|[\w-]*lock\.(?:json|ya?ml|hcl)|pnpm-lock\.yaml|go\.sum|Cargo\.lock"
        r"|npm-shrinkwrap\.json|gradle\.lockfile|packages\.lock\.json|Package\.resolved)$"
    ),
    "changelog or release notes": (
        r"(?:^|/)(?:changelogs?|changes|release[-_]?notes?|releases?|history|news|whatsnew)(?:[-_.][\w.-]*)?(?:\.\w+)?$"
        r"|(?:^|/)(?:changes?|changelogs?|changelog\.d|newsfragments|news|\.changeset|release[-_]notes|releasenotes)/"
    ),
    "version file": r"(?:^|/)(?:_?_?version_?_?|ver|meta|about)\.\w+$|(?:^|/)(?:VERSION|\.bumpversion\.cfg)$",
    "dependency manifest": (
        r"(?:^|/)(?:(?:package|plugin|manifest|marketplace|extension|server)\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|pom\.xml|Gemfile|composer\.json"
        r"|build\.gradle(?:\.kts)?|requirements[\w.-]*\.(?:txt|in)|environment\.ya?ml|Pipfile|.*\.csproj|deno\.jsonc?)$"
        r"|(?:^|/)requirements/"
    ),
    "documentation": (
        r"\.(?:md|mdx|rst|adoc|txt|po|pot)$|(?:^|/)(?:docs?|documentation|website|man|locales?|i18n|translations)/"
        r"|(?:^|/)(?:readme|authors|license|licence|contributing|contributors|notice|codeowners|security)[^/]*$"
    ),
    "generated or vendored": (
        r"(?:^|/)(?:vendor|third[-_]?party|node_modules|dist|build|generated|gen|__generated__|\.yarn|_vendor|external)/|baseline"
        r"|(?:\.pb\.(?:go|cc|h|py)|_pb2?(?:_grpc)?\.(?:pyi?|[jt]s)|\.g\.dart|\.min\.(?:js|css)|[._-]gen(?:erated)?\.\w+)$"
        r"|(?:^|/)(?:(?:zz_)?generated[_.-][^/]*|[^/]*(?:openapi|swagger)[^/]*\.(?:json|ya?ml|d\.ts)|schema\.d\.ts)$"
        r"|\.(?:snap|svg|png|jpe?g|gif|ico|woff2?|pdf|map|ipynb|csv|parquet|golden)$|(?:^|/)(?:__snapshots__|testdata)/"
    ),
    "migration": r"(?:^|/)(?:db/)?(?:migrations?|migrate)/|(?:^|/)alembic/versions/",
    "data": r"\.(?:jsonl?|ndjson|xml|tsv|dat|bin|wasm|sql\.gz)$",
    "repository settings": (
        r"(?:^|/)\.(?:gitignore|gitattributes|mailmap|editorconfig|pre-commit-config\.yaml|dockerignore|npmrc|nvmrc)$"
        r"|(?:^|/)\.(?:idea|vscode)/"
    ),
}
_NOISE_RE = tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in _NOISE.items())
_TEST = re.compile(
    r"(?:^|/)(?:__)?(?:(?:[\w-]*[_-]|md|func|lib|unit|sql|logql)?tests?|test-data|testing|testsuite|specs?|playground|e2e|fixtures|cypress|integration|unit"
    r"|smoke|mocks?|stubs|fakes|testdata)(?:__)?/"
    r"|^t/|(?:^|/)(?:(?:test|mock)_[^/]+|conftest\.py|[^/]*[._-](?:test|spec|tests)\.\w+|tests?\.\w+|[A-Z]\w*Tests?\.\w+)$",
    re.IGNORECASE,
)
_CI = re.compile(
    r"(?:^|/)(?:\.github/workflows/|\.circleci/|\.gitlab-ci|\.travis|\.?appveyor|azure-pipelines|tox\.ini|noxfile)",
    re.IGNORECASE,
)
_CODE = frozenset(
    "py pyx js mjs cjs jsx ts mts tsx vue svelte astro go rs c cc cpp cxx h hh hpp m mm java kt kts scala groovy cs fs"
    " rb php pl pm ex exs erl hs ml mli clj cljs lua swift dart zig nim jl r sh bash zsh ps1 sql sol v sv tcl".split()
)
_DECLARATION = re.compile(
    r"(?:^|/)_?(?:const(?:ant)?s?|types?|enums?|exports|globals|flags|defaults|__init__)(?:/[^/]+)?\.\w+$", re.I
)
_THIN = frozenset("src lib libs pkg pkgs packages package source main java python app apps core internal cmd".split())


def noise(path: str) -> str:
    """Why a change to this file says nothing about how it works; empty if it may."""
    return next((reason for reason, pattern in _NOISE_RE if pattern.search(path)), "")


def is_test(path: str) -> bool:
    return _TEST.search(path) is not None and not is_ci(path)


def is_ci(path: str) -> bool:
    return _CI.search(path) is not None


@lru_cache(maxsize=1 << 16)
def telling(path: str) -> bool:
    """Product code or CI: a file whose repeated repair means something."""
    return not noise(path) and not is_test(path)


def is_code(path: str) -> bool:
    """Something that runs, by its ending: not settings, styles, templates or text."""
    return path.rpartition(".")[2].lower() in _CODE or path.rpartition("/")[2].startswith(("Makefile", "Dockerfile"))


def is_declaration(path: str) -> bool:
    """Constants, types and the like, which change with whatever uses them."""
    return _DECLARATION.search(path) is not None


def area(path: str) -> str:
    """The part of the project a file belongs to: its folder, at most three deep."""
    parts = path.split("/")[:-1]
    return "/".join(parts[:3])


def words(path: str) -> frozenset[str]:
    """The words a path is made of. A theme that only repeats them says nothing new."""
    found = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+", path.rpartition(".")[0] or path)
    return frozenset(word.lower() for word in found) - _THIN


def common_folder(paths: list[str]) -> str:
    """The deepest folder that holds all of these."""
    split = [path.split("/")[:-1] for path in paths]
    shared: list[str] = []
    for parts in zip(*split, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return "/".join(shared)
