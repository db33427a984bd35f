"""One session distilled into a packet: numbered, redacted, unaltered slices of it, as many as a budget allows, no kind
more than its share. A session comes in, a packet goes out; and its text, its hash and its JSON."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import orjson

from reverie.records.events import Origin
from reverie.records.sessions import PERSON, Session, Turn, TurnKind
from reverie.records.tasks import PERSONS, Item, ItemKind, Packet
from reverie.tasks.done import draft_done
from reverie.tasks.draft import Draft, Redact, redact_turns
from reverie.tasks.slices import show
from reverie.tasks.spoken import draft_spoken, is_review
from reverie.tools.ids import content_id

BUDGET, LONG_BUDGET = 4000, 8000  # tokens
LONG = 150  # tool calls from which a session is a long one
TOKEN = 4  # characters: near enough for every model, and the same on every machine

K = ItemKind
_GROUPS: Sequence[tuple[frozenset[ItemKind], float]] = (  # whose share is counted together, best first
    (frozenset({K.AGENT, K.FINAL, K.AGREED}), 0.5),
    (frozenset({K.ERROR, K.REMEDY}), 0.2),
    (frozenset({K.SUMMARY}), 0.15),
    (frozenset({K.COMMIT}), 0.12),
    (frozenset({K.REVIEW}), 0.12),
    (frozenset({K.REPORT}), 0.12),
    (frozenset({K.UNDONE, K.REPEATED, K.WORKS}), 0.06),
)
SHARES: Mapping[ItemKind, float] = MappingProxyType({kind: share for kinds, share in _GROUPS for kind in kinds})
_ORDER = {kind: n for n, (kinds, _) in enumerate(_GROUPS, 1) for kind in kinds}
_ORIGINS = dict.fromkeys(PERSONS, Origin.USER) | {K.ERROR: Origin.TOOL, K.REVIEW: Origin.TOOL}
_LEAD = {K.REMEDY: "instead of", K.UNDONE: "now", K.ERROR: "from"}
_EDITED = frozenset({K.REMEDY, K.UNDONE})  # what an edit did
_OF_FILES = _EDITED | {K.REJECTION}


def make_packet(session: Session, redact: Redact, root: str, *, budget: int | None = None) -> Packet:
    """The packet of a session. `redact` takes the secrets out of whole texts, before anything is cut; paths inside of
    `root` are told relative to it; `budget`: tokens, of four characters each."""
    turns = redact_turns(session, redact, is_review)
    calls = sum(turn.kind is TurnKind.CALL for turn in turns)
    budget = budget or (LONG_BUDGET if calls >= LONG else BUDGET)
    header = _header(session, turns, redact, root)
    drafts = [draft for draft in (*draft_spoken(turns), *draft_done(turns)) if draft.text.strip()]
    room = budget * TOKEN - len(_render_header(header))
    kept = choose(drafts, room)
    kept.sort(key=lambda draft: (draft.turn.line, draft.kind.value, draft.part, draft.place))
    names = _Names(session.agent, turns)
    items = tuple(_item(n, draft, session, names, root) for n, draft in enumerate(kept, 1))
    chosen = Counter(draft.kind.value for draft in kept)
    left = Counter(draft.kind.value for draft in drafts) - chosen
    files = dict.fromkeys(_relative(file, root) for turn in turns for file in turn.files)
    return Packet(session.id, header, items, dict(sorted(left.items())), session.size, tuple(files))


def choose(drafts: Sequence[Draft], room: int) -> list[Draft]:
    """What fits: a person's words first, then of every kind the best up to its share, then the best of what is left."""
    ranked = sorted(drafts, key=lambda draft: (-draft.rank, draft.turn.line, draft.part, draft.place))
    groups = defaultdict[int, list[Draft]](list)
    for draft in ranked:
        groups[_ORDER.get(draft.kind, 0)].append(draft)
    kept = dict[int, Draft]()
    left = _take(groups.pop(0, []), room, kept)
    for n, members in sorted(groups.items()):
        share = min(int(room * _GROUPS[n - 1][1]), left)
        left -= share - _take(members, share, kept)
    rest = [
        (place, n, draft)
        for n, members in sorted(groups.items())
        for place, draft in enumerate(members)
        if id(draft) not in kept
    ]
    rest.sort(key=lambda entry: entry[:2])
    _take([draft for _, _, draft in rest], left, kept)
    return list(kept.values())


def _take(drafts: Iterable[Draft], room: int, kept: dict[int, Draft]) -> int:
    """Keep what fits, in this order; how much room is left. What belongs to something that is not kept is passed."""
    left = room
    for draft in drafts:
        if draft.of is not None and id(draft.of) not in kept:
            continue
        cost = _cost(draft)
        if cost <= left:
            kept[id(draft)] = draft
            left -= cost
    return left


def _cost(draft: Draft) -> int:
    return len(draft.text) + len(draft.context) + sum(map(len, draft.files)) + len(draft.kind.value) + 32


