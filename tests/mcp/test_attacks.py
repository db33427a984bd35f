"""What happens to others, over both transports, when one client misbehaves."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.cli.shell import Shell
from tests.mcp.client import LEGACY, MODERN, Person, asked, connected, over_http, refused, run
from tests.mcp.test_authority import OWN, WHY, first_candidate, rules
from tests.mcp.test_calls import begun, busy, dreams, gone

BOTH = ["stdio", "http"]
EVERY = [("stdio", LEGACY), ("http", LEGACY), ("http", MODERN)]  # the fourth is in test_authority.py


@pytest.mark.parametrize("transport", BOTH)
def test_malformed_calls_change_nothing_for_the_next_one(house: Shell, transport: str) -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("memory_search", {}),
        ("memory_search", {"query": "x", "limit": -1}),
        ("memory_search", {"query": {"a": ["b"]}}),
        ("memory_search", {"query": "x", "layers": "notes"}),
        ("memory_search", {"query": "\x00\ud800".encode("utf-8", "replace").decode()}),
        ("memory_get", {"path": "../" * 50 + "etc/passwd"}),
        ("memory_get", {"path": "deploying", "from_line": 10**9}),
        ("memory_remember", {"text": None}),
        ("candidate_graduate", {"id": "$(id)", "rationale": WHY}),
        ("dream_run", {"days": 10**9}),
        ("nothing_of_the_kind", {}),
    ]

    async def story() -> None:
        async with connected(house.folder, transport) as client:
            for tool, arguments in wrong:
                result = await client.call_tool(tool, arguments)
                assert result.is_error or tool == "memory_search", (tool, arguments)
            assert "make ship" in await asked(client, "memory_search", query="how is staging deployed")

    run(story())


@pytest.mark.parametrize("transport", BOTH)
def test_ten_megabytes_at_once_with_others_do_not_hold_these_up(house: Shell, transport: str) -> None:
    huge = "plan " * 2_000_000

    async def story() -> None:
        async with connected(house.folder, transport) as client:
            large = [client.call_tool("memory_remember", {"text": huge}) for _ in range(3)]
            small = [asked(client, "memory_search", query="how is staging deployed") for _ in range(5)]
            told = await asyncio.gather(*large, *small, return_exceptions=True)
            assert all(isinstance(one, BaseException) or getattr(one, "is_error", False) for one in told[:3])
            assert all("make ship" in str(one) for one in told[3:])

    run(story())
    assert not list((house.folder / ".agent" / "memory").glob("20*.md"))


@pytest.mark.parametrize(("transport", "mode"), EVERY)
def test_a_person_who_refuses_is_believed_over_every_transport(dreamt: Shell, transport: str, mode: str) -> None:
    id = first_candidate(dreamt)
    answers = [Person("decline"), Person("cancel"), Person("accept", decide=False, rationale=OWN)]
    turn = iter(answers)

    async def answer(context: Any, question: Any) -> Any:
        return await next(turn)(context, question)

    async def story() -> None:
        async with connected(dreamt.folder, transport, mode, elicitation_callback=answer) as client:
            for _ in answers:
                told = await refused(client, "candidate_graduate", id=id, rationale=WHY)
                assert "did not say yes" in told
            assert id[:4] in await asked(client, "candidates_list")

    run(story())
    assert not rules(dreamt)


def test_a_client_that_breaks_over_a_question_decides_nothing(dreamt: Shell) -> None:
    id = first_candidate(dreamt)

    async def broken(_context: Any, _question: Any) -> Any:
        raise RuntimeError("the window was closed")

    async def story() -> None:
        async with connected(dreamt.folder, "stdio", elicitation_callback=broken) as client:
            await client.call_tool("candidate_graduate", {"id": id, "rationale": WHY})

    with pytest.raises(ExceptionGroup):
        run(story())
    assert first_candidate(dreamt) == id
    assert not rules(dreamt)


def test_over_http_a_client_that_dies_leaves_the_server_to_the_others(shop: Shell) -> None:
    shop("remember", "a first line, so that there is a memory")
    server = over_http(shop.folder)
    call = {"name": "dream_run", "arguments": {"wait_seconds": 60}}
    try:
        with busy(shop.folder):  # the dream cannot come to its end meanwhile
            _die_in_the_middle(server.url, {**server.headers}, call, shop.folder)

            async def another() -> None:
                async with server.client() as client:
                    assert "Memory" in await asked(client, "dream_status")
                    assert "first line" in await asked(client, "memory_search", query="what was the first line")

            run(another())
            assert dreams(shop.folder)  # what was begun is not lost because one who waited for it is gone
        assert gone(shop.folder, 60)
        assert server.process.poll() is None
    finally:
        server.stop()


def _die_in_the_middle(url: str, headers: dict[str, str], call: dict[str, Any], folder: Path) -> None:
    """A client of the older kind: it begins a session, calls, and is gone before the answer."""
    accept = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **headers}
    known = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    with httpx2.Client(headers=accept, timeout=30) as http:
        first = http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": known})
        more = {"mcp-session-id": first.headers["mcp-session-id"], "mcp-protocol-version": "2025-06-18"}
        http.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=more)
        asks = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        with http.stream("POST", url, json=asks, headers=more) as answer:
            assert answer.status_code == 200
            assert begun(folder)
            time.sleep(0.3)
