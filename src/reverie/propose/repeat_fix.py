"""Wording: a file that needed one fix after another."""

from __future__ import annotations

from reverie.propose import twins
from reverie.propose.common import Shared, shared
from reverie.propose.draft import Desk, Draft
from reverie.propose.faults import Fault, shared_fault
from reverie.propose.lessons import lessons
from reverie.propose.proof import proof
from reverie.propose.words import capital, code, files, many, number, span
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    """By the function or the words the fixes share, else by the kind of fault, else by how often the file was hit."""
    if cluster.about.startswith("twins:"):
        return twins.word(cluster, desk)
    common = shared(cluster.events, cluster.files, desk.background, desk.inside)
    if common:
        return _about_something(cluster, common, desk)
    if not paths.is_code(cluster.files[0]) and not paths.is_ci(cluster.files[0]):
        return None  # styles, settings and texts get small repairs of many kinds
    alike = shared_fault(cluster.events)
    if alike and not paths.is_ci(cluster.files[0]):
        return _about_a_fault(cluster, *alike, desk)
    return _about_the_file(cluster, desk)


def _about_something(cluster: Cluster, common: Shared, desk: Desk) -> Draft | None:
    told = lessons(common.events, desk.background)
    if not told:
        return None  # the fixes say nothing about what went wrong
    count = f"{many(len(common.events), 'fix', 'fixes')} {span(common.events)} — {'; '.join(told)}"
    where: tuple[str, ...]
    if common.inside:
        do = proof((common.inside, *cluster.files), common.events, desk)
        rule = (
            f"When you change {code(common.shown)} in {code(common.inside)}, {do or 'mind what broke before'}: {count}."
        )
        where = (common.inside,)
    else:
        where = _touched(cluster, common.events)
        do = proof(where, common.events, desk)
        care = f"take care with {common.named}" + (f" and {do}" if do else "")
        rule = f"When you change {files(where)}, {care}: {count}."
    return _draft(cluster, where, common.events, f", {_mostly(common, cluster)} {common.named}", rule, 1.0)


def _about_a_fault(cluster: Cluster, fault: Fault, events: tuple[Event, ...], desk: Desk) -> Draft | None:
    told = lessons(events, desk.background)
    if len(told) < 2:
        return None
    count = f"{many(len(events), 'fix', 'fixes')} {span(events)} were about {fault.what} — {'; '.join(told)}"
    where = _touched(cluster, events)
    do = ", and ".join(filter(None, (fault.do, proof(where, events, desk))))
    rule = f"When you change {files(where)}, {do}: {count}."
    return _draft(cluster, where, events, f", mostly about {fault.what}", rule, 0.9)


def _about_the_file(cluster: Cluster, desk: Desk) -> Draft | None:
    told = lessons(cluster.events, desk.background)
    if not told:
        return None
    touched = _touched(cluster, cluster.events)
    where = files(touched)
    count, commits = len(cluster.events), int(cluster.facts.get("commits", "0"))
    share = f"{capital(number(count))} of the {commits} commits to {where} {span(cluster.events)} were fixes"
    plain = f"{capital(where)} needed {many(count, 'fix', 'fixes')} {span(cluster.events)}"
    start = share if commits >= count + 1 and count * 2 >= commits and len(touched) == 1 else plain
    is_ci = paths.is_ci(cluster.files[0])
    do = "try a change on a branch" if is_ci else proof(touched, cluster.events, desk)
    if not do:
        return None  # nothing in common, and nothing to do about it
    rule = f"{start} ({'; '.join(told)}): {do} before you {'merge it' if is_ci else 'commit there'}."
    return _draft(cluster, touched, cluster.events, "", rule, 0.25 if is_ci else 0.45)


def _touched(cluster: Cluster, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The file it is about, and another one if most of these fixes changed that too."""
    also = [path for path in cluster.files[1:] if sum(path in event.files for event in events) * 3 >= len(events) * 2]
    return (cluster.files[0], *also[:1])


def _draft(
    cluster: Cluster, where: tuple[str, ...], events: tuple[Event, ...], about: str, rule: str, sure: float
) -> Draft:
    needed = f"{files(where)} needed {many(len(cluster.events), 'fix', 'fixes')} {span(cluster.events)}"
    others = _not_counted(cluster, len(cluster.events) - len(events))
    return Draft(needed + about, rule, where, events, others, sure)


def _mostly(common: Shared, cluster: Cluster) -> str:
    share = len(common.events) / len(cluster.events)
    return "all about" if share == 1 else "mostly about" if share > 0.5 else f"{number(len(common.events))} about"


def _not_counted(cluster: Cluster, others: int) -> tuple[str, ...]:
    if not others:
        return cluster.not_counted
    return (*cluster.not_counted, f"{others} other fix{'es' * (others != 1)} of the same file, about something else")
