"""OpenClaw's workspace: its recall file is read and written as it does itself, its settings are heard, and where it
dreams itself Reverie does not promote as well."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie.layouts import shortterm
from reverie.layouts.openclaw import CONTENT, OPENCLAW
from reverie.promotion import judge, promote
from reverie.records.changes import ChangeSet, Put, Step
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.settings import Settings
from reverie.terms import arrangement, openclaw_dreaming
from tests.recall.builders import FACT, NOW, QUESTIONS, Memory

KEY = "memory:memory/2026-11-10.md:3:3"


def entry(**more: Any) -> dict[str, Any]:
    return {
        "key": KEY, "path": "memory/2026-11-10.md", "startLine": 3, "endLine": 3, "source": "memory", "snippet": FACT,
        "recallCount": 8, "totalScore": 7.6, "maxScore": 0.97, "firstRecalledAt": "2026-11-10T10:00:00.000Z",
        "lastRecalledAt": "2026-11-15T11:00:00.000Z", "queryHashes": ["a" * 12, "b" * 12, "c" * 12, "d" * 12, "e" * 12],
        **more,
    }  # fmt: skip


def workspace(*entries: dict[str, Any], day: str = f"# 2026-11-10\n\n- {FACT}\n", **whole: Any) -> Memory:
    memory = Memory(OPENCLAW)
    file = {"version": 1, "updatedAt": "x", "entries": {one["key"]: one for one in entries}, **whole}
    puts = [
        Put(shortterm.FILE, None, json.dumps(file).encode()),
        Put(Address("notes", "2026-11-10.md"), None, day.encode()),
        Put(CONTENT, None, b"# Memory\n\n## People\n\n- Ada\n"),
    ]
    memory.store.apply(ChangeSet("t", "ada", NOW, tuple(Step("w", (put,)) for put in puts)))
    return memory


def file_of(memory: Memory) -> dict[str, Any]:
    found = memory.store.read(shortterm.FILE)
    assert found is not None
    return dict(json.loads(found.content))


def page_of(memory: Memory) -> str:
    found = memory.store.read(CONTENT)
    assert found is not None
    return found.content.decode()


def test_its_own_recalls_promote_and_are_appended_as_it_does() -> None:
    memory = workspace(entry(unknown="kept"), later={"x": 1})
    outcome = promote(memory.scene(), by="ada")
    assert [one.key for one in outcome.done] == [KEY]
    text = page_of(memory)
    assert text.startswith("# Memory\n\n## People\n\n- Ada\n\n## Promoted From Short-Term Memory (2026-11-15)\n\n")
    assert f"<!-- openclaw-memory-promotion:{KEY} -->\n- {FACT} [score=" in text
    assert "recalls=8 avg=0.950 source=memory/2026-11-10.md:3-3]\n" in text
    file = file_of(memory)
    assert file["entries"][KEY]["promotedAt"] == "2026-11-15T12:00:00.000Z"
    assert file["entries"][KEY]["unknown"] == "kept" and file["later"] == {"x": 1}


def test_a_second_apply_changes_nothing() -> None:
    memory = workspace(entry())
    promote(memory.scene(), by="ada")
    text, file = page_of(memory), file_of(memory)
    again = promote(memory.scene(at=NOW + timedelta(hours=1)), by="ada")
    assert again.done == () and again.receipt is None
    assert (page_of(memory), file_of(memory)) == (text, file)


def test_lines_that_moved_are_found_again_and_vanished_ones_are_not() -> None:
    moved = workspace(entry(), day=f"# 2026-11-10\n\n- one\n- two\n- {FACT}\n")
    assert [one.source for one in promote(moved.scene(), by="ada").done] == ["memory/2026-11-10.md:5"]
    gone = workspace(entry(), day="# 2026-11-10\n\n- one\n")
    assert promote(gone.scene(), by="ada").done == ()


def test_our_recalls_are_counted_in_and_written_once() -> None:
    memory = workspace(entry(recallCount=1, totalScore=0.9, queryHashes=["a" * 12]))
    memory.ask(FACT)
    memory.ask(FACT, ["injected"], asked=False)
    one = judge(memory.scene())[0]
    assert one.recalled.count == pytest.approx(1 + len(QUESTIONS) + 0.25)
    promote(memory.scene(), by="ada")
    found = file_of(memory)["entries"][KEY]
    assert found["recallCount"] == 1 + len(QUESTIONS) and len(found["queryHashes"]) == 1 + len(QUESTIONS)
    promote(memory.scene(at=NOW + timedelta(hours=1)), by="ada")
    assert file_of(memory)["entries"][KEY]["recallCount"] == 1 + len(QUESTIONS)


def test_entries_it_promoted_itself_are_left_alone() -> None:
    memory = workspace(entry(promotedAt="2026-11-12T03:00:00.000Z"))
    assert judge(memory.scene())[0].refused == "promoted on 2026-11-12"


def test_raw_scores_are_set_against_what_a_sure_hit_scores_here() -> None:
    others = [entry(key=f"memory:memory/2026-11-0{n}.md:1:1", maxScore=0.5, totalScore=3.2) for n in range(1, 10)]
    found = shortterm.read(json.dumps({"version": 1, "entries": {o["key"]: o for o in [*others, entry()]}}).encode())
    assert shortterm.certain(found) == pytest.approx(0.5)
    assert shortterm.recalled(found, "notes")[0].relevance == pytest.approx(0.4 / 0.5)


def test_broken_entries_are_passed_over_and_a_broken_file_is_said() -> None:
    odd = [
        entry(key="a", recallCount="x"),
        entry(key="b", path="../../etc/passwd"),
        entry(key="c", lastRecalledAt=None),
    ]
    found = shortterm.read(json.dumps({"version": 1, "entries": {o["key"]: o for o in odd} | {"d": 3}}).encode())
    assert shortterm.recalled(found, "notes") == []
    for bad in (b"{", b"[]", b'{"version": 2, "entries": {}}'):
        with pytest.raises(BadDocument):
            shortterm.read(bad)


def test_the_file_is_bounded_and_what_is_worth_least_goes_first() -> None:
    worth = [entry(key=f"k{n}", totalScore=n) for n in range(5)] + [entry(key="done", totalScore=99, promotedAt="2026")]
    found = shortterm.read(json.dumps({"version": 1, "entries": {o["key"]: o for o in worth}}).encode())
    kept = json.loads(shortterm.added(found, [], {}, NOW, 3))["entries"]
    assert list(kept) == ["k2", "k3", "k4"]


CONFIG = """{
  // nightly
  plugins: { entries: { "memory-core": { config: { dreaming: {
    "mode": "%s", frequency: "0 5 * * *", timezone: "Europe/Paris", limit: 4, minScore: 0.6,
    /* few */ minRecallCount: 2,
  } } } } },
}"""


def test_its_settings_are_heard_and_ours_win(tmp_path: Path) -> None:
    (tmp_path / "openclaw.json").write_text(CONFIG % "off")
    theirs = openclaw_dreaming({"OPENCLAW_STATE_DIR": str(tmp_path)}, tmp_path)
    found = arrangement(Settings(dreaming_mode="core", dreaming_recalls=5), theirs)
    assert found.mode is not None and not found.other
    assert (found.terms.gates.score, found.terms.gates.recalls, found.terms.gates.questions) == (0.6, 5, 2)
    assert (found.mode.cadence, str(found.zone), found.terms.limit) == ("0 5 * * *", "Europe/Paris", 4)
    due = found.next_run(NOW)
    assert due is not None and due.isoformat() == "2026-11-16T04:00:00+00:00"


@pytest.mark.parametrize("text", [CONFIG % "rem", CONFIG.replace('"mode": "%s"', "enabled: true")])
def test_where_it_dreams_itself_we_do_not(tmp_path: Path, text: str) -> None:
    (tmp_path / "openclaw.json").write_text(text)
    found = arrangement(
        Settings(dreaming_mode="core"), openclaw_dreaming({"OPENCLAW_STATE_DIR": str(tmp_path)}, tmp_path)
    )
    assert found.other and found.next_run(NOW) is None


def test_no_configuration_says_nothing(tmp_path: Path) -> None:
    assert openclaw_dreaming({}, tmp_path) is None
    assert not shortterm.dreaming("{{{").is_on and not shortterm.dreaming("").is_on
