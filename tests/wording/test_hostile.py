"""A server that means no good: whatever it sends, and however slowly, it costs the seconds that were granted, and
nothing of it reaches the terminal as it is."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from reverie import wiring
from reverie.engines.chat import ChatModel
from reverie.engines.messages import MessagesModel
from reverie.records.engines import Question
from reverie.records.errors import ReverieError
from reverie.wording import KEYLESS, Ceilings, Scribe
from tests.cli.conftest import _sample  # noqa: F401 — a month of a small shop
from tests.cli.conftest import shop as sold  # noqa: F401
from tests.cli.shell import Shell
from tests.wording.stage import dream, voice
from tests.wording.test_doors import configure

Act = Callable[[socket.socket], None]
QUESTION = Question("Be brief.", "Are you there?", {"type": "object", "properties": {}, "required": []}, 40)
OK, CHUNKED = b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
PATIENCE = 0.6
OWNED = b"\x1b]0;owned\x07\x1b[31mred\x9b2J"


@contextmanager
def meaning_no_good(act: Act) -> Iterator[str]:
    """The address of a server that does this with every connection, once it was asked."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen(8)

        def serve() -> None:
            with suppress(OSError):
                while True:
                    guest, _ = door.accept()
                    threading.Thread(target=_one, args=(guest, act), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}/v1"
        with suppress(OSError):
            door.shutdown(socket.SHUT_RDWR)


def _one(guest: socket.socket, act: Act) -> None:
    with guest, suppress(OSError):
        guest.settimeout(5)
        while b"\r\n\r\n" not in guest.recv(1 << 16):
            pass
        act(guest)


def sends(text: bytes) -> Act:
    return lambda guest: guest.sendall(text)


def answers(body: bytes, kind: bytes = b"application/json") -> Act:
    return sends(OK + b"Content-Type: %b\r\nContent-Length: %d\r\n\r\n%b" % (kind, len(body), body))


def drips(head: bytes, piece: bytes, pause: float = 0.02) -> Act:
    def act(guest: socket.socket) -> None:
        guest.sendall(head)
        for _ in range(int(120 / pause)):
            guest.sendall(piece)
            time.sleep(pause)

    return act


def says(text: str) -> Act:
    return answers(json.dumps({"choices": [{"message": {"content": text}}]}).encode())


CASES: dict[str, Act] = {
    "fifty megabytes": sends(OK + b"Content-Length: 52428800\r\n\r\n" + b"[" * 52428800),
    "chunks for ever": drips(CHUNKED, b"5\r\nhello\r\n"),
    "a flood of chunks": drips(CHUNKED, b"10000\r\n" + b"x" * 65536 + b"\r\n", 0.0001),
    "a body that drips": drips(OK + b"Content-Length: 9999\r\n\r\n", b" "),
    "a header that drips": drips(OK + b"X-A: ", b"a"),
    "a status that drips": drips(b"HTTP/1.1 200 ", b"O"),
    "a flood of headers": drips(OK, b"X-A: a\r\n", 0.0001),
    "continue, for ever": drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.005),
    "a no that drips": drips(b"HTTP/1.1 500 no\r\nContent-Length: 9999\r\n\r\n", b"a"),
    "come back in an hour": sends(b"HTTP/1.1 429 slow\r\nRetry-After: 3600\r\nContent-Length: 2\r\n\r\nno"),
    "elsewhere": sends(b"HTTP/1.1 307 x\r\nLocation: http://127.0.0.1:9/v1\r\nContent-Length: 0\r\n\r\n"),
    "a page": answers(b"<html>" + OWNED, b"text/html"),
    "no UTF-8": answers(b'{"choices":[{"message":{"content":"\xff\xfe"}}]}'),
    "ten thousand deep": answers(b"[" * 10_000 + b"]" * 10_000),
    "a number without end": answers(b'{"usage":{"prompt_tokens":' + b"9" * 5000 + b"}}"),
    "a no that steers terminals": sends(b"HTTP/1.1 500 %b\r\nContent-Length: %d\r\n\r\n%b" % (OWNED, 20, OWNED)),
    "a reason that steers them": sends(b"HTTP/1.1 500 %b\r\nContent-Length: 0\r\n\r\n" % OWNED),
    "no HTTP at all": sends(b"garbage " + OWNED + b"\r\n\r\n"),
    "nothing": lambda _guest: None,
}


@pytest.mark.parametrize("kind", ["chat", "messages"])
@pytest.mark.parametrize("name", CASES)
def test_it_costs_the_seconds_that_were_granted_and_is_an_expected_failure(name: str, kind: str) -> None:
    with meaning_no_good(CASES[name]) as url:
        model = ChatModel(url, "m") if kind == "chat" else MessagesModel("m", key="", base_url=url)
        began = time.monotonic()
        with pytest.raises(ReverieError) as caught:
            model.ask(QUESTION, PATIENCE)
        assert time.monotonic() - began < PATIENCE + 60  # they would go on for minutes
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("act", [CASES["a header that drips"], says("[" * 10_000), says("\ud800\x1b[31m" * 90_000)])
def test_the_night_goes_on_and_says_so(shop: wiring.Project, act: Act) -> None:
    with meaning_no_good(act) as url:
        ceilings = Ceilings(seconds=4, call=PATIENCE)
        report = dream(shop, Scribe(voice(ChatModel(url, "m"), ceilings=ceilings)))
    assert report.receipt and report.receipt.applied and report.worded
    assert report.worded.seconds <= 4 + PATIENCE + 20  # a busy machine adds to every call
    assert {text.by for text in report.worded.texts} == {KEYLESS}
    assert "\x1b" not in json.dumps(report.record().facts, ensure_ascii=False)


@pytest.mark.parametrize("act", [CASES["a no that steers terminals"], CASES["no HTTP at all"], says("\x1b[31mred")])
def test_nothing_of_it_steers_the_terminal(sold: Shell, act: Act) -> None:  # noqa: F811
    with meaning_no_good(act) as url:
        configure(sold, kind="openai", url=url, name="m", max_seconds=4)
        done = [sold("models", code=1), sold("run"), sold("report")]
    told = "".join(one.out + one.talk for one in done)
    assert "red" in told and ("worded by rules" in told or "were refused" in told)
    assert not any(sign in told for sign in "\x1b\x07\x9b")
