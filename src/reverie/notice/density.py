"""Density clustering: points with enough near neighbours make a cluster, the rest is noise (DBSCAN). Own, because it
is a page of numpy; scikit-learn is the oracle in the tests."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

BLOCK = 1024  # rows compared at a time: memory stays small whatever the number of points


def dbscan(vectors: NDArray[np.float32], threshold: float, enough: int) -> NDArray[np.int64]:
    """A label for each row of unit vectors; -1 is noise. Two rows are near if their cosine, rounded so that no
    machine's last bit decides, is at least `threshold`. A row with `enough` near rows, itself included, is a core."""
    size = len(vectors)
    near = [np.flatnonzero(row).astype(np.int32) for block in _near(vectors, threshold) for row in block]
    core = np.array([len(row) >= enough for row in near], dtype=bool)
    labels = np.full(size, -1, dtype=np.int64)
    label = 0
    for start in np.flatnonzero(core):
        if labels[start] < 0:
            _spread(int(start), near, core, labels, label)
            label += 1
    return labels


def _near(vectors: NDArray[np.float32], threshold: float) -> Iterator[NDArray[np.bool_]]:
    for at in range(0, len(vectors), BLOCK):
        yield np.round(vectors[at : at + BLOCK] @ vectors.T, 6) >= threshold


def _spread(
    start: int, near: list[NDArray[np.int32]], core: NDArray[np.bool_], labels: NDArray[np.int64], label: int
) -> None:
    waiting = [start]
    labels[start] = label
    while waiting:
        others = near[waiting.pop()]
        fresh = others[labels[others] < 0]
        labels[fresh] = label
        waiting += fresh[core[fresh]].tolist()
