"""Wording: an error that keeps coming back."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lessons, usual_tests
from reverie.propose.words import code, files, many, span
from reverie.records.learning import Cluster

# What a person would add from experience; it goes with the evidence, it does not stand for it.
_DO = {
    "deadlock": "check which locks are held on every way out",
    "race condition": "test it with concurrent callers",
    "memory leak": "test that what is taken is given back",
    "panic": "check for what may be absent before using it",
    "null pointer": "check for what may be absent before using it",
    "flaky test": "do not rely on timing or order; run a new test many times before merging it",
    "infinite loop": "test the case that does not end by itself",
    "out of memory": "test it with large input",
}


def word(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001 — every wording is called alike
    error, area = cluster.facts["error"], cluster.facts["area"]
    told = lessons(cluster.events)
    if not told:
        return None
    shown = code(error) if error[:1].isupper() else error
    where = f"In {code(area)}" if area else f"In {files(cluster.files[:2])}" if cluster.files else "Here"
    test = usual_tests(cluster.events)
    do = _DO.get(error) or (f"cover it in {code(test[0])}" if test else "handle it where it arises, with a test")
    count = many(len(cluster.events), "time")
    return Draft(
        title=f"{shown} {'in ' + code(area) + ' ' if area else ''}came up {count} {span(cluster.events)}",
        rule=f"{where}, {shown} came up {count} {span(cluster.events)} ({'; '.join(told)}): {do}.",
        scope=(f"{area}/**",) if area else cluster.files,
        events=cluster.events,
        sure=0.8,
    )
