"""Made-up secrets, put together only when the tests run, so that no scanner of this repository takes them for real."""

from __future__ import annotations

import base64
import hashlib
import json
import string

B62 = string.ascii_letters + string.digits
URL = B62 + "_-"
HEX = "0123456789abcdef"
LOW = string.ascii_lowercase + string.digits
UP = string.ascii_uppercase + string.digits


def body(alphabet: str, length: int, salt: str = "") -> str:
    """Characters that look drawn by lot and are the same in every run."""
    noise = b"".join(hashlib.sha512(f"{salt}:{n}".encode()).digest() for n in range(length // 64 + 1))
    return "".join(alphabet[byte % len(alphabet)] for byte in noise[:length])


def jwt(salt: str = "") -> str:
    parts = (json.dumps({"alg": "HS256", "typ": "JWT"}), json.dumps({"sub": "1234567890"}), body(B62, 32, salt))
    return ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)


def pem(label: str = "RSA PRIVATE" + " KEY") -> str:
    lines = [body(B62 + "+/", 64, str(n)) for n in range(6)]
    return "\n".join((f"-----BEGIN {label}-----", *lines, body(B62, 20) + "==", f"-----END {label}-----"))


def discord() -> str:
    user = base64.b64encode(b"123456789012345678").decode().rstrip("=")
    return ".".join((user, body(URL, 6, "d"), body(B62, 27, "e")))


# kind, secret
SHAPED: dict[str, str] = {
    "anthropic": "sk-ant-" + "api03-" + body(URL, 93) + "AA",
    "anthropic oauth": "sk-ant-" + "oat01-" + body(URL, 93) + "AA",
    "openai": "sk-" + body(B62, 20) + "T3Blbk" + "FJ" + body(B62, 20, "b"),
    "openai project": "sk-" + "proj-" + body(URL, 74) + "T3Blbk" + "FJ" + body(URL, 74, "b"),
    "openai service": "sk-" + "svcacct-" + body(URL, 120),
    "openrouter": "sk-" + "or-v1-" + body(HEX, 64),
    "google": "AI" + "zaSy" + body(URL, 33),
    "google auth": "AQ" + ".Ab8RN6" + body(URL, 44),
    "google oauth": "GOC" + "SPX-" + body(URL, 28),
    "google access": "ya" + "29.a0" + body(URL, 120),
    "aws-key-id": "AK" + "IA" + body(UP, 16),
    "azure": body(B62, 3) + "8Q" + "~" + body(B62, 34),
    "github": "gh" + "p_" + body(B62, 36),
    "github oauth": "gh" + "o_" + body(B62, 36),
    "github user": "gh" + "u_" + body(B62, 36),
    "github server": "gh" + "s_" + body(URL + ".", 60) + "a",
    "github refresh": "gh" + "r_" + body(B62, 76),
    "github fine": "github" + "_pat_" + body(B62, 22) + "_" + body(B62, 59),
    "gitlab": "gl" + "pat-" + body(URL, 20),
    "gitlab runner": "gl" + "rt-" + body(URL, 20),
    "gitlab routable": "gl" + "pat-" + body(URL, 27) + ".01." + body(string.digits + "abc", 9),
    "slack": "xo" + "xb-" + "123456789012-1234567890123-" + body(B62, 24),
    "slack app": "xa" + "pp-1-A" + body(UP, 10) + "-1234567890123-" + body(HEX, 64),
    "discord": discord(),
    "telegram": "123456789:" + "AA" + body(URL, 33),
    "stripe": "sk" + "_live_" + body(B62, 24),
    "stripe restricted": "rk" + "_live_" + body(B62, 24),
    "stripe webhook": "wh" + "sec_" + body(B62, 32),
    "npm": "np" + "m_" + body(B62, 36),
    "pypi": "py" + "pi-AgEIcHlwaS5vcmcCJ" + body(URL, 150),
    "huggingface": "h" + "f_" + body(string.ascii_letters, 34),
    "twilio": "S" + "K" + body(HEX, 32),
    "sendgrid": "S" + "G." + body(URL, 22) + "." + body(URL, 43),
    "mailgun": "ke" + "y-" + body(HEX, 32),
    "digitalocean": "do" + "p_v1_" + body(HEX, 64),
    "databricks": "da" + "pi" + body(HEX, 32),
    "shopify": "shp" + "at_" + body(HEX, 32),
    "square": "sq0" + "atp-" + body(URL, 22),
    "linear": "lin" + "_api_" + body(B62, 40),
    "notion": "nt" + "n_" + body(B62, 46),
    "notion old": "sec" + "ret_" + body(B62, 43),
    "atlassian": "AT" + "ATT3xFfGF0" + body(URL, 171) + "=" + body(HEX.upper(), 8),
    "vercel": "vc" + "p_" + body(B62, 56),
    "supabase": "sb" + "p_" + body(HEX, 40),
    "supabase secret": "sb_" + "secret_" + body(URL, 31),
    "groq": "gs" + "k_" + body(B62, 52),
    "xai": "xa" + "i-" + body(B62, 80),
    "replicate": "r" + "8_" + body(B62, 37),
    "perplexity": "pp" + "lx-" + body(B62, 48),
    "newrelic": "NR" + "AK-" + body(UP, 27),
    "newrelic license": body(HEX, 36) + "NR" + "AL",
    "sentry": "sn" + "tryu_" + body(HEX, 64),
    "cloudflare": "cf" + "ut_" + body(B62, 40) + body(HEX, 8),
    "docker": "dckr" + "_pat_" + body(URL, 27),
    "age": "AGE-SECRET" + "-KEY-1" + body("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "firecrawl": "f" + "c-" + body(HEX, 32),
    "tavily": "tv" + "ly-" + body(B62, 32),
    "tavily dev": "tv" + "ly-dev-" + body(B62, 32),
    "cerebras": "cs" + "k-" + body(LOW, 48),
    "elevenlabs": "sk" + "_" + body(HEX, 48),
    "fireworks": "f" + "w_" + body(B62, 24),
    "jina": "ji" + "na_" + body(HEX, 32) + body(URL, 28, "j"),
    "voyage": "p" + "a-" + body(URL, 43),
    "pinecone": "pc" + "sk_" + body(B62, 6) + "_" + body(B62, 63),
    "neon": "na" + "pi_" + body(LOW, 64),
    "netlify": "nf" + "p_" + body(B62, 36),
    "render": "rn" + "d_" + body(B62, 28),
    "doppler": "dp" + ".pt." + body(B62, 43),
    "doppler service": "dp" + ".st.dev." + body(B62, 43),
    "terraform": body(B62, 14) + ".atlas" + "v1." + body(URL, 67),
    "crates": "ci" + "o" + body(B62, 32),
    "buildkite": "bk" + "ua_" + body(HEX, 40),
    "circleci": "CCI" + "PAT_" + body(B62, 22) + "_" + body(HEX, 40),
    "resend": "r" + "e_" + body(B62, 8) + "_" + body(B62, 24),
    "facebook": "EA" + "A" + body(B62, 120) + "ZC" + body(B62, 60, "f") + "ZDZD",
    "dropbox": "s" + "l." + body(URL, 136),
    "dropbox short-lived": "s" + "l.u." + body(URL, 136),
    "airtable": "pa" + "t" + body(B62, 14) + "." + body(HEX, 64),
    "asana": "2/12" + "01234567890123/1209876543210987:" + body(HEX, 32),
    "asana old": "1/12" + "01234567890123:" + body(HEX, 32),
    "mapbox": "s" + "k.ey" + "J" + body(B62, 80) + "." + body(URL, 22),
    "jwt": jwt(),
    "private-key": pem(),
    "private-key openssh": pem("OPENSSH PRIVATE" + " KEY"),
    "private-key pgp": pem("PGP PRIVATE" + " KEY BLOCK"),
}
