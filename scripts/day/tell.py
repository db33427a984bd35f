"""The day as a page of documentation."""

from __future__ import annotations

import re
from collections import Counter

from scripts.day.story import KILLED, TOGETHER, Day

_PAGE = """\
# A day

What a person sees who set Reverie up once and then forgot about it. Played with the real hooks in a home of its
own, and written by `python -m scripts.day`; `tests/day/` checks the same on every run of the tests.

## Set up

`reverie init --user --yes --agent claude-code`, in a home with settings of somebody's own, hooks among them. Only
insertions:

```diff
{added}
```

## Twenty sessions

Each is a process that reads those settings, writes its transcript and calls the hooks they name. Sessions {a} and
{b} were held at the same time; number {killed} was killed in the middle, half a line into its transcript. Our hooks
were called {calls} times, all ended with 0, none said a word on stderr, and the log of hooks is {log}. The event
log (`reverie log`) tells what followed:

```
{events}
```

Nineteen sessions ended. One dream followed the first of them; after the others it was not due, because one is
enough in six hours.

## The night

```
{night}
```

## The next morning

What the first session is told by itself, before anybody types:

```
{morning}
```

## Moving out

`reverie uninstall --user`. Compared with the home before `init`, byte for byte and with the rights of every file,
leaving out the memory (`.agent/`) and the transcripts the agent itself wrote: {changed}.
"""


def page(day: Day) -> str:
    ours = [call for call in day.calls if "reverie-hook" in call["command"]]
    assert {call["exit"] for call in ours} == {0}
    return _PAGE.format(
        added=_plain(_diff(day.added)),
        a=TOGETHER[0],
        b=TOGETHER[1],
        killed=KILLED,
        calls=len(ours),
        log="empty" if not day.hooks_log else f"{len(day.hooks_log.splitlines())} lines long",
        events=_events(day),
        night=_plain(day.night.strip("\n")),
        morning=_plain(day.morning),
        changed=f"changed are {', '.join(day.changed)}" if day.changed else "nothing is different",
    )


def _diff(added: str) -> str:
    """One file is enough to see how it is done."""
    lines = added.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("---"))
    rest = [number for number, line in enumerate(lines) if line.startswith("---") and number > begin]
    return "\n".join(lines[begin : rest[0] if rest else None])


def _events(day: Day, most: int = 3) -> str:
    """The first sessions, each with what followed it, and how many there were."""
    kinds = ("session_end", "dream_after_session_end")
    told = [one for one in day.log if one["kind"] in kinds]
    first = list(dict.fromkeys(one["facts"]["session"] for one in told))[:most]
    shown = sorted((one for one in told if one["facts"]["session"] in first), key=lambda one: one["facts"]["session"])
    lines = [f"{one['kind']:24} {one['facts'].get('title', '')}" for one in shown]
    counts = Counter(one["kind"] for one in told)
    return _plain("\n".join([*lines, "… in all " + ", ".join(f"{counts[kind]} {kind}" for kind in kinds)]))


def _plain(text: str) -> str:
    """Without the places of one machine."""
    text = re.sub(r"/[\w./-]*/bin/(reverie(?:-hook)?)", r"/opt/reverie/bin/\1", text)
    return re.sub(r"/[\w./-]*/ada/", "/home/ada/", text).replace("```", "'''")
