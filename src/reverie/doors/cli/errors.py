"""Expected failures of the command line itself."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class UnknownThing(ReverieError):
    """there is no candidate, rule or change '{id}'"""

    hint = (
        "reverie list, reverie list --rules and reverie history show them;"
        " insights and proposals: reverie insights show ID, reverie reorganize show ID"
    )


class NothingBehind(ReverieError):
    """there is no candidate, rule or note '{id}'"""

    hint = "reverie list, reverie list --rules and reverie note list show them; of a change, reverie show tells"


class NoSuchPlace(ReverieError):
    """{place} is no line of a rule that Reverie wrote"""

    hint = "reverie why FILE:LINE, where the line stands between the reverie markers; or reverie why ID"


class OutOfDate(ReverieError):
    """out of date: {files}"""

    hint = "reverie sync writes what is missing, or says why it cannot"


class SyncRefused(ReverieError):
    """{count} not written: {why}"""

    hint = "mend what is named, then run it again; reverie sync --force --dry-run shows what would be overwritten"


class NoPersonHere(ReverieError):
    """only a person can {what}, and this runs inside {agent} without a terminal to answer on"""

    hint = "in your own terminal, type: {command}"


class NotConfirmed(ReverieError):
    """the word was not typed, so nothing was done: {what}"""

    hint = "run it again and type the word that is shown, or run it in your own terminal"


class NotApplied(ReverieError):
    """{what}: {why}"""

    hint = "somebody changed the file meanwhile; run the command again"


class OutputLost(ReverieError):
    """the output could not be written: {reason}"""

    hint = "reverie history shows what was changed"


class NotEdited(ReverieError):
    """the editor was closed without saving, so nothing was decided"""

    hint = "leave --edit off to take the sentence as it stands"


class NoSuchSource(ReverieError):
    """there is nothing at {place}"""

    hint = "--source takes a transcript or a folder; reverie sources shows what is read without it"


class SessionsOff(ReverieError):
    """no session is read: reading them is switched off by transcripts.off in {path}"""

    hint = "set transcripts.off to false there, or take it out"


class NothingThere(ReverieError):
    """there is nothing at {place}"""

    hint = "--scan takes a file or a folder"


class NothingToScan(NothingThere):
    """there is nothing at {place}, so nobody knows whether there is a secret"""

    code = 4


class NotLookedAt(ReverieError):
    """{places} cannot be read, so nobody knows whether there is a secret"""

    code = 4
    hint = "--scan takes files and folders that you may read; make it readable, or leave it out"


class BadPattern(ReverieError):
    """'{pattern}' cannot be searched for: {reason}"""

    hint = "it is a regular expression as Python knows them; put a backslash before . * + ? ( ) [ ] to mean just that"


class SlowPattern(ReverieError):
    """'{pattern}' took more than {seconds} seconds on one text, at {where}"""

    hint = "nested repetitions such as (a+)+ do that; say it more plainly"


class GitRefused(ReverieError):
    """the decision stands, but git did not commit it: {why}"""

    hint = "commit .agent/ yourself"


class BatchRefused(ReverieError):
    """{count} of {of} could not be remembered; all others are"""

    hint = "mend the lines that are named and run it again: lines with an id are not added twice"


class QuestionsRefused(ReverieError):
    """{count} of {of} could not be asked; all others are answered"""

    hint = 'a line is {{"id": "q1", "query": "which profile does staging need?", "limit": 5}}'


class NothingToRead(ReverieError):
    """{place} cannot be read: {reason}"""

    hint = "--batch takes a file of JSON lines, or - for what is piped in"


class NoteNotChanged(ReverieError):
    """{note} was not changed: {why}"""

    hint = "its header is written in a way that is not safe to change; edit the file by hand"


class UnknownNote(ReverieError):
    """there is no note '{name}'"""

    hint = "reverie note list shows them"


class AmbiguousNote(ReverieError):
    """'{name}' may be {matches}"""

    hint = "type more of the name"


class NotPurged(ReverieError):
    """some of it is still there, perhaps written at this moment: {places}"""

    hint = "run the same command again"


class NothingChanged(ReverieError):
    """{what} is as it was"""

    hint = "nothing was changed"


class EditorFailed(ReverieError):
    """the editor {editor} did not come to its end: {reason}"""

    hint = "set EDITOR, or use --text, --title, --type and the like"


class BadImport(ReverieError):
    """{place} cannot be imported: {reason}"""

    hint = "name a folder, and with --from what it is: agent, claude-code, openclaw or store"


class BadExport(ReverieError):
    """{place} cannot be written to: {reason}"""

    hint = "name a folder that is new or empty"


class TwoDreamers(ReverieError):
    """OpenClaw's own dreaming is on (mode {mode}), so Reverie does not promote as well"""

    hint = "switch one of them off: dreaming.mode in openclaw.json, or leave promotion to OpenClaw"


class UnknownMemory(ReverieError):
    """nothing that was recalled from daily notes is '{id}': no agent was ever shown it"""

    hint = "reverie promote --include-promoted lists what was recalled"


class NotDone(ReverieError):
    """{what} was due and could not be done: {why}"""

    hint = "it is tried again when it is due next; reverie status --deep says when"


class SettingNotChanged(ReverieError):
    """{name} was not changed: {why}"""

    hint = "edit .agent/config.yaml by hand"


class SetupTrouble(ReverieError):
    """{count} not changed: {why}"""

    hint = "mend what is named, then run it again; the other files do not wait for it"


class NoModel(ReverieError):
    """no model is configured"""

    hint = "set model.kind in .agent/config.yaml to anthropic, openai or claude; docs/how-to/models.md says how"


class ModelSilent(ReverieError):
    """{model} cannot be asked: {reason}"""

    hint = "mend it and look again with: reverie models; until then nights are worded without it"


class UnknownNight(ReverieError):
    """no night on record begins with '{id}'"""

    hint = "reverie report --last 10 shows the newest, with their ids"
