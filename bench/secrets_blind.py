"""Secrets by somebody who had not seen the redactor's rules: made up from how providers issue them and people write."""

from __future__ import annotations

import base64
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import indent
from urllib.parse import quote

from bench.measure import title
from bench.secrets import TRANSCRIPTS, ordinary
from bench.secrets_blind_kinds import ALNUM, CLASSES, LINES, NAMES, PEMS, VALUES
from reverie.tools.redact import Redactor

SLOT = re.compile(r"\{(\??)([a-zA-Z])(\d*)\}")
WORDS = (
    "marigold ferry tundra basil cobalt walnut saffron otter comet lantern pickle juniper mango harbor velvet".split()
)
SYMBOLS = "!#%*+-.?_^~"
URL_SYMBOLS = "!*-._~"


@dataclass(frozen=True, slots=True)
class Item:
    family: str
    kind: str
    form: str
    text: str
    cores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    text: str
    cores: tuple[str, ...]
    random: Random
    name: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """What a form of the second family is written from: `n` the name, `v` the value."""

    n: str
    v: str
    random: Random

    @property
    def kebab(self) -> str:
        return self.n.replace("_", "-")

    @property
    def words(self) -> str:
        return self.n.replace("_", " ")

    @property
    def pascal(self) -> str:
        return "".join(word.title() for word in self.n.split("_"))

    @property
    def camel(self) -> str:
        return self.n.split("_")[0] + "".join(word.title() for word in self.n.split("_")[1:])

    @property
    def styled(self) -> str:
        return self.random.choice((self.n, self.camel, self.kebab, self.n.upper(), self.pascal))


def pick(random: Random, alphabet: str, count: int) -> str:
    return "".join(random.choices(alphabet, k=count))


def uuid(random: Random) -> str:
    digits = pick(random, "0123456789abcdef", 30)
    return f"{digits[:8]}-{digits[8:12]}-4{digits[12:15]}-{random.choice('89ab')}{digits[15:18]}-{digits[18:30]}"


def chosen(random: Random, symbols: str = SYMBOLS) -> str:
    """A password as a person or a generator would choose it: never without a figure."""
    word = random.choice
    make = random.randrange(4)
    if make == 0:
        return f"{word(WORDS).title()}{word(symbols)}{word(WORDS).title()}{random.randint(10, 9999)}"
    if make == 1:
        return f"{word(WORDS)}-{word(WORDS)}-{word(WORDS)}-{random.randint(10, 99)}"
    if make == 2:
        return pick(random, ALNUM, 6) + word(symbols) + pick(random, ALNUM, random.randint(4, 9)) + word("23456789")
    return f"{word(WORDS).title()}{random.randint(1970, 2031)}{word('!*')}"


def filled(random: Random, form: str, name: str = "") -> Value:
    cores: list[str] = []

    def fill(slot: re.Match[str]) -> str:
        public, letter, count = slot.groups()
        if letter == "u":
            part = uuid(random)
        elif letter == "p":
            part = chosen(random, URL_SYMBOLS)
        elif letter == "c":  # a login, as `Basic` sends it
            part = wrapped(f"deploy:{pick(random, ALNUM, 24)}")
        elif letter == "f":  # Facebook's way to write base64 with letters and digits only
            plain = pick(random, CLASSES["b"], int(count))
            part = plain.replace("Z", "ZA").replace("+", "ZB").replace("/", "ZC")
        else:
            part = pick(random, CLASSES[letter], int(count))
        if not public and len(part) > 4:
            cores.append(part[10:] if letter == "c" else part)
        return part

    return Value(SLOT.sub(fill, form), tuple(cores), random, name)


def pem(random: Random, label: str, lines: int) -> Value:
    body = tuple(pick(random, CLASSES["b"], 64) for _ in range(lines))
    blank = ("",) if label.startswith("PGP") else ()
    return Value("\n".join((f"-----BEGIN {label}-----", *blank, *body, f"-----END {label}-----")), body, random)


def putty(random: Random) -> Value:
    public = "\n".join(pick(random, CLASSES["b"], 64) for _ in range(6))
    private = tuple(pick(random, CLASSES["b"], 64) for _ in range(14))
    head = f"PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: laptop\nPublic-Lines: 6\n{public}\n"
    mac = f"Private-MAC: {pick(random, CLASSES['h'], 64)}"
    return Value(f"{head}Private-Lines: 14\n" + "\n".join((*private, mac)), private, random)


