"""Wording: a file that needed one fix after another."""

from __future__ import annotations

from reverie.propose import twins
from reverie.propose.draft import Desk, Draft
from reverie.propose.lessons import Shared, lessons, shared, usual_tests
from reverie.propose.words import capital, code, files, many, number, span
from reverie.records.learning import Cluster
from reverie.tools import paths


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    if cluster.about.startswith("twins:"):
        return twins.word(cluster)
    common = shared(cluster.events, cluster.files, desk.background, desk.inside)
    events = common.events if common else cluster.events
    told = lessons(events)
    if not told:
        return None  # the fixes say nothing about what went wrong
    test = usual_tests(events)
    where = files(cluster.files)
    rule = _about_something(where, common, told, test) if common else _about_the_file(where, told, test, cluster)
    about = f", {_mostly(common, cluster)} {_named(common)}" if common else ""
    others = len(cluster.events) - len(events)
    return Draft(
        title=f"{where} needed {many(len(cluster.events), 'fix', 'fixes')} {span(cluster.events)}{about}",
        rule=rule,
        scope=cluster.files,
        events=events,
        not_counted=_not_counted(cluster, others),
        sure=1.0 if common else 0.45,
    )


def _about_something(where: str, common: Shared, told: list[str], test: list[str]) -> str:
    count = f"{many(len(common.events), 'fix', 'fixes')} {span(common.events)} — {'; '.join(told)}"
    do = f"run and extend {code(test[0])}" if test else "first write a test that would have caught these"
    if common.code:
        return f"When you change {_named(common)} in {where}, {do}: {count}."
    return f"When you change {where}, take care with {_named(common)} and {do}: {count}."


def _about_the_file(where: str, told: list[str], test: list[str], cluster: Cluster) -> str:
    count, commits = len(cluster.events), int(cluster.facts.get("commits", "0"))
    share = f"{capital(number(count))} of the {commits} commits to {where} {span(cluster.events)} were fixes"
    plain = f"{capital(where)} needed {many(count, 'fix', 'fixes')} {span(cluster.events)}"
    start = share if commits >= count + 1 and count * 2 >= commits else plain
    do = f"run and extend {code(test[0])} before you commit there" if test else "write a test with every change there"
    if paths.is_ci(cluster.files[0]):
        do = "try a change on a branch before you merge it"
    return f"{start} ({'; '.join(told)}): {do}."


def _named(common: Shared) -> str:
    return (
        code(common.shown)
        if common.code or "_" in common.shown or common.shown != common.shown.lower()
        else common.shown
    )


def _mostly(common: Shared, cluster: Cluster) -> str:
    share = len(common.events) / len(cluster.events)
    return "all about" if share == 1 else "mostly about" if share > 0.5 else f"{number(len(common.events))} about"


def _not_counted(cluster: Cluster, others: int) -> tuple[str, ...]:
    if not others:
        return cluster.not_counted
    return (*cluster.not_counted, f"{others} other fix{'es' * (others != 1)} of the same file, about something else")
