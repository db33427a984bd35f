"""What a team writes down and asks, and what a household does. Words only: how often, and when, is in the world."""

from __future__ import annotations

from dataclasses import dataclass, field

Wants = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Words:
    """`kinds` hold for long: a sentence, and what people want to know of it, each row one matter in a wording or two.
    `passing` is asked about for a day or two. `printed` is what machines say, by kind."""

    subjects: tuple[str, ...]
    people: tuple[str, ...]
    places: tuple[str, ...]
    tools: tuple[str, ...]
    tongues: tuple[str, ...]
    kinds: tuple[tuple[str, Wants], ...] = field(repr=False)
    passing: tuple[tuple[str, tuple[str, ...]], ...] = field(repr=False)
    printed: tuple[tuple[str, str, tuple[str, ...]], ...] = field(repr=False)


KINDS: tuple[tuple[str, Wants], ...] = (
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

TEAM = Words(
    tuple("billing checkout search gateway catalogue invoicing shipping loyalty reporting identity".split()),
    tuple("Ada Grace Linus Barbara Edsger Radia Ken Margaret".split()),
    tuple("PostgreSQL Redis ClickHouse S3 Kafka SQLite Elasticsearch DynamoDB".split()),
    tuple("Argo Jenkins Buildkite Terraform Ansible Spinnaker".split()),
    tuple("Go Rust Kotlin Python TypeScript Elixir".split()),
    KINDS,
    PASSING,
    JUNK,
)
