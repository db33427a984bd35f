"""What a project's files for agents say already is not proposed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.gather.codebase.agent_files import told_to_agents
from reverie.notice.voices import ASKED, REPEATED
from reverie.notice.workflows import SIGNAL as WORKFLOW
from reverie.records.learning import Cluster
from reverie.thinking.stated import Stated


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def holds(root: Path, rule: str, signal: str = ASKED) -> bool:
    return Stated(root).holds(Cluster(signal, "wish:x", (), (), {"rule": rule, "steps": rule}))


@pytest.mark.parametrize("name", ["CLAUDE.md", "AGENTS.md", ".claude/CLAUDE.md", ".cursor/rules/000-shell.mdc"])
def test_a_line_that_asks_for_the_same_is_found_wherever_it_stands(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, "# Rules\n\n- **NEVER** chain several commands in one line\n- be kind\n")
    assert holds(tmp_path, "Never chain commands in one line.")
    assert not holds(tmp_path, "Never chain promises in one test.")
    assert not holds(tmp_path, "Never chain commands in one line.", "repeat_fix")


def test_a_way_is_known_by_its_theme(tmp_path: Path) -> None:
    write(tmp_path, "AGENTS.md", "1. Don't commit unless I ask you to.\n")
    assert holds(tmp_path, "Do not commit until the user asks for it.", REPEATED)
    assert not holds(tmp_path, "Do not push until the user asks for it.", REPEATED)


def test_commands_that_are_all_named_there_are_known(tmp_path: Path) -> None:
    write(tmp_path, "CLAUDE.md", "Before a commit:\n\n```bash\nmise run lint\nmise run test\n```\n")
    assert holds(tmp_path, "mise run lint\nmise run test", WORKFLOW)
    assert not holds(tmp_path, "mise run lint\nmise run deploy", WORKFLOW)


def test_the_opposite_is_not_the_same(tmp_path: Path) -> None:
    write(tmp_path, "CLAUDE.md", "- Use npm, not pnpm\n")
    assert not holds(tmp_path, "Use pnpm, not npm, in this repository.")


def test_what_reverie_wrote_and_links_and_large_files_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, "CLAUDE.md", "mine\n<!-- reverie:begin ab gap=1 (x) -->\n- ours\n<!-- reverie:end -->\nmine too\n")
    write(tmp_path, "elsewhere/AGENTS.md", "theirs\n")
    (tmp_path / "AGENTS.md").symlink_to(tmp_path / "elsewhere/AGENTS.md")
    write(tmp_path, "GEMINI.md", "x" * 300_000)
    (tmp_path / ".cursorrules").mkdir()
    assert told_to_agents(tmp_path) == ["mine", "mine too"]


def test_a_folder_that_cannot_be_read_and_files_without_end_do_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(60):
        write(tmp_path, f".cursor/rules/{n}.mdc", "- a line\n" * 100)
    assert len(told_to_agents(tmp_path)) == 3000

    def refused(_: Path) -> Iterator[Path]:
        raise PermissionError

    monkeypatch.setattr(Path, "iterdir", refused)
    assert told_to_agents(tmp_path) == []
