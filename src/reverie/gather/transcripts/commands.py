"""Command lines made comparable: what was run, without where, for whom and how its output was cut."""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 2000  # characters of a line that are looked at
_SPLIT = re.compile(r"&&|\|\||;|\n")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_ELSEWHERE = re.compile(r"(?<=git) (?:-C|--git-dir|--work-tree|-c)[ =]\S+")
_PIPED = re.compile(r"\|(?!\|).*$|\d?>>? ?\S+|2>&1", re.DOTALL)
_ASIDE = re.compile(r"[A-Za-z_]\w*=\S*|-\S+|\d+[smh]?")  # a setting, an option, a time
_PROGRAM, _NAME, _PATH = re.compile(r"[\w./@~-]+"), re.compile(r"[\w:.@-]+"), re.compile(r"[\w./@:-]+")
_PYTHON = re.compile(r"python[\d.]*|py")
_RUNNERS = frozenset("npx bunx uvx node bash sh zsh tsx ts-node".split())
_DULL = frozenset(
    "cd ls cat head tail echo printf print pwd sleep which wc sed awk grep rg find mkdir rm cp mv touch export source"
    " true set test sort uniq tree stat file diff ps kill pkill jq xargs env date chmod ln nl xxd od tee cut tr"
    " open less more read command type du df curl wget for while if do done then fi else [ [[ { ( exit local".split()
)
_WRAPPERS = frozenset("sudo time timeout nohup env xvfb-run rtk command".split())
_TWO = frozenset(
    "git npm pnpm yarn bun cargo go make just task mise poetry uv docker kubectl terraform gh dotnet mvn gradle"
    " ./gradlew composer php rails bundle mix flutter swift deno nx turbo pip brew apt hatch tox nox rake lerna bazel"
    " helm".split()
)
_THREE = frozenset("run exec compose tool x dlx".split())
_READS = re.compile(
    r"^git (?:status|log|diff|show|branch|remote|rev-parse|fetch|ls-files|blame|stash|config|add|worktree|reflog"
    r"|cat-file)\b|^gh (?:pr|issue|run|api|repo)(?: (?:view|list|status|diff))?$"
    r"|^(?:Get|Select|Where|Measure|Format|Sort|ForEach|Resolve|Out|Write|Compare|Group|Test)-[A-Z]\w+"
)


@lru_cache(maxsize=4096)
def parts(command: str) -> tuple[str, ...]:
    """The commands of a line, each in short, without the dull ones."""
    bare = command[:LONGEST].split("<<", 1)[0]
    if '"' in bare or "'" in bare:
        bare = _QUOTED.sub("…", bare)  # what is quoted may hold anything, also new lines
    if "git -" in bare:
        bare = _ELSEWHERE.sub("", bare)
    found = (short(part) for part in _SPLIT.split(bare))
    return tuple(dict.fromkeys(part for part in found if part))


def head(command: str) -> str:
    """The last telling command of a line: the one whose result is shown."""
    found = parts(command)
    return found[-1] if found else ""


def short(part: str) -> str:
    """`cd x && FOO=1 npm run test -- a.ts | tail` → `npm run test`."""
    words = part.split()
    if not words or (words[0] in _DULL and words[0] not in _WRAPPERS):
        return ""
    if "|" in part or ">" in part:
        words = _PIPED.sub("", part).split()
    while words and (words[0] in _WRAPPERS or _ASIDE.fullmatch(words[0])):
        del words[0]
    if not words or words[0] in _DULL or not _PROGRAM.fullmatch(words[0]):
        return ""
    words[0] = words[0] if words[0].startswith("./") else words[0].rpartition("/")[2]
    return " ".join(word for word in _telling(words) if word)


def _telling(words: list[str]) -> list[str]:
    """Program and subcommand; of `python -m` and `npx` what they run."""
    first = words[0]
    if first not in _TWO and first not in _RUNNERS and not _PYTHON.fullmatch(first):
        return [first]
    rest = [word for word in words[1:] if not word.startswith("-")]
    if first in _TWO:
        more = 2 if rest and rest[0] in _THREE else 1
        return [first, *(word for word in rest[:more] if "/" not in word and _NAME.fullmatch(word))]
    if first in _RUNNERS:
        return [first, *(_script(word) for word in rest[:1])]
    return ["python", *(["-m", *rest[:1]] if "-m" in words else [_script(word) for word in rest[:1]])]


def _script(word: str) -> str:
    return word.rpartition("/")[2] if _PATH.fullmatch(word) else ""


_CHECKS = re.compile(
    r"\b(?:test\w*|check|lint\S*|fmt|format|typecheck|type-check|tsc|build|compile|pytest|jest|vitest|mypy|ruff"
    r"|eslint|biome"
    r"|clippy|ci|e2e|verify|validate|migrate\w*|deploy|release|generate|codegen|commit|push)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def work_in(command: str) -> tuple[str, ...]:
    """The commands of a line that do something."""
    return tuple(part for part in parts(command) if is_work(part))


@lru_cache(maxsize=1024)
def is_check(short_command: str) -> bool:
    """Whether it is of the kind that a project runs again and again: test, lint, build, commit."""
    return _CHECKS.search(short_command) is not None


@lru_cache(maxsize=1024)
def is_work(short_command: str) -> bool:
    """Whether it does something that may be a habit worth knowing; looking around is none."""
    return bool(short_command) and not _READS.search(short_command)
