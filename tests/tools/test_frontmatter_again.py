"""A header read twice is two headers: what one reader does to its own does not reach the other."""

from __future__ import annotations

import pytest

from reverie.tools import frontmatter

HEADER = b'---\nname: "a: b"\nfiles: [a.py, b.py]\nmore:\n  deep: [1]\n---\nbody\n'


def test_a_header_belongs_to_who_read_it() -> None:
    first = frontmatter.read(HEADER).header
    first["files"].append("c.py")
    first["more"]["deep"].clear()
    assert frontmatter.read(HEADER).header == {"name": "a: b", "files": ["a.py", "b.py"], "more": {"deep": ["1"]}}


def test_a_fault_is_a_fault_every_time() -> None:
    for _ in range(2):
        assert "anchors" in frontmatter.read(b"---\na: &x [1]\nb: *x\n---\n").fault


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Letters: one page", "Letters: one page"),
        ('"What would we do?" as a test', '"What would we do?" as a test'),
        ("'soon' is no date", "'soon' is no date"),
        ("[draft] the new parser", "[draft] the new parser"),
        ('"quoted: whole"', "quoted: whole"),
        ('"quoted" # a remark', "quoted"),
    ],
)
def test_a_value_that_can_only_be_meant_as_text_is_read_as_text(written: str, meant: str) -> None:
    parts = frontmatter.read(f"---\nname: {written}\ntype: user\n---\nbody\n".encode())
    assert (parts.fault, parts.header) == ("", {"name": meant, "type": "user"})


@pytest.mark.parametrize("written", ['"open', "[open", "{a: b", '"a" &x [1]\nb: *x'])
def test_what_could_be_meant_in_two_ways_stays_a_fault(written: str) -> None:
    assert frontmatter.read(f"---\nname: {written}\n---\nbody\n".encode()).fault
