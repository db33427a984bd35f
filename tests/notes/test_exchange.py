"""From one kind of memory into another and back: nothing is lost, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts.exchange import KINDS, Left, Piece, given_out, guess, taken_in
from reverie.layouts.files import AGENT
from reverie.layouts.moving import arrivals
from reverie.records.documents import Address, Document

CLAUDE = {
    "MEMORY.md": b"# Index\n\n- [Role](user_role.md) \xe2\x80\x94 who\n- [Gone](gone.md)\n\n## Facts\n\n- by hand\n",
    "user_role.md": b"---\nname: role\ndescription: who: they are\ntype: user\n---\n\nA person.\n",
    "project_x.md": b"---\r\nname: x\r\nmetadata: \r\n  type: project\r\n---\r\n\r\nBody [[user_role]]\r\n",
    "orphan.md": b"\xef\xbb\xbfno header",
    "bad.md": b"---\nname: [1\n---\ntext\n",
    "logs/2026/11/2026-11-15.md": b"- a day\n",
    "deep/er/thing.md": b"---\ntype: reference\n---\ndeep\n",
}
OPENCLAW = {
    "MEMORY.md": (
        b"\xef\xbb\xbf# Long term\r\n\r\nIntro\r\n\r\n## Tools\r\n\r\n- vim\r\n\r\n---\r\n\r\n"
        b"## Tools\r\n\r\n```\r\n## not a heading\r\n```\r\n"
    ),
    "memory/2026-01-26.md": b"## day\n- x\n",
    "memory/2026-01-26-1430.md": b"a session",
    "memory/MEMORY.md": b"another one\n",
    "memory/NOW.md": b"now",
    "memory/projects/a.md": b"---\nname: a\n---\n",
}
STORE = {
    "preferences/format.md": b"Use tabs.\n",
    "notes.txt": b"plain text",
    "config.json": b'{"a": 1}',
    "daily/2026-11-15.md": b"- x\n",
    "a/b/MEMORY.md": b"not an index",
}


def through_reverie(source: str, documents: dict[str, bytes]) -> dict[str, bytes]:
    """Reverie's own memory after taking these in, by path."""
    pieces = [item for item in taken_in(source, documents) if isinstance(item, Piece)]
    memory: dict[Address, Document] = {}
    for arrived in arrivals(pieces, AGENT, memory.get):
        assert arrived.step is not None
        for edit in arrived.step.edits:
            memory[arrived.address] = Document(arrived.address, edit.content)
    again = [item for item in taken_in(source, documents) if isinstance(item, Piece)]
    assert all(arrived.step is None for arrived in arrivals(again, AGENT, memory.get)), "taken in twice"
    return {address.path: document.content for address, document in memory.items()}


def out_again(memory: dict[str, bytes], target: str) -> dict[str, bytes]:
    pieces = []
    for path, content in memory.items():
        kind = AGENT.kind_of(Address("memory", path))
        assert kind in ("note", "daily", "index"), path
        pieces.append(Piece(kind, path.removesuffix(".md"), content))
    return given_out(target, pieces)


@pytest.mark.parametrize(("source", "documents"), [("claude-code", CLAUDE), ("openclaw", OPENCLAW), ("store", STORE)])
def test_what_came_from_a_memory_goes_back_as_it_was(source: str, documents: dict[str, bytes]) -> None:
    assert out_again(through_reverie(source, documents), source) == documents


@pytest.mark.parametrize(("source", "documents"), [("claude-code", CLAUDE), ("openclaw", OPENCLAW), ("store", STORE)])
@pytest.mark.parametrize("between", KINDS)
def test_also_by_way_of_another(source: str, documents: dict[str, bytes], between: str) -> None:
    there = (
        out_again(through_reverie(source, documents), between)
        if between != "agent"
        else through_reverie(source, documents)
    )
    assert out_again(through_reverie(between, there), source) == documents


def test_what_a_folder_is_can_be_told() -> None:
    for kind, documents in (("claude-code", CLAUDE), ("openclaw", OPENCLAW), ("store", STORE)):
        assert guess(documents, documents) == kind


def test_dreams_and_what_is_no_text_are_left_out_with_a_reason() -> None:
    found = list(
        taken_in(
            "openclaw", {"DREAMS.md": b"x", "memory/.dreams/a.json": b"{}", "memory/b.md": b"\xff", "SOUL.md": b"s"}
        )
    )
    assert [type(item) for item in found] == [Left] * 4


def test_a_path_in_a_header_cannot_lead_out() -> None:
    evil = Piece("note", "x", b"---\nname: x\ncame_from: store ../../etc/passwd\n---\n")
    assert list(given_out("store", [evil])) == ["x.md"]


def test_two_notes_of_one_name_are_both_kept() -> None:
    memory = {Address("memory", "a.md"): Document(Address("memory", "a.md"), b"mine")}
    pieces = [item for item in taken_in("claude-code", {"a.md": b"theirs"}) if isinstance(item, Piece)]
    arrived = next(iter(arrivals(pieces, AGENT, memory.get)))
    assert arrived.address.path == "a-2.md" and arrived.step is not None
    assert given_out("claude-code", [Piece("note", "a-2", arrived.step.edits[0].content)]) == {"a.md": b"theirs"}


def test_two_workspaces_in_one_memory_are_both_given_out() -> None:
    memory: dict[Address, Document] = {}
    for text in (b"# One\n\n## A\n\n- a\n", b"# Two\n\n## A\n\n- b\n"):
        pieces = [item for item in taken_in("openclaw", {"MEMORY.md": text}) if isinstance(item, Piece)]
        for arrived in arrivals(pieces, AGENT, memory.get):
            assert arrived.step is not None
            memory[arrived.address] = Document(arrived.address, arrived.step.edits[0].content)
    documents = {address.path: document.content for address, document in memory.items()}
    found = out_again({**documents, "MEMORY.md": b"# Ours\n\nby hand\n"}, "openclaw")
    assert all(word in found["MEMORY.md"] for word in (b"# One", b"# Two", b"- a", b"- b"))
    assert b"by hand" in found["memory/index-of-another-memory.md"]


names = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\\0"), min_size=1, max_size=12
).filter(lambda name: name.strip(". ") == name and name not in ("index", "memory") and not name.startswith("."))
paths = st.lists(names, min_size=1, max_size=3).map("/".join)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
bodies = st.one_of(
    texts,
    texts.map(lambda t: f"---\nname: a\ntype: user\n---\n{t}"),
    texts.map(lambda t: f"\ufeff---\r\nx: [1\r\n---\r\n{t}"),
    texts.map(lambda t: f"---\n---\n{t}"),
)


@settings(deadline=None)
@given(st.dictionaries(paths.map(lambda p: f"{p}.md"), bodies.map(str.encode), max_size=6))
def test_any_store_comes_back_as_it_was(documents: dict[str, bytes]) -> None:
    folders = {"/".join(path.split("/")[:n]) for path in documents for n in range(1, path.count("/") + 1)}
    if folders & documents.keys() or len({p.casefold() for p in documents}) < len(documents):
        return  # no file system holds these
    assert out_again(through_reverie("store", documents), "store") == documents


@settings(deadline=None)
@given(texts.map(lambda t: t.replace("|", "\n## ").replace("~", "\n\n")))
def test_any_memory_of_openclaw_comes_back_as_it_was(text: str) -> None:
    documents = {"MEMORY.md": text.encode()} if text else {}
    assert out_again(through_reverie("openclaw", documents), "openclaw") == documents
