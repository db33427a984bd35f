"""Serving over HTTP, to programs of the same person on the same machine: this machine only, with a token from a file
that nobody else can read, and never to a page in a browser that was lured here by a name."""

from __future__ import annotations

import secrets
import socket
import stat
from collections.abc import Callable
from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.mcp.errors import PortTaken, TokenExposed
from reverie.tools import nofollow, trust

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from reverie.doors.mcp.connections import Limits

HOST = "127.0.0.1"
TOKEN = "mcp-token"
LARGEST = 1024 * 1024  # bytes of a request: every schema allows far less


class Guard:
    """Stands before everything the server answers."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = f"Bearer {token}".encode()
        self._hosts = {f"{name}:{port}".encode() for name in (HOST, "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope["headers"]) if scope["type"] == "http" else None
        if refused is None:
            await self._app(scope, receive, send)
            return
        from starlette.responses import PlainTextResponse

        code, why = refused
        await PlainTextResponse(why, code)(scope, receive, send)

    def _refused(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        """A page of another site reaches us under its own name, or says where it comes from."""

        def said(name: bytes) -> list[bytes]:
            return [value for key, value in headers if key.lower() == name]

        hosts, origins, tokens = said(b"host"), said(b"origin"), said(b"authorization")
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return 421, "this server answers to 127.0.0.1 and localhost only"
        if any(origin not in {b"http://" + host for host in self._hosts} for origin in origins):
            return 403, "pages of other sites are not served"
        if len(tokens) != 1 or not compare_digest(tokens[0], self._token):
            return 401, f"send the token of .agent/local/{TOKEN} as: Authorization: Bearer …"
        return None


def token_of(project: wiring.Project, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> str:
    """Made once, readable by its owner alone."""
    path = project.local / TOKEN
    if not path.exists():
        store = wiring.open_store(project)
        store.keep_private(TOKEN, make().encode() + b"\n")
        store.close()
    try:
        said = nofollow.read(str(project.root), f"{trust.LOCAL}/{TOKEN}", 200).decode("ascii").strip()
    except (OSError, ValueError):
        raise TokenExposed(path=path) from None
    if len(said) < 16 or stat.S_IMODE(path.lstat().st_mode) & 0o077:
        raise TokenExposed(path=path)
    return said


def listening(port: int) -> socket.socket:
    """From here on who calls is kept waiting until the server is there, and not turned away."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
        found.listen(64)
    except OSError as problem:
        found.close()
        raise PortTaken(port=port, why=(problem.strerror or "unknown").lower()) from None
    return found


async def serve_http(root: Path, token: str, at: socket.socket, limits: Limits | None = None) -> None:
    """Connections are held so few, and those that send no whole request for so short, that the server outlives them."""
    import asyncio

    import uvicorn

    from reverie.doors.mcp.connections import Limits, limited_protocol, outlive_exhaustion
    from reverie.doors.mcp.server import opened

    limits = limits or Limits.of_process()
    asyncio.get_running_loop().set_exception_handler(outlive_exhaustion)
    port = at.getsockname()[1]
    async with opened(root) as server:
        app = server.streamable_http_app(max_request_body_size=LARGEST, host=HOST, max_sessions=limits.sessions)
        config = uvicorn.Config(
            Guard(app, token, port), http=limited_protocol(limits), ws="none", log_level="warning",
            limit_concurrency=limits.connections + 1,  # of requests that go on when their client is gone
            backlog=limits.backlog, timeout_keep_alive=5, timeout_graceful_shutdown=3, server_header=False,
        )  # fmt: skip
        await uvicorn.Server(config).serve(sockets=[at])
