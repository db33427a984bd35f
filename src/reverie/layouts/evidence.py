"""Lines of evidence in candidate and rule files: readable by a person, and read back as they were meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from reverie.records.learning import Evidence

SHOWN = 10  # lines of evidence in a file; the header counts them all
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LINE = re.compile(r"- (\d{4}-\d{2}-\d{2}) · (.*?) · `(.*?)` · (.*?)(?: <!-- (\S+) (\S*) -->)?")
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    r"\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
_DOT = re.compile(r"(?<= )·(?= )")
_UNSAFE = re.compile(r"[\s%<>\x00-\x20\x7f-\xa0\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]|--")
_CODE = re.compile(r"(?:%[0-9a-f]{2})+")


def lines(found: Sequence[Evidence]) -> list[str]:
    told = [
        f"- {e.at.astimezone(UTC).date().isoformat()} · {_who(e.who)} · `{_span(e.span)}` · {one_line(e.summary)}"
        f" <!-- {_coded(e.event)} {_coded(e.actor) if e.actor else ''} -->"
        for e in found[:SHOWN]
    ]
    return told + ([f"- and {len(found) - SHOWN} more"] if len(found) > SHOWN else [])


def read(text: str) -> list[Evidence]:
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match:
            day, who, span, summary, event, actor = match.groups(default="")
            at = datetime.fromisoformat(day).replace(tzinfo=UTC)
            found.append(Evidence(_plain(event), at, _plain(actor), who, span, summary))
    return found


def with_ids(shown: Sequence[Evidence], ids: Iterable[str]) -> tuple[Evidence, ...]:
    """The header holds every event's id; the lines show the first ones in words."""
    known = {e.event for e in shown}
    return (*shown, *(Evidence(id, _EPOCH, "", "", "", "") for id in ids if id not in known))


def tidy(found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence as a file can hold it: to the day, on one line, and in words only for the first ones."""
    shown = [
        Evidence(whole(e.event), _day(e.at), whole(e.actor), _who(e.who), _span(e.span), one_line(e.summary))
        for e in found[:SHOWN]
    ]
    return with_ids(shown, (whole(e.event) for e in found))


def one_line(text: str) -> str:
    """Words and single spaces. What cannot be seen goes first, so that nothing comes together behind it."""
    return _DOT.sub("-", " ".join(_UNSEEN.sub("", text).split()).replace("<!--", "‹!--"))


def whole(text: str) -> str:
    """Without halves of characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _who(text: str) -> str:
    return one_line(text.replace("`", "'"))


def _span(text: str) -> str:
    return one_line(text.replace("`", "'"))


def _day(at: datetime) -> datetime:
    return datetime.combine(at.astimezone(UTC).date(), datetime.min.time(), UTC)


def _coded(text: str) -> str:
    """A name inside a comment: without spaces, and with nothing that would end the comment."""
    if text in ("", "-"):
        return "%2d" if text else "-"
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02x}" for byte in found[0].encode()), whole(text))


def _plain(text: str) -> str:
    if text == "-":
        return ""
    return _CODE.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), text)
