"""Embeddings over the wire, from a real server on this machine that behaves well, badly, or not at all."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from reverie.engines.endpoint import EndpointEmbedder
from reverie.engines.errors import (
    BadEndpoint,
    EndpointDenied,
    EndpointFailed,
    EndpointNonsense,
    EndpointUnreachable,
)
from reverie.records.engines import Embedder

Answer = tuple[int, dict[str, str], bytes]
KEY = "sk-very-secret"


class Server:
    """Keeps what it was asked and answers by `behave`."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.behave: Callable[[Any], Answer] = well
        self.url = ""


def well(question: Any) -> Answer:
    """One vector per text, in reverse order with the right index, far from length one."""
    data = [
        {"object": "embedding", "index": index, "embedding": [float(len(text)), 3.0, 4.0]}
        for index, text in enumerate(question["input"])
    ]
    return 200, {}, json.dumps({"object": "list", "data": data[::-1], "model": question["model"]}).encode()


def says(status: int, body: bytes = b"", **headers: str) -> Callable[[Any], Answer]:
    return lambda _: (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append((self.path, dict(self.headers), question))
            status, headers, body = server.behave(question)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            server.asked.append((self.path, dict(self.headers), None))
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.url = f"http://127.0.0.1:{http.server_port}/v1"
        thread = threading.Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def test_vectors_come_back_in_order_and_normalised(server: Server) -> None:
    embedder: Embedder = EndpointEmbedder(server.url, "mini", key=KEY)
    vectors = embedder.embed(["a", "abc", ""])
    assert vectors.dtype == np.float32
    expected = np.array([[1, 3, 4], [3, 3, 4], [1, 3, 4]], float)  # an empty text goes as a space
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True))
    path, headers, question = server.asked[0]
    assert (path, headers["Authorization"]) == ("/v1/embeddings", f"Bearer {KEY}")
    assert question == {"model": "mini", "input": ["a", "abc", " "]}


def test_batches(server: Server) -> None:
    embedder = EndpointEmbedder(server.url + "/", "mini", batch=4)
    assert embedder.embed(["x" * number for number in range(10)]).shape == (10, 3)
    assert [len(question["input"]) for _, _, question in server.asked] == [4, 4, 2]
    assert "Authorization" not in server.asked[0][1]


def test_name_and_dimensions(server: Server) -> None:
    embedder = EndpointEmbedder(server.url, "mini")
    assert embedder.name == "mini@" + server.url.removeprefix("http://").removesuffix("/v1")
    assert embedder.embed([]).shape[0] == 0
    assert server.asked == []
    assert (embedder.dimensions, embedder.dimensions) == (3, 3)
    assert len(server.asked) == 1


def test_a_busy_server_is_asked_again(server: Server) -> None:
    answers = iter([says(429, Retry_After="7"), says(503), well])

    def moody(question: Any) -> Answer:
        return next(answers)(question)

    server.behave = moody
    slept: list[float] = []
    assert EndpointEmbedder(server.url, "mini", sleep=slept.append).embed(["a"]).shape == (1, 3)
    assert slept == [7.0, 2.0]


def test_but_not_for_ever(server: Server) -> None:
    server.behave = says(503, b"overloaded", Retry_After="86400")
    slept: list[float] = []
    with pytest.raises(EndpointFailed, match="status 503: overloaded"):
        EndpointEmbedder(server.url, "mini", sleep=slept.append).embed(["a"])
    assert slept == [], "who asks for a day is not asked again"


def test_a_refused_key_is_not_repeated(server: Server) -> None:
    server.behave = says(401, f"Incorrect API key provided: {KEY}".encode())
    with pytest.raises(EndpointDenied) as caught:
        EndpointEmbedder(server.url, "mini", key=KEY).embed(["a"])
    assert "status 401" in caught.value.message
    assert KEY not in caught.value.message + caught.value.advice


def test_an_unknown_model(server: Server) -> None:
    server.behave = says(404, b'{"error": "model not found"}')
    with pytest.raises(EndpointFailed) as caught:
        EndpointEmbedder(server.url, "maxi").embed(["a"])
    assert "model not found" in caught.value.message
    assert "'maxi'" in caught.value.advice


def test_a_redirect_is_not_followed(server: Server) -> None:
    with serving() as elsewhere:
        for status in (301, 302, 307):
            server.behave = says(status, Location=elsewhere.url + "/embeddings")
            with pytest.raises(EndpointFailed, match=f"status {status}"):
                EndpointEmbedder(server.url, "mini", key=KEY).embed(["a"])
        assert elsewhere.asked == []


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b"null",
        b'{"data": 3}',
        b'{"data": []}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [3]}',
        b'{"data": [{"embedding": "AAAA"}]}',
        b'{"data": [{"embedding": []}]}',
        b'{"data": [{"embedding": [0, 0]}]}',
        b'{"data": [{"embedding": [NaN, 1]}]}',
        b'{"data": [{"embedding": [1]}, {"embedding": [1]}]}',
    ],
)
def test_nonsense_is_called_so(server: Server, body: bytes) -> None:
    server.behave = says(200, body)
    with pytest.raises(EndpointNonsense, match="did not answer with embeddings"):
        EndpointEmbedder(server.url, "mini").embed(["a"])


def test_a_model_that_changes_its_mind(server: Server) -> None:
    embedder = EndpointEmbedder(server.url, "mini")
    embedder.embed(["a"])
    server.behave = says(200, b'{"data": [{"embedding": [1, 0]}]}')
    with pytest.raises(EndpointNonsense, match="2 numbers after some of 3"):
        embedder.embed(["b"])


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(EndpointUnreachable, match=f"127.0.0.1:{port}/v1/embeddings"):
        EndpointEmbedder(f"http://127.0.0.1:{port}/v1", "mini").embed(["a"])


def test_a_server_that_never_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        with pytest.raises(EndpointUnreachable, match="timed out"):
            EndpointEmbedder(url, "mini", timeout=0.2).embed(["a"])


def test_this_machines_servers_are_reached_past_a_proxy(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert len(EndpointEmbedder(server.url, "mini").embed(["a"])) == 1


@pytest.mark.parametrize(
    "url", ["", "localhost:11434", "file:///etc/passwd", "ftp://host/", "http://", "http://h:port/"]
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(BadEndpoint):
        EndpointEmbedder(url, "mini")


def test_a_password_in_the_address_is_not_shown() -> None:
    with pytest.raises(BadEndpoint) as caught:
        EndpointEmbedder("http://me:hunter2@host/v1", "mini")
    assert "hunter2" not in caught.value.message
