"""Command lines made comparable: what was run, without where, for whom and how its output was cut."""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 2000  # characters of a line that are looked at
LONG_WORD = 24  # characters of a subcommand
_SPLIT = re.compile(r"&&|\|\||;|\n")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_ELSEWHERE = re.compile(r"(?<=git) (?:-C|--git-dir|--work-tree|-c)[ =]\S+")
_PIPED = re.compile(r"\|(?!\|).*$|\d?>>? ?\S+|2>&1", re.DOTALL)
_ASIDE = re.compile(r"[A-Za-z_]\w*=\S*|-\S+|\d+[smh]?")  # a setting, an option, a time
_PROGRAM, _NAME, _PATH = re.compile(r"[\w./@~-]+"), re.compile(r"[\w:.@-]+"), re.compile(r"[\w./@:-]+")
_SETTING = re.compile(r"[A-Za-z_]\w*=\S*")
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
_DEEP = frozenset("aws gcloud az fly flyctl heroku supabase wrangler firebase stripe xcrun".split())
# What they are told is what they work on: no word of theirs is a subcommand.
_ALONE = frozenset(
    "ssh scp sftp rsync psql mysql sqlite3 mongosh pytest py.test mypy pyright tsc eslint prettier black isort flake8"
    " pylint stylelint jest mocha phpunit rspec shellcheck yamllint gofmt gofumpt goimports vim vi nano emacs code man"
    " tar zip unzip gzip gcc g++ clang cc rustc javac java ruby perl lua ping dig host nslookup nc lsof pgrep killall"
    " ffmpeg convert say osascript pandoc yq bat fd ag diff3 cmp base64 md5sum sha256sum tput id whoami hostname su"
    " apply_patch pushd popd alias unset eval trap wait return basename dirname realpath readlink mktemp".split()
)
_VALUED = frozenset(  # options that come with a word of their own
    "-C -F -H -R -d -e -f -n -p -w --config --context --cwd --dir --directory --env-file --extra --file --filter"
    " --group --manifest-path --name --namespace --package --prefix --profile --project --project-name --python --repo"
    " --with --workdir --workspace".split()
)
_WORD, _GROUP, _DEED = (re.compile(form) for form in (r"[a-z]{2,}(?:-[a-z]+)*", r"[a-z]+\d?", r"[a-z]{2,12}"))
_READS = re.compile(
    r"^git (?:status|log|diff|show|branch|remote|rev-parse|fetch|ls-files|blame|stash|config|add|worktree|reflog"
    r"|cat-file|ls-remote|ls-tree|describe|shortlog|for-each-ref|rev-list|grep|merge-base|symbolic-ref|name-rev"
    r"|check-ignore|check-attr)\b|^gh (?:pr|issue|run|api|repo)(?: (?:view|list|status|diff))?$"
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
    words = _bare(part)
    while words and (words[0] in _WRAPPERS or _ASIDE.fullmatch(words[0])):
        del words[0]
    if not words or words[0] in _DULL or not _PROGRAM.fullmatch(words[0]):
        return ""
    words[0] = words[0] if words[0].startswith("./") else words[0].rpartition("/")[2]
    return " ".join(word for word in _telling(words) if word)


def _bare(part: str) -> list[str]:
    """Its words, without what its output is piped through; none if it is a dull one."""
    words = part.split()
    if not words or (words[0] in _DULL and words[0] not in _WRAPPERS):
        return []
    return _PIPED.sub("", part).split() if "|" in part or ">" in part else words


@lru_cache(maxsize=1024)
def wrapper_of(line: str) -> tuple[str, str]:
    """What the last telling command of a line was run by, and both as they are told: `rtk`, `rtk npm test`. What takes
    words of its own, `timeout 5`, is told alone."""
    last = head(line)
    for part in _SPLIT.split(line[:LONGEST].split("<<", 1)[0]):
        words = [word for word in _bare(part) if not _SETTING.fullmatch(word)]
        if last and words and words[0] in _WRAPPERS and short(part) == last:
            straight = len(words) > 1 and words[1] == last.partition(" ")[0]
            return words[0], f"{words[0]} {last}" if straight else words[0]
    return "", ""


def _telling(words: list[str]) -> list[str]:
    """Program and subcommand; of `python -m` and `npx` what they run."""
    first = words[0]
    if not is_known(first):
        return [first, *_subcommand(first, words[1:])]
    rest = [word for word in words[1:] if not word.startswith("-")]
    if first in _TWO:
        rest = rest if first == "git" else _said_to(words[1:])
        more = 2 if rest and rest[0] in _THREE else 1
        return [first, *(word for word in rest[:more] if "/" not in word and _NAME.fullmatch(word))]
    if first in _RUNNERS:
        return [first, *(_script(word) for word in rest[:1])]
    return ["python", *(["-m", *rest[:1]] if "-m" in words else [_script(word) for word in rest[:1]])]


def is_known(command: str) -> bool:
    """Whether it is known of its program where its subcommand stands."""
    first = command.partition(" ")[0]
    return first in _TWO or first in _RUNNERS or _PYTHON.fullmatch(first) is not None


def _subcommand(program: str, words: list[str]) -> list[str]:
    """Of a program nobody knows: its next word, if it is one and no option, path, number or id."""
    if program in _ALONE or not words or len(words[0]) > LONG_WORD:
        return []
    if program in _DEEP:
        return words[: 2 if _DEED.fullmatch("".join(words[1:2])) else 1] if _GROUP.fullmatch(words[0]) else []
    if not _WORD.fullmatch(words[0]):
        return []
    return words[: 2 if words[0] in _THREE and _WORD.fullmatch("".join(words[1:2])) else 1]


def _said_to(words: list[str]) -> list[str]:
    """Without options, and without what belongs to them: `-C web test` → `test`."""
    return [
        word
        for before, word in zip(["", *words], words, strict=False)
        if not word.startswith("-") and before not in _VALUED and not word.isdigit()
    ]


def _script(word: str) -> str:
    return word.rpartition("/")[2] if _PATH.fullmatch(word) else ""


_CHECKS = re.compile(
    r"\b(?:test\w*|check|lint\S*|fmt|format|typecheck|type-check|tsc|build|compile|pytest|jest|vitest|mypy|ruff"
    r"|eslint|biome"
    r"|clippy|ci|e2e|verify|validate|migrate\w*|deploy|release|generate|codegen|commit|push)\b",
    re.IGNORECASE,
)
_LOOKS_UP = re.compile(  # a script that looks whether something is there, and proves nothing of the work
    r"\b(?:check|verify|validate)[-_]"
    r"(?!(?:all|build|ci|code|format\w*|fmt|lint\w*|quality|style|syntax|tests?|types?|typing)\b)[\w-]+\.\w+",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def work_in(command: str) -> tuple[str, ...]:
    """The commands of a line that do something."""
    return tuple(part for part in parts(command) if is_work(part))


@lru_cache(maxsize=1024)
def is_check(short_command: str) -> bool:
    """Whether it is of the kind that a project runs again and again: test, lint, build, commit."""
    return _CHECKS.search(_LOOKS_UP.sub("", short_command)) is not None


@lru_cache(maxsize=1024)
def is_work(short_command: str) -> bool:
    """Whether it does something that may be a habit worth knowing; looking around is none."""
    return bool(short_command) and not _READS.search(short_command)
