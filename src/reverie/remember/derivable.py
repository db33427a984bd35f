"""Whether a statement only repeats what the repository says itself: lists of files, signatures, versions of
dependencies, names of scripts. Such a statement need not be remembered; it can be read again, and grows old. Rather
too few than one too many: as soon as a statement says why, or what to do, it is more than that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reverie.remember.claims import claims

FILES = "a list of files: the tree has it"
SIGNATURE = "a signature: the code has it"
VERSION = "the version of a dependency: the manifest has it"
SCRIPTS = "a list of scripts: the manifest has them"

_MORE = re.compile(
    r"\b(?:because|since|due to|so that|therefore|don't|do not|never|always|must|should|careful|important"
    r"|avoid|why|instead"
    r"|prefer|only|except|unless|if|when|before|after|until|not|no|without|but|however|bug|breaks?|broken|fails?|slow|keep"
    r"|remember|decided|agreed|wants?|asked|rule|convention|careful|warning|first|owner|owns)\b",
    re.IGNORECASE,
)
_GLUE = frozenset(
    "a an the and or of in on at to for with from by as is are was has have contains contain containing"
    " includes include including consists holds lists there these this that it its following file files folder"
    " folders directory directories module modules package packages source code tests test project repo"
    " repository app uses use using used depends depend dependency dependencies requires require required"
    " built version versions v currently current runs run running we our function functions method methods"
    " class signature takes take accepts returns return arguments argument parameters parameter params named"
    " called script scripts command commands target targets available structure layout tree located under root"
    " top level main two three four five six seven eight nine ten stack tech runtime framework library"
    " libraries installed via npm pip yarn pnpm cargo make i e str int bool float none list dict string number"
    " boolean void promise any".split()
)  # fmt: skip
_SIGNATURE = re.compile(
    r"(?:(?:export |async |public |private |static |pub )*(?:def|function|fn|func"
    r"|fun)\s+)?[\w.:]+\s*\(([^()]*)\)\s*(?:(?:->|:|=>)\s*[\w\[\], .|<>]+)?"
)
_TREE = re.compile(r"^[\s│|]*(?:[├└]──|\|--|`--)\s*\S", re.M)
_WORD = re.compile(r"[^\W\d_]+")
_SPAN = re.compile(r"`[^`\n]*`")


@dataclass(frozen=True, slots=True)
class Derivable:
    """A statement, by its place in the note, and why it need not be remembered."""

    start: int
    end: int
    reason: str


def reason(statement: str) -> str:
    """Why a statement can be had from the repository again; empty if it says more, or if that is not sure."""
    if len(_TREE.findall(statement)) >= 3 and _says_nothing_else(re.sub(r"#.*|[│├└─|]+\s*\S+", " ", statement)):
        return FILES
    if _MORE.search(_SPAN.sub(" ", statement)):
        return ""
    found = claims(statement)
    kinds = {claim.kind for claim in found}
    rest = statement
    for claim in sorted(found, key=lambda claim: -claim.start):
        rest = rest[: claim.start] + " " + rest[claim.end :]
    if not found or not _says_nothing_else(_SPAN.sub(" ", rest), " ".join(_SPAN.findall(statement))):
        return ""
    if kinds == {"path"} and len(found) >= 3:
        return FILES
    if kinds == {"dependency"} and all(claim.version for claim in found):
        return VERSION
    if kinds == {"command"} and len(found) >= 3:
        return SCRIPTS
    return SIGNATURE if kinds == {"symbol"} and _is_signature(statement) else ""


def derivable(note: str) -> Iterator[Derivable]:
    """The statements of a note that are: each a line, or a drawing of a tree."""
    for block in re.finditer(r"^(?:```|~~~)[^\n]*\n(.*?)^(?:```|~~~)[ \t]*$", note, re.S | re.M):
        if found := reason(block[1]) if _TREE.search(block[1]) else "":
            yield Derivable(block.start(), block.end(), found)
    outside = re.sub(r"^(```|~~~).*?^\1[ \t]*$", lambda match: "\0" * len(match[0]), note, flags=re.S | re.M)
    for line in re.finditer(r"[^\n\0]+", outside):
        if found := reason(line[0]):
            yield Derivable(line.start(), line.end(), found)


def _says_nothing_else(rest: str, shown: str = "") -> bool:
    """Only words that join, and those the code beside them shows."""
    known = _GLUE | set(_WORD.findall(shown.lower()))
    return all(word in known for word in _WORD.findall(rest.lower()))


def _is_signature(statement: str) -> bool:
    """One name with its parameters: what is said beside it is only that they are."""
    spans = [span[0].strip("`").strip() for span in _SPAN.finditer(statement)]
    shown = [match for match in map(_SIGNATURE.fullmatch, spans) if match]
    return bool(shown) and any(match[1].strip() or "->" in match[0] for match in shown)
