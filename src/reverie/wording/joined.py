"""The merged note of a proposal in fewer words. Only notes that are plain lists are touched; a line nobody rewords
stays byte for byte, and one that is made of several carries the mark of the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.layouts.items import item, unmarked
from reverie.records.changes import Move, Put, Step
from reverie.remember.specifics import keeps_all
from reverie.tools import frontmatter
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.merge import MergeText, Said
from reverie.wording.voice import Voice


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list as it is written, what it says, and what its mark says."""

    written: str
    text: str
    facts: dict[str, str]

    @property
    def kind(self) -> str:
        """Whose statement it is: what different people said does not become one sentence."""
        return ", ".join(filter(None, ["statement", self.facts.get("origin", ""), self.facts.get("type", "")]))


def reworded_merge(step: Step, voice: Voice, what: str) -> Step | None:
    """The same merge with a text that says every thing once; None if it stays as it is."""
    put = next((edit for edit in step.edits if isinstance(edit, Put) and edit.expect is not None), None)
    leaving = [edit for edit in step.edits if isinstance(edit, Move)]
    if put is None or not leaving or len(step.edits) != 1 + len(leaving):
        return None
    top, lines = _lines(put.content)
    told = [*lines, *(line for edit in leaving for line in _lines(edit.content)[1])]
    distinct = list({line.text: line for line in reversed(told)}.values())[::-1]
    if not lines or any(not _lines(edit.content)[1] for edit in leaving):
        return None
    quoted = tuple(Quoted(f"s{n}", line.text, line.kind) for n, line in enumerate(distinct, 1))
    prompt = MergeText(quoted, len(lines))
    if not prompt.fits or voice.redactor.texts([line.text for line in distinct]) != [line.text for line in distinct]:
        return None
    said = voice.word(prompt, what).value
    if said is None:
        return None
    body = _body(said, {f"s{n}": line for n, line in enumerate(distinct, 1)})
    if not keeps_all([line.text for line in told], body):
        return None
    content = (top + body).encode()
    return replace(step, edits=tuple(replace(edit, content=content) if edit is put else edit for edit in step.edits))


def _lines(content: bytes) -> tuple[str, list[Line]]:
    """What stands before the list, and the list; no lines if there is anything else in it."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return "", []
    body = frontmatter.read(content).body
    if not body or not text.endswith(body) or "\r" in text:
        return "", []
    found, top = [], text[: len(text) - len(body)]
    for line in body.splitlines(keepends=True):
        bare, facts = unmarked(line.rstrip())
        if bare.startswith("- "):
            found.append(Line(line, bare[2:].strip(), facts))
        elif found and line.strip():
            return "", []
        elif not found:
            if line.strip() and not line.startswith("# "):
                return "", []
            top += line
    return top, found


def _body(said: Sequence[Said], lines: dict[str, Line]) -> str:
    told = []
    for one in said:
        sources = [lines[id] for id in one.cites]
        if len(sources) == 1:
            told.append(sources[0].written)  # alone it needs no other words
            continue
        newest = max(sources, key=lambda line: line.facts.get("at", ""))
        told.append(item(one.text, newest.facts) + "\n")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in told)
