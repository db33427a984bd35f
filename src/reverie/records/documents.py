"""Documents and their addresses: `root:relative/path` → bytes. What may be an address is decided here, once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from reverie.records.errors import BadAddress

MAX_NAME = 240  # a temporary name must still fit beside it
MAX_PATH = 1000
LARGEST = 8 * 1024 * 1024  # bytes: a document larger than this is not memory
_is_plain = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*").fullmatch  # no more to ask
_PLAIN_ROOT = re.compile(r"[a-z]+")
_UNFIT = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")


def digest(content: bytes) -> str:
    """The sha256 of some bytes, as everything in the store names them."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where a document lies: a root's name and a path that cannot leave it."""

    root: str
    path: str

    def __post_init__(self) -> None:
        if not is_address(self.root, self.path):
            reason = _fault(self.root, self.path)
            raise BadAddress(
                address=f"{self.root}:{self.path}".encode("ascii", "backslashreplace").decode(), reason=reason
            )

    def __str__(self) -> str:
        return f"{self.root}:{self.path}"

    @classmethod
    def parse(cls, text: str) -> Address:
        root, colon, path = text.partition(":")
        if not colon:
            raise BadAddress(address=text, reason="it has no root")
        return cls(root, path)

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


def _fault(root: str, path: str) -> str:
    if _is_plain(path) and len(path) <= MAX_NAME and _PLAIN_ROOT.fullmatch(root):
        return ""
    if not root.isascii() or not root.replace("-", "").isalnum():
        return "a root's name has letters, digits and dashes only"
    if not path or len(path) > MAX_PATH:
        return "the path is empty or too long"
    if _UNFIT.search(path):
        return "the path holds a control character or a backslash"
    for part in path.split("/"):
        if part in ("", ".", ".."):
            return "the path has an empty part, '.' or '..'"
        if len(part) * 4 > MAX_NAME and len(part.encode()) > MAX_NAME:
            return "a name in the path is too long"
        if part[0] == "." and (part.lower() == ".git" or part.lower().startswith(".reverie-")):
            return f"'{part}' is not Reverie's to write"
    return ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was read."""

    address: Address
    content: bytes

    @property
    def digest(self) -> str:
        return digest(self.content)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was left out, and why. Nothing vanishes without one of these."""

    what: str
    reason: str


_NOTHING: Mapping[str, str] = {}


class Described(NamedTuple):
    """What a layout makes of a document: its kind, its title, and what is wrong with it if it cannot be used. `facts`:
    what else a listing should tell of it, such as a note's hook. A tuple, because a listing has one for every note."""

    kind: str
    title: str = ""
    state: str = "active"
    pinned: bool = False
    fault: str = ""
    facts: Mapping[str, str] = _NOTHING


class Listed(NamedTuple):
    """One line of a listing: a document that is there, and what it is, without its content."""

    root: str
    path: str
    size: int
    digest: str
    what: Described = Described("document")

    @property
    def address(self) -> Address:
        return Address(self.root, self.path)


def is_address(root: str, path: str) -> bool:
    return (len(path) <= MAX_NAME and root == "memory" and _is_plain(path) is not None) or not _fault(root, path)
