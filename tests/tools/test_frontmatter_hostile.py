"""A header is read, never obeyed, and never costs more than its length."""

from __future__ import annotations

import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from reverie.tools import frontmatter


def header(text: str) -> frontmatter.Parts:
    return frontmatter.read(f"---\n{text}\n---\nbody\n".encode())


@pytest.mark.parametrize("text", ["a: x" + " " * 60_000 + "#", "a: " + "x " * 30_000 + ":", "a" * 60_000 + ": x"])
def test_a_long_line_costs_no_more_than_its_length(text: str) -> None:
    began = time.process_time()
    header(text)
    assert time.process_time() - began < 5


def test_half_a_character_is_replaced_and_a_pair_is_joined() -> None:
    parts = header('title: "\\ud800 x"\nname: "\\ud83d\\ude00"\nlist: ["\\udfff"]')
    assert parts.header == {"title": "\ufffd x", "name": "\U0001f600", "list": ["\ufffd"]}


def test_a_character_that_does_not_exist_is_a_fault() -> None:
    assert "its header cannot be read" in header('title: "\\UFFFFFFFF"').fault


PLAIN = st.text("abcXYZ019 _./@()+-äé", max_size=30)


@given(st.dictionaries(st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,10}", fullmatch=True), PLAIN, min_size=1, max_size=4))
def test_the_quick_way_reads_what_yaml_reads(values: dict[str, str]) -> None:
    raw = "".join(f"{key}: {value}\n" for key, value in values.items())
    quick = frontmatter._flat(raw)
    if quick is not None:
        assert quick == yaml.load(raw, Loader=yaml.BaseLoader)  # noqa: S506 — BaseLoader makes nothing but strings
