"""Over HTTP: this machine only, with the token, and not for pages that a browser was lured to."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from reverie.doors.mcp import http
from reverie.wiring import find_project
from tests.cli.shell import Shell, repository
from tests.mcp.client import Http, asked, over_http, run

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
JSON = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Http]:
    folder = tmp_path_factory.mktemp("served") / "house"
    memory = repository(folder).folder / ".agent" / "memory"
    memory.mkdir(parents=True)
    (memory / "deploying.md").write_text("---\ntitle: Deploying\n---\n\nStaging is deployed with `make ship`.\n")
    server = over_http(folder)
    yield server
    server.stop()


def status(server: Http, **headers: str) -> int:
    sent = {**JSON, **server.headers, **headers}
    return httpx2.post(server.url, json=CALL, headers={k: v for k, v in sent.items() if v}, timeout=30).status_code


def test_with_the_token_it_is_the_same_server(served: Http) -> None:
    async def story() -> None:
        async with served.client() as client:
            assert "make ship" in await asked(client, "memory_search", query="how is staging deployed")

    run(story())


def test_without_the_token_nobody_gets_in(served: Http) -> None:
    assert status(served, Authorization="") == 401
    assert status(served, Authorization="Bearer") == 401
    assert status(served, Authorization=f"Bearer {served.token[:-1]}") == 401
    assert status(served, Authorization=f"Basic {served.token}") == 401
    assert served.token not in httpx2.post(served.url, json=CALL, headers=JSON).text


def test_a_name_that_leads_here_by_a_trick_is_not_answered(served: Http) -> None:
    port = served.url.rpartition(":")[2].partition("/")[0]
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", "0.0.0.0"):
        assert status(served, Host=host) == 421, host
    assert status(served, Host=f"localhost:{port}") not in (401, 403, 421)


def test_pages_of_other_sites_are_not_served(served: Http) -> None:
    own = served.url.removesuffix("/mcp")
    for origin in ("https://evil.example", "null", "http://localhost", own.replace("http:", "https:"), own + ".evil"):
        assert status(served, Origin=origin) == 403, origin
    assert status(served, Origin=own) not in (401, 403, 421)


def test_ten_megabytes_are_refused(served: Http) -> None:
    huge = {**CALL, "params": {"x": "a" * 10_000_000}}
    answer = httpx2.post(served.url, json=huge, headers={**JSON, **served.headers}, timeout=30)
    assert answer.status_code == 413
    test_with_the_token_it_is_the_same_server(served)


def test_it_listens_on_loopback_alone(served: Http) -> None:
    port = int(served.url.rpartition(":")[2].partition("/")[0])
    others = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        if address.startswith("127."):
            continue
        with socket.socket() as probe, pytest.raises(OSError):
            probe.settimeout(2)
            probe.connect((address, port))
    listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    assert f"0100007F:{port:04X}" in listening
    assert f"00000000:{port:04X}" not in listening


def test_the_token_is_its_owners_alone_and_stays_the_same(house: Shell) -> None:
    project = find_project(house.folder)
    token = http.token_of(project)
    path = project.local / http.TOKEN
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(token) >= 40
    assert http.token_of(project) == token


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_token_others_can_read_is_not_used(house: Shell, mode: int) -> None:
    project = find_project(house.folder)
    http.token_of(project)
    os.chmod(project.local / http.TOKEN, mode)  # noqa: PTH101
    done = house("mcp", "--http", "--port", "0", code=1)
    assert "may read" in done.talk
    assert "hint: remove it" in done.talk


def test_a_port_that_is_taken_is_said(house: Shell) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = house("mcp", "--http", "--port", str(other.getsockname()[1]), code=1)
    assert "cannot be listened on" in done.talk
