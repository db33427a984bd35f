"""Whether a command, a dependency or a key that a note names is in the project's manifests; and whether it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch

from reverie.gather.codebase import keys, packages, scripts
from reverie.gather.codebase.mentions import mentions
from reverie.gather.codebase.paths import check_path
from reverie.gather.codebase.scene import Scene
from reverie.gather.codebase.snapshot import Snapshot
from reverie.records.verification import Claim, Verdict

ENOUGH = 8  # manifests a verdict rests on
MOST = 250  # manifests of one kind that are read
_TOOLS = {"python": ("python", "setup")}
_AGAIN = re.compile(r"py\d*")

# In a snapshot, the manifests that have what is looked for, nearest to the root first.
Having = Callable[[Snapshot], list[str]]


def check_command(scene: Scene, claim: Claim) -> Verdict:
    tool, _, folder = claim.place.partition(":")
    if tool == "module":
        return _module(scene, claim)

    def having(at: Snapshot) -> list[str]:
        found = [
            name for one in _TOOLS.get(tool, (tool,)) for name, offers in _offers(scene, at, one) if _has(offers, claim)
        ]
        found += _packages_with(scene, at, claim.name) if tool == "python" or (tool == "npm" and not found) else []
        found += _targets(at, claim.name) if tool == "cargo" else []
        return [name for name in found if name.startswith(folder)]

    if tool == "tox" and _AGAIN.match(claim.name):
        return Verdict("unknown", "tox makes such names up")
    return _then_and_now(scene, claim, having, strict=tool in ("npm", "composer", "make"))


def check_dependency(scene: Scene, claim: Claim) -> Verdict:
    verdict = _then_and_now(scene, claim, lambda at: _packages_with(scene, at, claim.name))
    if verdict.state != "holds" or not claim.version:
        return verdict
    specs = dict(_required(scene, scene.now))
    files = _packages_with(scene, scene.now, claim.name)
    told = [spec for spec in (_spec(specs[name], claim.name) for name in files) if spec and re.search(r"\d", spec)]
    if not told or any(packages.admits(spec, claim.version) for spec in told):
        return verdict
    return Verdict("moved", f"the note says {claim.version}", f"{claim.name} {told[0].strip()}", verdict.rests_on)


def check_key(scene: Scene, claim: Claim) -> Verdict:
    if claim.place:
        there = check_path(scene, Claim("path", claim.place, 0, 0, claim.place))
        if there.state != "holds":
            return Verdict(there.state, f"{claim.place}: {there.reason}", there.now, there.rests_on)
    having = lambda at: _configs_with(scene, at, claim)  # noqa: E731 — it is said in one breath
    verdict = _then_and_now(scene, claim, having)
    if verdict.state != "unknown" or claim.place:
        return verdict
    word = claim.name.rpartition(".")[2]
    held = mentions(scene.now.lines_with([word]), [word])[word] if re.fullmatch(r"\w{4,}", word) else None
    if held and held.live:
        return Verdict("holds", f"it is in {held.best}", rests_on={held.best: scene.now.digest(held.best)})
    return verdict


def _then_and_now(scene: Scene, claim: Claim, having: Having, strict: bool = False) -> Verdict:
    """`strict`: what the root's manifest had is looked for there, not in the parts of the project."""
    now = having(scene.now)
    if now and (not strict or scene.noted is None or "/" not in now[0]):
        return _in(scene, now[0])
    for moment in scene.moments():
        if then := having(moment):
            if not now:
                return _left(scene, claim, then[0], moment.ref)
            if "/" not in then[0]:
                return _only_in_parts(scene, claim, then[0], now)
        if now:
            break  # the note's own day is enough
    return _in(scene, now[0]) if now else _nowhere(scene, claim)


def _looked_at(scene: Scene, claim: Claim) -> list[str]:
    """The manifests in which it would stand if it came back, those that matter most."""
    tool = claim.place.partition(":")[0]
    if claim.kind == "command" and tool in scripts.MANIFESTS:
        return scripts.manifests_of(tool, scene.now.files)[:ENOUGH]
    if claim.kind == "config":
        return (
            scene.now.files_at(claim.place)[:ENOUGH] if claim.place else keys.config_files(scene.now.files, 0)[:ENOUGH]
        )
    return packages.manifests(scene.now.files)[:ENOUGH]


def _in(scene: Scene, manifest: str) -> Verdict:
    return Verdict("holds", f"it is in {manifest}", rests_on={manifest: scene.now.digest(manifest)})


