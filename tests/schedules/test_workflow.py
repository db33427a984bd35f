"""GitHub's workflow: its form, and its steps done for real, with a repository for GitHub and a small program for gh."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.schedules import workflow
from reverie.tools.cron import parse
from tests.cli.shell import Shell

NIGHTLY = parse("0 2 * * *")
TEXT = workflow.text(NIGHTLY, "7d", "reverie==0.1.0")
GH = r"""#!/usr/bin/env python3
import json, os, pathlib, sys
state = pathlib.Path(os.environ["FAKE"]) / "pulls.json"
pulls = json.loads(state.read_text()) if state.exists() else []
words = sys.argv[1:]
assert os.environ.get("GH_TOKEN") == "secret", "no token"
def option(name): return words[words.index(name) + 1]
if words[:2] == ["pr", "list"]:
    print(sum(one["state"] == "open" and one["head"] == option("--head") for one in pulls))
elif words[:2] == ["pr", "create"]:
    pulls.append({"state": "open", "head": option("--head"), "body": pathlib.Path(option("--body-file")).read_text()})
elif words[:2] == ["pr", "edit"]:
    pulls[-1]["body"] = pathlib.Path(option("--body-file")).read_text()
elif words[:2] != ["auth", "setup-git"]:
    sys.exit(f"unknown: {words}")
