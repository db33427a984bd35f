"""What made-up secrets look like and where they stand: tables for the corpus, one row each.

Formats are the providers' own descriptions (their documentation, changelogs and secret-scanning announcements); where
one publishes nothing, what several public scanners agree on. `{alphabet:length}` is drawn, the rest is literal;
⏎ ⇥ ␍ ␛ stand for characters that would not show.
"""

from __future__ import annotations

# Kind, the variable that usually holds it, format. Shaped secrets must be found wherever they stand.
SHAPED = r"""
anthropic         ANTHROPIC_API_KEY sk-ant-api03-{url:93}AA sk-ant-admin01-{url:93}AA sk-ant-oat01-{url:93}AA
openai            OPENAI_API_KEY sk-{b62:20}T3BlbkFJ{b62:20} sk-proj-{url:74}T3BlbkFJ{url:74}
openai            OPENAI_API_KEY sk-svcacct-{url:58}T3BlbkFJ{url:58} sk-admin-{url:58}T3BlbkFJ{url:58}
google-api        GOOGLE_API_KEY AIzaSy{url:33} AQ.Ab8RN6{url:44}
google-oauth      GOOGLE_CLIENT_SECRET GOCSPX-{url:28} ya29.a0{url:120}
aws-id            AWS_ACCESS_KEY_ID AKIA{b32:16} ASIA{b32:16}
github            GITHUB_TOKEN ghp_{b62:36} gho_{b62:36} ghu_{b62:36} ghs_{b62:36} ghr_{b62:76}
github-fine       GH_TOKEN github_pat_{b62:22}_{b62:59}
gitlab            GITLAB_TOKEN glpat-{url:20} gldt-{url:20} glrt-{url:20} glptt-{hex:40} glpat-{url:27}.01.{low:9}
slack             SLACK_BOT_TOKEN xoxb-{dig:12}-{dig:13}-{b62:24} xoxp-{dig:12}-{dig:12}-{dig:13}-{hex:32}
slack             SLACK_BOT_TOKEN xapp-1-A{up:10}-{dig:13}-{hex:64}
telegram          TELEGRAM_BOT_TOKEN {dig:9}:AA{url:33} {dig:10}:AA{url:33}
stripe            STRIPE_SECRET_KEY sk_live_{b62:24} sk_live_{b62:99} sk_test_{b62:24} rk_live_{b62:24} whsec_{b62:32}
npm               NPM_TOKEN npm_{b62:36}
pypi              TWINE_PASSWORD pypi-AgEIcHlwaS5vcmcCJ{url:150}
huggingface       HF_TOKEN hf_{abc:34}
twilio            TWILIO_API_KEY SK{hex:32}
sendgrid          SENDGRID_API_KEY SG.{url:22}.{url:43}
mailgun           MAILGUN_API_KEY key-{hex:32}
digitalocean      DIGITALOCEAN_TOKEN dop_v1_{hex:64} doo_v1_{hex:64} dor_v1_{hex:64}
databricks        DATABRICKS_TOKEN dapi{hex:32} dapi{hex:32}-2
shopify           SHOPIFY_TOKEN shpat_{hex:32} shpss_{hex:32} shpca_{hex:32}
square            SQUARE_ACCESS_TOKEN sq0atp-{url:22} sq0csp-{url:43} EAAA{url:60}
linear            LINEAR_API_KEY lin_api_{b62:40}
notion            NOTION_TOKEN ntn_{dig:11}{b62:35} secret_{b62:43}
atlassian         JIRA_API_TOKEN ATATT3xFfGF0{url:171}={HEX:8}
vercel            VERCEL_TOKEN vcp_{b62:56} vck_{b62:56}
supabase          SUPABASE_ACCESS_TOKEN sbp_{hex:40} sb_secret_{url:31}
groq              GROQ_API_KEY gsk_{b62:52}
xai               XAI_API_KEY xai-{b62:80}
replicate         REPLICATE_API_TOKEN r8_{b62:37}
perplexity        PERPLEXITY_API_KEY pplx-{b62:48}
openrouter        OPENROUTER_API_KEY sk-or-v1-{hex:64}
newrelic          NEW_RELIC_API_KEY NRAK-{up:27} {hex:36}NRAL
sentry            SENTRY_AUTH_TOKEN sntryu_{hex:64}
cloudflare        CLOUDFLARE_API_TOKEN cfut_{b62:40}{hex:8} cfat_{b62:40}{hex:8}
docker            DOCKER_TOKEN dckr_pat_{url:27}
azure-ad          AZURE_CLIENT_SECRET {b62:3}8Q~{tilde:33}{b62:1}
age               AGE_IDENTITY AGE-SECRET-KEY-1{bech:58}
"""

