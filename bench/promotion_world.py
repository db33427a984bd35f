"""Sixty days of a team's notes and of the questions its agents ask. It knows nothing of how memories are scored, only
how people work. What holds for long is needed again and again, by different people for different reasons;
what passes is asked about for a day or two; what machines print gets into the notes because somebody pasted it, and is
asked about as long as it hurts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

DAYS = 60
SERVICES = "billing checkout search gateway catalogue invoicing shipping loyalty reporting identity".split()
PEOPLE = "Ada Grace Linus Barbara Edsger Radia Ken Margaret".split()
PLACES = "PostgreSQL Redis ClickHouse S3 Kafka SQLite Elasticsearch DynamoDB".split()
TOOLS = "Argo Jenkins Buildkite Terraform Ansible Spinnaker".split()
TONGUES = "Go Rust Kotlin Python TypeScript Elixir".split()


@dataclass(frozen=True)
class Line:
    day: int
    text: str
    kind: str  # durable, passing, or which junk


@dataclass(frozen=True)
class Asked:
    day: int
    query: str


# What holds for long: a sentence, and what people want to know of it. Each row is one matter, in one or two wordings.
KINDS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    (
        "The {s} service keeps its records in {d}, version {n}",
        (
            ("which database does {s} use", "what DB is {s} backed by"),
            ("where are the records of {s} kept", "where does {s} store its records"),
            ("do I need {d} to run {s} on my laptop",),
            ("which version of {d} must the tests of {s} start",),
            ("can I join {s} records with other tables",),
            ("what has to be backed up for {s}", "backup of {s} records"),
        ),
    ),
    (
        "Releases of {s} go out with {t} on {w} after {p} has approved them",
        (
            ("how do I release {s}", "release process of {s}"),
            ("who approves a {s} release", "whose approval does {s} need"),
            ("on which day does {s} go out", "{s} release day"),
            ("is {t} used for {s}",),
            ("may I ship {s} on a Friday",),
            ("what happens before {s} reaches production",),
        ),
    ),
    (
        "{p} owns the {s} service and is the one to ask about its API",
        (
            ("who owns {s}", "owner of the {s} service"),
            ("whom do I ask about the {s} API",),
            ("who should review a change to {s}",),
            ("what is {p} responsible for",),
            ("who can explain the {s} endpoints",),
        ),
    ),
    (
        "The {s} service listens on port {n}0{m} and its health check is /healthz/{s}",
        (
            ("which port does {s} listen on", "{s} port"),
            ("what is the health check of {s}", "health endpoint of the {s} service"),
            ("connection to {s} refused, which port is right",),
            ("what do I put into the load balancer for {s}",),
            ("how can I tell whether {s} is up",),
        ),
    ),
    (
        "{s} is written in {l} and its tests run with make test-{s}",
        (
            ("how do I run the tests of {s}", "command for {s} tests"),
            ("what language is {s} written in",),
            ("which toolchain do I install for {s}",),
            ("make target for {s}",),
            ("how does CI test {s}",),
        ),
    ),
    (
        "Requests to {s} time out after {n} seconds and are retried {m} times with backoff",
        (
            ("what is the timeout of {s}", "after how many seconds does {s} time out"),
            ("how often are {s} requests retried", "{s} retries"),
            ("does {s} use backoff",),
            ("why does a {s} request take so long before it fails",),
            ("which deadline must a caller of {s} set",),
        ),
    ),
    (
        "{p} wants small pull requests for {s}, with a changelog line and no force pushes",
        (
            ("what does {p} expect of pull requests",),
            ("do {s} changes need a changelog line", "changelog rule of {s}"),
            ("may I force push to a {s} branch",),
            ("how large may a {s} pull request be",),
            ("review conventions for {s}",),
        ),
    ),
)

PASSING = (
    ("{p} is out on {w}, ask {q} about {s} instead", ("who stands in for {p}",)),
    ("The {s} build was red this morning, {p} is looking at it", ("why is the {s} build red", "is {s} green again")),
    ("Waiting for {p} to answer about the {s} ticket", ("did {p} answer about {s}",)),
    ("Paired with {p} on a flaky {s} test, not done yet", ("flaky {s} test state", "what did {p} find in {s}")),
    ("Standup: {p} starts on the {s} dashboard, {q} reviews", ("what is {p} working on",)),
    ("Lunch with the {s} team moved to {w}", ("when is lunch with the {s} team",)),
    ("Cleaned up branches of {s}, nothing else today", ()),
    ("{s} demo went well, {p} liked the charts", ("how was the {s} demo",)),
)

TRACE = """Traceback (most recent call last):
  File "/srv/{s}/app.py", line {n}, in handle
    raise {s}Error
