"""The only place that reads configuration and environment and builds things."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import settings
from reverie.records.errors import NotARepository
from reverie.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.finding.library import Library
    from reverie.gather.transcripts.sources import Found
    from reverie.night import Observer, Sign, Think
    from reverie.place import Place
    from reverie.records.documents import Address, Described
    from reverie.records.engines import Embedder
    from reverie.records.events import Event
    from reverie.records.learning import Rule
    from reverie.records.nightly import Listening, Request, Thought
    from reverie.records.store import Render, Store
    from reverie.remember.intents import Same
    from reverie.review.decide import Table
    from reverie.shortlist import Scene
    from reverie.store.folder import FolderStore
    from reverie.store.index import Describe
    from reverie.terms import Arrangement
    from reverie.tools.redact import Redactor

Clock = Callable[[], datetime]
LONGEST = timedelta(days=36500)  # a window; git has no older history
KNOWN = timedelta(days=400)  # what is read besides the window, to know what is usual here
TARGETS = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    ".cursor/rules/reverie.mdc",
    ".github/copilot-instructions.md",
)


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Project:
    """A repository with a memory, or one that could have one."""

    root: Path
    settings: Settings = field(default_factory=Settings)

    @property
    def agent(self) -> Path:
        return self.root / ".agent"

    @property
    def local(self) -> Path:
        return self.agent / "local"

    @property
    def has_memory(self) -> bool:
        return self.agent.is_dir()


_SHOWN = {"agent": ".agent/", "memory": ".agent/memory/", "local": ".agent/local/"}  # for people; see `find_project`


def path_of(address: Address) -> str:
    """Where a document is, as a person in the repository would type it."""
    return shown_root(address.root) + address.path


def shown_root(name: str) -> str:
    return _SHOWN.get(name, "")


def find_project(start: Path) -> Project:
    """The nearest folder upwards that is a git repository or has a memory."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / ".agent").is_dir() or (folder / ".git").exists():
            project = Project(folder, settings.read(folder / ".agent" / "config.yaml"))
            _SHOWN.update(place(project).shown(folder))
            return project
    raise NotARepository(path=here)


def place(project: Project) -> Place:
    """Whose memory the notes are kept in, and where it lies."""
    from reverie.place import place as found

    return found(project.root, project.settings, os.environ, Path.home())


def open_store(project: Project, *, clock: Clock = now) -> FolderStore:
    from reverie.store.folder import FolderStore
    from reverie.store.roots import Root

    notes = place(project)
    roots = [
        Root("agent", project.agent, never=frozenset({"memory", "local"}), anchor=project.root),
        *notes.roots(),
        Root("project", project.root, only=frozenset(TARGETS)),
    ]
    if not notes.is_own:
        own = Root("memory", project.agent / "memory", never=frozenset({"episodic"}), anchor=project.root)
        roots.insert(1, own)
    describe = _without_secrets(project, notes.layout.describe)
    return FolderStore(
        roots, project.local, anchor=project.root, render=index_maker(project), describe=describe, clock=clock
    )


def _without_secrets(project: Project, describe: Describe) -> Describe:
    """What the store keeps of a document in its index: never a secret that somebody wrote into the header."""
    clean: list[Redactor] = []  # made when it is first needed

    def described(address: Address, content: bytes) -> Described:
        what = describe(address, content)
        if not clean:
            clean.append(passing_redactor(project))
        words = "\n".join((what.title, *what.facts.values()))
        if clean[0].text(words) == words:
            return what
        facts = {name: clean[0].text(value) for name, value in what.facts.items()}
        return replace(what, title=clean[0].text(what.title), facts=facts)

    return described


def index_maker(project: Project) -> Render | None:
    """What makes MEMORY.md, where it is an index."""
    from reverie.render.index import Index

    notes = place(project)
    address = notes.layout.index
    if address is None:
        return None

    def clean(text: str) -> str:
        return redactor(project).text(text)

    recalls = partial(_recalls, project, address.root)
    return Index(address, notes.layout.kind_of, notes.layout.describe, notes.is_own, clean, recalls).render


