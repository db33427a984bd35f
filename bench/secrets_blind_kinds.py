"""Kinds of secrets as their providers issue them, written from general knowledge without sight of the redactor's rules.

A line is a kind, its form and, for a value that has no form of its own, the name it goes under. `{a36}` stands for
thirty-six random characters of the class `a`; `{?d12}` is random too, but no secret. The classes are in `CLASSES`.
"""

from __future__ import annotations

from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

ALNUM = ascii_letters + digits
CLASSES = {
    "a": ALNUM,
    "A": ascii_uppercase + digits,
    "L": ascii_letters,
    "U": ascii_uppercase,
    "l": ascii_lowercase + digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "d": digits,
    "w": ALNUM + "_-",
    "b": ALNUM + "+/",
    "B": ascii_uppercase + "234567",
    "z": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "s": ALNUM + "_~.",
}

VALUES = """
aws access key id | AKIA{B16}
aws temporary key id | ASIA{B16}
aws secret key | {b40} | AWS_SECRET_ACCESS_KEY
aws session token | IQoJb3JpZ2luX2Vj{b300}== | AWS_SESSION_TOKEN
aws bedrock key | ABSKQmVkcm9ja0FQSUtleS{a86}=
amazon mws | amzn.mws.{u}
amazon oauth client secret | amzn1.oa2-cs.v1.{h64}
google api key | AIza{w35}
google oauth client secret | GOCSPX-{w28}
google access token | ya29.a0{w180}
google refresh token | 1//0{?a1}CgYIARAAG{w80}
firebase server key | AAAA{w7}:APA91b{w134}
github personal | ghp_{a36}
github oauth | gho_{a36}
github user to server | ghu_{a36}
github server to server | ghs_{a36}
github refresh | ghr_{a76}
github fine-grained | github_pat_11{A20}_{a59}
gitlab personal | glpat-{w20}
gitlab routable | glpat-{a27}.01.{l9}
gitlab deploy | gldt-{w20}
gitlab runner | glrt-{w20}
gitlab job | glcbt-{h2}_{w20}
gitlab trigger | glptt-{h40}
gitlab feed | glft-{w20}
gitlab scim | glsoat-{w20}
gitlab oauth app secret | gloas-{h64}
gitlab incoming mail | glimt-{l25}
gitlab agent | glagent-{w50}
gitlab feature flag | glffct-{w20}
gitlab runner registration | GR1348941{w20}
slack bot | xoxb-{?d12}-{?d13}-{a24}
slack user | xoxp-{?d12}-{?d12}-{?d13}-{h32}
slack app | xapp-1-A{?A10}-{?d13}-{h64}
slack config access | xoxe.xoxp-1-{a163}
slack config refresh | xoxe-1-{a146}
slack webhook | https://hooks.slack.com/services/T{?A8}/B{?A10}/{a24}
slack workflow | https://hooks.slack.com/triggers/T{?A8}/{?d13}/{h32}
stripe secret | sk_live_{a24}
stripe secret, long | sk_live_51{a97}
stripe test | sk_test_{a24}
stripe restricted | rk_live_{a24}
stripe webhook | whsec_{a32}
openai old | sk-{a20}T3BlbkFJ{a20}
openai project | sk-proj-{w74}T3BlbkFJ{w74}
openai service account | sk-svcacct-{w74}T3BlbkFJ{w74}
openai admin | sk-admin-{w58}T3BlbkFJ{w58}
anthropic api | sk-ant-api03-{w93}AA
anthropic admin | sk-ant-admin01-{w93}AA
anthropic oauth | sk-ant-oat01-{w93}AA
anthropic refresh | sk-ant-ort01-{w93}AA
adobe client secret | p8e-{a32}
alibaba key id | LTAI5t{a18}
cloudflare origin ca | v1.0-{h24}-{h146}
cloudflare token | {w40} | CLOUDFLARE_API_TOKEN
clojars | CLOJARS_{h60}
duffel live | duffel_live_{w43}
duffel test | duffel_test_{w43}
dynatrace | dt0c01.{B24}.{B64}
easypost | EZAK{a54}
easypost test | EZTK{a54}
frame.io | fio-u-{w64}
grafana service account | glsa_{a32}_{h8}
grafana cloud | glc_eyJvIjoi{a100}
grafana old | eyJrIjoi{a90}
harness personal | pat.{?w22}.{h24}.{a20}
harness service | sat.{?w22}.{h24}.{a20}
infracost | ico-{a32}
jfrog key | AKCp8{a68}
jfrog reference token | cmVmdGtuOjAx{a52}
maxmind | {a6}_{a29}_mmk
octopus | API-{A26}
prefect user | pnu_{a36}
prefect bot | pnb_{a36}
readme | rdme_{l70}
scalingo | tk-us-{w48}
shippo live | shippo_live_{h40}
shippo test | shippo_test_{h40}
1password secret key | A3-{A6}-{A11}-{A5}-{A5}-{A5}
1password secret key, newer | A3-{A6}-{A6}-{A5}-{A5}-{A5}-{A5}
1password service account | ops_eyJzaWduSW5BZGRyZXNzIjoi{a600}
azure devops | {a76}AZDO{a4}
azure client secret | {s3}8Q~{s34}
azure storage | DefaultEndpointsProtocol=https;AccountName=shop{?l5};AccountKey={b86}==;EndpointSuffix=core.windows.net
azure service bus | Endpoint=sb://{?l8}.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={b43}=
azure cosmos | AccountEndpoint=https://{?l8}.documents.azure.com:443/;AccountKey={b76}ACDb{b6}==;
azure sas | https://{?l8}.blob.core.windows.net/in/a.csv?sv=2022-11-02&sr=b&sp=r&se=2027-01-01T00:00:00Z&sig={a42}%3D
azure function key | {w44}AzFu{w6}==
azure registry | {a42}+ACR{A6}
azure search | {a42}AzSe{a6}
hubspot | pat-na1-{u}
teams webhook | https://{?l6}.webhook.office.com/webhookb2/{?u}@{?u}/IncomingWebhook/{h32}/{?u}
plaid access | access-production-{u}
plaid access, sandbox | access-sandbox-{u}
nuget | oy2{l43}
ngrok | 2{a26}_{a21}
jwt | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOi{w60}.{w43}
jwt rs256 | eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOi{w90}.{w342}
postgres url | postgresql://shop:{p}@db.internal:5432/shop
postgres url, short scheme | postgres://shop_rw:{a20}@10.2.0.4/shop?sslmode=require
mysql url | mysql://root:{p}@127.0.0.1:3306/orders
mongodb url | mongodb+srv://app:{a16}@cluster0.{?l5}.mongodb.net/prod?retryWrites=true
redis url | redis://:{a32}@cache.internal:6379/0
rediss url | rediss://default:{a40}@eu1-{?l6}.upstash.io:6379
amqp url | amqps://mq:{p}@rabbit.internal/vhost
sqlalchemy url | postgresql+psycopg2://etl:{p}@warehouse:5432/dw
mssql url | mssql+pyodbc://sa:{p}@sql01/erp?driver=ODBC+Driver+18
jdbc url | jdbc:postgresql://db:5432/shop?user=shop&password={a18}
ado connection string | Server=tcp:sql01,1433;Initial Catalog=erp;User ID=sa;Password={p};Encrypt=True;
https userinfo | https://deploy:{a20}@git.example.org/team/app.git
ftp userinfo | ftp://mirror:{p}@files.example.org/in
smtp url | smtp://noreply:{p}@mail.example.org:587
cloudinary url | cloudinary://{?d15}:{w27}@shop
npm | npm_{a36}
npmrc | //registry.npmjs.org/:_authToken={u}
pypi | pypi-AgEIcHlwaS5vcmc{w150}
test pypi | pypi-AgENdGVzdC5weXBpLm9yZw{w150}
docker hub personal | dckr_pat_{w27}
docker hub organisation | dckr_oat_{w32}
digitalocean personal | dop_v1_{h64}
digitalocean oauth | doo_v1_{h64}
digitalocean refresh | dor_v1_{h64}
heroku | HRKU-AA{w58}
heroku old | {u} | HEROKU_API_KEY
sendgrid | SG.{w22}.{w43}
mailgun | key-{h32}
mailgun new | {h32}-{h8}-{h8}
mailchimp | {h32}-us12
brevo | xkeysib-{h64}-{a16}
resend | re_{a8}_{a24}
twilio key | SK{h32}
twilio auth token | {h32} | TWILIO_AUTH_TOKEN
telegram | 7{?d9}:AA{w33}
discord bot | MT{a22}.G{w5}.{w38}
discord webhook | https://discord.com/api/webhooks/1{?d17}/{w68}
shopify admin | shpat_{h32}
shopify shared secret | shpss_{h32}
shopify custom | shpca_{h32}
shopify private | shppa_{h32}
square access | sq0atp-{w22}
square secret | sq0csp-{w43}
square new | EAAA{w60}
sentry organisation | sntrys_eyJpYXQiOjE3{a120}_{a43}
sentry user | sntryu_{h64}
new relic user | NRAK-{A27}
new relic browser | NRJS-{h19}
new relic insert | NRII-{w32}
new relic licence | {h36}NRAL
datadog api | {h32} | DD_API_KEY
datadog app | {h40} | DATADOG_APP_KEY
linear | lin_api_{a40}
linear oauth | lin_oauth_{h64}
notion old | secret_{a43}
notion | ntn_{d11}{a35}
figma | figd_{w40}
postman | PMAK-{h24}-{h34}
databricks | dapi{h32}
databricks numbered | dapi{h32}-2
vault service | hvs.{w95}
vault batch | hvb.{w140}
vault old | s.{a24} | VAULT_TOKEN
terraform cloud | {a14}.atlasv1.{w67}
doppler personal | dp.pt.{a43}
doppler service | dp.st.prd.{a43}
doppler cli | dp.ct.{a43}
doppler service account | dp.sa.{a43}
pulumi | pul-{h40}
supabase personal | sbp_{h40}
supabase secret | sb_secret_{w22}_{w8}
planetscale token | pscale_tkn_{w43}
planetscale password | pscale_pw_{w43}
planetscale oauth | pscale_oauth_{w43}
fly.io | fo1_{w43}
fly.io macaroon | FlyV1 fm2_lJPE{b180}
hugging face | hf_{L34}
hugging face organisation | api_org_{L34}
replicate | r8_{a37}
groq | gsk_{a20}WGdyb3FY{a24}
xai | xai-{a80}
age key | AGE-SECRET-KEY-1{z58}
perplexity | pplx-{a48}
fireworks | fw_{a24}
openrouter | sk-or-v1-{h64}
together | tgp_v1_{w43}
nvidia | nvapi-{w64}
langsmith | lsv2_pt_{h32}_{h10}
langfuse | sk-lf-{u}
deepseek | sk-{h32}
tavily | tvly-dev-{a32}
firecrawl | fc-{h32}
elevenlabs | sk_{h48}
pinecone | pcsk_{a6}_{a63}
airtable | pat{a14}.{h64}
asana | 1/1{?d15}:{h32}
atlassian | ATATT3xFfGF0{w171}={H8}
atlassian access | ATCTT3xFfGN0{w171}={H8}
bitbucket app password | ATBB{a24}{H8}
contentful | CFPAT-{w43}
typeform | tfp_{w44}_{a14}
dropbox short-lived | sl.u.{w140}
facebook | EAA{f160}
instagram | IGQVJ{f140}
flutterwave | FLWSECK_TEST-{h32}-X
paystack | sk_live_{h40}
braintree | access_token$production${?l16}${h32}
adafruit | aio_{a28}
buildkite | bkua_{h40}
circleci | CCIPAT_{a22}_{h40}
rubygems | rubygems_{h48}
crates.io | cio{a32}
netlify | nfp_{a36}
vercel blob | vercel_blob_rw_{a16}_{a30}
render | rnd_{a28}
sourcegraph | sgp_{h16}_{h40}
sonarqube | sqp_{h40}
sonarqube user | squ_{h40}
tailscale auth | tskey-auth-k{a11}CNTRL-{a32}
tailscale api | tskey-api-k{a11}CNTRL-{a32}
yandex api | AQVN{w36}
tencent key id | AKID{a32}
intra42 | s-s4t2ud-{h64}
launchdarkly api | api-{u}
launchdarkly sdk | sdk-{u}
posthog personal | phx_{a43}
mapbox secret | sk.eyJ1Ijoi{a60}.{w22}
aiven | AVNS_{w19}
neon | napi_{l64}
nylas | nyk_v0_{a64}
stackhawk | hawk.{w20}.{w20}
openshift | sha256~{w43}
rancher | token-{?l5}:{l54}
ory | ory_at_{w43}.{w43}
checkout.com | sk_sbox_{l26}
lob | live_{h35}
wireguard | PrivateKey = {b43}=
kubeadm join | kubeadm join 10.0.0.4:6443 --token {l6}.{l16} --discovery-token-unsafe-skip-ca-verification
curl user | curl -sS -u deploy:{a18} https://ci.example.org/job/build
bearer header | Authorization: Bearer {w48}
basic header | Authorization: Basic {c}
docker login | docker login registry.example.org -u ci -p {a20}
sshpass | sshpass -p {a14} ssh root@10.0.0.7
mysql flag | mysql -u root -p{a14} shop
okta header | Authorization: SSWS 00{w40}
okta token | 00{w40} | OKTA_API_TOKEN
wandb | {h40} | WANDB_API_KEY
mistral | {a32} | MISTRAL_API_KEY
cohere | {a40} | COHERE_API_KEY
snyk | {u} | SNYK_TOKEN
circleci old | {h40} | CIRCLECI_TOKEN
fastly | {w32} | FASTLY_API_TOKEN
algolia | {h32} | ALGOLIA_ADMIN_KEY
"""

