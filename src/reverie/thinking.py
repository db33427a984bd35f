"""The part of a night that thinks: gather → notice → propose. It runs in the cage: it reads the repository, writes only
its scratch folder, and gives back steps for somebody else to apply."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.gather import bug_registry, git, observed
from reverie.gather.git import patch
from reverie.gather.git.program import Git, GitFailed
from reverie.layouts import learning
from reverie.notice import bugs, failures, repeat_fix, reverts, semantic, twins
from reverie.notice.view import Noticed, Thresholds, View
from reverie.propose.candidates import propose
from reverie.propose.draft import Desk
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.events import Event, History
from reverie.records.learning import Candidate, Cluster, Rule
from reverie.records.nightly import Phase, Request, Thought
from reverie.review import health, precedents
from reverie.review.precedents import Judged, Precedent, Standing
from reverie.tools.ids import content_id
from reverie.tools.redact import Redactor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.engines.cache import CachedEmbedder

Tell = Callable[[str], None]
LOOKED_INTO = 150  # commits whose diffs are read for wording
WORDED = 60  # patterns that are worded at all, the strongest


class Missing(Exception):
    """Vectors that only the parent can get."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        super().__init__(f"{len(texts)} vectors")


class Mind:
    """One night's thinking, phase by phase."""

    def __init__(self, request: Request, scratch: Path, tell: Tell) -> None:
        self.ask, self.scratch, self._tell = request, scratch, tell
        self.redact = Redactor(bytes.fromhex(request.redact_key), request.redact_extra)
        self.phases: list[Phase] = []
        self.left_out: Counter[str] = Counter()
        self.notes: list[str] = []
        self.suppressed: dict[str, str] = {}
        self._embedder: CachedEmbedder | None = None
        self._clock = time.monotonic()

    def say(self, name: str, told: str) -> None:
        now = time.monotonic()
        phase = Phase(name, told, round(now - self._clock, 3))
        self._clock = now
        self.phases.append(phase)
        self._tell(phase.to_json())

    # gather

    def gather(self) -> View:
        ask = self.ask
        wanted = git.Ask(ask.known_since, ask.now, redact=self.redact.text, redact_key=content_id(ask.redact_key))
        history = git.gather(Path(ask.root), wanted, cache=self.scratch / "git")
        seen = observed.read([Path(folder) for folder in ask.observed], ask.known_since)
        registry = bug_registry.read_registries(Path(ask.root), ask.registries, self.redact.text)
        self.left_out.update({f"observed {reason}": count for reason, count in seen.skipped.items()})
        self.notes += [*filter(None, [history.cut, history.trouble]), *history.notes]
        self.notes += [f"{item.what}: {item.reason}" for item in registry.skipped]
        events = sorted(self._not_ours((*history.events, *seen.events)), key=lambda e: (e.at, e.id))
        before = [event for event in events if event.at < ask.since]
        window = [event for event in events if event.at >= ask.since]
        self.say("gather", _told_gathered(history, window, len(seen.events), len(registry.entries)))
        return View(window, before, registry.entries, Thresholds(**ask.thresholds))

    def _not_ours(self, events: Iterable[Event]) -> Iterable[Event]:
        """Reverie's own files are no evidence: a commit of candidates and rules says nothing about the project."""
        for event in events:
            files = tuple(path for path in event.files if not path.startswith(".agent/"))
            if event.files and not files:
                self.left_out["commits of Reverie's own files"] += 1
            else:
                yield event if len(files) == len(event.files) else replace(event, files=files)

    # notice

    def notice(self, view: View) -> list[Cluster]:
        found: list[Cluster] = []
        for detector in (bugs.notice, reverts.notice, twins.notice, repeat_fix.notice, failures.notice):
            found += self._kept(detector(view))
        found = [c for i, c in enumerate(found) if not _covered(c, found[:i])]
        used = len({event.id for cluster in found for event in cluster.events})
        told = f"{_many(len(found), 'cluster')} from {used} of {_many(len(view.events), 'event')}"
        if self.ask.embedder == "none":
            self.notes.append("semantic_cluster is off: no embedder. hint: reverie models install")
        else:
            alike = self._kept(semantic.notice(view, self._embed, found))
            self._tell_of_cache()
            found += alike
            told += f", {len(alike)} by meaning"
        self.say("notice", told)
        return found

    def _kept(self, noticed: Noticed) -> list[Cluster]:
        self.left_out.update(noticed.left_out)
        return list(noticed.clusters)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors by content: a text is embedded once, whatever night it comes up in."""
        from reverie.engines.cache import CachedEmbedder

        if self.ask.embedder == "local":
            from reverie.engines.minilm import MiniLM

            self._embedder = CachedEmbedder(MiniLM.open(Path(self.ask.models)), self.scratch / "vectors")
        else:
            self._embedder = CachedEmbedder(_Elsewhere(self.ask.endpoint), self.scratch / "vectors")
        return self._embedder.embed(texts)

    def _tell_of_cache(self) -> None:
        report = self._embedder.report if self._embedder else None
        if report and (report.rebuilt or report.fault):
            self.notes.append(f"the cache of vectors was made anew: {report.fault or report.rebuilt}")

    # propose

    def propose(
        self, view: View, clusters: Sequence[Cluster], past: Sequence[Precedent]
    ) -> tuple[list[Judged], list[Candidate]]:
        judged = [j for j in precedents.judge(clusters, past) if self._stands(j)]
        ranked = sorted(judged, key=lambda j: (-j.cluster.strength, j.cluster.about))
        if len(ranked) > WORDED:
            self.left_out["patterns weaker than the best sixty"] += len(ranked) - WORDED
        kept = ranked[:WORDED]
        desk = Desk(view.background, self._inside([j.cluster for j in kept]))
        proposed = propose([j.cluster for j in kept], desk)
        self.left_out.update(proposed.left_out)
        return kept, list(proposed.candidates)

    def _stands(self, judged: Judged) -> bool:
        if judged.standing is not Standing.SUPPRESSED:
            return True
        self.suppressed[judged.cluster.about] = judged.reason
        return False

    def _inside(self, clusters: Sequence[Cluster]) -> dict[str, Sequence[tuple[str, str]]]:
        """What the strongest patterns' commits changed, function by function."""
        shas = dict.fromkeys(
            e.span.commit for c in clusters if c.signal == "repeat_fix" for e in c.events if e.span.source == "git"
        )
        try:
            found = patch.patches(Git.at(Path(self.ask.root)), list(shas)[:LOOKED_INTO], redact=self.redact.text)
        except GitFailed:
            return {}
        if found.skipped:
            self.notes.append(
                f"the contents of {len(found.skipped)} commits are not here, so their functions are not named"
            )
        return {sha: patch.functions for sha, patch in found.found.items()}


