"""Given candidates that wait, when a better one comes, it takes their place and says so; never over a person's words,
and nobody calls that a decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import night, wiring
from reverie.layouts import learning
from reverie.records.changes import Move
from reverie.records.documents import Address, Document
from reverie.records.learning import Candidate
from reverie.records.nightly import Request
from reverie.review.errors import Replaced
from reverie.review.precedents import Judged, Precedent, Standing, judge
from reverie.review.resolve import waiting
from reverie.thinking.papers import EDITED, Proposed, read_papers, steps_for
from tests.learning.test_night import NOW, candidates, commit, decide_on, dream
from tests.learning.test_night import project as project  # noqa: PLC0414 — a fixture
from tests.review.builders import at, candidate, cluster, decision, event, evidence
from tests.store.builders import tree

EVENTS = [event(f"e{n}", n - 10) for n in range(5)]
REMARK = b"\n## Remarks\n\nAda: ask the billing team first.\n"
REGISTRY = """# Bugs

## BUG-007: tokens are taken on trust
- Files: services/auth/jwt.py
- Tags: tokens
- Prevention: Check key, expiry and skew of every token
"""


def waits(id: str, *names: str, about: str = "") -> Candidate:
    return candidate(id, events=[evidence(name, int(name[1:]) - 10) for name in names], about=about)


def filed(one: Candidate, more: bytes = b"", place: str = "candidates") -> Document:
    return Document(learning.candidate_address(one.id, place), learning.candidate_text(one) + more)


def night_of(*documents: Document, min_cluster_size: int = 3) -> tuple[Proposed, Counter[str]]:
    """A night that notices one cluster of five events, over these papers."""
    left_out: Counter[str] = Counter()
    past, _ = read_papers(documents, left_out)
    (judged,) = judge([cluster(EVENTS)], past)
    told = waits("ffff", *(e.id for e in EVENTS))
    thresholds = {"min_cluster_size": min_cluster_size}
    ask = Request("", at(), at(), at(), documents=documents, thresholds=thresholds)
    return steps_for(ask, [judged], [replace(told, weight=5)], left_out), left_out


ONE, OTHER = waits("aaaa", "e0", "e1", "e2"), waits("bbbb", "e3", "e4", about="file:other.py")


def test_what_a_growing_candidate_covers_is_replaced_and_said() -> None:
    done, left_out = night_of(filed(ONE), filed(OTHER))
    assert (done.grown, done.replaced) == (["aaaa"], {"bbbb": "aaaa"})
    assert done.steps[0].reason == "let aaaa grow to 5 events, in the place of bbbb"
    move = done.steps[0].edits[1]
    assert isinstance(move, Move)
    assert (str(move.target), move.content) == ("agent:dream/replaced/bbbb.md", learning.candidate_text(OTHER))
    assert left_out == {}


@pytest.mark.parametrize("edit", [REMARK, b"a word\n"])
def test_one_a_person_wrote_in_stays_where_it_is(edit: bytes) -> None:
    done, left_out = night_of(filed(ONE), filed(OTHER, edit))
    assert (done.grown, done.replaced, left_out) == (["aaaa"], {}, {EDITED: 1})
    assert len(done.steps[0].edits) == 1
    done, left_out = night_of(filed(ONE, edit), filed(OTHER))
    assert (done.steps, left_out) == ([], {EDITED: 1})


def test_one_replaced_twice_lies_beside_its_earlier_self() -> None:
    done, _ = night_of(filed(ONE), filed(OTHER), filed(OTHER, place="replaced"))
    assert "agent:dream/replaced/bbbb-2.md" in {str(e.target) for e in done.steps[0].edits if isinstance(e, Move)}


def test_what_it_replaced_before_stays_on_record() -> None:
    done, _ = night_of(filed(replace(ONE, replaces=("cccc",))), filed(OTHER))
    assert b'replaces: ["cccc", "bbbb"]' in done.steps[0].edits[0].content


@pytest.mark.parametrize("place", ["replaced", "expired"])
def test_a_replaced_candidate_is_no_decision(place: str) -> None:
    done, left_out = night_of(filed(ONE, place=place), filed(OTHER, place=place))
    assert (done.new, left_out) == (["ffff"], {})
    for state in ("replaced", "expired"):
        assert judge([cluster(EVENTS)], [Precedent(ONE, state)])[0].standing is Standing.NEW


def test_a_second_rejection_of_the_same_candidate_is_read_as_one() -> None:
    """Its file has a number after the id, as a rule's has a slug; it is no rule for that."""
    text = learning.candidate_text(ONE, decision(verdict="reject"))
    documents = [Document(Address("agent", f"dream/rejected/{name}.md"), text) for name in ("aaaa", "aaaa-2")]
    left_out: Counter[str] = Counter()
    past, rules = read_papers(documents, left_out)
    assert ([p.state for p in past], rules, left_out) == (["rejected", "rejected"], [], {})


