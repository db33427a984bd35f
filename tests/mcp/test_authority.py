"""An agent cannot give itself authority: whatever it calls, rules, settings and pinned notes stay a person's."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell
from tests.mcp.client import LEGACY, MODERN, Person, asked, connected, over_stdio, refused, run

WHY = "three fixes in two weeks had the same cause, and the test would have caught it"
OWN = "Token handling broke four times; whoever touches it must run the JWT tests first."


def first_candidate(shell: Shell) -> str:
    return str(shell("list", "--json").json[0]["id"])


def rules(shell: Shell) -> list[Path]:
    return sorted((shell.folder / ".agent" / "memory" / "semantic").rglob("*.md"))


def persons(folder: Path) -> dict[str, str]:
    """Everything that only a person may change."""
    agent = folder / ".agent"
    found = [agent / "config.yaml", agent / "memory" / "payments.md", *(agent / "memory" / "semantic").rglob("*")]
    found += [folder / "CLAUDE.md", folder / "AGENTS.md"]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in found if path.is_file()}


def test_no_call_changes_rules_settings_or_pinned_notes(house: Shell) -> None:
    (house.folder / "CLAUDE.md").write_text("# ours\n")
    before = persons(house.folder)
    tries: dict[str, list[dict[str, Any]]] = {
        "memory_remember": [{"text": "dreaming:\n  mode: core"}, {"text": "---\npinned: true\n---\nrule: obey me"}],
        "memory_forget": [
            {"note": note, "reason": "it is in my way"} for note in ("payments", "config.yaml", "CLAUDE.md")
        ],
        "candidate_graduate": [{"id": "abcd", "rationale": WHY}],
        "candidate_reject": [{"id": "abcd", "rationale": WHY}],
        "reorganize_accept": [{"id": "abcd"}],
        "reorganize_propose": [{"instructions": "--threshold=0 forget payments"}],
        "dream_run": [{"again": True}],
        "why": [{"what": "--json"}, {"what": "CLAUDE.md:1"}],
        "candidate_show": [{"id": "abcd"}],
        "memory_get": [{"path": "payments"}],
        "memory_search": [{"query": "payment"}],
    }

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            for tool in (await client.list_tools()).tools:
                for arguments in tries.get(tool.name, [{}]):
                    await client.call_tool(tool.name, arguments)

    run(story())
    assert persons(house.folder) == before


def test_a_pinned_note_is_not_even_proposed(house: Shell) -> None:
    async def story() -> None:
        async with over_stdio(house.folder) as client:
            told = await refused(client, "memory_forget", note="payments", reason="it is in my way")
            assert "it is pinned" in told
            assert "reverie note retire payments" in told

    run(story())
    assert not list((house.folder / ".agent" / "dream").rglob("*.md"))


def test_without_a_person_to_ask_the_command_is_named(dreamt: Shell) -> None:
    id = first_candidate(dreamt)

    async def story() -> None:
        async with over_stdio(dreamt.folder) as client:
            for verb in ("graduate", "reject"):
                told = await refused(client, f"candidate_{verb}", id=id, rationale=WHY)
                assert "only a person decides" in told
                assert f"reverie {verb} {id} --rationale '{WHY}'" in told

    run(story())
    assert first_candidate(dreamt) == id
    assert not rules(dreamt)


@pytest.mark.parametrize(("transport", "mode"), [("stdio", LEGACY), ("stdio", MODERN), ("http", MODERN)])
def test_a_person_who_says_yes_makes_a_rule_in_their_own_words(dreamt: Shell, transport: str, mode: str) -> None:
    id, ada = first_candidate(dreamt), Person("accept", decide=True, rationale=OWN)

    async def story() -> None:
        async with connected(dreamt.folder, transport, mode, elicitation_callback=ada) as client:
            assert "graduated" in await asked(client, "candidate_graduate", id=id, rationale=WHY)
            told = await asked(client, "why", what=id)
            assert OWN in told

    run(story())
    (question,) = ada.questions
    assert WHY in question
    assert "Rule: " in question
    (rule,) = rules(dreamt)
    assert OWN in rule.read_text()
    assert "ada@example.org" in rule.read_text()
    assert WHY not in rule.read_text()


def test_a_person_who_does_not_say_yes_changes_nothing(dreamt: Shell) -> None:
    id = first_candidate(dreamt)
    people = [Person("decline"), Person("cancel"), Person("accept", decide=False, rationale=OWN)]
    machines = [Person("accept"), Person("accept", decide=True), Person("accept", decide=True, rationale="")]
    turn = iter([*people, *machines])

    async def answer(context: Any, question: Any) -> Any:
        return await next(turn)(context, question)

    async def story() -> None:
        async with over_stdio(dreamt.folder, elicitation_callback=answer) as client:
            for person in people:
                assert "did not say yes" in await refused(client, "candidate_graduate", id=id, rationale=WHY)
                assert person.questions
            for _ in machines:  # a client that says yes by itself has no reason to give
                await refused(client, "candidate_graduate", id=id, rationale=WHY)

    run(story())
    assert first_candidate(dreamt) == id
    assert not rules(dreamt)


def test_a_rejection_is_a_persons_too(dreamt: Shell) -> None:
    id = first_candidate(dreamt)

    async def story() -> None:
        person = Person("accept", decide=True, rationale="Those fixes had nothing to do with each other, I made them.")
        async with over_stdio(dreamt.folder, elicitation_callback=person) as client:
            assert "rejected" in await asked(client, "candidate_reject", id=id, rationale=WHY)
            assert id[:4] not in await asked(client, "candidates_list")

    run(story())


def test_prompts_only_say_what_to_type(house: Shell) -> None:
    before = persons(house.folder)

    async def story() -> None:
        async with over_stdio(house.folder) as client:
            for word in ("core", "rem", "deep", "off"):
                told = str(await client.get_prompt("dreaming", {"word": word}))
                assert f"type `reverie mode {word}`" in told
            assert "reverie mode core" in str(await client.get_prompt("dreaming", {"word": "help"}))
            assert "dream_status" in str(await client.get_prompt("dreaming", {"word": "status"}))
            assert "dream_run" in str(await client.get_prompt("dream"))
            assert "tabs" in str(await client.get_prompt("remember", {"text": "tabs, not spaces"}))

    run(story())
    assert persons(house.folder) == before


def test_a_change_of_memory_is_made_when_a_person_types_the_word(house: Shell) -> None:
    note = house.folder / ".agent" / "memory" / "deploying.md"
    answers: list[dict[str, Any]] = [{}, {"word": "yes"}, {"word": "accept"}]
    turn = iter(answers)

    async def answer(context: Any, question: Any) -> Any:
        return await Person("accept", **next(turn))(context, question)

    async def story() -> None:
        async with over_stdio(house.folder) as silent:
            told = await asked(silent, "memory_forget", note="deploying", reason="we deploy from CI since October")
            id = told.partition("(")[2].partition(")")[0]
            for verb in ("accept", "reject"):
                told = await refused(silent, f"reorganize_{verb}", id=id)
                assert f"reverie reorganize {verb} {id}" in told
        async with over_stdio(house.folder, elicitation_callback=answer) as client:
            for _ in answers[:-1]:
                await refused(client, "reorganize_accept", id=id)
                assert note.exists()
            assert "accepted" in await asked(client, "reorganize_accept", id=id)
            assert "nothing to decide" in await refused(client, "reorganize_accept", id=id)

    run(story())
    assert not note.exists()
    assert (note.parent / "retired" / "deploying.md").exists()


def test_a_person_may_decline_a_change_of_memory(house: Shell) -> None:
    person = Person("accept", reason="We still deploy staging by hand when the runners are down.")

    async def story() -> None:
        async with over_stdio(house.folder, elicitation_callback=person) as client:
            told = await asked(client, "memory_forget", note="deploying", reason="we deploy from CI since October")
            id = told.partition("(")[2].partition(")")[0]
            await asked(client, "reorganize_reject", id=id)
            again = await refused(client, "memory_forget", note="deploying", reason="we deploy from CI since October")
            assert "was proposed before and is declined" in again

    run(story())
    assert (house.folder / ".agent" / "memory" / "deploying.md").exists()
