"""Other processes of this machine."""

from __future__ import annotations

import os


def is_alive(pid: int) -> bool:
    """Whether there is such a process, be it somebody else's."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
