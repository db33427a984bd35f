"""A block in a file that is the user's: what editors, merges and documentation do to it, and what Reverie does then."""

from __future__ import annotations

import pytest

from reverie.render.block import find
from reverie.render.edit import obstacle, put, remove

BODY = "## Patterns\n\n- Run the tests. (rule 5d0c9e1f)\n"
OTHER = "## Patterns\n\n- Run the tests. (rule 5d0c9e1f)\n- Pin Node. (rule 0f44c1d2)\n"


def block(body: str = BODY) -> str:
    return put(b"", body).decode()


def begin(body: str = BODY) -> str:
    return block(body).splitlines()[0]


@pytest.mark.parametrize(
    "original",
    [
        b"", b"# Shop\n", b"# Shop", b"# Shop\n\n", b"# Shop\r\n\r\nUse pnpm.\r\n", b"# Shop\r\n\r\nUse pnpm.", b"\n",
        b"\r", b"a\r", b"  ", b"\xef\xbb\xbf# Shop\n", b"\xef\xbb\xbf", b"caf\xe9 \xff\xfe\x00\n", b"a\nb\r\nc",
        b"x\n \t\n", b"```\nopen",
    ],
)  # fmt: skip
def test_putting_a_block_in_and_taking_it_out_gives_back_every_byte(original: bytes) -> None:
    there = put(original, BODY)
    assert there.startswith(original)
    assert put(there, BODY) == there
    assert put(there, OTHER) != there
    assert remove(there) == original
    assert remove(put(there, OTHER)) == original


def test_the_block_follows_the_files_own_habits() -> None:
    windows = put(b"# Shop\r\n", BODY)
    assert windows.count(b"\n") == windows.count(b"\r\n")
    assert put(b"# Shop", BODY).endswith(b"<!-- reverie:end -->")
    assert put(b"# Shop\n", BODY).startswith(b"# Shop\n\n<!-- reverie:begin ")
    assert put(b"# Shop\n\n", BODY).startswith(b"# Shop\n\n<!-- reverie:begin ")


def test_text_written_before_and_after_the_block_stays_in_its_place() -> None:
    there = b"Before.\n\n" + put(b"# Shop\n", BODY) + b"\nAfter.\n"
    changed = put(there, OTHER)
    assert changed.startswith(b"Before.\n\n# Shop\n\n<!--")
    assert changed.endswith(b"-->\n\nAfter.\n")
    assert remove(changed) == b"Before.\n\n# Shop\n\nAfter.\n"


def test_an_edit_by_hand_is_seen_and_only_force_overwrites_it() -> None:
    edited = block().replace("Run the tests", "Run the tests twice").encode()
    assert "line 1 was edited by hand" in obstacle(edited, OTHER)
    assert obstacle(edited, OTHER, force=True) == ""
    assert "edited by hand" in obstacle(edited, None)
    assert "edited by hand" in obstacle(block().replace("- Run the tests. (rule 5d0c9e1f)\n", "").encode(), OTHER)


def test_changed_line_ends_are_no_edit() -> None:
    assert obstacle(block().replace("\n", "\r\n").encode(), OTHER) == ""


def test_a_clean_merge_that_left_an_old_marker_above_the_right_lines_is_no_edit() -> None:
    merged = (begin() + "\n" + OTHER + "<!-- reverie:end -->\n").encode()
    assert obstacle(merged, OTHER) == ""
    assert put(merged, OTHER) == put(b"", OTHER)


@pytest.mark.parametrize("fence", ["```", "~~~~", "   ```markdown"])
def test_a_block_inside_a_code_fence_is_documentation(fence: str) -> None:
    text = f"# How Reverie writes\n\n{fence}\n{block()}{fence.removesuffix('markdown')}\n\nMore.\n".encode()
    assert not find(text).blocks
    assert not find(text).strays
    there = put(text, OTHER)
    assert there.startswith(text)
    assert remove(there) == text


@pytest.mark.parametrize(
    "line", ["    <!-- reverie:end -->", "See <!-- reverie:begin --> there.", "`<!-- reverie:end -->`"]
)
def test_a_marker_in_a_sentence_or_in_indented_code_is_none(line: str) -> None:
    assert not find(line.encode()).strays


def test_two_copies_become_one() -> None:
    text = ("# Shop\n\n" + block() + "\nMiddle.\n\n" + block(OTHER) + "\nEnd.\n").encode()
    assert obstacle(text, OTHER) == ""
    assert put(text, OTHER).decode() == "# Shop\n\n" + block(OTHER) + "\nMiddle.\n\n\nEnd.\n"


