"""One setting of a YAML file changed, and nothing else: comments, order and quotes of all other lines stay."""

from __future__ import annotations

import re

from reverie.tools.frontmatter import parse

_TOP = re.compile(r"[^\s#]")
_VALUE = r"[ \t]*(?:\"[^\"]*\"|'[^']*'|[^\s#\"'][^#\r\n]*?)?"


class Unclear(ValueError):
    """The file is written in a way in which one line cannot be changed safely."""


def changed(text: str, group: str, name: str, value: str) -> str:
    """The file with `group.name` set to a plain word. Read again before it is given back."""
    new = _written(text, group, name, value)
    wanted = dict(parse(text)) if text.strip() else {}
    inner = wanted.get(group)
    wanted[group] = {**(inner if isinstance(inner, dict) else {}), name: value}
    try:
        done = parse(new) == wanted
    except ValueError:
        done = False
    if not done:
        raise Unclear(f"{group}.{name} stands in a line that cannot be changed safely")
    return new


def _written(text: str, group: str, name: str, value: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    head = re.compile(rf"{_named(group)}\s*:\s*(?:\{{\s*\}}\s*)?(#.*)?$")
    start = next((n for n, line in enumerate(lines) if head.match(line.rstrip("\r\n"))), None)
    if start is None:
        if group in parse(text):
            raise Unclear(f"{group} is written in one line")
        gap = end if lines and lines[-1].strip() else ""
        return "".join(lines) + f"{gap}{group}:{end}  {name}: {value}{end}"
    lines[start] = re.sub(r":\s*\{\s*\}", ":", lines[start])
    stop = next((n for n in range(start + 1, len(lines)) if _TOP.match(lines[n])), len(lines))
    for n in range(start + 1, stop):
        found = re.match(rf"(\s+{_named(name)}\s*:){_VALUE}([ \t]+#.*)?[ \t]*$", lines[n].rstrip("\r\n"))
        if found:
            lines[n] = f"{found[1]} {value}{found[2] or ''}{end}"
            return "".join(lines)
    lines.insert(start + 1, f"{_indent(lines[start + 1 : stop])}{name}: {value}{end}")
    return "".join(lines)


def _named(key: str) -> str:
    return rf"(?:{key}|\"{key}\"|'{key}')"


def _indent(lines: list[str]) -> str:
    first = next((line for line in lines if line.strip()), "  ")
    return first[: len(first) - len(first.lstrip(" "))] or "  "
