"""Wording: events that speak of the same thing in different places and words."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import lessons, shared, usual_tests
from reverie.propose.words import capital, code, files, many, span
from reverie.records.learning import Cluster
from reverie.tools import paths


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    told = lessons(cluster.events)
    folder = paths.common_folder(list(cluster.files)) if len(cluster.files) > 1 else ""
    common = shared(cluster.events, (), desk.background, desk.inside)
    subject = common.shown if common else code(folder) if folder.count("/") else ""
    if len(told) < 2 or not subject:
        return None
    where = f" ({files(cluster.files[:2])})" if cluster.files and subject != code(folder) else ""
    count = f"{many(len(cluster.events), 'fix', 'fixes')} {span(cluster.events)}"
    test = usual_tests(cluster.events)
    do = f"run and extend {code(test[0])}" if test else "look for the same fault in the places beside it"
    return Draft(
        title=f"{count} were about {subject}{where}",
        rule=f"{capital(count)} were about {subject}{where}: {'; '.join(told)}. When you change it, {do}.",
        scope=cluster.files,
        events=cluster.events,
        sure=0.85 if common else 0.6,
    )
