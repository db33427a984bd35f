"""Changing one field changes that field alone, in any file anybody could have written; where that cannot be done, the
file is not changed at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts import notefile
from reverie.layouts.fields import Unchangeable, changed, stamped, unstamped
from reverie.tools import frontmatter

FLAT = b"""---
name: No fallbacks   # as we say
description: "Do not: hide"
x-team: [a, b]
type: feedback
# a comment
owner: 'O''Neill'
---

Body stays.\n"""
NESTED = b"""---\r
name: tests\r
metadata: \r
  node_type: memory\r
  type: project  # keep\r
  originSessionId: 1234\r
---\r
\r
Text\r\n"""


def only_line_changed(old: bytes, new: bytes, line: bytes) -> None:
    before, after = old.split(b"\n"), new.split(b"\n")
    assert len(before) == len(after)
    assert [b for a, b in zip(before, after, strict=True) if a != b] == [line]


def test_a_flat_field_is_changed_where_it_stands() -> None:
    new = changed(FLAT, {"type": "reference"})
    only_line_changed(FLAT, new, b"type: reference")


def test_quotes_and_comments_stay() -> None:
    only_line_changed(FLAT, changed(FLAT, {"owner": "D'Arc"}), b"owner: 'D''Arc'")
    only_line_changed(FLAT, changed(FLAT, {"name": "Fallbacks"}), b"name: Fallbacks   # as we say")
    only_line_changed(FLAT, changed(FLAT, {"description": "a: b"}), b'description: "a: b"')


def test_a_field_below_metadata_stays_there_with_its_line_ends() -> None:
    only_line_changed(NESTED, changed(NESTED, {"type": "user"}), b"  type: user  # keep\r")
    assert b"  pinned: true\r\n---\r\n" in changed(NESTED, {"pinned": "true"})


def test_what_was_added_can_be_taken_away_again() -> None:
    for content in (FLAT, NESTED):
        assert changed(changed(content, {"pinned": "true"}), {"pinned": None}) == content


def test_a_value_over_several_lines_goes_as_a_whole() -> None:
    content = b"---\ndescription: >\n  one\n\n  two\nname: x\n---\nbody"
    assert changed(content, {"description": "short"}) == b"---\ndescription: short\nname: x\n---\nbody"


def test_a_file_without_a_header_gets_one_and_keeps_its_mark() -> None:
    assert changed(b"\xef\xbb\xbftext", {"type": "user"}) == b"\xef\xbb\xbf---\ntype: user\n---\ntext"


def test_of_two_keys_the_one_that_counts_is_changed() -> None:
    content = b"---\ntype: user\nname: a\ntype: project\n---\n"
    assert changed(content, {"type": "reference"}) == b"---\ntype: user\nname: a\ntype: reference\n---\n"


@pytest.mark.parametrize(
    "header",
    [
        b"a: &x 1\nb: *x\n",
        b"a:\tb\n\tc: d\n",
        b"a: !!python/object:os.system x\n",
        b"big: " + b"x" * 70_000 + b"\n",
        b"a: [1, 2\n",
        b"- a\n- b\n",
        b'name: "not closed\n',
    ],
)
def test_a_header_that_cannot_be_read_is_not_changed(header: bytes) -> None:
    with pytest.raises(Unchangeable):
        changed(b"---\n" + header + b"---\nbody\n", {"type": "user"})


def test_a_rule_at_the_top_is_no_header() -> None:
    content = b"---\nno closing fence\n"
    new = changed(content, {"type": "user"})
    assert new.endswith(content) and frontmatter.read(new).header == {"type": "user"}


def test_headers_agents_write_that_yaml_refuses_are_read_and_changed() -> None:
    content = b"---\nname: Letters\ndescription: Standards: one page, no: excuses\ntype: feedback\n---\nbody\n"
    assert frontmatter.read(content).header["description"] == "Standards: one page, no: excuses"
    only_line_changed(content, changed(content, {"type": "user"}), b"type: user")


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)  # NUL is never taken in
keys = st.sampled_from(["name", "type", "x-a", "pinned", "metadata", "created", "weird key", "a.b"])
ends = st.sampled_from(["\n", "\r\n"])


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Headers as they come, good and bad, and any body."""
    end = draw(ends)
    lines = draw(
        st.lists(
            st.one_of(
                st.tuples(keys, texts).map(lambda pair: f"{pair[0]}: {pair[1]}"),
                st.tuples(
                    keys, st.sampled_from(["'a b'", '"c: d"', "[x, y]", "|", ">", "{a: b}", "&x 1", "*x", ""])
                ).map(lambda pair: f"{pair[0]}: {pair[1]}"),
                texts.map(lambda text: f"  {text}"),
                st.sampled_from(
                    ["# comment", "", "\ttab: x", "metadata:", "  type: user", "  pinned: false", "- item"]
                ),
            ),
            max_size=7,
        )
    )
    fence = draw(st.sampled_from(["---", "...", "", "--- "]))
    bom = draw(st.sampled_from(["", "\ufeff"]))
    body = draw(texts)
    return (bom + end.join(["---", *lines, fence]) + end + body).encode()


@settings(deadline=None)
@given(documents(), st.sampled_from(["type", "pinned", "description", "valid_until"]), texts)
def test_nothing_else_ever_changes(content: bytes, key: str, value: str) -> None:
    before = frontmatter.read(content)
    try:
        new = changed(content, {key: value})
    except Unchangeable:
        return
    after = frontmatter.read(new)
    assert after.fault == "" and notefile.facts_of(after).get(key, "") == value
    told, now = notefile.facts_of(before), notefile.facts_of(after)
    assert {k: v for k, v in told.items() if k not in (key, "metadata")} == {
        k: v for k, v in now.items() if k not in (key, "metadata")
    }
    assert after.body == before.body
    assert new.startswith(b"\xef\xbb\xbf") == content.startswith(b"\xef\xbb\xbf")


@settings(deadline=None)
@given(documents(), texts.filter(str.strip))
def test_a_stamp_comes_off_without_a_trace(content: bytes, value: str) -> None:
    marked = stamped(content, "came_from", value)
    assert frontmatter.read(marked).header["came_from"] == value
    assert unstamped(marked, "came_from") == content
