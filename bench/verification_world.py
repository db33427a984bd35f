"""Sentences about a real repository whose fate is known. It is made without the product: what there is at an older
commit is picked at random, and what became of it at a newer one is told by means of its own (every word of every file,
git's own comparison of two trees, manifests read as they stand)."""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

YEARS = 2.0
CODE = frozenset("py js mjs ts tsx jsx go rs rb php java kt c h cc cpp cs swift lua ex exs".split())
TEXT = re.compile(
    r"\.(?:md|mdx|rst|txt|adoc|po|json|lock|svg|snap|csv|html|xml)$|(?:^|/)(?:docs?|changelog|website|locale)s?/|changes",
    re.I,
)
WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
# Words right before a name that is being declared, in most languages.
DECLARES = re.compile(
    r"^\s*(?:export\s+|default\s+|pub(?:\(\w+\))?\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|final\s+|async\s+)*"
    r"(?:def|class|function|fn|func|const|interface|struct|enum|trait|type|module)\s+(?:self\.|\([^)]*\)\s*)?([A-Za-z_]\w{5,})"
)
SAID: dict[str, tuple[str, ...]] = {
    "path": (
        "The logic for this lives in `{0}`.",
        "See {0} before changing anything here.",
        "- `{0}` is where it starts; read it first",
        "When that test is slow, look at `{0}:12`.",
    ),
    "symbol": (
        "Call `{0}` and not the helper underneath.",
        "The function `{0}` does the heavy work.",
        "- `{0}()`: must not be called twice",
        "Remember that `{0}` is shared by all threads.",
    ),
    "bound": ("`{0}` in `{1}` is the place to start.", "- `{1}`: `{0}`"),
    "command": ("Run `{0}` before every commit.", "CI calls `{0}`.", "```bash\n{0}\n```"),
    "dependency": (
        "We depend on `{0}` for this.",
        "The package `{0}` is pinned on purpose.",
        "Upgrading the `{0}` dependency needs care.",
    ),
    "config": ("The setting `{0}` in `{1}` must stay as it is.", "`{0}` is set in `{1}`."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence about one thing, and what became of it: holds, gone or moved."""

    repo: str
    kind: str
    name: str
    sentence: str
    fate: str
    now: str = ""


class Repository:
    """Two moments of one repository."""

    def __init__(self, path: Path, years: float = YEARS) -> None:
        self.path, self.name = path, path.name if path.name != "repo" else path.parent.name
        self.new = self.git("rev-parse", "HEAD").strip()
        newest = int(self.git("log", "-1", "--format=%ct", self.new) or 0)
        since = newest - int(years * 365 * 86_400)
        line = self.git("rev-list", "--first-parent", self.new).split()
        self.old = self.git("rev-list", "-1", "--first-parent", f"--before={since}", self.new).strip()
        self.old = self.old or (line[len(line) * 2 // 3] if len(line) > 2 else "")
        self.then, self.now = self._tree(self.old), self._tree(self.new)

    @property
    def noted(self) -> int:
        return int(self.git("log", "-1", "--format=%ct", self.old))

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", "-C", str(self.path), *words], capture_output=True, check=False)
        return done.stdout.decode("utf-8", "replace")

    def _tree(self, commit: str) -> dict[str, str]:
        lines = self.git("-c", "core.quotepath=off", "ls-tree", "-r", commit).splitlines()
        return {line.split("\t")[1]: line.split()[2] for line in lines if " blob " in line}

    def contents(self, blobs: Iterable[str]) -> dict[str, bytes]:
        wanted = list(dict.fromkeys(blobs))
        done = subprocess.run(
            ["git", "-C", str(self.path), "cat-file", "--batch"],
            input="\n".join(wanted).encode() + b"\n", capture_output=True, check=False,
        )  # fmt: skip
        found, at = {}, 0
        for blob in wanted:
            line = done.stdout.index(b"\n", at)
            head = done.stdout[at:line].split()
            at = line + 1
            if head[-1] != b"missing":
                found[blob] = done.stdout[at : at + int(head[2])]
                at += int(head[2]) + 1
        return found

    def text(self, commit: str, path: str) -> str:
        return self.git("show", f"{commit}:{path}")

    def renames(self) -> tuple[dict[str, str], set[str]]:
        """From the old tree to the new, and every name that a commit between them changed."""
        options = ("-c", "diff.renameLimit=0", "-c", "core.quotepath=off")
        ends = self.git(*options, "diff", "--name-status", "-M", "--diff-filter=R", self.old, self.new)
        steps = self.git(
            *options, "log", "-m", "--format=", "--name-status", "-M", "--diff-filter=R", f"{self.old}..{self.new}"
        )
        rows = [line.split("\t") for line in ends.splitlines()]
        changed = {line.split("\t")[1] for line in steps.splitlines() if line.count("\t") == 2}
        return {row[1]: row[2] for row in rows if len(row) == 3}, changed


def items(repo: Repository, rng: random.Random, each: int) -> list[Item]:
    """At most `each` of every kind and fate."""
    made: list[Item] = []
    for make in (_paths, _symbols, _commands, _dependencies, _keys):
        found = list(make(repo, rng))
        for fate in ("gone", "holds", "moved"):
            some = [item for item in found if item.fate == fate]
            made += rng.sample(some, min(each, len(some)))
    return made


def _say(
    repo: Repository, rng: random.Random, kind: str, fate: str, *names: str, now: str = "", form: str = ""
) -> Item:
    sentence = rng.choice(SAID[form or kind]).format(*names)
    return Item(repo.name, kind, names[0], sentence, fate, now)


def _paths(repo: Repository, rng: random.Random) -> Iterator[Item]:
    renamed, ever = repo.renames()
    bases: dict[str, list[str]] = {}
    for path in repo.now:
        bases.setdefault(path.rpartition("/")[2], []).append(path)
    for path in repo.then:
        if "/" not in path or path.rpartition(".")[2] not in CODE or not re.fullmatch(r"[\w./-]+", path):
            continue
        if path in repo.now:
            yield _say(repo, rng, "path", "holds", path)
        elif path in renamed and not path.endswith("__init__.py"):  # empty files are all alike
            yield _say(repo, rng, "path", "moved", path, now=renamed[path])
        elif path not in ever | renamed.keys() and not bases.get(path.rpartition("/")[2]):
            yield _say(repo, rng, "path", "gone", path)


def _symbols(repo: Repository, rng: random.Random) -> Iterator[Item]:
    code = [path for path in repo.then if path.rpartition(".")[2] in CODE and not TEXT.search(path)]
    picked = rng.sample(code, min(400, len(code)))
    read = repo.contents(repo.then[path] for path in picked)
    now = repo.contents(blob for blob in repo.now.values())
    everywhere, in_code = set(), set()
    for path, blob in repo.now.items():
        words = set(WORD.findall(now.get(blob, b"")))
        everywhere |= words
        if not TEXT.search(path) and path.rpartition(".")[2] in CODE:
            in_code |= words
    for path in picked:
        text = read.get(repo.then[path], b"").decode("utf-8", "replace")
        for name in sorted(set(_declared(path, text))):
            known = name.encode()
            if known in in_code or known not in everywhere:
                fate = "holds" if known in in_code else "gone"
                yield _say(repo, rng, "symbol", fate, name)


def _declared(path: str, text: str) -> Iterator[str]:
    """Names with a telling form: of Python by its own parser, of others by the word before them."""
    if path.endswith(".py"):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        names = [node.name for node in ast.walk(tree) if isinstance(node, kinds)]
    else:
        names = [match[1] for match in map(DECLARES.match, text.splitlines()) if match]
    for name in names:
        if len(name) > 5 and not name.startswith("__") and (re.search(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]", name)):
            yield name


def _commands(repo: Repository, rng: random.Random) -> Iterator[Item]:
    for path, said, read in (
        ("package.json", "npm run {0}", _scripts),
        ("package.json", "pnpm run {0}", _scripts),
        ("composer.json", "composer {0}", _scripts),
        ("Makefile", "make {0}", lambda text: re.findall(r"^([a-z][a-z0-9_-]+)\s*:(?!=)", text, re.M)),
        ("justfile", "just {0}", lambda text: re.findall(r"^([a-z][a-z0-9_-]+)[^:=\n]*:(?!=)", text, re.M)),
        ("pyproject.toml", "poetry run {0}", _python_scripts),
    ):
        yield from _of_manifest(repo, rng, path, read, "command", said)
    ever, bases = repo.renames()[1], {name.rpartition("/")[2] for name in repo.now}
    for path in (path for path in repo.then if re.fullmatch(r"(?:scripts?|bin|tools)/[\w-]+\.(?:py|sh|js|mjs)", path)):
        runner = {"py": "python", "sh": "bash"}.get(path.rpartition(".")[2], "node")
        if path in repo.now or (path not in ever and path.rpartition("/")[2] not in bases):
            yield _say(repo, rng, "command", "holds" if path in repo.now else "gone", f"{runner} {path}")


def _dependencies(repo: Repository, rng: random.Random) -> Iterator[Item]:
    for path, read in (
        ("package.json", _node_packages),
        ("composer.json", _node_packages),
        ("pyproject.toml", _python_packages),
        ("requirements.txt", lambda text: re.findall(r"^([A-Za-z][\w.-]+)\s*[=<>~;]", text, re.M)),
        ("Cargo.toml", lambda text: list(tomllib.loads(text).get("dependencies", {}))),
        ("Gemfile", lambda text: re.findall(r"^\s*gem ['\"]([\w-]+)", text, re.M)),
        ("go.mod", lambda text: re.findall(r"^\s+([\w./-]+) v\d", text, re.M)),
    ):
        yield from _of_manifest(repo, rng, path, read, "dependency", "{0}")


def _of_manifest(
    repo: Repository,
    rng: random.Random,
    path: str,
    read: Callable[[str], list[str]],
    kind: str,
    form: str,
) -> Iterator[Item]:
    """What a manifest at the root had: still there, or in no manifest of that name any more."""
    if path not in repo.then or path not in repo.now:
        return
    others = [name for name in repo.now if name.rpartition("/")[2] == path.rpartition("/")[2]]
    texts = {name: repo.text(repo.new, name) for name in others[:200]}
    try:
        before, now = read(repo.text(repo.old, path)), set(read(texts[path]))
    except (ValueError, tomllib.TOMLDecodeError):
        return
    for name in sorted(set(before)):
        said = form.format(name)
        if name in now:
            yield _say(repo, rng, kind, "holds", said)
        elif not any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for text in texts.values()):
            yield _say(repo, rng, kind, "gone", said)


def _keys(repo: Repository, rng: random.Random) -> Iterator[Item]:
    for path in repo.then:
        if not re.fullmatch(r"(?:[\w./-]+/)?[\w.-]+\.(?:toml|json|ya?ml|cfg|ini)", path) or path.count("/") > 2:
            continue
        if path not in repo.now or re.search(r"lock|fixture|test|snap|locale|i18n|package\.json|schema", path):
            continue
        before, now = repo.text(repo.old, path)[:60_000], repo.text(repo.new, path)
        for key in sorted(set(re.findall(r"^\s*[\"']?([a-z][\w-]{4,30})[\"']?\s*[:=]", before, re.M)))[:40]:
            if re.search(rf"^\s*[\"']?{re.escape(key)}[\"']?\s*[:=]", now, re.M):
                yield _say(repo, rng, "config", "holds", key, path)
            elif key not in now:
                yield _say(repo, rng, "config", "gone", key, path)


def _scripts(text: str) -> list[str]:
    return [name for name in json.loads(text).get("scripts", {}) if re.fullmatch(r"[\w:.-]+", name)]


def _node_packages(text: str) -> list[str]:
    raw = json.loads(text)
    return [
        n
        for kind in ("dependencies", "devDependencies", "require", "require-dev")
        for n in raw.get(kind, {})
        if len(n) > 2 and n != "php" and not n.startswith("ext-")
    ]


def _python_scripts(text: str) -> list[str]:
    raw = tomllib.loads(text)
    return [*raw.get("project", {}).get("scripts", {}), *raw.get("tool", {}).get("poetry", {}).get("scripts", {})]


def _python_packages(text: str) -> list[str]:
    raw = tomllib.loads(text)
    lines = list(raw.get("project", {}).get("dependencies", []))
    lines += [line for group in raw.get("project", {}).get("optional-dependencies", {}).values() for line in group]
    names = [match[0] for match in map(re.compile(r"[\w.-]+").match, lines) if match]
    return [*names, *(n for n in raw.get("tool", {}).get("poetry", {}).get("dependencies", {}) if n != "python")]
