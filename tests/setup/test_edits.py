"""Files of other people: something is put in, and everything else stays as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.setup import edits, jsontext
from reverie.setup.agents import AGENTS, PROJECT, USER, Ask
from reverie.setup.edits import Entry, Wanted
from reverie.setup.jsontext import Broken

HOOK = {"hooks": [{"type": "command", "command": "reverie-hook capture", "timeout": 5}]}
STOP = Wanted("x.json", (Entry(("hooks", "Stop"), HOOK),))

_plain = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
_values = st.recursive(_plain, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=5), v, max_size=3))
_files = st.dictionaries(st.sampled_from(["hooks", "env", "a"]) | st.text(max_size=5), _values, max_size=4)
_indents = st.sampled_from([None, 0, 1, 2, 4, "\t"])


@given(_files, _indents, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_whatever_stands_there_stays_and_comes_back(found: dict[str, Any], indent: Any, eol: str, bom: bool) -> None:
    text = ("\ufeff" if bom else "") + json.dumps(found, indent=indent).replace("\n", eol) + eol
    try:
        new, put_in = edits.added(text, STOP)
    except Broken:
        hooks = found["hooks"]
        assert not isinstance(hooks, dict) or not isinstance(hooks.get("Stop", []), list)
        return
    told = json.loads(new.removeprefix("\ufeff"))
    assert told["hooks"]["Stop"][-1] == HOOK
    assert list(told)[: len(found)] == list(found)
    assert {name: value for name, value in told.items() if name != "hooks"} == {
        name: value for name, value in found.items() if name != "hooks"
    }
    assert edits.added(new, STOP) == (new, [])  # a second time adds nothing
    assert edits.taken_out(new, put_in, untouched=True) == text
    assert json.loads(edits.cleared(new).removeprefix("\ufeff")).get("hooks", {}).get("Stop", []) == (
        found.get("hooks", {}).get("Stop", []) if isinstance(found.get("hooks"), dict) else []
    )


def test_it_is_put_in_as_its_author_writes() -> None:
    text = '{\n    "hooks": {\n        "Stop": [\n            {"hooks": []}\n        ]\n    },\n    "z": 1\n}\n'
    new, _ = edits.added(text, STOP)
    assert '            {"hooks": []},\n            {\n                "hooks": [\n' in new
    assert new.endswith('        ]\n    },\n    "z": 1\n}\n')


@pytest.mark.parametrize(
    "text", ['{"hooks": ', '{"hooks": []}', '{"hooks": {"Stop": {}}}', "[]", "// a\n{}", '{"hooks": {}, "hooks": {}}']
)
def test_a_file_that_cannot_be_read_for_sure_is_refused(text: str) -> None:
    with pytest.raises(Broken):
        edits.added(text, STOP)


def test_after_somebody_elses_edit_only_ours_is_taken() -> None:
    text = '{\n  "hooks": {\n    "Stop": []\n  }\n}\n'
    new, put_in = edits.added(text, STOP)
    later = json.dumps({**json.loads(new), "model": "x"}, indent=4)
    assert json.loads(edits.cleared(edits.taken_out(later, put_in, untouched=False))) == {
        "hooks": {"Stop": []},
        "model": "x",
    }


COMMENTED = """{
  // how I like it
  "theme": "dark", // at night
  "hooks": {
    /* none of mine yet,
       but "soon": [] */
    "Stop": [
      {"hooks": [{"type": "command", "command": "bell # not // a comment"}]} // rings
    ] // that is all
  } // of the hooks
  // and the rest
}
"""


def test_where_comments_are_allowed_each_stays_with_what_it_is_about() -> None:
    wanted = Wanted("x.json", (*STOP.entries, Entry(("mcpServers",), {"command": "reverie", "args": ["mcp"]}, "r")),
                    comments=True)  # fmt: skip
    new, put_in = edits.added(COMMENTED, wanted)
    assert edits.added(new, wanted) == (new, [])
    for line in COMMENTED.splitlines():
        assert line in new.splitlines()
    told = jsontext.read(new, comments=True).value
    assert [group["hooks"][0]["command"] for group in told["hooks"]["Stop"]] == [
        "reverie-hook capture", "bell # not // a comment",
    ]  # fmt: skip
    assert edits.taken_out(new, put_in, untouched=True) == COMMENTED
    later = new.replace('"dark"', '"light"')
    assert edits.taken_out(later, put_in, untouched=False) == COMMENTED.replace('"dark"', '"light"')
    with pytest.raises(Broken):
        edits.added(COMMENTED, STOP)  # where they are not, the whole file is broken


def test_a_comment_beside_ours_stays_when_ours_is_found_by_what_it_calls() -> None:
    ours = json.dumps(HOOK)
    for text in (
        f'{{"hooks": {{"Stop": [\n  {ours}, // ours\n  {{"hooks": []}}\n]}}}}',
        f'{{"hooks": {{"Stop": [\n  {{"hooks": []}}, // mine\n  {ours}\n]}}}}',
        f'{{"hooks": {{"Stop": [ // only\n  {ours} // one\n]}}}}',
    ):
        left = edits.cleared(text)
        assert "reverie" not in left
        assert left.count("//") == text.count("//")
        groups = jsontext.read(left, comments=True).value["hooks"]["Stop"]
        assert groups == ([{"hooks": []}] if "[]" in text else [])


def test_a_foreign_hook_in_the_same_group_keeps_the_group() -> None:
    mixed = {"hooks": [{"command": "reverie-hook capture"}, {"command": "mine"}]}
    text = json.dumps({"hooks": {"Stop": [mixed]}})
    assert json.loads(edits.cleared(text)) == {"hooks": {"Stop": [{"hooks": [{"command": "mine"}]}]}}


def test_a_table_is_added_at_the_end_of_a_toml_file_and_only_once() -> None:
    wanted = Wanted("config.toml", table=("mcp_servers.reverie", '[mcp_servers.reverie]\ncommand = "reverie"\n'))
    text = 'model = "x"  # mine\n\n[mcp_servers.other]\ncommand = "y"'
    new, put_in = edits.added(text, wanted)
    assert new.startswith(text)
    assert edits.added(new, wanted) == (new, [])
    assert edits.taken_out(new, put_in, untouched=True) == text
    with pytest.raises(Broken):
        edits.added("model = ", wanted)
    with pytest.raises(Broken):
        edits.added("mcp_servers = {}\n", wanted)  # it is closed


@pytest.mark.parametrize("scope", [PROJECT, USER])
@pytest.mark.parametrize("name", AGENTS)
def test_what_is_written_for_each_agent_is_known_as_ours_again(name: str, scope: str) -> None:
    call = "/opt/my tools/{}".format
    for wanted in AGENTS[name].wanted(Ask(scope, call, call, recall=True, commands=True, root="/work/shop")):
        text, put_in = edits.added("", wanted)
        assert edits.added(text, wanted) == (text, [])
        assert edits.taken_out(text, put_in, untouched=True) == ""
        if wanted.path.endswith(".json"):
            assert "reverie" not in edits.cleared(text)
            jsontext.read(text)
