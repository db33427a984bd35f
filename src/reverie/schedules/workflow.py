"""A workflow for GitHub: every night a dream over the repository, and what it proposes as a pull request. Decisions
that people write into a candidate's header there are carried out by the next night. Its form is `workflow.yml`."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from reverie.tools.cron import Cron

PATH = ".github/workflows/reverie-dream.yml"
BRANCH = "reverie/dream"
MARK = "# reverie: sha256 "
# By their commit, so that nobody can put something else in the place of a tag
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
PYTHON = "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0"


def text(cron: Cron, since: str, package: str, instructions: str = "") -> str:
    given = {"cron": cron.text, "since": since, "package": package, "instructions": instructions}
    told = {name: _scalar(value) for name, value in given.items()}
    told |= {"branch": BRANCH, "checkout": CHECKOUT, "python": PYTHON}
    form = Path(__file__).with_name("workflow.yml").read_text(encoding="utf-8")
    if not instructions:
        form = form.replace("          INSTRUCTIONS: @instructions@\n", "").replace(
            ' --instructions "$INSTRUCTIONS"', ""
        )
    body = re.sub(r"@([a-z]+)@", lambda found: told[found[1]], form)
    head = "# Made by reverie schedule github-action, and taken out by reverie schedule github-action --remove.\n"
    return f"{head}{MARK}{_digest(body)}\n{body}"


def is_untouched(found: str) -> bool:
    """Whether a workflow is as we wrote it, by whichever version; a person's changes are not ours to overwrite."""
    mark = re.search(rf"^{re.escape(MARK)}([0-9a-f]{{16}})\r?\n", found, re.MULTILINE)
    return mark is not None and mark[1] == _digest(found[mark.end() :].replace("\r\n", "\n"))


def is_ours(found: str) -> bool:
    return MARK in found


def cron_of(found: str) -> str:
    told = re.search(r"^ +- cron: \"?([^\"\n#]+)\"?", found, re.MULTILINE)
    return told[1].strip() if told else ""


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def _scalar(value: str) -> str:
    """As YAML in double quotes; and so that GitHub finds no expression of its own in it."""
    return '"' + "".join(map(_letter, value.replace("${{", "${{ '${{' }}"))) + '"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    return letter if letter.isprintable() else f"\\U{ord(letter):08X}"
