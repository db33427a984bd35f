"""Modules loaded a second time with every pattern watched: which texts are handed to those that can be slow."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from reverie.tools.redact import own

_USES = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=2000)
def steps_at_one_place(pattern: str) -> float:
    """What the guard for configured patterns counts, in bits."""
    try:
        return 12.0 if own._Walk(pattern.encode()).needs_windows() else 0.0
    except own.Slow:
        return 24.0


@dataclass
class Watch:
    """The longest line and the longest run of white space that a pattern which is not linear was given."""

    line: int = 0
    space: int = 0
    uses: int = 0
    seen: list[str] = field(default_factory=list)

    def give(self, pattern: str, text: object) -> None:
        self.uses += 1
        if isinstance(text, str) and steps_at_one_place(pattern):
            self.line = max(self.line, *map(len, text.split("\n")))
            self.space = max([self.space, *(len(run) for run in _SPACE.findall(text))])


class _Watched:
    def __init__(self, watch: Watch, form: re.Pattern[str]) -> None:
        self._watch, self._form = watch, form
        self.pattern = form.pattern

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._form, name)
        return self._with(found, 1 if name in ("sub", "subn") else 0) if name in _USES else found

    def _with(self, use: Callable[..., Any], at: int) -> Callable[..., Any]:
        def used(*given: Any, **more: Any) -> Any:
            self._watch.give(self.pattern, given[at])
            return use(*given, **more)

        return used


def _fake_re(watch: Watch) -> ModuleType:
    def compiled(pattern: str, flags: int = 0) -> _Watched:
        return _Watched(watch, re.compile(pattern, flags))

    def inline(name: str) -> Callable[..., Any]:
        return lambda pattern, *given, flags=0, **more: getattr(compiled(pattern, flags), name)(*given, **more)

    uses = {name: inline(name) for name in _USES}
    return SimpleNamespace(**{**vars(re), "compile": compiled, **uses})  # type: ignore[return-value]


@contextmanager
def watched(names: Sequence[str]) -> Iterator[tuple[Watch, list[Any]]]:
    """Fresh copies of these modules, each seeing the copies before it; the real ones are untouched."""
    watch, real, copies = Watch(), {name: sys.modules.get(name) for name in ("re", *names)}, []
    try:
        for name in names:
            spec = importlib.util.find_spec(name)
            assert spec is not None
            assert spec.loader is not None
            copy = importlib.util.module_from_spec(spec)
            sys.modules["re"], sys.modules[name] = _fake_re(watch), copy
            spec.loader.exec_module(copy)
            sys.modules["re"] = re
            copies.append(copy)
        yield watch, copies
    finally:
        sys.modules.update({name: module for name, module in real.items() if module is not None})