LINES = """
pgpass | db.internal:5432:shop:shop_rw:{a18}
pgpass, any database | *:*:*:postgres:{a24}
netrc | machine git.example.org login deploy password {a22}
git credentials | https://deploy:{a40}@git.example.org
"""

# label of a PEM block, lines in it
PEMS = {
    "RSA PRIVATE KEY": 25,
    "PRIVATE KEY": 26,
    "EC PRIVATE KEY": 3,
    "OPENSSH PRIVATE KEY": 6,
    "ENCRYPTED PRIVATE KEY": 28,
    "DSA PRIVATE KEY": 10,
    "PGP PRIVATE KEY BLOCK": 30,
}

NAMES = """
password passwd pwd passphrase secret token credential credentials auth apikey authkey secretkey pin dbpasswd
db_pass db_password database_password client_secret api_key api_secret api_token access_token refresh_token
auth_token bot_token deploy_token bearer_token private_key secret_key access_key account_key shared_key service_key
encryption_key master_key signing_key signing_secret webhook_secret session_secret cookie_secret jwt_secret app_secret
consumer_secret oauth_client_secret hmac_key otp_secret totp_secret ssh_passphrase key_passphrase admin_password
root_password mysql_root_password postgres_password redis_password redis_auth smtp_pass mail_password ftp_pwd
ldap_bind_password keystore_password truststore_password sa_password vault_token registry_password sudo_password
wifi_password wpa_psk preshared_key login_password user_password proxy_password grafana_admin_password
x_api_key pin_code card_pin pgpassword stripe_key github_token sendgrid_api_key ssh_private_key_passphrase
""".split()
