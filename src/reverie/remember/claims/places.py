"""What looks like a path of this repository, and what only looks so: routes, branches, media types, products."""

from __future__ import annotations

import re
from functools import lru_cache

_ENDINGS = frozenset(
    "py pyi pyx ipynb js mjs cjs jsx ts mts cts tsx vue svelte astro go rs c cc cpp cxx h hh hpp hxx mm java"
    " kt kts scala groovy gradle cs fs vb cshtml razor rb erb rake gemspec php phpt twig pl pm ex exs heex eex"
    " erl hs ml mli clj cljs cljc lua swift dart zig nim jl sh bash zsh fish ps1 bat sql sol proto graphql gql"
    " thrift md mdx rst adoc txt json jsonc json5 jsonl yaml yml toml ini cfg conf properties xml html htm css"
    " scss sass less csv tsv tf tfvars hcl nix cmake mk csproj sln plist svg png jpg jpeg webp gif ico po pot"
    " j2 jinja jinja2 tmpl tpl hbs ejs liquid bzl bazel mod sum lock gitignore xcodeproj gd tscn prisma snap"
    " phar neon dist wasm pem sample".split()
)
_UNCLEAR = frozenset("mod sum lock snap dist sample fs m properties conf sol less pm".split())  # `self.lock`, `a.sum`
_LOCKS = re.compile(
    r"(?:poetry|uv|Cargo|yarn|composer|Gemfile|pdm|bun|flake|Pipfile|go|pnpm-lock)\.(?:lock|mod|sum)", re.I
)
_BARE = re.compile(
    r"(?:GNU)?[Mm]akefile|(?:[\w.-]*\.)?Dockerfile(?:\.[\w-]+)?|[Jj]ustfile|Rakefile|Gemfile|Procfile|Vagrantfile"
    r"|Jenkinsfile|Pipfile|LICENSE|CODEOWNERS|Brewfile|Caddyfile|Tiltfile|WORKSPACE|Podfile|Fastfile|gradlew"
)
_DOTTED = re.compile(
    r"\.(?:git(?:ignore|attributes|modules)|editorconfig|[\w-]*ignore|[\w-]+rc(?:\.\w+)?|nvmrc|mailmap|flake8|clang-\w+"
    r"|python-version|ruby-version|node-version|tool-versions|cursorrules|env(?:\.[\w.-]+)?|[\w.-]+\.(?:ya?ml|json|toml|c?js|mjs|ini|cfg))"
)
_FOLDERS = frozenset(
    "src lib libs test tests spec specs docs doc app apps packages pkg cmd internal scripts script bin config"
    " configs crates examples example server client backend frontend web api core components pages public"
    " static assets templates tools .github .vscode .claude .cursor .husky .circleci resources modules"
    " services utils hooks include source".split()
)
_NO_FOLDERS = frozenset(
    "application text image audio video font multipart feature feat fix chore hotfix bugfix release origin"
    " upstream refs heads and true false yes on tcp udp http https localhost out tmp".split()
)
_PRODUCTS = re.compile(
    r"(?:node|next|vue|nuxt|express|three|d3|chart|react|alpine|ember|backbone|moment|discord|socket|p5|bun|deno|nest|day"
    r"|knockout|solid|phaser|pixi|highlight|fuse|video|plotly|tensorflow|transformers|asp|ml)\.(?:js|net|ts)",
    re.I,
)
_ANSWERS = re.compile(r"(?:res|resp|response|req|request|r|body|self|this|cls|ctx|item|obj|np|pd|df)\.\w+")
_NOT_HERE = re.compile(r"\.(?:env(?:\.local)?|bashrc|zshrc|netrc|vimrc|profile|bash_profile)|@[\w-]+/")
_SHAPE = re.compile(r"(?:\.{1,2}/)?[\w.@+~$()\[\]-]+(?:/[\w.@+~$()\[\]-]+)*/?")
_DOMAIN = re.compile(r"[\w-]+\.(?:com|org|net|io|dev|ai|sh|rs|app|me|co|gg|ly|so)(?:/|$)")
_LINE = re.compile(r"(?::\d+(?:[-–:]\d+)*|#L\d+(?:-L?\d+)?)$")
# What Reverie and agents keep themselves, and files that are only thought of: `newService.ts`.
_NOT_OURS = re.compile(
    r"(?:^|/)(?:new|my)[A-Z]\w*\.|(?:^|/)(?:MEMORY|CLAUDE|AGENTS|GEMINI|DREAMS)(?:\.local)?\.md$|(?:^|/)\.agent/"
)
_STAND_IN = re.compile(
    r"<|>|\{|\}|\.\.\.|…|\bX{2,}\b|YYYY|(?<![a-z])(?:foo|baz)(?![a-z])|(?:^|/)bar\.|\b(?:my|your|some)[-_]\w+|\byour\w*\b"
    r"|\bexample\.(?:com|org|net)",
    re.I,
)


def without_line(text: str) -> str:
    """`a/b.py:12-30` is `a/b.py`."""
    return _LINE.sub("", text)


def is_stand_in(text: str) -> bool:
    """A pattern or a made-up name, not a thing."""
    return _STAND_IN.search(text) is not None


@lru_cache(maxsize=8192)  # most words are common ones
def path_in(text: str, *, quoted: bool) -> str:
    """The path a word stands for, from the root of the repository or from somewhere in it; empty if it is none.
    `quoted`: it stands in a code span, where more can be taken for a path."""
    word = without_line(text).removeprefix("./")
    if word.startswith(("@/", "~/")) and quoted and word[0] == "@":
        word = word[2:]
    if word.startswith("/") and word.lstrip("/").split("/")[0] in _FOLDERS - {"api"} and quoted:
        word = word.lstrip("/")
    if not word or len(word) > 200 or not _SHAPE.fullmatch(word) or is_stand_in(word) or _NOT_OURS.search(word):
        return ""
    if _NOT_HERE.fullmatch(word) or not re.search(r"[A-Za-z]{2}|^[A-Za-z]/", word):
        return ""
    if word.startswith(("../", "~", "$", "-", "/")) or _DOMAIN.match(word) or word.strip("./@") == "":
        return ""
    return word if ("/" in word and _is_long(word, quoted)) or _is_file(word, quoted) else ""


def _is_long(word: str, quoted: bool) -> bool:
    parts = word.rstrip("/").split("/")
    if parts[0].lower() in _NO_FOLDERS or (parts[0].startswith("@") and len(parts) < 3):
        return False
    if _has_ending(parts[-1]) or _BARE.fullmatch(parts[-1]):
        return True
    if word.endswith("/"):
        return quoted or parts[0] in _FOLDERS
    return quoted and (parts[0] in _FOLDERS or (len(parts) > 3 and not word[0].isupper()))


def _is_file(word: str, quoted: bool) -> bool:
    if "/" in word:
        return quoted and word.endswith("/") and len(word) > 3
    if _LOCKS.fullmatch(word) or (_BARE.fullmatch(word) and (quoted or word.endswith("file"))):
        return True
    if word.startswith("."):
        return quoted and _DOTTED.fullmatch(word) is not None
    if not quoted and word[0].isupper() and word.endswith(".js"):
        return False  # a product, most likely
    if _PRODUCTS.fullmatch(word) or _ANSWERS.fullmatch(word) or not re.match(r"[\w@]", word):
        return False
    return _has_ending(word) and word.rpartition(".")[2] not in _UNCLEAR


def _has_ending(name: str) -> bool:
    stem, dot, ending = name.rpartition(".")
    return bool(dot and stem.strip(".")) and ending in _ENDINGS
