"""Living with other agents: what would be added to their files, adding it, and giving back what was there. What was put
in is written down beside the memory (for a person's own files, in their state folder), never what stood there before:
settings hold secrets."""

from reverie.wiring.setup.carry import carry_out, give_back
from reverie.wiring.setup.scene import Change, Scene, found, plan

__all__ = ["Change", "Scene", "carry_out", "found", "give_back", "plan"]
