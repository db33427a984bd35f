"""Which claims a note makes: its paths, names, commands, packages, keys and links, and nothing that only looks so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.claims import claims

FOUND = (
    ("The parser lives in `src/parser/lexer.py`.", ("path", "src/parser/lexer.py", "")),
    ("See src/parser/lexer.py:12 first", ("path", "src/parser/lexer.py", "")),
    ("Look at `lexer.py`", ("path", "lexer.py", "")),
    ("Templates are in `templates/mail/`", ("path", "templates/mail/", "")),
    ("Read [the guide](docs/guide.md#start)", ("path", "docs/guide.md", "")),
    ("`@/components/Card` draws it", ("path", "components/Card", "")),
    ("CI is in `.github/workflows/ci.yml`", ("path", ".github/workflows/ci.yml", "")),
    ("Edit the `Makefile`", ("path", "Makefile", "")),
    ("Call `load_rules()` first", ("symbol", "load_rules", "")),
    ("`CardDeck.shuffle` is slow", ("symbol", "CardDeck.shuffle", "")),
    ("Call `newNonce` once", ("symbol", "newNonce", "")),
    ("`MAX_RETRIES` is five", ("symbol", "MAX_RETRIES", "")),
    ("the class `Deck` is frozen", ("symbol", "Deck", "")),
    ("we call load_rules twice", ("symbol", "load_rules", "")),
    ("`def load_rules(path: str) -> list[Rule]`", ("symbol", "load_rules", "")),
    ("`load_rules` in `src/rules.py` is cached", ("symbol", "load_rules", "src/rules.py")),
    ("- `src/rules.py`: `load_rules`", ("symbol", "load_rules", "src/rules.py")),
    ("Run `pytest tests/test_a.py::TestDeck::test_cut`", ("path", "tests/test_a.py", "")),
    ("`tests/test_a.py::test_cut` flickers", ("symbol", "test_cut", "tests/test_a.py")),
    ("Run `make lint` before a commit", ("command", "lint", "make")),
    ("`make -C web build`", ("command", "build", "make:web")),
    ("`CI=1 npm run build:all -- --watch`", ("command", "build:all", "npm")),
    ("`npm test` runs everything", ("command", "test", "npm")),
    ("`pnpm --filter web dev`", ("command", "dev", "npm")),
    ("`yarn typecheck`", ("command", "typecheck", "npm")),
    ("then npm run build:packs and wait", ("command", "build:packs", "npm")),
    ("`poetry run serve`", ("command", "serve", "python")),
    ("`uv run python -m shop.worker`", ("command", "shop.worker", "module")),
    ("`cargo run --bin indexer`", ("command", "indexer", "cargo")),
    ("`just deploy`", ("command", "deploy", "just")),
    ("`task gen`", ("command", "gen", "task")),
    ("`composer phpstan`", ("command", "phpstan", "composer")),
    ("`tox -e lint`", ("command", "lint", "tox")),
    ("`cd app && bash scripts/seed.sh`", ("path", "scripts/seed.sh", "")),
    ("```bash\n$ python tools/gen.py --all  # slow\n```", ("path", "tools/gen.py", "")),
    ("We depend on `click` for the doors", ("dependency", "click", "")),
    ("`click>=8.1` is needed", ("dependency", "click", "")),
    ("the `email_spec` dependency", ("dependency", "email_spec", "")),
    ("`@tanstack/react-query` holds the state", ("dependency", "@tanstack/react-query", "")),
    ("`golang.org/x/net` is vendored", ("dependency", "golang.org/x/net", "")),
    ("Built on Django 4.2", ("dependency", "django", "")),
    ("`line-length` in `pyproject.toml` is 120", ("config", "line-length", "pyproject.toml")),
    ("`[tool.ruff] line-length`", ("config", "tool.ruff.line-length", "")),
    ("set `compilerOptions.strict`", ("config", "compilerOptions.strict", "")),
    ("https://github.com/ann/shop/blob/main/src/cart.py#L4", ("url", "src/cart.py", "ann/shop")),
)

NOTHING = (
    "We prefer tabs over spaces.",
    "Use `git rebase` and never merge.",
    "GitHub and TypeScript are fine, and so is PostgreSQL.",
    "Node.js and Next.js are products",
    "and/or, client/server, read/write",
    "`application/json` is sent",
    "the branch `feature/login`",
    "lies in `~/.claude/settings.json` and `/usr/bin/env`",
    "`src/<name>/index.ts` is the pattern, `{slug}.md` too",
    "`https://example.com/a/b.py`",
    "We removed `src/old_parser.py` in March.",
    "`load_rules` no longer exists",
    "`legacy_auth.py` was replaced",
    "Do not create files like `src/flat.ts`",
    "Create `hypo/RELEASE.rst` with the type",
    "There is deliberately no `server/api/`",
    "The legacy nested\n`schemas/market.json` is\nof no use.",
    "`pytest tests/test_foo.py` and `src/newService.ts` are made up",
    "`python -m venv .venv` and `pip install -e .`",
    "`npm install`, `npm ci`, `yarn add x`",
    "see [[another_note]] and [the other](other_note.md)",
    "---\nname: project_card_dom\n---\nplain words",
    "```python\nfrom_somewhere = call_it()\n```",
    "<!-- reverie:id some_name_here -->",
    "`res.json` and `console.log`",
    "`POST` and `TODO` and `HTTP`",
    "`--dry-run`",
    "version 2 of step 3, phase 1",
)


@pytest.mark.parametrize(("note", "expected"), FOUND)
def test_a_claim_is_found(note: str, expected: tuple[str, str, str]) -> None:
    assert expected in [(claim.kind, claim.name, claim.place) for claim in claims(note)]


@pytest.mark.parametrize("note", NOTHING)
def test_what_only_looks_like_a_claim_is_none(note: str) -> None:
    assert claims(note) == ()


def test_a_version_belongs_to_its_package() -> None:
    said = {
        claim.name: claim.version for claim in claims("`click` is pinned to 8.1.7. Also Django 4.2 and `zod@3.22`.")
    }
    assert said == {"click": "8.1.7", "django": "4.2", "zod": "3.22"}


@pytest.mark.parametrize(
    "note",
    (
        "eslint 0", "`eslint 0`", "vitest 114", "vitest 114 passed", "`vitest`: 114 tests", "brought `eslint` to 0",
        "`mypy` is 0, `ruff` 3 warnings", "pytest 4.2 seconds", "`ruff` (0.3 ms)", "`pandas` is 3.2x faster",
        "webpack 4.1 MB", "jest 99.5 % of the lines", "We use `prettier` in 12 packages", "`vitest v8` counts lines",
        "measured by vitest v8 in CI",
    ),
)  # fmt: skip
def test_a_number_behind_a_name_is_no_version(note: str) -> None:
    assert {claim.version for claim in claims(note)} <= {""}


@pytest.mark.parametrize(
    ("note", "version"),
    (
        ("Django 4.2", "4.2"), ("Django v4", "4"), ("Django version 5", "5"), ("`click>=8`", "8"), ("`zod@3`", "3"),
        ("`click==8.1`", "8.1"), ("`click 8.1`", "8.1"), ("`click` is pinned to 8", "8"), ("`vite` (5.4)", "5.4"),
        ("We depend on `click` ^8", "8"), ("`react` version 18 is used", "18"), ("eslint v8.1", "8.1"),
    ),
)  # fmt: skip
def test_a_version_has_a_versions_form(note: str, version: str) -> None:
    assert [claim.version for claim in claims(note)] == [version]


@pytest.mark.parametrize(
    "note",
    (
        "`docs/old.md` → `docs/new.md` (275 references updated)",
        "- Merged templates/ -> blocks/",
        "Never commit `secrets/answers.yaml`",
        "`tmp/report.json` is gitignored",
        "Use descriptive names (`playerPattern` not `pp`)",
    ),
)
def test_what_need_not_be_there_is_not_claimed(note: str) -> None:
    assert all(claim.supposed for claim in claims(note) if claim.name not in ("docs/new.md", "blocks/"))


@pytest.mark.parametrize(
    "note",
    (
        "**Removed (2026-06-16)**: `src/main.js` / `src/sources.js` / `src/cue.js` (nobody used them)",
        "We deleted `src/main.js`, `src/sources.js` and `src/cue.js`",
        "**撤去済み（2026-06-16）**: `src/main.js` / `src/sources.js` / `src/cue.js`",
        "旧 `VIEW_SHADER` は未使用かつ式が古かったので 2026-06-18 削除",
        "已删除 `src/main.js`", "`src/main.js` wurde gelöscht", "`src/main.js` a été supprimé", "удалён `src/main.js`",
    ),
)  # fmt: skip
def test_what_a_note_says_was_removed_is_not_claimed(note: str) -> None:
    assert claims(note) == ()


@pytest.mark.parametrize(
    "note",
    (
        "We removed the cache; `src/main.js` does it now",
        "Deleted rows are kept, see `src/main.js`",
        "Rows are removed by the night job, in ring 2 of the cluster, whenever there are any, by `src/main.js`",
    ),
)
def test_what_stands_far_from_a_removal_is_claimed(note: str) -> None:
    assert [claim.name for claim in claims(note)] == ["src/main.js"]


def test_each_claim_once_with_its_place_in_the_note() -> None:
    note = "`load_rules` and again `load_rules`, in src/rules.py"
    found = claims(note)
    assert [(claim.kind, note[claim.start : claim.end]) for claim in found] == [
        ("symbol", "load_rules"),
        ("path", "src/rules.py"),
    ]


def test_an_example_is_told_as_one() -> None:
    assert [claim.supposed for claim in claims("There could be more, for example `src/plugins/mail.py`.")] == [True]
    assert [claim.supposed for claim in claims("The mailer is `src/plugins/mail.py`.")] == [False]


@given(st.text(alphabet=st.sampled_from("ab_/.`\n#-[]()<>:@ $=1Zé"), max_size=120))
def test_any_text_can_be_read(note: str) -> None:
    for claim in claims(note):
        assert 0 <= claim.start < claim.end <= len(note)
        assert claim.name