# Without a shape, only the name in front tells.
NAMED = r"""
aws-secret        AWS_SECRET_ACCESS_KEY {b64:40}
twilio-auth       TWILIO_AUTH_TOKEN {hex:32}
datadog           DD_API_KEY {hex:32}
datadog-app       DATADOG_APP_KEY {hex:40}
generic-key       ACME_API_KEY {b62:32} {low:40} {url:43}
generic-secret    JWT_SECRET {b62:48} {hex:64} {url:64}
generic-token     DEPLOY_TOKEN {b62:24} {url:40} {hex:40}
password          DB_PASSWORD {word:1}{dig:4}! {Word:1}{dig:2}{sym:6} {sym:16}7 {b62:20} {word:1}-{Word:1}-{dig:2}
passwd            ADMIN_PASSWD {Word:1}{dig:4}# {leet:1}{dig:2} {b62:12} {sym:24}3
pwd               SMTP_PWD {word:1}_{dig:3}_{word:1} {b62:16} {Word:1}@{dig:3}
"""

# Where a value with a name stands: %n is the name, %c in camel case, %l in lower case, %f as a flag, %p in prose.
NAMED_PLACES = r"""
env               %n=%s⏎
env               DEBUG=1⏎%n=%s⏎PORT=80⏎
env               %n="%s"⏎
shell             export %n=%s && make
shell             export %n='%s'⏎
shell             %n=%s npm run deploy
shell             docker run -e %n="%s" app
yaml                %l: %s⏎
yaml                %l: "%s"⏎
yaml              env:⏎  - name: %n⏎    value: %s⏎
yaml                %n: '%s'⏎
ini               [default]⏎%l = %s⏎
ini               %l = "%s"⏎
code              %c = "%s"
code              const %c = '%s';
code              %n: str = "%s"
code              client = Client(%l="%s")
code              os.environ["%n"] = "%s"
json              {"%l": "%s", "port": 80}
json              {"env":{"%n":"%s"}}
json              [{"name":"%n","value":"%s"}]
diff              +  %c: "%s",⏎-  %c: "",
diff              +%n=%s⏎
url               https://api.acme.dev/v1/items?%l=%s&page=2
flag              deploy --%f %s --region eu
flag              deploy --%f=%s
flag              deploy --%f "%s"
prose             the %p is %s, keep it safe
prose             %p: %s
xml               <%l>%s</%l>
"""

# Where a secret stands alone.
BARE_PLACES = r"""
prose             I pasted %s by accident, sorry.
prose             Use `%s` for now
prose             (%s)
prose             key ends up as %s.
header            -H 'Authorization: Bearer %s'
header            "Authorization": "token %s"
header            curl -H "X-Api-Key: %s" https://x.dev
url               https://x-access-token:%s@github.com/acme/app.git
url               https://acme.dev/cb#t=%s
log               12:01:07 INFO got %s in 3 ms
log               ␛[32m%s␛[0m
log               tokens=[%s]
line              %s
line              ⏎%s⏎
line              ⇥%s␍⏎
code              login('%s')
code              f("%s", 3)
code              x = `%s`
diff              +%s⏎
diff              -    %s⏎
"""

# Where the place itself is the sign. The secret is between « and ».
PLACES = r"""
url-login         postgres://app:«{b62:16}»@db.internal:5432/shop
url-login         postgresql+asyncpg://svc_user:«{word:1}{dig:4}»@10.0.0.7/app?sslmode=require
url-login         redis://:«{b62:24}»@cache.internal:6379/0
url-login         mongodb+srv://root:«{Word:1}{dig:4}!»@cluster0.ab1cd.mongodb.net/test
url-login         amqp://worker:«{b62:12}»@mq:5672/%2f
url-login         mysql://root:«{leet:1}{dig:2}»@127.0.0.1:3306/db
url-login         git clone https://deploy:«{url:20}»@git.acme.dev/app.git
connection-string Server=db.acme.dev,1433;Database=shop;User ID=sa;Password=«{Word:1}{dig:4}#{b62:4}»;Encrypt=True;
connection-string DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=«{b64:86}==»;EndpointSuffix=acme.dev
connection-string Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{b64:43}=»
connection-string jdbc:mysql://db/shop?user=app&password=«{b62:14}»&useSSL=true
azure-sas         https://acme.blob.core.windows.net/c?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=«{b62:20}%2B{b62:22}%3D»
authorization     Authorization: Bearer «{b62:40}»
authorization     headers = {"Authorization": "Basic «{basic:1}»"}
authorization     curl -H 'Authorization: ApiKey «{url:32}»' https://acme.dev
authorization     Proxy-Authorization: Basic «{basic:1}»
cookie            Cookie: theme=dark; session=«{url:32}»
cookie            Set-Cookie: sid=«s%3A{url:32}.{b62:40}»; Path=/; HttpOnly; SameSite=Lax
cookie            curl --cookie "auth=«{hex:64}»" https://acme.dev
curl-user         curl -u admin:«{b62:14}» https://acme.dev/api
curl-user         curl -sS --user 'bot:«{word:1}{dig:4}!»' https://x.dev
webhook           https://hooks.slack.com/services/«T{up:8}/B{up:10}/{b62:24}»
webhook           https://discord.com/api/webhooks/«{dig:18}/{url:68}»
sentry-dsn        https://«{hex:32}»@o{dig:6}.ingest.sentry.io/{dig:7}
private-tag       note: <private>«my {word:1} and "{b62:9}"»</private> end
aws-pair          AKIA{b32:16}⏎«{b64:40}»⏎
aws-pair          key AKIA{b32:16} / «{b64:40}» (dev account)
netrc             machine api.acme.dev login bot password «{b62:18}»
sql               ALTER ROLE app WITH PASSWORD '«{b62:12}{dig:1}»';
sql               CREATE USER app PASSWORD '«{Word:1}{dig:4}»'
ssh-pem           {pem:RSA PRIVATE KEY}
ssh-pem           {pem:PRIVATE KEY}
ssh-pem           {pem:OPENSSH PRIVATE KEY}
ssh-pem           {pem:EC PRIVATE KEY}
pgp               {pem:PGP PRIVATE KEY BLOCK}
jwt               «{jwt:1}»
jwt               token: «{jwt:1}»
jwt               eyJ says «{jwt:1}».
jwt               Authorization: Bearer «{jwt:1}»
discord           DISCORD_TOKEN=«{discord:1}»
discord           client.login('«{discord:1}»')
discord           the bot's token «{discord:1}» leaked
"""

