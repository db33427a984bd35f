"""What holds for any file, any rule, and any ruin of the two."""

from __future__ import annotations

import re
from itertools import cycle
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from reverie.records.learning import Rule
from reverie.render.block import find
from reverie.render.edit import obstacle, put, remove
from reverie.render.find import rule_at
from reverie.render.lines import compose
from reverie.render.plain import LIMIT
from reverie.render.targets import TargetState, imported
from tests.render.rules import rule, verdict

BODY = "## Patterns\n\n- Run the tests. (rule 5d0c9e1f)\n"
BLOCK = put(b"", BODY)
BEGIN, END = BLOCK.splitlines()[0], b"<!-- reverie:end -->"
SHARDS = [
    BEGIN, END, BLOCK, BLOCK.rstrip(), BODY.encode(), b"<!-- reverie:begin -->", b"<!-- reverie:begin", b"-->", b"```",
    b"~~~", b"````", b"    ", b"<<<<<<< HEAD", b"=======", b">>>>>>> other", b"||||||| base", b"\n", b"\n", b"\n",
    b"\r\n", b"\n\n", b"\r", b"\xef\xbb\xbf", b"\n" + BEGIN + b"\n", b"\n" + END + b"\n", b"\n<<<<<<< HEAD\n",
    b"\n=======\n", b"\n>>>>>>> other\n",
    b"\xff", b"\0", b"user text", b"@AGENTS.md", b"<!--", b"---\n", b"# Title\n",
]  # fmt: skip
ruins = st.lists(st.sampled_from(SHARDS) | st.binary(max_size=6), max_size=14).map(b"".join)
files = st.lists(st.sampled_from([s for s in SHARDS if b"reverie" not in s]) | st.binary(max_size=6), max_size=14)
plain_files = files.map(b"".join).filter(lambda content: b"reverie:" not in content)
VENOM = [
    END.decode(), BEGIN.decode(), "<!--", "-->", "\n", "\r", "\u2028", "\x85", "\x0b", "\0", "\x1b[2J", "@AGENTS.md",
    "@", "`", "``", "```", "\\", "# Title", "\n## Title\n", "> ", "- ", "~~~", "* ", "<system>", "(rule deadbeef)",
    "\u202e", "\U000e0041", "**", "_", "'", "a", " ", "\ud800", "<a title='`'>", "[x](y)", "1. ",
]  # fmt: skip
poison = st.lists(st.sampled_from(VENOM) | st.text(max_size=4), max_size=12).map("".join)
scopes = st.lists(st.sampled_from(["src/**", "db/*", "a`b", "x\n@AGENTS.md", "-->", "**"]) | poison, max_size=3).map(
    tuple
)
rules = st.lists(st.tuples(poison, scopes), max_size=12).map(
    lambda made: [rule(n, text, scope) for n, (text, scope) in enumerate(made)]
)


def outside(content: bytes) -> bytes:
    found = find(content)
    ours = {at for block in found.blocks for at in range(block.start, block.stop)} | set(found.strays)
    return b"".join(line for at, line in enumerate(found.lines) if at not in ours)


@settings(deadline=None)
@given(plain_files)
def test_in_and_out_again_gives_back_every_byte(content: bytes) -> None:
    there = put(content, BODY)
    assert there.startswith(content)
    assert len(find(there).blocks) == 1
    assert remove(there) == content


@settings(deadline=None)
@given(plain_files, plain_files, st.sampled_from([b"\n", b"\r\n"]))
def test_what_is_outside_never_changes(before: bytes, after: bytes, eol: bytes) -> None:
    ours = BLOCK.replace(b"\n", eol)
    content = before + b"\n" + ours + after
    if len(find(content).blocks) != 1 or find(content).conflicts:
        return  # a fence or a conflict of the user's reaches over the block
    changed = put(content, "- Other. (rule 00000000)\n")
    new = put(b"", "- Other. (rule 00000000)\n").replace(b"\n", eol)
    assert changed == before + b"\n" + new + after


@settings(deadline=None)
@given(ruins)
@example(BEGIN + b"\n" + BEGIN + b"\nuser text\n" + END)
@example(b"=======\n" + BLOCK + b">>>>>>> other\n")
def test_ruins_never_raise_and_never_cost_the_user_a_word(content: bytes) -> None:
    words = sorted(re.findall(rb"\w+", outside(content)))
    hand_made = any(block.edited for block in find(content).blocks)
    for force in (False, True):
        if not obstacle(content, BODY, force=force):
            there = put(content, BODY)
            assert sorted(re.findall(rb"\w+", outside(there))) == words
            assert put(there, BODY) == there
            assert len(find(there).blocks) == 1
            assert not find(there).strays
            assert force or not hand_made or any(block.body == BODY.encode() for block in find(content).blocks)
    assert isinstance(remove(content), bytes)
    for line in range(content.count(b"\n") + 3):
        rule_at(content, line)


@settings(deadline=None)
@given(rules, st.integers(0, 30))
def test_no_rule_leaves_its_line(poisoned: list[Rule], budget: int) -> None:
    body = compose(poisoned, {}, budget=budget, folder="rules/")
    content = put(b"# Shop\n", body.text)
    (block,) = find(content).blocks
    assert (not block.edited, block.stop) == (True, content.count(b"\n"))
    found = [rule_at(content, line) for line in range(1, content.count(b"\n") + 1)]
    assert [id for id in found if id] == [id[:8] for id in body.shown]
    assert not re.search(rb"<!--|-->", b"".join(find(content).lines[block.start + 1 : block.stop - 1]))
    assert remove(content) == b"# Shop\n"
    assert max(map(len, body.text.splitlines())) < 3 * LIMIT


@settings(deadline=None)
@given(rules)
def test_no_rule_imports_a_file_or_starts_a_heading(poisoned: list[Rule]) -> None:
    text = compose(poisoned, {}, budget=60, folder="rules/").text
    assert imported(TargetState("CLAUDE.md", text.encode())) == []
    assert not re.search(r"(?<![a-zA-Z0-9])@", re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", " ", text))
    assert len(re.findall(r"^[\s>*-]*#{1,6}\s", text, re.MULTILINE)) == 1
    assert text.isprintable() or not re.search(
        r"[^\n\P{L}]" if False else r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", text
    )


@settings(deadline=None)
@given(rules, st.randoms(use_true_random=False), st.integers(0, 40))
def test_the_same_rules_give_the_same_bytes_and_every_rule_is_accounted_for(
    some: list[Rule], chance: Random, budget: int
) -> None:
    words = cycle(["works", "hurts", "no effect", "too early"])
    health = {one.id: verdict(next(words)) for one in some}
    shuffled = list(some)
    chance.shuffle(shuffled)
    body = compose(some, health, budget=budget, folder="rules/")
    assert body == compose(shuffled, health, budget=budget, folder="rules/")
    assert sorted([*body.shown, *body.pointed, *(skip.what for skip in body.left_out)]) == sorted(r.id for r in some)
    assert not body.shown or body.text.count("\n") + 2 <= budget
