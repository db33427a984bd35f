"""What looks like a key of a configuration file: `[tool.ruff] line-length`, `compilerOptions.strict`, `strict:
true`."""

from __future__ import annotations

import re

_KEY = r"[A-Za-z_@][\w@/-]*"
_SECTION = re.compile(rf"\[\[?([\w.\"'-]+)\]\]?(?:\s+|\.)?({_KEY}(?:\.{_KEY})*)?(?:\s*[:=].*)?")
_PAIR = re.compile(rf"[\"']?({_KEY}(?:\.{_KEY})*)[\"']?\s*(?:=|:)\s*(?![:=])(\S.*)")
_DOTTED = re.compile(rf"{_KEY}(?:\.{_KEY})+")
_ROOTS = frozenset(
    "tool project compilerOptions scripts dependencies devDependencies peerDependencies engines package"
    " workspace profile build-system jobs services on env eslintConfig jest prettier husky lint-staged"
    " browserslist build metadata".split()
)
_FILES = re.compile(
    r"\.(?:toml|ya?ml|json|jsonc|json5|ini|cfg|conf|properties|env|neon|xml)(?:\.[\w-]+)?$|(?:^|/)\.(?:env[\w.-]*|\w+rc)$",
    re.I,
)


def is_config_file(path: str) -> bool:
    return _FILES.search(path) is not None


def key_in(text: str, *, told: bool) -> str:
    """The key, its parts joined by dots; empty if it is none. `told`: the sentence speaks of settings."""
    text = text.strip()
    if (match := _SECTION.fullmatch(text)) and ("." in match[1] or match[2] or told) and "/" not in match[1]:
        parts = [match[1].replace('"', "").replace("'", ""), match[2] or ""]
        return ".".join(filter(None, parts))
    if _DOTTED.fullmatch(text) and text.split(".")[0] in _ROOTS:
        return text
    if (match := _PAIR.fullmatch(text)) and told and "(" not in match[1] and not match[2].startswith(("/", "{")):
        return match[1]
    return ""


def plain(text: str) -> str:
    """A name that could be a key, if the sentence names the file it stands in."""
    return text if re.fullmatch(rf"{_KEY}(?:\.{_KEY})*", text) else ""
