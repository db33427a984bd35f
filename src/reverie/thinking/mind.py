"""One night's thinking, phase by phase, with what was left out and what there is to say about it."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.gather import bug_registry, git, observed
from reverie.notice import bugs, failures, repeat_fix, reverts, semantic, twins
from reverie.notice.view import Noticed, Thresholds, View, told_once
from reverie.propose.candidates import propose
from reverie.records.events import Event, History
from reverie.records.insights import is_insight
from reverie.records.learning import Candidate, Cluster, Rule
from reverie.records.nightly import Phase, Request
from reverie.review import precedents
from reverie.review.precedents import Judged, Precedent, Standing
from reverie.thinking import listening
from reverie.thinking.desk import Surroundings
from reverie.thinking.listening import Heard
from reverie.thinking.meaning import Meaning
from reverie.thinking.papers import Proposed, steps_for
from reverie.thinking.stated import LEFT_OUT, Stated
from reverie.tools.ids import content_id
from reverie.tools.redact import Redactor
from reverie.tools.steering import Steering

if TYPE_CHECKING:
    from reverie.insights.observed import Observation
    from reverie.learning.lessons import Group
    from reverie.thinking.reflecting import Reflected

Tell = Callable[[str], None]
_OURS = re.compile(r"(?:^|/)\.agent/")
WORDED = 60  # patterns that are worded at all, the strongest of what commits show and of what sessions show


class Mind:
    """One night's thinking, phase by phase."""

    def __init__(self, request: Request, scratch: Path, tell: Tell) -> None:
        self.ask, self.scratch, self._tell = request, scratch, tell
        self.redact = Redactor(bytes.fromhex(request.redact_key), request.redact_extra)
        self.phases: list[Phase] = []
        self.left_out: Counter[str] = Counter()
        self.notes: list[str] = []
        self.suppressed: dict[str, str] = {}
        self.waiting: dict[str, str] = {}
        self.rules: Sequence[Rule] = ()  # that were in force when the night began
        self.heard = Heard()
        self._clock = time.monotonic()

    def say(self, name: str, told: str) -> None:
        now = time.monotonic()
        phase = Phase(name, told, round(now - self._clock, 3))
        self._clock = now
        self.phases.append(phase)
        self._tell(phase.to_json())

    # gather

    def gather(self) -> View:
        ask = self.ask
        known_by = content_id(ask.redact_key, repr(ask.redact_extra))
        wanted = git.Ask(ask.known_since, ask.now, redact=self.redact.texts, redact_key=known_by)
        history = git.gather(Path(ask.root), wanted, cache=self.scratch / "git")
        seen = self._observed()
        self.heard = self._listened()
        registry = bug_registry.read_registries(Path(ask.root), ask.registries, self.redact.text)
        self.left_out.update({f"observed {reason}": count for reason, count in seen.skipped.items()})
        self.notes += [*filter(None, [history.cut, history.trouble]), *history.notes]
        self.notes += [f"{item.what}: {item.reason}" for item in registry.skipped]
        ours = sorted(self._not_ours((*history.events, *seen.events)), key=lambda e: (e.at, e.id))
        events, again = told_once(ours)
        self.left_out.update({"fixes made again on another branch": again} if again else {})
        before = [event for event in events if event.at < ask.since]
        window = [event for event in events if event.at >= ask.since]
        parts = [_told_gathered(history, window, len(seen.events), len(registry.entries))]
        parts += [listening.in_words(self.heard.told, many)] if self.heard.told else []
        self.say("gather", " · ".join(parts))
        return View(window, before, registry.entries, Thresholds(**ask.thresholds))

    def _observed(self) -> observed.Observed:
        """What tools and teammates reported, redacted again here: a shared file may come from anywhere."""
        found = observed.read([Path(folder) for folder in self.ask.observed], self.ask.known_since)
        say = self.redact.text
        events = [
            replace(
                e, summary=say(e.summary), actor=say(e.actor), who=say(e.who), tool=say(e.tool), session=say(e.session)
            )
            for e in found.events
        ]
        return observed.Observed(tuple(events), found.skipped)

    def _listened(self) -> Heard:
        """What was said and done in sessions. It is private: it goes its own way, and no candidate repeats it."""

        def progress(told: str) -> None:
            self._tell(Phase("gather", told, passing=True).to_json())

        found = listening.hear(self.ask, self.scratch, self.redact.text, progress)
        self.notes += found.notes
        if found.skipped:
            self.left_out["lines of the log of sessions that cannot be read"] += found.skipped
        if found.told:
            self.left_out.update(listening.troubles(found.told))
        return found

    def _not_ours(self, events: Iterable[Event]) -> Iterable[Event]:
        """Reverie's own files are no evidence: a commit of candidates and rules says nothing about the project."""
        for event in events:
            if event.at > self.ask.now:
                self.left_out["events dated in the future"] += 1
                continue
            files = tuple(path for path in event.files if ".agent/" not in path or not _OURS.search(path))
            if event.files and not files:
                self.left_out["commits of Reverie's own files"] += 1
            else:
                yield event if len(files) == len(event.files) else replace(event, files=files)

    # notice

    def notice(self, view: View) -> list[Cluster]:
        found: list[Cluster] = []
        for detector in (bugs.notice, reverts.notice, twins.notice, repeat_fix.notice, failures.notice):
            found += self._kept(detector(view))
        found = [c for i, c in enumerate(found) if not _covered(c, found[:i])]
        found += self._said()
        used = len({event.id for cluster in found for event in cluster.events})
        events = len(view.events) + sum(event.at >= self.ask.since for event in self.heard.events)
        told = f"{many(len(found), 'cluster')} from {used} of {many(events, 'event')}"
        if self.ask.embedder == "none":
            self.notes.append("semantic_cluster is off: no embedder. hint: reverie models install")
        elif self.ask.embedder == "unallowed":
            self.notes.append("semantic_cluster is off: its server was not allowed yet. hint: reverie models allow")
        else:
            meaning = Meaning(self.ask, self.scratch)
            alike = self._kept(semantic.notice(view, meaning.embed, found))
            self.notes += meaning.notes()
            found += alike
            told += f", {len(alike)} by meaning"
        self.say("notice", told)
        return found

    def _said(self) -> list[Cluster]:
        """What sessions taught, and patterns in what was done in them."""
        found: list[Cluster] = []
        if self.groups:
            from reverie.language.same import choice_of
            from reverie.learning import outcomes
            from reverie.learning.lessons import standing
            from reverie.thinking.said import is_again

            stands = standing(self.groups, choice_of)
            if len(stands) < len(self.groups):
                self.left_out["wishes that were taken back later"] += len(self.groups) - len(stands)
            new = [group for group in stands if not any(is_again(rule, group) for rule in self.rules)]
            found += outcomes.clusters(new, self.ask.listen.actor, self.ask.since)
        if self.heard.events:
            from reverie.thinking import said

            found += self._kept(said.notice(self.heard.events, self.ask))
        return found

    @cached_property
    def groups(self) -> list[Group]:
        """The lessons of all sessions, those that are one together."""
        if not self.ask.lessons:
            return []
        from reverie.language.same import same_object
        from reverie.learning.lessons import join

        return join(self.ask.lessons, same_object)

    @cached_property
    def said(self) -> Mapping[str, Event]:
        """What was said in sessions: lessons' evidence, by its event."""
        if not self.groups:
            return {}
        from reverie.learning.outcomes import by_event

        return by_event(self.groups, self.ask.listen.actor)

    def _kept(self, noticed: Noticed) -> list[Cluster]:
        self.left_out.update(noticed.left_out)
        return list(noticed.clusters)

    def reflect(self, view: View, clusters: Sequence[Cluster]) -> Reflected | None:
        """What several sessions show together; nothing where no session was heard and no insight is known. Vectors only
        an endpoint has are not asked for: words will do."""
        known = any(is_insight(document.address) for document in self.ask.documents)
        if not self.heard.events and not self.groups and not known:
            return None
        from reverie.thinking import reflecting

        embed = Meaning(self.ask, self.scratch).embed if self.ask.embedder == "local" else None
        events = (*self.heard.events, *(event for event in (*view.before, *view.events) if event.kind == "fix"))
        return reflecting.reflect(self.ask, events, clusters, embed, self.left_out, self._shown())

    def _shown(self) -> list[Observation]:
        if not self.groups:
            return []
        from reverie.learning.outcomes import observations

        return observations(self.groups, self.ask.listen.actor)

    # propose

    def judge(self, clusters: Sequence[Cluster], past: Sequence[Precedent]) -> list[Judged]:
        """Those that are not decided yet, the strongest first."""
        stated = Stated(Path(self.ask.root))
        judged = [j for j in precedents.judge(clusters, past) if self._stands(j)]
        known = [j for j in judged if j.known is None and stated.holds(j.cluster)]
        if known:
            self.left_out[LEFT_OUT] += len(known)
            judged = [j for j in judged if j not in known]
        return sorted(judged, key=lambda j: (-j.cluster.strength, j.cluster.about))

    def propose(self, view: View, ranked: Sequence[Judged]) -> tuple[list[Judged], list[Candidate]]:
        kept = strongest(ranked, {event.id for event in self.heard.events} | self.said.keys())
        if len(kept) < len(ranked):
            self.left_out["patterns weaker than the best sixty"] += len(ranked) - len(kept)
        with closing(Surroundings(Path(self.ask.root), self.redact)) as around:
            proposed = propose([j.cluster for j in kept], around.desk(view, [j.cluster for j in kept]))
        if around.skipped:
            told = f"the contents of {many(around.skipped, 'commit')} are not here, so no functions are named there"
            self.notes.append(told)
        self.left_out.update(proposed.left_out)
        return kept, self._private(proposed.candidates)

    def _private(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Without what only sessions say."""
        if not self.heard.events and not self.said:
            return list(candidates)
        from reverie.thinking import said

        heard = {event.id: event for event in self.heard.events} | dict(self.said)
        return [said.private(candidate, heard) for candidate in candidates]

    def steered(self, view: View, ranked: Sequence[Judged], wanted: Steering) -> tuple[Proposed, tuple[str, ...]]:
        """What is proposed as a person wants it, and what that changed against a night without instructions."""
        from reverie.thinking import steered

        kept, worded = self.propose(view, steered.patterns(ranked, wanted))
        candidates = steered.candidates(worded, wanted)
        self.left_out[steered.LEFT_OUT] += len(ranked) - len(kept) + len(worded) - len(candidates)
        done = steps_for(self.ask, kept, candidates, self.left_out)
        left_out, notes = Counter(self.left_out), [*self.notes]
        before, plain = self.propose(view, ranked)
        without = steps_for(self.ask, before, plain, self.left_out)
        self.left_out, self.notes = +left_out, notes
        titles = {candidate.id: candidate.title for candidate in (*plain, *candidates)}
        unmet = steered.unmet(ranked, plain, wanted)
        return done, (*unmet, *steered.changed(without, done, titles))

    def _stands(self, judged: Judged) -> bool:
        if judged.standing is not Standing.SUPPRESSED:
            return True
        waits = judged.known is not None and judged.known.waits
        (self.waiting if waits else self.suppressed)[judged.cluster.about] = judged.reason
        return False


def strongest(ranked: Sequence[Judged], heard: Container[str]) -> list[Judged]:
    """As many as are worded. What a person asked for once is never as strong as what a long history repeats, so the two
    do not crowd each other out."""
    met: Counter[bool] = Counter()
    kept = []
    for judged in ranked:
        said = any(event.id in heard for event in judged.cluster.events)
        met[said] += 1
        if met[said] <= WORDED:
            kept.append(judged)
    return kept


def _covered(cluster: Cluster, earlier: Sequence[Cluster]) -> bool:
    """The same events under another name: what was noticed first keeps them."""
    mine = {e.id for e in cluster.events}
    return any(
        len(mine & {e.id for e in other.events}) * 4 >= 3 * len(mine) and other.signal != cluster.signal
        for other in earlier
    )


def _told_gathered(history: History, window: Sequence[Event], seen: int, bugs_known: int) -> str:
    commits = sum(event.span.source == "git" for event in window)
    fresh = f" ({history.fresh} read for the first time)" if history.fresh else ""
    parts = [f"git {many(commits, 'commit')}{fresh}"]
    parts += [f"observed {seen}"] if seen else []
    parts += [f"bug registry {many(bugs_known, 'entry', 'entries')}"] if bugs_known else []
    return " · ".join(parts)


def many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"