class _Names:
    """What each item is called by in every packet: made of the record, not of the file it stands in."""

    def __init__(self, agent: str, turns: Sequence[Turn]) -> None:
        self._agent = agent
        seen = Counter[str]()
        self._places = dict[int, str]()
        for turn in turns:
            record = turn.uuid or f"{turn.text}\n{turn.command}\n{turn.at.isoformat() if turn.at else ''}"
            self._places[id(turn)] = f"{record}\n{seen[record]}"
            seen[record] += 1

    def event(self, draft: Draft) -> str:
        kind = "" if draft.part == "text" else draft.kind.value
        return content_id("item", self._agent, self._places[id(draft.turn)], draft.part, str(draft.place), kind)


def _item(number: int, draft: Draft, session: Session, names: _Names, root: str) -> Item:
    turn = draft.turn
    about = draft.kind is K.REJECTION or draft.kind not in PERSONS  # of a refusal: the files of what was refused
    files = draft.files or (turn.files if about else ())
    return Item(
        f"e{number}",
        draft.kind,
        _relative(draft.text, root) if draft.kind is K.REPEATED else draft.text,
        turn.line,
        f"{session.path}:{turn.line}",
        names.event(draft),
        _ORIGINS.get(draft.kind, Origin.AGENT),
        turn.at,
        tuple(_relative(file, root) for file in files),
        draft.context,
        draft.times,
    )


def _relative(path: str, root: str) -> str:
    """A path below the project, relative to it; any other as it is."""
    base = root.rstrip("/") + "/"
    return path[len(base) :] if root and path.startswith(base) else path


def _header(session: Session, turns: Sequence[Turn], redact: Redact, root: str) -> dict[str, str]:
    said = sum(turn.kind in PERSON and bool(turn.text) for turn in turns)
    refused = sum(turn.kind is TurnKind.REJECTION for turn in turns)
    failed = sum(turn.failed and turn.kind is TurnKind.RESULT for turn in turns)
    calls = sum(turn.kind is TurnKind.CALL for turn in turns)
    branch, folder = redact([session.branch, _relative(session.cwd, root) if session.cwd != root.rstrip("/") else "."])
    return {
        "agent": session.agent,
        "session": session.id,
        "date": session.began.date().isoformat() if session.began else "unknown",
        "branch": show(branch)[:200],
        "folder": show(folder)[:300],
        "counts": f"{said} messages of a person, {refused} rejections, {calls} tool calls, {failed} failed",
    }


def render_packet(packet: Packet) -> str:
    """The packet as a model reads it: the header, then one line for each item."""
    return _render_header(packet.header) + "".join(f"{_render_item(item)}\n" for item in packet.items)


def _render_header(header: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in header.items()) + "\n"


def _render_item(item: Item) -> str:
    times = f" ×{item.times}" if item.times > 1 else ""
    file = f" {item.files[0]}" if item.kind in _OF_FILES and item.files else ""
    mark = "+ " if item.kind is K.REMEDY and file else "- " if item.kind is K.UNDONE else ""
    lead = _LEAD.get(item.kind, "after")
    context = f" «{lead}: {item.context}»" if item.context else ""
    return f"[{item.id}] {item.kind.value}@{item.line}{times}{file}:{context} {mark}{item.text}"


def packet_hash(packet: Packet) -> str:
    """The same for all packets in which a model reads the same."""
    return hashlib.sha256(render_packet(packet).encode("utf-8", "surrogatepass")).hexdigest()


def packet_to_json(packet: Packet) -> bytes:
    """A packet, to cross the border between processes."""
    items = [
        {
            "id": item.id,
            "kind": item.kind.value,
            "text": item.text,
            "line": item.line,
            "span": item.span,
            "event": item.event,
            "origin": item.origin.value,
            "at": item.at.isoformat() if item.at else None,
            "files": item.files,
            "context": item.context,
            "times": item.times,
        }
        for item in packet.items
    ]
    return orjson.dumps(
        {
            "about": packet.about,
            "header": dict(packet.header),
            "items": items,
            "left_out": dict(packet.left_out),
            "read": packet.read,
            "files": packet.files,
        }
    )


def packet_from_json(data: bytes) -> Packet:
    """What `packet_to_json` wrote. ValueError for anything else."""
    try:
        found: dict[str, Any] = orjson.loads(data)
        items = tuple(
            Item(
                id=item["id"],
                kind=ItemKind(item["kind"]),
                text=item["text"],
                line=item["line"],
                span=item["span"],
                event=item["event"],
                origin=Origin(item["origin"]),
                at=datetime.fromisoformat(item["at"]) if item["at"] else None,
                files=tuple(item["files"]),
                context=item["context"],
                times=item["times"],
            )
            for item in found["items"]
        )
        return Packet(found["about"], found["header"], items, found["left_out"], found["read"], tuple(found["files"]))
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"this is no packet: {wrong}") from wrong
