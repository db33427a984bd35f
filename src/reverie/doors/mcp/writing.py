"""What an agent may write: a line into today's note, marked as its own words; and a proposal to forget a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.talk import placed
from reverie.doors.mcp.errors import AlreadyProposed, ForgetNotProposed, NotInMemory, NotToForget
from reverie.doors.mcp.reading import note_called
from reverie.records.notes import Line

if TYPE_CHECKING:
    from reverie.doors.mcp.clerk import Desk
    from reverie.layouts.shelf import Filed
    from reverie.records.changes import Step
    from reverie.records.proposals import Proposal

AGENT = "agent"


def remember(desk: Desk, text: str, type: str) -> str:
    """Never into a topic's note: what lasts is promoted by use, or written there by a person."""
    from reverie.notebook import Notebook

    now = wiring.now()
    layout = wiring.place(desk.project).layout
    book = Notebook(desk.store, layout, wiring.redactor(desk.project).texts, AGENT)
    kept = book.keep([Line(text.strip(), now, type=type, origin=AGENT)], now)
    page, receipt = kept.pages[-1], kept.receipts[-1]
    where = f"{wiring.path_of(page.address)}:{page.line}"
    return f"Remembered in {where}, as an agent's words. To take it back: reverie undo {receipt.id[:19]}"


def forget(desk: Desk, name: str, reason: str) -> str:
    """Nothing is forgotten: a proposal is laid down, and the note stays as it is."""
    found = note_called(desk, name, retired=False)
    if found is None:
        raise NotInMemory(place=name)
    if found.note.pinned or found.note.static:
        why = "it is pinned" if found.note.pinned else "it is static"
        raise NotToForget(place=wiring.path_of(found.address), why=why, name=found.note.slug)
    proposal = _proposal(desk, found, wiring.redactor(desk.project).text(reason))
    _lay_down(desk, found, proposal)
    return (
        f"Proposed to retire {wiring.path_of(found.address)} ({proposal.id}). It stays until a person decides: "
        f"reverie reorganize accept {proposal.id[:6]}"
    )


def _proposal(desk: Desk, found: Filed, reason: str) -> Proposal:
    from reverie.layouts.shelf import retired_place
    from reverie.records.changes import Step
    from reverie.records.proposals import Proposal

    said = {"status": "retired", "retired": wiring.now().date().isoformat()}
    layout = wiring.place(desk.project).layout
    edits = layout.retired(found.document, found.note, retired_place(desk.store, found.note), said)
    words = f"an agent asks to forget the note {found.note.slug}: {' '.join(reason.split())}"
    step = Step(words, edits, about=f"forget {found.address} {found.document.digest}", retires=1)
    return Proposal(step.fingerprint[:12], "Retire a note", words, (step,), maker=AGENT, kinds=("forget",))


def _lay_down(desk: Desk, found: Filed, proposal: Proposal) -> None:
    from reverie.layouts import proposals
    from reverie.records.changes import ChangeSet, Put, Step

    private = wiring.consolidation.is_private(desk.project)
    address = proposals.address_of(proposal.id, private=private)
    there = desk.store.read(address)
    if there is not None:
        status = proposals.read(address, there.content).status
        raise AlreadyProposed(place=wiring.path_of(found.address), status=status, name=found.note.slug)
    paper = Put(address, None, proposals.text(proposal))
    step: Step = Step(f"propose: {proposal.reason}"[:400], (paper,), f"propose {proposal.id}")
    changes = ChangeSet(f"propose to forget {found.note.slug}", AGENT, wiring.now(), (step,), automatic=True)
    receipt = desk.store.apply(changes)
    if receipt.skipped:
        raise ForgetNotProposed(why=placed(receipt.skipped[0].why))
