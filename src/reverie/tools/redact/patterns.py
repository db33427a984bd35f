"""The shapes that providers give their secrets, each with a literal by which the sieve can find it.

Shapes follow the providers' own descriptions and, where they publish none, what the public scanners agree on; lengths
are lower bounds where a provider says that they will grow. Every repetition is bounded, so no input is slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .sieve import Needle


class Form(NamedTuple):
    """One shape, matched where the needle begins; its group 1, if it has one, is the secret. A secret that begins
    before its needle has a `head`, which must reach up to the needle from at most `reach` bytes before. Some need
    something else `near` them to be believed. Patterns are kept as text and compiled when first needed."""

    kind: str
    needle: Needle
    shape: bytes
    head: bytes = b""
    reach: int = 0
    loose: bool = False
    near: bytes = b""


def _prefixed(kind: str, prefixes: str, body: str, *, loose: bool = False, then: str = "") -> Iterator[Form]:
    """Secrets that begin with their maker's mark. A loose body could also be words, which must then be ruled out."""
    for prefix in prefixes.split():
        shape = re.escape(prefix) + body + r"(?![A-Za-z0-9_])"
        yield Form(kind, Needle(prefix.encode(), then.encode()), shape.encode(), loose=loose)


def _around(kind: str, head: str, literal: str, body: str, reach: int = 64, then: str = "") -> Form:
    """Secrets that have their mark in the middle."""
    shape = (re.escape(literal) + body).encode()
    return Form(kind, Needle(literal.encode(), then.encode()), shape, head.encode() + rb"\Z", reach)


def _after(kind: str, literal: str, body: str, *, fold: bool = False, near: bytes = b"") -> Form:
    """Secrets that follow something fixed, most often as part of an address."""
    shape = (re.escape(literal) + body).encode()
    return Form(kind, Needle(literal.encode(), fold=fold), shape, near=near)


# A word begins: nothing of it stands before, except perhaps an escape or a colour.
_START = r"(?:(?<![\w-])|(?<=\\[nrt])|(?<=\[[0-9]m)|(?<=\[[0-9]{2}m))"
_A_DIGIT = r"(?=[A-Za-z]{0,40}\d)"  # or it could be a long name in one piece
# Long base64, but where that has + and /, this has Z and a letter.
_FACEBOOK = r"(?<![+/]EAA)(?=[A-Za-z0-9]{0,400}Z[A-D])[A-Za-z0-9]{100,400}(?![+/=-])"
_DISCORD = r"[\w-]{6,7}\.[\w-]{27}"

