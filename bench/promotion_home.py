"""Another life: a family with an old house, in quite other words."""

from __future__ import annotations

from bench.promotion_words import JUNK, Wants, Words

KINDS: tuple[tuple[str, Wants], ...] = (
    (
        "The key to the {s} hangs at {p}'s, and a spare one lies in the {t}",
        (
            ("where is the key to the {s}", "who has the {s} key"),
            ("is there a spare key for the {s}", "second key to the {s}"),
            ("how do I get into the {s}",),
            ("I stand in front of the {s} and it is locked",),
            ("what is in the {t}",),
        ),
    ),
    (
        "{p} repairs the {s} for {n} euros an hour, materials not included",
        (
            ("who repairs the {s}", "craftsman for the {s}"),
            ("what does an hour of work on the {s} cost", "hourly rate for the {s}"),
            ("something in the {s} is broken, whom do I call",),
            ("are materials included when the {s} is repaired",),
            ("what should we budget for the {s}",),
        ),
    ),
    (
        "The {s} is insured with {d}, policy {n}-{m}, against fire and water",
        (
            ("who insures the {s}", "insurance of the {s}"),
            ("policy number of the {s}", "what is the number of the {s} policy"),
            ("is water damage to the {s} covered",),
            ("what do I tell {d} about the {s}",),
            ("a pipe burst in the {s}, who pays",),
        ),
    ),
    (
        "In winter the {s} is kept at {m} degrees and aired every {w}",
        (
            ("how warm is the {s} kept in winter", "{s} temperature in winter"),
            ("on which day is the {s} aired", "airing of the {s}"),
            ("what do I set the thermostat in the {s} to",),
            ("why is it so cold in the {s}",),
            ("how do we keep the {s} from going mouldy",),
        ),
    ),
    (
        "The walls of the {s} were painted {l} with {n} litres of chalk paint from {d}",
        (
            ("which colour are the walls of the {s}", "{s} wall colour"),
            ("how much paint does the {s} need", "litres of paint for the {s}"),
            ("where did we buy the paint for the {s}",),
            ("I want to touch up a stain in the {s}",),
            ("what kind of paint is on the walls of the {s}",),
        ),
    ),
    (
        "{p} must not be in the {s} for long because of the dust, a doctor said so",
        (
            ("who is not allowed in the {s}",),
            ("why does {p} avoid the {s}", "{p} and the {s}"),
            ("what did the doctor say about the {s}",),
            ("can {p} help me tidy the {s}",),
            ("is the dust in the {s} dangerous",),
        ),
    ),
)

PASSING = (
    ("{p} looked into the {s} and went home early", ("was {p} in the {s}",)),
    ("Waiting for {p} to call back about the {s}", ("did {p} call about the {s}",)),
    (
        "It rained into the {s} this morning, {p} put a bucket there",
        ("is the {s} wet", "who put a bucket into the {s}"),
    ),
    ("{p} and {q} had coffee in the {s}", ("who was in the {s} for coffee",)),
    ("Left the ladder in the {s}, to be fetched on {w}", ("where is the ladder",)),
    ("{p} comes on {w} to measure the {s}", ("when does {p} come to measure the {s}",)),
    ("Swept the {s}, nothing else", ()),
)

HOME = Words(
    tuple("kitchen cellar attic garage greenhouse library stable workshop pantry veranda".split()),
    tuple("Clara Jonas Ida Emil Frieda Anton Greta Paul".split()),
    tuple("Allianz Helvetia Mercator Continentale Barmenia Zurich".split()),
    tuple("drawer letterbox toolbox cupboard basket suitcase".split()),
    tuple("white ochre green blue grey terracotta".split()),
    KINDS,
    PASSING,
    JUNK,
)
