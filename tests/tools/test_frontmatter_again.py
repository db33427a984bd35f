"""A header read twice is two headers: what one reader does to its own does not reach the other."""

from __future__ import annotations

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