_MODELS = (
    *_prefixed("anthropic", "sk-ant-", r"[a-z0-9]{2,12}-[\w-]{20,200}", loose=True),
    *_prefixed("openai", "sk-proj- sk-svcacct- sk-admin- sk-None- sk-service-", r"[\w-]{20,250}", loose=True),
    *_prefixed("openai", "sk-", r"[A-Za-z0-9]{32,64}"),
    *_prefixed("openrouter", "sk-or-v1-", r"[0-9a-f]{64}"),
    *_prefixed("langfuse", "sk-lf-", r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    *_prefixed("google", "AIza", r"[\w-]{35}"),
    *_prefixed("google", "GOCSPX-", r"[\w-]{28}"),
    *_prefixed("google", "ya29.", r"[\w.-]{20,1024}"),
    *_prefixed("google", "AQ.A", r"[\w-]{40,90}"),
    *_prefixed("groq", "gsk_", r"[A-Za-z0-9]{48,56}"),
    *_prefixed("xai", "xai-", r"[\w-]{70,120}"),
    *_prefixed("replicate", "r8_", r"[\w-]{37}", loose=True),
    *_prefixed("perplexity", "pplx-", r"[A-Za-z0-9]{40,64}"),
    *_prefixed("huggingface", "hf_ api_org_", r"[A-Za-z0-9]{30,40}"),
    *_prefixed("langsmith", "lsv2_pt_ lsv2_sk_", r"[0-9a-f]{32}_[0-9a-f]{10}"),
    *_prefixed("nvidia", "nvapi-", r"[\w-]{60,70}", loose=True),
    *_prefixed("together", "tgp_v1_", r"[\w-]{43}", loose=True),
    *_prefixed("firecrawl", "fc-", r"[0-9a-f]{32}", then="[0-9a-f]{32}"),
    *_prefixed("tavily", "tvly-", r"[\w-]{30,64}", loose=True),
    *_prefixed("cerebras", "csk-", r"[A-Za-z0-9]{40,60}"),
    *_prefixed("elevenlabs", "sk_", r"[0-9a-f]{48}", then="[0-9a-f]{48}"),
    *_prefixed("fireworks", "fw_", _A_DIGIT + r"[A-Za-z0-9]{22,40}", then="[A-Za-z0-9]{22}"),
    *_prefixed("jina", "jina_", r"[\w-]{55,64}", loose=True),
    *_prefixed("voyage", "pa-", r"(?<!-pa-)[\w-]{43}(?!-)", loose=True, then=r"[\w-]{43}"),
    *_prefixed("pinecone", "pcsk_", r"[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}"),
)

_CLOUDS = (
    *_prefixed("aws-key-id", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16}", then="[A-Z0-9]{16}"),
    *_prefixed("aws-bedrock", "ABSK", r"[A-Za-z0-9+/]{100,270}={0,2}", then="[A-Za-z0-9+/]{100}"),
    *_prefixed("aws-bedrock", "bedrock-api-key-", r"[A-Za-z0-9+/]{60,2000}={0,2}"),
    _around("azure", _START + r"[\w~.-]{3}\d", "Q~", r"[\w~.-]{31,34}(?![\w~-])"),
    _after("azure", "sig=", r"((?:[A-Za-z0-9+/_-]|%(?:2[BbFf]|3[Dd])){40,120}={0,2})", near=b"sv=20"),
    _after("signature", "ignature=", r"([0-9a-f]{64,1024})(?!\w)"),
    *_prefixed("digitalocean", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{64}"),
    *_prefixed("cloudflare", "cfk_ cfut_ cfat_", r"[\w-]{40}[0-9a-f]{8}"),
    *_prefixed("databricks", "dapi", r"[0-9a-f]{32}(?:-\d)?"),
    *_prefixed("vercel", "vcp_ vci_ vca_ vcr_ vck_", r"[\w-]{24,80}", loose=True),
    *_prefixed("supabase", "sbp_", r"[0-9a-z_]{40,60}"),
    *_prefixed("supabase", "sb_secret_", r"[\w-]{20,60}", loose=True),
    *_prefixed("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w.=-]{32,64}", loose=True),
    *_prefixed("heroku", "HRKU-", r"[\w-]{36,70}", loose=True),
    *_prefixed("fly", "fo1_", r"[\w-]{43}"),
    *_prefixed("fly", "fm2_", r"[A-Za-z0-9+/]{100,2000}={0,3}"),
    *_prefixed("hashicorp", "hvs. hvb.", r"[\w-]{24,300}", loose=True),
    *_prefixed("neon", "napi_", r"[A-Za-z0-9]{40,80}"),
    *_prefixed("netlify", "nfp_", r"[A-Za-z0-9]{36,44}"),
    *_prefixed("render", "rnd_", _A_DIGIT + r"[A-Za-z0-9]{26,40}", then="[A-Za-z0-9]{26}"),
    *_prefixed("doppler", "dp.pt. dp.ct. dp.sa. dp.scim. dp.audit.", r"[A-Za-z0-9]{40,44}"),
    *_prefixed("doppler", "dp.st. dp.st.dev. dp.st.stg. dp.st.prd.", r"(?:[\w-]{5,35}\.)?[A-Za-z0-9]{40,44}"),
    _around("terraform", _START + r"[A-Za-z0-9]{14}", ".atlasv1.", r"[\w=-]{60,70}(?![\w=-])"),
    *_prefixed("tailscale", "tskey-", r"[a-z]{2,10}-[A-Za-z0-9]{6,40}-[A-Za-z0-9]{16,60}"),
)

_FORGES = (
    *_prefixed("github", "ghp_ gho_ ghu_ ghr_", r"[A-Za-z0-9]{36,251}"),
    *_prefixed("github", "ghs_", r"[A-Za-z0-9._-]{35,600}[A-Za-z0-9]"),
    *_prefixed("github", "github_pat_", r"\w{60,244}"),
    *_prefixed(
        "gitlab",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-",
        r"[\w-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9})?",
        loose=True,
    ),
    *_prefixed("npm", "npm_", r"[A-Za-z0-9]{36}"),
    *_prefixed("pypi", "pypi-AgE", r"[\w-]{50,1000}"),
    *_prefixed("rubygems", "rubygems_", r"[0-9a-f]{48}"),
    *_prefixed("docker", "dckr_pat_ dckr_oat_", r"[\w-]{24,40}", loose=True),
    *_prefixed("pulumi", "pul-", r"[0-9a-f]{40}"),
    *_prefixed("crates", "cio", rf"(?<![+/]cio){_A_DIGIT}[A-Za-z0-9]{{32}}(?![+/=])", then="[A-Za-z0-9]{32}"),
    *_prefixed("buildkite", "bkua_", r"[0-9a-f]{40}"),
    *_prefixed("circleci", "CCIPAT_ CCIPRJ_", r"[A-Za-z0-9]{20,24}_[0-9a-f]{40}"),
)

_SERVICES = (
    *_prefixed(
        "slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc-", r"(?=[A-Za-z-]{0,30}\d)[A-Za-z0-9-]{10,300}"
    ),
    *_prefixed("slack", "xoxd-", r"[A-Za-z0-9%+/=_-]{40,500}"),
    *_prefixed("slack", "xapp- xwfp-", r"(?=[A-Za-z-]{0,30}\d)[A-Za-z0-9-]{20,300}"),
    _after("slack-webhook", "hooks.", r"slack\.com/\w{6,12}/([A-Za-z0-9/_-]{20,120})", fold=True),
    _after("discord-webhook", "/api/webhooks/", r"(\d{17,20}/[\w-]{40,90})", fold=True),
    _around(
        "discord",
        _START + r"[MNO][\w-]{22,27}",
        ".",
        r"[\w-]{6,7}\.[\w-]{27,40}(?![\w.-])",
        then=r"[\w-]{6,7}\.[\w-]{27}",
    ),
    _around("telegram", r"(?<!\d)\d{6,10}", ":A", r"[\w-]{34}(?![\w-])", then=r"[\w-]{34}"),
    *_prefixed("stripe", "sk_live_ sk_test_ rk_live_ rk_test_", r"[A-Za-z0-9]{16,247}"),
    *_prefixed("stripe", "whsec_", r"[A-Za-z0-9+/]{24,80}={0,2}"),
    *_prefixed("twilio", "SK", r"[0-9a-f]{32}", then="[0-9a-f]{32}"),
    *_prefixed("sendgrid", "SG.", r"[\w-]{16,32}\.[\w-]{16,64}", loose=True),
    *_prefixed("mailgun", "key-", r"(?<!-key-)[0-9a-f]{32}"),
    *_prefixed("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_", r"[0-9a-fA-F]{32}"),
    *_prefixed("square", "sq0atp- sq0csp- sq0idp-", r"[\w-]{22,50}", loose=True),
    *_prefixed("square", "EAAA", r"[\w-]{60}", then=r"[\w-]{60}"),
    *_prefixed("linear", "lin_api_ lin_oauth_ lin_wh_", r"[A-Za-z0-9]{32,80}"),
    *_prefixed("notion", "ntn_", r"[A-Za-z0-9]{40,50}"),
    *_prefixed("notion", "secret_", r"[A-Za-z0-9]{43}"),
    *_prefixed("atlassian", "ATATT3 ATCTT3", r"[\w=-]{60,260}"),
    *_prefixed("atlassian", "ATBB", r"[A-Za-z0-9]{28,40}"),
    *_prefixed("newrelic", "NRAK- NRII- NRJS-", r"[A-Za-z0-9-]{19,42}", loose=True),
    _around("newrelic", r"[0-9a-fx]{36}", "NRAL", r"(?!\w)"),
    *_prefixed("sentry", "sntryu_", r"[0-9a-f]{64}"),
    *_prefixed("sentry", "sntrys_", r"[A-Za-z0-9+/=_-]{60,600}"),
    *_prefixed("grafana", "glsa_", r"[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}"),
    *_prefixed("grafana", "glc_", r"[A-Za-z0-9+/]{32,400}={0,3}"),
    *_prefixed("sonar", "sqp_ squ_ sqa_", r"[0-9a-f]{40}"),
    *_prefixed("sourcegraph", "sgp_", r"(?:[0-9a-fA-F]{16}_|local_)?[0-9a-fA-F]{40}"),
    *_prefixed("brevo", "xkeysib-", r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    *_prefixed("posthog", "phx_", r"[\w-]{40,60}", loose=True),
    *_prefixed("postman", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    *_prefixed("figma", "figd_ figp_", r"[\w-]{40,54}", loose=True),
    *_prefixed("1password", "ops_", r"eyJ[A-Za-z0-9+/_-]{100,2000}={0,3}"),
    *_prefixed("resend", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{24}", then="[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),
    *_prefixed("facebook", "EAA", _FACEBOOK, then="[A-Za-z0-9]{100}"),
    *_prefixed("dropbox", "sl. sl.u.", r"[\w=-]{100,2000}", then=r"[\w-]{100}"),
    _around("airtable", _START + r"pat[A-Za-z0-9]{14}", ".", r"[0-9a-f]{64}(?!\w)", then="[0-9a-f]{64}"),
    _around(
        "asana", _START + r"(?<![/.])(?:1|2/1\d{15})", "/1", r"\d{15}:[0-9a-f]{32}(?!\w)", then=r"\d{15}:[0-9a-f]{32}"
    ),
    *_prefixed("age", "AGE-SECRET-KEY-", r"(?:PQ-)?1[A-Z0-9]{50,80}"),
)

# The first two parts are JSON objects, and `{"` is always `eyJ`.
_JWT = _around("jwt", r"eyJ[\w-]{8,1000}", ".eyJ", r"[\w-]{8,8000}\.(?:[\w-]{16,2000})?(?![\w-])", reach=1004)
_MAPBOX = _around("mapbox", _START + r"[st]k", ".eyJ", r"[\w-]{40,300}\.[\w-]{20,24}(?![\w-])")

FORMS: tuple[Form, ...] = (*_MODELS, *_CLOUDS, *_FORGES, *_SERVICES, _JWT, _MAPBOX)