def service_account(random: Random) -> Value:
    key = pem(random, "PRIVATE KEY", 26)
    fields = {"type": "service_account", "project_id": "shop-prod", "private_key_id": pick(random, CLASSES["h"], 40)}
    fields |= {"private_key": key.text + "\n", "client_email": "etl@shop-prod.iam.gserviceaccount.com"}
    return Value(json.dumps(fields, indent=2), key.cores, random)


def rows(table: str) -> Iterator[tuple[str, str, str]]:
    for line in table.strip().splitlines():
        kind, form, *name = line.split(" | ")
        yield kind, form.strip(), name[0].strip() if name else ""


def wrapped(plain: str) -> str:
    return base64.b64encode(plain.encode()).decode()


# -- a value with a form of its own, where it stands ------------------------------------------------------------------

PLAIN_NAMES = ("VALUE", "SETTING", "UPSTREAM", "CURRENT_ITEM", "ACME_CONF")


def upper(v: Value) -> str:
    return v.name or v.random.choice(PLAIN_NAMES)


def lower(v: Value) -> str:
    return upper(v).lower()


def plain_line(v: Value) -> str:
    return f"{v.name}: {v.text}" if v.name else f"ok, take {v.text} for now, I will swap it tomorrow"


def env_file(v: Value) -> str:
    return f"# local\nPORT=8080\n{upper(v)}={v.text}\nDEBUG=1\n"


def json_text(v: Value) -> str:
    return json.dumps({"region": "eu", lower(v): v.text, "retries": 3}, indent=2)


def json_in_json(v: Value) -> str:
    inner = json.dumps({"command": "deploy", lower(v): v.text})
    return json.dumps({"type": "tool_use", "input": inner, "id": 4})


def yaml_text(v: Value) -> str:
    return f"service:\n  port: 80\n  {lower(v)}: {v.text}\n  replicas: 2\n"


def shell_export(v: Value) -> str:
    return f'set -e\nexport {upper(v)}="{v.text}"\n./run.sh\n'


def curl_header(v: Value) -> str:
    header = upper(v).replace("_", "-").title()
    return f'curl -sS -H "{header}: {v.text}" -H "Accept: application/json" https://api.example.org/v2/things'


def url_query(v: Value) -> str:
    return f"GET https://api.example.org/v2/things?page=2&{lower(v)}={quote(v.text, safe='')}&limit=5 -> 200"


def source_code(v: Value) -> str:
    name = lower(v)
    if v.random.random() < 0.5:
        return f'import acme\n\n{name} = "{v.text}"\nclient = acme.Client({name})\n'
    return f"const {name} = '{v.text}';\nmodule.exports = {{ timeout: 30 }};\n"


def log_line(v: Value) -> str:
    told = f"{lower(v)}={v.text}" if v.name else v.text
    return f"2026-02-03T11:02:07.118Z INFO  worker[7]: starting with {told} (attempt 2)"


def markdown(v: Value) -> str:
    return f"Then set it:\n\n```sh\n{upper(v)}='{v.text}'\n```\n\nand restart."


def coloured(v: Value) -> str:
    return f"\x1b[1m$ env | sort\x1b[0m\n\x1b[36m{upper(v)}\x1b[0m=\x1b[33m{v.text}\x1b[39m\n\x1b[32mok\x1b[0m"


def in_base64(v: Value) -> str:
    return f"echo {wrapped(f'{upper(v)}={v.text}')} | base64 -d > .env"


def alone(v: Value) -> str:
    return v.text


def file_shown(v: Value) -> str:
    return f"$ cat ~/.file\n{v.text}\n$ ls\nREADME.md\n"


def code_block(v: Value) -> str:
    return f"The file is:\n\n```\n{v.text}\n```\n"


def tool_result(v: Value) -> str:
    return json.dumps({"type": "tool_result", "content": f"# written by hand\n{v.text}\n"})


def tool_result_in_json(v: Value) -> str:
    return json.dumps({"line": tool_result(v)})


def heredoc(v: Value) -> str:
    return f"cat > ~/.file <<'EOF'\n{v.text}\nEOF\nchmod 600 ~/.file"


def change(v: Value) -> str:
    return "@@ -1,2 +1,3 @@\n # mine\n" + "\n".join(f"+{line}" for line in v.text.splitlines()) + "\n \n"


def coloured_lines(v: Value) -> str:
    return "\n".join(f"\x1b[33m{line}\x1b[0m" for line in v.text.splitlines())


