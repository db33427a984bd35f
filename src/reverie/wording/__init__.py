"""Wording: what a model may say. A night's texts go in with their evidence; the same texts come out, worded by a model
where its answer passes every check, and as they were where it does not."""

from reverie.tasks.ceilings import Ceilings, Purse
from reverie.wording.scribe import Scribe
from reverie.wording.told import Told
from reverie.wording.voice import KEYLESS, Refused, Voice, Worded

__all__ = ["KEYLESS", "Ceilings", "Purse", "Refused", "Scribe", "Told", "Voice", "Worded"]
