"""A text becomes the tokens BERT was taught."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.engines.errors import WeightsDamaged
from reverie.engines.wordpiece import WordPiece

WORDS = (
    "[PAD] [UNK] [CLS] [SEP] fix the auth bug token ##s re ##ad ##me cafe ab , . ! - _ [ ] sep 中 文 σ ##σ a b 1 ##2"
).split()
PIECES = WordPiece({word: number for number, word in enumerate(WORDS)})


def tokens(text: str, pieces: WordPiece = PIECES) -> str:
    ids = pieces.ids(text)
    assert (ids[0], ids[-1]) == (WORDS.index("[CLS]"), WORDS.index("[SEP]"))
    return " ".join(WORDS[number] for number in ids[1:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fix the AUTH bug", "fix the auth bug"),
        ("tokens", "token ##s"),
        ("README", "re ##ad ##me"),
        ("fix,the.bug!", "fix , the . bug !"),
        ("the-auth_bug", "the - auth _ bug"),
        ("12", "1 ##2"),
        ("café CAFÉ cafe\u0301", "cafe cafe cafe"),
        ("中文fix文", "中 文 fix 文"),
        ("ΣΣ", "σ ##σ"),  # no final sigma
        ("fix\tthe\n auth\u00a0bug\u3000token", "fix the auth bug token"),
        ("f\x00i\u200bx\ufffd t\x0bh\x85e", "fix the"),  # controls vanish, and split nothing
        ("fix zebra the", "fix [UNK] the"),
        ("tokenz", "[UNK]"),  # all of a word or nothing
        ("ab" * 51, "[UNK]"),
        ("fix [SEP] bug", "fix [ sep ] bug"),  # a text cannot end itself
        ("fix \U0001f41b bug", "fix [UNK] bug"),
        ("", ""),
        (" \n\t ", ""),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert tokens(text) == expected


def test_a_long_text_is_cut_and_still_ends_with_sep() -> None:
    assert len(PIECES.ids("fix " * 10_000)) == 256
    short = WordPiece({word: number for number, word in enumerate(WORDS)}, max_tokens=4)
    assert tokens("tokens readme", short) == "token ##s"


@given(st.text())
def test_any_text_has_tokens_and_the_same_ones_twice(text: str) -> None:
    fresh = WordPiece({word: number for number, word in enumerate(WORDS)})
    assert fresh.ids(text) == PIECES.ids(text) == PIECES.ids(text)


@given(st.lists(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12), max_size=8))
def test_white_space_only_separates(words: list[str]) -> None:
    together = [number for word in words for number in PIECES.ids(word)[1:-1]]
    assert PIECES.ids(" \n".join(words))[1:-1] == together


def test_the_vocabulary_is_read_by_line(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(WORDS) + "\n", "utf-8")
    assert WordPiece.read(path).ids("fix 中") == PIECES.ids("fix 中")


def test_a_file_that_is_no_vocabulary_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    for content in (b"fix\nbug\n", b"\xff\xfe"):
        path.write_bytes(content)
        with pytest.raises(WeightsDamaged, match=r"vocab\.txt cannot be read"):
            WordPiece.read(path)
    with pytest.raises(WeightsDamaged):
        WordPiece.read(tmp_path / "absent")
