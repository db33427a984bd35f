"""The shapes: small memory directories, each with something that a dream might not give back. A shape is the files of
the memory, by name; some say what must hold of the index after a dream."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Files = Mapping[str, bytes]

FOREIGN, OWN, PAGE = "claude-code", "agent", "openclaw"
FILES = (FOREIGN, OWN)

GONE = "Run `scripts/release.py` before a tag"  # see `scene.history`
MOVED = "Retries are counted in `src/shop/retry.py`"
HOLDS = "Prices are rounded in `src/shop/price.py`"


@dataclass(frozen=True)
class Shape:
    """`layouts`: of whom such a memory may be. `changes`: whether a dream over Claude Code's has anything to do.
    `keeps_index`: it must not touch the index, though it may touch notes."""

    name: str
    files: Callable[[], Files]
    layouts: tuple[str, ...] = FILES
    changes: bool = True
    keeps_index: bool = False
    modes: Mapping[str, int] | None = None


def note(name: str, *items: str, description: str = "", nested: bool = False, head: str = "", end: str = "\n") -> bytes:
    kind = "metadata:\n  type: project\n" if nested else "type: project\n"
    hook = f"description: {description}\n" if description else ""
    text = f"---\nname: {name}\n{hook}{kind}created: 2026-03-01\n{head}---\n\n" + "".join(
        f"- {item}\n" for item in items
    )
    return text.replace("\n", end).encode()


def base(**more: bytes) -> dict[str, bytes]:
    """An index that leads to one note, which leads to one whose file is gone; and one that nothing leads to."""
    return {
        "MEMORY.md": b"# Memory\n\n- [Deploy](deploy.md) - how it goes out\n",
        "deploy.md": note("Deploy", "Deploys go out from the main branch; see [release](release.md)"),
        "release.md": note("Release", GONE),
        "alone.md": note("Alone", "Nobody is paged between 22:00 and 06:00"),
    } | {name.replace("__", "/") + ".md": text for name, text in more.items()}


def with_index(text: str | bytes, **more: bytes) -> dict[str, bytes]:
    return base(**more) | {"MEMORY.md": text.encode() if isinstance(text, str) else text}


def sections(count: int, words: str = "fact") -> str:
    parts = (f"## Part {n}\n\n" + "".join(f"- {words} {n}.{i}\n" for i in range(8)) + "\n" for n in range(count))
    return "# Memory\n\n- [Deploy](deploy.md) - how it goes out\n\n" + "".join(parts)


def flat(count: int) -> str:
    lines = "".join(f"- fact number {n}\n" for n in range(count - 3))
    return f"# Memory\n\n- [Deploy](deploy.md) - how it goes out\n{lines}"


def crlf() -> Files:
    return {name: text.replace(b"\n", b"\r\n") for name, text in base().items()}


def bom() -> Files:
    return {name: b"\xef\xbb\xbf" + text for name, text in base().items()}


def unended() -> Files:
    return {name: text.rstrip(b"\n") for name, text in base().items()}


def block_there() -> Files:
    """As an earlier version, or another clone, left it."""
    text = (
        "# Memory\n\n- [Deploy](deploy.md) - how it goes out\n\n"
        "<!-- reverie:begin 000000000000 gap=1 (made from the notes by reverie; write above or below) -->\n"
        "- [Release](release.md)\n<!-- reverie:end -->\n\nA line of mine below.\n"
    )
    return with_index(text)


def long_with_block() -> Files:
    lines = "".join(f"- fact number {n}\n" for n in range(240))
    block = (
        "<!-- reverie:begin 9d1b9c0a6f1e gap=1 (made from the notes by reverie; write above or below) -->\n"
        "- [Release](release.md)\n<!-- reverie:end -->\n"
    )
    return with_index(f"# Memory\n\n- [Deploy](deploy.md) - how it goes out\n\n{block}\n{lines}")


def many_doubted() -> Files:
    """Each led to by one note only, so that the index gets a line for each."""
    links = ", ".join(f"[{n}](gone-{n}.md)" for n in range(15))
    notes = {f"gone-{n}": note(f"Gone {n}", f"{GONE}, in ring {n} of the cluster") for n in range(15)}
    return with_index(flat(199), **notes) | {"deploy.md": note("Deploy", f"See {links} and [r](release.md)")}


def merges() -> Files:
    """Two of the same words; the index names both, and another is forgotten."""
    text = "# Memory\n\n- [Deploy](deploy.md)\n- [Where](where-from.md)\n"
    said = "Deploys go out from the main branch at 09:30"
    return with_index(text) | {
        "deploy.md": note("Deploy", said),
        "where-from.md": note("Deploy", f"{said}."),
    }


def merges_in_a_long_index() -> Files:
    made = dict(merges())
    lines = "".join(f"- fact number {n}\n" for n in range(240))
    return made | {"MEMORY.md": made["MEMORY.md"] + lines.encode()}


def named() -> Files:
    """Every one of these is named by the index, none by a link."""
    text = (
        "# Memory\n\n- [Deploy](deploy.md), [[release]]\n\n## Reference only, do not re-open\n\n"
        "plan_one.md, `plan-two.md`\n\n| file | why |\n|---|---|\n| .claude/memory/plan_three.md | done |\n\n"
        "- plan_four (retired)\n- **The fifth plan** - superseded\n- session_*.md are logs\n- everything in old/\n"
        "- see plan%20eight.md\n"
    )
    notes = {
        f"plan_{n}": note(title, f"The {n} plan was dropped in ring {n} of the cluster")
        for n, title in [("one", "A"), ("two", "B"), ("three", "C"), ("four", "D"), ("five", "The fifth plan")]
    }
    more = {
        "session_a": note("F", "The sixth plan was moved to ring 6"),
        "old__seven": note("G", "The seventh plan was moved to ring 7"),
        "plan eight": note("H", "The eighth plan was moved to ring 8"),
    }
    made = with_index(text, **notes, **more)
    del made["alone.md"]
    return made


def in_the_end() -> Files:
    """What is doubted is named by the end of a long index only, which moves away."""
    links = "".join(f"- [Gone {n}](gone-{n}.md)\n" for n in range(5))
    notes = {f"gone-{n}": note(f"Gone {n}", f"{GONE}, in ring {n} of the cluster") for n in range(5)}
    return with_index(
        flat(249) + links + "- plan_nine.md is done\n", **notes, plan_nine=note("I", "Ring 9 was dropped")
    )


def accents() -> Files:
    index = "# Memory\n\n- [Été](l%27%C3%A9t%C3%A9%20dernier.md), [Deploy](deploy.md)\n"
    return with_index(index, **{"l'été dernier": note("Été", f"{GONE} en été")})


def twice() -> Files:
    lines = "- [Deploy](deploy.md)\n- [Deploy](deploy.md)\n- [Release](release.md)\n- [Release](release.md)\n"
    return with_index(f"# Memory\n\n{lines}")


def bare() -> Files:
    return base(release=f"# Release\n\n- {GONE}\n".encode(), alone=b"Nobody is paged after 22:00\n")


def nested() -> Files:
    alone = note("Alone", "Nobody is paged after 22:00", nested=True)
    return base(release=note("Release", GONE, nested=True), alone=alone)


def subfolders() -> Files:
    inner = note("Inner", "The census runs on Mondays")
    return base(area__alone=inner, area__gone=note("Inner gone", f"{GONE} in area"))


def linked() -> Files:
    return base(alone=note("Alone", "See [[release]], [[Deploy]] and [this](deploy.md)"))


def prose() -> Files:
    return with_index(
        sections(31, words="people's prose, which goes on for a while, as prose does, until it ends with")
    )


def one_line() -> Files:
    return with_index("# Memory\n\n- [Deploy](deploy.md)\n" + "word " * 6000 + "\n- last\n")


def page() -> Files:
    return {
        "MEMORY.md": f"# Memory\n\n## Release\n\n- {GONE}\n\n## Deploy\n\n- From main\n".encode(),
        "memory/2026-03-01.md": b"# 2026-03-01\n\n- Moved the census to Mondays yesterday\n",
        "memory/2026-03-02.md": b"# 2026-03-02\r\n\r\n- Nobody is paged after 22:00\r\n",
    }


def page_unended() -> Files:
    return {"MEMORY.md": f"## Release\n- {GONE}\n- {GONE}".encode(), "memory/2026-03-01.md": f"- {GONE}".encode()}


SHAPES = (
    Shape("an orphan and a doubted note", base),
    Shape("the orphan is doubted", lambda: base(alone=note("Alone", f"{GONE} on Mondays"))),
    Shape("a path that moved", lambda: base(release=note("Release", MOVED))),
    Shape("all holds", lambda: base(release=note("Release", HOLDS))),
    Shape("nested headers", nested),
    Shape("a header with comments", lambda: base(release=note("Release", GONE, head="# mine\nowner: ada   # who\n"))),
    Shape("no header", bare),
    Shape("windows line ends", crlf),
    Shape("a byte order mark", bom),
    Shape("no line end at the end", unended),
    Shape("tabs", lambda: with_index("# Memory\n\n-\t[Deploy](deploy.md)\n", release=note("Release", f"\t{GONE}"))),
    Shape("links between notes", linked),
    Shape("pinned", lambda: base(release=note("Release", GONE, head="pinned: true\n"))),
    Shape("subfolders", subfolders),
    Shape("our block is there, and edited", block_there),
    Shape("a merge, and an orphan", merges),
    Shape("a merge in a long index", merges_in_a_long_index),
    Shape("a long index in sections", lambda: with_index(sections(27))),
    Shape("a long flat index", lambda: with_index(flat(249))),
    Shape("a long index, windows line ends", lambda: with_index(flat(249).replace("\n", "\r\n"))),
    Shape("a long index with our block", long_with_block),
    Shape("a long index that names notes in its end", in_the_end),
    Shape("an index of 199 lines", lambda: with_index(flat(199))),
    Shape("an index of 200 lines, unended", lambda: with_index(flat(200).rstrip("\n"))),
    Shape("a full index and many doubted notes", many_doubted),
    Shape("300 lines, 30 KB of prose", prose),
    Shape("one very long line", one_line),
    Shape("an empty index", lambda: with_index("")),
    Shape("no index", lambda: {name: text for name, text in base().items() if name != "MEMORY.md"}),
    Shape("names with spaces and accents", accents),
    Shape("a note twice in the index", twice),
    Shape("named in other forms than links", named, keeps_index=True),
    Shape("a read-only note and index", base, modes={"release.md": 0o444, "MEMORY.md": 0o444}),
    Shape("not UTF-8", lambda: base(release=note("Release", GONE) + b"- caf\xe9\n")),
    Shape("an index that is not UTF-8", lambda: with_index(b"# Memory\n\n- [Deploy](deploy.md) caf\xe9\n")),
    Shape("a page with sections, and days", page, layouts=(PAGE,)),
    Shape("a page in one section, unended", page_unended, layouts=(PAGE,)),
)
