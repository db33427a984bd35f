"""A server on this machine that speaks like a provider, well, badly, or not at all."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behave = Callable[[Any, int], tuple[int, bytes]]


def chat(text: str, read: int = 120, written: int = 30) -> bytes:
    usage = {"prompt_tokens": read, "completion_tokens": written}
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}).encode()


def message(text: str) -> bytes:
    usage = {"input_tokens": 100, "cache_read_input_tokens": 20, "output_tokens": 30}
    return json.dumps({"content": [{"type": "text", "text": text}], "usage": usage}).encode()


class Server:
    def __init__(self, behave: Behave) -> None:
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.behave = behave
        self.url = ""
        self.awake = threading.Event()  # set when everything that hangs may end


@contextmanager
def serving(behave: Behave) -> Iterator[Server]:
    server = Server(behave)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, question))
            status, body = server.behave(question, len(server.asked))
            if status == HANGS:
                server.awake.wait(30)
                return
            if status == DIES:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{")
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if status == 200 and body == DRIPS:
                self._drip()
            else:
                self.wfile.write(body)

        def _drip(self) -> None:
            for _ in range(4000):
                if server.awake.is_set():
                    return
                try:
                    self.wfile.write(b" ")
                except OSError:
                    return
                time.sleep(0.05)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        server.url = f"http://127.0.0.1:{http.server_port}/v1"
        thread = threading.Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.awake.set()
            http.shutdown()
            thread.join()


HANGS, DIES = -1, -2
DRIPS = b"." * 10_000
