"""The keys of configuration files, as paths of names. What cannot be parsed is searched as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from reverie.gather.codebase.scripts import from_json, from_toml
from reverie.tools.bounds import bounded

_CONFIG = re.compile(
    r"\.(?:toml|ya?ml|json|jsonc|json5|ini|cfg|conf|properties|neon)(?:\.[\w-]+)?$|(?:^|/)\.(?:env[\w.-]*|\w+rc|editorconfig|flake8)$",
    re.I,
)
_NOT_WRITTEN = re.compile(
    r"lock|(?:^|/)(?:testdata|fixtures?|__snapshots__|node_modules|locales?|i18n|translations|vendor)/", re.I
)
MOST = 20_000  # keys of one file; a few lines of YAML can stand for millions
_STEPS = 10 * MOST
_DEEP = 12
_KEY = object()  # a key by itself, before what it holds
_INI = re.compile(r"^\s*\[([^\]\n]+)\]|^\s*(?:export\s+)?([\w.-]+)\s*[=:]", re.M)


def config_files(files: Iterable[str], deep: int = 3) -> list[str]:
    """Those people write, near to the root first."""
    found = (
        name for name in files if _CONFIG.search(name) and name.count("/") <= deep and not _NOT_WRITTEN.search(name)
    )
    return sorted(found, key=lambda name: (name.count("/"), name))


def has_key(path: str, text: str, key: str) -> bool:
    """Whether a file has the key. Of a path of names the last must be a key, and the others stand above it."""
    parts = key.split(".")
    known = _known(path, text)
    if known:
        return any(_ends_so(found, key, parts) for found in known)
    last = re.escape(parts[-1])
    return re.search(rf"(?<![\w-])[\"']?{last}[\"']?\s*[:=\]>]", bounded(text)) is not None


@lru_cache(maxsize=512)  # one file is asked for many keys
def _known(path: str, text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(islice(_keys(path, text), MOST))


def may_have(text: str, key: str) -> bool:
    """Whether it is worth parsing: the last name of the key stands there as a key or a section would."""
    last = re.escape(key.rpartition(".")[2])
    return re.search(rf"(?<![\w-]){last}[\"']?\s*[:=\].]", text) is not None


def _ends_so(found: tuple[str, ...], key: str, parts: list[str]) -> bool:
    if found[-1] in (key, parts[-1]) or ".".join(found).endswith("." + key) or ".".join(found) == key:
        above = iter(".".join(found[:-1]).split(".")) if found[-1] == parts[-1] else iter(())
        return found[-1] == key or ".".join(found) == key or all(part in above for part in parts[:-1])
    return False


def _keys(path: str, text: str) -> Iterator[tuple[str, ...]]:
    name = path.lower()
    if ".toml" in name:
        yield from _walk(from_toml(text))
    elif ".json" in name or (name.endswith("rc") and text.lstrip().startswith("{")):
        yield from _walk(from_json(text))
    elif re.search(r"\.ya?ml", name):
        yield from _walk(_from_yaml(text))
    else:
        section = ""
        for match in _INI.finditer(bounded(text)):
            section = match[1] or section
            yield (section, match[2]) if match[2] and section else (match[2] or section,)


def _walk(value: Any) -> Iterator[tuple[str, ...]]:
    """In the order of the file. What a few lines of YAML stand for is not all walked through."""
    left: list[tuple[Any, tuple[str, ...]]] = [(value, ())]
    for _ in range(_STEPS):
        if not left:
            return
        found, above = left.pop()
        if above and found is _KEY:
            yield above
        elif isinstance(found, dict) and len(above) <= _DEEP:
            names = [(inner, (*above, str(key))) for key, inner in islice(found.items(), MOST)]
            left += [pair for inner, name in reversed(names) for pair in ((inner, name), (_KEY, name))]
        elif isinstance(found, list):
            left += [(inner, above) for inner in reversed(found[:MOST])]


def _from_yaml(text: str) -> Any:
    """Several documents, with tags nobody knows: then it is searched as text."""
    import yaml  # noqa: PLC0415 — it loads slowly, and few notes speak of such keys

    if len(text) > 200_000:
        return {}
    try:
        return list(yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
