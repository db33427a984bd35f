"""Speaking JSON over HTTP with the standard library: one address, no redirect, no endless answer, no endless wait."""

from __future__ import annotations

import math
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from queue import Empty, SimpleQueue
from typing import IO, TypeVar, cast
from urllib.parse import SplitResult, urlsplit

from reverie.engines.errors import BadEndpoint, EndpointDenied, EndpointFailed, EndpointUnreachable

T = TypeVar("T")
ATTEMPTS = 3
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PASSING = (429, 502, 503, 504, 529)  # the server asks for patience
_LONGEST_PAUSE = 20.0
_BLOCK = 1 << 16


class Wire:
    """One address texts are sent to, with the headers that open it. `secret`: the key among them, which some servers
    repeat when they do not like it, and which nobody may read in an error."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        model: str,
        secret: str = "",
        limit: int = 256 << 20,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url, self._model, self._secret, self._limit = url, model, secret, limit
        self._headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "reverie"}
        self._headers |= headers
        self._opener = _opener(address(url))
        self._sleep, self._clock = sleep, clock

    def post(self, body: bytes, timeout: float) -> bytes:
        """The answer's bytes, within `timeout` seconds in all; tried again while the server asks for patience."""
        until = self._clock() + timeout
        for attempt in range(1, ATTEMPTS + 1):
            try:
                found = within(self._left(until), lambda: self._exchanged(body, until))
            except ValueError:  # its words would show the key
                said = "its key or address cannot be sent as it is"
                raise EndpointUnreachable(url=self.url, reason=said, sent=False) from None
            except (OSError, HTTPException) as error:
                reason = plain(str(getattr(error, "reason", error))) or "silence"
                sent = not isinstance(error, urllib.error.URLError)  # that one comes before anything was answered
                raise EndpointUnreachable(url=self.url, reason=reason, sent=sent) from error
            if isinstance(found, bytes):
                return found
            pause = _pause(found.after, attempt)
            if found.status not in _PASSING or attempt == ATTEMPTS or self._clock() + pause >= until:
                raise self._refusal(found)
            self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _exchanged(self, body: bytes, until: float) -> bytes | _No:
        request = urllib.request.Request(self.url, body, self._headers, method="POST")
        try:
            with self._opener.open(request, timeout=self._left(until)) as answer:
                return self._read(answer, until)
        except urllib.error.HTTPError as error:
            with error:
                said = error.read(2000).decode("utf-8", "replace") or str(error.reason)
                return _No(error.code, said, error.headers.get("Retry-After"))

    def _read(self, answer: IO[bytes], until: float) -> bytes:
        """A server that sends a byte now and then would hold us for ever by the socket's own patience."""
        found = bytearray()
        while block := answer.read1(_BLOCK):  # type: ignore[attr-defined]
            found += block
            self._left(until)
            if len(found) > self._limit:
                raise OSError(f"an answer of more than {self._limit >> 20} MB")
        if getattr(answer, "length", None):
            raise OSError("the answer was cut off")
        return bytes(found)

    def _left(self, until: float) -> float:
        left = until - self._clock()
        if left <= 0:
            raise TimeoutError("timed out")
        return left

    def _refusal(self, no: _No) -> EndpointDenied | EndpointFailed:
        reason = plain(no.said)
        if self._secret:
            reason = reason.replace(self._secret, "[key]")
        kind = EndpointDenied if no.status in (401, 403) else EndpointFailed
        return kind(url=self.url, status=no.status, reason=reason[:200], model=self._model)


@dataclass(frozen=True, slots=True)
class _No:
    """An answer that is none: its status, what it says, and after how long one may ask again."""

    status: int
    said: str
    after: str | None


def within(seconds: float, act: Callable[[], T]) -> T:
    """What an act gives, if it gives it in time. A socket's own patience starts anew with every byte, so that whoever
    drips headers, or only says "continue", would hold us for ever; such an act is left behind."""
    found: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

    def run() -> None:
        try:
            found.put((act(), None))
        except Exception as problem:  # noqa: BLE001 — it is raised again where it is waited for
            found.put((None, problem))

    threading.Thread(target=run, name="wire", daemon=True).start()
    try:
        value, problem = found.get(timeout=seconds)
    except Empty:
        raise TimeoutError("timed out") from None
    if problem is not None:
        raise problem
    return cast("T", value)


def plain(text: str) -> str:
    """A server's words on one line, without what could steer a terminal."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry texts and key to an address nobody chose."""

    def redirect_request(self, *_: object) -> None:
        return None


def _opener(place: SplitResult) -> urllib.request.OpenerDirector:
    if place.hostname in LOOPBACK:  # a proxy cannot reach this machine's own servers
        return urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(_NoRedirect)


def address(base_url: str) -> SplitResult:
    try:
        found = urlsplit(base_url)
        _ = found.port  # raises if it is no number
    except ValueError as error:
        raise BadEndpoint(url=base_url, reason=error) from error
    if found.scheme not in ("http", "https") or not found.hostname:
        raise BadEndpoint(url=base_url, reason="it is not an http or https address")
    if "@" in found.netloc:
        raise BadEndpoint(url=found.hostname, reason="a password in the address would be shown; give it as the key")
    return found


def _pause(asked: str | None, attempt: int) -> float:
    """How long to wait; who asks for more than is bearable is not asked again."""
    wanted = float(asked) if asked and asked.isdecimal() else 0.5 * 2**attempt
    return wanted if wanted <= _LONGEST_PAUSE else math.inf
