"""Whether the thing a rule was to prevent came back: how often it happened before and since, per activity where the
rule applies, with an exact interval and a verdict in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from fnmatch import fnmatchcase

from reverie.records.events import Event
from reverie.records.learning import Health, Rule
from reverie.review.rates import Counts, ordinary_rate, ratio_interval

ENOUGH = 3.0  # expected since: when three are expected, none at all still happens by chance one time in twenty
LEAST = 0.1  # less is not told more exactly
BASELINE_DAYS = 365  # how far back "before" reaches: a year ago it was another project
WINDOW_DAYS = 30  # what a dream looks at, and so what makes a candidate
FLOOR = 3  # from how many on a pattern is noticed
FLOORS = {"revert_cluster": 2, "cross_actor_anti": 2, "": 0}  # the exceptions; what has no signal was not noticed
_KINDS = {"revert_cluster": ("revert",), "": ("fix", "revert", "error")}
_NOUNS = {
    "repeat_fix": "fix",
    "revert_cluster": "revert",
    "frequent_failure": "failure",
    "cross_actor_anti": "hit",
    "correction": "reminder",
    "repeated_correction": "reminder",
    "remember_request": "reminder",
}
_WIDE = frozenset({"*", "**", "**/*", "."})

Same = Callable[[Rule, Event], bool]


@dataclass(frozen=True, slots=True)
class Spans:
    """How many days were looked at before graduation and since, and how much work where the rule applies: commits, or
    sessions of agents."""

    days_before: int
    days_after: int
    work_before: int
    work_after: int
    unit: str = "commit"


def health(
    rule: Rule,
    events: Sequence[Event],
    now: datetime,
    *,
    same: Same | None = None,
    noticed_from: int | None = None,
    unit: str = "commit",
) -> Health:
    """Health of one rule, from all events known. `same` tells whether an event is the pattern; what it says must not
    depend on when the event was, or before and after would be measured differently. `noticed_from` is the threshold
    from which its signal was noticed, if the rule does not say; that of today does not matter. `unit`: what one of the
    events that are work is called."""
    is_same = same or came_back
    times = _times(rule, events, now)
    seen = [(e, is_same(rule, e)) for e in events if times.start <= e.at <= now]
    again = [e.at for e, same_again in seen if same_again]
    work = [e.at for e, same_again in seen if same_again or is_activity(rule, e)]
    counts = Counts(*(len(_days(part)) for part in times.split(again)), *(len(part) for part in times.split(work)))
    spans = Spans(times.days_before, times.days_after, int(counts.before_activity), int(counts.after_activity), unit)
    least = rule.noticed_from or (usual_floor(rule.signal) if noticed_from is None else noticed_from)
    return judge(replace(counts, floor=_floor(least, counts)), spans, _NOUNS.get(rule.signal, "case"))


def usual_floor(signal: str) -> int:
    return FLOORS.get(signal, FLOOR)


def judge(counts: Counts, spans: Spans, noun: str = "fix") -> Health:
    """The verdict. `no effect` is said only of what goes on about as before: when it is down to less than half and
    might still be chance, or when little was to be expected yet, it is too early."""
    expected = None if _is_unknown(counts) else ordinary_rate(counts) * counts.after_activity
    plain = counts.before * counts.after_activity / counts.before_activity if counts.before_activity else 0.0
    low, high = ratio_interval(counts)
    if low > 1:
        verdict, why = "hurts", ""
    elif expected is None or expected < ENOUGH:
        goes_on = counts.after >= plain >= ENOUGH  # not even fewer than in the time it was noticed for
        verdict, why = ("no effect", "") if goes_on else ("too early", _too_few(expected, plain))
    elif high < 1:
        verdict, why = "works", ""
    elif counts.after * 2 < expected:
        verdict, why = "too early", "; that may still be chance"
    else:
        verdict, why = "no effect", ""
    told = f"{verdict}: {_told(counts, spans, noun)} ({_reckoned(expected, counts, spans)}{why})"
    return Health(verdict, counts.before, counts.after, None if expected is None else round(expected, 3), told)


def _is_unknown(counts: Counts) -> bool:
    """Whether nothing tells how often it would have happened: there was no work before, or none besides the window that
    was noticed for reaching its floor, and it reached no more."""
    alone = counts.prior_activity < counts.window_activity
    return counts.before_activity <= 0 or (0 < counts.before <= counts.floor and alone)


def _reckoned(expected: float | None, counts: Counts, spans: Spans) -> str:
    if not counts.after_activity:
        return f"no {spans.unit} there since"
    if expected is None:
        return "how many to expect is not known: it was noticed for being unusually many, and little is known besides"
    return f"expected {expected:.1f}" if expected >= LEAST or not counts.before else f"expected less than {LEAST}"


def _too_few(expected: float | None, plain: float) -> str:
    """Why so few are expected, where a reader would have reckoned with more."""
    picked = ", because it was noticed for being unusually many" if expected is not None and plain >= ENOUGH else ""
    return f"{picked}; a verdict needs {ENOUGH:g}"


def came_back(rule: Rule, event: Event) -> bool:
    """Whether an event is the pattern the rule was to prevent: the same kind of trouble, in the same place."""
    if not _counts(event) or event.kind not in _KINDS.get(rule.signal, _KINDS[""]):
        return False
    what, _, name = rule.about.partition(":")
    if what == "error":
        error = name.partition(" in ")[0]
        return f"error:{error}" in event.tags or error.casefold() in f"{event.summary}\n{event.body}".casefold()
    if what == "bug" and name.casefold() in f"{event.summary}\n{event.body}".casefold():
        return True
    return _touches(rule, event)


def is_activity(rule: Rule, event: Event) -> bool:
    """Work during which it could have happened: commits where the rule applies, or all of them if it applies widely."""
    places = _places(rule)
    return _counts(event) and (not places or not _WIDE.isdisjoint(places) or _touches(rule, event))


@dataclass(frozen=True, slots=True)
class _Times:
    start: datetime
    window: datetime
    cut: datetime
    now: datetime

    def split(self, moments: Iterable[datetime]) -> tuple[list[datetime], list[datetime], list[datetime]]:
        """What lies in the ordinary time before, in the window it was noticed in, and after."""
        known = list(moments)
        return (
            [at for at in known if at < self.window],
            [at for at in known if self.window <= at <= self.cut],
            [at for at in known if at > self.cut],
        )

    @property
    def days_before(self) -> int:
        return max(0, (self.cut - self.start).days)

    @property
    def days_after(self) -> int:
        return max(0, (self.now - self.cut).days)


def _times(rule: Rule, events: Sequence[Event], now: datetime) -> _Times:
    shown = [e.at for e in rule.evidence if e.at.year > 1970]  # of some only the id is left
    window = min([*shown, rule.at - timedelta(days=WINDOW_DAYS)])
    start = max(window - timedelta(days=BASELINE_DAYS), min((e.at for e in events), default=window))
    return _Times(min(start, rule.at), max(window, start), rule.at, now)


def _floor(least: int, counts: Counts) -> int:
    """From how many on the window could be noticed at all. Where there is little history beside it, nothing tells a
    burst from the ordinary, and of many such windows a person looks at the worst: then it takes one more."""
    alone = least > 0 and counts.prior_activity < counts.window_activity
    return min(least + alone, counts.window)


def _days(moments: Iterable[datetime]) -> set[date]:
    """Several on one day are one trouble: fixes come in bursts, and a burst is no proof of a rate."""
    return {at.astimezone(UTC).date() for at in moments}


def _counts(event: Event) -> bool:
    return not event.bot and "mass" not in event.tags and "cut" not in event.tags


def _places(rule: Rule) -> tuple[str, ...]:
    return rule.scope or rule.files


def _touches(rule: Rule, event: Event) -> bool:
    return any(_within(path, place) for place in _places(rule) for path in event.files)


def _within(path: str, place: str) -> bool:
    return path == place or fnmatchcase(path, place) or path.startswith(place.rstrip("/*") + "/")


def _told(counts: Counts, spans: Spans, noun: str) -> str:
    """What is counted is days, so days are told: `fixes on 3 days`, however many there were on each."""
    before = f"{_plural(noun)} on {_many(counts.before, 'day')} of the {_many(spans.days_before, 'day')} before"
    since = f" of the {_many(spans.days_after, 'day')}" if spans.days_after else " in less than a day"
    after = f"on {_many(counts.after, 'day')}{since} since"
    return f"{before}, {after}, in {spans.work_before} and {_many(spans.work_after, spans.unit)}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun if count == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    return " or ".join(word + ("es" if word.endswith(("x", "s")) else "s") for word in noun.split(" or "))