state.write_text(json.dumps(pulls))
"""


def loaded(text: str) -> dict[str, Any]:
    found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 — `on` stays a word, and nothing else is made of it
    assert isinstance(found, dict)
    return found


def test_its_form_is_what_github_takes() -> None:
    """The rules actionlint would look for, as far as they concern what is used here."""
    found = loaded(TEXT)
    assert set(found) == {"name", "on", "permissions", "concurrency", "jobs"}
    assert found["on"] == {"schedule": [{"cron": "0 2 * * *"}], "workflow_dispatch": ""}
    assert found["permissions"] == {}
    (job,) = found["jobs"].values()
    assert set(job) == {"if", "runs-on", "timeout-minutes", "permissions", "env", "steps"}
    assert job["permissions"] == {"contents": "write", "pull-requests": "write"}
    for step in job["steps"]:
        assert set(step) <= {"name", "uses", "with", "env", "run"} and ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
        else:
            assert "${{" not in step["run"]  # what is put into a script could say anything
            subprocess.run(["bash", "-n"], input=step["run"], text=True, check=True)
    expressions = set(re.findall(r"\$\{\{ (.*?) \}\}", TEXT))
    assert expressions == {"github.ref_name", "github.token"}
    assert "persist-credentials: false" in TEXT and re.search(r"@[0-9a-f]{40} # v\d", TEXT)


def test_only_steps_that_speak_to_github_get_its_token() -> None:
    steps = loaded(TEXT)["jobs"]["dream"]["steps"]
    with_token = {step["name"] for step in steps if "GH_TOKEN" in step.get("env", {})}
    assert len(with_token) == 2 and not any("reverie" in step["run"] for step in steps if step["name"] in with_token)


@pytest.mark.skipif(not shutil.which("actionlint"), reason="actionlint is not here")
def test_actionlint_finds_nothing_wrong(tmp_path: Path) -> None:
    path = tmp_path / "reverie-dream.yml"
    path.write_text(workflow.text(NIGHTLY, "7d", "reverie", 'focus on 100% "auth"\nignore ${{ secrets.TOKEN }}'))
    done = subprocess.run(["actionlint", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=60))
def test_instructions_arrive_and_are_no_expression_of_githubs(said: str) -> None:
    env = loaded(workflow.text(NIGHTLY, "7d", "reverie", said))["jobs"]["dream"]["steps"][4]["env"]
    assert re.sub(r"\$\{\{ '(\$\{\{)' \}\}", r"\1", env["INSTRUCTIONS"]) == said
    steered = loaded(workflow.text(NIGHTLY, "7d", "reverie", "${{ secrets.TOKEN }}"))
    assert steered["jobs"]["dream"]["steps"][4]["env"]["INSTRUCTIONS"] == "${{ '${{' }} secrets.TOKEN }}"


def test_what_a_person_changed_is_known_by_its_digest() -> None:
    assert workflow.is_untouched(TEXT) and workflow.is_untouched(TEXT.replace("\n", "\r\n"))
    assert not workflow.is_untouched(TEXT.replace("7d", "30d")) and workflow.is_ours(TEXT.replace("7d", "30d"))
    assert not workflow.is_untouched("on: push\n") and workflow.cron_of(TEXT) == "0 2 * * *"


@dataclass
class GitHub:
    """A bare repository, and a runner that checks it out anew every night."""

    folder: Path
    origin: Path
    nights: int = 0

    def night(self) -> Shell:
        """All steps that are shell, in order, as the runner calls them; installing is spared."""
        self.nights += 1
        runner = Shell(self.folder / f"runner{self.nights}")
        subprocess.run(["git", "clone", "-q", str(self.origin), str(runner.folder)], check=True)
        job = loaded(workflow.text(NIGHTLY, "10y", "reverie"))["jobs"]["dream"]
        around = {**os.environ, "BASE": "main", "BRANCH": workflow.BRANCH, "RUNNER_TEMP": str(self.folder)}
        passed = self.folder / "github_env"
        around["GITHUB_ENV"] = str(passed)
        passed.write_text("")
        for step in job["steps"]:
            if "run" in step and "pip install" not in step["run"]:
                own = {name: "secret" if name == "GH_TOKEN" else value for name, value in step.get("env", {}).items()}
                passing = dict(line.split("=", 1) for line in passed.read_text().splitlines())
                done = subprocess.run(
                    ["bash", "-e", "-c", step["run"]], cwd=runner.folder, env={**around, **passing, **own},
                    capture_output=True, text=True, check=False,
                )  # fmt: skip
                assert done.returncode == 0, f"{step['name']}\n{done.stdout}\n{done.stderr}"
        return runner

    @property
    def pulls(self) -> list[dict[str, str]]:
        path = self.folder / "machine" / "pulls.json"
        return list(json.loads(path.read_text())) if path.exists() else []

    def decide(self, state: str) -> None:
        path = self.folder / "machine" / "pulls.json"
        path.write_text(json.dumps([{**one, "state": state} for one in self.pulls]))


@pytest.fixture
def github(shop: Shell, tmp_path: Path) -> Iterator[GitHub]:
    tools = tmp_path / "machine" / "bin"
    (tools / "gh").write_text(GH)
    (tools / "reverie").write_text(f'#!/bin/sh\nexec {sys.executable} -P -m reverie "$@"\n')
    for name in ("gh", "reverie"):
        (tools / name).chmod(0o755)
    origin = tmp_path / "origin.git"
    subprocess.run(["git", "clone", "-q", "--bare", str(shop.folder), str(origin)], check=True)
    yield GitHub(tmp_path, origin)


def test_a_night_opens_a_pull_request_and_the_next_carries_out_what_was_decided_in_it(github: GitHub) -> None:
    github.night()
    (pull,) = github.pulls
    assert pull["head"] == "reverie/dream" and "decision: graduate" in pull["body"]

    ada = Shell(github.folder / "ada")
    subprocess.run(["git", "clone", "-q", "-b", "reverie/dream", str(github.origin), str(ada.folder)], check=True)
    ada.git("config", "user.email", "ada@example.org")
    ada.git("config", "user.name", "Ada")
    candidate = sorted((ada.folder / ".agent" / "dream" / "candidates").glob("*.md"))[0]
    text = candidate.read_text()
    text = re.sub(r"^decision:.*$", "decision: graduate", text, count=1, flags=re.MULTILINE)
    reason = "rationale: It broke the login of every customer twice this month, and a test would have caught it."
    candidate.write_text(re.sub(r"^rationale:.*$", reason, text, count=1, flags=re.MULTILINE))
    ada.git("commit", "-q", "-am", "decide")
    ada.git("push", "-q", "origin", "reverie/dream")

    runner = github.night()
    assert len(github.pulls) == 1
    ada.git("pull", "-q", "origin", "reverie/dream")
    assert not candidate.exists()
    graduated = ada.folder / ".agent" / "dream" / "graduated" / candidate.name
    assert "ada@example.org" in graduated.read_text()
    assert "decide" in runner.git("log", "--format=%s")  # the person's commit stays in the branch's history

    head = Shell(github.origin).git("rev-parse", "reverie/dream")  # a quiet night pushes nothing
    github.night()
    assert Shell(github.origin).git("rev-parse", "reverie/dream") == head and len(github.pulls) == 1


def test_what_was_closed_as_a_whole_is_not_opened_again(github: GitHub) -> None:
    github.night()
    head = Shell(github.origin).git("rev-parse", "reverie/dream")
    github.decide("closed")
    github.night()
    assert len(github.pulls) == 1 and Shell(github.origin).git("rev-parse", "reverie/dream") == head
