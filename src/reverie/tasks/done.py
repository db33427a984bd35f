"""What was done in a session, as evidence: errors with what made them pass, edits undone, files edited again and again,
commands that work every time. Redacted turns come in, drafts go out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from reverie.records.sessions import Edit, Turn, TurnKind
from reverie.records.tasks import ItemKind
from reverie.tasks.draft import Draft, cut
from reverie.tasks.slices import Slice, head, trim
from reverie.tasks.spoken import CONTEXT

_LINES, _ERROR = 3, 400  # lines and characters of an error
_EDIT = 300
_REPEATED, _WORKS = 8, 3  # edits of one file, successes of one command, from which they are told
_EDITS = 2  # of a remedy
_ALIKE = 0.4  # of all words of two commands
_TOLD = 1.0  # rank from which an error is told
_OPEN = 20  # programs whose failure waits for its remedy
_OWN_FAULT = "<tool_use_error>"  # the agent held its tool wrongly: says nothing about the project
_WRAPPERS = frozenset("sudo time env nice nohup command exec rtk timeout xvfb-run".split())
_RUNS = frozenset(
    "run exec x npx bunx pnpm npm yarn bun uv poetry python python3 -m mise make just task go cargo".split()
)
_PASSING = frozenset("cd export set source echo sleep true pwd mkdir unset . printf date which".split())
_LOOKS = frozenset(
    "ls cat head tail grep rg find sed awk wc stat file tree less diff jq sort uniq cut du df ps env whoami nl test gh"
    " curl read kill pkill lsof rm cp mv touch ln chmod xargs tee".split()
)
_BETWEEN = re.compile(r"\s*(?:&&|\|\||;|\n)\s*")
_ASSIGNS = re.compile(r"[A-Za-z_]\w*=")
_TELLS = re.compile(
    r"error|fail|cannot|can't|could not|couldn't|not found|no such|undefined|unexpected|expected|exception|denied"
    r"|refused|invalid|missing|panic|fatal|unable|unknown|unrecognized|must |mismatch|conflict|✗|✘|×|✖|assert"
    r"|timed? ?out",
    re.IGNORECASE,
)
# What a test or a compiler puts before its verdict; what a test that passed prints has no such mark.
_VERDICT = re.compile(
    r"\s{0,9}(?:\(fail\)|-{2,} FAIL|FAIL(?:ED)?\b|[✗✘×✖●]|E {2,}|[\w./-]{1,200}[:(]\d{1,6}[:,)]\d{0,6}|fatal:)"
)
_EMPTY = re.compile(
    r"(?:.*\bexit(?:ed with)? (?:code|status)\b.*|Error:?|\$ .*|\d[\d ]*[│|].*|[\W_]*)\Z", re.IGNORECASE
)
_FOLD = re.compile(r"0x[0-9a-f]+|[0-9a-f]{7,}|\d+|/\S+")
_RESTORES = re.compile(r"\bgit\s+(?:checkout|restore)\s+(?!-b\b)([^|;&\n]{1,400})")


def draft_done(turns: Sequence[Turn]) -> Iterator[Draft]:
    yield from _draft_errors(turns)
    yield from _draft_undone(turns)
    yield from _draft_repeated(turns)
    yield from _draft_works(turns)


def program_of(command: str) -> tuple[str, ...]:
    """The program and what it was told to do, by which a failed command and the one that passed are paired."""
    for part in _BETWEEN.split(command[:2000]):
        words = [word for word in part.partition("|")[0].split()[:12] if not _ASSIGNS.match(word)]
        while words and (words[0] in _WRAPPERS or words[0].isdigit()):
            words = words[1:]
        if not words or words[0] in _PASSING:
            continue
        kept = [words[0].rpartition("/")[2]]
        for word in words[1:4]:
            if kept[-1] not in _RUNS and len(kept) > 1:
                break
            if word.startswith("-") and word != "-m":
                if kept[-1] == "git":
                    continue
                break
            kept.append(word)
        return tuple(kept[:3])
    return ()


class _Failure:
    """A command that failed, until it passes."""

    def __init__(self, draft: Draft, turn: Turn) -> None:
        self.draft, self.turn = draft, turn
        self.edits: list[tuple[Turn, int]] = []
        self.words = set(turn.command.split())

    @property
    def is_look(self) -> bool:
        """Whether the command only looks around, so that no edit can have mended it."""
        return program_of(self.turn.command)[0] in _LOOKS

    def is_mended_by(self, command: str) -> bool:
        """Whether a command that passed is the one that failed, tried again: most of its words are the same."""
        words = set(command.split())
        return len(words & self.words) >= _ALIKE * len(words | self.words)


def _draft_errors(turns: Sequence[Turn]) -> Iterator[Draft]:
    """The first time that each error was met, how often, and what made it pass."""
    met = dict[tuple[str, ...], Draft]()
    open_ = dict[tuple[str, ...], _Failure]()
    remedies, told = list[Draft](), set[tuple[int, int]]()
    for turn in turns:
        if turn.kind is TurnKind.CALL:
            for failure in open_.values() if turn.edits else ():
                failure.edits += [(turn, n) for n in range(len(turn.edits))]
                del failure.edits[:-40]
        if turn.kind is not TurnKind.RESULT:
            continue
        program = program_of(turn.command) if turn.command else ()
        if turn.failed:
            failed = _draft_error(turn, program, met)
            if failed and failed.rank >= _TOLD and program and program not in open_ and len(open_) < _OPEN:
                open_[program] = _Failure(failed, turn)
        elif program in open_ and open_[program].is_mended_by(turn.command):
            remedies += _draft_remedy(open_.pop(program), turn, told)
    yield from (draft for draft in met.values() if draft.rank >= _TOLD)
    yield from remedies


def _draft_error(turn: Turn, program: tuple[str, ...], met: dict[tuple[str, ...], Draft]) -> Draft | None:
    place = _telling_lines(turn.text)
    text = turn.text[slice(*place)]
    if not text:
        return None
    key = (turn.tool, *program, _FOLD.sub("#", text.partition("\n")[0])[:200])
    if key in met:
        met[key].times += 1
        met[key].rank += 0.5
        return met[key]
    own_fault = turn.text.startswith(_OWN_FAULT)  # told only if it happens again
    context = turn.command or (turn.files[0] if turn.files else turn.tool)
    context = context[slice(*head(context, 0, len(context), CONTEXT))]
    rank = 0.0 if own_fault else 2.0
    met[key] = cut(ItemKind.ERROR, turn, "text", turn.text, place, rank, context=context)
    return met[key]


def _telling_lines(text: str) -> Slice:
    """Up to three lines in a row, from the one that says most plainly what is wrong."""
    best, found, at = -9.0, Slice(0, 0), 0
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if line.strip() and not _EMPTY.match(line[:200].strip()):
            words = sum(map(str.isalpha, line[:300])) / len(line[:300])  # little of a drawing or of code
            tells = min(len(_TELLS.findall(line[:300])), 2)
            score = (tells + 1) / 2 * words * bool(tells) + (0.5 if ":" in line else 0) - n / len(lines)
            score += 0.7 * bool(_VERDICT.match(line[:300]))
            if score > best:
                end = at + sum(len(one) + 1 for one in lines[n : n + _LINES]) - 1
                best, found = score, Slice(at, end)
        at += len(line) + 1
    return head(text, *found, _ERROR) if found.end else found


def _draft_remedy(failure: _Failure, passed: Turn, told: set[tuple[int, int]]) -> Iterator[Draft]:
    """The edits between a failure and its passing, those first whose file the error names; and the command, if it is
    another one. An edit that mended two errors is told once."""
    error = failure.draft
    named = [
        (turn, n)
        for turn, n in failure.edits
        if turn.edits[n].file.rpartition("/")[2] in failure.turn.text and turn.edits[n].file
    ]
    edits = [] if failure.is_look else (named or failure.edits)[-_EDITS:]
    for turn, n in edits:
        if (id(turn), n) in told:
            continue
        told.add((id(turn), n))
        yield from _draft_edit(ItemKind.REMEDY, turn, n, error.rank + 1, of=error)
    if passed.command.split() != failure.turn.command.split() and not edits:
        place = head(passed.command, 0, len(passed.command), _EDIT)
        yield cut(ItemKind.REMEDY, passed, "command", passed.command, place, error.rank + 1, of=error)
        error.rank += 2
    elif edits:
        error.rank += 2 if named else 1


def _draft_edit(kind: ItemKind, turn: Turn, n: int, rank: float, *, of: Draft | None = None) -> Iterator[Draft]:
    """What an edit changed: its text is what stands there now, its context what stood there before."""
    edit = turn.edits[n]
    before, after = changed_part(edit)
    old = edit.before[slice(*head(edit.before, *before, CONTEXT))]
    place = head(edit.after, *after, _EDIT)
    if place.end > place.start:
        yield cut(kind, turn, f"after {n}", edit.after, place, rank, context=old, files=(edit.file,), of=of)


def changed_part(edit: Edit) -> tuple[Slice, Slice]:
    """Where in the two texts the lines stand that differ, without those around that are equal."""
    before, after = edit.before, edit.after
    start = _shared(before, after)
    start = before.rfind("\n", 0, start) + 1
    same = _shared(before[start:][::-1], after[start:][::-1])
    ends = []
    for text in (before, after):
        end = len(text) - same
        newline = text.find("\n", max(end, start))
        ends.append(len(text) if newline < 0 else newline)
    return trim(before, start, ends[0]), trim(after, start, ends[1])


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _draft_undone(turns: Sequence[Turn]) -> Iterator[Draft]:
    """An edit that an earlier one is the reverse of, and files given back to what git has."""
    made = dict[tuple[str, str, str], Turn]()
    last = dict[str, tuple[Turn, int]]()
    for turn in turns:
        if turn.kind is not TurnKind.CALL:
            continue
        for n, edit in enumerate(turn.edits):
            before, after = changed_part(edit)
            old, new = edit.before[slice(*before)], edit.after[slice(*after)]
            undone = made.pop((edit.file, new, old), None)
            if undone is not None and len(old.strip()) > 10:
                place = head(edit.before, *before, _EDIT)
                now = edit.after[slice(*head(edit.after, *after, CONTEXT))]
                yield cut(ItemKind.UNDONE, turn, f"before {n}", edit.before, place, 3, context=now, files=(edit.file,))
            elif edit.before:
                made[edit.file, old, new] = turn
            last[edit.file.rpartition("/")[2]] = turn, n
        if last and (restores := _RESTORES.search(turn.command)):
            for word in restores[1].split():
                if found := last.pop(word.rpartition("/")[2].strip("'\""), None):
                    edited, n = found
                    edit = edited.edits[n]
                    place = head(edit.after, *changed_part(edit)[1], _EDIT)
                    command = turn.command[slice(*head(turn.command, restores.start(), len(turn.command), CONTEXT))]
                    yield cut(ItemKind.UNDONE, turn, f"{n}", edit.after, place, 3, context=command, files=(edit.file,))


def _draft_repeated(turns: Sequence[Turn]) -> Iterator[Draft]:
    times, last = Counter[str](), dict[str, Turn]()
    for turn in turns:
        if turn.kind is TurnKind.CALL:
            for edit in turn.edits:
                times[edit.file] += 1
                last[edit.file] = turn
    for file, often in times.items():
        if often >= _REPEATED:
            place = trim(file, 0, len(file))
            rank = min(often / _REPEATED, 3)
            yield cut(ItemKind.REPEATED, last[file], "file", file, place, rank, files=(file,), times=often)


def _draft_works(turns: Sequence[Turn]) -> Iterator[Draft]:
    """Commands that passed several times and never failed, and that do more than look around; of a program, the one
    that was used most."""
    passed = defaultdict[tuple[str, ...], list[Turn]](list)
    failed = set[tuple[str, ...]]()
    for turn in turns:
        if turn.kind is TurnKind.RESULT and turn.command:
            program = program_of(turn.command)
            if turn.failed:
                failed.add(program)
            elif program and program[0] not in _LOOKS and program[0] != "git":
                passed[program].append(turn)
    for program, uses in passed.items():
        if len(uses) >= _WORKS and program not in failed:
            often = Counter(turn.command for turn in uses)
            turn = min(uses, key=lambda turn: (-often[turn.command], len(turn.command)))
            place = head(turn.command, 0, len(turn.command), CONTEXT)
            rank = min(len(uses) / _WORKS, 2.5)
            yield cut(ItemKind.WORKS, turn, "command", turn.command, place, rank, times=len(uses))
