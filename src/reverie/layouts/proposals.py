"""A proposal as a file: what would change and why, for a person; and the steps themselves, in a comment, for us."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from reverie.layouts.headers import header
from reverie.records.changes import Edit, Move, Put, Step
from reverie.records.documents import Address, Listed
from reverie.records.errors import BadDocument
from reverie.records.proposals import EXPIRED, OPEN, Proposal
from reverie.records.store import Reader
from reverie.records.tidying import Matter
from reverie.tools import frontmatter

SHARED, PRIVATE = Address("agent", "dream/proposals/x").folder, "proposals"
_STEPS = re.compile(r"<!-- reverie:steps\n(.*?)\n-->", re.DOTALL)
_ASKS = {
    "merge": "Merge two notes", "gather": "Gather notes about one subject", "supersede": "Which of two holds?",
    "prune": "Retire a note", "date": "Write dates out", "repeat": "Say it once",
    "sharpen": "Make a statement exact", "derivable": "Mark what the code says itself",
    "lead": "Lines for notes that nothing leads to", "shorten": "Make the index short enough to be loaded",
}  # fmt: skip
_STATES = frozenset({OPEN, "accepted", "declined", EXPIRED})


def address_of(id: str, *, private: bool) -> Address:
    """Beside the candidates; but what is about a memory outside this project stays out of what is committed."""
    return Address(PRIVATE, f"{id}.md") if private else Address("agent", f"{SHARED}/{id}.md")


def of_matter(matter: Matter) -> Proposal:
    """What consolidation is not sure of, laid before a person."""
    title = _ASKS.get(matter.kind, "A change of memory")
    return Proposal(matter.id, title, matter.reason, matter.ways, kinds=(matter.kind,) * len(matter.ways))


def paper(proposal: Proposal, *, private: bool) -> Step:
    put = Put(address_of(proposal.id, private=private), None, text(proposal))
    return Step(f"propose: {proposal.reason}"[:400], (put,), f"propose {proposal.id}")


def text(proposal: Proposal) -> bytes:
    top = header(
        {
            "id": proposal.id,
            "maker": proposal.maker,
            "status": proposal.status,
            "reason": _line(proposal.reason),
            **({"decided": _line(proposal.decided)} if proposal.decided else {}),
        }
    )
    told = [f"# {_line(proposal.title)}", ""]
    outcomes = proposal.outcomes or ("",) * len(proposal.steps)
    parts = list(zip(proposal.steps, proposal.kinds, outcomes, strict=True))
    for number, (step, kind, outcome) in enumerate(parts, 1):
        told += [f"{number}. **{kind}**: {_line(step.reason)}" + (f" — {_line(outcome)}" if outcome else "")]
    steps = json.dumps([_step(*part) for part in parts], indent=1)
    steps = steps.replace("--", "-\\u002d").replace(">", "\\u003e")
    return f"{top}\n{chr(10).join(told)}\n\n<!-- reverie:steps\n{steps}\n-->\n".encode()


def read(address: Address, content: bytes) -> Proposal:
    parts = frontmatter.read(content)
    if parts.fault:
        raise BadDocument(address=address, reason=parts.fault)
    found = _STEPS.search(parts.body)
    facts = parts.header
    try:
        raw = json.loads(found[1]) if found else []
        steps = tuple(_read_step(one) for one in raw)
        kinds = tuple(str(one["kind"]) for one in raw)
        outcomes = tuple(str(one.get("outcome") or "") for one in raw)
    except (ValueError, KeyError, TypeError) as problem:
        raise BadDocument(address=address, reason=f"its steps cannot be read: {problem}") from None
    status = str(facts.get("status") or OPEN)
    title = next((line[2:] for line in parts.body.splitlines() if line.startswith("# ")), "")
    return Proposal(
        str(facts.get("id") or address.name.removesuffix(".md")),
        title,
        str(facts.get("reason") or ""),
        steps,
        str(facts.get("maker") or ""),
        kinds,
        status if status in _STATES else OPEN,
        str(facts.get("decided") or ""),
        outcomes if any(outcomes) else (),
    )


def filed(reader: Reader, *, private: bool) -> Iterator[tuple[Address, Proposal]]:
    """Every proposal that can be read."""
    root, folder = (PRIVATE, "") if private else ("agent", SHARED)
    for item in reader.scan(root, folder):
        document = reader.read(item.address) if isinstance(item, Listed) and item.address.path.endswith(".md") else None
        if document is not None:
            try:
                yield document.address, read(document.address, document.content)
            except BadDocument:
                continue


def _step(step: Step, kind: str, outcome: str) -> dict[str, Any]:
    edits = [_edit(edit) for edit in step.edits]
    facts = {"kind": kind, "reason": step.reason, "about": step.about, "retires": step.retires}
    facts |= {"outcome": outcome} if outcome else {}
    return {**facts, "keeps": step.keeps_all, "edits": edits}


def _edit(edit: Edit) -> dict[str, Any]:
    content = edit.content.decode()  # a note that is no text is never proposed about
    if isinstance(edit, Put):
        return {"put": str(edit.address), "expect": edit.expect, "content": content}
    return {"move": str(edit.source), "to": str(edit.target), "expect": edit.expect, "content": content}


def _read_step(raw: Mapping[str, Any]) -> Step:
    edits = tuple(_read_edit(edit) for edit in raw["edits"])
    return Step(str(raw["reason"]), edits, str(raw["about"]), int(raw["retires"]), raw.get("keeps") is True)


def _read_edit(raw: Mapping[str, Any]) -> Edit:
    content = str(raw["content"]).encode()
    if "put" in raw:
        expect = raw["expect"]
        return Put(Address.parse(raw["put"]), None if expect is None else str(expect), content)
    return Move(Address.parse(raw["move"]), Address.parse(raw["to"]), str(raw["expect"]), content)


def _line(words: str) -> str:
    return " ".join(words.split())
