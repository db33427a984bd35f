"""What compares meanings: the local model, an endpoint, or nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.wiring.project import Project

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.records.engines import Embedder


def models_folder() -> Path:
    """REVERIE_MODELS_DIR alone, if it is set; else the user's cache, or, if the model is only there, the environment
    that Reverie runs from: `make setup` puts it into that one."""
    if given := os.environ.get("REVERIE_MODELS_DIR"):
        return Path(given)
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "reverie" / "models"
    beside = Path(sys.prefix) / "models"
    if not beside.is_dir():
        return usual
    from reverie.engines.weights import installed

    return beside if installed(beside) and not installed(usual) else usual


def embedder_kind(project: Project) -> str:
    """local, endpoint, none, or unallowed: what is configured, or what is there."""
    wanted = project.settings.embeddings
    if wanted == "endpoint" or (wanted == "auto" and project.settings.endpoint_url):
        from reverie.wiring.allowed import embeddings

        return "unallowed" if embeddings(project).fault else "endpoint"
    if wanted == "none" or find_spec("numpy") is None:
        return "none"
    from reverie.engines.weights import installed

    return "local" if installed(models_folder()) else "none"


def question_embedder(project: Project) -> Embedder | None:
    """What compares a question's meaning with that of notes, if anything does."""
    kind = embedder_kind(project)
    if kind in ("none", "unallowed"):
        return None
    if kind == "local":
        from reverie.engines.minilm import MiniLM

        return MiniLM.open(models_folder())
    return endpoint(project)


def endpoint(project: Project) -> Embedder:
    """The configured server, under the name the cage knows it by."""
    from reverie.engines.endpoint import EndpointEmbedder

    chosen = project.settings
    key = os.environ.get(chosen.endpoint_key, "") if chosen.endpoint_key else ""
    server = EndpointEmbedder(chosen.endpoint_url, chosen.endpoint_model, key=key)
    return _Named(server, endpoint_name(project))


def endpoint_name(project: Project) -> str:
    return f"{project.settings.endpoint_model}@{project.settings.endpoint_url}"


class _Named:
    """An embedder under another name."""

    def __init__(self, inner: Embedder, name: str) -> None:
        self._inner, self.name = inner, name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._inner.embed(texts)
