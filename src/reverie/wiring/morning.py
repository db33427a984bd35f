"""What the night laid ready for the morning, kept true by day: when something it tells of is taken back or decided, it
goes. Nothing is thought; what is new comes with the next night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reverie.tools import nofollow, trust
from reverie.wiring.project import Project

if TYPE_CHECKING:
    from reverie.store.folder import FolderStore

LARGEST = 64 << 10


def freshen(project: Project, store: FolderStore) -> None:
    """The briefing without what memory no longer holds."""
    from reverie.records.briefing import FILE

    try:
        text = nofollow.read(str(project.root), f"{trust.LOCAL}/{FILE}", LARGEST).decode("utf-8")
        title, *lines = text.splitlines()
    except (OSError, ValueError):  # none, or none of ours
        return
    from reverie import night
    from reverie.briefing.still import still_true
    from reverie.earlier import open_proposals
    from reverie.wiring.consolidation import is_private

    desk = night.lay_out(store)
    ids = [one.id for _, one in desk.insights if one.is_open]
    ids += [one.id for _, one in open_proposals(store, private=is_private(project))]
    declined = [filed.candidate.rule for filed in desk.candidates if filed.place == "rejected"]
    kept = still_true([line for line in lines if line], ids, [rule.sentence for rule in desk.active_rules], declined)
    if kept != [line for line in lines if line]:
        store.set_page(FILE, "\n".join([title, *kept, ""]))
