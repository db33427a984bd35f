"""What one may set, where it comes from, and which of two wins; and the same facts for scripts, as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.cli.test_loop import WHY, graduated, waiting


def configure(shell: Shell, text: str) -> Path:
    path = shell.folder / ".agent" / "config.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def proposed(shell: Shell, *words: str) -> int:
    return len(shell("run", "--dry-run", "--json", *words).json["new"])


def test_the_file_wins_over_the_default_and_a_flag_over_the_file(shop: Shell) -> None:
    assert proposed(shop) >= 4
    configure(shop, "dream:\n  min_cluster_size: 9\n  min_reverts: 9\n  min_actors: 9\n")
    assert proposed(shop) == 0
    assert proposed(shop, "--min-reverts", "2") == 1
    configure(shop, "dream:\n  max_candidates: 2\n")
    assert proposed(shop) == 2


def test_the_window_by_file_by_flag_and_by_its_other_name(shop: Shell) -> None:
    assert "last 30 days" in shop("run", "--dry-run").talk
    assert "last 10 years" in shop("run", "--dry-run", "--since", "10y").talk
    assert "last 1 day" in shop("run", "--dry-run", "--lookback-days", "1").talk
    assert proposed(shop, "--since", "2d") == 0
    configure(shop, "dream:\n  window_days: 7\n")
    assert "last 7 days" in shop("run", "--dry-run").talk
    assert "last 90 days" in shop("run", "--dry-run", "--since", "90d").talk
    assert "length of time such as" in shop("run", "--since", "soon", code=2).talk


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dream:\n  windw_days: 7\n", "there is no setting 'dream.windw_days'; did you mean 'dream.window_days'?"),
        ("dream:\n  window_days: often\n", "dream.window_days: it must be a whole number"),
        ("embeddings:\n  kind: magic\n", "it must be one of auto, local, endpoint, none"),
        ("transcripts:\n  off: maybe\n", "transcripts.off: it must be true or false"),
        ("- a\n- b\n", "it is not a mapping"),
    ],
)
def test_a_setting_nobody_knows_is_an_error_with_a_hint(shop: Shell, text: str, says: str) -> None:
    configure(shop, text)
    failed = shop("status", code=1)
    assert says in failed.talk
    assert "hint: docs/reference/config.md" in failed.talk


def test_a_configuration_behind_a_link_is_not_read(shop: Shell, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password hunter2: x\n")
    configure(shop, "").unlink()
    (shop.folder / ".agent" / "config.yaml").symlink_to(secret)
    failed = shop("status", code=1)
    assert "links are not followed" in failed.talk
    assert "hunter2" not in failed.talk


def test_a_whole_folder_behind_a_link_is_not_read_either(shop: Shell, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "config.yaml").write_text("identity:\n  actor: mallory\n")
    (shop.folder / ".agent").symlink_to(tmp_path / "elsewhere")
    assert "links are not followed" in shop("status", code=1).talk


def test_who_one_is_may_be_set(shop: Shell) -> None:
    configure(shop, "identity:\n  actor: ada@work.example\n")
    shop("remember", "one")
    assert shop("history", "--json").json[0]["by"] == "ada@work.example"
    assert "  you  " in shop("history").out


def test_every_command_speaks_json(dreamt: Shell) -> None:
    id = graduated(dreamt)
    rule = dreamt("list", "--rules", "--json").json[0]["id"]
    change = dreamt("history", "--json").json[0]["id"]
    for words in (
        ["run"], ["run", "--dry-run"], ["run", "--sync"], ["list"], ["list", "--all"], ["list", "--rules"],
        ["show", id], ["show", rule], ["show", change], ["why", id], ["sync", "--dry-run"], ["sync", "--check"],
        ["sync"], ["review-stale"], ["expire-stale", "--dry-run"], ["observe", "error", "--summary", "it broke"],
        ["remember", "one", "--dry-run"], ["remember", "one"], ["status"], ["history"], ["log"], ["models"],
        ["reindex"], ["rerationale", rule, "--rationale", WHY],
        ["reject", waiting(dreamt, "repeat_fix"), "--rationale", WHY, "--commit"], ["undo"],
    ):  # fmt: skip
        assert dreamt(*words, "--json").json is not None, words


def test_json_is_whole_when_the_command_fails(dreamt: Shell) -> None:
    graduated(dreamt)
    assert dreamt("sync", "--check", "--json", code=1).json["out_of_date"] == ["CLAUDE.md"]
    dreamt("remember", "one")
    first = dreamt("history", "--json").json[0]["id"]
    dreamt("remember", "two")
    assert len(dreamt("undo", first, "--json", code=1).json["skipped"]) == 1


@pytest.mark.parametrize("none", ["0d", "0h", "00y"])
def test_a_window_of_no_length_is_refused(shop: Shell, none: str) -> None:
    assert f"'{none}' is no time at all" in shop("run", "--since", none, code=2).talk


def test_json_says_why_nothing_was_done_and_what_waits(dreamt: Shell) -> None:
    dreamt("run")
    told = dreamt("run", "--json").json
    assert told["idle_since"]
    assert told["told"].startswith("Nothing new.")
    waiting = dreamt("list", "--json").json
    assert {one["id"] for one in told["candidates"]} == {one["id"] for one in waiting}
    assert dreamt("run", "--again", "--json").json["idle_since"] is None
