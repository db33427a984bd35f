"""Wording: an error that keeps coming back."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lessons
from reverie.propose.proof import test_for
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


_PLURAL = {"out of memory": "running out of memory", "off-by-one": "off-by-one errors"}


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    error, area = cluster.facts["error"], cluster.facts["area"]
    told = lessons(cluster.events, desk.background)
    if not told:
        return None
    shown = code(error) if error[:1].isupper() else _PLURAL.get(error, f"{error}s")
    where = f"In {code(area)}" if area else f"In {files(cluster.files[:2])}" if cluster.files else "Here"
    test = test_for(cluster.files, cluster.events, desk)
    do = _DO.get(error) or (f"cover it in {code(test)}" if test else "handle it where it arises, with a test")
    count = many(len(cluster.events), "time")
    return Draft(
        title=f"{shown} {'in ' + code(area) + ' ' if area else ''}came up {count} {span(cluster.events)}",
        rule=f"{where}, {shown} came up {count} {span(cluster.events)} ({'; '.join(told)}): {do}.",
        scope=(f"{area}/**",) if area else cluster.files,
        events=cluster.events,
        sure=0.8,
    )
