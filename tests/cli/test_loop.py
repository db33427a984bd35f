"""The whole learning loop as a person meets it: run, show, decide, sync, ask why, and take it all back."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.store.builders import tree

NEEDED = "Error: rationale is required for graduation — non-negotiable"
WHY = "Both renames broke the nightly report, which reads the old column; a backfill in the same change prevents it."
RULES = ".agent/memory/semantic/rules/auto-dream"


def waiting(shell: Shell, signal: str = "revert_cluster") -> str:
    ids: list[str] = [found["id"] for found in shell("list", "--json").json if found["signal"] == signal]
    return ids[0]


def graduated(shell: Shell) -> str:
    id = waiting(shell)
    shell("graduate", id, "--rationale", WHY)
    return id


def visible(shell: Shell) -> dict[str, bytes]:
    """Everything a person or an agent sees: not the private folder, not git's."""
    private = (".git/", ".agent/local/")
    return {path: content for path, content in tree(shell.folder).items() if not path.startswith(private)}


def decide_in_file(shell: Shell, id: str, verdict: str) -> Path:
    path = shell.folder / ".agent" / "dream" / "candidates" / f"{id}.md"
    text = path.read_text().replace("decision:\n", f"decision: {verdict}\n")
    path.write_text(text.replace("rationale:\n", f'rationale: "{WHY}"\n'))
    return path


def test_a_first_dream_proposes_what_keeps_happening_and_says_what_to_do_next(shop: Shell) -> None:
    before = visible(shop)
    told = shop("run")
    found = shop("list", "--json").json
    assert {"repeat_fix", "revert_cluster", "frequent_failure", "cross_actor_anti"} <= {c["signal"] for c in found}
    assert f"Next:  reverie show {found[0]['id'][:4]}" in told.talk
    assert "Nothing changed outside .agent/" in told.talk
    assert {path for path in visible(shop) if not path.startswith(".agent/")} == set(before)


def test_a_candidate_shows_its_evidence_and_calls_me_you(dreamt: Shell) -> None:
    shown = dreamt("show", waiting(dreamt, "repeat_fix")[:5]).out
    assert "services/auth/jwt.py" in shown
    assert "you  " in shown
    assert "Bob  " in shown
    assert "ada@example.org" not in shown
    assert "reverie graduate" in shown


@pytest.mark.parametrize("verb", ["graduate", "reject"])
@pytest.mark.parametrize("given", [[], ["--rationale", ""], ["--rationale", " \n\t "], ["--rationale", "…"]])
def test_no_decision_without_a_rationale(dreamt: Shell, verb: str, given: list[str]) -> None:
    before = visible(dreamt)
    failed = dreamt(verb, waiting(dreamt), *given, code=1)
    assert failed.talk.splitlines()[0] == NEEDED
    assert failed.talk.splitlines()[1].startswith("hint: ")
    assert (failed.out, visible(dreamt)) == ("", before)


def test_a_thin_rationale_is_taken_with_a_warning(dreamt: Shell) -> None:
    one, other = waiting(dreamt), waiting(dreamt, "repeat_fix")
    said = dreamt("graduate", one, "--rationale", "seems important")
    assert "warning: a thin rationale" in said.talk
    assert f"reverie rerationale {one}" in said.talk
    assert "warning: a thin rationale" in dreamt("reject", other, "--rationale", "nah").talk
    assert "warning" not in dreamt("rerationale", one, "--rationale", WHY).talk
    (rule,) = dreamt("list", "--rules", "--json").json
    assert rule["rationale"] == WHY


def test_a_graduate_is_a_rule_with_all_one_needs_in_six_months(dreamt: Shell) -> None:
    id = waiting(dreamt)
    said = dreamt("graduate", id[:5], "--rationale", WHY)
    path = said.out.split("→ ")[1].strip()
    text = (dreamt.folder / path).read_text()
    assert path.startswith(RULES)
    assert WHY in text
    assert "graduated_by: ada@example.org" in text
    assert "## Evidence" in text
    assert "next: reverie sync" in said.talk
    assert id not in {c["id"] for c in dreamt("list", "--json").json}
    assert "by you" in dreamt("show", id).out
    again = dreamt("graduate", id, "--rationale", WHY, code=1)
    assert "decided already: graduated" in again.talk


