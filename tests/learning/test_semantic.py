"""Events that speak of the same thing land together; what merely sounds like a commit does not join them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reverie import wiring
from reverie.engines.minilm import MiniLM
from reverie.engines.weights import installed
from reverie.notice import semantic
from reverie.notice.density import dbscan
from reverie.records.events import Event
from tests.learning.history import event, fix, view


@pytest.fixture(scope="module")
def model() -> MiniLM:
    import os

    folder = Path(os.environ.get("REVERIE_MODELS_DIR") or Path(__file__).parents[2] / ".venv" / "models")
    if not installed(folder):
        pytest.skip("the embedding model is not installed")
    return MiniLM.open(folder)


AUTH = [
    fix(9, "ada", "fix auth bug", "services/auth/login.py"),
    fix(7, "bob", "JWT validation broken", "services/auth/jwt.py"),
    fix(3, "eve", "token refresh answers 401", "services/auth/refresh.py"),
]
OTHERS = [
    fix(8, "ada", "fix pagination bug", "services/users/list.py"),
    fix(6, "bob", "invoice validation broken", "services/billing/invoice.py"),
    fix(5, "eve", "fix colour of links", "web/style.css"),
    fix(4, "ada", "search answers 500", "services/search/query.py"),
    event(2, "bob", "commit", "update readme", "README.md"),
]


def test_auth_and_jwt_land_together_among_hundreds_and_update_readme_does_not(model: MiniLM) -> None:
    noticed = semantic.notice(view(*AUTH, *OTHERS), model.embed)
    (cluster,) = noticed.clusters
    assert {e.summary for e in cluster.events} == {e.summary for e in AUTH}


def test_where_nobody_says_fix_words_of_trouble_count_beside_one_that_does(model: MiniLM) -> None:
    said = [fix(9, "ada", "fix auth bug", "services/auth/login.py"),
            event(7, "bob", "commit", "Auth middleware rejects valid tokens", "services/auth/jwt.py"),
            event(3, "eve", "commit", "login fails with expired token", "services/auth/login.py")]  # fmt: skip
    (cluster,) = semantic.notice(view(*said, *OTHERS), model.embed).clusters
    assert len(cluster.events) == 3
    assert semantic.notice(view(*said[1:], *OTHERS), model.embed).clusters == ()


def test_the_same_events_in_any_order_are_the_same_cluster(model: MiniLM) -> None:
    there = semantic.notice(view(*AUTH, *OTHERS), model.embed).clusters
    back = semantic.notice(view(*reversed(OTHERS), *reversed(AUTH)), model.embed).clusters
    assert there == back


def test_a_cluster_that_grew_keeps_what_it_is_about(model: MiniLM) -> None:
    (small,) = semantic.notice(view(*AUTH, *OTHERS), model.embed).clusters
    more = fix(1, "bob", "login session lost after refresh", "services/auth/session.py")
    (grown,) = semantic.notice(view(*AUTH, *OTHERS, more), model.embed).clusters
    assert grown.about == small.about
    assert len(grown.events) == 4


def test_what_another_detector_saw_is_not_said_again(model: MiniLM) -> None:
    seen = semantic.notice(view(*AUTH, *OTHERS), model.embed).clusters
    again = semantic.notice(view(*AUTH, *OTHERS), model.embed, seen)
    assert again.clusters == ()
    assert again.left_out == {"alike events that are a pattern already": 1}


def test_one_person_on_one_day_is_no_pattern() -> None:
    def same(texts: Sequence[str]) -> NDArray[np.float32]:
        return np.tile(np.eye(1, 16, dtype=np.float32), (len(texts), 1))

    day: list[Event] = [fix(2 + n / 100, "ada", f"fix thing {n}", "a/x.py") for n in range(3)]
    assert semantic.notice(view(*day), same).clusters == ()


@given(
    st.integers(0, 2**32 - 1), st.integers(2, 60), st.integers(2, 6), st.floats(0.2, 0.98).map(lambda x: round(x, 3))
)
def test_density_clustering_agrees_with_the_plain_definition(seed: int, size: int, enough: int, near: float) -> None:
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(4, 8))
    points = centres[rng.integers(0, 4, size)] + rng.normal(scale=0.35, size=(size, 8))
    vectors = (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)
    labels = dbscan(vectors, near, enough)
    close = np.round(vectors @ vectors.T, 6) >= near
    core = close.sum(axis=1) >= enough
    for i in range(size):
        assert (labels[i] >= 0) == bool(core[i] or (close[i] & core).any())
        for j in range(size):
            if core[i] and core[j] and close[i, j]:
                assert labels[i] == labels[j]


def test_the_name_of_the_models_folder_can_be_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path))
    assert wiring.engines.models_folder() == tmp_path
