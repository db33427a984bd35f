"""Which models are configured, to word texts and to compare meanings, and whether this person allows them.

A configuration file may come with somebody else's repository. It may name a server and a variable, but nothing is sent
anywhere but to this machine itself before the person at this machine has said yes to just that."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from reverie.wiring.project import Project

_OFF = ("0", "off", "no", "false", "none")
SWITCH = "REVERIE_MODEL"  # off: no model; allow: the configured one, without asking
SHOWN = {
    "anthropic": "Anthropic", "openai": "an OpenAI-compatible server", "claude": "claude, with your own login",
    "codex": "codex, with your own login",
}  # fmt: skip
PROGRAMS = ("claude", "codex")  # they bring their own login and address
TASKS = "tasks"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is configured. `fault`: why it cannot be asked now. `purpose`: what it is told, if not texts to word: tasks
    hold much more of a session, so they have a yes of their own."""

    kind: str
    name: str = ""
    url: str = ""
    key_env: str = ""
    fault: str = ""
    purpose: str = ""

    @property
    def is_set(self) -> bool:
        return self.kind != "none"

    @property
    def label(self) -> str:
        """The name it goes by in reports, without a password that its address may hold."""
        host = self.url.partition("://")[2].partition("/")[0].rpartition("@")[2] or self.kind
        return f"{self.name or ('default' if self.kind in PROGRAMS else 'unnamed')}@{host}"


def chosen(project: Project) -> Chosen:
    """What the configuration names, and whether it may be asked."""
    said = project.settings
    if said.model == "none" or _switch() in _OFF:
        return Chosen("none")
    from reverie.engines.messages import ADDRESS

    url = "" if said.model == "claude" else said.model_url or (ADDRESS if said.model == "anthropic" else "")
    return _judged(project, Chosen(said.model, said.model_name, url, said.model_key))


def tasks(project: Project) -> Chosen:
    """The model or program that is to answer tasks, if one is, and whether it may be asked. Where model.kind names
    another kind, its address, name and key are not this one's."""
    said = project.settings
    kind = said.model if said.tasks_engine == "auto" else said.tasks_engine
    if kind not in SHOWN or _switch() in _OFF:
        return Chosen("none")
    from reverie.engines.messages import ADDRESS

    same = said.model in (kind, "none")
    name = said.tasks_model or (said.model_name if said.model == kind or kind not in PROGRAMS else "")
    if kind in PROGRAMS:
        return _judged(project, Chosen(kind, name, purpose=TASKS))
    url = (said.model_url if same else "") or (ADDRESS if kind == "anthropic" else "")
    return _judged(project, Chosen(kind, name, url, said.model_key if same else "", purpose=TASKS))


def _judged(project: Project, found: Chosen) -> Chosen:
    fault = _fault(found)
    if not fault and _switch() != "allow" and not _is_own(found) and _mark(project, found) not in _allowed():
        fault = "it was not allowed on this machine yet; to allow it: reverie models allow"
    return replace(found, fault=fault)


def _switch() -> str:
    return os.environ.get(SWITCH, "").strip().lower()


def embeddings(project: Project) -> Chosen:
    """The server that is to compare meanings, if one is configured, and whether it may be asked."""
    said = project.settings
    if said.embeddings not in ("auto", "endpoint") or not said.endpoint_url:
        return Chosen("none")
    found = Chosen("embeddings", said.endpoint_model, said.endpoint_url, said.endpoint_key)
    if _switch() == "allow" or _is_own(found) or _mark(project, found) in _allowed():
        return found
    return replace(found, fault="it was not allowed on this machine yet; to allow it: reverie models allow")


def configured(project: Project) -> list[Chosen]:
    return [one for one in (chosen(project), tasks(project), embeddings(project)) if one.is_set]


def _fault(found: Chosen) -> str:
    if trouble := _misfit(found):
        return trouble
    if found.key_env and not os.environ.get(found.key_env, "").strip():
        return f"the variable {found.key_env} with its key is not set"
    return ""


def _misfit(found: Chosen) -> str:
    """What the configuration lacks."""
    if found.kind == "openai" and not found.url:
        return "its server is not named: set model.url"
    if trouble := _misspelt(found.url):
        return trouble
    if found.kind in ("openai", "anthropic") and not found.name:
        return "the model is not named: set model.name"
    if found.kind == "anthropic" and not found.key_env:
        return "its key is not named: set model.key_env to the variable that holds it"
    return ""


def _misspelt(url: str) -> str:
    from reverie.engines.errors import BadEndpoint
    from reverie.engines.wire import address

    try:
        _ = url and address(url)
    except BadEndpoint as problem:
        return str(problem)
    return ""


def is_own(project: Project) -> bool:
    return _is_own(chosen(project))


def is_local(found: Chosen) -> bool:
    return _is_own(found)


def _is_own(found: Chosen) -> bool:
    """A server of this very machine: what it is told does not leave it."""
    from urllib.parse import urlsplit

    from reverie.engines.wire import LOOPBACK

    if _misspelt(found.url):
        return False
    return found.kind in ("openai", "embeddings") and urlsplit(found.url).hostname in LOOPBACK


# What the person at this machine has said yes to


def unfit(project: Project) -> Chosen | None:
    """One that could not be asked whatever a person says: its configuration is not complete."""
    return next((one for one in configured(project) if one.kind != "embeddings" and _misfit(one)), None)


def allow(project: Project) -> list[Chosen]:
    """Say yes to what is configured now, for words and for meanings; a change of it asks again."""
    found = configured(project)
    for one in found:
        if _mark(project, one) not in _allowed():
            place = _place()
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with place.open("a", encoding="utf-8") as file:
                file.write(f"{_mark(project, one)} {one.label} {project.root}\n")
    return found


def forbid(project: Project) -> None:
    """Take every yes for this project back."""
    place, end = _place(), f" {project.root}\n"
    lines = place.read_text("utf-8").splitlines(keepends=True) if place.exists() else []
    if any(line.endswith(end) for line in lines):
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        beside.write_text("".join(line for line in lines if not line.endswith(end)), "utf-8")
        beside.replace(place)


def _place() -> Path:
    given = os.environ.get("XDG_CONFIG_HOME")
    return (Path(given) if given else Path.home() / ".config") / "reverie" / "models-allowed"


def _allowed() -> frozenset[str]:
    try:
        return frozenset(line.split(" ", 1)[0] for line in _place().read_text("utf-8", "replace").splitlines())
    except OSError:
        return frozenset()


def _mark(project: Project, found: Chosen) -> str:
    from reverie.tools.ids import content_id

    return content_id(found.purpose or "model", str(project.root), found.kind, found.name, found.url, found.key_env)
