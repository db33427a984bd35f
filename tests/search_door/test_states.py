"""A hit says whether it still agrees with the code: what a night found out is told wherever an agent meets the note."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import reverie
from reverie.doors.hooks.start import what_to_know
from tests.cli.shell import Shell, repository
from tests.hooks.agent import hook
from tests.mcp.client import asked, over_stdio, run

OWN, FOREIGN = ".agent/memory", ".claude/memory"
RELEASE = "Cutting a release means running `scripts/release.py` from a clean checkout."
SETTINGS = "The billing settings are read in `src/billing.py` when the worker starts."
LUNCH = "The team has lunch together on Thursdays in the old canteen."
PARTS = f"""{SETTINGS}

Invoices go out on the third working day of every month.

{RELEASE}
"""


def _note(folder: Path, name: str, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: {name}\ncreated: 2026-01-02\n---\n\n{text}\n")


@pytest.fixture(params=[OWN, FOREIGN])
def shop(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A night looked at three notes after the script of one was deleted. In another agent's memory nothing is written
    into its notes."""
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    shell = repository(tmp_path / "shop")
    for path in ("scripts/release.py", "src/billing.py"):
        (shell.folder / path).parent.mkdir(exist_ok=True)
        (shell.folder / path).write_text("def main() -> None: ...\n")
    _commit(shell, "feat: begin", "2026-01-01T08:00:00Z")
    (shell.folder / "scripts/release.py").unlink()
    _commit(shell, "chore: releases are made by the forge", "2026-02-01T08:00:00Z")
    notes = shell.folder / request.param
    for name, text in (("release", RELEASE), ("settings", SETTINGS), ("lunch", LUNCH)):
        _note(notes, name, text)
    if request.param == FOREIGN:
        (shell.folder / ".agent").mkdir()
        config = "memory: {layout: claude-code, root: .claude/memory}\n"
        (shell.folder / ".agent/config.yaml").write_text(config)
        (notes / "MEMORY.md").write_text("".join(f"- [{n}]({n}.md) — {n}\n" for n in ("release", "settings", "lunch")))
    before = (notes / "release.md").read_bytes()
    shell("run")
    assert ((notes / "release.md").read_bytes() == before) == (request.param == FOREIGN)
    return shell


def _commit(shell: Shell, message: str, at: str) -> None:
    shell.git("add", "-A")
    shell.git("-c", f"user.name=Ada {at[:4]}", "commit", "-q", "-m", message, f"--date={at}")


def _hit(shell: Shell, question: str) -> dict[str, Any]:
    found: dict[str, Any] = shell("search", question, "--json").json["hits"][0]
    return found


def test_search_says_what_is_gone_what_is_there_and_what_nobody_can_check(shop: Shell) -> None:
    gone = _hit(shop, "how is a release cut?")
    assert gone["text"] == RELEASE
    assert gone["check"]["state"] == "doubted"
    assert gone["check"]["reason"].startswith("names `scripts/release.py`, which is gone (deleted in ")
    assert gone["verified"] == f"doubted: {gone['check']['reason']}"
    there = _hit(shop, "where are the billing settings read?")
    assert (there["text"], there["check"]["state"]) == (SETTINGS, "verified")
    assert there["check"]["reason"] == "`src/billing.py` is there" and len(there["check"]["on"]) == 10
    plain = _hit(shop, "where does the team have lunch?")
    assert (plain["text"], plain["verified"], plain["check"]["state"]) == (LUNCH, None, "unverified")
    told = shop("search", "how is a release cut?").out
    assert "doubted: names `scripts/release.py`, which is gone" in told
    with reverie.open(shop.folder) as memory:
        assert memory.search("how is a release cut?")[0].check.state == "doubted"


def test_agents_are_told_over_mcp_and_by_both_hooks(shop: Shell) -> None:
    async def story() -> None:
        async with over_stdio(shop.folder) as client:
            found = await asked(client, "memory_search", query="how is a release cut?")
            assert "doubted: names `scripts/release.py`, which is gone" in found.splitlines()[0]
            found = await asked(client, "memory_search", query="where are the billing settings read?")
            assert "`src/billing.py` is there" in found.splitlines()[0]

    run(story())
    config = shop.folder / ".agent/config.yaml"
    config.write_text((config.read_text() if config.exists() else "") + "hooks: {recall: true}\n")
    prompt = "is cutting a release from a clean checkout still by running a script?"
    event = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": prompt}
    reminded = json.loads(hook(shop.folder, "recall", event))["hookSpecificOutput"]["additionalContext"]
    assert "doubted: names `scripts/release.py`, which is gone" in reminded
    lines = what_to_know(str(shop.folder), "codex", 0.0).splitlines()
    (pointer,) = (line for line in lines if "release.md" in line)
    assert "doubted: names `scripts/release.py`, which is gone" in pointer
    (pointer,) = (line for line in lines if "settings.md" in line)
    assert "`src/billing.py` is there" in pointer
    (pointer,) = (line for line in lines if "lunch.md" in line)
    assert pointer.endswith("· not verified)")


def test_what_changed_since_it_was_looked_up_is_stale(shop: Shell) -> None:
    (shop.folder / "src/billing.py").unlink()
    (shop.folder / "scripts").mkdir(exist_ok=True)
    (shop.folder / "scripts/release.py").write_text("back = True\n")
    _commit(shop, "refactor: no billing, and the script is back", "2026-03-01T08:00:00Z")
    settings = _hit(shop, "where are the billing settings read?")
    assert settings["check"]["state"] == "stale"
    assert settings["verified"].startswith("stale: the code changed since `src/billing.py` was checked on 20")
    assert _hit(shop, "how is a release cut?")["check"]["state"] == "stale"


def test_a_note_nobody_looked_at_is_not_said_to_hold(shop: Shell) -> None:
    notes = shop.folder / (OWN if (shop.folder / OWN / "lunch.md").exists() else FOREIGN)
    _note(notes, "later", "Worker crashes are explained in `docs/crashes.md` and nowhere else.")
    found = _hit(shop, "where are worker crashes explained?")
    assert (found["check"]["state"], found["verified"]) == ("unverified", None)
    assert found["check"]["reason"] == "`docs/crashes.md` not checked yet"


def test_a_doubt_counts_for_the_rest_of_its_note_and_is_told_beside_what_holds(shop: Shell) -> None:
    notes = shop.folder / (OWN if (shop.folder / OWN / "lunch.md").exists() else FOREIGN)
    for name in ("release", "settings", "lunch"):
        (notes / f"{name}.md").unlink()
    _note(notes, "parts", PARTS)
    shop("run", "--again")
    invoices = _hit(shop, "when do invoices go out?")
    assert invoices["check"]["state"] == "doubted"
    assert invoices["check"]["reason"].startswith("its note names `scripts/release.py`, which is gone")
    settings = _hit(shop, "where are the billing settings read?")
    assert settings["check"]["state"] == "verified"
    assert "; elsewhere its note names `scripts/release.py`, which is gone" in settings["check"]["reason"]


def test_without_a_log_the_doubt_in_a_header_counts(tmp_path: Path) -> None:
    shell = repository(tmp_path / "clone")
    _note(shell.folder / OWN, "release", RELEASE)
    note = shell.folder / OWN / "release.md"
    note.write_text(note.read_text().replace("---\n", "---\ndoubt: '`scripts/release.py` is gone'\n", 1))
    found = _hit(shell, "how is a release cut?")
    assert found["verified"] == "doubted: its note is doubted: `scripts/release.py` is gone"
