"""Hostile content is data: it is named once and left out, and nothing outside the store is ever written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reverie import wiring
from reverie.records.changes import ChangeSet, Put, State, Step
from reverie.records.documents import Address, Listed, Skipped, digest
from reverie.records.errors import BadAddress, BadDocument, PrivateFolderNotTrusted, ReverieError, StoreReadOnly
from reverie.store.folder import FolderStore
from reverie.tools import frontmatter
from reverie.tools.trust import take_over
from tests.store.builders import at, change, note, put, step, tree

BOMB = "---\na: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b]\n---\nbody\n"
TAGGED = "---\nrun: !!python/object/apply:os.system ['touch /tmp/owned']\n---\nbody\n"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "theirs.md").write_text("theirs\n")
    return folder


@pytest.fixture
def project(tmp_path: Path) -> wiring.Project:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    return wiring.Project(root)


def write(store: FolderStore, address: Address, text: str = "ours\n", over: str | None = None) -> str:
    """Try to write; what stood in the way, or nothing."""
    expect = None if over is None else digest(over.encode())
    receipt = store.apply(ChangeSet("t", "mallory", at(), (Step("r", (Put(address, expect, text.encode()),)),)))
    return "; ".join(r.why for r in receipt.results if r.state is State.SKIPPED)


def test_bad_files_are_each_named_once_with_a_reason(project: wiring.Project, outside: Path) -> None:
    memory = project.agent / "memory"
    memory.mkdir(parents=True)
    (memory / "good.md").write_text("---\nname: good\n---\n# Good\n")
    (memory / "crlf.md").write_bytes(b"---\r\nname: dos\r\n---\r\nbody\r\n")
    bad = {
        "bomb.md": BOMB.encode(),
        "tagged.md": TAGGED.encode(),
        "nul.md": b"a\0b",
        "latin.md": b"caf\xe9",
        "conflict.md": b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
        "deep.md": ("---\na: " + "[" * 200 + "]" * 200 + "\n---\n").encode(),
        "huge.md": b"x" * (50 * 1024 * 1024),
    }
    for name, content in bad.items():
        (memory / name).write_bytes(content)
    (memory / "link.md").symlink_to(outside / "theirs.md")
    (memory / "folder-link").symlink_to(outside)
    os.mkfifo(memory / "fifo.md")
    (memory / os.fsdecode(b"\xff.md")).write_text("bad name")
    store = wiring.open_store(project)
    found = list(store.scan("memory"))
    assert {i.address.name for i in found if isinstance(i, Listed)} == {"good.md", "crlf.md"}
    named = [i.what for i in found if isinstance(i, Skipped)]
    assert len(named) == len(set(named)) == len(bad) + 4
    reasons = {i.what.partition(":")[2]: i.reason for i in found if isinstance(i, Skipped)}
    assert "anchors" in reasons["bomb.md"]
    assert "tags" in reasons["tagged.md"]
    assert "NUL" in reasons["nul.md"]
    assert "UTF-8" in reasons["latin.md"]
    assert "conflict" in reasons["conflict.md"]
    assert "8 MB" in reasons["huge.md"]
    assert "symbolic link" in reasons["link.md"]
    assert "symbolic link" in reasons["folder-link"]
    assert "regular file" in reasons["fifo.md"]


def test_a_link_is_never_written_through(project: wiring.Project, outside: Path) -> None:
    store = wiring.open_store(project)
    write(store, note("a"))
    before = tree(outside)
    memory = project.agent / "memory"
    (memory / "link.md").symlink_to(outside / "theirs.md")
    (memory / "retired").symlink_to(outside)
    (project.root / "CLAUDE.md").symlink_to(outside / "theirs.md")
    assert "symbolic link" in write(store, note("link"), over="theirs\n")
    assert write(store, Address("memory", "retired/new.md"))
    assert "symbolic link" in write(store, Address("project", "CLAUDE.md"), over="theirs\n")
    with pytest.raises(BadDocument):
        store.read(Address("project", "CLAUDE.md"))
    assert tree(outside) == before


PRIVATE = [f".agent/local/{name}" for name in ("journal", "locks", "logs", "cache")]


@pytest.mark.parametrize("place", [".agent", ".agent/memory", ".agent/local", *PRIVATE])
def test_a_repository_cannot_bring_a_link_in_the_place_of_the_store(
    project: wiring.Project, outside: Path, place: str
) -> None:
    link = project.root / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside)
    before = tree(outside)
    try:
        store = wiring.open_store(project)
        why = write(store, note("a"))
        list(store.scan("memory"))
        assert why or place == ".agent/local/cache"
        assert not [i for i in store.scan("memory") if isinstance(i, Listed) and i.address.name == "theirs.md"]
    except (StoreReadOnly, BadDocument, PrivateFolderNotTrusted):
        pass
    assert tree(outside) == before


def test_a_link_swapped_in_at_the_last_moment_is_given_back(project: wiring.Project, outside: Path) -> None:
    store = wiring.open_store(project)
    write(store, note("a"), "one\n")
    path = project.agent / "memory" / "a.md"
    exchange = type(store._disk).exchange

    def swap_first(self: object, a: str, b: str) -> None:
        if not path.is_symlink():
            path.unlink()
            path.symlink_to(outside / "theirs.md")
        exchange(self, a, b)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(store._disk), "exchange", swap_first)
        assert write(store, note("a"), "two\n", over="one\n")
    assert path.is_symlink()
    assert (outside / "theirs.md").read_text() == "theirs\n"


@pytest.mark.parametrize("path", ["src/main.py", "README.md", ".github/workflows/ci.yml", ".agent/config.yaml"])
def test_only_named_files_of_the_project_may_be_written(project: wiring.Project, path: str) -> None:
    store = wiring.open_store(project)
    with pytest.raises(BadAddress):
        write(store, Address("project", path))
    with pytest.raises(BadAddress):
        write(store, Address("agent", "local/journal/x"))
    with pytest.raises(BadAddress):
        write(store, Address("elsewhere", "x.md"))


def test_a_journal_from_a_stranger_makes_us_write_nothing(project: wiring.Project, tmp_path: Path) -> None:
    """A repository may carry a crafted `.agent/local`. An open entry in it must not be carried out on other files."""
    from reverie.store.disk import Disk
    from reverie.store.journal import Journal
    from reverie.store.plan import make_plan

    evil = ChangeSet("x", "mallory", at(), (Step("r", (Put(Address("project", "src/main.py"), None, b"owned"),)),))
    project.local.mkdir(parents=True)
    disk = Disk(project.local)
    Journal(disk).begin(make_plan(evil, lambda _: None, undone=frozenset(), room=0), evil.steps[0].contents())
    take_over(str(project.root))  # the first fence is down: a person trusted it
    store = wiring.open_store(project)
    assert not (project.root / "src").exists()
    assert len(store.problems()) == 1
    assert write(store, note("a")) == ""


@pytest.mark.parametrize(
    "damage", [b"", b"garbage", b'{"frame":"plan","size":3,"meta":1,"sha256":"00"}\nxxx\n', b"\0" * 500]
)
def test_a_damaged_journal_entry_is_set_aside_and_named(project: wiring.Project, damage: bytes) -> None:
    store = wiring.open_store(project)
    write(store, note("a"))
    shelf = project.local / "journal" / "000"
    (shelf / "000002-c-2026-11-15-abcdef.journal").write_bytes(damage)
    store = wiring.open_store(project)
    assert write(store, note("b")) == ""
    assert [p.title for p in store.history()] == ["t", "t"]
    assert len(store.problems()) == (1 if damage.strip(b"\0") else 0)


def test_rot_in_an_old_entry_is_named_and_the_rest_still_undone(project: wiring.Project) -> None:
    store = wiring.open_store(project)
    write(store, note("a"))
    write(store, note("b"))
    first, _ = sorted((project.local / "journal" / "000").iterdir())
    raw = bytearray(first.read_bytes())
    raw[len(raw) // 2] ^= 0xFF
    first.write_bytes(raw)
    store = wiring.open_store(project)
    assert len(store.problems(deep=True)) == 1
    store.undo(None, by="ada", at=at(1))
    assert store.read(note("b")) is None
    assert store.read(note("a")) is not None


def test_a_log_with_broken_lines_is_read_past_them(project: wiring.Project) -> None:
    store = wiring.open_store(project)
    write(store, note("a"))
    (log,) = (project.local / "logs" / "events").iterdir()
    log.write_bytes(log.read_bytes() + b'{"id": "half')
    write(store, note("b"))
    found = list(store.records("events"))
    assert sum(isinstance(r, Skipped) for r in found) == 1
    assert len(found) == 3


@pytest.mark.parametrize(
    "raw", [BOMB, TAGGED, "---\n? [a]\n: b\n---\n", "---\n- a\n- b\n---\n", "---\n\t\n---\n", "---\na: 'x\n---\n"]
)
def test_a_header_is_never_obeyed(raw: str) -> None:
    parts = frontmatter.read(raw.encode())
    assert parts.fault or parts.header == {}


@pytest.mark.parametrize(
    ("raw", "header"),
    [
        ("---\nname: a note\ntype: project\n---\nbody", {"name": "a note", "type": "project"}),
        ("---\nname: x\nmetadata:\n  type: user\n  pinned: true\n---\n", {"name": "x", "metadata": {"type": "user", "pinned": "true"}}),  # noqa: E501
        ("---\ndescription: \"quoted: yes\"\ntags: [a, b]\n---\n", {"description": "quoted: yes", "tags": ["a", "b"]}),
        ("no header", {}),
        ("---\n\nonly a rule above", {}),
    ],
)  # fmt: skip
def test_headers_as_people_write_them(raw: str, header: dict[str, object]) -> None:
    parts = frontmatter.read(raw.encode())
    assert (parts.fault, parts.header) == ("", header)


def test_every_error_says_what_to_do() -> None:
    for kind in ReverieError.__subclasses__():
        assert kind.__doc__
        assert kind.hint, kind.__name__


def test_same_change_twice_is_one_change(tmp_path: Path) -> None:
    assert change(step(put("a", "x"))).id == change(step(put("a", "x"))).id
    assert change(step(put("a", "x"))).id != change(step(put("a", "y"))).id
