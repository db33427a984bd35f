"""What became of claims, in real small repositories: what holds, what is gone, where it went, what cannot be told."""

from __future__ import annotations

import json
import re
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from reverie import cage
from reverie.gather.codebase import Snapshot, look_up
from reverie.gather.codebase.snapshot import alternatives
from reverie.records.verification import Verdict
from reverie.remember.claims import claims
from reverie.tools.git import Git
from tests.gather.repo import Repo, day

RULES = "import json\n\n\ndef load_rules(path):\n    return json.load(open(path))\n\n\nclass RuleBook:\n    pass\n"
PACKAGE = {"scripts": {"build": "x", "lint": "y"}, "dependencies": {"left-pad": "^1.3.0", "react": "^18.2.0"}}
CONFIG = """[project]
name = "shop"
dependencies = ["click>=8.1"]
[project.scripts]
serve = "a:b"
[tool.ruff]
line-length = 120
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A shop that was written, and rewritten a little later."""
    repo = Repo(tmp_path / "shop")
    repo.write("src/rules.py", RULES)
    repo.write(
        "src/cart.py", "from rules import load_rules\n\nMAX_ITEMS = 5\n\n\ndef total_price(items):\n    return 0\n" * 3
    )
    repo.write("src/legacy/mailer.py", "def send_mail(to):\n    pass\n")
    repo.write("src/legacy/queue_worker.py", "def work_off():\n    pass\n" * 4)
    repo.write("tools/gen.py", "print()\n")
    repo.write("Makefile", "build:\n\techo\n\ncheck: build\n\techo\n")
    repo.write("package.json", json.dumps(PACKAGE))
    repo.write("pyproject.toml", CONFIG)
    repo.write("ci.yml", "jobs:\n  test:\n    runs-on: linux\n    timeout-minutes: 5\n")
    repo.write(".gitignore", "dist/\n*.log\n")
    repo.commit("write the shop", ())
    repo.git("mv", "src/legacy/queue_worker.py", "src/worker_loop.py")
    repo.git("rm", "-q", "src/legacy/mailer.py")
    repo.write("src/rules.py", RULES.replace("class RuleBook:\n    pass\n", ""))
    repo.write("src/cart.py", "# total_price is gone\nMAX_ITEMS = 5\nfrom rules import load_rules\n")
    repo.write("src/books.py", "class RuleBook:\n    pass\n")
    repo.write("docs/history.md", "There was a send_mail once.\n")
    repo.write("Makefile", "build:\n\techo\n")
    repo.write("package.json", json.dumps({"scripts": {"build": "x"}, "dependencies": {"react": "^19.0.0"}}))
    repo.write("pyproject.toml", CONFIG.replace("line-length = 120\n", "").replace('serve = "a:b"\n', ""))
    repo.write("ci.yml", "jobs:\n  test:\n    runs-on: linux\n")
    repo.commit("rewrite it", ())
    return repo


def verdicts(repo: Repo, note: str, noted: datetime | None = None, now: Snapshot | None = None) -> list[Verdict]:
    now = now or Snapshot.of_commit(Git.at(repo.path))
    return look_up(now, [(claim, noted) for claim in claims(note)])


FATES = (
    ("It starts in `src/cart.py`.", "holds", ""),
    ("Look at `cart.py`.", "holds", "src/cart.py"),
    ("Everything is in `src/`.", "holds", ""),
    ("Mail is sent by `src/legacy/mailer.py`.", "gone", ""),
    ("Mail is sent by `legacy/mailer.py`.", "gone", ""),
    ("See `mailer.py`.", "gone", ""),
    ("Everything old is in `src/legacy/`.", "gone", ""),
    ("The loop is `src/legacy/queue_worker.py`.", "moved", "src/worker_loop.py"),
    ("The bundle is `dist/shop.js`.", "unknown", ""),
    ("Another repository has `src/plugins/mail.py`.", "unknown", ""),
    ("Texts such as `docs/plan.md` come later.", "unknown", ""),
    ("The theme is `wp-content/theme/a.php`.", "unknown", ""),
    ("Prices are in `src/prices.py`.", "unknown", ""),  # it never was: a plan, perhaps
    ("The loop is `src/loops/worker_loop.py`.", "unknown", ""),
    ("The loop is `tools/worker_loop.py`.", "unknown", ""),  # nor this one: another project's
    ("Books are `src/old/books.py` or `docs/books.py`.", "unknown", ""),
    ("`load_rules` reads them", "holds", ""),
    ("`MAX_ITEMS` is five", "holds", ""),
    ("`send_mail` must not block", "gone", ""),
    ("`total_price` rounds up", "gone", ""),  # a comment is left
    ("`RuleBook` in `src/rules.py` is frozen", "moved", "src/books.py"),
    ("`MAX_ITEMS` in `src/cart.py`", "holds", ""),
    ("`useReducer` is not ours", "unknown", ""),
    ("Run `make build`", "holds", ""),
    ("Run `make check`", "gone", ""),
    ("Run `make moonshine`", "unknown", ""),
    ("Run `npm run build`", "holds", ""),
    ("Run `npm run lint`", "gone", ""),
    ("Run `poetry run serve`", "gone", ""),
    ("Run `python src/cart.py`", "holds", ""),
    ("Run `python src/legacy/mailer.py`", "gone", ""),
    ("We depend on `click`", "holds", ""),
    ("The package `left-pad` is small", "gone", ""),
    ("Built with React 19", "holds", ""),
    ("Built with React 18", "holds", ""),  # a bare number may count anything
    ("Built with React 18.2", "moved", "react ^19.0.0"),
    ("React v18 renders it", "moved", "react ^19.0.0"),
    ("We use `react` version 18", "moved", "react ^19.0.0"),
    ("The package `jquery` is large", "unknown", ""),
    ("`line-length` in `pyproject.toml`", "gone", ""),
    ("`[tool.ruff] line-length`", "gone", ""),
    ("`jobs.test.runs-on` in `ci.yml`", "holds", ""),
    ("`timeout-minutes` in `ci.yml`", "gone", ""),
    ("https://github.com/ann/shop/blob/main/src/cart.py", "holds", ""),
    ("https://github.com/ann/shop/blob/main/src/legacy/mailer.py", "gone", ""),
)


