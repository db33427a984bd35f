"""What a project says already, found in both directions: what is said, and what only sounds like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.tasks.known import LARGEST, Known, Line, gather_known
from tests.tasks.packets import REDACT

NOTES = Known(
    tuple(
        Line(f"CLAUDE.md:{n}", text)
        for n, text in enumerate(
            [
                "Use pnpm for everything; npm breaks the lockfile.",
                "Never edit db/full_schema.sql by hand.",
                "Add a migration instead.",
                "Integration tests need Postgres on port 5433.",
                "The billing module is owned by Bob.",
                "Deploys run through `make deploy` after the linter passed.",
            ],
            1,
        )
    )
)


@pytest.mark.parametrize(
    ("sentence", "where"),
    [
        ("Use pnpm, since npm breaks the lockfile.", "CLAUDE.md:1"),
        ("Do not edit `db/full_schema.sql` by hand.", "CLAUDE.md:2"),
        ("Never edit db/full_schema.sql by hand; add a migration instead.", "CLAUDE.md:2"),
        ("Postgres must run on port 5433 for integration tests.", "CLAUDE.md:4"),
        ("Bob owns the billing module.", "CLAUDE.md:5"),
    ],
)
def test_what_is_said_is_found(sentence: str, where: str) -> None:
    assert NOTES.says(sentence) == where


@pytest.mark.parametrize(
    "sentence",
    [
        "Use pnpm for the docs workspace only with frozen installs.",
        "Edit db/full_schema.sql by hand.",
        "Never edit db/seed.sql by hand.",
        "Integration tests need Postgres on port 5434.",
        "Carol owns the billing module.",
        "Bob owns the search module.",
        "Deploys run through `make ship` after the linter passed.",
        "Integration tests need Redis on port 5433.",
        "The importer is frozen.",
        "",
    ],
)
def test_what_only_sounds_like_it_is_not(sentence: str) -> None:
    assert NOTES.says(sentence) == ""


def test_files_for_agents_are_found_wherever_they_lie(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    files = [
        "CLAUDE.md", "AGENTS.md", "packages/api/CLAUDE.md", "a/b/GEMINI.md", ".cursor/rules/style.mdc",
        ".claude/rules/db.md",
        ".github/copilot-instructions.md", ".github/instructions/ts.instructions.md", ".learnings/errors.md",
        "docs/gotchas.md", "docs/conventions.md", "LESSONS.md",
    ]  # fmt: skip
    for name in [*files, "docs/other.md", "node_modules/x/CLAUDE.md", "src/lessons.py"]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Title\n\n- the marker of {name.replace('/', ' ')} is here\n")
    known = gather_known(root, REDACT, texts=[("note deploy", "Deploys go out on Tuesday.")])
    assert {line.where.rpartition(":")[0] for line in known.lines} == {*files, "note deploy"}
    assert "CLAUDE.md:3" in {line.where for line in known.lines}


def test_reading_is_bounded_and_follows_no_link(tmp_path: Path) -> None:
    root, outside = tmp_path / "repo", tmp_path / "outside"
    for folder in (root, outside):
        folder.mkdir()
    (outside / "CLAUDE.md").write_text("a secret of elsewhere\n")
    (root / "CLAUDE.md").symlink_to(outside / "CLAUDE.md")
    (root / "linked").symlink_to(outside)
    (root / "AGENTS.md").write_text("x " * LARGEST + "\nbeyond the bound\n")
    text = " ".join(line.text for line in gather_known(root, REDACT).lines)
    assert "elsewhere" not in text and "beyond" not in text


def test_own_blocks_are_not_said_by_the_project_and_secrets_are_not_shown(tmp_path: Path) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    block = "<!-- reverie:begin rules -->\n- ours alone\n<!-- reverie:end -->\n"
    (tmp_path / "CLAUDE.md").write_text(f"first\n{block}login with {token}\n")
    lines = gather_known(tmp_path, REDACT).lines
    assert [line.where for line in lines] == ["CLAUDE.md:1", "CLAUDE.md:5"]
    assert token not in lines[1].text


def test_the_nearest_lines_are_shown_within_their_room() -> None:
    shown = NOTES.nearest("we talked about Postgres and the billing module", 120)
    assert [line.where for line in shown] == ["CLAUDE.md:4", "CLAUDE.md:5"]
    assert NOTES.nearest("we talked about Postgres", 10) == ()
