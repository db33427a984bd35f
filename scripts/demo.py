"""`make demo`: builds a small sample project with a month of history and walks the whole loop on it, printing what a
person would type and see. Everything happens in a temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

ADA, BOB, EVE = ("Ada", "ada@example.org"), ("Bob", "bob@example.org"), ("Eve", "eve@example.org")
Commit = tuple[int, tuple[str, str], str, tuple[str, ...]]

ORDINARY = (
    "feat(orders): list orders by customer", "docs: how to run the worker", "refactor(mail): one template loader",
    "feat(users): search by e-mail", "chore: bump dependencies", "test(orders): cover empty carts",
    "feat(billing): export invoices as CSV", "perf(search): cache the parsed query", "style: sort imports",
    "feat(mail): plain-text version of every mail", "docs(api): document rate limits", "feat(orders): partial refunds",
    "refactor(users): split the profile form", "ci: run the slow tests at night", "feat(search): highlight matches",
)  # fmt: skip
AREAS = ("orders", "mail", "users", "billing", "search")
STORY: tuple[Commit, ...] = (
    (
        24,
        ADA,
        "fix(auth): accept tokens signed with the old key during rotation",
        ("services/auth/jwt.py", "tests/test_jwt.py"),
    ),
    (
        21,
        BOB,
        "fix(auth): JWT validation broken for tokens without an expiry",
        ("services/auth/jwt.py", "tests/test_jwt.py"),
    ),
    (
        17,
        ADA,
        "fix(auth): clock skew rejects fresh tokens on slow hosts",
        ("services/auth/jwt.py", "tests/test_jwt.py"),
    ),
    (12, EVE, "hotfix: refresh tokens outlive a password change", ("services/auth/jwt.py", "services/auth/session.py")),
    (
        20,
        BOB,
        "feat(db): rename orders.total to orders.amount",
        ("migrations/0007_rename.sql", "services/orders/models.py"),
    ),
    (
        19,
        BOB,
        'Revert "feat(db): rename orders.total to orders.amount"',
        ("migrations/0007_rename.sql", "services/orders/models.py"),
    ),
    (
        9,
        EVE,
        "feat(db): rename orders.currency to orders.unit",
        ("migrations/0009_rename.sql", "services/orders/models.py"),
    ),
    (
        8,
        EVE,
        'Revert "feat(db): rename orders.currency to orders.unit"',
        ("migrations/0009_rename.sql", "services/orders/models.py"),
    ),
    (15, BOB, "fix(search): CacheMissError when the index is rebuilt", ("services/search/cache.py",)),
    (11, ADA, "fix(search): CacheMissError after a deploy", ("services/search/warm.py",)),
    (6, EVE, "fix(mail): CacheMissError while rendering a digest", ("services/mail/digest.py",)),
    (13, ADA, "fix(billing): rounding of split payments, BUG-007 again", ("services/billing/money.py",)),
    (5, BOB, "fix(billing): cents lost when a refund is rounded", ("services/billing/money.py",)),
)
REGISTRY = """# Bug registry

## BUG-007: money is rounded with floats
- Severity: high
- Files: services/billing/
- Tags: money, rounding, cents
- Prevention: Use Decimal for money and round once, at the end
"""
REASONS = {
    19: "The old column is still read by the nightly report; the rename needs a backfill migration in the same change.",
    8: "It broke the nightly report again: no backfill.",
}


def build(folder: Path, today: datetime) -> None:
    """A month of an ordinary project, with a few things that keep happening."""
    git(folder, "init", "-q", "-b", "main")
    (folder / "docs").mkdir()
    (folder / "docs" / "bug-registry.md").write_text(REGISTRY)
    commits: list[Commit] = list(STORY)
    for i in range(120):
        area = AREAS[i % len(AREAS)]
        subject = f"{ORDINARY[i % len(ORDINARY)]} ({i})"
        commits.append((120 - i, (ADA, BOB, EVE)[i % 3], subject, (f"services/{area}/part{i % 7}.py",)))
    for number, (days, who, subject, files) in enumerate(sorted(commits, key=lambda c: -c[0])):
        for name in files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a") as file:
                file.write(f"check(tokens, {number})\n" if "jwt" in name else f"# change {number}\n")
        body = REASONS.get(days, "") if subject.startswith("Revert") else ""
        at = (today - timedelta(days=days)).isoformat()
        named = {"NAME": who[0], "EMAIL": who[1], "DATE": at}
        environment = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in named.items()}
        git(folder, "add", "--all")
        git(folder, "commit", "-q", "-m", subject, *(["-m", body] if body else []), **environment)
    (folder / "CLAUDE.md").write_text(
        "# Our project\n\nServices in Python, one folder each. Run `pytest` before you push.\n"
    )


def git(folder: Path, *words: str, **environment: str) -> str:
    quiet = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *settings, *words],
        cwd=folder,
        env={**os.environ, **quiet, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def reverie(folder: Path, *words: str) -> str:
    """Type a command and show what comes, as a person would see it."""
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    print(f"\n$ reverie {shown}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "reverie", *words],
        cwd=folder,
        stderr=subprocess.STDOUT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout, end="", flush=True)
    return done.stdout


def walk(folder: Path) -> None:
    """Run, show, graduate, sync, why, undo."""
    git(folder, "config", "user.email", "ada@example.org")
    reverie(folder, "run")
    reverie(folder, "list")
    ids = {line.split()[1]: line.split()[0] for line in reversed(reverie_quietly(folder, "list").splitlines()) if line}
    first = ids.get("revert_cluster") or next(iter(ids.values()))
    reverie(folder, "show", first)
    reverie(folder, "graduate", first, "--rationale", "")
    why = (
        "Both renames broke the nightly report, which reads the old column; a backfill in the same change prevents it."
    )
    reverie(folder, "graduate", first, "--rationale", why)
    reverie(folder, "sync", "--dry-run")
    reverie(folder, "sync")
    text = (folder / "CLAUDE.md").read_text().splitlines()
    line = next(number for number, row in enumerate(text, 1) if "(rule " in row)
    reverie(folder, "why", f"CLAUDE.md:{line}")
    reverie(folder, "history")
    reverie(folder, "undo")
    reverie(folder, "run")


def reverie_quietly(folder: Path, *words: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "reverie", *words], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def main() -> None:
    today = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0)
    with tempfile.TemporaryDirectory(prefix="reverie-demo-") as name:
        folder = Path(name) / "shop"
        folder.mkdir()
        print(f"Building a sample project with a month of history in {folder} …", flush=True)
        build(folder, today)
        walk(folder)
        print("\nThat was the whole loop. The sample project is gone again; try it on one of yours: reverie run")


if __name__ == "__main__":
    main()