def _recalls(project: Project, root: str) -> Mapping[str, int]:
    """How often lines of each note were shown to an agent who asked. Read past the store, which is at work then."""
    from collections import Counter

    from reverie.records.recalls import LOG
    from reverie.remember.recalls import read
    from reverie.store.disk import Disk
    from reverie.store.logs import Logs

    disk = Disk(project.local, project.root)
    try:
        found = [one for one in read(Logs(disk).records(LOG)) if one.asked and one.layer == "note"]
    finally:
        disk.rest()
    return Counter(one.address.partition(":")[2] for one in found if one.address.startswith(f"{root}:"))


def who(project: Project) -> str:
    """The person at work: from the configuration, then git, then the system."""
    from reverie.tools.git import config_value

    named = project.settings.actor or config_value(project.root, "user.email")
    found = named or os.environ.get("USER") or os.environ.get("LOGNAME") or "unknown"
    return " ".join(found.encode("utf-8", "replace").decode().split())


# The night


def redactor(project: Project) -> Redactor:
    from reverie.tools.redact import Redactor

    return Redactor(bytes.fromhex(secret(project)), project.settings.redact)


def passing_redactor(project: Project | None) -> Redactor:
    """For what is only shown: with this project's key if it has one, so that marks are those of its events."""
    from reverie.tools.redact import Redactor

    if project and (project.local / "secret").exists():
        return redactor(project)
    return Redactor(os.urandom(32), project.settings.redact if project else ())


def secret(project: Project, make: Callable[[int], bytes] = os.urandom) -> str:
    """The key of redaction fingerprints: made once, never leaving this folder, so that no guess can be confirmed."""
    path = project.local / "secret"
    try:
        found = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        store = open_store(project)
        store.keep_private("secret", make(32).hex().encode() + b"\n")
        store.close()
        found = path.read_text(encoding="ascii").strip()
    return found


def models_folder() -> Path:
    given = os.environ.get("REVERIE_MODELS_DIR")
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(given) if given else Path(cache) / "reverie" / "models"


def embedder_kind(project: Project) -> str:
    """local, endpoint or none: what is configured, or what is there."""
    wanted = project.settings.embeddings
    if wanted == "endpoint" or (wanted == "auto" and project.settings.endpoint_url):
        return "endpoint"
    if wanted == "none" or find_spec("numpy") is None:
        return "none"
    from reverie.engines.weights import installed

    return "local" if installed(models_folder()) else "none"


def request(
    project: Project,
    at: datetime,
    window: timedelta,
    changes: Mapping[str, int] | None = None,
    *,
    listen: Listening | None = None,
) -> Request:
    """What a night is asked. `changes`: thresholds given on the command line, which win over the file."""
    from reverie.records.nightly import Listening, Request

    chosen, window = project.settings, min(window, LONGEST)
    thresholds = {name: getattr(chosen, name) for name in ("min_cluster_size", "min_reverts", "min_actors")}
    asked = Request(
        root=str(project.root),
        now=at,
        since=at - window,
        known_since=at - max(window, KNOWN),
        thresholds={**thresholds, **(changes or {})},
        registries=chosen.bug_registries,
        observed=tuple(str(folder) for folder in episodic_folders(project)),
        redact_key=secret(project),
        redact_extra=chosen.redact,
        embedder=embedder_kind(project),
        models=str(models_folder()),
        endpoint=f"{chosen.endpoint_model}@{chosen.endpoint_url}",
        most=chosen.max_candidates,
        state=outside(project),
        listen=listen or Listening(),
    )
    return replace(asked, listen=replace(asked.listen, fresh=sources(project, asked)[1])) if listen else asked


# What sessions leave on this machine

AGENTS = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR")