def _left(scene: Scene, claim: Claim, manifest: str, commit: str) -> Verdict:
    reason = f"{manifest} had {claim.name} at {commit[:10]}"
    return Verdict("gone", f"{reason}, and has it no more", rests_on={manifest: scene.now.digest(manifest)})


def _only_in_parts(scene: Scene, claim: Claim, manifest: str, now: list[str]) -> Verdict:
    rests_on = {name: scene.now.digest(name) for name in (manifest, now[0])}
    if len(now) == 1:
        return Verdict("moved", f"{manifest} has {claim.name} no more", now[0], rests_on)
    return Verdict("gone", f"{manifest} has {claim.name} no more", rests_on=rests_on)


def _nowhere(scene: Scene, claim: Claim) -> Verdict:
    verdict = scene.never(claim.name)
    reason = verdict.reason.replace("it is not there", "no manifest has it")
    return Verdict("unknown", reason, rests_on={name: scene.now.digest(name) for name in _looked_at(scene, claim)})


def _module(scene: Scene, claim: Claim) -> Verdict:
    """`python -m a.b`: a module of this repository, or of a dependency."""
    path = claim.name.replace(".", "/")

    def having(at: Snapshot) -> list[str]:
        found = [
            name for form in (f"{path}.py", f"{path}/__main__.py", f"{path}/__init__.py") for name in at.ending_in(form)
        ]
        return found or _packages_with(scene, at, claim.name.split(".")[0])

    return _then_and_now(scene, claim, having)


def _has(offers: set[str], claim: Claim) -> bool:
    if claim.name in offers:
        return True
    if claim.place.startswith("make"):
        return any("%" in offer and offer != "%" and fnmatch(claim.name, offer.replace("%", "*")) for offer in offers)
    return claim.place == "rake" and claim.name.rpartition(":")[2] in offers


def _targets(at: Snapshot, name: str) -> list[str]:
    forms = (
        f"src/bin/{name}.rs",
        f"examples/{name}.rs",
        f"examples/{name}/main.rs",
        f"benches/{name}.rs",
        f"src/bin/{name}/main.rs",
    )
    return [found for form in forms for found in at.ending_in(form)]


def _offers(scene: Scene, at: Snapshot, tool: str) -> Iterator[tuple[str, set[str]]]:
    key = ("scripts", at.ref, tool)
    if key not in scene.cache:
        names = scripts.manifests_of(tool, at.files)[:MOST]
        read = at.read(names)
        scene.cache[key] = [(name, scripts.offered(tool, read[name])) for name in names if name in read]
    yield from scene.cache[key]  # type: ignore[misc]


def _required(scene: Scene, at: Snapshot) -> Iterator[tuple[str, dict[str, str]]]:
    key = ("packages", at.ref)
    if key not in scene.cache:
        names = packages.manifests(at.files)[:MOST]
        read = at.read(names)
        scene.cache[key] = [(name, packages.required(name, read[name])) for name in names if name in read]
    yield from scene.cache[key]  # type: ignore[misc]


def _packages_with(scene: Scene, at: Snapshot, name: str) -> list[str]:
    return [manifest for manifest, found in _required(scene, at) if _spec(found, name) is not None]


def _spec(found: dict[str, str], name: str) -> str | None:
    """By its name, or as the last part of a longer one: `chi` is github.com/go-chi/chi. None if it is not required."""
    wanted = packages.plain(name)
    if wanted in found:
        return found[wanted]
    tail = re.compile(rf"/{re.escape(wanted)}(?:/v\d+)?$")
    return next((spec for package, spec in found.items() if "." in package and tail.search(package)), None)


def _configs_with(scene: Scene, at: Snapshot, claim: Claim) -> list[str]:
    names = at.files_at(claim.place) if claim.place else keys.config_files(at.files)[:MOST]
    key = ("configs", at.ref, claim.place)
    if key not in scene.cache:
        scene.cache[key] = at.read(names)
    read: dict[str, str] = scene.cache[key]  # type: ignore[assignment]
    last = claim.name.rpartition(".")[2]
    having = [name for name in names if last in read.get(name, "") and keys.has_key(name, read[name], claim.name)]
    if having or not claim.place:
        return having
    word = re.compile(
        rf"(?<![\w-]){re.escape(last)}(?![\w-])"
    )  # a value or part of one, if the note says so of that file
    return [name for name in names if word.search(read.get(name, ""))]
