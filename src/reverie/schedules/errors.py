"""Expected failures of schedules."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class UnfitSchedule(ReverieError):
    """this cannot be scheduled: {reason}"""

    hint = "reverie schedule --help shows what can be said"


class NoCrontab(ReverieError):
    """there is no crontab program on this machine"""

    hint = "reverie schedule systemd, reverie schedule launchd or reverie daemon do the same"


class CrontabRefused(ReverieError):
    """crontab refused: {why}"""

    hint = "your crontab is as it was; reverie schedule cron-install --dry-run shows the line, to be put in by hand"


class NotOursToChange(ReverieError):
    """{path} was changed since Reverie wrote it, or is not Reverie's"""

    hint = "--dry-run shows what would be written; --force writes or removes it all the same"


class NotWritten(ReverieError):
    """{path} was not changed: {why}"""

    hint = "--dry-run shows what would be written, to be put in by hand"


class ScheduleFailed(ReverieError):
    """{name} did not work: {why}"""

    hint = "reverie schedule status shows the last runs; what was found is in .agent/local/logs/schedules/"


class NoSuchSchedule(ReverieError):
    """{name} cannot be done: {why}"""

    hint = "set it up again where the repository is now, and take out what calls it in vain, such as by crontab -e"
