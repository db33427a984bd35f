"""Twenty sessions of a day, as an agent's program writes them down. Made by us; or read from a folder of real ones."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Step = tuple[str, ...]  # what happens, and the words for it
COUNT = 20
_REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected. the user said:\n"
_LOST = "ModuleNotFoundError: No module named 'services'"

LOST: tuple[Step, ...] = (
    ("fails", "pytest tests/test_jwt.py", f"E   {_LOST}"),
    ("runs", "PYTHONPATH=. pytest tests/test_jwt.py", "12 passed"),
)
NPM: tuple[Step, ...] = (("refused", "npm install", "use pnpm here, npm rewrites the lockfile"),)
DAY: tuple[tuple[Step, ...], ...] = (
    (("says", "Remember that staging deploys need the VPN profile eu-2."), ("answers", "Noted.")),
    (("says", "add the missing dependency for the mail worker"), *NPM, ("runs", "pnpm install", "done")),
    (("says", "why do tokens without an expiry pass?"), ("edits", "services/auth/jwt.py"), *LOST),
    (("says", "tidy the digest template"), ("edits", "services/mail/digest.py"), ("answers", "Done.")),
    (("says", "please remember: the nightly report reads orders.total until the end of 2027"), ("answers", "I will.")),
    (("says", "the refresh token test is red again"), *LOST, ("edits", "services/auth/session.py")),
    (("says", "bump the formatter"), *NPM, ("runs", "pnpm up prettier", "done")),
    (("says", "search results flicker"), ("edits", "services/search/cache.py"), ("runs", "git diff", "+1 -1")),
    (("says", "split refunds lose a cent"), ("edits", "services/billing/money.py"), ("answers", "Decimal now.")),
    (("says", "run the auth tests before we release"), *LOST, ("answers", "All green.")),
    (("says", "no, don't touch the migration by hand, generate it"), ("runs", "make migration", "0010 written")),
    (("says", "install the new icon set"), *NPM, ("runs", "pnpm add icons", "done")),
    (("says", "remember that invoices are exported in the customer's time zone"), ("answers", "Noted.")),
    (("says", "document the rate limits"), ("edits", "docs/bug-registry.md"), ("answers", "Written.")),
    (("says", "jwt clock skew on slow hosts"), ("edits", "services/auth/jwt.py"), *LOST),
    (("says", "list orders by customer"), ("edits", "services/orders/models.py"), ("answers", "Listed.")),
    (("says", "warm the cache after a deploy"), ("edits", "services/search/warm.py"), ("runs", "make warm", "ok")),
    (("says", "what did we decide about currencies?"), ("answers", "The old column stays until the backfill.")),
    (("says", "release 2.4"), ("runs", "make release", "2.4 is out"), ("answers", "Released.")),
    (("says", "tomorrow: the digest mail for new customers"), ("answers", "I have it.")),
)


def own(cwd: Path, now: datetime) -> Iterator[tuple[str, list[Record]]]:
    """The id of each session and its records, spread over the hours before now."""
    for number, steps in enumerate(DAY):
        session = f"{number + 1:08x}-da11-4000-8000-000000000000"
        begin = now - timedelta(minutes=25 * (COUNT - number))
        yield session, list(_records(session, str(cwd), begin, steps))


def _records(session: str, cwd: str, begin: datetime, steps: Iterable[Step]) -> Iterator[Record]:
    numbers = itertools.count(1)
    for number, (kind, message, more) in enumerate(_turns(session, steps), 1):
        at = begin + timedelta(seconds=30 * number)
        yield {
            "parentUuid": f"{session[:8]}-{number - 1:04}" if number > 1 else None,
            "isSidechain": False,
            "userType": "external",
            "cwd": cwd,
            "sessionId": session,
            "version": "2.1.185",
            "gitBranch": "main",
            "type": kind,
            "message": message,
            "uuid": f"{session[:8]}-{next(numbers):04}",
            "timestamp": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            **more,
        }


def _turns(session: str, steps: Iterable[Step]) -> Iterator[tuple[str, Record, Record]]:
    for number, (what, *words) in enumerate(steps):
        call = f"toolu_{session[:8]}{number:02}"
        if what == "says":
            yield "user", {"role": "user", "content": words[0]}, {}
        elif what == "answers":
            yield _assistant(call, {"type": "text", "text": words[0]})
        elif what == "edits":
            given = {"file_path": words[0], "old_string": "a", "new_string": "b"}
            yield _assistant(call, {"type": "tool_use", "id": call, "name": "Edit", "input": given})
            yield _result(call, "The file has been updated.")
        else:
            given = {"command": words[0], "description": "run it"}
            yield _assistant(call, {"type": "tool_use", "id": call, "name": "Bash", "input": given})
            text = _REFUSED + words[1] if what == "refused" else words[1]
            yield _result(call, text, error=what != "runs")


def _assistant(call: str, block: Record) -> tuple[str, Record, Record]:
    about = {"model": "opus", "id": f"msg_{call}", "type": "message", "role": "assistant"}
    usage = {"stop_reason": None, "usage": {"input_tokens": 3, "output_tokens": 5}}
    return "assistant", {**about, "content": [block], **usage}, {"requestId": f"req_{call}"}


def _result(call: str, text: str, *, error: bool = False) -> tuple[str, Record, Record]:
    block: Record = {
        "tool_use_id": call,
        "type": "tool_result",
        "content": text,
        **({"is_error": True} if error else {}),
    }
    told: Any = f"Error: {text}" if error else {"stdout": text, "stderr": ""}
    return "user", {"role": "user", "content": [block]}, {"toolUseResult": told}


def real(folder: Path, cwd: Path, now: datetime, largest: int = 1 << 20) -> Iterator[tuple[str, list[Record]]]:
    """Sessions of somebody's day, as if they had been held here today."""
    paths = [path for path in sorted(folder.rglob("*.jsonl")) if path.stat().st_size <= largest]
    found = 0
    for path in paths:
        records = _read(path)
        times = [at for record in records if (at := _time(record))]
        if not times or not any(record.get("type") == "assistant" for record in records):
            continue
        later = now - timedelta(minutes=25 * (COUNT - found)) - max(times)
        session = f"{found + 1:08x}-4ea1-4000-8000-000000000000"
        yield session, [_moved(record, session, str(cwd), later) for record in records]
        found += 1
        if found == COUNT:
            return


def _read(path: Path) -> list[Record]:
    records = []
    for line in path.read_bytes().splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            records.append(record)
    return records


def _time(record: Record) -> datetime | None:
    try:
        return datetime.fromisoformat(str(record.get("timestamp"))).astimezone(UTC)
    except ValueError:
        return None


def _moved(record: Record, session: str, cwd: str, later: timedelta) -> Record:
    moved = {
        **record,
        **({"cwd": cwd} if "cwd" in record else {}),
        **({"sessionId": session} if "sessionId" in record else {}),
    }
    if at := _time(record):
        moved["timestamp"] = (at + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return moved


def tools(records: Sequence[Record]) -> Iterator[tuple[int, Record]]:
    """Every use of a tool, with the number of the record that holds it."""
    for number, record in enumerate(records):
        content = (record.get("message") or {}).get("content") if record.get("type") == "assistant" else None
        for block in content if isinstance(content, list) else []:
            if isinstance(block, dict) and block.get("type") == "tool_use":
                yield number, block
