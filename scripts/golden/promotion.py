"""Promotion: recall log, formula, gates, modes and `/dreaming`. What is recorded here is to stay byte-identical.

In `asked`, agents ask questions of daily notes over three weeks, and every mode and a few settings are gone through; in
`model` once more where the model is installed. In `counted`, the recall log is written by hand, so that the formula is
recorded whatever search finds. In `openclaw`, the memory is OpenClaw's. Of commands that tell other things too, only
what concerns promotion is kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from scripts.golden.world import START, World, progress

Golden = dict[str, str]
MODES = ("off", "core", "rem", "deep")
WORDS = (*MODES, "status", "help")
END = START + timedelta(days=21)

FACTS: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (0, "Deploys go out on Tuesdays from the release branch, never on Fridays", (
        "when do deploys go out", "which branch are deploys made from", "may we deploy on a Friday",
        "deploy on Tuesdays release branch", "who deploys on Fridays")),
    (0, "The staging VPN profile is eu-2 and its password is kept by Bob", (
        "which VPN profile does staging need", "staging VPN profile", "who keeps the staging VPN password")),
    (1, "Invoices are exported in the customer's time zone", (
        "which time zone are invoices exported in", "invoice export time zone", "are invoices exported in UTC")),
    (1, "The mail worker retries 5 times and then parks the message", (
        "how often does the mail worker retry", "mail worker retries", "where are messages parked by the mail worker",
        "what does the mail worker do after five retries")),
    (2, "Bob owns billing; ask him before money.py is changed", (
        "who owns billing", "whom do I ask before changing money.py")),
    (2, "Refunds are rounded once, at the end, with Decimal", (
        "how are refunds rounded", "rounding of refunds with Decimal")),
    (3, "The search index is rebuilt after every deploy by make warm", (
        "when is the search index rebuilt", "what does make warm do", "search index after a deploy")),
    (4, "Coffee was cold today", ("was the coffee cold today",)),
    (4, "Waiting for Eve to review the digest mail", ("did Eve review the digest mail", "digest mail review by Eve")),
    (5, "Traceback (most recent call last): File services/auth/jwt.py line 31 in decode KeyError exp", (
        "Traceback in services/auth/jwt.py decode KeyError exp", "KeyError exp in jwt.py line 31",
        "what raises KeyError exp in decode")),
    (5, "2026-09-12 03:14:07 ERROR worker-3 connection reset by peer (attempt 4)", (
        "ERROR worker-3 connection reset by peer", "worker-3 connection reset attempt 4")),
    (6, "Fixtures of the orders tests live in tests/data/orders.json", (
        "where do fixtures of the orders tests live", "orders tests fixtures", "tests/data/orders.json fixtures")),
    (8, "Deploys go out on Tuesdays from the release branch, never on Fridays", ()),
    (9, "Ada is on holiday until Monday", ("is Ada on holiday",)),
    (9, "The nightly report reads orders.total until the end of 2027", (
        "what does the nightly report read", "until when is orders.total read by the nightly report",
        "nightly report orders.total")),
    (9, "Feature flags live in flags.toml and are reviewed every quarter", (
        "where do feature flags live", "how often are feature flags reviewed", "feature flags flags.toml")),
)  # fmt: skip
PACE = (1, 2, 1, 1, 3, 5, 2, 9, 7, 1, 2, 2, 9, 9, 1, 2)  # days between two questions about each


def promotion(world_of: Callable[[str], World], with_model: Callable[[str], World] | None) -> Golden:
    told: Golden = {}

    def keep(part: str, world: World, play: Callable[[World], Golden]) -> None:
        progress(f"promotion: {part}")
        told.update({f"{part}: {name}": world.plain(text) for name, text in play(world).items()})

    progress("promotion: three weeks of questions")
    asked = world_of("asked")
    _live(asked)
    asked.snapshot()  # the same three weeks come before every mode; lived again, they would be half of the time
    for mode in MODES:
        asked.restore()
        keep(f"asked, {mode}", asked, _in_mode(mode))
    asked.restore()
    keep("settings", asked, _with_settings)
    for part, play in (("counted", _counted), ("openclaw", _in_openclaw), ("dreaming", _dreaming)):
        keep(part, world_of(part), play)
    if with_model:
        keep("with the model", with_model("model"), _by_meaning)
    return told


# Three weeks of questions


def _live(world: World) -> None:
    """Notes are remembered day by day and asked about: over MCP, by the command for agents, unasked by the hook."""
    world.begin()
    world.write(".agent/config.yaml", "hooks:\n  recall: true\n")
    world.at(START + timedelta(days=9))
    days = [(START + timedelta(days=day)).date().isoformat() for day, _, _ in FACTS]
    lines = [{"text": text, "date": day} for day, (_, text, _) in zip(days, FACTS, strict=True)]
    world.remember(lines[1:])
    world.reverie("remember", FACTS[0][1] + " at all")
    with world.mcp() as server:
        for day in range(10, 21):
            for number, (when, _, questions) in enumerate(FACTS):
                turn = day - when
                if questions and turn >= 1 and turn % PACE[number] == 0:
                    world.at(START + timedelta(days=day, hours=2, minutes=number))
                    server.call("memory_search", query=questions[turn // PACE[number] % len(questions)])
    for number, (_, text, questions) in enumerate(FACTS[:4]):
        world.at(START + timedelta(days=20, hours=5, minutes=number))
        world.reverie("search", questions[0], "--as-agent")
        event = {"session_id": f"s{number}", "hook_event_name": "UserPromptSubmit"}
        world.hook("recall", {**event, "prompt": f"please check this for me: {text}"})
    world.wait_for_others()
    world.at(END)
    asked = _logs(world)
    for kind in ('"asked":true', '"asked":false'):
        if asked.count(kind) < 4:
            raise RuntimeError(f"recalls with {kind} were not recorded, so promotion cannot be compared")


def _logs(world: World) -> str:
    return world.files(".agent/local/logs/recalls/*", ".agent/local/logs/promotions/*")


def _in_mode(mode: str) -> Callable[[World], Golden]:
    def play(world: World) -> Golden:
        told: Golden = {"recall log": _logs(world)} if mode == "off" else {}
        told["mode"] = world.reverie("mode", mode) + world.reverie("mode") + world.reverie("mode", "--json")
        told["mode twice"] = world.reverie("mode", mode)
        told["config"] = world.files(".agent/config.yaml")
        told |= _previews(world, every=mode in ("core", "rem"))
        told |= {f"before, {name}": text for name, text in _status(world).items()}
        if mode in ("core", "deep"):  # these promote by themselves first; the others by hand
            told |= _due(world)
        told["apply, one"] = world.reverie("promote", "--apply", "--limit", "1")
        told["apply"] = world.reverie("promote", "--apply", "--json")
        told["apply again"] = world.reverie("promote", "--apply")
        told["with promoted"] = world.reverie("promote", "--include-promoted", "--limit", "50")
        told |= {f"after, {name}": text for name, text in _status(world).items()}
        told["notes"] = world.files(".agent/memory/[a-z0-9]*.md")
        told["undo"] = world.reverie("undo")
        told["after undo"] = world.reverie("promote", "--limit", "50") + world.files(".agent/memory/[a-z]*.md")
        told["loose gates"] = world.reverie(
            "promote", "--apply", "--min-score", "0.3", "--min-recall-count", "1", "--min-unique-queries", "1"
        )
        if mode in ("off", "rem"):
            world.reverie("mode", mode)  # that may be what was undone
            told |= _due(world)
        told["log at the end"] = world.files(".agent/local/logs/promotions/*")
        return told

    return play


def _previews(world: World, *, every: bool) -> Golden:
    told = {"preview": world.reverie("promote"), "preview, json": world.reverie("promote", "--json", "--limit", "50")}
    told["explain"] = _explained(world, 50 if every else 4)
    if not every:
        return told
    for words in (
        ("--limit", "1"), ("--limit", "3", "--json"), ("--min-score", "0.6"), ("--min-score", "1"),
        ("--min-recall-count", "1"), ("--min-unique-queries", "1"), ("--min-recall-count", "9"),
        ("--min-score", "0.5", "--min-recall-count", "2", "--min-unique-queries", "2"),
        ("--min-score", "1.5"), ("--limit", "0"),
    ):  # fmt: skip
        told[f"preview {' '.join(words)}"] = world.reverie("promote", *words)
    return told


def _explained(world: World, most: int) -> str:
    """Every memory, in words and for scripts; and what nobody recalled."""
    found = (world.json("promote", "--limit", str(most), "--include-promoted") or {}).get("candidates", [])
    texts = [world.reverie("promote-explain", one["id"]) for one in found]
    texts += [world.reverie("promote-explain", one["id"], "--json") for one in found[:3]]
    texts += [world.reverie("promote-explain", word) for word in ("coffee", "Deploys", "holiday", "zebra")]
    return "".join(texts)


def _status(world: World) -> Golden:
    lines = world.reverie("status", "--deep").splitlines()
    first = next((number for number, line in enumerate(lines) if line.startswith("Mode")), len(lines))
    kept = [line for line in lines[first:] if not line.startswith("By itself") or "promotion" in line]
    told = (world.json("status", "--deep") or {}).get("promotion") or {}
    told["runs"] = [run for run in told.get("runs", []) if run.get("name") == "promotion"]
    return {"status": "\n".join(kept), "status, json": json.dumps(told, indent=2, ensure_ascii=False)}


def _due(world: World) -> Golden:
    """When the gate opens, around the hours of every cadence. Nothing else is kept of what a tick tells."""
    lines = []
    for minutes in (1, 361, 719, 721, 1081):
        world.at(END + timedelta(hours=15, minutes=minutes))
        gates = (world.json("tick") or {}).get("gates", [])
        gate = next((one for one in gates if one.get("name") == "promotion"), None)
        lines.append(f"{world.now:%Y-%m-%d %H:%M} {json.dumps(gate, ensure_ascii=False)}")
        world.wait_for_others()
    return {"due": "\n".join(lines)}


def _by_meaning(world: World) -> Golden:
    """Where the model is installed, questions are told apart by what they mean."""
    _live(world)
    if '"model":' not in (log := _logs(world)):
        raise RuntimeError("the model was not asked, so promotion with it cannot be compared")
    told: Golden = {"recall log": log, "mode": world.reverie("mode", "core")}
    told |= _previews(world, every=False)
    told["apply"] = world.reverie("promote", "--apply", "--json")
    told |= _status(world)
    return told


# Settings


_SETTINGS = {
    "own gates": "mode: core\n  min_score: 0.65\n  min_recall_count: 2\n  min_unique_queries: 1\n  limit: 2",
    "unsatisfiable": "mode: deep\n  min_score: 0.99\n  min_recall_count: 3\n  min_unique_queries: 3",
    "never": "mode: core\n  min_score: 0.95\n  weights:\n    frequency: 0.3\n    relevance: 0.3\n    diversity: 0.1\n"
    "    recency: 0.1",
    "other weights": "mode: core\n  half_life_days: 3\n  weights:\n    frequency: 0.1\n    relevance: 0.6\n"
    "    diversity: 0.1\n    recency: 0.2",
    "counting": "mode: core\n  counts_from: 0.9\n  unasked_weight: 1\n  recall_days: 7\n  recall_most: 4",
    "cadence": 'mode: rem\n  frequency: "30 4 * * 1"\n  timezone: America/New_York',
    "mistake": "mode: sometimes",
}


def _with_settings(world: World) -> Golden:
    told: Golden = {}
    for name, text in _SETTINGS.items():
        world.write(".agent/config.yaml", f"dreaming:\n  {text}\n")
        told[f"{name}, mode"] = world.reverie("mode")
        told[f"{name}, preview"] = world.reverie("promote", "--limit", "50")
        told[f"{name}, explain"] = world.reverie("promote-explain", "Invoices")
        told |= {f"{name}, {part}": text for part, text in _status(world).items()}
    return told


# The formula, from a log written by hand


Case = tuple[int, int, float, float, bool]  # recalls, distinct questions, relevance, days ago, asked
CASES: tuple[Case, ...] = (
    (1, 1, 1.0, 0, True), (2, 1, 1.0, 0, True), (2, 2, 1.0, 0, True), (3, 1, 1.0, 0, True), (3, 2, 1.0, 0, True),
    (3, 3, 1.0, 0, True), (4, 3, 1.0, 0, True), (5, 3, 1.0, 0, True), (6, 4, 1.0, 0, True), (8, 5, 1.0, 0, True),
    (12, 6, 1.0, 0, True), (40, 9, 1.0, 0, True), (6, 4, 0.75, 0, True), (6, 4, 0.4, 0, True), (6, 4, 0.39, 0, True),
    (6, 4, 0.04, 0, True), (6, 4, 0.9, 1, True), (6, 4, 0.9, 7, True), (6, 4, 0.9, 14, True), (6, 4, 0.9, 28, True),
    (6, 4, 0.9, 60, True), (6, 4, 0.9, 179, True), (6, 4, 0.9, 181, True), (6, 4, 0.9, 0, False),
    (20, 4, 0.9, 0, False), (12, 3, 0.65, 3.5, True),
)  # fmt: skip


def _counted(world: World) -> Golden:
    world.begin()
    names = [
        f"Machine {word} stands in hall {n + 1} and is greased weekly" for n, word in enumerate(_names(len(CASES)))
    ]
    world.reverie("remember", "--batch", "-", given="".join(json.dumps({"text": name}) + "\n" for name in names))
    asked = "".join(json.dumps({"id": name, "query": name, "limit": 3}) + "\n" for name in names)
    answers = world.run("reverie", "search", "--batch", "-", given=asked).stdout.splitlines()
    found = {hit["text"]: hit for answer in answers for hit in json.loads(answer)["hits"]}
    world.at(END)
    months: dict[str, list[dict[str, Any]]] = {}
    for number, (name, case) in enumerate(zip(names, CASES, strict=True)):
        for record in _recalls(world, number, found[name], case) if name in found else ():
            months.setdefault(record["at"][:7], []).append(record)
    for month, records in months.items():
        lines = [json.dumps(one, separators=(",", ":")) for one in sorted(records, key=lambda one: one["at"])]
        world.write(f".agent/local/logs/recalls/{month}.jsonl", "\n".join(lines) + "\n")
    told: Golden = {}
    for mode in MODES:
        world.reverie("mode", mode)
        told[f"{mode}, preview"] = world.reverie("promote", "--limit", "50", "--json")
        told |= {f"{mode}, {part}": text for part, text in _status(world).items()}
    told["explain"] = "".join(world.reverie("promote-explain", f"hall {n + 1} ") for n in range(len(CASES)))
    told["apply"] = world.reverie("promote", "--apply", "--limit", "7")
    told["tick"] = _due(world)["due"]
    told["logs"] = world.files(".agent/local/logs/promotions/*")
    return told


def _names(count: int) -> list[str]:
    return [f"{'bdfgklmnprst'[n % 12]}{'aeiou'[n % 5]}{'vzxqw'[n // 5 % 5]}o{'rnst'[n % 4]}" for n in range(count)]


def _recalls(world: World, number: int, hit: dict[str, Any], case: Case) -> list[dict[str, Any]]:
    count, questions, relevance, ago, asked = case
    records = []
    for n in range(count):
        at = world.now - timedelta(days=ago, minutes=n)
        question = f"{number}-{n % questions}"
        words = [f"w{question}a", f"w{question}b", f"w{question}c"]
        facts = {"passage": hit["id"], "address": f"memory:{hit['path'].rpartition('/')[2]}", "lines": hit["lines"]}
        facts |= {"text": hit["text"], "layer": "daily", "query": _hash(question), "words": words}
        facts |= {"score": 0.9, "relevance": relevance, "asked": asked}
        id = _hash(f"{question} {n}")
        records.append({"id": id, "at": at.isoformat(), "kind": "recall", "by": "agent", "facts": facts})
    return records


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


# OpenClaw, and the command in chat


def _in_openclaw(world: World) -> Golden:
    world.write("memory/2026-09-07.md", "".join(f"- {text}\n" for _, text, _ in FACTS[:6]))
    world.write("MEMORY.md", "# Long-term memory\n\n## People\n\n- Bob owns billing.\n")
    world.write(".agent/config.yaml", "memory:\n  layout: openclaw\ndreaming:\n  mode: core\n")
    world.begin()
    world.commit("workspace")
    with world.mcp() as server:
        for day in range(6):
            for number, (_, _, questions) in enumerate(FACTS[:6]):
                world.at(START + timedelta(days=day, hours=1, minutes=number))
                server.call("memory_search", query=questions[day % len(questions)])
    world.at(START + timedelta(days=7))
    told: Golden = {"preview": world.reverie("promote"), "recalls": _logs(world)}
    world.write("state/openclaw.json", json.dumps(_OTHER))
    theirs = {"OPENCLAW_STATE_DIR": str(world.project / "state")}
    told["two dreamers"] = world.reverie("promote", "--apply", env=theirs) + world.reverie("mode", env=theirs)
    told["apply"] = world.reverie("promote", "--apply")
    told["apply again"] = world.reverie("promote", "--apply")
    told["files"] = world.files("MEMORY.md", "memory/*.md", "memory/.dreams/*")
    told["undo"] = world.reverie("undo") + world.files("MEMORY.md", "memory/.dreams/*")
    return told


_OTHER = {"plugins": {"entries": {"memory-core": {"config": {"dreaming": {"mode": "core"}}}}}}


def _dreaming(world: World) -> Golden:
    """The texts of `/dreaming`, as a prompt of the server and as a command or skill of every agent."""
    world.begin()
    told: Golden = {}
    with world.mcp() as server:
        told |= {f"prompt {word}": server.prompt("dreaming", word=word) for word in WORDS}
        told["prompt alone"] = server.prompt("dreaming")
        told["prompt sometimes"] = server.prompt("dreaming", word="sometimes")
    agents = [word for name in ("claude-code", "codex", "cursor", "gemini") for word in ("--agent", name)]
    world.reverie("init", "--commands", "--yes", *agents)
    found = sorted(path for path in world.project.rglob("*dreaming*") if ".git" not in path.parts)
    names = {path.relative_to(world.project).as_posix() for path in found}
    for name in sorted(names):
        told[name] = world.files(name, f"{name}/**/*")
    told["help"] = "".join(world.reverie(name, "--help") for name in ("promote", "promote-explain", "mode"))
    told["a word it does not know"] = world.reverie("mode", "sometimes")
    return told
