"""Whether a file or folder that a note names is there, was there, or is called otherwise now."""

from __future__ import annotations

import re
from collections import Counter

from reverie.gather.codebase.mentions import is_read_only as is_read
from reverie.gather.codebase.past import Event
from reverie.gather.codebase.scene import SUPPOSED, Scene
from reverie.records.verification import THERE, Claim, Verdict
from reverie.tools.paths import is_code

_COMMON = re.compile(
    r"(?:index|__init__|main|mod|lib|utils?|helpers?|types?|config|constants?|base|models?|views?|setup|conftest|readme"
    r"|package|tests?|common|api|app|errors?|schema|styles?|page|layout|route|makefile|dockerfile|license)(?:\.[\w.]+)?",
    re.I,
)
_ENOUGH = 40  # files of a folder whose new places are asked for


def check_path(scene: Scene, claim: Claim) -> Verdict:
    path = claim.name.rstrip("/")
    now, past = scene.now, scene.past
    if path in now.files or path in now.folders:
        return _there(path)
    elsewhere = now.ending_in(path) or _without_ending(scene, path)
    if elsewhere and not _that_very_one_went(scene, path):
        return _there(elsewhere[0], "" if elsewhere[0] == path else elsewhere[0])
    if scene.is_ignored(path):
        return Verdict("unknown", "git is told to ignore it", rests_on=scene.absence(path))
    if before := past.once_ending_in(path):
        return _went(scene, path, _meant(scene, path, before))
    if elsewhere:
        return _there(elsewhere[0], elsewhere[0])
    if claim.supposed:
        return Verdict("unknown", SUPPOSED, rests_on=scene.absence(path))
    return scene.never(path)


def check_url(scene: Scene, claim: Claim) -> Verdict:
    """A link to a file on a forge: of this repository, if a remote or its folder has that name."""
    if claim.place.rpartition("/")[2] not in scene.own_names:
        return Verdict("unknown", f"it links to another repository, {claim.place}")
    path = claim.name.rstrip("/")
    if path in scene.now.files or path in scene.now.folders:
        return _there(path)
    if path in scene.past.once_ending_in(path):
        return _went(scene, path, path)
    return scene.never(path)


def _there(path: str, now: str = "") -> Verdict:
    reason = f"it is there, as {now}" if now else "it is there"
    return Verdict("holds", reason, now, {path: THERE})


def _without_ending(scene: Scene, path: str) -> list[str]:
    """`components/Card`, as code imports it."""
    folder, _, name = path.rpartition("/")
    if "." in name or not folder:
        return []
    wanted = f"/{path}."
    return sorted(file for file in scene.now.stems.get(name, ()) if wanted in f"/{file}")


def _that_very_one_went(scene: Scene, path: str) -> bool:
    """The path is known from history, whole, and it went when the note could already speak of it. A bare name may mean
    any file that has it, unless the note is known to be older."""
    death = scene.past.deleted.get(path)
    if death is None:
        return False
    return scene.since_noted(death.at) and ("/" in path or scene.noted is not None)


def _meant(scene: Scene, path: str, before: list[str]) -> str:
    """Which of those that were there: the very path, else what went last."""
    if path in before:
        return path
    died = scene.past.deleted
    return max(before, key=lambda name: (died[name].at if name in died else 0, name))


def _went(scene: Scene, path: str, victim: str) -> Verdict:
    rests_on = scene.absence(path)
    death = scene.past.deleted.get(victim)
    if "/" not in path and (why := _other(scene, path, victim, death)):
        return Verdict("unknown", f"{why}; it may speak of another", rests_on=rests_on)
    if now := _new_place(scene, victim):
        return Verdict("moved", f"{victim} was moved or renamed", now, rests_on | {now: THERE})
    commit = death.commit[:10] if death else ""
    return Verdict("gone", f"deleted in {commit}" if commit else "everything in it was deleted", rests_on=rests_on)


def _other(scene: Scene, name: str, victim: str, death: Event | None) -> str:
    """Why a bare name need not mean the file that had it somewhere in the repository; empty if it most likely does."""
    if death is None:
        return ""
    if not scene.since_noted(death.at):
        return f"{victim} was deleted before the note was written"
    if victim == name:
        return ""
    if _COMMON.fullmatch(name):
        return f"{victim} had that name, as files everywhere have"
    if not is_code(name) and not is_read(name):
        return f"{victim} had that name, and programs write such files"
    twins = [file for file in scene.now.stems.get(name.partition(".")[0], ()) if is_code(file)]
    twin = min(twins, key=lambda file: (len(file), file), default="")
    return f"{victim} had that name, but {twin} may be turned into such a file" if twin else ""


def _new_place(scene: Scene, victim: str) -> str:
    past = scene.past
    death = past.deleted.get(victim)
    if death is None:
        return _new_folder(scene, victim)
    if now := past.called_now(victim, scene.noted):
        return now
    name = victim.rpartition("/")[2]
    same = scene.now.by_name.get(name, ())
    if len(same) == 1 and not _COMMON.fullmatch(name):
        bare = "/" not in victim  # whoever names no folder may as well mean the one that is left
        return same[0] if bare or not past.was_there_before(same[0], death.at) else ""
    return ""


def _new_folder(scene: Scene, folder: str) -> str:
    """Where most of its files are now, if they kept their names in it."""
    went = sorted(scene.past.under(folder), key=lambda name: (-scene.past.deleted[name].at, name))[:_ENOUGH]
    places: Counter[str] = Counter()
    for name in went:
        inner = name[len(folder) :]
        now = scene.past.called_now(name)
        if now and now.endswith(inner) and len(now) > len(inner):
            places[now[: -len(inner)]] += 1
    if not places:
        return ""
    place, count = places.most_common(1)[0]
    return place + "/" if count * 2 > len(went) else ""
