"""Connections that never say what they want do not keep others out, nor end the server."""

from __future__ import annotations

import asyncio
import resource
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from reverie.doors.mcp import http
from reverie.doors.mcp.connections import LimitedProtocol, Limits
from tests.cli.shell import Shell, repository
from tests.mcp.client import Http, asked, run

HANG = 60  # seconds, only so that a failure ends
NEVER = 3600.0
TOKEN = "a-token-for-this-test-alone"
SERVE = """
import asyncio, resource, sys
from pathlib import Path
from reverie.doors.mcp import http
from reverie.doors.mcp.connections import Limits
at = http.listening(0)
print(at.getsockname()[1], flush=True)
if files := int(sys.argv[5]):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
limits = Limits(int(sys.argv[2]), 32, float(sys.argv[3]))
asyncio.run(http.serve_http(Path(sys.argv[1]), sys.argv[4], at, limits))
"""


@contextmanager
def serving(folder: Path, connections: int, deadline: float, files: int = 0) -> Iterator[Http]:
    words = [sys.executable, "-c", SERVE, str(folder), str(connections), str(deadline), TOKEN, str(files)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    with process.stdout as said:
        port = int(said.readline())
    try:
        yield Http(process, f"http://127.0.0.1:{port}/mcp", TOKEN)
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(HANG)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Http]:
    """A server that waits 0.3 seconds for a request."""
    folder = repository(tmp_path_factory.mktemp("hasty") / "house").folder
    (folder / ".agent" / "memory").mkdir(parents=True)
    with serving(folder, 400, 0.3) as server:
        yield server


def port_of(server: Http) -> int:
    return int(server.url.rpartition(":")[2].partition("/")[0])


def half_open(
    server: Http, stack: ExitStack, count: int, sent: bytes = b"POST /mcp HTTP/1.1\r\n"
) -> list[socket.socket]:
    found = []
    for _ in range(count):
        one = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(server)), HANG))
        if sent:
            one.sendall(sent)
        found.append(one)
    return found


def wait_closed(connection: socket.socket) -> bytes:
    """What was said until the server closed it; TimeoutError if it never does."""
    said = b""
    try:
        while more := connection.recv(4096):
            said += more
    except (ConnectionResetError, BrokenPipeError):
        pass
    return said


def answers(server: Http) -> None:
    async def story() -> None:
        async with server.client() as client:
            assert "make ship" in await asked(client, "memory_search", query="how is staging deployed")

    run(story())


def test_a_client_is_answered_among_many_that_never_finish(house: Shell) -> None:
    with serving(house.folder, 40, NEVER) as server, ExitStack() as stack:
        idle = half_open(server, stack, 300)
        answers(server)
        for one in idle[:200]:
            assert wait_closed(one) == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /mcp HTTP/1.1\r\nHost: 127",
        b"POST /mcp HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer " + TOKEN.encode()
        + b"\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream"
        + b"\r\nContent-Length: 500\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)  # fmt: skip
def test_what_is_not_whole_at_the_deadline_is_closed(hasty: Http, sent: bytes) -> None:
    with ExitStack() as stack:
        sent = sent % port_of(hasty) if b"%d" in sent else sent
        for one in half_open(hasty, stack, 100, sent):
            assert b"200 OK" not in wait_closed(one)


def test_a_byte_now_and_then_does_not_put_the_deadline_off(hasty: Http) -> None:
    with ExitStack() as stack:
        (slow,) = half_open(hasty, stack, 1)
        for _ in range(int(HANG / 0.02)):
            if select.select([slow], [], [], 0.02)[0]:
                break
            slow.sendall(b"X")
        assert wait_closed(slow) == b""
    assert hasty.process.poll() is None


def test_when_file_descriptors_run_out_it_goes_on(house: Shell) -> None:
    with serving(house.folder, 1000, 0.3, files=60) as server, ExitStack() as stack:
        more = [socket.socket() for _ in range(100)]
        for one in more:
            stack.enter_context(one)
            one.settimeout(HANG)
            one.connect(("127.0.0.1", port_of(server)))
        for one in more:
            wait_closed(one)
        stack.close()
        answers(server)


def test_few_descriptors_mean_few_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    for allowed in (64, 256, 1024, 20_000):
        monkeypatch.setattr(resource, "getrlimit", lambda _what, n=allowed: (n, n))
        limits = Limits.of_process()
        assert limits.connections + 2 * limits.backlog < allowed
        assert limits.connections <= Limits.connections
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert Limits.of_process() == Limits()


def test_sessions_are_bounded(house: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library holds the limit; it must be told ours."""
    import uvicorn
    from mcp.server import MCPServer

    told: dict[str, object] = {}
    real = MCPServer.streamable_http_app

    def watched(self: MCPServer, **options: object) -> object:
        told.update(options)
        return real(self, **options)  # type: ignore[arg-type]

    async def no_serving(self: uvicorn.Server, sockets: object = None) -> None:
        told["protocol"] = self.config.http

    monkeypatch.setattr(MCPServer, "streamable_http_app", watched)
    monkeypatch.setattr(uvicorn.Server, "serve", no_serving)
    with http.listening(0) as at:
        asyncio.run(http.serve_http(house.folder, TOKEN, at))
    assert told["max_sessions"] == Limits.sessions
    assert isinstance(told["protocol"], type)
    assert issubclass(told["protocol"], LimitedProtocol)
