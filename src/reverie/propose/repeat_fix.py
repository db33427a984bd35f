"""Wording: a file that needed one fix after another."""

from __future__ import annotations

from dataclasses import replace

from reverie.propose import twins
from reverie.propose.common import Shared, shared
from reverie.propose.draft import Desk, Draft
from reverie.propose.faults import Fault, shared_fault
from reverie.propose.lessons import lesson, lessons
from reverie.propose.proof import Proof, proof
from reverie.propose.words import capital, code, files, many, number, span
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths

OFTEN = 5  # fixes of CI: fewer are everybody's everyday
SLIGHT, SHARE = 6, 0.25  # lines of a file, and of all that a fix changed: less, and the fix is elsewhere
FEW = 3  # fixes that say what went wrong
SURE = 0.6  # of the test that is named, where fixes have nothing else in common


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    """By the function or the words the fixes share, else by the kind of fault, else by how often the file was hit. What
    says nothing about what went wrong is not counted."""
    if cluster.about.startswith("twins:"):
        return twins.word(cluster, desk)
    enough = min(len(cluster.events), FEW)
    cluster = replace(cluster, events=tuple(e for e in cluster.events if not _in_passing(cluster.files[0], e, desk)))
    telling = tuple(event for event in cluster.events if lesson(event, desk.background))
    if len(telling) < 2:
        return None
    events = cluster.events if len(telling) * 3 >= len(cluster.events) * 2 else telling
    if len(events) < enough:
        return None
    if not paths.is_code(cluster.files[0]) and not paths.is_ci(cluster.files[0]):
        return None  # styles, settings and texts get small repairs of many kinds
    common = shared(events, cluster.files, desk)
    if common:
        return _about_something(cluster, common, desk)
    alike = shared_fault(events)
    if alike and not paths.is_ci(cluster.files[0]):
        return _about_a_fault(cluster, *alike, desk)
    return _about_the_file(cluster, events, desk)


def _in_passing(path: str, event: Event, desk: Desk) -> bool:
    """A fix that was made elsewhere and touched this file with a line or two."""
    sizes = desk.sizes.get(event.span.commit, {})
    product = sum(lines for file, lines in sizes.items() if paths.telling(file))
    return path in sizes and sizes[path] < min(SLIGHT, product * SHARE)


def _about_something(cluster: Cluster, common: Shared, desk: Desk) -> Draft | None:
    told = lessons(common.events, desk.background)
    count = f"{many(len(common.events), 'fix', 'fixes')} {span(common.events)} — {'; '.join(told)}"
    where = (common.inside,) if common.inside else _touched(cluster, common.events)
    check = proof((*where, *cluster.files) if common.inside else where, common.events, desk)
    if not check.do:
        return None  # nothing to do about it
    if common.inside:
        rule = f"When you change {code(common.shown)} in {code(common.inside)}, {check.do}: {count}."
    else:
        rule = f"When you change {files(where)}, take care with {common.named} and {check.do}: {count}."
    about = f", {_mostly(common, cluster)} {common.named}"
    return _draft(cluster, where, common.events, about, rule, max(check.sure, 0.5) * (1.0 if common.inside else 0.8))


def _about_a_fault(cluster: Cluster, fault: Fault, events: tuple[Event, ...], desk: Desk) -> Draft | None:
    told = lessons(events, desk.background)
    count = f"{many(len(events), 'fix', 'fixes')} {span(events)} were about {fault.what} — {'; '.join(told)}"
    where = _touched(cluster, events)
    check = proof(where, events, desk)
    if not check.do:
        return None
    do = ", and ".join(filter(None, (fault.do, check.do)))
    rule = f"When you change {files(where)}, {do}: {count}."
    return _draft(cluster, where, events, f", mostly about {fault.what}", rule, 0.5 + check.sure * 0.4)


def _about_the_file(cluster: Cluster, events: tuple[Event, ...], desk: Desk) -> Draft | None:
    told, touched = lessons(events, desk.background), _touched(cluster, events)
    where = files(touched)
    count, commits = len(events), _commits(touched[0], events, desk) or int(cluster.facts.get("commits", "0"))
    share = f"{capital(number(count))} of the {commits} commits to {where} {span(events)} were fixes"
    plain = f"{capital(where)} needed {many(count, 'fix', 'fixes')} {span(events)}"
    start = share if commits >= count + 1 and count * 2 >= commits and len(touched) == 1 else plain
    is_ci = paths.is_ci(cluster.files[0])
    if is_ci and count < OFTEN and desk.is_large:
        return None
    check = Proof("try a change on a branch", 0.2) if is_ci else proof(touched, events, desk)
    if not is_ci and check.sure < (SURE if desk.is_large else 0.1):
        return None  # nothing in common, and nothing sure to do about it
    rule = f"{start} ({'; '.join(told)}): {check.do} before you {'merge it' if is_ci else 'commit there'}."
    return replace(_draft(cluster, touched, events, "", rule, 0.45 * check.sure), cause=False)


def _commits(path: str, events: tuple[Event, ...], desk: Desk) -> int:
    """How often the file was changed from the first of these to the last."""
    first, last = min(e.at for e in events), max(e.at for e in events)
    return sum(first <= event.at <= last for event in desk.commits(path))


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
