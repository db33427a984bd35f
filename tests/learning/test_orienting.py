"""Orient: what a night finds doubtful before it gathers."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from reverie import wiring
from reverie.layouts import insightfile, proposals
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.doubts import LOG, SIGHTING, Doubt, Sighting, facts_of
from reverie.records.insights import Insight, Status, Type, address_of
from reverie.records.logs import LogRecord
from reverie.records.proposals import Proposal
from tests.transcripts.nights import repository

NOW = datetime(2026, 3, 20, tzinfo=UTC)


def _insight(id: str, kind: Type, text: str, confidence: str = "high", status: Status = Status.ACTIVE) -> Insight:
    day = date(2026, 3, 19)
    return Insight(id, kind, text, text, confidence, "seen", day, day, ("s1", "s2"), (), status=status)


def _orient(folder: Path, notes: dict[str, str], papers: tuple[tuple[Address, bytes], ...] = ()) -> dict[str, Doubt]:
    project = repository(folder)
    memory = project.agent / "memory"
    memory.mkdir(parents=True)
    (project.agent / "format").write_text("reverie 1\n")
    for name, text in notes.items():
        (memory / f"{name}.md").write_text(text)
    for address, content in papers:
        path = (project.agent if address.root == "agent" else memory) / address.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    store = wiring.open_store(project)
    seen = Sighting("memory:old.md", "note", "old", "user", "aaaa1111", "a.jsonl", 7, "that is over")
    store.append(LOG, [LogRecord(SIGHTING, "ada", NOW, facts_of(seen))])
    store.index.refresh(full=True)
    found = wiring.night.orient(project, store)
    assert ("looks for" in found.told) == bool(found.doubts)
    return {doubt.key: doubt for doubt in found.doubts}


def test_a_sound_memory_has_no_doubts(tmp_path: Path) -> None:
    assert _orient(tmp_path / "shop", {"deploy": "---\ntitle: deploy\n---\nDeploys go through staging.\n"}) == {}


def test_notes_that_speak_of_what_is_gone_or_are_unsure_are_looked_for(tmp_path: Path) -> None:
    notes = {
        "old": "---\ntitle: Old ways\ndoubt: '`scripts/ship.sh` is gone'\n---\nShip with `scripts/ship.sh`.\n",
        "vpn": "---\ntitle: Which VPN profile staging needs\nconfidence: low\n---\nProbably eu-2.\n",
        "sure": "---\ntitle: Sure\nconfidence: high\n---\nYes.\n",
        "left": "---\ntitle: Left\ndoubt: '`a/b.py` is gone'\nstatus: deprecated\n---\nNo.\n",
    }
    found = _orient(tmp_path / "shop", notes)
    assert set(found) == {"memory:old.md", "memory:vpn.md"}
    assert found["memory:old.md"].names == ("scripts/ship.sh",)
    assert found["memory:old.md"].seen == "user: “that is over” (session aaaa1111, line 7)"
    assert {"vpn", "profil", "stage"} <= set(found["memory:vpn.md"].words)


def test_contradictions_that_wait_are_looked_for_and_other_proposals_are_not(tmp_path: Path) -> None:
    step = Step("which?", (Put(Address("memory", "a.md"), None, b"x"),))
    made = (
        Proposal("a" * 12, "t", "`api` says the port is 8080, `ops` says 9090", (step,), kinds=("supersede",)),
        Proposal("b" * 12, "t", "two notes are alike", (step,), kinds=("merge",)),
        Proposal("c" * 12, "t", "the port is 8081 or 9091", (step,), kinds=("supersede",), status="declined"),
    )
    papers = tuple((proposals.address_of(one.id, private=False), proposals.text(one)) for one in made)
    found = _orient(tmp_path / "shop", {}, papers)
    assert set(found) == {"aaaaaaaaaaaa"}
    assert found["aaaaaaaaaaaa"].names == ("8080", "9090")


def test_open_gaps_and_unsure_insights_are_looked_for(tmp_path: Path) -> None:
    some = (
        _insight("111111111111", Type.GAP, "Nobody knows why the nightly export stalls: asked in 3 sessions"),
        _insight("222222222222", Type.ERROR, "`npm test` fails on Mondays", confidence="low"),
        _insight("333333333333", Type.ERROR, "`npm test` fails on Tuesdays"),
        _insight("444444444444", Type.GAP, "It was solved since", status=Status.RESOLVED),
    )
    found = _orient(tmp_path / "shop", {}, tuple((address_of(one.id), insightfile.text(one)) for one in some))
    assert {key: doubt.kind for key, doubt in found.items()} == {"111111111111": "gap", "222222222222": "insight"}
