"""What a project's files for agents say already is not proposed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reverie.gather.codebase.agent_files import told_to_agents
from reverie.notice.workflows import SIGNAL as WORKFLOW
from reverie.records.learning import Cluster
from reverie.thinking.stated import Stated


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def workflow(*steps: str) -> Cluster:
    return Cluster(WORKFLOW, "ways:x", (), (), {"steps": "\n".join(steps)})


def test_commands_that_are_all_named_there_are_known(tmp_path: Path) -> None:
    write(tmp_path, "CLAUDE.md", "Before a commit:\n\n```bash\nmise run lint\nmise run test\n```\n")
    assert Stated(tmp_path).holds(workflow("mise run lint", "mise run test"))
    assert not Stated(tmp_path).holds(workflow("mise run lint", "mise run deploy"))


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