def listening(project: Project, *, all_projects: bool = False, extra: Sequence[str] = ()) -> Listening:
    """Whose sessions are read. Only a person at this machine can open those of other projects: by a flag or by the
    environment, never by a file that may have been committed."""
    from reverie.layouts.heard import LOG
    from reverie.records.nightly import Listening

    chosen = project.settings
    if chosen.transcripts_off and not extra:
        return Listening()
    named = [*extra, *filter(None, os.environ.get("REVERIE_SOURCES", "").split(os.pathsep))]
    places = [str(Path(place).expanduser().absolute()) for place in named]
    places += [str(project.root / place) for place in chosen.transcripts]
    every = all_projects or os.environ.get("REVERIE_ALL_PROJECTS", "").lower() in ("1", "true", "yes", "on")
    return Listening(
        home=str(Path.home()),
        environ={name: os.environ[name] for name in AGENTS if os.environ.get(name)},
        all_projects=every,
        extra=tuple(dict.fromkeys(places)),
        actor=who(project),
        heard=str(project.local / "logs" / LOG),
        min_sessions=chosen.min_sessions,
    )


def looking(project: Project, at: datetime, listen: Listening) -> Request:
    """What is asked when sessions are only looked for. Nothing is made, where there is no memory yet."""
    from reverie.records.nightly import Request

    key = secret(project) if (project.local / "secret").exists() else ""
    since = at - timedelta(days=project.settings.window_days)
    return Request(
        str(project.root), at, since, at - KNOWN, redact_key=key, redact_extra=project.settings.redact, listen=listen
    )


def scratch_of(project: Project) -> Path:
    return project.local / "cache" / "dream"


def sources(project: Project, ask: Request) -> tuple[Found, bool]:
    """What there is to read, and whether any of it is new since the last time."""
    from reverie.gather.transcripts.ears import look
    from reverie.gather.transcripts.sources import Found

    return look(ask, scratch_of(project)) if ask.listen.home else (Found(), False)


def settler(project: Project, listen: Listening) -> Callable[[], None]:
    """Lets the new checkpoints count. Called when what was heard is safe, and not before."""
    from reverie.gather.transcripts.ears import MARKS, NEXT, place

    def settle() -> None:
        if not listen.home:
            return  # what lies there was left by a night that did not come to its end
        new, now = (scratch_of(project) / place(listen, name) for name in (NEXT, MARKS))
        with suppress(FileNotFoundError):
            now.mkdir(mode=0o700, exist_ok=True)
            for file in new.iterdir():
                file.replace(now / file.name)

    return settle


def heard(project: Project, ids: Collection[str]) -> dict[str, Event]:
    """What was said in these events, from the log of this machine; where there is none, nothing."""
    from reverie.layouts.heard import LOG, from_record
    from reverie.records.logs import LogRecord

    store = open_store(project)
    found = (from_record(r) for r in store.records(LOG) if isinstance(r, LogRecord) and r.id in ids)
    return {event.id: event for event in found if event}


def outside(project: Project) -> str:
    """A mark of what a night reads besides the store: where history stands, the registries, the observed events."""
    from reverie.tools.git import head
    from reverie.tools.ids import content_id

    files = [project.root / name for name in (*project.settings.bug_registries, ".mailmap")]
    for folder in episodic_folders(project):
        files += sorted(folder.rglob("*.jsonl")) if folder.is_dir() else []
    known = []
    for path in files:
        try:
            info = path.stat()
            known.append(f"{path.name} {info.st_size} {info.st_mtime_ns}")
        except OSError:
            continue
    return content_id(head(project.root), repr(project.settings), *known)


def episodic_folders(project: Project) -> tuple[Path, Path]:
    """Where observed events lie: those shared with the team, and one's own."""
    return project.agent / "memory" / "episodic", project.local / "episodic"


def thinker(project: Project) -> Think:
    """Thinking in the cage. Vectors only an endpoint has are fetched here, outside, and then it thinks again."""
    from reverie import cage
    from reverie.records.nightly import Phase, Thought

    def think(ask: Request, tell: Observer) -> tuple[Thought, Sequence[str]]:
        scratch = scratch_of(project)

        def once() -> tuple[Thought, Sequence[str]]:
            module = "thinking.by_meaning" if ask.embedder == "local" else "thinking"
            result = cage.run(
                f"reverie.{module}:think",
                ask.to_json(),
                scratch=scratch,
                limits=cage.Limits(),
                on_progress=lambda line: tell(Phase.from_json(line)),
            )
            return Thought.from_json(result.output), result.open

        thought, fences = once()
        if thought.needs:
            _fetch_vectors(project, ask, thought.needs, scratch)
            thought, fences = once()
        return thought, fences

    return think