@pytest.mark.parametrize(("note", "state", "now"), FATES)
def test_what_became_of_it(repo: Repo, note: str, state: str, now: str) -> None:
    verdict = verdicts(repo, note)[0]
    assert (verdict.state, verdict.now) == (state, now), verdict.reason
    assert verdict.reason


def test_nothing_is_gone_before_it_went(repo: Repo) -> None:
    first = repo.git("rev-list", "--max-parents=0", "HEAD")
    then = Snapshot.of_commit(Git.at(repo.path), first)
    notes = " ".join(
        note
        for note, state, _ in FATES
        if state in ("gone", "moved") and not {"prices", "tools"} & set(re.findall(r"\w+", note))
    )
    states = {verdict.state for verdict in verdicts(repo, notes.replace("React 18", "React"), now=then)}
    assert states == {"holds"}


def test_the_working_tree_counts_with_what_is_not_committed(repo: Repo) -> None:
    repo.write("src/fresh.py", "def brand_new(x):\n    pass\n")
    (repo.path / "src/cart.py").unlink()
    now = Snapshot.of_work_tree(Git.at(repo.path))
    said = verdicts(repo, "`src/fresh.py` has `brand_new()`; `src/cart.py` and `src/rules.py`", now=now)
    assert [verdict.state for verdict in said] == ["holds", "holds", "unknown", "holds"]


def test_a_link_to_another_repository_cannot_be_checked(repo: Repo) -> None:
    repo.git("remote", "add", "origin", "git@github.com:ann/shop.git")
    ours, other = verdicts(
        repo, "https://github.com/ann/shop/blob/main/src/legacy/mailer.py https://github.com/ben/toys/blob/main/a.py"
    )
    assert (ours.state, other.state) == ("gone", "unknown")
    assert "another repository" in other.reason


