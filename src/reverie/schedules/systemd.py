"""A service and a timer for the user's systemd, which knows UTC by itself and catches up once on what was missed."""

from __future__ import annotations

import json

from reverie.schedules import times
from reverie.schedules.job import Job, Site, Told, call

MARK = "# reverie: "
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "%": "%%", "\n": "\\n", "\t": "\\t"})


def unit(name: str, key: str) -> str:
    return f"reverie-{key}-{name}"


def service(job: Job, site: Site) -> str:
    setting = [f"Environment={_quoted(f'{name}={value}')}\n" for name, value in site.environment.items()]
    program, *words = call(job, site, "systemd")
    return (
        f"# Made by reverie schedule systemd, and taken out by reverie schedule systemd --remove.\n"
        f"{MARK}{json.dumps({'name': job.name, 'root': site.root, 'cron': job.cron.text, 'words': job.words})}\n"
        f"[Unit]\nDescription={_described(job, site)}\n\n"
        f"[Service]\nType=oneshot\nNice=10\n{''.join(setting)}"
        f"ExecStart={' '.join([_quoted(program), *(_quoted(word).replace('$', '$$') for word in words)])}\n"
    )


def timer(job: Job, site: Site) -> str:
    when = "".join(f"OnCalendar={one}\n" for one in times.calendar(job.cron))
    return (
        f"# Made by reverie schedule systemd, and taken out by reverie schedule systemd --remove.\n"
        f"[Unit]\nDescription={_described(job, site)}\n\n"
        f"[Timer]\n{when}Persistent=true\n\n"
        f"[Install]\nWantedBy=timers.target\n"
    )


def read(text: str) -> tuple[str, Told] | None:
    """When and what a service of ours does."""
    found = next((line[len(MARK) :] for line in text.splitlines() if line.startswith(MARK)), "")
    try:
        told = json.loads(found)
        return str(told["cron"]), Told(str(told["name"]), str(told["root"]), tuple(map(str, told["words"])))
    except (ValueError, KeyError, TypeError):
        return None


def _described(job: Job, site: Site) -> str:
    """It ends with a bracket, because a backslash at the end would go on with the next line."""
    return f"Reverie, {job.name} ({site.root})".replace("%", "%%")


def _quoted(word: str) -> str:
    return f'"{word.translate(_ESCAPES)}"'
