"""The same fix made twice: once here and, days later, again in a file that does the same job elsewhere (another
language, a sync and an async version, a fork of a module)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta

from reverie.notice.view import Noticed, View, is_evidence, plain, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools.terms import Background, phrases

ALIKE = 0.5  # of the rarity of all words of two subjects, shared
APART = timedelta(days=60)
FEW = 4  # files: a fix of more is not about two of them
_MOST = 4000


def notice(view: View) -> Noticed:
    left_out: Counter[str] = Counter()
    fixes = [e for e in view.events if e.kind == "fix" and is_evidence(e) and 0 < len(telling_files(e)) <= FEW]
    meetings: defaultdict[tuple[str, str], list[tuple[Event, Event]]] = defaultdict(list)
    for a, b in _alike(fixes[-_MOST:], view.background):
        for one in telling_files(a):
            for other in telling_files(b):
                if one not in b.files and other not in a.files:
                    meetings[min(one, other), max(one, other)].append((a, b))
    found = []
    for (one, other), pairs in sorted(meetings.items()):
        distinct = _distinct(pairs)
        if len(distinct) < view.thresholds.min_cluster_size:
            left_out["pairs of files that share fewer fixes"] += 1
        else:
            found.append(_cluster(one, other, distinct))
    return Noticed(tuple(found), left_out)


def _alike(fixes: Sequence[Event], background: Background) -> Iterable[tuple[Event, Event]]:
    """Pairs of fixes that say the same of different files. Only those that share a rare word are compared."""
    said = {fix.id: set(phrases(plain(fix))) for fix in fixes}
    by_word: defaultdict[str, list[Event]] = defaultdict(list)
    for fix in fixes:
        for key in said[fix.id]:
            by_word[key].append(fix)
    seen: set[tuple[str, str]] = set()
    for together in by_word.values():
        if not 1 < len(together) <= 12:
            continue
        for i, a in enumerate(together):
            for b in together[i + 1 :]:
                if (a.id, b.id) not in seen and not set(a.files) & set(b.files) and b.at - a.at < APART:
                    seen.add((a.id, b.id))
                    if _likeness(said[a.id], said[b.id], background) >= ALIKE:
                        yield a, b


def _likeness(a: set[str], b: set[str], background: Background) -> float:
    whole = sum(background.rarity(key) for key in a | b)
    return sum(background.rarity(key) for key in a & b) / whole if whole else 0.0


def _distinct(pairs: Sequence[tuple[Event, Event]]) -> list[tuple[Event, Event]]:
    """Each fix in one pair only."""
    used: set[str] = set()
    found = []
    for a, b in sorted(pairs, key=lambda pair: (pair[0].at, pair[1].at)):
        if a.id not in used and b.id not in used:
            used |= {a.id, b.id}
            found.append((a, b))
    return found


def _cluster(one: str, other: str, pairs: Sequence[tuple[Event, Event]]) -> Cluster:
    events = {event.id: event for pair in pairs for event in pair}
    first = Counter(one if one in a.files else other for a, _ in pairs)
    leader = one if first[one] >= first[other] else other
    later = sorted((b.at - a.at).total_seconds() / 86400 for a, b in pairs)
    return Cluster(
        "repeat_fix",
        f"twins:{one}|{other}",
        tuple(sorted(events.values(), key=lambda e: (e.at, e.id))),
        (leader, other if leader == one else one),
        {"pairs": "\n".join(plain(a) for a, _ in pairs), "later": f"{later[len(later) // 2]:.0f}"},
        strength=len(pairs) * 4.0,
    )
