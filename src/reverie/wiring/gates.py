"""What runs by itself: each gate with what it needs to know, and what is done when it opens. To add one, write its
question in `reverie/gates/` and an entry here."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from reverie.gates import consolidation, dream, promotion, upkeep
from reverie.gates import tick as ticking
from reverie.gates.tick import Entry, Ticked
from reverie.gates.verdict import Verdict
from reverie.wiring.ledger import Ledger
from reverie.wiring.project import Project


def table(ledger: Ledger, terms: dream.Terms = dream.USUAL) -> list[Entry]:
    """In the order they are asked."""
    return [
        Entry("dream", partial(_ask_dream, ledger, terms), partial(_dream, ledger, terms)),
        Entry("consolidation", partial(ask_consolidation, ledger), partial(_consolidate, ledger)),
        Entry("promotion", partial(_ask_promotion, ledger), partial(_promote, ledger)),
        Entry("upkeep", partial(_ask_upkeep, ledger), partial(_keep_up, ledger)),
    ]


def verdicts(project: Project, now: datetime) -> list[tuple[str, Verdict]]:
    """What every gate says, and nothing is done."""
    return [(entry.name, entry.ask(now)) for entry in table(Ledger(project))]


def tick(project: Project, now: datetime, terms: dream.Terms = dream.USUAL) -> list[Ticked]:
    """Ask every gate and do what is due. `terms`: of the dream, where others than the usual ones are wanted."""
    ledger = Ledger(project)
    _meet_mode(ledger, now)

    def alone() -> AbstractContextManager[None]:
        return ledger.store.dreaming()

    try:
        return ticking.tick(table(ledger, terms), now, alone, lambda done: ledger.note_run(done, now))
    finally:
        ledger.close()  # a daemon ticks for months


# The dream that follows a session


def _ask_dream(ledger: Ledger, terms: dream.Terms, now: datetime) -> Verdict:
    starts = ledger.runs("dream", now, "reports", "night")
    return dream.ask(dream.Dreams(partial(_is_new, ledger, now), starts), now, terms.apart)


def _is_new(ledger: Ledger, now: datetime) -> bool:
    """Whether history, the registries or observed events changed since the last dream of a tick, a session did, or a
    task was answered."""
    from reverie.wiring.night import outside
    from reverie.wiring.sessions import listening, looking, sources
    from reverie.wiring.tasks import answers_lie

    seen = ledger.seen("dream", now)
    if seen is None or seen.facts.get("what") != outside(ledger.project) or answers_lie(ledger.project):
        return True
    return sources(ledger.project, looking(ledger.project, now, listening(ledger.project)))[1]


def _dream(ledger: Ledger, terms: dream.Terms, now: datetime) -> str:
    from reverie import night
    from reverie.diary import did
    from reverie.wiring.inbox import take_in
    from reverie.wiring.lessons import student
    from reverie.wiring.memory import notebook
    from reverie.wiring.night import orient, publisher, request, signer, thinker
    from reverie.wiring.sessions import listening, settler
    from reverie.wiring.wording import scribe

    project, listen = ledger.project, listening(ledger.project)
    take_in(project, ledger.store)
    asked = request(project, now, terms.lookback, listen=listen, instructions=terms.instructions)
    report = night.dream(
        ledger.store, asked, thinker(project), signer(project), lambda _phase: None,
        orient=partial(orient, project, ledger.store), settle=settler(project, listen),
        review_days=project.settings.review_days, book=notebook(project, ledger.store),
        study=student(project, ledger.store),
        scribe=scribe(project, asked.instructions), publish=publisher(project, ledger.store),
    )  # fmt: skip
    ledger.note_seen("dream", now, asked.state)
    return did(report.record().facts)


# Consolidation


def ask_consolidation(ledger: Ledger, now: datetime, current: str = "") -> Verdict:
    """`current`: the session that asks, if one does."""
    from reverie.wiring.consolidation import kind, owner_at_work

    if kind(ledger.project) == "off":
        return Verdict(False, "it is switched off (dream.consolidate)")
    if held := owner_at_work(ledger.project, now):
        return Verdict(False, held)
    starts = ledger.runs("consolidation", now, "consolidations", "cycle")
    known = consolidation.Consolidations(partial(_sessions, ledger, now), starts, current)
    return consolidation.ask(known, now, terms_of(ledger.project))


def terms_of(project: Project) -> consolidation.Terms:
    """The numbers in force."""
    chosen = project.settings
    return consolidation.Terms(timedelta(hours=chosen.consolidate_hours), chosen.consolidate_sessions)


def _consolidate(ledger: Ledger, now: datetime) -> str:
    from reverie.consolidation import consolidate, title
    from reverie.wiring.consolidation import keeper
    from reverie.wiring.wording import rewording

    found = keeper(ledger.project, ledger.store, now)
    word, told = rewording(ledger.project)
    planned, _ = consolidate(found, lambda _phase: None, word) if found else (None, None)
    return "; ".join(filter(None, [title(planned.tidied) if planned else "", told()])) or "changed nothing"


def _sessions(ledger: Ledger, now: datetime) -> list[consolidation.Session]:
    """The sessions of this project on this machine, by the files they are written to."""
    from reverie.wiring.sessions import listening, looking, sources

    found, _ = sources(ledger.project, looking(ledger.project, now, listening(ledger.project)))
    moments = ((Path(file.path).stem, datetime.fromtimestamp(file.at.st_mtime, UTC)) for file in found.files)
    return [consolidation.Session(id, at) for id, at in moments]


# Promotion


def _cadence(ledger: Ledger, now: datetime) -> promotion.Cadence:
    if ledger.project.settings.dreaming_mode in ("", "off"):
        return promotion.Cadence()
    from reverie.wiring.promotion import arrangement

    arranged = arrangement(ledger.project)
    if arranged.mode is None:
        return promotion.Cadence()
    mode, seen = arranged.mode, ledger.seen("promotion", now)
    return promotion.Cadence(
        mode.name, mode.cadence, mode.told, arranged.zone,
        ledger.runs("promotion", now, "promotions", "cycle"), seen.at if seen else None, arranged.other,
    )  # fmt: skip


def _meet_mode(ledger: Ledger, now: datetime) -> None:
    """A mode that was just switched on waits for its hour; from when on has to be written down once."""
    known = _cadence(ledger, now)
    if known.mode != "off" and not known.other and not known.runs and known.since is None:
        ledger.note_seen("promotion", now, known.mode)


def _ask_promotion(ledger: Ledger, now: datetime) -> Verdict:
    return promotion.ask(_cadence(ledger, now), now)


def _promote(ledger: Ledger, now: datetime) -> str:
    from reverie.promotion import promote
    from reverie.wiring.promotion import arrangement, scene

    mode = arrangement(ledger.project).name
    outcome = promote(scene(ledger.project, ledger.store, now), by="reverie", mode=mode, automatic=True)
    skipped = f"; skipped: {'; '.join(outcome.skipped)}" if outcome.skipped else ""
    return f"{len(outcome.done)} promoted of {outcome.considered} recalled{skipped}"


# Upkeep


def _ask_upkeep(ledger: Ledger, now: datetime) -> Verdict:
    if not (ledger.project.local / "logs" / "recalls").is_dir():
        return Verdict(False, "nothing was recalled yet")
    return upkeep.ask(ledger.runs("upkeep", now), now)


def _keep_up(ledger: Ledger, now: datetime) -> str:
    from reverie.remember.upkeep import tidy

    chosen = ledger.project.settings
    months = tidy(ledger.store, now, chosen.recall_days, chosen.recall_most)
    return f"{months} month{'s' * (months != 1)} of recalls made shorter"
