"""`reverie tick` and the gates in `status --deep`, as a person or a crontab meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie import wiring
from reverie.doors.cli import quick
from reverie.doors.cli.quick import answered
from reverie.records.logs import LogRecord
from reverie.wiring import gates
from reverie.wiring.ledger import LOG, Ledger
from tests.cli.shell import Shell, repository
from tests.recall.builders import FACT, QUESTIONS
from tests.recall.test_doors import recall


@pytest.fixture
def shop(tmp_path: Path) -> Shell:
    """A memory with a fact that is ripe, and a mode that was switched on three days ago."""
    shell = repository(tmp_path / "shop")
    shell("remember", FACT)
    recall(shell, FACT, QUESTIONS)
    shell("mode", "core")
    write(shell, LogRecord("seen", "reverie", wiring.now() - timedelta(days=3), {"gate": "promotion", "what": "core"}))
    write(shell, LogRecord("ran", "reverie", wiring.now(), {"gate": "dream"}))
    return shell


def write(shell: Shell, *records: LogRecord, log: str = LOG) -> None:
    store = wiring.open_store(wiring.find_project(shell.folder))
    store.append(log, records)
    store.close()


def ran(shell: Shell, gate: str) -> list[LogRecord]:
    store = wiring.open_store(wiring.find_project(shell.folder))
    found = [r for r in store.records(LOG) if isinstance(r, LogRecord) and r.kind == "ran"]
    return [record for record in found if record.facts.get("gate") == gate]


def gate(shell: Shell, name: str, *words: str) -> dict[str, object]:
    told = shell(*(words or ("tick", "--json"))).json
    found = told["promotion"]["runs"] if words else told["gates"]
    return next(one for one in found if one["name"] == name)


def test_a_tick_promotes_what_is_ripe_once_and_says_what_it_did(shop: Shell) -> None:
    before = gate(shop, "promotion", "status", "--deep", "--json")
    assert before["due"] is True
    done = gate(shop, "promotion")
    assert done["outcome"] == "1 promoted of 1 recalled" and done["failed"] is None
    assert "deploys-go-out" in (shop.folder / ".agent" / "memory" / "MEMORY.md").read_text()
    assert [record.facts["outcome"] for record in ran(shop, "promotion")] == ["1 promoted of 1 recalled"]
    again = gate(shop, "promotion")
    assert again["due"] is False and again["outcome"] is None and again["next"]
    assert len(ran(shop, "promotion")) == 1
    assert shop("status", "--deep", "--json").json["promotion"]["heartbeat"] == "alive"
    assert "by=" not in shop("history").out and "promote 1 memory" in shop("history").out


def test_its_limit_holds(shop: Shell) -> None:
    shop("remember", "The office closes at eight in winter")
    recall(shop, "The office closes at eight in winter", QUESTIONS)
    config = shop.folder / ".agent" / "config.yaml"
    config.write_text(config.read_text() + "  limit: 1\n")
    assert gate(shop, "promotion")["outcome"] == "1 promoted of 2 recalled"


def test_a_mode_just_switched_on_waits_for_its_hour(tmp_path: Path) -> None:
    shell = repository(tmp_path / "new")
    shell("remember", FACT)
    recall(shell, FACT, QUESTIONS)
    assert "the mode is off" in str(gate(shell, "promotion")["reason"])
    shell("mode", "rem")
    first = gate(shell, "promotion")
    assert first["due"] is False and first["next"]
    config = shell.folder / ".agent" / "config.yaml"
    config.write_text(config.read_text() + "  timezone: Asia/Kathmandu\n")
    following = datetime.fromisoformat(str(gate(shell, "promotion")["next"]))
    assert following.astimezone(UTC).minute == 15  # midnight, six, noon there


def test_the_dream_runs_when_something_is_new_and_at_most_every_six_hours(tmp_path: Path) -> None:
    shell = repository(tmp_path / "quiet")
    shell("remember", FACT)
    assert gate(shell, "dream")["outcome"] == "changed nothing"
    soon = gate(shell, "dream")
    assert soon["due"] is False and "at most one in 6 h" in str(soon["reason"])
    later = wiring.now() + timedelta(hours=7)
    project = wiring.find_project(shell.folder)
    assert "nothing is new" in dict(gates.verdicts(project, later))["dream"].reason
    (shell.folder / "a.txt").write_text("a")
    shell.git("add", "a.txt")
    shell.git("commit", "-q", "-m", "add a")
    assert dict(gates.verdicts(project, later))["dream"].due


def test_status_deep_tells_reasons_and_local_time(shop: Shell) -> None:
    shop("tick")
    told = shop("status", "--deep", TZ="America/New_York").out
    assert "By itself    dream         not due: the last dream began" in told
    assert "By itself    promotion     not due: core runs daily at 3 AM; next " in told
    assert "EST" in told or "EDT" in told


FULL = """
import sys
import reverie.promotion
from reverie.records.errors import StoreFull

def full(*_, **__):
    raise StoreFull(what="the memory")