def yaml_block(v: Value) -> str:
    return f"files:\n  - path: /root/.file\n    content: |\n{indent(v.text, ' ' * 6)}\n"


def triple_quoted(v: Value) -> str:
    return f'TEXT = """\n{v.text}\n"""\n'


def line_in_base64(v: Value) -> str:
    return f"echo {wrapped(v.text)} | base64 -d > ~/.file"


Form = Callable[[Value], str]
VALUE_FORMS: tuple[Form, ...] = (
    *(plain_line, env_file, json_text, json_in_json, yaml_text, shell_export, curl_header, url_query, source_code),
    *(log_line, markdown, coloured, in_base64),
)
LINE_FORMS: tuple[Form, ...] = (
    *(alone, file_shown, code_block, tool_result, tool_result_in_json, heredoc, change, coloured_lines, yaml_block),
    *(triple_quoted, line_in_base64),
)


def placed(kind: str, value: Value, form: Form) -> Item:
    text = form(value)
    cores = value.cores
    if form in {in_base64, line_in_base64}:
        blob = text.split()[1]
        secret = max(value.cores, key=len)
        start = base64.b64decode(blob).decode().index(secret) * 4 // 3 + 2
        cores = (blob[start : start + len(secret) * 4 // 3 - 4],)
    return Item("shape", kind, form.__name__, text, cores)


def blocks() -> Iterator[tuple[str, Callable[[Random], Value]]]:
    for label, lines in PEMS.items():
        yield label.lower(), lambda random, label=label, lines=lines: pem(random, label, lines)  # type: ignore[misc]
    yield "putty key", putty
    yield "google service account", service_account


def by_shape(random: Random) -> Iterator[Item]:
    for kind, shape, name in rows(VALUES):
        for form in VALUE_FORMS:
            yield placed(kind, filled(random, shape, name), form)
    for kind, shape, _ in rows(LINES):
        for form in LINE_FORMS:
            yield placed(kind, filled(random, shape), form)
    for kind, make in blocks():
        for form in LINE_FORMS:
            yield placed(kind, make(random), form)


# -- a value known only by its name -----------------------------------------------------------------------------------


def prefixed(random: Random, name: str) -> str:
    return random.choice(("", "", "acme_", "billing_", "prod_")) + name


NAMED_FORMS: dict[str, Callable[[Named], str]] = {
    "env file": lambda s: f"PORT=8080\n{s.n.upper()}={s.v}\nDEBUG=1\n",
    "env file, quoted": lambda s: f'{s.n.upper()}="{s.v}"\n',
    "json": lambda s: json.dumps({"host": "db1", s.styled: s.v, "port": 5432}),
    "json in json": lambda s: json.dumps({"input": json.dumps({"a": 1, s.styled: s.v, "b": True})}),
    "yaml": lambda s: f"db:\n  host: db1\n  {s.styled}: {s.v}\n  port: 5432\n",
    "yaml, quoted": lambda s: f"- {s.styled}: '{s.v}'\n  host: db1\n",
    "terraform variable": lambda s: f'variable "{s.n}" {{\n  type    = string\n  default = "{s.v}"\n}}\n',
    "k8s secret": lambda s: (
        f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ndata:\n  {s.kebab}: {wrapped(s.v)}\n"
    ),
    "k8s secret, plain": lambda s: f"kind: Secret\nstringData:\n  {s.camel}: {s.v}\n",
    "k8s env": lambda s: f'env:\n  - name: {s.n.upper()}\n    value: "{s.v}"\n',
    "hcl": lambda s: f'resource "acme_db" "main" {{\n  size = 2\n  {s.n} = "{s.v}"\n}}\n',
    "ini": lambda s: f"[main]\nhost = db1\n{s.n} = {s.v}\n",
    "toml": lambda s: f'[main]\nhost = "db1"\n{s.n} = "{s.v}"\n',
    "java properties": lambda s: f"server.port=8080\nspring.acme.{s.kebab}={s.v}\n",
    "xml element": lambda s: f"<db><host>db1</host><{s.camel}>{s.v}</{s.camel}></db>",
    "xml attribute": lambda s: f'<connection host="db1" {s.camel}="{s.v}" port="5432"/>',
    "xml key and value": lambda s: f'<add key="{s.pascal}" value="{s.v}" />',
    "flag and value": lambda s: f"$ acme login --user ann --{s.kebab} {s.v} --region eu",
    "flag = value": lambda s: f"$ acme login --{s.kebab}={s.v} --verbose",
    "powershell": lambda s: f'${s.pascal} = "{s.v}"\nConnect-Acme -Region eu\n',
    "powershell env": lambda s: f'$env:{s.n.upper()} = "{s.v}"\n',
    "dockerfile env": lambda s: f"FROM python:3.12\nENV {s.n.upper()}={s.v}\nRUN make\n",
    "dockerfile env, spaced": lambda s: f"FROM python:3.12\nENV {s.n.upper()} {s.v}\n",
    "docker flag": lambda s: f"docker run --rm -e {s.n.upper()}={s.v} -p 80:80 acme/app",
    "export": lambda s: f"export {s.n.upper()}='{s.v}'\n",
    "python": lambda s: f'client = acme.connect(host="db1", {s.n}="{s.v}", retries=2)',
    "python dictionary": lambda s: f"config = {{'host': 'db1', '{s.n}': '{s.v}'}}",
    "python environment": lambda s: f'os.environ["{s.n.upper()}"] = "{s.v}"',
    "javascript": lambda s: f"const {s.camel} = '{s.v}';\nmodule.exports = {{ {s.camel} }};\n",
    "typescript": lambda s: f'private readonly {s.camel}: string = "{s.v}";',
    "go": lambda s: f'{s.camel} := "{s.v}"\n',
    "php": lambda s: f"define('{s.n.upper()}', '{s.v}');\n",
    "prose": lambda s: f"By the way, the {s.words} is {s.v} and the host is db1.",
    "prose, colon": lambda s: f"{s.words.title()}: {s.v}",
    "markdown table": lambda s: f"| name | value |\n|---|---|\n| {s.n} | `{s.v}` |\n",
    "markdown list": lambda s: f"- **{s.words}**: `{s.v}`\n- host: db1\n",
    "url query": lambda s: f"https://api.example.org/v1/x?page=1&{s.n}={quote(s.v, safe='')}&z=2",
    "coloured": lambda s: f"\x1b[36m{s.n.upper()}\x1b[0m=\x1b[33m{s.v}\x1b[0m\n",
    "header": lambda s: f"X-{s.kebab.title()}: {s.v}\r\nAccept: */*\r\n",
}
ONCE_FORMS: dict[str, Callable[[str], str]] = {
    "sql identified by": lambda v: f"CREATE USER 'shop'@'%' IDENTIFIED BY '{v}';",
    "sql password": lambda v: f"ALTER ROLE shop WITH LOGIN PASSWORD '{v}';",
    "sql encrypted password": lambda v: f"CREATE USER etl WITH ENCRYPTED PASSWORD '{v}' NOSUPERUSER;",
    "sql server login": lambda v: f"CREATE LOGIN app WITH PASSWORD = N'{v}', CHECK_POLICY = OFF;",
    "url userinfo": lambda v: f"git clone https://ann:{quote(v, safe='')}@git.example.org/team/app.git",
    "database url": lambda v: f"DATABASE_URL=postgres://shop:{quote(v, safe='')}@db1:5432/shop",
    "dsn": lambda v: f'conn = psycopg.connect("host=db1 user=shop password={v} dbname=shop")',
    "curl user": lambda v: f"curl -u 'ann:{v}' https://ci.example.org/api",
    "securestring": lambda v: f'$c = ConvertTo-SecureString "{v}" -AsPlainText -Force',
    "echo to a prompt": lambda v: f"echo '{v}' | sudo -S systemctl restart acme",
    "echo to chpasswd": lambda v: f'echo "shop:{v}" | chpasswd',
    "redis-cli": lambda v: f"redis-cli -h cache1 -a {v} ping",
    "openssl": lambda v: f"openssl pkcs12 -in a.p12 -passin pass:{v} -nodes",
    "net use": lambda v: f"net use Z: \\\\files\\in /user:ACME\\ann {v}",
    "prompt": lambda v: f"Enter password for ann: {v}\nLogged in.\n",
    "prose, quoted": lambda v: f'you can log in as ann with password "{v}"',
    "prose, pass": lambda v: f"login ann / pass {v}",
}


def formless(random: Random, name: str) -> str:
    if "pin" in name.split("_"):
        return pick(random, "0123456789", random.choice((4, 6, 8)))
    if any(word in name for word in ("pass", "pwd", "psk", "login")):
        return chosen(random) if random.random() < 0.8 else pick(random, ALNUM, random.randint(12, 24))
    alphabet, count = random.choice(((ALNUM, 20), (ALNUM, 32), (ALNUM, 48), (CLASSES["h"], 32), (CLASSES["h"], 64)))
    return pick(random, alphabet, count)


def by_name(random: Random) -> Iterator[Item]:
    for form, write in NAMED_FORMS.items():
        for name in NAMES:
            value = formless(random, name)
            text = write(Named(prefixed(random, name), value, random))
            core = wrapped(value)[:-4] if form == "k8s secret" else value
            yield Item("name", name, form, text, (core,))
    for form, write_once in ONCE_FORMS.items():
        for _ in range(20):
            value = chosen(random)
            yield Item("name", form, form, write_once(value), (value,))


# -- what must stay ---------------------------------------------------------------------------------------------------


def look_alikes(random: Random) -> Iterator[tuple[str, str]]:
    def h(count: int) -> str:
        return pick(random, CLASSES["h"], count)

    def a(count: int) -> str:
        return pick(random, CLASSES["b"], count)

    for name in ("DB_PASSWORD", "API_KEY", "GITHUB_TOKEN", "client_secret"):
        yield "reference", f"{name}=${{{name}}}"
        yield "reference", f'password = os.environ["{name}"]'
        yield "reference", f'token = os.getenv("{name}", "")'
        yield "reference", f"const secret = process.env.{name};"
        yield "reference", f"{name.lower()}: ${{{{ secrets.{name} }}}}"
        yield "reference", f'curl -H "Authorization: Bearer ${name}" https://api.example.org'
        yield "reference", f"password: {{{{ vault_{name.lower()} }}}}"
        yield "reference", f"{name.lower()} = var.{name.lower()}"
        yield "placeholder", f"{name}=<your-{name.lower().replace('_', '-')}>"
        yield "placeholder", f'"{name.lower()}": "YOUR_{name}_HERE"'
        yield "placeholder", f"{name}=xxxxxxxxxxxxxxxxxxxx"
        yield "placeholder", f"export {name}=..."
    for _ in range(3):
        yield "git", f"commit {h(40)}\nAuthor: Ann <ann@example.org>"
        yield "git", f"index {h(7)}..{h(7)} 100644"
        yield "git", f"git checkout {h(40)} && git log --oneline"
        yield "uuid", f'{{"sessionId": "{uuid(random)}", "parentUuid": "{uuid(random)}"}}'
        yield "uuid", f"request_id={uuid(random)} status=200"
        yield "hash", f"requests==2.32.3 --hash=sha256:{h(64)}"
        yield "hash", f'"integrity": "sha512-{a(86)}=="'
        yield "hash", f"FROM python:3.12@sha256:{h(64)}"
        yield "hash", f"md5 {h(32)}  archive.tar.gz"
        yield "hash", f'checksum = "{h(64)}"'
        yield "hash", f"h1:{a(43)}= golang.org/x/net v0.30.0"
        yield "image", f'<img src="data:image/png;base64,iVBORw0KGgo{a(120)}">'
        yield "tool id", f'"tool_use_id": "toolu_01{pick(random, ALNUM, 22)}"'
        yield "message id", f'"id": "msg_01{pick(random, ALNUM, 22)}"'
    for text in (
        "tokens: 128000, max_tokens=4096, prompt_tokens: 5120",
        "input_tokens=20431 output_tokens=512 cache_read_input_tokens=18220",
        "token_count: 99231",
        "password_min_length = 12",
        "PASSWORD_RESET_TIMEOUT=259200",
        "token_type: bearer",
        "token_expiry: 2026-11-30T12:00:00Z",
        "secret_name: shop-db-credentials-v2",
        "secretKeyRef:\n  name: shop-db\n  key: password",
        "api_key_header: X-Api-Key",
        "auth: required",
        "auth_method = scram-sha-256",
        "password: string;",
        "def check(password: str, token: str | None = None) -> bool:",
        "if password != confirm_password2: raise ValueError",
        "token = tokenizer.next_token2()",
        "private_key_path = /etc/ssl/private/server-2048.pem",
        "ssh -i ~/.ssh/id_ed25519 root@10.0.0.7",
        "primary_key: customer_order_line_id_2",
        "foreign_key = orders_2024_customers_fk",
        "cache_key = f'user:{user_id}:v3'",
        "sort_key=created_at_desc_2",
        "keyboard: de-latin1-nodeadkeys",
        "pin the version to 2.31.0",
        "pins: 14, 15, 18",
        "the password is stored in 1Password",
        "the token is refreshed every 3600 seconds",
        "the secret is only read in test_secrets_2.py",
        "the api key is missing, see docs/setup-2.md",
        "author: ann-marie3",
        "authority: https://login.example.org/v2",
        "bypass: section-4a",
        "compass = north-40",
        "passed: 1204 failed: 3",
        "tests passed=204",
        "class='btn-primary-3 hover:bg-slate-700 md:w-1/2'",
        ".css-1q2w3e4r5t6y { color: #a1b2c3d4; }",
        "/home/ann/work/acme/src/main/java/org/example/auth/TokenServiceImplTest2.java",
        "src/components/PasswordField/PasswordField.test.tsx:42",
        "/usr/lib/python3.12/site-packages/cryptography/hazmat/bindings/_rust.abi3.so",
        "VeryLongAbstractSingletonProxyFactoryBeanConfiguration2Impl",
        "test_a_token_that_has_expired_is_refused_with_401_and_a_hint",
        "AKIA is how an AWS key id begins",
        "a key starts with sk-ant-api03- and then 95 characters",
        "ghp_ tokens have 36 characters after the prefix",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx2Zc9Q0m3V5b7pK1dR8sT6uY4wE2aL0gH9fN7jM5kP ann@laptop",
        "postgres://localhost:5432/shop",
        "https://example.org:8443/path@2x.png",
        "git@github.com:acme/shop.git",
        "redis://cache:6379/0",
        "npm install @types/node@20.11.5",
        "-----BEGIN CERTIFICATE-----",
        "1024 MiB, 512 KiB, 3.2e-05, 0xdeadbeef, 18446744073709551615",
        "sk-learn and sk-image are packages",
        "SG.something is not a key",
        "session_id: 01JH8Z5V9QK4W2N7T3R6Y1XCPM",
        "arn:aws:iam::123456789012:role/deploy-prod-2",
        "AC-17, PIN-code entry, K8S-1234, JIRA-20391",
    ):
        yield "words", text


# -- measuring --------------------------------------------------------------------------------------------------------

SEED, WINDOW = 2026, 6


def remains(item: Item, shown: str) -> bool:
    """Whether six characters of a secret's own stand anywhere in what is shown."""
    for core in {*item.cores, *(quote(core, safe="") for core in item.cores)}:
        size = min(WINDOW, len(core))
        if any(core[start : start + size] in shown for start in range(len(core) - size + 1)):
            return True
    return False


def main() -> None:
    redactor = Redactor(b"any key will do for measuring")
    families = (("by shape", 0.90, list(by_shape(Random(SEED)))), ("by name", 0.92, list(by_name(Random(SEED)))))
    for family, target, items in families:
        missed = [item for item in items if remains(item, redactor.text(item.text))]
        kinds, forms = len({item.kind for item in items}), len({item.form for item in items})
        title(
            f"Secrets by somebody who had not seen the rules, {family}: {len(items):,} ({kinds} kinds, {forms} forms)"
        )
        recall = 1 - len(missed) / len(items)
        print(f"  recall {recall:.4f}   target ≥ {target:.2f}  {'ok' if recall >= target else 'MISSED'}")
        for what, groups in (("kind", Counter(i.kind for i in missed)), ("form", Counter(i.form for i in missed))):
            print(f"  missed by {what}: {', '.join(f'{name} {n}' for name, n in groups.most_common()) or 'none'}")
    texts = list(look_alikes(Random(SEED)))
    taken = [(kind, text) for kind, text in texts if redactor.text(text) != text]
    title(f"Look-alikes by the same hand: {len(texts)}, of which taken for a secret {len(taken)}")
    for kind, text in taken:
        print(f"  {kind}: {text!r}")
    ordinary(redactor)
    said(redactor)


def said(redactor: Redactor) -> None:
    """The same transcripts as a person reads them: the strings in them, no longer escaped."""
    size = hits = 0
    for path in sorted(Path(os.environ.get("REVERIE_BENCH_TRANSCRIPTS", TRANSCRIPTS)).rglob("*.jsonl")):
        for line in path.read_text(errors="replace").split("\n"):
            for text in strings(parsed(line)):
                size += len(text)
                for hit in redactor.find(text):
                    hits += 1
                    print(f"  {hit.kind:20}{path.name}   judge by reading")
    print(f"  hits in {size / 1e6:.0f} MB of unescaped text: {hits}")


def parsed(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return line  # cut off, or a line of words


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


if __name__ == "__main__":
    main()
