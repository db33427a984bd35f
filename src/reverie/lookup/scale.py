"""A model's scale: what its cosines are for questions and their answers, and for questions and other answers.

Measured once for each model on these few pairs, so that a cosine of one model can be compared with another's, in an
index of any size.
"""

from __future__ import annotations

from statistics import fmean, median

from reverie.lookup.score import Scale
from reverie.lookup.vectors import unit
from reverie.records.engines import Embedder

_PAIRS = (
    ("Which database does the billing service use?", "Billing keeps its invoices in PostgreSQL 15."),
    ("What did the doctor say about my knee?", "The doctor told me to rest the knee for six weeks."),
    ("Why did the nightly deploy fail?", "Last night's deploy broke because the registry token had expired."),
    ("Where are we going on holiday this summer?", "We booked a cottage in Brittany for our summer vacation."),
    ("How do I run only the slow tests?", "Slow tests are run with pytest -m slow."),
    ("Who is allowed to merge to main?", "Only maintainers may merge pull requests into the main branch."),
    ("What should I cook for my vegan friend?", "My friend is vegan and loves chickpea curry."),
    ("How long is the session cookie valid?", "Session cookies expire after thirty minutes."),
    ("What is my sister's new job?", "My sister started working as a veterinarian in May."),
    ("Which instrument is my son learning?", "Our boy has been taking cello lessons since autumn."),
    (
        "How are migrations applied in production?",
        "Schema migrations run as a separate job before the rollout.",
    ),
    ("When does the lease on the flat end?", "Our apartment lease runs out on the last day of March."),
)


def measure(embedder: Embedder) -> Scale:
    """The middle cosine of pairs that belong together, and the mean of those that do not."""
    questions = unit(embedder.embed([question for question, _ in _PAIRS]))
    answers = unit(embedder.embed([answer for _, answer in _PAIRS]))
    cosines = (questions @ answers.T).tolist()
    size = range(len(_PAIRS))
    answer = median(cosines[n][n] for n in size)
    unrelated = fmean(cosines[n][m] for n in size for m in size if n != m)
    return Scale(round(unrelated, 4), round(answer, 4))
