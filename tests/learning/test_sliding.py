"""Sixty nights over a history that goes on: the window slides, clusters lose their oldest event every few days; and yet
nothing is proposed twice, and nothing rejected comes back without as much new evidence."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.layouts import learning
from reverie.notice import repeat_fix, reverts, semantic
from reverie.notice.view import View
from reverie.propose.candidates import evidence, propose
from reverie.propose.draft import Desk
from reverie.records.changes import Move, Put
from reverie.records.documents import Address, Document
from reverie.records.events import Event, Origin, Span
from reverie.records.learning import Candidate, Cluster, Decision
from reverie.records.nightly import Request
from reverie.review.precedents import Standing, judge
from reverie.thinking.papers import read_papers, steps_for
from reverie.tools.ids import content_id
from reverie.tools.tree import Tree

FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)
WINDOW = timedelta(days=30)
NIGHTS = range(30, 90)
WHO = ("ada", "bob", "eve", "kim")
STORIES: dict[str, tuple[str, ...]] = {
    "auth": ("login", "jwt", "refresh", "session"),
    "billing": ("invoice", "refund", "tax", "dunning"),
}
SAID = {
    "auth": ("token of the old key is taken", "stale token outlives logout", "token without expiry", "reused token"),
    "billing": ("rounding of cents in totals", "rounding twice", "cents lost by rounding", "negative cents rounding"),
}  # fmt: skip
Notice = Callable[[View], Sequence[Cluster]]


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Words as directions: enough to tell what shares words from what does not."""
    rows = np.zeros((len(texts), 512), dtype=np.float32)
    for i, text in enumerate(texts):
        for word in text.lower().split():
            rows[i, zlib.crc32(word.encode()) % 512] += 1
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: NDArray[np.float32] = rows / np.maximum(lengths, 1e-9)
    return unit


def happened(day: float, who: str, kind: str, summary: str, *files: str) -> Event:
    id = content_id(str(day), summary)
    at = FIRST + timedelta(days=day)
    return Event(id, kind, who, at, Origin.USER, Span("git", id.ljust(40, "0")), summary, files=files, who=who)


def history(kind: str = "fix") -> list[Event]:
    found = []
    for story, (area, names) in enumerate(STORIES.items()):
        for n, day in enumerate(range(story, 90, 3)):
            files = [f"services/{area}/{names[(n + i) % 4]}.py" for i in range(2)]
            found.append(happened(day, WHO[n % 4], kind, f"{kind}: {SAID[area][n % 4]}, case {n}", *files))
    noise = ("list orders", "plain text mail", "search people", "export as CSV", "highlight matches", "split the form")
    for n in range(360):
        subject = f"feat: {noise[n % 6]} {n % 7}"
        found.append(happened(n / 4 + 0.01, WHO[n % 4], "commit", subject, f"web/part{n % 9}.py"))
    return sorted(found, key=lambda e: (e.at, e.id))


def worded(cluster: Cluster) -> Candidate:
    told = tuple(evidence(event) for event in cluster.events)
    files, actors = ", ".join(cluster.files), tuple(sorted({e.actor for e in told}))
    return Candidate(
        content_id(cluster.signal, cluster.about)[:8], cluster.signal, cluster.about, f"{len(told)} fixes in {files}",
        f"Mind {files}.", cluster.files, len(told), "high", "", actors, cluster.files, told,
    )  # fmt: skip


class Nights:
    """A store in a dictionary, and the nights over it."""

    def __init__(self, events: Sequence[Event], notice: Notice, every: int = 1, *, really: bool = False) -> None:
        self.events, self.notice, self.every, self.really = events, notice, every, really
        self.documents: dict[Address, bytes] = {}
        self.now = FIRST

    def waiting(self) -> list[Address]:
        return [address for address in self.documents if address.folder == "dream/candidates"]

    def run(self) -> Iterator[tuple[int, list[str]]]:
        """Day after day: the ids that are new that night."""
        for day in NIGHTS[:: self.every]:
            self.now = FIRST + timedelta(days=day + 0.5)
            known = [e for e in self.events if e.at <= self.now]
            window = [e for e in known if e.at > self.now - WINDOW]
            view = View(window, known[: len(known) - len(window)])
            documents = tuple(Document(address, content) for address, content in self.documents.items())
            left_out: Counter[str] = Counter()
            past, _ = read_papers(documents, left_out)
            judged = [j for j in judge(self.notice(view), past) if j.standing is not Standing.SUPPRESSED]
            ask = Request("", self.now, self.now, self.now, documents=documents)
            done = steps_for(ask, judged, self._worded([j.cluster for j in judged], view, known), left_out)
            for step in done.steps:
                for edit in step.edits:
                    self._apply(edit)
            yield day, done.new

    def _worded(self, clusters: Sequence[Cluster], view: View, known: Sequence[Event]) -> Sequence[Candidate]:
        """As a night words them, or all of them in few words."""
        if not self.really:
            return [worded(cluster) for cluster in clusters]
        tree = Tree(sorted({path for event in known for path in event.files}))
        desk = Desk(view.background, tree=tree, commits=lambda path: [e for e in known if path in e.files])
        return propose(clusters, desk).candidates

    def _apply(self, edit: Put | Move) -> None:
        if isinstance(edit, Move):
            del self.documents[edit.source]
            self.documents[edit.target] = edit.content
        else:
            assert (edit.address in self.documents) == (edit.expect is not None)
            self.documents[edit.address] = edit.content

    def reject(self) -> list[Candidate]:
        found = []
        for address in self.waiting():
            content = self.documents.pop(address)
            decision = Decision("reject", "No pattern: see the cases.", "ada", self.now)
            self.documents[Address("agent", address.path.replace("candidates", "rejected"))] = learning.decided_text(
                content, decision
            )
            found.append(learning.read_candidate(address, content)[0])
        return found


