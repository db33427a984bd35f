"""One event of a session becomes one small file in the inbox. Only names, ids and paths are kept, no words: nobody has
looked for secrets yet. The standard library alone and little of it: this runs after every tool an agent uses."""

from __future__ import annotations

import binascii
import os
import sys
import time

from reverie.tools import nofollow, trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

INBOX = "inbox"  # below .agent/local
LOG = "hooks.log"
LARGEST = 16 << 20  # bytes of an event; a tool may have brought back a whole file
MOMENT = 10  # seconds
_LOG_LARGEST = 256 << 10
_FILES = ("file_path", "notebook_path", "path", "absolute_path")
_PATCHED = ("*** Add", "*** Update", "*** Delete")
_WORDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")


def heard() -> dict[str, Any]:
    """The event on standard input."""
    import json

    raw = sys.stdin.buffer.read(LARGEST + 1)
    if len(raw) > LARGEST:
        while sys.stdin.buffer.read(1 << 20):
            pass  # whoever writes it should not fail for our sake
        raise ValueError(f"more than {LARGEST >> 20} MB")
    if not raw:
        raise ValueError("nothing came in; the agent may have ended")
    found = json.loads(raw)
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


def root_of(event: Mapping[str, Any]) -> str:
    """The project of the session: the nearest folder upwards that has a memory. Empty if there is none."""
    roots = event.get("workspace_roots")
    named = (
        event.get("cwd"),
        roots[0] if isinstance(roots, list) and roots else "",
        os.environ.get("CLAUDE_PROJECT_DIR"),
    )
    folder = os.path.realpath(next((place for place in named if place and isinstance(place, str)), "."))
    while not os.path.isdir(f"{folder}/.agent"):
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(f"{folder}/.git"):
            return ""
        folder = above
    return folder


def envelope(event: Mapping[str, Any], root: str, agent: str, now: float) -> dict[str, Any]:
    """What is kept of an event."""
    session = _word(event.get("session_id") or event.get("conversation_id"))
    kind = _word(event.get("hook_event_name"))
    use = _word(event.get("tool_use_id"))
    given = event.get("tool_input")
    files = [_inside(named, root) for named in _named(given)] if isinstance(given, dict) else []
    if not use and not event.get("tool_name"):
        use = _word(event.get("turn_id"))
    if not use:  # not every agent numbers what it does; the same thing twice in a minute is taken for one
        asked = binascii.crc32(repr(given).encode("utf-8", "replace"))
        use = _word(event.get("timestamp")) or f"{int(now // 60)}-{asked:08x}"
    return {
        "key": _key(session, kind, use),
        "event": kind,
        "at": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(now)),
        "agent": agent,
        "session": session,
        "tool": _word(event.get("tool_name")),
        "files": [path for path in files if path],
        "why": _word(event.get("reason") or event.get("trigger") or event.get("source")),
    }


def _named(given: Mapping[str, Any]) -> list[object]:
    """The files a tool was given. A patch names them inside."""
    named = [given[name] for name in _FILES if given.get(name)]
    patch = given.get("command")
    if isinstance(patch, str) and patch.startswith("*** Begin Patch"):
        lines = [line.partition(" File: ") for line in patch.split("\n")]
        named += [path.strip() for verb, _, path in lines if verb in _PATCHED and path.strip()]
    return named[:100]


def is_first(event: Mapping[str, Any], what: str, root: str, now: float) -> bool:
    """Whether nobody was here for this a moment ago: set up for oneself and for a project, we are called twice."""
    session = _word(event.get("session_id") or event.get("conversation_id"))
    if not session:
        return True
    asked = binascii.crc32(repr(event.get("prompt")).encode("utf-8", "replace"))
    name = f".{_key(session, what, _word(event.get('source')) or f'{asked:08x}')}"
    turn = int(now // MOMENT)
    folder = _open_inbox(root)
    try:
        nofollow.write_new(folder, f"{name}.{turn}", b"")
        return f"{name}.{turn - 1}" not in os.listdir(folder)
    except FileExistsError:
        return False
    except OSError:
        return True  # better twice than not at all
    finally:
        os.close(folder)


def put(kept: Mapping[str, Any], root: str) -> None:
    """Into the inbox: whole or not at all, and the same event once."""
    import json

    passing = f".{kept['key']}.{os.getpid()}"
    folder = _open_inbox(root)
    try:
        nofollow.write_new(folder, passing, json.dumps(kept).encode())
        try:
            os.replace(passing, f"{kept['key']}.json", src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.unlink(passing, dir_fd=folder)
            raise
    finally:
        os.close(folder)


def note(root: str, told: str, now: float) -> None:
    """One line in the log of hooks; never what an event said."""
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now))} {' '.join(told.split())[:300]}\n"
    try:
        log = open_log(root)
    except (OSError, trust.NotTrusted):
        return  # a full disk has no room for this either, and in somebody else's folder nothing is written
    try:
        os.write(log, line.encode("utf-8", "replace"))
    except OSError:
        return
    finally:
        os.close(log)


def open_log(root: str) -> int:
    """The log of hooks, to add to; begun anew when it is long."""
    folder = trust.open_local(root, make=True)
    try:
        log = nofollow.open_file(folder, LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        if os.fstat(log).st_size > _LOG_LARGEST:
            os.close(log)
            os.replace(LOG, f"{LOG}.1", src_dir_fd=folder, dst_dir_fd=folder)
            log = nofollow.open_file(folder, LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        return log
    finally:
        os.close(folder)


def _open_inbox(root: str) -> int:
    local = trust.open_local(root, make=True)
    try:
        return nofollow.enter(local, INBOX, make=nofollow.PRIVATE)
    finally:
        os.close(local)


def _key(*parts: str) -> str:
    whole = "__".join(parts)
    plain = "".join(c if c in _WORDS and c not in ":." else "-" for c in whole)[:120]
    return f"{plain}__{binascii.crc32(whole.encode()):08x}"


def _word(value: object) -> str:
    """A name or an id. Anything else may be somebody's words."""
    text = value if isinstance(value, str) else ""
    return text if len(text) <= 128 and _WORDS.issuperset(text) else ""


def _inside(value: object, root: str) -> str:
    """A path of the project, as seen from it; other places are nobody's business here."""
    if not isinstance(value, str) or len(value) > 1000:
        return ""
    path = os.path.relpath(os.path.join(root, value), root)
    return "" if path.startswith("..") else path.replace(os.sep, "/")
