"""Wording: a file that needed one fix after another."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from reverie.propose import twins
from reverie.propose.common import Shared, shared
from reverie.propose.draft import Desk, Draft
from reverie.propose.faults import Fault, shared_fault
from reverie.propose.lessons import lesson, names
from reverie.propose.lessons import telling as told_apart
from reverie.propose.proof import Proof, proof
from reverie.propose.words import code, files, number, span
from reverie.propose.words import counted as counted_as
from reverie.propose.work import HERE, counted, is_gone, share, telling
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths

OFTEN = 5  # fixes of CI, or of years: fewer are everybody's everyday
FEW = 3  # fixes that say what went wrong
SELDOM = timedelta(days=120)  # between one fix and the next: such say nothing unless they have something in common
SERIES = timedelta(days=4)
_SHOWN = re.compile(r"(?:^|/)(?:examples?|samples?|demos?|playground|tutorials?|snippets)/", re.I)  # not the product
SURE = 0.6  # of the test that is named, where fixes have nothing else in common


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    """By the function or the words the fixes share, else by the kind of fault, else by how often the file was hit. What
    says nothing about what went wrong is not counted."""
    if cluster.about.startswith("twins:"):
        return twins.word(cluster, desk)
    enough = min(len(cluster.events), FEW)
    cluster = replace(cluster, events=counted(cluster.files[0], cluster.events, desk))
    worded = tuple(event for event in cluster.events if lesson(event, desk.background))
    if len(worded) < 2:
        return None
    events = worded if desk.is_large or len(worded) * 3 < len(cluster.events) * 2 else cluster.events
    if len(events) < enough or is_gone(cluster.files[0], events, desk) or (desk.is_large and _is_a_series(events)):
        return None
    if not paths.is_code(cluster.files[0]) and not paths.is_ci(cluster.files[0]):
        return None  # styles, settings and texts get small repairs of many kinds
    if desk.is_large and _SHOWN.search(cluster.files[0]):
        return None
    common = shared(events, cluster.files, desk)
    if common:
        return _about_something(cluster, common, desk)
    alike = shared_fault(events)
    if alike and not paths.is_ci(cluster.files[0]):
        return _about_a_fault(cluster, *alike, desk)
    return _about_the_file(cluster, events, desk)


def _say_enough(cluster: Cluster, events: tuple[Event, ...], desk: Desk) -> bool:
    """Whether subjects that speak of this file say what went wrong: one, or two where much is said."""
    return told_apart(telling(cluster.files[0], events, desk), desk.background) > desk.is_large


def _about_something(cluster: Cluster, common: Shared, desk: Desk) -> Draft | None:
    where = (common.inside,) if common.inside else _touched(cluster, common.events, desk)
    function = common.shown if common.inside else ""
    check = proof((*where, *cluster.files) if common.inside else where, common.events, desk, function)
    if not check.do or not _say_enough(cluster, common.events, desk):
        return None  # nothing to do about it
    count = f"{counted_as(common.events)} {span(common.events)}{names(common.events, where, desk)}"
    if common.inside:
        rule = f"When you change {code(common.shown)} in {code(common.inside)}, {check.do}: {count}."
    else:
        rule = f"When you change {files(where)}, take care with {common.named} and {check.do}: {count}."
    about = f", {_share(common.events, cluster)} {'in' if common.inside else 'naming'} {common.named}"
    return _draft(cluster, where, common.events, about, rule, max(check.sure, 0.5) * (1.0 if common.inside else 0.8))


def _about_a_fault(cluster: Cluster, fault: Fault, events: tuple[Event, ...], desk: Desk) -> Draft | None:
    where = _touched(cluster, events, desk)
    check = proof(where, events, desk)
    if not check.do or not _say_enough(cluster, events, desk):
        return None
    count = f"{counted_as(events)} {span(events)} speak of {fault.what}{names(events, where, desk)}"
    do = ", and ".join(filter(None, (fault.do, check.do)))
    rule = f"When you change {files(where)}, {do}: {count}."
    about = f", {_share(events, cluster)} speaking of {fault.what}"
    return _draft(cluster, where, events, about, rule, 0.5 + check.sure * 0.4)


def _about_the_file(cluster: Cluster, events: tuple[Event, ...], desk: Desk) -> Draft | None:
    touched, is_ci = _touched(cluster, events, desk), paths.is_ci(cluster.files[0])
    start = f"{files(touched)} needed {counted_as(events)} {span(events)}{names(events, touched, desk)}"
    if not _say_enough(cluster, events, desk):
        return None
    if desk.is_large and (_are_rare(events) or (is_ci and len(events) < OFTEN)):
        return None
    check = Proof("try it on a branch", 0.2) if is_ci else proof(touched, events, desk)
    if not is_ci and check.sure < (SURE if desk.is_large else 0.1):
        return None  # nothing in common, and nothing sure to do about it
    rule = f"{start}: before you {'merge a change' if is_ci else 'commit there'}, {check.do}."
    return replace(_draft(cluster, touched, events, "", rule, 0.45 * check.sure), cause=False)


def _is_a_series(events: tuple[Event, ...]) -> bool:
    """One person's work of a few days, most often of one request: steps, and no recurrence."""
    times = [event.at for event in events]
    return len({event.actor for event in events}) == 1 and max(times) - min(times) < SERIES


def _are_rare(events: tuple[Event, ...]) -> bool:
    """Few, and far between; many are a pattern however long it takes."""
    return len(events) < OFTEN and max(e.at for e in events) - min(e.at for e in events) > SELDOM * len(events)


def _touched(cluster: Cluster, events: tuple[Event, ...], desk: Desk) -> tuple[str, ...]:
    """The file it is about, and another one if all of these fixes were made in that too."""

    def made(path: str, event: Event) -> bool:
        return path in event.files and (not desk.is_large or share(path, event, desk) >= HERE)

    also = [path for path in cluster.files[1:] if all(made(path, event) for event in events)]
    return (cluster.files[0], *also[:1])


def _draft(
    cluster: Cluster, where: tuple[str, ...], events: tuple[Event, ...], about: str, rule: str, sure: float
) -> Draft:
    told = cluster.events if about else events  # where nothing is shared, those that are counted are all that is told
    needed = f"{files(cluster.files[:1])} needed {counted_as(told)} {span(told)}"
    why = "which do not share this" if about else "which do not say what went wrong"
    others = _not_counted(cluster, len(cluster.events) - len(events), why)
    return Draft(needed + about, rule, where, events, others, sure)


def _share(events: tuple[Event, ...], cluster: Cluster) -> str:
    count, of = len(events), len(cluster.events)
    return "all of them" if count == of else f"{number(count)} of them"


def _not_counted(cluster: Cluster, others: int, why: str) -> tuple[str, ...]:
    if not others:
        return cluster.not_counted
    why = why.replace("do not", "does not") if others == 1 else why
    return (*cluster.not_counted, f"{others} other fix{'es' * (others != 1)} of the same file, {why}")
