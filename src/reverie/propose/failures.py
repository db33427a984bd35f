"""Wording: an error that keeps coming back."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lesson
from reverie.propose.proof import proof
from reverie.propose.words import capital, code, counted, files, span
from reverie.records.learning import Cluster

# What a person would add from experience; it goes with the evidence, it does not stand for it.
_DO = {
    "deadlock": "check which locks are held on every way out",
    "race condition": "test it with concurrent callers",
    "memory leak": "test that what is taken is given back",
    "panic": "return an error instead, and test the input that caused it",
    "null pointer": "check for what may be absent before using it",
    "flaky test": "do not rely on timing or order; run a new test many times before merging it",
    "infinite loop": "make sure that every round comes nearer to the end, and test it",
    "out of memory": "test it with large input",
}
SURE = 0.6  # of the test that is named
_PLURAL = {"out of memory": "running out of memory", "off-by-one": "off-by-one errors"}


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    error, area = cluster.facts["error"], cluster.facts["area"]
    if not any(lesson(event, desk.background) for event in cluster.events):
        return None
    shown = code(error) if error[:1].isupper() else _PLURAL.get(error, f"{error}s")
    places = _places(cluster)
    where = f"In {files(places)}" if places else f"In {code(area)}" if area else "In this project"
    check = proof(places or cluster.files, cluster.events, desk)
    sure = check.do if check.sure >= SURE and error != "flaky test" else ""
    do = ", and ".join(filter(None, (_DO.get(error, ""), sure))) or "catch it where it arises, and add a test"
    named = f"{counted(cluster.events)} {span(cluster.events)} named {shown}"
    return Draft(
        title=capital(named) + (f" in {code(area)}" if area else ""),
        rule=f"{where}, {named}: {do}.",
        scope=places or ((f"{area}/**",) if area else cluster.files),
        events=cluster.events,
        sure=0.6 if sure and places else 0.35,
    )


def _places(cluster: Cluster) -> tuple[str, ...]:
    """Files that all of these changed."""
    return tuple(path for path in cluster.files if all(path in event.files for event in cluster.events))[:2]
