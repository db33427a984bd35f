"""A model as a person meets it: configured, allowed, looked at, used by a night, and left out of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reverie import settings
from reverie.records.engines import Question
from reverie.records.errors import BadConfig
from tests.cli.conftest import _sample, shop  # noqa: F401 — a month of a small shop
from tests.cli.shell import Shell
from tests.wording.servers import chat, serving
from tests.wording.test_nights import well

KEY = "sk-person-0123456789abcdef0123456789abcdef"


def answers(question: Any, _number: int) -> tuple[int, bytes]:
    schema = question["response_format"]["json_schema"]["schema"]
    if "ok" in schema["properties"]:
        return 200, chat('{"ok": true}', 20, 5)
    return 200, chat(well(Question("", question["messages"][1]["content"], schema)))


def configure(shell: Shell, **model: object) -> None:
    lines = "".join(f"  {name}: {json.dumps(value)}\n" for name, value in model.items())
    (shell.folder / ".agent").mkdir(exist_ok=True)
    (shell.folder / ".agent" / "config.yaml").write_text(f"model:\n{lines}")


def test_without_a_model_nothing_is_asked_and_that_is_no_failure(shop: Shell) -> None:  # noqa: F811
    told = shop("models", "--json").json
    assert (told["model"]["kind"], told["model"]["asked"]) == ("none", False)
    assert "to use a model, set model.kind" in shop("models").out


def test_a_server_of_this_machine_is_looked_at_and_words_a_night(shop: Shell) -> None:  # noqa: F811
    with serving(answers) as server:
        prices = {"small": [1, 2]}
        configure(shop, kind="openai", url=server.url, name="small", key_env="MY_KEY", prices=prices)
        told = shop("models", "--json", MY_KEY=KEY).json["model"]
        assert told["answers"] and told["tokens"] == 25 and told["price"] == [1, 2]
        done = shop("run", MY_KEY=KEY)
        assert "worded by small@127.0.0.1" in done.talk and "  cost      " in done.talk and "$0.0" in done.talk
        told = shop("report").out
        assert "worded by small@127.0.0.1" in told and "  cost       " in told
        facts = shop("run", "--again", "--json", MY_KEY=KEY).json
        assert "wording" not in facts, "nothing is left to word"
        assert all(headers["authorization"] == f"Bearer {KEY}" for _, headers, _ in server.asked)
    written = [path for path in shop.folder.rglob("*") if path.is_file()]
    assert all(KEY.encode() not in path.read_bytes() for path in written), "a key is stored nowhere"
    rules = [path.read_text() for path in (shop.folder / ".agent/dream/candidates").glob("*.md")]
    assert any("\n\nMind this: " in rule for rule in rules)


def test_no_model_leaves_it_out(shop: Shell) -> None:  # noqa: F811
    with serving(answers) as server:
        configure(shop, kind="openai", url=server.url, name="small")
        facts = shop("run", "--no-model", "--json").json
        assert not server.asked and "wording" not in facts
        assert shop("run", "--again", "--json", REVERIE_MODEL="off").code == 0 and not server.asked


def test_a_configuration_alone_sends_nothing_to_another_machine(shop: Shell) -> None:  # noqa: F811
    """It may have come with the repository, and could name any server and any variable."""
    configure(shop, kind="openai", url="https://models.invalid/v1", name="m", key_env="AWS_SECRET_ACCESS_KEY")
    done = shop("models", code=1, AWS_SECRET_ACCESS_KEY=KEY)
    assert "reverie models allow" in done.talk and "not allowed on this machine" in done.talk
    done = shop("run", AWS_SECRET_ACCESS_KEY=KEY)
    assert done.talk.count("What it did not word is worded by rules") == 1
    assert "not allowed on this machine yet" in done.talk


def test_a_yes_is_for_what_is_configured_now_and_can_be_taken_back(shop: Shell) -> None:  # noqa: F811
    configure(shop, kind="anthropic", name="m", url="http://127.0.0.1:9", key_env="MY_KEY")
    assert "not allowed" in shop("models", "--json", code=1, MY_KEY=KEY).json["model"]["trouble"]
    assert shop("models", "allow", "--json", MY_KEY=KEY).json["allowed"]
    assert "no answer from" in shop("models", "--json", code=1, MY_KEY=KEY).json["model"]["trouble"]
    configure(shop, kind="anthropic", name="m", url="http://127.0.0.1:8", key_env="MY_KEY")
    assert "not allowed" in shop("models", "--json", code=1, MY_KEY=KEY).json["model"]["trouble"]
    shop("models", "allow", MY_KEY=KEY)
    shop("models", "allow", "--off", MY_KEY=KEY)
    assert "not allowed" in shop("models", "--json", code=1, MY_KEY=KEY).json["model"]["trouble"]


def test_an_address_that_is_none_is_said_and_shows_no_password(shop: Shell) -> None:  # noqa: F811
    for url in ("http://[::1", "http://ada:hunter22@127.0.0.1/v1", "file:///etc/passwd"):
        configure(shop, kind="openai", url=url, name="small")
        told = shop("models", code=1)
        assert "is no address of a server" in told.talk
        night = shop("run", "--again")
        assert "hunter22" not in told.out + told.talk + night.out + night.talk


def test_what_is_missing_is_said(shop: Shell) -> None:  # noqa: F811
    for model, why in (
        ({"kind": "openai"}, "set model.url"),
        ({"kind": "openai", "url": "http://localhost:1/v1"}, "set model.name"),
        ({"kind": "anthropic", "name": "m"}, "set model.key_env"),
        ({"kind": "anthropic", "name": "m", "key_env": "NOT_THERE"}, "NOT_THERE with its key is not set"),
    ):
        configure(shop, **model)
        assert why in shop("models", code=1).talk
    configure(shop, kind="claude")
    assert "not installed" in shop("models", code=1, REVERIE_MODEL="allow", PATH="/nowhere").talk
    (shop.folder / ".agent" / "config.yaml").unlink()
    assert "no model is configured" in shop("models", "allow", code=1).talk


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"key_env: {KEY}", "never the key itself"),
        ("key_env: my key", "never the key itself"),
        ("max_dollars: much", "number of dollars"),
        ("max_dollars: -1", "number of dollars"),
        ("prices: {m: 3}", "two prices"),
        ("prices: {m: [1, x]}", "number of dollars"),
        ("kind: gpt", "one of none, anthropic, openai, claude"),
        ("max_calls: -1", "between 1"),
        ('name: "a\\nb"', "one word"),
        ('url: "http://x/\\e[31m"', "one word"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(f"model:\n  {line}\n")
    with pytest.raises(BadConfig, match=why):
        settings.read(path)


def test_nor_does_a_server_for_meanings_that_a_configuration_names(shop: Shell) -> None:  # noqa: F811
    config = "embeddings:\n  kind: endpoint\n  url: https://vectors.invalid/v1\n  model: m\n  key_env: AWS_SECRET_KEY\n"
    (shop.folder / ".agent").mkdir(exist_ok=True)
    (shop.folder / ".agent" / "config.yaml").write_text(config)
    assert "not allowed on this machine yet" in shop("models").talk + shop("models").out
    assert "its server was not allowed yet. hint: reverie models allow" in shop("run").talk
    assert shop("models", "allow", "--json").json == {"names": ["m@vectors.invalid"], "allowed": True}
    assert "vectors.invalid" in shop("models").out and "not allowed" not in shop("models").out


def test_what_is_not_configured_whole_cannot_be_allowed(shop: Shell) -> None:  # noqa: F811
    configure(shop, kind="openai", url="https://models.invalid/v1")
    done = shop("models", "allow", code=1)
    assert "unnamed@models.invalid cannot be asked: the model is not named: set model.name" in done.talk
    configure(shop, kind="openai", url="https://models.invalid/v1", name="m", key_env="MY_KEY")
    assert "m@models.invalid: may be asked" in shop("models", "allow").out, "its key may come later"


def test_a_refused_key_is_one_call_and_no_tokens(shop: Shell) -> None:  # noqa: F811
    with serving(lambda _question, _number: (401, b"no")) as server:
        configure(shop, kind="openai", url=server.url, name="small")
        spent = shop("run", "--json").json["wording"]["spent"]
    assert (spent["calls"], spent["tokens"]) == (1, 0)


@pytest.mark.parametrize("ceiling", ["max_calls", "max_tokens", "max_seconds"])
def test_a_ceiling_of_nothing_asks_nothing(shop: Shell, ceiling: str) -> None:  # noqa: F811
    with serving(answers) as server:
        configure(shop, kind="openai", url=server.url, name="small", **{ceiling: 0})
        done = shop("run")
        assert not server.asked and f"the ceiling of 0 {ceiling[4:]} a night is reached" in done.talk


def test_who_wants_to_spend_nothing_is_not_asked_to_trust_an_unknown_price(shop: Shell) -> None:  # noqa: F811
    configure(shop, kind="openai", url="https://models.invalid/v1", name="m", max_dollars=0)
    told = shop("run", REVERIE_MODEL="allow").talk
    assert "nothing may be spent on it (model.max_dollars is 0), and its price is not known" in told


def test_an_empty_id_means_no_night(shop: Shell) -> None:  # noqa: F811
    assert "the ID is empty" in shop("report", "", code=2).talk
