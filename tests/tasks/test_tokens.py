"""Which tokens a sentence has, and whether a text holds them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.tasks.tokens import Sort, Token, repeats, specific_tokens, stands, telling


def found(text: str) -> list[str]:
    return [token.text for token in specific_tokens(text)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Use pnpm, not npm.", []),
        ("Run `pnpm test --filter api` first", ["pnpm test --filter api"]),
        ("Edit src/auth/jwt.py:12 and ~/.aws/config.", ["src/auth/jwt.py", "12", "~/.aws/config"]),
        ("Look in docs/ or at schema.sql", ["docs/", "schema.sql"]),
        ("Call fetch_all and parseDate() of HttpClient", ["fetch_all", "parseDate()", "HttpClient"]),
        ("Set MAX_RETRIES and API", ["MAX_RETRIES", "API"]),
        ("Wait 30s, at most 5 times, port 5432, 1,000 rows", ["30s", "5", "5432", "1,000"]),
        ("Python 3.11 and v2.0.1 need >=18", ["3.11", "v2.0.1", ">=18"]),
        ("Pass --no-verify or -x=3", ["--no-verify", "-x=3"]),
        ("See https://a.example/x?y=1, mail eve@a.example", ["https://a.example/x?y=1", "eve@a.example"]),
        ("Ask Bob about Postgres", ["Bob", "Postgres"]),
        ("It fails three times", ["three"]),
        ("Deploy to eu-west-1 from user-service", ["eu-west-1", "user-service"]),
        ("reverie.tasks.tokens has it", ["reverie.tasks.tokens"]),
        ("A client/server and/or thing", ["client/server", "and/or"]),
        ("Look in services/web", ["services/web"]),
        ("Never do this. Always do that: Then go.", []),
    ],
)
def test_specific_tokens(text: str, tokens: list[str]) -> None:
    assert found(text) == tokens


@pytest.mark.parametrize(
    ("token", "text", "there"),
    [
        ("8080", "port 18080", False),
        ("8080", "port 8080.", True),
        ("30s", "30 seconds", True),
        ("three", "3 times", True),
        ("3", "three times", True),
        ("3.1", "python 3.11", False),
        ("3.11", "python 3.11.", True),
        ("v2.0", "2.0 is out", True),
        ("1,000", "1000 rows", True),
        ("jwt.py", "src/auth/jwt.py:3", True),
        ("src/auth/jwt.py", "in /home/me/src/auth/jwt.py", True),
        ("src/auth/jwt.py", "in jwt.py", False),
        ("fetch_all", "fetch_all()", True),
        ("fetch_all", "prefetch_all", False),
        ("parse_Date", "parse_date", False),
        ("GraphQL", "graphql was slow", True),
        ("API", "the api", True),
        ("API", "the apis", False),
        ("--verify", "--no-verify", False),
        ("Postgres", "we use postgres", True),
        ("`npm run`", "pnpm run test", False),
        ("`npm run`", "npm⏎run", True),
        ("token-based", "tokens are used", True),
        ("left-pad", "left alone", False),
        ("src/*.py", "src/a.py", True),
        ("and/or", "nothing of the kind", True),
        ("services/web", "we fixed services/web today", True),
        ("services/web", "we fixed services", False),
    ],
)
def test_stands(token: str, text: str, there: bool) -> None:
    (wanted,) = specific_tokens(token if token[0] in "`-" else f"x {token}")[:1]
    assert stands(wanted, text) is there


WORDS = st.lists(
    st.sampled_from(
        ["src/a/b.py", "fetch_all", "Postgres", "`make up`", "--fast", "30s", "3.11", "https://x.test/a", "eu-west-1",
         "HttpClient", "the", "use", "never", "a.b.c", "seven", "x@y.test", "API"]
    ),
    min_size=1, max_size=12,
)  # fmt: skip


@given(WORDS)
def test_a_text_holds_all_of_its_own_tokens(words: list[str]) -> None:
    text = " ".join(words)
    assert all(stands(token, text) for token in specific_tokens(text))


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for token in specific_tokens(text):
        assert token.text and stands(token, text) in (True, False)
    telling(text)


@given(WORDS, st.text(alphabet="qxz", min_size=5, max_size=9))
def test_a_strange_name_is_never_held(words: list[str], name: str) -> None:
    strange = Token(f"{name}_{name}", Sort.IDENTIFIER)
    assert not stands(strange, " ".join(words))


@pytest.mark.parametrize("unit", ["a/", "a.", "-", "`", "a_", "1,", "@a", "A", "a-", "://", "⏎", "( "])
def test_a_long_text_takes_no_longer_than_it_is_long(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    assert len(specific_tokens(text)) >= 0


def test_repeats_by_tokens_and_terms() -> None:
    assert repeats("Bob owns the billing module.", "The billing module is owned by Bob.")
    assert not repeats("The cache lives 30s.", "The cache lives 60s.")
    assert not repeats("Run fetch_all before deploys.", "Run fetch_one before deploys.")
    assert not repeats("Use pnpm.", "Use yarn.")
