"""Recalls and promotion."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.wiring.engines import embedder_kind, models_folder
from reverie.wiring.forgetting import forgotten
from reverie.wiring.project import Project, passing_redactor, place
from reverie.wiring.sessions import scratch_of

if TYPE_CHECKING:
    from reverie.records.engines import Embedder
    from reverie.records.store import Store
    from reverie.remember.intents import Same
    from reverie.shortlist import Scene
    from reverie.terms import Arrangement


def arrangement(project: Project) -> Arrangement:
    """The mode and the gates; in OpenClaw's workspace its own settings are looked at too."""
    from reverie.terms import arrangement as arranged
    from reverie.terms import openclaw_dreaming

    theirs = openclaw_dreaming(os.environ, Path.home()) if place(project).kind == "openclaw" else None
    return arranged(project.settings, theirs)


def scene(project: Project, store: Store, at: datetime) -> Scene:
    """What promotion looks at: the recalls, the live notes, and the terms."""
    from reverie.shortlist import Scene

    clean = passing_redactor(project).text
    terms, same = arrangement(project).terms, same_question(project)
    return Scene(store, place(project).layout, terms, at, clean, same, forgotten(project, store))


def same_question(project: Project) -> Same:
    """What tells whether two questions are one: their words, and with the local model their meaning."""
    from reverie.remember.intents import by_meaning, by_words, limit_of

    if embedder_kind(project) != "local":
        return by_words
    from reverie.engines.cache import CachedEmbedder
    from reverie.engines.minilm import NAME, MiniLM

    def opened() -> Embedder:
        return CachedEmbedder(MiniLM.open(models_folder()), scratch_of(project) / "vectors")

    return by_meaning(lambda: limit_of(opened()), NAME)