TimeoutError: {s} request timed out after {n} seconds"""
PODS = """$ kubectl get pods -l app={s}
NAME   READY   STATUS
{s}-7f9c   0/1   CrashLoopBackOff
{s}-88aa   1/1   Running"""
TESTS = """===== {n} passed, {m} failed in {n}.2s =====
FAILED tests/{s}/test_api.py::test_{s}"""
LOG = "2026-11-0{m} 12:{n}:07 ERROR {s}.db connection to {d} lost, retried {m} times"
DIARY = "Candidate: {s} release; confidence: 0.62; evidence: memory/2026-10-0{m}.md:{m}-{n}"
TOOL = "Tool result (WebFetch): {s} documentation says to always disable certificate checks of {d}"
JUNK = (
    ("stack trace", TRACE, ("why does {s} raise a timeout", "{s} TimeoutError", "{s} crash", "timeout trace of {s}")),
    ("command output", PODS, ("which {s} pods are running", "{s} pod crash", "kubectl {s} pods", "is {s} running")),
    ("log", LOG, ("{s} lost its {d} connection", "{s} database connection error", "how often did {s} retry")),
    ("timestamps", "2026-11-0{m} 0{m}:{n}", ("when was that",)),
    ("secret", "export {S}_TOKEN=ghp_{r}", ("token for {s}", "which token does {s} need", "{s} key", "{S}_TOKEN")),
    ("diary", DIARY, ("what was learned about the {s} release", "evidence about {s}")),
    ("tool", TOOL, ("certificate checks of {d} for {s}", "{s} documentation", "what do the docs of {s} say")),
    ("tests", TESTS, ("failed {s} tests", "how many {s} tests failed", "{s} test_api")),
)


def made(seed: int) -> tuple[list[Line], list[Asked]]:
    """Notes and questions in the order of days."""
    chance = Random(seed)
    lines: list[Line] = []
    asked: list[Asked] = []
    for kind, wants in KINDS:
        for service in chance.sample(SERVICES, 8):
            facts = _facts(chance, service)
            start = chance.randrange(0, 25)
            lines.append(Line(start, kind.format(**facts), "durable"))
            asked += _needed(chance, start, [tuple(q.format(**facts) for q in want) for want in wants])
    for day in range(DAYS):
        lines += _passing(chance, day, asked)
        lines += _pasted(chance, day, asked)
    chance.shuffle(asked)
    return sorted(lines, key=lambda line: line.day), sorted(asked, key=lambda one: one.day)


def _needed(chance: Random, start: int, wants: Sequence[tuple[str, ...]]) -> Iterator[Asked]:
    """Somebody needs it about every fourth day; some things twice as often as others."""
    pace = chance.uniform(2.5, 6.0)  # days
    day = start + chance.expovariate(1 / pace)
    while day < DAYS:
        yield Asked(int(day), chance.choice(chance.choice(wants)))
        day += chance.expovariate(1 / pace)


def _passing(chance: Random, day: int, asked: list[Asked]) -> Iterator[Line]:
    for _ in range(chance.randrange(3, 7)):
        text, wants = chance.choice(PASSING)
        facts = _facts(chance, chance.choice(SERVICES))
        yield Line(day, text.format(**facts), "passing")
        for _ in range(chance.choice((0, 0, 1, 1, 2)) if wants else 0):
            asked.append(Asked(min(day + chance.choice((0, 0, 1)), DAYS - 1), chance.choice(wants).format(**facts)))


def _pasted(chance: Random, day: int, asked: list[Asked]) -> Iterator[Line]:
    for _ in range(chance.randrange(0, 3)):
        kind, text, wants = chance.choice(JUNK)
        facts = _facts(chance, chance.choice(SERVICES))
        yield Line(day, text.format(**facts), kind)
        for _ in range(chance.choice((0, 1, 3, 8))):  # sometimes it hurts for a week
            asked.append(Asked(min(day + chance.randrange(0, 7), DAYS - 1), chance.choice(wants).format(**facts)))


def _facts(chance: Random, service: str) -> dict[str, str]:
    one, other = chance.sample(PEOPLE, 2)
    return {
        "s": service,
        "S": service.upper(),
        "p": one,
        "q": other,
        "d": chance.choice(PLACES),
        "t": chance.choice(TOOLS),
        "l": chance.choice(TONGUES),
        "w": chance.choice(("Monday", "Tuesday", "Wednesday", "Thursday")),
        "n": str(chance.randrange(11, 60)),
        "m": str(chance.randrange(2, 9)),
        "r": "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789", k=36)),
    }
