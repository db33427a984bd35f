"""The layouts by their names."""

from __future__ import annotations

from reverie.layouts.files import AGENT, CLAUDE_CODE
from reverie.layouts.layout import Layout
from reverie.layouts.openclaw import OPENCLAW

LAYOUTS: dict[str, Layout] = {"agent": AGENT, "claude-code": CLAUDE_CODE, "openclaw": OPENCLAW}