def think(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """The whole thought: what was read, noticed and proposed, as steps. It is short and makes many small records, so
    looking for cycles among them would only cost time."""
    gc.disable()
    try:
        return _think(request, scratch, tell)
    finally:
        gc.enable()


def _think(request: bytes, scratch: Path, tell: Tell) -> bytes:
    ask = Request.from_json(request)
    mind = Mind(ask, scratch, tell)
    past, rules = _papers(ask.documents, mind.left_out)
    view = mind.gather()
    try:
        clusters = mind.notice(view)
    except Missing as missing:
        return Thought(needs=missing.texts).to_json()
    judged, candidates = mind.propose(view, clusters, past)
    steps, new, grown = _steps(ask, judged, candidates, mind)
    mind.say("propose", _told_proposed(new, grown, mind))
    events = (*view.before, *view.events)
    healthy = {rule.id: asdict(health.health(rule, events, ask.now)) for rule in rules}
    return Thought(
        tuple(steps), tuple(mind.phases), tuple(new), tuple(grown), dict(mind.left_out), mind.suppressed,
        tuple(mind.notes), healthy, events=len(view.events),
    ).to_json()  # fmt: skip


def _papers(documents: Iterable[Document], left_out: Counter[str]) -> tuple[list[Precedent], list[Rule]]:
    past: list[Precedent] = []
    rules: list[Rule] = []
    for document in documents:
        try:
            if "-" in document.address.name:  # a rule's file goes on after its id; an expired one lies among the others
                rules.append(learning.read_rule(document.address, document.content))
            else:
                candidate, decision = learning.read_candidate(document.address, document.content)
                state = document.address.folder.rpartition("/")[2]
                past.append(Precedent(candidate, state, decision if state != "candidates" else None))
        except BadDocument:
            left_out["candidate and rule files that cannot be read"] += 1
    return past, rules


def _steps(
    ask: Request, judged: Sequence[Judged], candidates: Sequence[Candidate], mind: Mind
) -> tuple[list[Step], list[str], list[str]]:
    by_about = {(j.cluster.signal, j.cluster.about): j for j in judged}
    documents = {d.address: d for d in ask.documents}
    steps: list[Step] = []
    new: list[str] = []
    grown: list[str] = []
    for place, candidate in enumerate(candidates):
        j = by_about[candidate.signal, candidate.about]
        if j.standing is Standing.OPEN and j.known:
            step = _grow(candidate, j, documents, mind)
            grown += [j.known.candidate.id] if step else []
        elif place >= ask.most:  # counted with those that wait already, or every night would bring the next ones
            mind.left_out[f"candidates beyond the best {ask.most}"] += 1
            step = None
        else:
            step = _add(candidate, j)
            new += [candidate.id]
        steps += [step] if step else []
    return steps, new, grown


def _add(candidate: Candidate, judged: Judged) -> Step:
    reopened = judged.reason if judged.standing is Standing.REOPENED else ""
    text = learning.candidate_text(replace(candidate, reopened=reopened))
    return Step(f"propose {candidate.title}", (Put(learning.candidate_address(candidate.id), None, text),))


def _grow(candidate: Candidate, judged: Judged, documents: dict[Address, Document], mind: Mind) -> Step | None:
    """An open candidate is written again only when there is new evidence, and never over a person's words."""
    assert judged.known is not None
    old = judged.known.candidate
    if {e.event for e in candidate.evidence} <= {e.event for e in old.evidence}:
        return None
    document = documents[learning.candidate_address(old.id)]
    if not learning.untouched(document.address, document.content):
        mind.left_out["open candidates edited by hand, left as they are"] += 1
        return None
    gone = tuple(id for id in judged.replaces if learning.candidate_address(id) in documents)
    text = learning.candidate_text(replace(candidate, id=old.id, about=old.about, reopened=old.reopened, replaces=gone))
    moves = [
        Move(source.address, learning.candidate_address(id, "expired"), source.digest, source.content)
        for id in gone
        for source in (documents[learning.candidate_address(id)],)
    ]
    return Step(f"{old.id} grew to {candidate.weight} events", (Put(document.address, document.digest, text), *moves))


def _covered(cluster: Cluster, earlier: Sequence[Cluster]) -> bool:
    """The same events under another name: what was noticed first keeps them."""
    mine = {e.id for e in cluster.events}
    return any(
        len(mine & {e.id for e in other.events}) * 4 >= 3 * len(mine) and other.signal != cluster.signal
        for other in earlier
    )


class _Elsewhere:
    """An embedder the cage cannot reach. What is not in the cache is asked of the parent."""

    dimensions = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise Missing(texts)


def _told_gathered(history: History, window: Sequence[Event], seen: int, bugs_known: int) -> str:
    commits = sum(event.span.source == "git" for event in window)
    parts = [f"git {_many(commits, 'commit')}" + (f" ({history.fresh} read, the rest known)" if history.fresh else "")]
    parts += [f"observed {seen}"] if seen else []
    parts += [f"bug registry {_many(bugs_known, 'entry', 'entries')}"] if bugs_known else []
    return " · ".join(parts)


def _told_proposed(new: Sequence[str], grown: Sequence[str], mind: Mind) -> str:
    told = _many(len(new), "new candidate")
    told += f", {len(grown)} grew" if grown else ""
    return told + (f", {len(mind.suppressed)} decided before" if mind.suppressed else "")


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"