def test_a_shallow_clone_says_that_it_cannot_tell(repo: Repo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone", "--depth=1")
    verdict = verdicts(clone, "`send_mail_later` is called")[0]
    assert verdict.state == "unknown"
    assert "has not the history" in verdict.reason


def test_notes_are_no_evidence_for_what_they_say(repo: Repo) -> None:
    repo.write("CLAUDE.md", "`never_was_there` and `send_mail`\n")
    repo.write(".agent/memory/a.md", "`never_was_there`\n")
    repo.commit("notes", ())
    assert [v.state for v in verdicts(repo, "`never_was_there` and `send_mail`")] == ["unknown", "gone"]


def test_a_name_that_many_files_have_means_the_one_the_note_knew(repo: Repo) -> None:
    repo.write("config.py", "A = 1\n" * 9)
    repo.write("web/config.py", "B = 2\n" * 9)
    repo.commit("two of them", ())
    written = day(repo.count + 0.1)
    repo.git("rm", "-q", "config.py")
    repo.commit("drop one", ())
    assert verdicts(repo, "See `config.py`.")[0].state == "holds"
    assert verdicts(repo, "See `config.py`.", written)[0].state == "gone"


def test_a_bare_name_that_went_before_the_note_may_be_another(repo: Repo) -> None:
    assert verdicts(repo, "See `mailer.py`.", day(1.5))[0].state == "gone"
    assert verdicts(repo, "See `mailer.py`.", day(9))[0].state == "unknown"
    assert verdicts(repo, "See `legacy/mailer.py`.", day(9))[0].state == "gone"


def test_what_git_ignores_may_well_be_there(repo: Repo) -> None:
    repo.write("spikes/try.py", "x = 1\n")
    repo.commit("a spike", ())
    repo.git("rm", "-q", "spikes/try.py")
    repo.write(".gitignore", "# not ours\nspikes/\n/src/*\n!/src/*.py\n/legacy\n")
    repo.commit("spikes are nobody's business", ())
    assert verdicts(repo, "Experiments are in `spikes/try.py`.")[0].state == "unknown"
    assert verdicts(repo, "Mail is in `src/legacy/mailer.py`.")[0].state == "gone"


def test_what_was_only_used_here_is_another_projects(repo: Repo) -> None:
    """A library's name, and one that a log of other people's work spoke of; but what was defined here is gone."""
    repo.write("src/view.ts", "import { useReducer } from 'react'\nexport const openDrawer = () => useReducer()\n")
    repo.write("signals/2026/03/log.yaml", "- title: restart-safe put_writes\n  put_writes: merged\n")
    repo.commit("a view", ())
    repo.git("rm", "-q", "src/view.ts", "signals/2026/03/log.yaml")
    repo.commit("no view", ())
    said = verdicts(repo, "`useReducer` keeps it, `put_writes` was theirs, `openDrawer` opens it")
    assert [verdict.state for verdict in said] == ["unknown", "unknown", "gone"]


@pytest.mark.parametrize(
    ("deleted", "left", "note", "state"),
    [
        ("tests/fixtures/game 1/game_log.json", "", "It writes game_log.json.", "unknown"),  # programs write such
        ("extension/extract.js", "src/extract.ts", "It injects `extract.js`.", "unknown"),  # what it is built into
        ("extension/extract.js", "src/extract.ts", "It is `extension/extract.js`.", "gone"),
        ("packages/old/utils.ts", "", "See `utils.ts`.", "unknown"),  # every project has one
        ("release.py", "", "Run `python release.py`.", "gone"),
        ("config/a.yaml", "", "The key is in `config/a.yaml`.", "gone"),
    ],
)
def test_a_bare_name_is_doubted_only_where_it_can_mean_nothing_else(
    repo: Repo, deleted: str, left: str, note: str, state: str
) -> None:
    for number, name in enumerate(filter(None, (deleted, left))):
        repo.write(name, f"content = {number}\n" * (number + 3))
    repo.commit("write", ())
    repo.git("rm", "-q", deleted)
    repo.commit("drop", ())
    assert [verdict.state for verdict in verdicts(repo, note)] == [state]


def test_a_part_of_a_name_is_not_the_file_that_was_called_so(repo: Repo) -> None:
    repo.write("src/socket.py", "def open_line():\n    pass\n")
    repo.commit("a socket", ())
    repo.git("rm", "-q", "src/socket.py")
    repo.commit("no socket", ())
    said = verdicts(repo, "`game.socket.emit('a', b)` is the framework's, `socket()` was ours")
    assert [verdict.state for verdict in said] == ["unknown", "gone"]


def test_a_link_means_this_repository_only_by_its_name(repo: Repo) -> None:
    link = "https://github.com/ben/toys/blob/main/src/legacy/mailer.py"
    assert verdicts(repo, link)[0].state == "unknown", "without a remote the folder's name counts"


def test_a_file_that_only_a_side_branch_had_was_here(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.write("src/draft_queue.py", "def draft():\n    pass\n")
    repo.commit("draft", ())
    repo.git("rm", "-q", "src/draft_queue.py")
    repo.write("src/final.py", "x = 1\n")
    repo.commit("final", ())
    repo.git("checkout", "-q", "-")
    repo.git("merge", "-q", "--no-ff", "-m", "merge side", "side")
    assert verdicts(repo, "It is in `src/draft_queue.py`.")[0].state == "gone"


def test_a_merge_into_a_branch_does_not_delete_a_second_time(repo: Repo) -> None:
    """The branch takes in the deletion later than it happened; a note written between the two knows of another."""
    repo.git("checkout", "-q", "-b", "side", "HEAD~1")
    repo.write("src/other.py", "x = 1\n")
    repo.commit("work on the side", ())
    written = day(repo.count + 0.1)
    repo.git("merge", "-q", "--no-ff", "-m", "take in main", "main")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge side", "side")
    assert verdicts(repo, "See `mailer.py`.", written)[0].state == "unknown"


def test_a_partial_clone_tells_what_it_can(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    said = verdicts(clone, "`src/legacy/mailer.py` and `src/cart.py` and `src/legacy/queue_worker.py`")
    assert [verdict.state for verdict in said] == ["gone", "holds", "moved"], "an unchanged file needs no content"


def test_the_number_of_git_processes_does_not_grow_with_the_claims(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        repo.write(f"src/part_{number}/worker_{number}.py", f"def run_part_{number}():\n    return {number}\n" * 5)
        repo.write(
            "package.json", json.dumps({"scripts": {f"do{number}": "x"}, "dependencies": {f"lib-{number}": "1"}})
        )
        repo.write("settings.toml", f"key_{number} = 1\n")
        repo.commit(f"part {number}", ())
    for number in range(12):
        repo.git("mv", f"src/part_{number}/worker_{number}.py", f"src/moved_{number}.py")
        repo.commit(f"move {number}", ())
    forms = (
        "See `src/part_{n}/worker_{n}.py` and `worker_{n}.py` and `other_{n}.py`.",
        "Call `run_part_{n}` in `src/part_{n}/worker_{n}.py`, not `stop_part_{n}`.",
        "Run `npm run do{n}`; we depend on `lib-{n}` and the package `nolib{n}`.",
        "`key_{n}` in `settings.toml`, the option `[tool.x] other_key_{n}`.",
    )
    started: list[list[str]] = []
    begin = subprocess.Popen.__init__

    def counted(self: object, command: list[str], *rest: object, **more: object) -> None:
        started.append(command)
        begin(self, command, *rest, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)

    def processes(notes: int) -> int:
        asked = [
            (claim, day(1 + n)) for n in range(notes) for form in forms for claim in claims(form.replace("{n}", str(n)))
        ]
        started.clear()
        states = {verdict.state for verdict in look_up(Snapshot.of_commit(Git.at(repo.path)), asked)}
        assert states >= {"holds", "gone", "moved", "unknown"}
        return len(started)

    assert processes(12) == processes(2) <= 10


def test_many_names_are_few_patterns_and_each_is_found(repo: Repo) -> None:
    """Git tries one pattern after the other on every line: what counts is how many there are."""
    names = [f"name_{number}" for number in range(900)]
    repo.write("src/names.py", "".join(f"{name} = 1\n" for name in names[:800]))
    repo.commit("names", ())
    assert len(alternatives(names).splitlines()) == 2
    found = list(Snapshot.of_commit(Git.at(repo.path)).lines_with(names))
    assert sorted(line.partition(" ")[0] for _, line in found) == sorted(names[:800])


def test_a_file_moves_to_its_like_and_not_to_anothers(repo: Repo) -> None:
    """All begin with one licence, and the empty ones are the same."""
    licence = "# Copyright Ada\n# All rights reserved, and so on for a while\n" * 4
    for name in ("old/a/__init__.py", "old/b/__init__.py", "old/keep_me.py", "old/drop_me.py"):
        repo.write(name, licence + (f"x = '{name}'\n" if "_me" in name else ""))
    repo.commit("licensed", ())
    repo.git("rm", "-q", "old/drop_me.py")
    (repo.path / "new").mkdir()
    for name in ("a", "b", "keep_me.py"):
        repo.git("mv", f"old/{name}", f"new/{name}")
    repo.write("new/keep_me.py", licence + "x = 1\n")
    repo.commit("move", ())
    said = verdicts(repo, "`old/b/__init__.py`, `old/keep_me.py`, `old/drop_me.py`")
    assert [(verdict.state, verdict.now) for verdict in said] == [
        ("moved", "new/b/__init__.py"),
        ("moved", "new/keep_me.py"),
        ("gone", ""),
    ]


def test_odd_names_are_no_trouble(repo: Repo) -> None:
    repo.write("src/ümläut file.py", "x\n")
    repo.write("src/[id]/page.tsx", "export default function PageOfId() {}\n")
    repo.commit("odd", ())
    said = verdicts(repo, "`src/[id]/page.tsx` has `PageOfId`")
    assert [verdict.state for verdict in said] == ["holds", "holds"]


def in_the_cage(request: bytes, _scratch: Path, _tell: object) -> bytes:
    raw = json.loads(request)
    now = Snapshot.of_commit(Git.at(Path(raw["repo"])))
    return json.dumps([v.state for v in look_up(now, [(claim, None) for claim in claims(raw["note"])])]).encode()


def test_it_can_be_done_in_the_cage(repo: Repo, tmp_path: Path) -> None:
    note = "\n\n".join(note for note, _, _ in FATES)
    request = json.dumps({"repo": str(repo.path), "note": note}).encode()
    result = cage.run(f"{__name__}:in_the_cage", request, scratch=tmp_path / "scratch", limits=cage.Limits(wall=60))
    expected = [verdict.state for verdict in verdicts(repo, note)]
    assert json.loads(result.output) == expected
    assert not result.refused