def test_a_rule_that_expired_decides_no_longer(project: wiring.Project) -> None:
    dream(project)
    decide_on(project, "graduate")
    store = wiring.open_store(project)
    (rule,) = night.lay_out(store).rules
    from reverie.review.lifecycle import expire_stale
    from tests.store.builders import change

    (gone,) = expire_stale([rule], (NOW + timedelta(days=400)).date(), learning)
    assert store.apply(change(gone.step)).applied
    documents = night.lay_out(wiring.open_store(project)).documents
    assert [p.state for p in read_papers(documents, Counter())[0]] == ["expired"]


def test_the_threshold_it_was_noticed_from_is_kept_when_it_is_not_the_usual_one() -> None:
    assert b"noticed_from: 5\n" in night_of(min_cluster_size=5)[0].steps[0].edits[0].content
    assert b"noticed_from" not in night_of()[0].steps[0].edits[0].content


def test_a_sentence_that_could_not_graduate_is_not_proposed() -> None:
    told = replace(waits("ffff", "e0"), rule="``` <!-- ")
    ask = Request("", at(), at(), at())
    judged = Judged(cluster(EVENTS), Standing.NEW)
    left_out: Counter[str] = Counter()
    done = steps_for(ask, [judged], [told], left_out)
    assert (done.steps, left_out) == ([], {"patterns that cannot be said in one plain sentence": 1})
    done = steps_for(ask, [judged], [replace(told, rule="Mind ```x``` <!-- y -->, " + "and so on " * 80)], left_out)
    read, _ = learning.read_candidate(learning.candidate_address("x"), done.steps[0].edits[0].content)
    from reverie.review.sentence import clean

    assert clean(read.rule).notes == ()


def registered(project: wiring.Project) -> str:
    """A dream, and then an entry in the bug registry for what it found. The name of the file it had proposed."""
    dream(project)
    (name,) = candidates(project)
    commit(project.root, 0, "ada", "docs: register the bug", "x.txt")
    (project.root / "docs").mkdir()
    (project.root / "docs/bug-registry.md").write_text(REGISTRY)
    return name


def test_an_entry_in_the_bug_registry_takes_over_what_waits(project: wiring.Project) -> None:
    name = registered(project)
    report = dream(project)
    (now,) = candidates(project)
    assert now != name
    assert report.thought.replaced == {name.removesuffix(".md"): now.removesuffix(".md")}
    assert report.record().facts["replaced"] == dict(report.thought.replaced)
    assert b"BUG-007" in candidates(project)[now]
    assert list(tree(project.agent / "dream" / "replaced")) == [name]
    before = tree(project.agent / "dream")
    assert not dream(project, days=1).changed
    assert tree(project.agent / "dream") == before
    desk = night.lay_out(wiring.open_store(project))
    with pytest.raises(Replaced, match=f"replaced by {now.removesuffix('.md')}"):
        waiting(name, desk.candidates)


def test_it_does_not_take_over_what_a_person_wrote_in(project: wiring.Project) -> None:
    name = registered(project)
    path: Path = project.agent / "dream" / "candidates" / name
    path.write_bytes(path.read_bytes() + REMARK)
    report = dream(project)
    assert list(candidates(project)) == [name]
    assert report.thought.left_out[EDITED] == 1
    assert report.thought.suppressed == {}


def test_what_merely_waits_was_not_decided_before(project: wiring.Project) -> None:
    """A part of a candidate that waits is said to be just that."""
    parts = [cluster(EVENTS), cluster(EVENTS[:2], "revert:part", "revert_cluster")]
    judged = judge(parts, [Precedent(ONE, "candidates")])
    assert [j.standing for j in judged] == [Standing.OPEN, Standing.SUPPRESSED]
    from reverie.thinking.mind import Mind
    from tests.learning.test_night import ask

    mind = Mind(ask(project), project.root, lambda line: None)
    assert [mind._stands(j) for j in judged] == [True, False]
    assert (mind.suppressed, list(mind.waiting)) == ({}, ["revert:part"])