def test_another_sentence_and_one_from_the_editor(dreamt: Shell, tmp_path: Path) -> None:
    empty = dreamt("graduate", waiting(dreamt), "--rationale", WHY, "--rule", " ", code=1)  # an unset variable
    assert "this cannot be a rule" in empty.talk
    dreamt("graduate", waiting(dreamt), "--rationale", WHY, "--rule", "Rename a column only with a backfill.")
    closed = dreamt("graduate", waiting(dreamt, "repeat_fix"), "--rationale", WHY, "--edit", code=1, EDITOR="true")
    assert "nothing was decided" in closed.talk
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "Touch tokens only with tests.\\n# a remark\\n" > "$1"\n')
    editor.chmod(0o755)
    dreamt("graduate", waiting(dreamt, "repeat_fix"), "--rationale", WHY, "--edit", EDITOR=str(editor))
    found = {rule["sentence"] for rule in dreamt("list", "--rules", "--json").json}
    assert found == {"Rename a column only with a backfill.", "Touch tokens only with tests."}


def test_commit_takes_the_files_of_the_decision_and_nothing_else(dreamt: Shell) -> None:
    (dreamt.folder / "mine.txt").write_text("half done\n")
    dreamt.git("add", "mine.txt")
    dreamt("graduate", waiting(dreamt), "--rationale", WHY, "--commit")
    files = dreamt.git("show", "--name-only", "--format=").split()
    assert len(files) == 2
    assert all(path.startswith((".agent/dream/graduated/", RULES)) for path in files)
    assert "A  mine.txt" in dreamt.git("status", "--porcelain")
    assert dreamt.git("log", "-1", "--format=%ae").strip() == "ada@example.org"


def test_nothing_is_staged_unless_asked(dreamt: Shell) -> None:
    head = dreamt.git("rev-parse", "HEAD")
    graduated(dreamt)
    dreamt("reject", waiting(dreamt, "repeat_fix"), "--rationale", WHY)
    dreamt("sync")
    assert dreamt.git("diff", "--cached", "--name-only") == ""
    assert dreamt.git("rev-parse", "HEAD") == head


def test_a_decision_in_the_file_counts_when_it_is_committed_and_is_its_authors(dreamt: Shell) -> None:
    one, other = waiting(dreamt), waiting(dreamt, "repeat_fix")
    committed = decide_in_file(dreamt, one, "graduate")
    dreamt.git("add", str(committed))
    author = ("-c", "user.name=Bob", "-c", "user.email=bob@example.org")
    dreamt.git(*author, "commit", "-q", "-m", "Decide", "--", str(committed))
    left = decide_in_file(dreamt, other, "reject")
    told = dreamt("run")
    (rule,) = dreamt("list", "--rules", "--json").json
    assert (rule["by"], rule["rationale"]) == ("bob@example.org", WHY)
    assert "not committed yet" in told.talk
    assert "Bob graduated" in told.talk
    assert left.exists()
    assert "by Bob" in dreamt("show", rule["id"]).out.replace("By        ", "by ")


def test_running_twice_changes_nothing(dreamt: Shell) -> None:
    graduated(dreamt)
    before = visible(dreamt)
    told = dreamt("run", "--again")
    assert visible(dreamt) == before
    assert "Nothing new. Last change: today" in told.talk
    idle = dreamt("run")
    assert "nothing new since today" in idle.talk
    assert visible(dreamt) == before
    assert "changed nothing" in dreamt("status").out


def test_a_second_clone_finds_the_same_candidates(dreamt: Shell, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "-q", dreamt.folder, tmp_path / "clone"], check=True)
    clone = Shell(tmp_path / "clone")
    clone("run", USER="mate")
    assert [c["id"] for c in clone("list", "--json").json] == [c["id"] for c in dreamt("list", "--json").json]
    mine, theirs = visible(dreamt), visible(clone)
    papers = [path for path in mine if "/candidates/" in path]
    assert [theirs[path] for path in papers] == [mine[path] for path in papers]


