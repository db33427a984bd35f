"""Given a bug registry as people write them, these are its entries."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.bug_registry import ENTRIES_KEPT, parse, read_registries
from reverie.records.events import BugEntry

ENTRY = BugEntry(
    id="BUG-007",
    title="Old tokens are let in",
    severity="high",
    files=("services/auth/jwt.py", "web/login.ts"),
    component="auth",
    tags=("jwt", "security"),
    prevention="Check exp before the signature.",
    source="docs/bug-registry.md",
    line=3,
)
LIST = """
- Severity: High
- Files: services/auth/jwt.py, web/login.ts
- Component: auth
- Tags: jwt, security
- Prevention: Check exp before
  the signature.
"""
BOLD_LIST = """
* **Severity**: High
* **Files**: `services/auth/jwt.py:12`, [the login](web/login.ts#L3-L9)
* **Component**: auth
* **Tags**: `jwt`, `security`
* **Prevention**: Check `exp` before the signature.
"""
BOLD = """
**Severity:** High
**Files:** `services/auth/jwt.py`, `web/login.ts`
**Component:** auth
**Tags:** #jwt #security

**Prevention:** Check exp before the signature.
"""
PLAIN = """
Severity: HIGH
Affected files:
  - ./services/auth/jwt.py
  - /web/login.ts
Component: auth
Labels: jwt; security
How to prevent: Check exp before the signature.
"""
SECTIONS = """
### Severity
High
### Files
- services/auth/jwt.py
- web/login.ts
### Component
auth
### Tags
jwt, security
### Prevention

Check exp

before the signature.
### History
Severity of this text: none.
"""
TABLE = """
| Field | Value |
|---|:-:|
| Severity | High |
| **Files** | services/auth/jwt.py, web/login.ts |
| Component | auth |
| Tags | jwt, security |
| Prevention | Check exp before the signature. |
"""
WIDE_TABLE = """
| Severity | Files | Component | Tags | Prevention |
|---|---|---|---|---|
| High | `services/auth/jwt.py` `web/login.ts` | auth | jwt, security | Check exp before the signature. |
"""


@pytest.mark.parametrize("fields", [LIST, BOLD_LIST, BOLD, PLAIN, SECTIONS, TABLE, WIDE_TABLE])
@pytest.mark.parametrize("heading", ["## BUG-007: Old tokens are let in", "## [BUG-007] Old tokens are let in"])
def test_every_usual_shape_gives_the_same_entry(fields: str, heading: str) -> None:
    text = f"# Bug registry\n\n{heading}\n{fields}\n## Notes\nSeverity: of nothing\n"
    assert parse(text, "docs/bug-registry.md").entries == (ENTRY,)


def test_windows_line_ends_and_tabs() -> None:
    text = f"# Bug registry\n\n## BUG-007 — Old tokens are let in ##\n{LIST}".replace("- ", "-\t").replace("\n", "\r\n")
    assert parse(text, "docs/bug-registry.md").entries == (ENTRY,)


def test_one_table_for_all() -> None:
    text = """
| ID | Title | Severity | Files | Prevention |
|----|-------|----------|-------|------------|
| BUG-1 | First | high | a.py | Do \\| don't |
| **BUG-2** | Second | low | b.py, c/d.py | |
"""
    first, second = parse(text, "bugs.md").entries
    assert (first.id, first.title, first.prevention, first.line) == ("BUG-1", "First", "Do | don't", 4)
    assert (second.id, second.severity, second.files) == ("BUG-2", "low", ("b.py", "c/d.py"))


def test_an_entry_may_have_nothing_but_its_name() -> None:
    (entry,) = parse("## BUG-1", "bugs.md").entries
    assert entry == BugEntry("BUG-1", "", source="bugs.md", line=1)


def test_code_is_not_read_as_entries() -> None:
    text = "## BUG-1: real\n```md\n## BUG-2: example\n- Severity: high\n```\n~~~\n## BUG-3\n~~~\n- Severity: low\n"
    (entry,) = parse(text, "bugs.md").entries
    assert (entry.id, entry.severity) == ("BUG-1", "low")


def test_the_second_of_two_with_one_id_is_said() -> None:
    found = parse("## BUG-1: first\n## BUG-1: second\n", "bugs.md")
    assert [entry.title for entry in found.entries] == ["first"]
    assert [(it.what, it.reason) for it in found.skipped] == [("bugs.md:2", "BUG-1 is already in bugs.md:1")]


@pytest.mark.parametrize(
    ("value", "files"),
    [
        ("none", ()),
        ("n/a", ()),
        ("../../etc/passwd, https://x.example/a.py", ()),
        ("src/**/*.py and the `Makefile`", ("Makefile", "src/**/*.py")),
        ("Makefile, setup.py", ("Makefile", "setup.py")),
        ("`name with space.py`", ("name with space.py",)),
        ("a" * 400 + "/b.py", ()),
    ],
)
def test_what_is_a_file(value: str, files: tuple[str, ...]) -> None:
    (entry,) = parse(f"## BUG-1\nFiles: {value}\n", "bugs.md").entries
    assert entry.files == files


def test_registries_are_read_in_order_and_missing_ones_passed_over(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("## BUG-1: secret hunter2\n")
    (tmp_path / "two.md").write_bytes(b"## BUG-2: \xff\xfe\n## BUG-1: again\n")
    (tmp_path / "folder.md").mkdir()
    names = ["none.md", "one.md", "two.md", "folder.md"]
    found = read_registries(tmp_path, names, redact=lambda text: text.replace("hunter2", "…"))
    assert [entry.title for entry in found.entries] == ["secret …", "\\xff\\xfe"]
    assert [it.what for it in found.skipped] == ["folder.md", "two.md:2"]


def test_too_many_entries_are_said() -> None:
    found = parse("\n".join(f"## BUG-{number}: x" for number in range(ENTRIES_KEPT + 5)), "bugs.md")
    assert (len(found.entries), found.skipped[0].reason) == (ENTRIES_KEPT, f"5 entries beyond the first {ENTRIES_KEPT}")


@given(
    st.lists(
        st.sampled_from(["## BUG-1: a", "- Files: ", "| a | b |", "|---|", "```", "Severity:", "`", "[", "("])
        | st.text()
    )
)
def test_any_text_gives_an_answer(parts: list[str]) -> None:
    for entry in parse("\n".join(parts), "bugs.md").entries:
        assert entry.id
        assert all(entry.files)


@pytest.mark.parametrize("mark", ["/", "a.", "`", "[(", "# ", "|", "- ", "**", "-", "a ", "_", "[a]("])
def test_no_line_takes_long_to_read(mark: str) -> None:
    long = mark * (100_000 // len(mark))
    start = time.process_time()
    parse(f"## BUG-1: {long}\nFiles: {long}\n{long}\n**{long}**: x\n| {long} |\n", "bugs.md")
    assert time.process_time() - start < 5
