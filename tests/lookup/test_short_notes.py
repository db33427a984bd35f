"""People note facts in three words. Among long lines that speak of the same things, those are still found."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.records.passages import Passage

SHORT = (
    ("Use pnpm, never npm.", "which package manager should I install dependencies with"),
    ("Prefers tabs over spaces", "how does the user like code indented"),
    ("Deploy on Fridays is forbidden", "can I ship to production at the end of the week"),
    ("Staging port: 6543", "which port does the staging database use"),
    ("Ada owns billing", "who is responsible for the billing service"),
    ("CI runs on Jenkins", "where do the continuous integration builds run"),
    ("Logs go to Loki", "where can I read the logs of a service"),
    ("Secrets live in Vault", "where are passwords and secrets kept"),
    ("Tests need Docker", "what must be running before the tests"),
    ("Sprint ends Thursday", "when is the end of the sprint"),
    ("Answer in German", "which language should replies be in"),
    ("Black, line length 100", "how is the code formatted"),
    ("Python 3.12 only", "which python version do we support"),
    ("Squash merges only", "how should pull requests be merged"),
    ("Backups at 02:00 UTC", "when do the backups run"),
    ("Ben is on leave until May", "is Ben around this month"),
    ("Redis is gone, use Valkey", "which cache server do we use now"),
    ("Feature flags: Unleash", "what do we use for feature flags"),
    ("No emojis in commits", "may I put emojis into commit messages"),
    ("VPN profile eu-2", "which vpn profile do I need"),
)
LONG = """
The packaging of the release takes place in the evening after the nightly jobs, because the package registry
is slow during the day and installs time out

When the editor opens a file with long lines the formatting of white space is left to the editorconfig in the
root of the repository, which was added in March

The release meeting takes place on Friday at ten, and the notes of it are kept in the wiki under releases by
the person who wrote them

The production database listens behind a proxy, which was moved to another subnet in April after the outage of
the old switch in the cellar

The invoices of the billing service are sent by mail on the first of the month, and a copy of each is kept for
ten years in the archive bucket

Builds that take longer than an hour are stopped by the scheduler, and the team is told in the channel so that
somebody can look at what went wrong

The log format was changed last year so that every service writes one line of JSON for each request, with the
id of the request in it

Passwords that are older than ninety days have to be changed, and the portal tells people so a week before in
a mail

The integration tests take twenty minutes on a laptop and are therefore only run for the branches that change
the storage layer

The planning of the next sprint was moved to the morning because the people in the other office had no time in
the afternoon

The documentation is translated by an agency twice a year, and the strings for it are exported with a script
in the tools folder

The code review of the parser found that nobody had looked at how it handles very long lines of input from old
customers

The python scripts in the tools folder were rewritten last summer so that they share the parsing of their
arguments and print help

Pull requests that are open for more than two weeks are closed by a robot, which writes a comment about how to
open them again

The restore of a backup was tried in January and took four hours, most of which went into copying the files
over the network

Ben wrote the first version of the exporter in a weekend and it was then used for three years before somebody
looked at it again

The cache of the gateway was switched off during the incident and the load on the database went up to ninety
percent for an hour

The feature for exporting invoices as a spreadsheet was asked for by two customers and is planned for the next
quarter of the year

The commit that broke the login page was found with a bisect and reverted, and a test for it was added on the
same day

The network team asked everybody to use the new profile of the office wifi because the old one will be
switched off in autumn
"""


def test_a_fact_in_three_words_is_found_among_long_lines_about_its_subject(tmp_path: Path) -> None:
    """By words alone, which some of the questions share none of with their answer."""
    at = datetime(2026, 3, 1, tzinfo=UTC)
    index = Index(tmp_path)
    texts = [*(text for text, _ in SHORT), *(" ".join(line.split()) for line in LONG.split("\n\n"))]
    told = [Passage(str(n), "day", n, n, text, at=at, group="day", place=n) for n, text in enumerate(texts)]
    index.put("day", "day", told)
    hits = [[hit.passage.text for hit in search(index, question, 5, now=at)] for _, question in SHORT]
    first = [found[:1] == [text] for found, (text, _) in zip(hits, SHORT, strict=True)]
    there = [text in found for found, (text, _) in zip(hits, SHORT, strict=True)]
    index.close()
    assert sum(first) >= 8
    assert sum(there) >= 13
