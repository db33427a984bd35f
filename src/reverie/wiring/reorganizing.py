"""Reorganizing: what is asked, what thinks about it, where proposals are decided and tried out."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from reverie.wiring import consolidation, wording
from reverie.wiring.engines import embedder_kind, models_folder, question_embedder
from reverie.wiring.memory import index_maker
from reverie.wiring.project import Project, passing_redactor, place, start_local

if TYPE_CHECKING:
    from reverie.reorganizing.asking import Answer, Ask
    from reverie.reorganizing.deciding import Table
    from reverie.reorganizing.trial import Trial
    from reverie.store.folder import FolderStore
    from reverie.wording import Told


def table(project: Project, store: FolderStore) -> Table:
    from reverie.reorganizing.deciding import Table

    return Table(store, place(project).layout, consolidation.is_private(project), index_maker(project))


def trial(project: Project, store: FolderStore, at: datetime) -> Trial:
    from reverie.reorganizing.trial import Trial

    clean = passing_redactor(project).texts
    return Trial(store, place(project).layout, clean, at, lambda: question_embedder(project))


def request(project: Project, store: FolderStore, at: datetime, threshold: float, instructions: str) -> Ask:
    """The memory as it is at this moment, and what reorganizing must know of it."""
    from reverie.layouts.layout import OWN
    from reverie.layouts.shelf import RETIRED
    from reverie.records.documents import Address, Listed
    from reverie.records.recalls import LOG
    from reverie.remember.upkeep import of_notes
    from reverie.reorganizing.asking import Ask
    from reverie.surveying import survey

    looked = survey(store, place(project).layout)
    tidy = consolidation.request(project, store, at, looked)
    documents = (store.read(Address.parse(address)) for address, _ in looked.notes)
    texts = {str(found.address): text for found in documents if found and (text := _text(found.content)) is not None}
    cleaned = passing_redactor(project).texts(list(texts.values()))
    held = {name for (name, text), clean in zip(texts.items(), cleaned, strict=True) if text != clean}
    return Ask(
        replace(tidy, settled=table(project, store).settled()),
        texts,
        frozenset(held),
        frozenset(str(item.address) for item in store.scan(OWN, RETIRED) if isinstance(item, Listed)),
        of_notes(store.records(LOG)),
        threshold,
        instructions,
        str(models_folder()) if embedder_kind(project) == "local" else "",
    )


def think(project: Project, ask: Ask) -> Answer:
    from reverie import cage
    from reverie.reorganizing.asking import Answer

    scratch = project.local / "cache" / "reorganize"
    start_local(project.root)
    result = cage.run(
        "reverie.reorganizing:think", ask.to_json(), scratch=scratch, limits=cage.Limits(), anchor=project.root
    )
    return Answer.from_json(result.output)


def worded(project: Project, answer: Answer, wish: str) -> tuple[Answer, Told | None]:
    """The same mutations with a model's opinions and in its words, where one is configured; and what that came to."""
    from reverie.night.words import same_places

    who = wording.scribe(project, wish)
    if who is None:
        return answer, None
    made = who.matters(answer.mutations)
    before = [one.step for one in answer.mutations]
    same_places(before, [replace(one.step, reason=step.reason) for one, step in zip(made, before, strict=True)])
    return replace(answer, mutations=made), who.told()


def _text(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
