"""Expected failures around tasks and their answers."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class NoSuchTask(ReverieError):
    """no task '{id}' waits for an answer{more}"""

    hint = "reverie tasks list shows those that do"


class TaskUnknown(ReverieError):
    """this version of Reverie has no tasks of the kind '{kind}'"""

    hint = "update Reverie, then answer again; the task keeps waiting"


class TaskBroken(ReverieError):
    """the task '{id}' cannot be examined any more: {reason}"""

    hint = "it was taken away; the next dream asks it again if there is still reason to"


class AnswerRefused(ReverieError):
    """the answer to {id} was refused: {why}"""

    hint = "{advice}"


class NoPacket(ReverieError):
    """the session '{session}' cannot be shown as a packet: {reason}"""

    hint = "reverie tasks list shows the tasks that wait; reverie tasks show ID has one of them whole"
