"""Code planted in the cage tries to get out: each fence is shown to hold by itself, and nothing outside changes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from reverie import cage
from reverie.cage import kernel, landlock
from reverie.cage.fence import AUDIT, EVERY, LANDLOCK, SECCOMP
from reverie.cage.outside import run_fenced
from tests.cage import escapes
from tests.cage.world import snapshot, told, world

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the acts speak to Linux")
Outcomes = Callable[[str], dict[str, str]]
ALONE = [(act, fence) for act, (_, fences) in escapes.ACTS.items() for fence in sorted(fences)]
HERE = {LANDLOCK: landlock.version() >= 6, SECCOMP: bool(kernel.machine()), AUDIT: True}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """What became of every act, in a cage with only this fence ("" for none)."""

    @cache
    def tried(fence: str) -> dict[str, str]:
        with world(tmp_path_factory.mktemp("w")) as place:
            fences = frozenset({fence}) if fence else frozenset[str]()
            answer = run_fenced(
                "tests.cage.escapes:attempt", told(place), place.scratch, cage.Limits(wall=120), None, None, fences
            )
        found: dict[str, str] = json.loads(answer.output)
        return found

    return tried


@pytest.mark.parametrize("act", escapes.ACTS)
def test_without_a_fence_the_act_gets_out(act: str, outcomes: Outcomes) -> None:
    assert outcomes("")[act] == "out"  # otherwise the tests below would show nothing


@pytest.mark.parametrize(("act", "fence"), ALONE)
def test_one_fence_alone_refuses_the_act(act: str, fence: str, outcomes: Outcomes) -> None:
    if not HERE[fence]:
        pytest.skip(f"no {fence} on this system")
    assert outcomes(fence)[act].startswith("refused"), f"{fence} lets it out"


def test_with_every_fence_nothing_gets_out_and_nothing_outside_changes(tmp_path: Path) -> None:
    with world(tmp_path) as place:
        before = snapshot(place.outside) | snapshot(place.repo)
        result = cage.run(
            "tests.cage.escapes:attempt", told(place), scratch=place.scratch, limits=cage.Limits(wall=120)
        )
        after = snapshot(place.outside) | snapshot(place.repo)
    out = [act for act, outcome in json.loads(result.output).items() if outcome == "out"]
    assert out == [act for act, (_, fences) in escapes.ACTS.items() if not any(HERE[fence] for fence in fences)]
    assert after == before
    assert len(result.refused) > 30
    assert f"open for writing {place.outside}/code.py (2 times)" in result.refused
    assert "start /bin/sh -c true" in result.refused
    assert "socket.__new__" in " ".join(result.refused)


def test_every_act_is_refused_by_somebody_or_named_as_open(tmp_path: Path) -> None:
    with world(tmp_path) as place:
        fences = EVERY - {AUDIT}
        result = run_fenced(
            "tests.cage.escapes:attempt", told(place), place.scratch, cage.Limits(wall=120), None, None, fences
        )
    out = {act for act, outcome in json.loads(result.output).items() if outcome == "out"}
    if HERE[LANDLOCK] and HERE[SECCOMP]:
        assert out == {"start_through_the_loader"}
        assert any(place.loader in line for line in result.open)
    assert any("nothing is watched" in line for line in result.open)


def test_keys_and_tokens_stay_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("GIT_TRACE", "/tmp/trace")
    monkeypatch.setenv("PYTHONPATH", "/evil")
    result = cage.run("tests.cage.escapes:environment", b"", scratch=tmp_path / "s", limits=cage.Limits())
    around = json.loads(result.output)
    assert not {"ANTHROPIC_API_KEY", "GIT_TRACE", "PYTHONPATH"} & set(around)
    assert around["TMPDIR"] == str(tmp_path / "s")