def _fetch_vectors(project: Project, ask: Request, texts: Sequence[str], scratch: Path) -> None:
    from reverie.engines.cache import CachedEmbedder
    from reverie.engines.endpoint import EndpointEmbedder

    chosen = project.settings
    key = os.environ.get(chosen.endpoint_key, "") if chosen.endpoint_key else ""
    endpoint = EndpointEmbedder(chosen.endpoint_url, chosen.endpoint_model, key=key)
    CachedEmbedder(_Named(endpoint, ask.endpoint), scratch / "vectors").embed(texts)


class _Named:
    """An embedder under the name the cage knows it by."""

    def __init__(self, inner: Embedder, name: str) -> None:
        self._inner, self.name = inner, name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._inner.embed(texts)


def table(project: Project, laid: Table) -> Table:
    """The table a decision is taken at, with the configured term of a rule."""
    return replace(laid, review_days=project.settings.review_days)


def rule_address(rule: Rule) -> Address:
    from reverie.layouts.learning import rule_address as address

    return address(rule)


def signer(project: Project) -> Sign:
    from reverie.gather.signatures import signatures

    return partial(signatures, project.root)


# Recalls and promotion


def arrangement(project: Project) -> Arrangement:
    """The mode and the gates; in OpenClaw's workspace its own settings are looked at too."""
    from reverie.terms import arrangement as arranged
    from reverie.terms import openclaw_dreaming

    theirs = openclaw_dreaming(os.environ, Path.home()) if place(project).kind == "openclaw" else None
    return arranged(project.settings, theirs)


def scene(project: Project, store: Store, at: datetime) -> Scene:
    """What promotion looks at: the recalls, the live notes, and the terms."""
    from reverie.shortlist import Scene

    clean = passing_redactor(project).text
    return Scene(store, place(project).layout, arrangement(project).terms, at, clean, same_question(project))


def same_question(project: Project) -> Same:
    """What tells whether two questions are one: their words, and with the local model their meaning."""
    from reverie.remember.intents import by_meaning, by_words, limit_of

    if embedder_kind(project) != "local":
        return by_words
    from reverie.engines.cache import CachedEmbedder
    from reverie.engines.minilm import NAME, MiniLM

    def opened() -> Embedder:
        return CachedEmbedder(MiniLM.open(models_folder()), scratch_of(project) / "vectors")

    return by_meaning(lambda: limit_of(opened()), NAME)


# Search


def library(project: Project, store: FolderStore, tell: Callable[[str], None] | None = None) -> Library:
    """What is searched: the index of this memory, below `.agent/local/cache`."""
    from reverie.finding.library import Library, silent
    from reverie.tools.ids import content_id

    layout = place(project).layout
    folder = _writable(project.local / "cache" / "search")
    rules = content_id("search", "1", layout.name, repr(project.settings.redact))
    clean = passing_redactor(project).texts
    found = Library(store, layout, folder or _passing_folder(), clean, rules=rules, tell=tell or silent)
    if folder is None:
        found.notes.append("nothing can be written here, so the index is made for this once")
    return found


def _writable(folder: Path) -> Path | None:
    """The folder, if it can be written in; a link on the way to it is nobody's we know."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if folder.resolve() == folder and os.access(folder, os.W_OK) else None


def _passing_folder() -> Path:
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="reverie-search-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def question_embedder(project: Project) -> Embedder | None:
    """What compares a question's meaning with that of notes, if anything does."""
    kind = embedder_kind(project)
    if kind == "none":
        return None
    if kind == "local":
        from reverie.engines.minilm import MiniLM

        return MiniLM.open(models_folder())
    from reverie.engines.endpoint import EndpointEmbedder

    chosen = project.settings
    key = os.environ.get(chosen.endpoint_key, "") if chosen.endpoint_key else ""
    endpoint = EndpointEmbedder(chosen.endpoint_url, chosen.endpoint_model, key=key)
    return _Named(endpoint, f"{chosen.endpoint_model}@{chosen.endpoint_url}")
