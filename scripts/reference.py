"""Writes docs/reference from the program itself: commands and errors. `make docs` runs it; a test checks it."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import click

import reverie as package
from reverie.doors.cli.main import COMMANDS, reverie
from reverie.records.errors import ReverieError
from reverie.settings import KNOWN, Settings

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
HEAD = "<!-- Made by `make docs`. Do not edit. -->\n"


def commands() -> str:
    parts = [HEAD, "# Commands", "", "Exit codes: 0 done, 1 expected failure, 2 usage, 3 a bug, 130 interrupted.", ""]
    for name in COMMANDS:
        parts.extend(_command(name))
    return "\n".join(parts)


def _command(name: str) -> Iterator[str]:
    context = click.Context(reverie, info_name="reverie")
    command = reverie.get_command(context, name)
    assert command is not None
    yield from _help(command, context, name)


def _help(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=above, max_content_width=100)
    yield from (f"## reverie {context.command_path.partition(' ')[2]}", "", "```", command.get_help(context), "```", "")
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield from _help(found, context, inner)


def errors() -> str:
    for module in pkgutil.walk_packages(package.__path__, "reverie."):
        if not module.name.endswith("__main__"):
            import_module(module.name)  # an error is on the table wherever it lives
    parts = [HEAD, "# Errors", "", "| name | says | hint | exit |", "|---|---|---|---|"]
    for kind in sorted(_kinds(ReverieError), key=lambda kind: kind.__name__):
        says = " ".join((kind.__doc__ or "").split()).replace("|", "\\|")
        parts.append(f"| {kind.__name__} | {says} | {kind.hint.replace('|', chr(92) + '|')} | {kind.code} |")
    return "\n".join([*parts, ""])


def _kinds(kind: type[ReverieError]) -> Iterator[type[ReverieError]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _kinds(inner)


def config() -> str:
    defaults = Settings()
    parts = [
        HEAD,
        "# Configuration",
        "",
        "`.agent/config.yaml`; flags win over the file, the file over the defaults.",
        "",
    ]
    parts += ["| setting | default | what it is |", "|---|---|---|"]
    for key, (name, _, told) in KNOWN.items():
        value = getattr(defaults, name)
        shown = ", ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
        parts.append(f"| `{key}` | {shown} | {told} |")
    return "\n".join([*parts, ""])


PAGES: dict[str, Callable[[], str]] = {"commands.md": commands, "errors.md": errors, "config.md": config}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
        print(f"docs/reference/{name}")


if __name__ == "__main__":
    main()
