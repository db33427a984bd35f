"""What MEMORY.md leads to, and what it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.talk import many, out, print_json, say

if TYPE_CHECKING:
    from reverie.layouts.layout import Layout
    from reverie.store.folder import FolderStore


def broken_links(store: FolderStore, layout: Layout, as_json: bool) -> None:
    """Links that lead nowhere."""
    from reverie.layouts.shelf import filed
    from reverie.orient import broken

    found = sorted(
        (wiring.path_of(t.address), t.line, t.about) for t in broken(store, layout, list(filed(store, layout)))
    )
    if as_json:
        print_json([{"path": where, "line": number, "link": target} for where, number, target in found])
        return
    for where, number, target in found:
        out(f"{where}:{number}  {target}")
    say(f"{many(len(found), 'link leads', 'links lead')} nowhere" if found else "every link leads somewhere")
