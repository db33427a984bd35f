"""`reverie observe`: any tool can add an event."""

from __future__ import annotations

import platform
import re

import click

from reverie import wiring
from reverie.doors.cli.talk import here, json_option, out, print_json


@click.command("observe", short_help="add an event: an error, a fix, anything worth counting")
@click.argument("kind")
@click.option("--summary", required=True, help="What happened, in one line.")
@click.option("--files", multiple=True, help="A file it is about; may be given again, or several with commas.")
@click.option("--tool", default="", help="The tool that saw it.")
@click.option("--sha", default="", help="The commit it belongs to.")
@click.option("--session", default="", help="The session it happened in.")
@click.option("--actor", default="", help="Who; by default you.")
@json_option
def command(
    kind: str, summary: str, files: tuple[str, ...], tool: str, sha: str, session: str, actor: str, as_json: bool
) -> None:
    """Add an event: an error, a fix, anything worth counting.

    KIND is a word such as error, fix or note. Secrets in the summary are redacted before it is stored. Events stay in
    .agent/local/ unless share.episodic is set.
    """
    from reverie.gather import observed
    from reverie.records.events import Event, Origin, Span
    from reverie.tools.ids import content_id

    if not re.fullmatch(r"[a-z][a-z_-]{1,30}", kind):
        raise click.BadParameter("a kind is one lower-case word, such as error or fix", param_hint="KIND")
    project = here()
    at, who = wiring.now(), actor or wiring.who(project)
    said = wiring.redactor(project).text(" ".join(summary.split()))
    if not said:
        raise click.BadParameter("there is nothing in it", param_hint="--summary")
    redact = wiring.redactor(project).text
    who, tool, session, sha = (redact(observed.clean(value)) for value in (who, tool, session, sha))
    paths = tuple(redact(observed.clean(part)) for given in files for part in given.split(",") if part.strip())
    origin = Origin.TOOL if tool else Origin.USER
    event = Event(
        content_id("observed", who, at.isoformat(), kind, said), kind, who, at, origin, Span("", sha), said,
        files=paths, session=session, tool=tool,
    )  # fmt: skip
    name = f"{_name(who)}__{_name(session) or 'none'}.jsonl"
    store = wiring.open_store(project)
    store.observe(
        f"{at:%Y/%m/%d}/{name}", observed.to_json(event, platform.node()), shared=project.settings.share_episodic
    )
    if as_json:
        print_json({"id": event.id, "summary": said})
    else:
        out(f"observed {kind}: {said}   ({event.id})")


def _name(text: str) -> str:
    return re.sub(r"[^\w.@+-]+", "-", text).strip(".-")[:80]