def test_a_lost_end_marker_is_put_back_where_the_hash_says_the_block_ended() -> None:
    text = ("# Shop\n\n" + block().replace("<!-- reverie:end -->\n", "") + "User words.\n").encode()
    assert obstacle(text, OTHER) == ""
    assert put(text, OTHER).decode() == "# Shop\n\n" + block(OTHER) + "User words.\n"


def test_a_lost_end_marker_over_changed_lines_is_refused_and_force_keeps_the_lines() -> None:
    text = ("# Shop\n" + begin() + "\nUser words.\n").encode()
    assert "line 2 is one of Reverie's markers without its partner" in obstacle(text, BODY)
    assert put(text, BODY).decode().startswith("# Shop\nUser words.\n\n<!-- reverie:begin")


def test_a_lost_begin_marker_is_refused_and_force_keeps_the_lines() -> None:
    text = b"# Shop\nUser words.\n<!-- reverie:end -->\n"
    assert "line 3" in obstacle(text, BODY)
    assert put(text, BODY).startswith(b"# Shop\nUser words.\n\n<!-- reverie:begin")


def test_words_between_a_torn_block_and_a_whole_one_are_kept() -> None:
    text = (begin(OTHER) + "\nUser words.\n" + block()).encode()
    assert put(text, BODY) == ("User words.\n" + block()).encode()


def test_doubled_and_nested_markers_are_one_block() -> None:
    text = (begin(OTHER) + "\n" + block() + "<!-- reverie:end -->\nUser words.\n").encode()
    assert put(text, BODY).decode() == block() + "User words.\n"


CONFLICTS = {
    "in the lines": "{begin}\n## Patterns\n<<<<<<< HEAD\n- A\n=======\n- B\n>>>>>>> other\n{end}\n",
    "in the marker and the lines": (
        "<<<<<<< HEAD\n{begin}\n=======\n{begin2}\n>>>>>>> other\n## Patterns\n"
        "<<<<<<< HEAD\n- A\n=======\n- B\n>>>>>>> other\n{end}\n"
    ),
    "from the marker on": "<<<<<<< HEAD\n{begin}\n- A\n=======\n{begin2}\n- B\n>>>>>>> other\n{end}\n",
    "with the base": (
        "<<<<<<< HEAD\n{begin}\n- A\n||||||| base\n{begin}\n=======\n{begin2}\n- B\n>>>>>>> other\n{end}\n"
    ),
    "two whole copies": "<<<<<<< HEAD\n{begin}\n- A\n{end}\n=======\n{begin2}\n- B\n{end}\n>>>>>>> other\n",
    "at the end marker": "{begin}\n<<<<<<< HEAD\n- A\n{end}\n=======\n- B\n{end}\n>>>>>>> other\n",
}  # fmt: skip


@pytest.mark.parametrize("where", CONFLICTS)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_conflict_that_is_all_the_blocks_own_is_rendered_again(where: str, eol: str) -> None:
    torn = CONFLICTS[where].format(begin=begin(), begin2=begin(OTHER), end="<!-- reverie:end -->")
    text = f"# Shop\n\n{torn}\nAfter.\n".replace("\n", eol).encode()
    assert obstacle(text, OTHER) == ""
    assert put(text, OTHER).decode() == f"# Shop\n\n{block(OTHER)}\nAfter.\n".replace("\n", eol)


def test_a_conflict_in_the_users_own_text_is_left_to_the_user() -> None:
    text = f"<<<<<<< HEAD\nUse pnpm.\n=======\nUse yarn.\n>>>>>>> other\n\n{block()}".encode()
    assert "line 1 is part of an unresolved git conflict" in obstacle(text, OTHER, force=True)
    assert obstacle(f"```\n<<<<<<< HEAD\n=======\n>>>>>>> other\n```\n{block()}".encode(), OTHER) == ""


def test_a_conflict_with_a_section_of_the_users_in_it_is_not_taken_for_the_blocks_own() -> None:
    torn = "<<<<<<< HEAD\nUse pnpm.\n=======\nUse yarn.\n>>>>>>> other\n"
    text = f"{begin()}\n{BODY}\n## Building\n{torn}<!-- reverie:end -->\n".encode()
    assert "edited by hand" in obstacle(text, OTHER)


def test_a_title_underlined_before_a_block_is_no_conflict() -> None:
    text = ("Shop\n=======\n" + block()).encode()
    assert put(text, OTHER).decode() == "Shop\n=======\n" + block(OTHER)


def test_utf16_is_left_alone() -> None:
    assert "UTF-16" in obstacle("# Shop\n".encode("utf-16"), BODY, force=True)
