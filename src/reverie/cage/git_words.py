"""Whether a command line of git only reads. Without Landlock nothing else keeps git from writing or starting things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

READING = frozenset(
    "blame cat-file check-attr check-ignore check-mailmap cherry config count-objects describe diff diff-index "
    "diff-tree for-each-ref grep help log ls-files ls-tree merge-base name-rev patch-id range-diff rev-list rev-parse "
    "shortlog show show-ref status symbolic-ref var version whatchanged".split()
)
_WITH_VALUE = {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix"}
_CONFIG_READS = ("--get", "--list", "-l", "get", "list")
_HARMLESS = {"", "false", "cat", "none", "never", "/dev/null"}
_STARTS_SOMETHING = re.compile(
    r"^(alias|pager|filter|credential|gpg|include|includeif|uploadpack|url|man|browser|mergetool|difftool)\.|"
    r"(textconv|command|program|cmd|external|process|clean|smudge|editor|pager|fsmonitor|hookspath|askpass|driver)$"
)
_WRITES_OR_STARTS = (
    "--output",
    "--ext-diff",
    "--exec-path=",
    "--open-files-in-pager",
    "-O",
    "--upload-pack",
    "--paginate",
)
_VARIABLES = re.compile(
    r"^(LD_|DYLD_|GIT_(SSH|TRACE|EXTERNAL_DIFF|PROXY|ASKPASS|EDITOR|SEQUENCE|EXEC_PATH|TEMPLATE)|SSH_ASKPASS)"
)


def objection(args: Sequence[str], env: Mapping[str, str], before: Mapping[str, str]) -> str:
    """Why this may not be started, or nothing. `before`: the environment the cage was closed with, which is trusted."""
    for name, value in env.items():
        if _VARIABLES.match(name) and before.get(name) != value:
            return f"the variable {name}"
        if name in {"GIT_PAGER", "PAGER"} and value not in _HARMLESS:
            return f"the pager {value}"
    return next(_objections(list(args[1:]), env), "")


def _objections(words: list[str], env: Mapping[str, str]) -> Iterator[str]:
    settings = [value for name, value in env.items() if name.startswith("GIT_CONFIG_PARAMETERS")]
    settings += [f"{env[name]}={env.get(name.replace('KEY', 'VALUE'), '')}" for name in env if "CONFIG_KEY_" in name]
    while words and words[0].startswith("-"):
        word = words.pop(0)
        if word in _WITH_VALUE and words:
            value = words.pop(0)
            settings += [value] if word in {"-c", "--config-env"} else []
        elif word in {"-p", "--paginate"} or word.startswith(("--exec-path=", "--config-env=")):
            yield word
    yield from (f"the setting {setting}" for setting in settings if not _is_harmless(setting))
    if words:
        yield from _about(words[0], words[1:])


def _about(verb: str, rest: list[str]) -> Iterator[str]:
    if verb not in READING:
        yield f"git {verb}"
    options = rest[: rest.index("--")] if "--" in rest else rest
    yield from (f"git {verb} {word}" for word in options if word.startswith(_WRITES_OR_STARTS))
    if verb == "config" and not any(word.startswith(_CONFIG_READS) for word in options):
        yield "git config to change a setting"
    if verb == "symbolic-ref" and sum(not word.startswith("-") for word in options) > 1:
        yield "git symbolic-ref to change it"


def _is_harmless(setting: str) -> bool:
    key, _, value = setting.partition("=")
    return value.lower() in _HARMLESS or not _STARTS_SOMETHING.search(key.lower())