# What must be left alone.
LOOK_ALIKES = r"""
git-sha           commit {hex:40}
git-sha           {hex:7}..{hex:7} main -> main
git-sha           "sha": "{hex:40}"
git-sha           token_sha={hex:7}
uuid              "sessionId":"{uuid:1}"
uuid              key: {uuid:1}
uuid              "token":"{uuid:1}"
uuid              requestId {uuid:1}
content-hash      "integrity": "sha512-{b64:86}=="
content-hash      sha256:{hex:64}
content-hash      image@sha256:{hex:64}
content-hash      etag={hex:32}
image             data:image/png;base64,iVBORw0KGgo{b64:400}=
image             "data":"/9j/4AAQ{b64:800}"
placeholder       API_KEY=xxx
placeholder       API_KEY=<your key>
placeholder       api_key: "YOUR_API_KEY"
placeholder       PASSWORD=changeme
placeholder       TOKEN=...
placeholder       token = "your-token-here"
placeholder       SECRET_KEY=example
placeholder       password: "********"
placeholder       sk-ant-...
placeholder       ghp_xxxxxxxxxxxxxxxx
placeholder       postgres://user:password@localhost/db
placeholder       https://user:pass@example.com
placeholder       DB_PASSWORD=${DB_PASSWORD:-}
placeholder       export TOKEN=$(cat token.txt)
placeholder       Authorization: Bearer $TOKEN
placeholder       Authorization: Bearer <token>
placeholder       api_key="sk-..."
placeholder       --token YOUR_TOKEN
placeholder       password: {{ vault_password }}
placeholder       curl -u user:$PASS https://x.dev
reference         apiKey: process.env.OPENAI_API_KEY,
reference         token = os.environ["GITHUB_TOKEN"]
reference         token: ${{ secrets.GITHUB_TOKEN }}
reference         password = get_password()
reference         secret: config.jwt.secret
reference         apiKey={apiKey}
reference         self.token = token
reference         const token = await getToken(user.id);
reference         password: $password
reference         key = keys[0]
reference         token = tokens.next()
type              token: string;
type              password: str
type              api_key: str | None = None
type              secret?: string
type              token: Optional[str] = None
type              function login(password: string, token?: string)
type              "password": {"type": "string"}
type              private apiKey: ApiKey1;
number            "input_tokens": 18234, "max_tokens":4096
number            token count: 128000
number            secret_version: 3
number            keys: 42
words             the token is required and the password is incorrect
words             API key rotation: see docs/keys.md
words             --password prompts
words             Pass `initialSelectedPath` to it
words             --- PASS: TestResume_LocalLog2 (3.9s)
words             secret: it was the cache
words             Set-Cookie: theme=dark; Path=/
words             monkey: george2024
words             keyboard: querty1234
words             placeholder="Password1"
identifier        toolu_01{b62:22}
identifier        msg_01{b62:22}
identifier        req_011C{b62:20}
identifier        model: claude-3-5-sonnet-20241022
identifier        "leafUuid":"{uuid:1}"
identifier        "cacheKey": "user:1234:profile"
identifier        partition_key: 2024-01-15T10
identifier        primaryKey: 'order_id_2'
identifier        "nextPageToken":"{b62:32}"
identifier        "signature":"EqQB{b64:200}=="
identifier        ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43} me@host
identifier        sk-cube-grid-animation-delay
marker            TOKEN=[REDACTED:github:0a1b2c3d]
marker            "password": "[REDACTED:password:deadbeef]"
marker            key [REDACTED:jwt:12345678] x
"""
