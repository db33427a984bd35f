"""What one night is asked, and what does its thinking."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.wiring.engines import embedder_kind, endpoint, endpoint_name, models_folder
from reverie.wiring.project import Project, passing_redactor, place, redactor, secret, who
from reverie.wiring.sessions import KNOWN, scratch_of, sources
from reverie.wiring.tasks import answers_lie, last_given

if TYPE_CHECKING:
    from reverie.cage import Waiting
    from reverie.night import Desk, Observer, Report, Sign, Think
    from reverie.records.documents import Address
    from reverie.records.doubts import Oriented
    from reverie.records.learning import Rule
    from reverie.records.nightly import Listening, Request, Thought
    from reverie.review.decide import Table
    from reverie.store.folder import FolderStore


LONGEST = timedelta(days=36500)  # a window; git has no older history


def request(
    project: Project,
    at: datetime,
    window: timedelta,
    changes: Mapping[str, int] | None = None,
    *,
    listen: Listening | None = None,
    instructions: str = "",
    until: str = "report",
) -> Request:
    """What a night is asked. `changes`: thresholds given on the command line, which win over the file. `instructions`:
    what a person wants it to look at; `until`: the phase it ends after."""
    from reverie.records.nightly import Listening, Request
    from reverie.tools.steering import wish

    chosen, window = project.settings, min(window, LONGEST)
    thresholds = {name: getattr(chosen, name) for name in ("min_cluster_size", "min_reverts", "min_actors")}
    asked = Request(
        root=str(project.root),
        now=at,
        since=at - window,
        known_since=at - max(window, KNOWN),
        thresholds={**thresholds, **(changes or {})},
        registries=chosen.bug_registries,
        observed=tuple(str(folder) for folder in episodic_folders(project)),
        redact_key=secret(project),
        redact_extra=chosen.redact,
        embedder=embedder_kind(project),
        models=str(models_folder()),
        endpoint=endpoint_name(project),
        most=chosen.max_candidates,
        alike=chosen.dedup_threshold,
        state=outside(project),
        listen=listen or Listening(),
        instructions=passing_redactor(project).text(wish(instructions)) if instructions.strip() else "",
        until=until,
    )
    if not listen:
        return asked
    return replace(asked, listen=replace(listen, fresh=sources(project, asked)[1] or answers_lie(project)))


def orient(project: Project, store: FolderStore) -> Oriented:
    """The memory before a night, and what it should look for. On a first night there is nothing to look over."""
    from reverie.night.orienting import oriented
    from reverie.records.doubts import Oriented
    from reverie.wiring.consolidation import is_private

    notes = place(project)
    if notes.is_own and not (project.agent / "format").exists() and not notes.holds_any:
        return Oriented("no memory yet")
    index = store.index
    index.refresh(full=True)
    kinds = {kind: index.count(kind) for kind in ("note", "daily")}
    watched = [item for root in notes.layout.roots for item in index.roll(root).watched()]
    doubtful = [item for item in watched if item.what.facts.keys() & {"doubt", "confidence"}]
    return oriented(store.glance(), kinds, doubtful, private=is_private(project))


@contextmanager
def alone(project: Project, store: FolderStore, *, dry: bool = False) -> Iterator[None]:
    """No other dream meanwhile; and what hooks left is taken in first."""
    from reverie.wiring.inbox import take_in

    with store.dreaming():
        if not dry:
            take_in(project, store)
        yield


def publisher(project: Project, store: FolderStore) -> Callable[[Report], None]:
    """What people and agents read of a night: the briefing, and the diary if there is something to tell. The briefing
    also tells of rules and insights, which are files that others may have written."""

    def publish(report: Report) -> None:
        from reverie import briefing, diary, night
        from reverie.records.briefing import FILE

        if report.thought.briefing:
            store.set_page(FILE, redactor(project).text(briefing.page(report.thought.briefing, report.at)))
        if report.changed:
            titles = {filed.candidate.id: filed.candidate.title for filed in night.lay_out(store).candidates}
            store.add_to_page(
                diary.FILE, diary.page(report.at, diary.entry(report.record().facts, titles), report.prose), diary.TOP
            )

    return publish


def outside(project: Project) -> str:
    """A mark of what a night reads besides the store: where history stands, the registries, the observed events, and
    the answers to tasks that were given since."""
    from reverie.tools.git import read_head
    from reverie.tools.ids import content_id

    files = [project.root / name for name in (*project.settings.bug_registries, ".mailmap")]
    for folder in episodic_folders(project):
        files += sorted(folder.rglob("*.jsonl")) if folder.is_dir() else []
    known = []
    for path in files:
        try:
            info = path.stat()
            known.append(f"{path.name} {info.st_size} {info.st_mtime_ns}")
        except OSError:
            continue
    return content_id(read_head(project.root), repr(project.settings), last_given(project), *known)


def episodic_folders(project: Project) -> tuple[Path, Path]:
    """Where observed events lie: those shared with the team, and one's own."""
    return project.agent / "memory" / "episodic", project.local / "episodic"


