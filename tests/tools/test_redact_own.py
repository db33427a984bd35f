"""Given a pattern of one's own, when it could take for ever, then it is refused by name, and never just left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie import settings
from reverie.records.errors import BadConfig
from reverie.tools.redact import Redactor

SLOW = (
    r"(a+)+$",
    r"(a*)*b",
    r"(a|a)+$",
    r"(a|aa)+$",
    r"(a|b|ab)*c",
    r"(.|\s)*x",
    r"(\d+|\w+)*$",
    r"(\w+_)+$",
    r"(x+x+)+y",
    r"(a?a?)+$",
    r"(.*a){20}",
    r"(?:a{1,50}){1,50}$",
    r"([a-z]{1,63}){1,10}$",
    r"(?:\s*\w*)*x",
    r"(?:(?:ba*)+a*)+$",
    r"(?=(a+)+b)",
    r"(?>(a+)+b)",
    r"(?i)(?:[a-z]+[A-Z])+$",
    r"(a)(?:\1a*)+b",
    r"a*a*a*a*a*a*b",
    r"a*a*a*b",
    r"a.*b.*c",
    r"\s+\w*\s*\w*\s*x",
    r"x?[ab]*[bc]*[bd]*y",
    r"(?:a*a*a*b|c)",
    r"(a*)a*\1b",
    r"a*(?=a*b)a*",
    r"a*(?!a*b)c",
    r"(?:a(?=a*b))*c",
    r"(?:a(?=.*b.*c))*d",
    r"a{1,4000}a{1,4000}b",
    r"(?:a|b)*(?:a|c)*(?:a|d)*e",
    r"\d+(?:\d|x)*\d+z",
    r"(?>a*b)*a*a*c",
    r"(?s).*.*.*x",
    r"(?i)A*a*A*b",
    r"a*?a*?a*?b",
)
FINE = (
    r"BADGE-\d{6}",
    r"pin (\d{4})",
    r"(?m)^w.w$",
    r"a.*b",
    r"a.{0,40}b.{0,40}c",
    r"[\w.]+@corp\.example",
    r"\s*acme-\w+",
    r"key=\S+;",
    r"-----BEGIN ACME[\s\S]*?END ACME-----",
    r"(?<=token )\w+(?!\S)",
    r"(?i)secret:\s*(\S+)",
    r"(?:foo|bar)+",
    r"(?:ab?)+",
    r"(?:[A-Z][a-z]+)+",
    r"(?:\d{1,3}\.){3}\d{1,3}",
    r"(?:\d[ -]*?){13,16}",
    r"(?:[\w-]+\.)+internal",
    r"(?:[0-9a-f]{4}-?){8}",
    r"(['\"])(.*?)\1",
)


@pytest.mark.parametrize("pattern", SLOW)
def test_a_pattern_that_could_take_for_ever_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"the pattern of 'badge' can take for ever .* a\{1,40\}"):
        Redactor(b"k" * 16, extra=[("badge", pattern)])


@pytest.mark.parametrize("pattern", FINE)
def test_an_ordinary_pattern_is_taken(pattern: str) -> None:
    Redactor(b"k" * 16, extra=[("badge", pattern)])


@pytest.mark.parametrize("pattern", ["(", "[a", "(?u)a", "(" * 3000 + ")" * 3000])
def test_what_is_no_pattern_is_refused_by_name(pattern: str) -> None:
    with pytest.raises(ValueError, match="the pattern of 'badge' is no regular expression"):
        Redactor(b"k" * 16, extra=[("badge", pattern)])


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a"])
def test_the_configuration_says_which_setting_and_which_pattern(tmp_path: Path, pattern: str) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(f'redact:\n  patterns:\n    good: "x1"\n    badge: "{pattern}"\n')
    with pytest.raises(BadConfig, match=r"redact\.patterns: the pattern of 'badge'"):
        settings.read(config)
