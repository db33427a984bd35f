"""A rule under review: which ones are due, a new rationale that prolongs one, expiry after a time of grace, and the way
back. An expired rule moves out of what agents read; it is never deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address
from reverie.records.events import Event
from reverie.records.learning import Rule
from reverie.review import rationale as reasons
from reverie.review import sentence
from reverie.review.decide import REVIEW_DAYS, review_by, same_rule
from reverie.review.errors import NotExpired, SameRule
from reverie.review.papers import FiledRule, Papers, expired_address
from reverie.tools.dates import utc_day

GRACE_DAYS = 30
CHURNED = 20  # commits on one cited file since graduation: by then it is another file
_GLOB = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Stale:
    """A rule somebody should look at again, and why."""

    rule: Rule
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Revised:
    """A rule as it is from now on, and the step that makes it so."""

    rule: Rule
    step: Step
    warning: str = ""


def review_stale(
    rules: Iterable[Rule],
    today: date,
    files_gone: Container[str] = (),
    files_churned: Mapping[str, Mapping[str, int]] | None = None,
    *,
    churned: int = CHURNED,
) -> list[Stale]:
    """The active rules that are overdue, or whose files are gone or have changed a lot since. `files_churned` is what
    `churn` counts: rule id → file → commits since it graduated."""
    found = []
    for rule in rules:
        changes = (files_churned or {}).get(rule.id, {})
        told = (*_overdue(rule, today), *_gone(rule, files_gone), *_churned(changes, churned))
        if told and rule.status == "active":
            found.append(Stale(rule, told))
    return sorted(found, key=lambda stale: (stale.rule.review_by, stale.rule.id))


def cited(rule: Rule) -> tuple[str, ...]:
    """The files a rule speaks of. A glob names no file."""
    plain = (path for path in rule.scope if not _GLOB & set(path) and not path.endswith("/"))
    return tuple(dict.fromkeys((*rule.files, *plain)))


def churn(rules: Iterable[Rule], events: Collection[Event]) -> dict[str, dict[str, int]]:
    """How often each cited file was committed since its rule graduated."""
    found: dict[str, dict[str, int]] = {}
    for rule in rules:
        files = set(cited(rule))
        counts = Counter(path for e in events if e.at > rule.at for path in files.intersection(e.files))
        found[rule.id] = dict(sorted(counts.items()))
    return found


def rerationale(
    filed: FiledRule, text: str | None, by: str, at: datetime, papers: Papers, *, review_days: int = REVIEW_DAYS
) -> Revised:
    """A better reason, and so another term. What was said before stays in the rule's history."""
    old, given = filed.rule, reasons.required(text)
    line = f'{utc_day(at)} {_one_line(by)} gave a new rationale; before it said: "{_one_line(old.rationale)}"'
    rule = replace(old, rationale=given, review_by=review_by(at, review_days), history=(*old.history, line))
    put = Put(filed.document.address, filed.document.digest, papers.rule_text(rule, filed.document.content))
    thin = reasons.thin(given, old.sentence)
    warning = f"a thin rationale: {thin}. {reasons.GOOD['graduate']}." if thin else ""
    return Revised(rule, Step(f"{_one_line(by)} gave rule {rule.id} a new rationale", (put,)), warning)


def expire_stale(
    filed: Iterable[FiledRule],
    today: date,
    papers: Papers,
    *,
    grace_days: int = GRACE_DAYS,
    taken: Container[Address] = (),
) -> tuple[Revised, ...]:
    """The rules whose review is overdue by more than the time of grace move to `dream/expired`."""
    due = [f for f in filed if f.rule.status == "active" and f.rule.review_by + timedelta(days=grace_days) < today]
    return tuple(_expire(f, today, grace_days, papers, taken) for f in sorted(due, key=lambda f: f.document.address))


def restore(
    filed: FiledRule,
    by: str,
    at: datetime,
    papers: Papers,
    *,
    rules: Iterable[Rule] = (),
    review_days: int = REVIEW_DAYS,
) -> Revised:
    """An expired rule comes back into force, for another term."""
    old = filed.rule
    if old.status != "expired":
        raise NotExpired(id=old.id)
    same = same_rule(old.sentence, rules)
    if same:
        raise SameRule(id=same.id, sentence=same.sentence)
    line = f"{utc_day(at)} restored by {_one_line(by)}"
    rule = replace(
        old,
        slug=sentence.slug(old.sentence),
        status="active",
        review_by=review_by(at, review_days),
        history=(*old.history, line),
    )
    move = _move(filed, papers.rule_address(rule), rule, papers)
    return Revised(rule, Step(f"{_one_line(by)} restored rule {rule.id}", (move,)))


def _expire(filed: FiledRule, today: date, grace: int, papers: Papers, taken: Container[Address]) -> Revised:
    old = filed.rule
    passed = f"{grace} {_days(grace)} of grace {'has' if grace == 1 else 'have'} passed"
    why = f"its review was due on {old.review_by.isoformat()}, and {passed}"
    rule = replace(old, status="expired", history=(*old.history, f"{today.isoformat()} expired: {why}"))
    move = _move(filed, expired_address(filed.document.address.name, taken), rule, papers)
    about = f"expire {old.id} due {old.review_by.isoformat()}"
    return Revised(rule, Step(f"rule {old.id} expired: {why}", (move,), about, retires=1))


def _move(filed: FiledRule, target: Address, rule: Rule, papers: Papers) -> Move:
    return Move(filed.document.address, target, filed.document.digest, papers.rule_text(rule, filed.document.content))


def _overdue(rule: Rule, today: date) -> Iterable[str]:
    days = (today - rule.review_by).days
    return [f"review was due on {rule.review_by.isoformat()}, {days} {_days(days)} ago"] if days > 0 else []


def _gone(rule: Rule, files_gone: Container[str]) -> Iterable[str]:
    return [f"{path} is gone" for path in cited(rule) if path in files_gone]


def _churned(changes: Mapping[str, int], most: int) -> Iterable[str]:
    found = [(path, n, "commit" if n == 1 else "commits") for path, n in sorted(changes.items()) if n > most]
    return [f"{path} changed in {n} {noun} since it graduated" for path, n, noun in found]


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def _one_line(text: str) -> str:
    return " ".join(text.split())
