"""A machine of the test's own: its crontab, its systemd and its launchd are small programs that write to its folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.conftest import _sample, shop  # noqa: F401 — a sample project with a history

CRONTAB = """#!/bin/sh
case "$1" in
  -l) if [ -f "$FAKE/crontab" ]; then cat "$FAKE/crontab"; else echo "no crontab for ada" >&2; exit 1; fi ;;
  -r) rm "$FAKE/crontab" ;;
  -) sleep 0.05; cat > "$FAKE/crontab.$$" && mv "$FAKE/crontab.$$" "$FAKE/crontab" ;;
  *) exit 2 ;;
esac
"""
TELLS = """#!/bin/sh
echo "$(basename "$0") $*" >> "$FAKE/told"
exit "${FAKE_CODE:-0}"
"""


@dataclass(frozen=True)
class Machine:
    folder: Path

    @property
    def crontab(self) -> Path:
        return self.folder / "crontab"

    @property
    def told(self) -> list[str]:
        path = self.folder / "told"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    folder = tmp_path / "machine"
    (folder / "bin").mkdir(parents=True)
    for name, text in (("crontab", CRONTAB), ("systemctl", TELLS), ("launchctl", TELLS)):
        program = folder / "bin" / name
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("FAKE", str(folder))
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return Machine(folder)