def test_sync_shows_checks_writes_and_respects_what_people_wrote(dreamt: Shell) -> None:
    claude = dreamt.folder / "CLAUDE.md"
    theirs = claude.read_bytes()
    graduated(dreamt)
    assert "+- Two reverts in " in dreamt("sync", "--dry-run").out
    assert "out of date: CLAUDE.md" in dreamt("sync", "--check", code=1).talk
    assert claude.read_bytes() == theirs
    assert dreamt("sync").out == "wrote CLAUDE.md\n"
    assert claude.read_bytes().startswith(theirs)
    assert "up to date" in dreamt("sync", "--check").talk
    claude.write_text(claude.read_text().replace("before a change like that", "perhaps before a change like that"))
    assert "not written" in dreamt("sync", code=1).talk
    assert "perhaps before" in claude.read_text()
    dreamt("sync", "--force")
    assert "perhaps before" not in claude.read_text()


def test_why_leads_from_a_line_back_to_the_commits(dreamt: Shell) -> None:
    id = graduated(dreamt)
    dreamt("sync")
    lines = (dreamt.folder / "CLAUDE.md").read_text().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if "(rule " in line)
    told = dreamt("why", f"CLAUDE.md:{number}").out
    assert told.startswith(f'CLAUDE.md:{number}  "Two reverts in ')
    assert "graduated by you, today" in told
    assert f"candidate {id}" in told
    assert told.count('Revert "feat(db)') == 2
    assert "no line of a rule" in dreamt("why", "CLAUDE.md:1", code=1).talk
    inside = Shell(dreamt.folder / "services")
    assert inside("why", f"../CLAUDE.md:{number}").out.splitlines()[1:] == told.splitlines()[1:]
    assert inside("why", f"CLAUDE.md:{number}").out == told
    assert "no candidate, rule or note" in dreamt("why", "nonsense", code=1).talk


def test_taking_everything_back_gives_the_tree_back(shop: Shell) -> None:
    before = visible(shop)
    shop("run")
    graduated(shop)
    shop("reject", waiting(shop, "repeat_fix"), "--rationale", WHY)
    shop("remember", "staging deploys need the VPN profile eu-2")
    shop("sync")
    shop("undo", "--to", shop("history", "--json").json[-1]["id"])
    assert visible(shop) == before
    assert "nothing to undo" in shop("undo", code=1).talk


def test_reading_goes_on_while_somebody_keeps_the_index_to_himself(dreamt: Shell) -> None:
    dreamt("list")
    holder = sqlite3.connect(dreamt.folder / ".agent/local/cache/index.sqlite", isolation_level=None)
    holder.execute("begin immediate")
    told = dreamt("list")
    assert "repeat_fix" in told.out
    assert "note: another program keeps the index to itself" in told.talk
    holder.execute("rollback")
    assert "note" not in dreamt("list").talk


def test_a_candidate_that_takes_anothers_place_says_so(dreamt: Shell) -> None:
    (old,) = (c["id"] for c in dreamt("list", "--json").json if c["files"] == ["services/auth/jwt.py"])
    entry = "\n## BUG-008: tokens are taken on trust\n- Files: services/auth/jwt.py\n- Tags: token, clock, key\n"
    registry = dreamt.folder / "docs" / "bug-registry.md"
    registry.write_text(registry.read_text() + entry)
    told = dreamt("run")
    assert f"replaced  {old} by " in told.talk
    new = told.talk.split(f"replaced  {old} by ")[1].split(":")[0]
    assert f"by candidate {new}" in dreamt("show", old).out
    assert f"was replaced by {new}" in dreamt("graduate", old, "--rationale", WHY, code=1).talk
    assert "decided before" not in told.talk
    assert "1 replaced" in dreamt("status").out
    dreamt("undo")
    assert old in {c["id"] for c in dreamt("list", "--json").json}


def test_a_night_that_was_taken_back_is_not_told_as_new_again(dreamt: Shell) -> None:
    dreamt("undo")
    night = dreamt("run", "--again")
    assert "held back" in night.talk
    assert "reverie undo ID takes it back" in night.talk
    assert "Nothing to do." in night.talk
    told = dreamt("report", "--json").json
    assert told["skipped"] and told["new"] == [] and told["insights"] == {}
