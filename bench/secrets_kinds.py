"""Kinds of secrets as their vendors document them, and a generator of random values.

Written from the vendors' formats before the rules of the redactor were read or changed, and not
adjusted to them: a miss here is a gap there. A template's `{an:36}` is 36 random letters and digits.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
from collections import Counter
from collections.abc import Callable

Redact = Callable[[str], str]
LOW, UP, DIG = string.ascii_lowercase, string.ascii_uppercase, string.digits
ALPHABETS = {
    "an": LOW + UP + DIG,
    "al": LOW + UP,
    "low": LOW,
    "up": UP,
    "dig": DIG,
    "lan": LOW + DIG,
    "uan": UP + DIG,
    "hex": DIG + "abcdef",
    "HEX": DIG + "ABCDEF",
    "b32": UP + "234567",
    "l32": LOW + "234567",
    "b64": LOW + UP + DIG + "+/",
    "url": LOW + UP + DIG + "_-",
    "w": LOW + UP + DIG + "_",
}

# One kind a line: name, template.
# ruff: noqa: E501
TEMPLATES = """
anthropic-api sk-ant-api03-{url:93}AA
anthropic-admin sk-ant-admin01-{url:93}AA
anthropic-oauth sk-ant-oat01-{url:93}AA
openai-legacy sk-{an:20}T3BlbkFJ{an:20}
openai-project sk-proj-{url:74}T3BlbkFJ{url:74}
openai-service sk-svcacct-{url:74}T3BlbkFJ{url:74}
openai-admin sk-admin-{url:58}T3BlbkFJ{url:58}
openrouter sk-or-v1-{hex:64}
groq gsk_{an:52}
xai xai-{an:80}
perplexity pplx-{an:48}
huggingface hf_{al:34}
huggingface-org api_org_{al:34}
replicate r8_{an:37}
google-api AIzaSy{url:33}
deepseek sk-{hex:32}
langsmith lsv2_pt_{hex:32}_{hex:10}
langfuse sk-lf-{uuid}
tavily tvly-dev-{an:32}
fireworks fw_{an:24}
nvidia nvapi-{url:64}
elevenlabs sk_{hex:48}
pinecone pcsk_{an:6}_{an:63}
together tgp_v1_{url:43}
jina jina_{hex:32}{url:28}
firecrawl fc-{hex:32}
llama-cloud llx-{an:48}
cerebras csk-{lan:48}
e2b e2b_{hex:40}
github-classic ghp_{an:36}
github-oauth gho_{an:36}
github-user ghu_{an:36}
github-server ghs_{an:36}
github-refresh ghr_{an:76}
github-fine github_pat_{an:22}_{an:59}
gitlab-personal glpat-{url:20}
gitlab-routable glpat-{url:27}.01.{lan:9}
gitlab-trigger glptt-{hex:40}
gitlab-deploy gldt-{url:20}
gitlab-runner glrt-{url:20}
gitlab-cicd glcbt-{hex:2}_{url:20}
gitlab-feed glft-{url:20}
gitlab-scim glsoat-{url:20}
gitlab-mail glimt-{lan:25}
gitlab-agent glagent-{url:50}
gitlab-oauth gloas-{hex:64}
gitlab-registration GR1348941{url:20}
bitbucket-app ATBB{an:32}
bitbucket-server BBDC-{b64:44}
atlassian ATATT3xFfGF0{url:172}={HEX:8}
atlassian-repo ATCTT3xFfGN0{url:172}={HEX:8}
azure-devops {an:76}AZDO{an:4}
sourcegraph sgp_{hex:16}_{hex:40}
sourcegraph-cody slk_{hex:64}
npm npm_{an:36}
pypi pypi-AgEIcHlwaS5vcmcCJ{url:155}
rubygems rubygems_{hex:48}
nuget oy2{l32:43}
clojars CLOJARS_{lan:60}
crates cio{an:32}
docker-hub dckr_pat_{url:27}
docker-org dckr_oat_{url:32}
jfrog AKCp{an:69}
jfrog-reference cmVmdGtu{an:56}
aws-key-id AKIA{b32:16}
aws-temporary ASIA{b32:16}
aws-bedrock ABSKQmVkcm9ja0FQSUtleS{b64:108}=
aws-mws amzn.mws.{uuid}
aws-appsync da2-{lan:26}
google-oauth-secret GOCSPX-{url:28}
google-access ya29.a0A{url:160}
google-refresh 1//0{dig:1}{url:98}
azure-client-secret {an:3}8Q~{url:34}
azure-storage DefaultEndpointsProtocol=https;AccountName=stweb{lan:6};AccountKey={b64:86}==;EndpointSuffix=core.windows.net
azure-servicebus Endpoint=sb://ns{lan:6}.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey={b64:43}=
azure-appconfig Endpoint=https://conf{lan:6}.azconfig.io;Id={b64:4}-l0-s0:{b64:20};Secret={b64:43}=
azure-sas https://st{lan:6}.blob.core.windows.net/box?sv=2022-11-02&ss=b&srt=sco&sp=rl&se=2027-01-01T00:00:00Z&sig={an:42}%3D
azure-search {an:42}AzSe{an:6}
azure-function {an:42}AzFu{an:6}==
azure-registry {an:42}+ACR{an:6}
azure-openai {an:52}JQQJ99{an:10}ACOG{an:4}
alibaba LTAI{an:20}
tencent AKID{an:32}
yandex AQVN{url:36}
digitalocean dop_v1_{hex:64}
digitalocean-oauth doo_v1_{hex:64}
digitalocean-refresh dor_v1_{hex:64}
scaleway SCW{uan:17}
fly-io fo1_{url:43}
fly-macaroon FlyV1 fm2_{b64:560}
heroku HRKU-AA{url:58}
render rnd_{an:32}
netlify nfp_{an:36}
vercel vcp_{an:56}
cloudflare-origin v1.0-{hex:24}-{hex:146}
cloudflare-user cfut_{an:40}{hex:8}
supabase sbp_{hex:40}
supabase-secret sb_secret_{url:22}_{url:8}
planetscale-token pscale_tkn_{w:43}
planetscale-password pscale_pw_{w:43}
neon napi_{lan:64}
databricks dapi{hex:32}
doppler-personal dp.pt.{an:43}
doppler-service dp.st.prd_main.{an:43}
onepassword-secret A3-{uan:6}-{uan:6}-{uan:5}-{uan:5}-{uan:5}
onepassword-service ops_eyJ{an:300}
infisical st.{hex:24}.{hex:32}.{hex:32}
vault-service hvs.{url:95}
vault-batch hvb.{url:150}
vault-legacy s.{an:24}
terraform-cloud {an:14}.atlasv1.{an:67}
pulumi pul-{hex:40}
age AGE-SECRET-KEY-1{uan:58}
bitwarden-machine 0.{uuid}.{an:30}:{b64:22}==
tailscale tskey-auth-k{an:11}CNTRL-{an:32}
tailscale-api tskey-api-k{an:11}CNTRL-{an:32}
ngrok 2{an:26}_{an:21}
circleci CCIPAT_{an:22}_{hex:40}
buildkite bkua_{hex:40}
harness-personal pat.{an:22}.{hex:24}.{an:20}
harness-service sat.{an:22}.{hex:24}.{an:20}
octopus API-{uan:26}
sonar-user squ_{hex:40}
sonar-project sqp_{hex:40}
sonarcloud sqco_{an:59}
snyk snyk_uat.{hex:8}.{an:43}
prefect pnu_{an:36}
infracost ico-{an:32}
readme rdme_{lan:70}
scalingo tk-us-{url:48}
shippo shippo_live_{hex:40}
easypost EZAK{an:54}
easypost-test EZTK{an:54}
duffel duffel_live_{url:43}
dynatrace dt0c01.{uan:24}.{uan:64}
frameio fio-u-{url:64}
adobe p8e-{an:32}
grafana-old eyJrIjoi{an:80}=
grafana-cloud glc_eyJ{b64:100}=
grafana-service glsa_{an:32}_{hex:8}
launchdarkly api-{uuid4}
launchdarkly-sdk sdk-{uuid4}
maxmind {an:6}_{an:29}_mmk
newrelic-user NRAK-{uan:27}
newrelic-insert NRII-{url:32}
newrelic-browser NRJS-{hex:19}
newrelic-license {hex:32}FFFFNRAL
sentry-org sntrys_eyJ{b64:120}_{b64:43}
sentry-user sntryu_{hex:64}
honeycomb hcaik_01{lan:56}
posthog-personal phx_{an:43}
slack-bot xoxb-{dig:12}-{dig:13}-{an:24}
slack-user xoxp-{dig:12}-{dig:12}-{dig:13}-{hex:32}
slack-app xapp-1-A{uan:10}-{dig:13}-{hex:64}
slack-rotating xoxe.xoxp-1-{an:160}
slack-refresh xoxe-1-{an:146}
slack-webhook https://hooks.slack.com/services/T{uan:10}/B{uan:10}/{an:24}
slack-workflow https://hooks.slack.com/workflows/T{uan:10}/A{uan:10}/{dig:18}/{an:24}
discord-bot M{an:23}.{url:6}.{url:38}
discord-webhook https://discord.com/api/webhooks/{dig:18}/{url:68}
telegram {dig:10}:AA{url:33}
teams-webhook https://contoso.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}
google-chat https://chat.googleapis.com/v1/spaces/{url:11}/messages?key=AIzaSy{url:33}&token={url:43}
zapier-webhook https://hooks.zapier.com/hooks/catch/{dig:7}/{lan:7}/
twilio-key SK{hex:32}
sendgrid SG.{url:22}.{url:43}
mailgun key-{hex:32}
mailgun-new {hex:32}-{hex:8}-{hex:8}
mailchimp {hex:32}-us{dig:2}
mandrill md-{an:22}
brevo xkeysib-{hex:64}-{an:16}
brevo-smtp xsmtpsib-{hex:64}-{an:16}
mailersend mlsn.{hex:64}
resend re_{an:8}_{an:24}
onesignal os_v2_app_{l32:103}
webex {an:64}_{an:4}_{uuid}
matrix syt_{an:12}_{al:20}_{an:6}
stripe-live sk_live_{an:99}
stripe-old sk_live_{an:24}
stripe-test sk_test_{an:99}
stripe-restricted rk_live_{an:99}
stripe-webhook whsec_{an:32}
square EAAA{url:60}
square-oauth sq0csp-{url:43}
square-old sq0atp-{url:22}
braintree access_token$production${lan:16}${hex:32}
razorpay rzp_live_{an:14}
flutterwave FLWSECK-{lan:32}-X
flutterwave-test FLWSECK_TEST-{lan:32}-X
paystack sk_live_{lan:40}
plaid access-production-{uuid}
gocardless live_{url:40}
lob live_{hex:35}
shopify-app shpat_{hex:32}
shopify-shared shpss_{hex:32}
shopify-custom shpca_{hex:32}
shopify-private shppa_{hex:32}
paddle pdl_live_apikey_01{lan:24}_{an:22}_{an:3}
mollie live_{an:30}
xendit xnd_production_{an:48}
midtrans Mid-server-{url:24}
mercadopago APP_USR-{dig:16}-{dig:6}-{hex:32}-{dig:9}
ramp ramp_sec_{an:48}
polar polar_oat_{an:43}
mercury secret-token:mercury_production_wma_{an:43}_yrucrem
airtable pat{an:14}.{hex:64}
asana 2/{dig:16}/{dig:16}:{hex:32}
notion ntn_{dig:11}{an:35}
notion-old secret_{an:43}
linear lin_api_{an:40}
linear-oauth lin_oauth_{hex:64}
figma figd_{url:40}
clickup pk_{dig:8}_{uan:32}
postman PMAK-{hex:24}-{hex:34}
typeform tfp_{w:44}_{w:14}
contentful CFPAT-{url:43}
sanity sk{an:180}
dropbox sl.{url:140}
hubspot pat-na1-{uuid}
salesforce 00D{an:12}!{w:96}
zoho 1000.{hex:32}.{hex:32}
mapbox sk.eyJ{an:85}.{url:22}
akamai akab-{lan:16}-{lan:16}
cloudinary cloudinary://{dig:15}:{url:27}@cloud{lan:5}
backblaze K005{an:27}
rapidapi {hex:10}msh{hex:15}p1{hex:6}jsn{hex:12}
facebook EAA{an:180}
twitter-bearer AAAAAAAAAAAAAAAAAAAAA{an:25}%3D{an:50}
okta 00{url:40}
stytch secret-live-{url:36}
clerk sk_live_{an:43}
inngest signkey-prod-{hex:64}
trigger-dev tr_prod_{an:20}
pubnub sec-c-{b64:48}
aiven AVNS_{url:19}
cockroach CCDB1_{an:22}_{an:40}
dbt dbtu_{url:43}
deno ddp_{an:36}
defined-networking dnkey-{uan:26}-{uan:52}
nkey-seed SUA{b32:55}
openshift sha256~{url:43}
endor endr+{an:16}
settlemint sm_aat_{an:16}
intra42 s-s4t2ud-{hex:64}
apify apify_api_{an:36}
adafruit aio_{an:28}
klaviyo pk_{an:6}_{hex:34}
voiceflow VF.DM.{hex:24}.{an:16}
rootly rootly_{hex:64}
nightfall NF-{an:32}
flexport shltm_{url:40}
beamer b_{url:44}
jwt {jwt}
postgres-url postgres://app:{an:18}@db.internal:5432/app
mysql-url mysql://root:{an:18}@10.0.0.4:3306/shop
mongodb-url mongodb+srv://svc:{an:18}@cluster0.{lan:5}.mongodb.net/app
redis-url redis://:{an:24}@cache.internal:6379/0
amqp-url amqps://worker:{an:20}@mq.internal/vhost
https-basic https://deploy:{an:20}@git.example.org/team/app.git
"""

PEM_KINDS = {
    "pem-rsa": "RSA PRIVATE KEY",
    "pem-openssh": "OPENSSH PRIVATE KEY",
    "pem-ec": "EC PRIVATE KEY",
    "pem-pkcs8": "PRIVATE KEY",
    "pem-encrypted": "ENCRYPTED PRIVATE KEY",
    "pgp": "PGP PRIVATE KEY BLOCK",
}


def pick(rng: random.Random, alphabet: str, count: int) -> str:
    return "".join(rng.choices(ALPHABETS[alphabet], k=count))


def uuid(rng: random.Random, version: str = "") -> str:
    text = pick(rng, "hex", 32)
    if version:
        text = text[:12] + version + text[13:]
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def jwt(rng: random.Random) -> str:
    claims = {"sub": pick(rng, "an", 10), "exp": rng.randrange(10**9, 2 * 10**9), "scope": "read write"}
    head = unpadded(json.dumps({"alg": "HS256", "typ": "JWT"}).encode())
    return f"{head}.{unpadded(json.dumps(claims).encode())}.{pick(rng, 'url', 43)}"


def fill(template: str, rng: random.Random) -> str:
    """A random value of a template; the last character is a letter or a digit if it was drawn."""

    def draw(found: re.Match[str]) -> str:
        name, count = found[1], int(found[2] or 0)
        if name in ("uuid", "uuid4"):
            return uuid(rng, name[4:])
        if name == "jwt":
            return jwt(rng)
        text = pick(rng, name, count)
        while not (text[0] + text[-1]).isalnum():
            text = pick(rng, name, count)
        return text

    return re.sub(r"\{(\w+)(?::(\d+))?\}", draw, template)


def base64_lines(rng: random.Random, lines: int, width: int = 64) -> list[str]:
    return [*(pick(rng, "b64", width) for _ in range(lines)), pick(rng, "b64", 22) + "=="]


def pem(label: str, rng: random.Random) -> str:
    body = base64_lines(rng, rng.randrange(6, 24))
    if label.startswith("PGP"):
        body = ["", *body, "=" + pick(rng, "an", 4)]
    return "\n".join((f"-----BEGIN {label}-----", *body, f"-----END {label}-----"))


def putty(rng: random.Random) -> str:
    public, private = base64_lines(rng, 3), base64_lines(rng, 7)
    head = ["PuTTY-User-Key-File-3: ssh-rsa", "Encryption: none", "Comment: rsa-key-20240101"]
    return "\n".join(
        (
            *head,
            *(f"Public-Lines: {len(public)}", *public),
            *(f"Private-Lines: {len(private)}", *private),
            f"Private-MAC: {pick(rng, 'hex', 64)}",
        )
    )


def make_kinds(rng: random.Random) -> dict[str, str]:
    """One random value of every kind."""
    rows = (line.split(" ", 1) for line in TEMPLATES.strip().splitlines())
    values = {name: fill(template, rng) for name, template in rows}
    values |= {name: pem(label, rng) for name, label in PEM_KINDS.items()}
    return values | {"putty": putty(rng)}


def core_of(kind: str, value: str) -> str:
    """What has to be gone: the part that is secret (a database URL's password, a key's body)."""
    if kind.endswith(("-url", "https-basic")):
        return value.split("://", 1)[1].split("@", maxsplit=1)[0].split(":", 1)[1]
    if kind == "cloudinary":
        return value.split("@", maxsplit=1)[0].rsplit(":", 1)[1]
    for mark in ("AccountKey=", "SharedAccessKey=", "Secret=", "sig="):
        if mark in value:
            return value.split(mark)[1].split(";", maxsplit=1)[0].split("&", maxsplit=1)[0].rstrip("=")
    if kind.startswith("pem-") or kind in ("pgp", "putty"):
        lines = value.splitlines()
        first = next((n for n, line in enumerate(lines) if line.startswith("Private-Lines")), 0)
        return max((line for line in lines[first + 1 :] if ":" not in line), key=len)
    return value


PROSE = (
    "I used {0} for that and the deploy went through.",
    "Please try again with {0}, it was rotated this morning",
    "The one we have is {0} (see the wiki).",
)
Embed = Callable[[str, random.Random], str]
EMBEDDINGS: dict[str, Embed] = {
    "prose": lambda value, rng: rng.choice(PROSE).format(value),
    "env": lambda value, _rng: f"LOG_LEVEL=info\nSVC_VALUE={value}\nPORT=8080\n",
    "json": lambda value, _rng: json.dumps({"region": "eu-1", "value": value, "retries": 3}),
    "yaml": lambda value, _rng: f"service:\n  value: {one_line(value)}\n  replicas: 2\n",
    "code": lambda value, _rng: f"client = Client({json.dumps(value)}, timeout=5)\n",
    "url": lambda value, _rng: f"GET https://api.example.org/v2/items?page=2&v={quote(value)}&sort=asc\n",
    "header": lambda value, _rng: f"X-Custom: {one_line(value)}\nAccept: */*\n",
    "shell": lambda value, _rng: f"$ ./deploy.sh --stage prod '{one_line(value)}' && echo done\n",
    "diff": lambda value, _rng: "@@ -1,2 +1,3 @@\n" + "".join(f"+{line}\n" for line in f"x: {value}".splitlines()),
    "log": lambda value, _rng: f"2026-03-01T10:00:01Z INFO [worker-3] got {one_line(value)} in 31ms\n",
    "markdown": lambda value, _rng: f"Set it like this:\n\n```\n{value}\n```\n",
}


def one_line(value: str) -> str:
    return value.replace("\n", "\\n")


def quote(value: str) -> str:
    return value.replace("\n", "%0A").replace(" ", "%20")


def leaks(core: str, redacted: str) -> bool:
    """Whether a telling piece of a secret is left: its last or its middle twelve characters."""
    half = len(core) // 2
    return any(piece and piece in redacted for piece in (core[-12:], core[half - 6 : half + 6]))


# ------------------------------------------------------------------------- secrets by name

NAMES = """
password passwd pwd pass passphrase db_password DB_PASS MYSQL_ROOT_PASSWORD POSTGRES_PASSWORD PGPASSWORD
userPassword adminPassword root_pw secret client_secret clientSecret SECRET_KEY JWT_SECRET SESSION_SECRET
webhook_secret cookieSecret token access_token accessToken refresh_token AUTH_TOKEN bot_token VAULT_TOKEN
id_token api_key apikey apiKey API_SECRET X-Api-Key aws_secret_access_key AWS_SESSION_TOKEN private_key
encryption_key signingKey master_key access_key storage_account_key credential credentials auth basic_auth
SMTP_PASSWORD REDIS_PASSWORD keystorePassword DATADOG_API_KEY ALGOLIA_ADMIN_KEY PLAID_SECRET OTP_SECRET
""".split()

FORMS = {
    "env": "{0}={1}",
    "export": "export {0}='{1}'",
    "json": '{{"host": "db1", "{0}": "{1}", "port": 5432}}',
    "yaml": "app:\n  host: db1\n  {0}: {1}\n  port: 5432",
    "ini": "[service]\nhost = db1\n{0} = {1}\nport = 5432",
    "python": 'connect(host="db1")\n{0} = "{1}"\n',
    "javascript": "const settings = {{ host: 'db1', {0}: '{1}', port: 5432 }};",
    "go": '\t{0} := "{1}"\n\treturn dial({0})',
    "java": 'private static final String {0} = "{1}";',
    "flag": "$ runner --host db1 --{0} {1} --verbose",
    "header": "Host: db1\n{0}: {1}\nAccept: */*",
    "url": "https://db1.example.org/login?user=amy&{0}={1}&next=home",
    "xml": "<config>\n  <host>db1</host>\n  <{0}>{1}</{0}>\n</config>",
    "terraform": 'variable "{0}" {{\n  type    = string\n  default = "{1}"\n}}',
}

WORDS = "falcon maple river copper violet thunder marble saddle lantern comet orchard walnut".split()


def make_value(rng: random.Random) -> str:
    """A value someone would set: random characters, or a password a person thought of."""
    draw = rng.randrange(4)
    if draw == 0:
        return pick(rng, "hex", rng.choice((32, 40, 64)))
    if draw == 1:
        return pick(rng, "url", rng.choice((24, 32, 43))).strip("-_") + "x7Q"
    if draw == 2:
        return rng.choice(WORDS).title() + pick(rng, "dig", 4) + rng.choice("!@#_.") + pick(rng, "an", 5)
    return "-".join(rng.sample(WORDS, 2)).title() + pick(rng, "dig", 3)


def dressed_name(name: str, form: str) -> str:
    """A name as a form would spell it: no hyphen in a variable, hyphens in a flag."""
    if form == "flag":
        return name.lower().replace("_", "-")
    if form == "header":
        return "-".join(part.capitalize() for part in re.split(r"[_-]", name))
    return name.replace("-", "_")


SPECIAL_FORMS = {
    "pgpass": "db.internal:5432:shop:app:{0}",
    "netrc": "machine api.example.org login deploy password {0}",
    "npmrc": "//registry.npmjs.org/:_authToken={0}",
    "curl-user": "curl -s -u deploy:{0} https://ci.example.org/job/7",
    "curl-bearer": "curl -H 'Authorization: Bearer {0}' https://api.example.org/v1/me",
    "curl-basic": "curl -H 'Authorization: Basic {1}' https://api.example.org/v1/me",
    "docker-auth": '{{"auths": {{"https://index.docker.io/v1/": {{"auth": "{1}"}}}}}}',
    "k8s-secret": "apiVersion: v1\nkind: Secret\ntype: Opaque\ndata:\n  username: YWRtaW4=\n  value: {1}\n",
    "sql-identified": "CREATE USER 'app'@'%' IDENTIFIED BY '{0}';",
    "sql-role": "ALTER ROLE app WITH LOGIN PASSWORD '{0}';",
    "jdbc": "jdbc:sqlserver://db1:1433;databaseName=shop;user=sa;password={0};encrypt=true",
    "odbc": "Driver={{ODBC Driver 18}};Server=db1;Uid=app;Pwd={0};",
    "helm": "helm install shop ./chart --set auth.rootPassword={0} --wait",
    "mysql-flag": "mysql -u root -p{0} -h db1 shop",
    "sshpass": "sshpass -p '{0}' ssh deploy@db1",
    "docker-login": "docker login -u deploy -p {0} registry.example.org",
    "xml-attribute": '<add key="DbPassword" value="{0}" />',
    "connection-xml": '<add name="db" connectionString="Server=db1;Database=shop;User Id=sa;Password={0};" />',
    "actions": "      - run: ./deploy.sh\n        env:\n          DEPLOY_TOKEN: {0}\n",
    "dockerfile": "FROM python:3.12\nARG NPM_TOKEN={0}\nRUN npm ci\n",
    "compose": "    environment:\n      - POSTGRES_PASSWORD={0}\n      - POSTGRES_USER=app\n",
    "powershell": '$env:ADMIN_PASSWORD = "{0}"',
    "csharp": 'var client = new Client {{ Password = "{0}", User = "app" }};',
    "kwargs": 'psycopg2.connect(host="db1", user="app", password="{0}")',
    "ruby-hash": 'config = {{ :password => "{0}", :user => "app" }}',
    "php-define": "define('DB_PASSWORD', '{0}');",
    "escaped-json": '"{{\\"user\\": \\"app\\", \\"password\\": \\"{0}\\"}}"',
    "setx": "setx DEPLOY_PASSWORD {0}",
    "prose": "the admin password is {0}",
    "markdown-table": "| user | password |\n| --- | --- |\n| app | {0} |",
}

# --------------------------------------------------------------------- wrapped secrets

WRAPPED: dict[str, Redact] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64-url": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "hex": lambda text: text.encode().hex(),
    "percent": lambda text: "".join(f"%{byte:02X}" if not chr(byte).isalnum() else chr(byte) for byte in text.encode()),
    "json-twice": lambda text: json.dumps(json.dumps({"a": text})),
}

# ---------------------------------------------------------------------------- look-alikes

LOOK_ALIKES = """
password: required
auth: required
auth: none
auth = Auth(settings)
auth: AuthConfig | None = None
credential: none
credentials: include
credentials = load_credentials(path)
credential = DefaultAzureCredential()
token: str
token = tokens[index]
token = request.headers.get("X-Token")
password = getpass.getpass("Password: ")
password=os.environ["DB_PASSWORD"]
PASSWORD=${DB_PASSWORD}
password: {{ .Values.password }}
api_key = config.api_key
apiKey: process.env.API_KEY
secret: "<your-secret-here>"
secretName: my-app-tls
secretKeyRef:
api_key: YOUR_API_KEY
--password-stdin
--token-file /run/secrets/token
passwordField.setText(value)
pass the token to the next handler
the password is wrong
auth: oauth2
authType: basic_auth
basic_auth: true
max_tokens: 4096
tokens used: 184302
private_key_path: /etc/ssl/private/app.pem
key: application/vnd.api+json
access_key: null
public_key = "ssh-ed25519 {up:4}C3NzaC1lZDI1NTE5AAAAI{b64:43} amy@example.org"
commit {hex:40}
sha256:{hex:64}
"integrity": "sha512-{b64:86}=="
resolved "https://registry.yarnpkg.com/lodash/-/lodash-4.17.21.tgz#{hex:40}"
{uuid}
request id {uuid} took 12ms
etag: "{hex:32}"
toolu_01{an:22}
msg_01{an:22}
req_011{an:21}
"sessionId":"{uuid}"
task-{lan:8}-{lan:6}
sk-learn-contrib-dimensionality-reduction
sk-{lan:6}-component-wrapper
const hash = "{hex:64}";
data:image/png;base64,iVBORw0KGgo{b64:200}=
"sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozfQ=="
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
https://user@github.com/team/app.git
https://example.org/@amy/post:1
postgres://localhost:5432/app
postgres://app:${DB_PASSWORD}@db/app
redis://cache:6379/0
e.g. `git clone https://<user>:<token>@host/repo`
Authorization: Bearer $TOKEN
Authorization: Bearer <token>
-H "Authorization: Bearer ${GITHUB_TOKEN}"
variable "region" { default = "eu-central-1" }
variable "password" { type = string }
machine api.example.org login deploy
localhost:5432:shop
10.0.0.1:5432 -> 10.0.0.2:6000
src/app.py:120:8: error: password is unused
12:30:45:123 worker started
IDENTIFIED BY the caller
ALTER ROLE app WITH PASSWORD NULL
pat-answer-{lan:6}
live_reload_enabled_for_all_the_pages
secret_santa_generator
key-value-store-with-replication
api-{lan:6}-gateway-service
hf_transfer enabled
npm_config_registry
xoxo from the team
AKIA is the prefix of a key id
AIza prefix
function authenticateUserWithPasswordAndToken(credential)
class PasswordResetTokenGenerator:
expect(screen.getByLabelText("Password")).toBeVisible()
test_password_is_not_logged PASSED
csrf_token() }}
<input type="password" name="password" autocomplete="current-password">
"password": {"type": "string", "minLength": 8}
password: str = Field(min_length=8)
auth_token=$(cat /run/token)
token=`cat token.txt`
PWD=/home/amy/project
OLDPWD=/home/amy
SSH_AUTH_SOCK=/tmp/ssh-XXXX/agent.1
authors: ["Amy Jones"]
author = "Amy Jones"
authority: example.org
""".strip().splitlines()


def miss_kinds(redact: Redact, seed: int, rounds: int) -> Counter[str]:
    """How often a kind was left in a text; under the empty name, how many texts there were."""
    rng, missed = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        for kind, value in make_kinds(rng).items():
            core = core_of(kind, value)
            for embed in EMBEDDINGS.values():
                missed[""] += 1
                missed[kind] += leaks(core, redact(embed(value, rng)))
    return missed


def miss_names(redact: Redact, seed: int, rounds: int) -> Counter[str]:
    rng, missed = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        for name in NAMES:
            for form, text in FORMS.items():
                value = make_value(rng)
                missed[""] += 1
                missed[name] += leaks(value, redact(text.format(dressed_name(name, form), value)))
    return missed


def miss_special_forms(redact: Redact, seed: int, rounds: int) -> Counter[str]:
    rng, missed = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        for form, text in SPECIAL_FORMS.items():
            value = make_value(rng)
            hidden = base64.b64encode((value if form == "k8s-secret" else f"deploy:{value}").encode()).decode()
            missed[""] += 1
            missed[form] += leaks(hidden.rstrip("=") if "{1}" in text else value, redact(text.format(value, hidden)))
    return missed


def miss_wrapped(redact: Redact, seed: int) -> Counter[str]:
    """Of a run of base64 or hex, all has to be gone; of other encodings, the secret."""
    rng, missed = random.Random(seed), Counter[str]()
    for kind, value in make_kinds(rng).items():
        chosen = make_value(rng)
        for text, core in ((value, core_of(kind, value)), (f"password={chosen}\nuser=app", chosen)):
            for name, wrap in WRAPPED.items():
                run = wrap(text)
                if name in ("percent", "json-twice"):
                    run_core = wrap(core) if name == "percent" else core.replace("\n", "\\\\n")
                else:
                    run_core = run.strip("=")
                missed[""] += 1
                missed[name] += leaks(run_core, redact(f"see {run} for it\n"))
    return missed


def make_look_alikes(rng: random.Random) -> list[str]:
    return [fill(line, rng) if re.search(r"\{(?:\w+:\d+|uuid)\}", line) else line for line in LOOK_ALIKES]
