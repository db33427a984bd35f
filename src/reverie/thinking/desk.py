"""What wording needs beside the patterns themselves: which files there are, what commits changed inside them, and all
that is known of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reverie.gather import git
from reverie.gather.git import patch
from reverie.gather.git.present import Contents
from reverie.notice.view import View
from reverie.propose.draft import Desk
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths
from reverie.tools.git import Git, GitFailed
from reverie.tools.redact import Redactor
from reverie.tools.substance import substance
from reverie.tools.tree import Tree

LOOKED_INTO = 120  # commits whose diffs are read for wording


class Surroundings:
    """A repository as it is now, looked at only as far as somebody asks."""

    def __init__(self, root: Path, redact: Redactor) -> None:
        self._root, self._redact = root, redact
        self._contents: Contents | None = None
        self.skipped = 0  # commits whose contents are not here

    def close(self) -> None:
        if self._contents:
            self._contents.close()

    def desk(self, view: View, clusters: Sequence[Cluster]) -> Desk:
        if not clusters:
            return Desk(view.background)
        by_file: dict[str, list[Event]] = {path: [] for cluster in clusters for path in cluster.files}
        for event in (*view.before, *view.events):
            for path in by_file.keys() & event.files:
                by_file[path].append(event)
        known = lambda path: by_file.get(path, ())  # noqa: E731 — it is said in one breath
        tree = self._tree()
        looked = self._looked_into([c for c in clusters if any(path in tree for path in c.files)])
        functions = {sha: found.functions for sha, found in looked.items()}
        sizes = {sha: _sizes(found) for sha, found in looked.items()}
        changed = lambda sha, path: looked[sha].lines.get(path, ()) if sha in looked else ()  # noqa: E731
        return Desk(view.background, functions, tree, known, sizes, changed, self._text)

    def _tree(self) -> Tree:
        try:
            return Tree(self._redact.texts(git.tree(Git.at(self._root))))
        except GitFailed:
            return Tree()  # no commit yet, or a clone without its trees

    def _text(self, path: str) -> str:
        """What a file holds now, as the last commit has it."""
        try:
            self._contents = self._contents or Contents(Git.at(self._root))
        except GitFailed:
            return ""
        return self._contents(path)

    def _looked_into(self, clusters: Sequence[Cluster]) -> dict[str, patch.Patch]:
        """What the strongest patterns' commits changed, function by function."""
        shas = dict.fromkeys(
            e.span.commit for c in clusters if c.signal == "repeat_fix" for e in c.events if e.span.source == "git"
        )
        try:
            found = patch.patches(Git.at(self._root), list(shas)[:LOOKED_INTO], redact=self._redact.text)
        except GitFailed:
            return {}
        self.skipped = len(found.skipped)
        return found.found


def _sizes(found: patch.Patch) -> dict[str, int]:
    """Lines of the product that do something else now, by file. What is too long to weigh counts as it is."""
    return {
        path: substance(found.lines[path]) if size <= patch.LINES_KEPT else size
        for path, size in found.sizes.items()
        if paths.telling(path)
    }
