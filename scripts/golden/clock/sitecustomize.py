"""Python imports this at start when its folder is on PYTHONPATH: the clock then shows what the file named by
BASELINE_CLOCK says. `datetime.now`, `date.today` and `time.time` follow it; file times, `time.time_ns` and
`time.monotonic` stay real. No module of the product is touched, so it works whatever those are called."""

import datetime as module
import os
import time
from typing import Any

CLOCK = os.environ.get("BASELINE_CLOCK", "")
Real = module.datetime


def read_clock() -> float:
    with open(CLOCK, encoding="ascii") as file:  # noqa: PTH123 - pathlib would slow every hook down
        return float(file.read())


class Kind(type):
    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, Real)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, Real)


class Clock(Real, metaclass=Kind):
    """Makes ordinary datetimes; only the present is another."""

    def __new__(cls, *args: Any, **named: Any) -> Any:
        return Real(*args, **named)

    @classmethod
    def now(cls, tz: module.tzinfo | None = None) -> Any:
        return Real.fromtimestamp(read_clock(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return Real.fromtimestamp(read_clock(), module.UTC).replace(tzinfo=None)

    @classmethod
    def today(cls) -> Any:
        return Real.fromtimestamp(read_clock())


if CLOCK:
    module.datetime = Clock  # type: ignore[misc]
    time.time = read_clock
