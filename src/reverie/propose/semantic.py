"""Wording: events that speak of the same thing in different places and words."""

from __future__ import annotations

from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import Shared, lessons, shared, usual_tests
from reverie.propose.words import capital, code, files, many, span
from reverie.records.learning import Cluster
from reverie.tools import paths


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    common = shared(cluster.events, (), desk.background, desk.inside)
    subject = _subject(cluster, common)
    told = lessons(common.events if common else cluster.events)
    if len(told) < 2 or not subject:
        return None
    where = f" ({files(cluster.files[:2])})" if common and cluster.files else ""
    count = f"{many(len(cluster.events), 'fix', 'fixes')} {span(cluster.events)}"
    test = usual_tests(cluster.events)
    do = f"run and extend {code(test[0])}" if test else "look for the same fault in the places beside it"
    return Draft(
        title=f"{count} were about {subject}{where}",
        rule=f"{capital(count)} were about {subject}{where}: {'; '.join(told)}. When you change it, {do}.",
        scope=cluster.files,
        events=cluster.events,
        sure=0.85 if common else 0.5,
    )


def _subject(cluster: Cluster, common: Shared | None) -> str:
    """The words they share if half of them do; else the folder they share, if it is a small one."""
    if common and len(common.events) * 2 >= len(cluster.events):
        return common.shown
    folder = paths.common_folder(list(cluster.files)) if len(cluster.files) > 1 else ""
    return code(folder) if "/" in folder and not common else ""
