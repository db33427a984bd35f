"""The official client, over both transports, against the real command."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from mcp import Client, StdioServerParameters

COMMAND = ("-m", "reverie", "mcp")
LEGACY, MODERN = "legacy", "auto"
Story = Callable[[Client], Awaitable[None]]


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 90))


def over_stdio(folder: Path, mode: str = MODERN, **options: Any) -> Client:
    words = [*COMMAND, "--project", str(folder)]
    return Client(StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ)), mode=mode, **options)


@dataclass(frozen=True)
class Http:
    """The server over HTTP, in its own process."""

    process: subprocess.Popen[str]
    url: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @asynccontextmanager
    async def client(self, mode: str = MODERN, **options: Any) -> AsyncIterator[Client]:
        async with (
            httpx2.AsyncClient(headers=self.headers, timeout=60) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=mode, **options) as client,
        ):
            yield client

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()


def over_http(folder: Path) -> Http:
    words = [sys.executable, *COMMAND, "--project", str(folder), "--http", "--port", "0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    first = process.stderr.readline()
    url = next(word for word in first.split() if word.startswith("http://"))
    return Http(process, url, (folder / ".agent" / "local" / "mcp-token").read_text().strip())


@asynccontextmanager
async def connected(folder: Path, transport: str, mode: str = MODERN, **options: Any) -> AsyncIterator[Client]:
    """A client, whichever way it comes."""
    if transport == "stdio":
        async with over_stdio(folder, mode, **options) as client:
            yield client
        return
    server = await asyncio.to_thread(over_http, folder)
    try:
        async with server.client(mode, **options) as client:
            yield client
    finally:
        await asyncio.to_thread(server.stop)


async def asked(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says when all is well."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    return text_of(result)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


class Person:
    """Sits at the client and answers what is asked of them."""

    def __init__(self, action: str, **content: Any) -> None:
        self._action, self._content = action, content
        self.questions: list[str] = []

    async def __call__(self, _context: Any, question: ElicitRequestParams) -> ElicitResult:
        self.questions.append(question.message)
        content = self._content if self._action == "accept" else None
        return ElicitResult.model_validate({"action": self._action, "content": content})
