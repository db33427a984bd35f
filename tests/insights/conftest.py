"""A home and a repository for every story."""

from __future__ import annotations

from tests.transcripts.conftest import world

__all__ = ["world"]
