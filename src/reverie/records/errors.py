"""Expected failures. An error's docstring is its message; `hint` says what to do next; `code` is the exit code.

The table in docs/reference/errors.md is generated from this file.
"""

from __future__ import annotations

from typing import ClassVar


class ReverieError(Exception):
    """{detail}"""

    code: ClassVar[int] = 1
    hint: ClassVar[str] = ""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message)

    @property
    def message(self) -> str:
        return (type(self).__doc__ or "").strip().format(**self.facts)

    @property
    def advice(self) -> str:
        return self.hint.format(**self.facts)


class BadAddress(ReverieError):
    """'{address}' is not a document's address: {reason}"""

    hint = "an address is root:relative/path, such as memory:deploy.md"


class BadChangeSet(ReverieError):
    """this change set cannot be applied: {reason}"""

    hint = "nothing was changed; this is a fault in what proposed it, please report it"


class StoreBusy(ReverieError):
    """another {lock} is at work on {root}: process {pid}, since {age}; waited {waited}"""

    hint = "wait for it, or look at it with: ps -p {pid}"


class StoreFull(ReverieError):
    """no room left on the disk while writing {what}"""

    hint = "free some space and run the command again; nothing was lost and nothing is half-written"


class StoreReadOnly(ReverieError):
    """{what} cannot be written: {reason}"""

    hint = "make it writable for you; nothing was changed"


class StoreMoved(ReverieError):
    """{what} was moved, replaced or removed while it was being changed"""

    hint = "run the command again; what stands at its place now was left as it is"


class NewerFormat(ReverieError):
    """this memory has format {found}, and this version of Reverie writes format {known}: it is open for reading only"""

    hint = "update Reverie, then run the command again"


class UnknownChange(ReverieError):
    """there is no change '{id}'"""

    hint = "reverie history lists them"


class AmbiguousId(ReverieError):
    """'{id}' could be {matches}"""

    hint = "type more of it"


class NothingToUndo(ReverieError):
    """there is nothing to undo{detail}"""

    hint = "reverie history shows what was changed and what was taken back"


class UndoIncomplete(ReverieError):
    """{count} of {total} files of {id} were changed since: {who}"""

    hint = "reverie undo --to {id} takes back everything since; reverie show {id} lists the files"


class EditedSince(UndoIncomplete):
    """{count} of {total} files of {id} were changed since: {who}"""

    hint = "what was written by hand stays; put it as that change left it (reverie show {id} has it) and undo again"


class ChangePurged(ReverieError):
    """{id} cannot be taken back: text of it was purged"""

    hint = "what was purged is gone for good; reverie show {id} tells what is left of the change"


class BadDocument(ReverieError):
    """{address} cannot be read: {reason}"""

    hint = "mend or move the file; Reverie leaves it as it is"


class BadConfig(ReverieError):
    """{path}: {reason}"""

    hint = "docs/reference/config.md lists every setting"


class PrivateFolderNotTrusted(ReverieError):
    """{reason}"""

    hint = "{remedy}"


class SecretBroken(ReverieError):
    """{path} is not the key that Reverie wrote there"""

    hint = "remove the file; a new key is made, and redacted values get new marks from then on"


class NotARepository(ReverieError):
    """{path} is not inside a git repository, and has no .agent directory"""

    hint = "cd into your project, or run: git init"


class MemoryNotThere(ReverieError):
    """there is no {layout} memory at {place}"""

    hint = "memory.root in .agent/config.yaml says where it lies in this project, REVERIE_MEMORY_ROOT elsewhere"


class NotRemembered(ReverieError):
    """the line was not written: {why}"""

    hint = "somebody else keeps writing the note; run the command again"


class SetupRecordBroken(ReverieError):
    """{path}, where init wrote down what it added, cannot be read"""

    hint = "move it away; then take our entries out by hand: they all call reverie"
