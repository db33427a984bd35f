"""Whether a command, a dependency or a key that a note names is in the project's manifests; and whether it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Protocol

from reverie.gather.codebase import keys, packages, scripts
from reverie.gather.codebase.past import Version
from reverie.gather.codebase.paths import check_path
from reverie.gather.codebase.scene import Scene
from reverie.records.verification import Claim, Verdict

ENOUGH = 8  # manifests a verdict rests on
MOST = 250  # manifests of one kind that are read
_TOOLS = {"python": ("python", "setup")}
_AGAIN = re.compile(r"py\d*")


class Sought(Protocol):
    """How a claim is looked up in one kind of file, now and before."""

    def now(self, scene: Scene) -> list[str]:
        """The files that have it, nearest to the root first."""

    def before(self, scene: Scene) -> tuple[str, str]:
        """A file that had it, and a commit; both empty if none did."""

    def at_the_root(self, scene: Scene, /) -> str:
        """The file at the root that had it on the note's day."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A name that manifests offer: a script, a package. All versions of them are parsed once for all claims."""

    kind: str
    choose: Callable[[Iterable[str]], list[str]]
    names: Callable[[str, str], Mapping[str, str]]  # of a manifest by its path and text: what it offers
    has: Callable[[str, Mapping[str, str]], bool]

    def now(self, scene: Scene) -> list[str]:
        found = scene.once(("offered", self.kind), lambda: self._each(scene.read(self.kind, self.choose)))
        return [path for path, names in found.items() if self.has(path, names)]

    def _each(self, read: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
        return {path: self.names(path, text) for path, text in read.items()}

    def before(self, scene: Scene) -> tuple[str, str]:
        for path, names in scene.once(("once offered", self.kind), lambda: self._ever(scene)).items():
            if self.has(path, names):
                commit = next((names[name] for name in names if self.has(path, {name: ""})), "")
                return path, commit
        return "", ""

    def _ever(self, scene: Scene) -> dict[str, dict[str, str]]:
        """By manifest: whatever it offered, each with a commit at which it did."""
        found: dict[str, dict[str, str]] = {}
        for version, text in scene.earlier(self.kind, self.choose):
            names = self.names(version.path, text)
            found.setdefault(version.path, {}).update(dict.fromkeys(names, version.commit))
        return found

    def at_the_root(self, scene: Scene) -> str:
        return _at_the_root(scene, self.choose, lambda path, text: self.has(path, self.names(path, text)))


@dataclass(frozen=True, slots=True)
class Written:
    """Something that stands in the text of files."""

    kind: str
    choose: Callable[[Iterable[str]], list[str]]
    has: Callable[[str, str], bool]

    def now(self, scene: Scene) -> list[str]:
        return [path for path, text in scene.read(self.kind, self.choose).items() if self.has(path, text)]

    def before(self, scene: Scene) -> tuple[str, str]:
        found = (version for version, text in scene.earlier(self.kind, self.choose) if self.has(version.path, text))
        return next(((version.path, version.commit) for version in found), ("", ""))

    def at_the_root(self, scene: Scene) -> str:
        return _at_the_root(scene, self.choose, self.has)


@dataclass(frozen=True, slots=True)
class Present:
    """A file that tells by being there."""

    forms: tuple[str, ...]

    def now(self, scene: Scene) -> list[str]:
        return [name for form in self.forms for name in scene.now.ending_in(form)]

    def before(self, scene: Scene) -> tuple[str, str]:
        gone = [name for form in self.forms for name in scene.past.once_ending_in(form)]
        return next(((name, scene.past.deleted[name].commit) for name in gone if name in scene.past.deleted), ("", ""))

    def at_the_root(self, _scene: Scene) -> str:
        return ""


def _at_the_root(scene: Scene, choose: Callable[[Iterable[str]], list[str]], has: Callable[[str, str], bool]) -> str:
    if scene.noted is None:
        return ""
    there = {name: scene.past.at(name, scene.noted) for name in choose(scene.past.events) if "/" not in name}
    versions = [Version(name, blob, "") for name, blob in there.items() if blob]
    return next((found.path for found, text in list(scene.past.read(versions)) if has(found.path, text)), "")


def check_command(scene: Scene, claim: Claim) -> Verdict:
    tool, _, folder = claim.place.partition(":")
    if tool == "module":
        return _module(scene, claim)
    if tool == "tox" and _AGAIN.match(claim.name):
        return Verdict("unknown", "tox makes such names up")
    sought: list[Sought] = [_script(claim, one, folder) for one in _TOOLS.get(tool, (tool,))]
    if tool in ("python", "npm"):
        sought.append(_package(claim.name))  # which may bring the command
    if tool == "cargo":
        sought.append(_target(claim.name))
    return _then_and_now(scene, claim, sought, strict=tool in ("npm", "composer", "make"))


def check_dependency(scene: Scene, claim: Claim) -> Verdict:
    sought = _package(claim.name)
    verdict = _then_and_now(scene, claim, [sought])
    if verdict.state != "holds" or not claim.version:
        return verdict
    read = scene.read(sought.kind, sought.choose)
    specs = [_spec(packages.required(name, read[name]), claim.name) for name in sought.now(scene)]
    told = [spec for spec in specs if spec and re.search(r"\d", spec)]
    if not told or any(packages.admits(spec, claim.version) for spec in told):
        return verdict
    return Verdict("moved", f"the note says {claim.version}", f"{claim.name} {told[0].strip()}", verdict.rests_on)


def check_key(scene: Scene, claim: Claim) -> Verdict:
    if claim.place:
        there = check_path(scene, Claim("path", claim.place, 0, 0, claim.place))
        if there.state != "holds":
            return Verdict(there.state, f"{claim.place}: {there.reason}", there.now, there.rests_on)
    return _then_and_now(scene, claim, [_key(claim)])


def _script(claim: Claim, tool: str, folder: str) -> Offered:
    def has(path: str, offers: Mapping[str, str]) -> bool:
        return path.startswith(folder) and _has(offers, claim)

    def names(_path: str, text: str) -> dict[str, str]:
        return dict.fromkeys(scripts.offered(tool, text), "")

    return Offered(f"scripts of {tool}", lambda files: scripts.manifests_of(tool, files)[:MOST], names, has)


def _package(name: str) -> Offered:
    def has(_path: str, required: Mapping[str, str]) -> bool:
        return _spec(required, name) is not None

    return Offered("packages", lambda files: packages.manifests(files)[:MOST], packages.required, has)


def _key(claim: Claim) -> Written:
    """A key; in a file that the note names, also a value or a part of one."""
    last = claim.name.rpartition(".")[2]
    word = re.compile(rf"(?<![\w-]){re.escape(last)}(?![\w-])")
    place = claim.place.rstrip("/")

    def has(path: str, text: str) -> bool:
        if last not in text:
            return False
        if not place and not keys.may_have(text, claim.name):
            return False
        return keys.has_key(path, text, claim.name) or (bool(place) and word.search(text) is not None)

    def named(files: Iterable[str]) -> list[str]:
        found = [name for name in files if name == place or name.endswith("/" + place)]
        return [place] if place in found else sorted(found, key=lambda name: (name.count("/"), name))[:MOST]

    if place:
        return Written(f"config {place}", named, has)
    return Written("configs", lambda files: keys.config_files(files)[:MOST], has)


def _then_and_now(scene: Scene, claim: Claim, sought: Sequence[Sought], strict: bool = False) -> Verdict:
    """`strict`: what the root's manifest had is looked for there, not in the parts of the project."""
    for one in sought:
        if now := one.now(scene):
            if strict and "/" in now[0] and (then := one.at_the_root(scene)):
                return _only_in_parts(scene, claim, then, now)
            return _in(scene, now[0])
    for one in sought:
        manifest, commit = one.before(scene)
        if manifest:
            return _left(scene, claim, manifest, commit)
    return _nowhere(scene, claim)


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
    own = Present((f"{path}.py", f"{path}/__main__.py", f"{path}/__init__.py"))
    return _then_and_now(scene, claim, [own, _package(claim.name.split(".")[0])])


def _has(offers: Collection[str], claim: Claim) -> bool:
    if claim.name in offers:
        return True
    if claim.place.startswith("make"):
        return any("%" in offer and offer != "%" and fnmatch(claim.name, offer.replace("%", "*")) for offer in offers)
    return claim.place == "rake" and claim.name.rpartition(":")[2] in offers


def _target(name: str) -> Present:
    forms = ("src/bin/{}.rs", "examples/{}.rs", "examples/{}/main.rs", "benches/{}.rs", "src/bin/{}/main.rs")
    return Present(tuple(form.format(name) for form in forms))


def _spec(found: Mapping[str, str], name: str) -> str | None:
    """By its name, or as the last part of a longer one: `chi` is github.com/go-chi/chi. None if it is not required."""
    wanted = packages.plain(name)
    if wanted in found:
        return found[wanted]
    tail = re.compile(rf"/{re.escape(wanted)}(?:/v\d+)?$")
    return next((spec for package, spec in found.items() if "." in package and tail.search(package)), None)
