"""Lines that a change wrote and another program's save took away again: the file went back to the very bytes it had
before. An editor that had the note open does that, and nobody notices. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reverie.records.changes import Op, Past
from reverie.records.documents import Address, digest
from reverie.store.past import newest_first, undone_steps

Content = Callable[[Past, str], bytes]
Write = tuple[Past, Op, bool]  # whether its lines count: not what is derived, nor what was taken back


@dataclass(frozen=True, slots=True)
class Overwritten:
    """So many lines of a change are no longer in the file it wrote them into."""

    past: Past
    address: Address
    lines: int


def find_overwritten(
    pasts: Sequence[Past], read: Callable[[Address], bytes | None], content: Content
) -> list[Overwritten]:
    """Newest first. Only where the bytes are equal: any other edit is a person's own. A file that is gone was removed,
    and lines that are back by now are not missed."""
    found = []
    for address, writes in _written(pasts).items():
        there = read(address)
        now = Counter((there or b"").splitlines())
        for lost in _taken_back(writes, digest(there)) if there is not None else ():
            last_past, last, _ = lost[-1]
            left = _added(content(last_past, last.after or ""), b"") - now
            for past, op, counts in reversed(lost):
                before = content(past, op.before) if op.before else b""
                mine = (_added(content(past, op.after or ""), before) & left) if counts else Counter[bytes]()
                left -= mine
                if mine:
                    found.append(Overwritten(past, address, mine.total()))
    return sorted(found, key=lambda one: -one.past.number)


def _taken_back(writes: Sequence[Write], now: str) -> list[list[Write]]:
    """The writes that were undone by a save between two changes, or after the last: the file was found not as the
    change before had left it, but as it was before that, or before an earlier one."""
    found: list[list[Write]] = []
    chain: list[Write] = []
    for write in (*writes, None):
        state = write[1].before if write else now
        if chain and state is not None and state != chain[-1][1].after:
            start = next((i for i in reversed(range(len(chain))) if chain[i][1].before == state), None)
            if start is not None:
                found.append(chain[start:])
            chain = chain[:start] if start is not None else []
        if write:
            chain.append(write)
    return [lost for lost in found if all(op.after and not {op.before, op.after} & past.purged for past, op, _ in lost)]


def _written(pasts: Sequence[Past]) -> dict[Address, list[Write]]:
    """Who wrote each file, oldest first."""
    undone, found = undone_steps(pasts), defaultdict[Address, list[Write]](list)
    for past in reversed(newest_first(pasts)):
        for i in past.applied_steps:
            for op in past.ops[i]:
                found[op.address].append((past, op, i not in undone.get(past.number, ())))
        for op in past.rendered:
            found[op.address].append((past, op, False))
    return found


def _added(after: bytes, before: bytes) -> Counter[bytes]:
    lines = Counter(after.splitlines()) - Counter(before.splitlines())
    return Counter({line: count for line, count in lines.items() if line.strip()})
