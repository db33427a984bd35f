"""Calls as they really come: many at once, malformed, huge, given up, from a client that dies."""

from __future__ import annotations

import asyncio
import fcntl
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from tests.cli.shell import Shell
from tests.mcp.client import COMMAND, LEGACY, MODERN, asked, connected, over_stdio, refused, run, text_of


@contextmanager
def busy(folder: Path) -> Iterator[None]:
    """Somebody changes the memory at this moment, so that a dream waits before it writes."""
    with (folder / ".agent" / "local" / "locks" / "store.apply").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def dreams(folder: Path) -> list[int]:
    """The processes that dream here."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words, place = (entry / "cmdline").read_bytes().split(b"\0"), (entry / "cwd").readlink()
        except OSError:
            continue
        if b"run" in words and b"reverie" in words and place == folder:
            found.append(int(entry.name))
    return found


def begun(folder: Path, seconds: float = 90) -> bool:
    until = time.monotonic() + seconds
    while not dreams(folder) and time.monotonic() < until:
        time.sleep(0.05)
    return bool(dreams(folder))


def gone(folder: Path, seconds: float = 90) -> bool:
    until = time.monotonic() + seconds
    while dreams(folder) and time.monotonic() < until:
        time.sleep(0.1)
    return not dreams(folder)


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_twenty_calls_at_once_are_all_answered(house: Shell, transport: str) -> None:
    async def story() -> None:
        async with connected(house.folder, transport) as client:
            writes = [asked(client, "memory_remember", text=f"fact number {n}: colour {n * 7}") for n in range(8)]
            reads = [asked(client, "memory_search", query=f"how is staging deployed {n}") for n in range(8)]
            others = [asked(client, "candidates_list") for _ in range(4)]
            told = await asyncio.gather(*writes, *reads, *others)
            assert len(told) == 20
            assert all("deploying.md" in one for one in told[8:16])

    run(story())
    (day,) = (house.folder / ".agent" / "memory").glob("20*.md")
    assert all(f"fact number {n}:" in day.read_text() for n in range(8))


def test_malformed_calls_are_refused_in_words_an_agent_can_act_on(house: Shell) -> None:
    async def story() -> None:
        async with over_stdio(house.folder) as client:
            assert "query" in await refused(client, "memory_search")
            assert "limit" in await refused(client, "memory_search", query="x", limit=9_999)
            told = await refused(client, "memory_search", query="x", limit="many")
            assert "  limit: input should be a valid integer" in told and "pydantic" not in told
            assert "layers" in await refused(client, "memory_search", query="x", layers=["secrets"])
            assert "text" in await refused(client, "memory_remember", text=["a", "b"])
            assert "text" in await refused(client, "memory_remember", text="   ")
            assert "id" in await refused(client, "candidate_show", id="--help")
            assert "hint: reverie list" in await refused(client, "candidate_show", id="abcdef")
            assert "hint:" in await refused(client, "reorganize_show", id="abcdef")
            assert "rule_write" in await refused(client, "rule_write")
            with pytest.raises(MCPError):
                await client.read_resource("reverie://notes/nothing")
            assert "make ship" in await asked(client, "memory_search", query="how is staging deployed")

    run(story())


def test_ten_megabytes_are_refused_and_the_server_goes_on(house: Shell) -> None:
    huge = "a secret plan " * 750_000

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            for tool, name in (("memory_remember", "text"), ("memory_search", "query"), ("why", "what")):
                told = await refused(client, tool, **{name: huge})
                assert "at most" in told
                assert len(told) < 1_000
            assert "make ship" in await asked(client, "memory_search", query="how is staging deployed")

    run(story())


class Raw:
    """A client that says what it likes."""

    def __init__(self, folder: Path, *calls: object) -> None:
        words = [sys.executable, *COMMAND, "--project", str(folder)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        known = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        self.say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": known})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"}, *calls)

    def say(self, *lines: object) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.process.stdin.flush()

    def answer(self, id: int) -> Any:
        assert self.process.stdout
        return next(found for found in map(json.loads, self.process.stdout) if found.get("id") == id)

    def abandon(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdout.close()
        self.process.stdin.close()


def test_lines_that_are_no_calls_do_not_stop_the_server(house: Shell) -> None:
    server = Raw(house.folder, b"not json", {"jsonrpc": "2.0"}, [], b"\x00\xff", b"")
    server.say({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    assert {tool["name"] for tool in server.answer(2)["result"]["tools"]} == {
        "memory_search", "memory_get", "memory_remember", "memory_forget", "dream_status", "dream_run", "why",
        "candidates_list", "candidate_show", "candidate_graduate", "candidate_reject", "insights", "reorganize_list",
        "reorganize_show", "reorganize_propose", "reorganize_accept", "reorganize_reject", "dream_tasks",
        "dream_answer",
    }  # fmt: skip
    server.abandon()
    assert server.process.wait(20) == 0


def test_a_client_that_does_not_wait_for_its_answer_is_no_fault_of_the_server(house: Shell) -> None:
    server = Raw(house.folder)
    server.answer(1)
    assert server.process.stdout
    server.process.stdout.close()
    for id in range(2, 30):
        try:
            server.say({"jsonrpc": "2.0", "id": id, "method": "tools/list"})
        except BrokenPipeError:
            break
        time.sleep(0.05)
    assert server.process.wait(20) == 0
    assert server.process.stdin
    with suppress(BrokenPipeError):
        server.process.stdin.close()


def test_a_dream_is_told_while_it_happens_and_there_is_one_at_a_time(dreamt: Shell) -> None:
    heard: list[str] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append(message or "")

    async def story() -> None:
        async with over_stdio(dreamt.folder) as client:
            first = client.call_tool("dream_run", {"again": True}, progress_callback=hear)
            second = client.call_tool("dream_run", {"again": True})
            told = sorted(text_of(one) for one in await asyncio.gather(first, second))
            assert told[0].startswith("A dream was under way already")
            assert "reverie run — shop" in told[1]
            assert any(line.startswith("gather") for line in heard)
            assert "Last dream" in await asked(client, "dream_status")

    run(story())
    assert len([r for r in dreamt("log", "--json").json if r.get("kind") == "night"]) <= 2


def test_a_dream_goes_on_when_the_agent_does_not_wait(dreamt: Shell) -> None:
    async def story() -> None:
        async with over_stdio(dreamt.folder) as client:
            told = await asked(client, "dream_run", again=True, wait_seconds=0)
            assert "A dream is under way" in told
            assert "A dream is under way" in await asked(client, "dream_status")
            again = await asked(client, "dream_run", wait_seconds=60)
            assert again.startswith("A dream was under way already")
            assert "reverie run — shop" in again

    run(story())


@pytest.mark.parametrize(("transport", "mode"), [("stdio", LEGACY), ("stdio", MODERN), ("http", MODERN)])
def test_a_dream_that_is_cancelled_stops_and_changes_nothing(shop: Shell, transport: str, mode: str) -> None:
    shop("remember", "a first line, so that there is a memory")
    changes = shop("history", "--json").out

    async def story() -> None:
        async with connected(shop.folder, transport, mode) as client:
            with busy(shop.folder):  # for longer than it takes to stop
                call = asyncio.create_task(client.call_tool("dream_run", {}))
                assert await asyncio.to_thread(begun, shop.folder)
                await asyncio.sleep(0.5)
                call.cancel()
                await asyncio.wait([call])
                assert await asyncio.to_thread(gone, shop.folder, 8)
            assert "Last dream   none yet" in await asked(client, "dream_status")

    run(story())
    assert shop("history", "--json").out == changes


@pytest.mark.parametrize("waits", [0, 60])
def test_a_client_that_dies_takes_its_server_and_the_dream_with_it(shop: Shell, waits: int) -> None:
    shop("remember", "a first line, so that there is a memory")
    changes = shop("history", "--json").out
    dream = {"name": "dream_run", "arguments": {"wait_seconds": waits}}
    server = Raw(shop.folder, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": dream})
    with busy(shop.folder):  # for longer than it takes to stop
        assert begun(shop.folder)
        time.sleep(0.5)
        server.abandon()
        assert gone(shop.folder, 8)
        assert server.process.wait(60) is not None
    assert shop("history", "--json").out == changes
    assert shop("status", "--json").json["left_out"] == []