def ahead(project: Project) -> AbstractContextManager[Waiting | None]:
    """On a first night there is surely something to think about: the child starts while the question is worked out."""
    from reverie.cage import Limits, Waiting

    secret(project)  # the folder that scratch is in is made by the store
    scratch = scratch_of(project)
    return (
        nullcontext()
        if (scratch / "git").exists()
        else Waiting(_target(embedder_kind(project)), scratch, Limits(), anchor=project.root)
    )


def _target(embedder: str) -> str:
    return "reverie.thinking.by_meaning:think" if embedder == "local" else "reverie.thinking:think"


def thinker(project: Project, first: Waiting | None = None) -> Think:
    """Thinking in the cage. Vectors only an endpoint has are fetched here, outside, and then it thinks again."""
    from reverie import cage
    from reverie.records.nightly import Phase, Thought

    def think(ask: Request, tell: Observer) -> tuple[Thought, Sequence[str]]:
        scratch = scratch_of(project)

        def once(child: Waiting) -> tuple[Thought, Sequence[str]]:
            with child:
                result = child.ask(ask.to_json(), lambda line: tell(Phase.from_json(line)))
            return Thought.from_json(result.output), result.open

        def another() -> Waiting:
            return cage.Waiting(_target(ask.embedder), scratch, cage.Limits(), anchor=project.root)

        thought, fences = once(first or another())
        if thought.needs:
            from reverie.engines.cache import CachedEmbedder

            CachedEmbedder(endpoint(project), scratch / "vectors").embed(thought.needs)
            thought, fences = once(another())
        return thought, fences

    return think


def table(project: Project, laid: Table) -> Table:
    """The table a decision is taken at, with the configured term of a rule."""
    return replace(laid, review_days=project.settings.review_days)


def rule_address(rule: Rule) -> Address:
    from reverie.layouts.learning import rule_address as address

    return address(rule)


def signer(project: Project) -> Sign:
    """Who committed a written decision. From inside an agent's session none is carried out: an agent that commits in a
    person's name would only have to dream next."""
    from reverie.gather.signatures import Committed, Unsigned, signatures
    from reverie.tools.agent_env import find_agent
    from reverie.tools.git import config_value

    agent = find_agent(os.environ)

    def sign(paths: Iterable[str]) -> Mapping[str, Committed | Unsigned]:
        me = {who(project).casefold(), config_value(project.root, "user.email").casefold()} - {""}
        found = signatures(project.root, paths, me)
        if not agent:
            return found
        held = Unsigned(f"written decisions are not carried out from inside {agent}; reverie run in your terminal does")
        return {path: one if isinstance(one, Unsigned) or one.machine else held for path, one in found.items()}

    return sign


def held_back(project: Project, desk: Desk) -> dict[str, str]:
    """Candidates with a decision in their files that the next night would not carry out, and why."""
    from reverie.night.desk import weigh_written

    skipped = {one.what: one.reason for one in weigh_written(desk, signer(project)).skipped}
    waiting = [filed for filed in desk.candidates if str(filed.document.address) in skipped]
    return {filed.candidate.id: skipped[str(filed.document.address)] for filed in waiting}
