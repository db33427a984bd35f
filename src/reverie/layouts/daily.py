"""Daily notes: short-term memory, one file a day, one list item a thing."""

from __future__ import annotations

from datetime import datetime

from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document
from reverie.tools.dates import utc_day


def address_for(at: datetime) -> Address:
    return Address("memory", f"{utc_day(at)}.md")


def add(text: str, at: datetime, there: Document | None) -> tuple[Step, int]:
    """The step that adds a line to the day's note, and the number that line will have."""
    address = address_for(at)
    old = there.content if there else f"# {utc_day(at)}\n\n".encode()
    end = b"\r\n" if b"\r\n" in old else b"\n"
    if old and not old.endswith(b"\n"):
        old += end
    item = b"- " + text.strip().replace("\r\n", "\n").replace("\n", "\n  ").encode()
    content = old + item.replace(b"\n", end) + end
    put = Put(address, there.digest if there else None, content)
    return Step(f"remember a line of {utc_day(at)}", (put,)), old.count(b"\n") + 1
