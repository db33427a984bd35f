"""After a session: a dream is begun in a process of its own, which asks whether one is due. The session does not wait
for it and cannot fail by it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from reverie.doors.hooks import inbox
from reverie.doors.hooks.entry import INSIDE

_OFF = ("0", "false", "no", "off")


def begin_dream(event: Mapping[str, object], root: str) -> None:
    if os.environ.get("REVERIE_HOOK_DREAM", "").strip().lower() in _OFF:
        return
    session = str(event.get("session_id") or event.get("conversation_id") or "")[:128]
    with open(os.devnull, "r+b") as nowhere, open(inbox.open_log(root), "ab") as log:
        subprocess.Popen(
            # -P: a folder of that name in somebody's repository is not us
            [sys.executable, "-P", "-m", "reverie.doors.hooks.after", session],
            cwd=root,
            env={**os.environ, INSIDE: "1"},
            stdin=nowhere,
            stdout=nowhere,
            stderr=log,
            start_new_session=True,
            close_fds=True,
        )