def by_meaning(view: View) -> Sequence[Cluster]:
    return semantic.notice(view, embed).clusters


SIGNALS: dict[str, tuple[str, Notice]] = {
    "semantic_cluster": ("fix", by_meaning),
    "revert_cluster": ("revert", lambda view: reverts.notice(view).clusters),
    "repeat_fix": ("fix", lambda view: repeat_fix.notice(view).clusters),
}


def nights(signal: str, every: int = 1, *, really: bool = False) -> Nights:
    kind, notice = SIGNALS[signal]
    return Nights(history(kind), notice, every, really=really)


def areas(found: Sequence[Address], documents: dict[Address, bytes]) -> Counter[str]:
    papers = [learning.read_candidate(address, documents[address])[0] for address in found]
    return Counter(area for paper in papers for area in {path.split("/")[1] for path in paper.files})


@pytest.mark.parametrize("signal", ["semantic_cluster", "revert_cluster"])
def test_what_waits_is_never_proposed_a_second_time(signal: str) -> None:
    going = nights(signal)
    for day, _ in going.run():
        assert areas(going.waiting(), going.documents) == {"auth": 1, "billing": 1}, f"day {day}"
        assert len(going.waiting()) == 2


@pytest.mark.parametrize("every", [1, 7, 31])
def test_a_cluster_by_meaning_keeps_its_id_though_the_event_it_is_named_for_slides_out(every: int) -> None:
    """Worded as a night does it, which rests on fewer events than were noticed; every 31 days, on none of the old."""
    going = nights("semantic_cluster", every, really=True)
    named: dict[Address, str] = {}
    oldest: set[str] = set()
    for day, _ in going.run():
        papers = {a: learning.read_candidate(a, going.documents[a])[0] for a in going.waiting()}
        named = named or {address: paper.about for address, paper in papers.items()}
        assert {address: paper.about for address, paper in papers.items()} == named, f"day {day}"
        oldest |= {paper.evidence[0].event for paper in papers.values()}
    assert len(named) == 2
    assert len(oldest) > 2  # the window did slide


@pytest.mark.parametrize("signal", ["semantic_cluster", "revert_cluster"])
def test_nor_beside_one_that_a_person_wrote_in_and_that_grows_no_more(signal: str) -> None:
    going = nights(signal)
    for day, new in going.run():
        if day == NIGHTS[0]:
            for address in going.waiting():
                going.documents[address] += b"\n## Remarks\n\nAsk the team.\n"
        else:
            assert new == [], f"day {day}"


@pytest.mark.parametrize("signal", list(SIGNALS))
def test_what_was_rejected_comes_back_only_for_as_much_new_evidence(signal: str) -> None:
    going = nights(signal)
    known = {event.id: event for event in going.events}
    rejected: list[Candidate] = []
    since = FIRST
    came_back = 0
    for day, new in going.run():
        if day == NIGHTS[0]:
            rejected, since = going.reject(), going.now
            assert rejected
            continue
        for address in map(learning.candidate_address, new):
            again, _ = learning.read_candidate(address, going.documents[address])
            if signal == "repeat_fix" and not {again.files[0]} & {path for one in rejected for path in one.files}:
                continue  # another file
            assert "asked again" in again.reopened, f"day {day}: {again.title}"
            came = [e for e in again.evidence if known[e.event].at > since]
            assert len(came) >= min(len(one.evidence) for one in rejected), f"day {day}"
            came_back += 1
    assert came_back or signal == "repeat_fix"  # it went on for sixty days: by then it is worth asking again


def test_two_stories_in_one_folder_are_two() -> None:
    """What shares a place, but neither events nor words, is something else."""
    from reverie.review.likeness import files_alike, words_alike

    one = worded(Cluster("semantic_cluster", "event:a", tuple(history()[:1]), ("a.py", "b.py")))
    told = [happened(n, "ada", "fix", f"fix: deadlock of the pool {n}", "a.py", "b.py") for n in range(3)]
    other = Cluster("semantic_cluster", "event:b", tuple(told), ("a.py", "b.py"))
    assert files_alike(other, one)
    assert not words_alike(other, one)
