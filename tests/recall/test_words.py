"""What is junk and what is not."""

from __future__ import annotations

import pytest

from reverie.remember.junk import reason

JUNK = [
    "$ npm test\n> jest\nPASS src/a.test.ts", "2026-11-10 12:00:01 INFO server started", "12:30", "Monday 12:30 PM",
    "last updated 2026-01-02", "1234 5678", "TypeError: x\n    at foo (/a/b.js:3:4)\n    at bar (/a/c.js:1:1)",
    "drwxr-xr-x 2 ada ada 4096 Nov 1 src", "On branch main\nnothing to commit", "npm ERR! code E404",
    "3f2a1bc fix things", "M src/a.py\n M src/b.py\n?? c.txt", "## Light Sleep", "<!-- reverie:begin x -->",
    "- x [score=0.812 recalls=3 avg=0.7 source=memory/2026-01-01.md:1-2]", "[REDACTED:token:deadbeef] is the key",
    "thread 'main' panicked at src/main.rs:3", "java.lang.X: y\n\tat com.foo.Bar.baz(Bar.java:12)", "Exit code: 1",
]  # fmt: skip
GOOD = [
    "Deploys go out on Tuesdays at 10:00 from the release branch", "Use pytest -m slow for slow tests", "我们用数据库",
    "Running the tests needs Docker 24.0 or newer.", "INFO level logs go to stdout in production", "Ada prefers tabs",
    "# of retries is 5", "ERROR codes begin with E and have four digits", "Installing needs Python 3.11",
    "deadbeef is the magic of the cache file", "On branch protection: two reviews are needed", "Retry at most 3 times",
    "Error handling: wrap every call in Result", "$HOME/.config/x holds the settings", "Порт шлюза 8443",
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
def test_junk_has_a_reason(text: str) -> None:
    assert reason(text, "user", str)


@pytest.mark.parametrize("text", GOOD)
def test_a_sentence_has_none(text: str) -> None:
    assert reason(text, "agent", str) == ""


def test_what_a_redactor_would_change_is_a_secret() -> None:
    assert reason("the key is hunter2", "user", lambda text: text.replace("hunter2", "x")) == "it holds a secret"
    assert reason("plain", "system", str).startswith("it came from the system")