reverie.promotion.promote = full
from reverie.doors.cli.main import main
sys.argv = ["reverie", "tick"]
main()
"""


def test_a_failure_is_told_written_down_and_not_tried_again_at_once(shop: Shell) -> None:
    done = subprocess.run([sys.executable, "-c", FULL], cwd=shop.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "no room left" in done.stdout
    assert "promotion was due and could not be done: no room left" in done.stderr and "hint: " in done.stderr
    assert "no room left" in str(ran(shop, "promotion")[0].facts["failed"])
    assert gate(shop, "promotion")["due"] is False
    assert "Heartbeat    failed today" in shop("status", "--deep").out


def test_many_at_the_same_moment_promote_once(shop: Shell) -> None:
    command = [sys.executable, "-m", "reverie", "tick"]
    crowd = [
        subprocess.Popen(command, cwd=shop.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        for _ in range(4)
    ]
    assert [one.wait(120) for one in crowd] == [0] * 4
    assert len(ran(shop, "promotion")) == 1


def test_the_next_tick_says_the_same_without_asking_until_something_changes(shop: Shell) -> None:
    shop("tick")
    shop("tick")
    first = shop("tick")
    kept = shop.folder / ".agent" / "local" / "cache" / "tick.json"
    marked = json.loads(kept.read_text())
    changed = {**marked, "text": marked["text"] + " as before"}
    del changed["check"]
    kept.write_text(json.dumps({**changed, "check": quick._check(changed)}))
    assert shop("tick").out == first.out.rstrip("\n") + " as before\n"
    assert [gate["name"] for gate in shop("tick", "--json").json["gates"]][:3] == [
        "dream",
        "consolidation",
        "promotion",
    ]
    (shop.folder / "src").mkdir()
    assert Shell(shop.folder / "src")("tick").out.endswith(" as before\n")
    shop("mode", "rem")
    assert "rem runs every 6 hours" in shop("tick").out
    for wrong in ("{", json.dumps({**marked, "at": marked["at"] + 3600}), json.dumps({**marked, "until": 9e12}), "[]"):
        kept.write_text(wrong)
        assert "not due" in shop("tick").out and "as before" not in shop("tick").out
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "text": "\x1b[2J"}))
    assert "\x1b" not in shop("tick").out


def test_when_the_hour_comes_it_asks(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shop("tick")
    shop("tick")
    kept = json.loads((shop.folder / ".agent" / "local" / "cache" / "tick.json").read_text())
    monkeypatch.chdir(shop.folder)
    monkeypatch.setattr("reverie.doors.cli.quick._mark", lambda _root: kept["mark"])
    assert answered(["tick"], kept["until"] - 1)
    assert not answered(["tick"], kept["until"])
    assert not answered(["tick"], kept["at"] - 1)
    assert not answered(["status"], kept["at"])


def test_nothing_heavy_is_imported_when_nothing_is_due(shop: Shell) -> None:
    shop("tick")
    (shop.folder / ".agent" / "local" / "cache" / "tick.json").unlink(missing_ok=True)
    code = (
        "import sys; from reverie.doors.cli.main import reverie; reverie.main(['tick'], standalone_mode=False);"
        "heavy = [m for m in ('numpy', 'sqlite3', 'reverie.night', 'reverie.promotion', 'reverie.store.folder',"
        " 'reverie.remember.intents', 'reverie.cage', 'reverie.tidying') if m in sys.modules]; sys.exit(repr(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=shop.folder, capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"


def test_without_a_memory_nothing_is_due_and_nothing_is_made(tmp_path: Path) -> None:
    shell = repository(tmp_path / "bare")
    assert "nothing is due" in shell("tick").talk
    assert shell("tick", "--json").json == {"gates": []}
    assert not (shell.folder / ".agent").exists()


def test_consolidation_knows_the_sessions_of_this_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = repository(tmp_path / "talk")
    shell("remember", FACT)
    home = tmp_path / "claude"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home))
    folder = home / "projects" / str(shell.folder).replace("/", "-").replace("_", "-").replace(".", "-")
    folder.mkdir(parents=True)
    now = wiring.now()
    for n in range(5):
        line = (
            f'{{"type":"user","sessionId":"s{n}","cwd":"{shell.folder}","message":{{"role":"user","content":"hi"}}}}\n'
        )
        (folder / f"s{n}.jsonl").write_text(line)
        old = (now - timedelta(hours=n + 1)).timestamp()
        os.utime(folder / f"s{n}.jsonl", (old, old))
    ledger = Ledger(wiring.find_project(shell.folder))
    assert gates.ask_consolidation(ledger, now).due
    assert "4 of 5" in gates.ask_consolidation(ledger, now, current="s3").reason
    write(shell, LogRecord("ran", "reverie", now - timedelta(hours=2), {"gate": "consolidation"}))
    assert "2 h ago" in gates.ask_consolidation(ledger, now).reason


def test_consolidation_waits_for_five_sessions_and_says_so(shop: Shell) -> None:
    assert gate(shop, "consolidation")["reason"] == "0 of 5 sessions since; there was none yet"


def test_consolidation_can_be_switched_off(shop: Shell) -> None:
    config = shop.folder / ".agent" / "config.yaml"
    config.write_text((config.read_text() if config.exists() else "") + "\ndream:\n  consolidate: off\n")
    assert "switched off" in str(gate(shop, "consolidation")["reason"])
