"""`reverie mcp`: memory for agents that speak the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from reverie import wiring
from reverie.doors.cli.talk import say

PORT = 8628


@click.command("mcp", short_help="serve this memory to agents, over MCP")
@click.option("--project", "start", type=click.Path(exists=True, file_okay=False), default=".", metavar="DIR",
              help="The repository (default: the one this folder lies in).")  # fmt: skip
@click.option("--http", is_flag=True, help="Over streamable HTTP on this machine, instead of stdio.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help=f"With --http ({PORT}; 0: any free one).")
def command(start: str, http: bool, port: int) -> None:
    """Serve this memory to agents, over the Model Context Protocol.

    An agent starts it by itself, over stdio. With --http it listens on 127.0.0.1 only, and wants the token from
    .agent/local/mcp-token, which is made on the first start. No tool writes rules, settings or pinned notes. Needs the
    extra: pip install 'reverie[mcp]'.
    """
    wanted()
    project = wiring.find_project(Path(start))
    if http:
        over_http(project, port)
    else:
        import asyncio

        from reverie.doors.mcp.server import serve_stdio

        asyncio.run(serve_stdio(project.root))


def wanted() -> None:
    """The extra must be there."""
    if find_spec("mcp") is None:
        from reverie.doors.mcp.errors import NoMcp

        raise NoMcp


def over_http(project: wiring.Project, port: int) -> None:
    import asyncio

    from reverie.doors.mcp import http

    token, at = http.token_of(project), http.listening(port)
    say(f"MCP at http://{http.HOST}:{at.getsockname()[1]}/mcp   token: {project.local / http.TOKEN}")
    asyncio.run(http.serve_http(project.root, token, at))
