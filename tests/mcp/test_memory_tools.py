"""Memory at hand: search, read, remember, and ask to forget."""

from __future__ import annotations

import json

import pytest

from tests.cli.shell import Shell
from tests.mcp.client import LEGACY, MODERN, asked, connected, over_stdio, refused, run

HINT = "check it against the code"


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_what_was_remembered_is_found_as_an_agents_words(house: Shell, transport: str, mode: str) -> None:
    async def story() -> None:
        async with connected(house.folder, transport, mode) as client:
            told = await asked(client, "memory_remember", text="The smoke test needs the port 8123 to be free")
            assert "as an agent's words" in told
            found = await asked(client, "memory_search", query="which port must be free for the smoke test")
            assert "8123" in found
            assert " · daily · agent · not verified)" in found
            assert HINT in found

    run(story())
    (day,) = (house.folder / ".agent" / "memory").glob("20*.md")
    assert "<!-- origin: agent -->" in day.read_text()
    hits = house("search", "port of the smoke test", "--json").json["hits"]
    assert hits[0]["origin"] == "agent"


def test_a_search_is_recorded_as_asked_by_an_agent(house: Shell) -> None:
    async def story() -> None:
        async with over_stdio(house.folder) as client:
            await asked(client, "memory_search", query="how is staging deployed")

    run(story())
    logs = (house.folder / ".agent" / "local" / "logs" / "recalls").glob("*.jsonl")
    recalls = [json.loads(line) for log in logs for line in log.read_text().splitlines()]
    assert recalls
    assert all(recall["facts"]["asked"] for recall in recalls)
    assert any(recall["facts"]["address"] == "memory:deploying.md" for recall in recalls)


def test_a_document_is_read_by_its_path_its_lines_or_its_name(house: Shell) -> None:
    async def story() -> None:
        async with over_stdio(house.folder) as client:
            for place in (".agent/memory/deploying.md", ".agent/memory/deploying.md:7-7", "deploying", "Deploying"):
                told = await asked(client, "memory_get", path=place)
                assert "make ship" in told
                assert HINT in told
            told = await asked(client, "memory_get", path="deploying", lines=3)
            assert "lines 1-3 of 7. Go on with from_line=4." in told

    run(story())


def test_nothing_but_memory_is_read(house: Shell) -> None:
    (house.folder / "README.md").write_text("readme\n")
    places = ["../../../etc/passwd", "/etc/passwd", ".agent/memory/../config.yaml", ".agent/config.yaml", "README.md"]
    places += [".agent/local/secret", ".agent/memory", "nothing-of-the-kind", ":1", "x" * 500]

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            for place in places:
                told = await refused(client, "memory_get", path=place)
                assert "there is nothing in memory at" in told, place
                assert "hint:" in told

    run(story())


def test_a_secret_in_a_persons_note_is_not_shown(house: Shell) -> None:
    key = "AKIA" + "Q3EGRCV6D5TJWHYB"
    (house.folder / ".agent" / "memory" / "cloud.md").write_text(f"---\ntitle: Cloud\n---\n\nThe key is {key}.\n")

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            assert key not in await asked(client, "memory_get", path="cloud")
            assert key not in str(await client.read_resource("reverie://notes/cloud"))
            assert key not in await asked(client, "memory_search", query="the cloud key")
            told = await asked(client, "memory_remember", text=f"the key of the cloud is {key}")
            assert "Remembered" in told

    run(story())
    (day,) = (house.folder / ".agent" / "memory").glob("20*.md")
    assert key not in day.read_text()


def test_an_answer_stays_within_its_budget_and_says_how_to_get_the_rest(house: Shell) -> None:
    lines = "\n".join(f"- step {number} of the deploy takes {'very ' * 20}long" for number in range(400))
    (house.folder / ".agent" / "memory" / "long.md").write_text(f"---\ntitle: Long\n---\n\n{lines}\n")

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            told = await asked(client, "memory_get", path="long", lines=400)
            assert len(told) < 8_600
            assert "left out" in told
            told = await asked(client, "memory_search", query="steps of the deploy", limit=20)
            assert len(told) < 8_600

    run(story())


def test_forgetting_is_only_a_proposal(house: Shell) -> None:
    note = house.folder / ".agent" / "memory" / "deploying.md"
    before = note.read_bytes()

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            told = await asked(client, "memory_forget", note="deploying", reason="we deploy from CI since October")
            assert "It stays until a person decides" in told
            id = told.partition("(")[2].partition(")")[0]
            assert id[:4] in await asked(client, "reorganize_list")
            shown = await asked(client, "reorganize_show", id=id[:6])
            assert "since October" in shown
            assert ".agent/memory/deploying.md moves to .agent/memory/retired/deploying.md" in shown
            again = await refused(client, "memory_forget", note="deploying", reason="we deploy from CI since October")
            assert "was proposed before and is open" in again

    run(story())
    assert note.read_bytes() == before
    assert list((house.folder / ".agent" / "dream" / "proposals").glob("*.md"))


def test_what_is_on_the_page_is_what_search_calls_it(house: Shell) -> None:
    """Nobody becomes a person by writing so into a mark."""
    day = house.folder / ".agent" / "memory" / "2026-11-01.md"
    day.write_text("# 2026-11-01\n\n- Alpha needs beta <!-- origin: agent -->\n- Gamma needs delta\n")
    agents, persons = (house("search", words, "--json").json["hits"][0] for words in ("alpha beta", "gamma delta"))
    assert (agents["origin"], persons["origin"]) == ("agent", "user")
    assert agents["text"] == "Alpha needs beta"


def test_resources_are_the_index_notes_rules_and_the_last_report(dreamt: Shell) -> None:
    dreamt("remember", "Staging is deployed with make ship", "--topic", "deploying")
    id = dreamt("list", "--json").json[0]["id"]
    why = "Token handling broke four times in two weeks; the JWT tests would have caught each."
    dreamt("graduate", id, "--rationale", why)

    async def story() -> None:
        async with over_stdio(dreamt.folder) as client:
            assert {str(one.uri) for one in (await client.list_resources()).resources} == {
                "reverie://memory", "reverie://rules", "reverie://report",
            }  # fmt: skip
            pages = {
                "reverie://memory": "deploying.md",
                "reverie://notes/deploying": "make ship",
                "reverie://rules": "services/auth/jwt.py",
                "reverie://report": '"phases"',
            }
            for uri, word in pages.items():
                assert word in str(await client.read_resource(uri)), uri

    run(story())


def test_nothing_of_the_repository_is_run(house: Shell) -> None:
    for name in ("json", "click", "orjson", "reverie"):
        (house.folder / f"{name}.py").write_text("raise SystemExit('the repository was run')\n")

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            assert "Memory" in await asked(client, "dream_status")

    run(story())
