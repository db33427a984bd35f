"""Every row of `secrets.toml` finds its example, leaves its counter-example, and can be slow on no text."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files
from typing import Any

import pytest
from bench.secrets_kinds import fill

from reverie.tools.redact import Redactor, own
from reverie.tools.redact.table import read_rows

TEXT = files("reverie.tools.redact").joinpath("secrets.toml").read_text(encoding="utf-8")
TABLE = tomllib.loads(TEXT)["secret"]
REDACTOR = Redactor(b"a key that only this test knows.")
KNOWN = {"kind", "keys", "body", "head", "reach", "near", "check", "fold", "alone", "filler", "anywhere"}
KNOWN |= {"example", "counter", "source"}


def _name(row: dict[str, Any]) -> str:
    return f"{row['kind']} {row['keys'][0]}"


@pytest.mark.parametrize("row", TABLE, ids=_name)
def test_a_row_finds_its_example_and_leaves_its_counter_example(row: dict[str, Any]) -> None:
    rng = random.Random(_name(row))
    found = [REDACTOR.find(f"it is {fill(row['example'], rng)} here") for _ in range(10)]
    # By chance a random value can look like a filler or like words, but seldom.
    assert sum(any(hit.kind == row["kind"] for hit in hits) for hits in found) >= 8
    left = [REDACTOR.find(f"it is {fill(row['counter'], rng)} here") for _ in range(5)]
    assert [hit for hits in left for hit in hits if hit.kind == row["kind"]] == []


@pytest.mark.parametrize("row", TABLE, ids=_name)
def test_no_row_can_be_slow(row: dict[str, Any]) -> None:
    for pattern in (row["body"], row.get("head", "")):
        own.compiled(row["kind"], pattern)
        assert not any(f"{end}{sign}" in pattern for end in "])}" for sign in "*+")


@pytest.mark.parametrize("row", TABLE, ids=_name)
def test_a_row_is_complete(row: dict[str, Any]) -> None:
    assert row.keys() <= KNOWN
    assert row["keys"] and row["source"]
    assert row.get("check", "random") in ("random", "spelled")
    assert any(key in fill(row["example"], random.Random(1)) for key in row["keys"])


def test_no_two_rows_are_the_same() -> None:
    forms = [(key, row["body"], row.get("head")) for row in TABLE for key in row["keys"]]
    assert len(forms) == len(set(forms))


def test_the_table_is_read_as_any_toml_is() -> None:
    assert list(read_rows(TEXT)) == TABLE
