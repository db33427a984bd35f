"""What the next session should know first: chosen, cited and short."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.briefing import brief, page
from reverie.records.briefing import CHARACTERS, LINES, WIDTH, Material
from reverie.records.doubts import Doubt, Sighting
from reverie.records.events import Event, Origin, Span
from reverie.records.insights import Insight, Type
from reverie.records.learning import Rule

NOW = datetime(2026, 3, 20, 2, tzinfo=UTC)


def event(
    kind: str, summary: str, session: str = "aaaa1111", hours: float = 10, files: tuple[str, ...] = (), *tags: str
) -> Event:
    at = NOW - timedelta(hours=hours)
    span = Span(f"/home/me/{session}.jsonl", line=int(hours * 10), uuid=f"{session}-{kind}-{summary}")
    return Event(
        f"{kind}{session}{summary}",
        kind,
        "ada",
        at,
        Origin.USER,
        span,
        summary,
        files=files,
        session=session,
        tags=tags,
    )


def commit(subject: str, hours: float, *files: str) -> Event:
    span = Span("git", commit="c0ffee1234567890")
    return Event(
        f"c{subject}", "commit", "bob", NOW - timedelta(hours=hours), Origin.USER, span, subject, files=files, who="Bob"
    )


def insight(kind: Type, text: str, sessions: int = 3, confidence: str = "high") -> Insight:
    day = date(2026, 3, 19)
    ids = tuple(f"s{n}" for n in range(sessions))
    return Insight(f"{abs(hash(text)):x}"[:12], kind, text, text, confidence, "seen often", day, day, ids, ())


WORK = (
    event("task", "Make the parser keep comments", "aaaa1111", 12, (), "branch:keep-comments"),
    event("edit", "edited src/parse.py", "aaaa1111", 11, ("src/parse.py", "src/lex.py")),
    event("outcome", "Comments are kept, with their line.", "aaaa1111", 10),
    event("left", "Trailing comments are not tested yet.", "aaaa1111", 10),
    event("task", "Speed up the importer", "bbbb2222", 60),
    event("edit", "edited src/importer.py", "bbbb2222", 59, ("src/importer.py",)),
)


def text(**known: object) -> str:
    return "\n".join(brief(Material(NOW, **known)))  # type: ignore[arg-type]


def test_nothing_is_said_where_nothing_is_known() -> None:
    assert brief(Material(NOW)) == ()


def test_recent_work_comes_first_with_request_outcome_files_and_place() -> None:
    lines = brief(Material(NOW, WORK))
    work = "“Make the parser keep comments” → Comments are kept, with their line; edited src/{parse.py, lex.py}"
    assert lines[0] == "Where work stands, the newest first:"
    assert lines[1] == f"- 2026-03-19 on keep-comments: {work} (session aaaa1111:100)"
    assert "- Trailing comments are not tested yet. (session aaaa1111:100)" in lines


def test_what_was_left_open_before_a_later_end_is_over() -> None:
    later = event("left", "The docs are still missing.", "aaaa1111", 5)
    told = text(heard=(*WORK, later))
    assert "docs are still missing" in told
    assert "Trailing comments are not tested" not in told


def test_what_no_commit_holds_yet_is_open() -> None:
    begun = commit("feat: begin", 500, "README.md")
    assert "in no commit yet: src/{parse.py, lex.py}" in text(heard=WORK, commits=(begun,))
    both = commit("feat: keep comments", 10.5, "src/parse.py", "src/lex.py")
    assert "in no commit yet" not in text(heard=WORK, commits=(begun, both))


def test_commits_of_others_since_the_last_session_are_news() -> None:
    told = text(heard=WORK, commits=(commit("fix: lexer drops tabs", 2), commit("feat: old", 90)))
    assert "after the last session: fix: lexer drops tabs — Bob (commit c0ffee12)" in told
    assert "feat: old" not in told


def test_insights_stand_where_they_help_and_say_which_they_are() -> None:
    fails = insight(Type.ERROR, "`npm test` fails with ECONNREFUSED until `docker compose up db` ran: 4 sessions")
    gap = insight(Type.GAP, "Nobody knows why the export stalls: asked in 3 sessions")
    told = text(heard=WORK, insights=(fails, gap)).splitlines()
    at = told.index("What fails here, and what helps:")
    assert told[at + 1].startswith("- `npm test` fails with ECONNREFUSED")
    assert f"insight {fails.id[:6]}" in told[at + 1]
    assert told.index("Left open:") < next(n for n, line in enumerate(told) if "why the export stalls" in line) < at


def test_rules_come_before_wishes_and_what_only_its_moment_understands_is_left_out() -> None:
    rule = Rule(
        "r1",
        "keep-spans",
        "Keep spans when you rewrite nodes.",
        (),
        "lost twice",
        "ada",
        NOW,
        NOW.date(),
        "c1",
        "repeat_fix",
        "x",
        3,
    )
    said = (
        event("remember", "always use pnpm, not npm", "aaaa1111", 11),
        event("correction", "use the other one there", "aaaa1111", 11),
    )
    told = text(heard=(*WORK, *said), rules=(rule,)).splitlines()
    at = told.index("What people want:")
    assert told[at + 1] == "- Keep spans when you rewrite nodes. (rule, decided by ada on 2026-03-20)"
    assert "pnpm" in told[at + 2]
    assert "other one" not in "\n".join(told)


def test_a_wish_is_told_once_and_not_after_it_was_decided_about() -> None:
    rows = ("always use pnpm, not npm", "from now on use pnpm, not npm", "always ask before you deploy")
    said = [event("remember", words, "aaaa1111", 11) for words in rows]
    told = text(heard=(*WORK, *said))
    assert told.count("pnpm") == 1 and "deploy" in told
    assert "deploy" not in text(heard=(*WORK, *said), decided={said[2].id})


def test_doubts_are_told_with_what_was_last_said_of_them() -> None:
    doubt = Doubt("memory:deploy.md", "note", "deploy: `scripts/ship.sh` is gone")
    seen = Sighting(doubt.key, "note", doubt.told, "user", "aaaa1111", "a.jsonl", 7, "we use tools/ship.py now")
    told = text(heard=WORK, doubts=(doubt,), sightings=(seen,))
    assert (
        "deploy: `scripts/ship.sh` is gone; said of it by user: “we use tools/ship.py now” (session aaaa1111, line 7)"
        in told
    )
    assert "(deploy.md)" in told


def test_the_page_is_never_longer_than_it_may_be() -> None:
    heard = [
        one
        for n in range(40)
        for one in (
            event("task", f"Task {n} " + "word " * 60, f"s{n:07}", n),
            event("edit", "edited", f"s{n:07}", n, tuple(f"src/part{n}/file{m}.py" for m in range(20))),
            event("left", f"Thing {n} is not done yet " + "and so on " * 40, f"s{n:07}", n),
        )
    ]
    many = [insight(kind, f"{kind.value} {n} " + "x" * 300) for kind in Type for n in range(12)]
    lines = brief(Material(NOW, heard, insights=many))
    assert len(page(lines, NOW).splitlines()) <= LINES
    assert sum(map(len, lines)) <= CHARACTERS
    assert max(map(len, lines)) <= WIDTH
    titles = [line for line in lines if not line.startswith("- ")]
    assert len(titles) >= 6  # no part takes all the room


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["task", "outcome", "left", "edit", "error", "command", "correction"]), st.text())
    )
)
def test_whatever_was_said_a_line_is_a_line(said: list[tuple[str, str]]) -> None:
    heard = [event(kind, words, f"s{n % 3}", n % 50, (words,)) for n, (kind, words) in enumerate(said)]
    lines = brief(Material(NOW, heard))
    assert len(lines) < LINES
    assert all(line.isprintable() and len(line) <= WIDTH for line in lines)


def test_the_same_material_makes_the_same_page_in_any_order() -> None:
    assert brief(Material(NOW, WORK)) == brief(Material(NOW, tuple(reversed(WORK))))
