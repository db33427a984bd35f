"""What a night may spend on a model, and what it has spent: tokens, money, calls and seconds. What is not known is
guessed high, so that a ceiling holds whatever a provider tells."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reverie.records.engines import Question, Reply

LONGEST_CALL = 60.0  # seconds one answer may take
_MILLION = 1_000_000
_LETTERS = 3  # letters a token has at least, on average; four are usual


@dataclass(frozen=True, slots=True)
class Ceilings:
    """For one night. `prices`: dollars for a million tokens read and written, by the model's name."""

    tokens: int = 200_000
    dollars: float = 0.5
    calls: int = 60
    seconds: int = 300
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    call: float = LONGEST_CALL

    def price(self, name: str) -> tuple[float, float] | None:
        """By the name with its host, or without."""
        return self.prices.get(name) or self.prices.get(name.rpartition("@")[0])


@dataclass(slots=True)
class Sum:
    calls: int = 0
    read: int = 0  # tokens
    written: int = 0
    dollars: float = 0.0

    @property
    def tokens(self) -> int:
        return self.read + self.written

    def add(self, read: int, written: int, dollars: float, calls: int = 1) -> None:
        self.calls += calls
        self.read += read
        self.written += written
        self.dollars += dollars


class Purse:
    """Keeps count for one night. It is asked before every call."""

    def __init__(self, ceilings: Ceilings, model: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.spent, self.saved, self._held = Sum(), Sum(), Sum()
        self.waited = 0.0  # seconds
        self.priced = False
        self._ceilings, self._price, self._clock = ceilings, (0.0, 0.0), clock
        self.turn_to(model)

    def turn_to(self, model: str) -> None:
        """From here on another one is asked, at its own price; what was spent stays spent."""
        price = self._ceilings.price(model)
        self.priced, self._price = self.priced or price is not None, price or (0.0, 0.0)

    def refuses(self, question: Question, spare: int = 0) -> str:
        """Why this would be too much; empty if it may be asked. `spare`: calls that must be left afterwards."""
        most, read, held = self._ceilings, guess(question), self._held
        tokens = self.spent.tokens + held.tokens + read + question.most
        dollars = self.spent.dollars + held.dollars + self._cost(read, question.most)
        over = {
            f"{most.calls} calls": self.spent.calls + held.calls + 1 + spare > most.calls,
            f"{most.tokens} tokens": tokens > most.tokens,
            f"${most.dollars:g}": dollars > most.dollars,
            f"{most.seconds} seconds": self.waited >= most.seconds,
        }
        return next((f"the ceiling of {what} a night is reached" for what, true in over.items() if true), "")

    def hold(self, question: Question) -> None:
        """Set aside what this may cost while it is asked, so that calls at the same time keep the ceilings together."""
        read = guess(question)
        self._held.add(read, question.most, self._cost(read, question.most))

    def release(self, question: Question) -> None:
        read = guess(question)
        self._held.add(-read, -question.most, -self._cost(read, question.most), calls=-1)

    @property
    def most_calls(self) -> int:
        return self._ceilings.calls

    @property
    def is_out_of_time(self) -> str:
        """Said of a call that ended because the night's seconds did: that is not the server's fault."""
        seconds = self._ceilings.seconds
        return f"the ceiling of {seconds} seconds a night was reached while it was asked" * (self.waited >= seconds)

    def patience(self) -> float:
        return max(0.1, min(self._ceilings.call, self._ceilings.seconds - self.waited))

    def timed(self, act: Callable[[], Reply]) -> Reply:
        began = self._clock()
        try:
            return act()
        finally:
            self.waited += self._clock() - began

    def pay(self, question: Question, reply: Reply) -> None:
        self.spent.add(*self._bill(question, reply))

    def pay_for_nothing(self, question: Question, *, billed: bool = True) -> None:
        """A call that failed may have cost what it read."""
        read = guess(question) if billed else 0
        self.spent.add(read, 0, self._cost(read, 0))

    def save(self, question: Question, reply: Reply) -> None:
        """It would have cost this, and it was known."""
        self.saved.add(*self._bill(question, reply))

    def _bill(self, question: Question, reply: Reply) -> tuple[int, int, float]:
        read = reply.read if reply.read is not None else guess(question)
        written = reply.written if reply.written is not None else len(reply.text) // _LETTERS + 1
        dollars = reply.dollars if reply.dollars is not None else self._cost(read, written)
        self.priced = self.priced or reply.dollars is not None
        return read, written, dollars

    def _cost(self, read: int, written: int) -> float:
        return (read * self._price[0] + written * self._price[1]) / _MILLION


def guess(question: Question) -> int:
    """How many tokens a question has, rather too many than too few."""
    letters = len(question.system.encode()) + len(question.text.encode()) + len(repr(question.schema))
    return letters // _LETTERS + 1
