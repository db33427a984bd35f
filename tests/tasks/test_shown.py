"""What a person is shown of packets and of what would leave the machine, on the command line."""

from __future__ import annotations

import os
from pathlib import Path

from tests.cli.shell import repository
from tests.transcripts.sessions import Claude


def test_a_packet_and_what_would_be_sent_are_shown_line_by_line(tmp_path: Path) -> None:
    shop = repository(tmp_path / "shop")
    home = Path(os.environ["HOME"])
    talk = Claude("aaaa1111-0000-4000-8000-000000000001", str(shop.folder)).says("set up the project").answers("Done.")
    talk.says("remember that the staging database is on port 5433").answers("I will.")
    talk.write(home / ".claude" / "projects" / "-shop")
    shown = shop("tasks", "show", "aaaa1111")
    assert "] human@" in shown.out and "port 5433" in shown.out
    assert len(shown.out.splitlines()) > 5 and "\\n" not in shown.out
    packet = shop("tasks", "show", "aaaa1111", "--json").json
    assert packet["about"].startswith("aaaa1111")
    assert shop("tasks", "show", "bbbb", code=1).talk.count("hint:") == 1
    going = shop("run", "--since", "9000d", "--show-outgoing").out
    assert going.startswith("1 task for keyless") and "port 5433" in going
    assert not list((shop.folder / ".agent" / "local" / "logs").glob("answers/*"))
