"""The docs cannot drift: the reference is made from the program, and this fails when it was not made anew."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from scripts import reference

from reverie.doors.cli.main import COMMANDS, module_of


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_reference_is_up_to_date(name: str) -> None:
    path = Path(__file__).parents[2] / "docs" / "reference" / name
    assert path.read_text(encoding="utf-8") == reference.PAGES[name](), "run: make docs"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_command_says(name: str) -> None:
    command = import_module(module_of(name)).command
    assert command.short_help == COMMANDS[name]
