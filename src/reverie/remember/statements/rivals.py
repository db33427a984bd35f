"""Things that take each other's place (npm, pnpm): who has the one has not the other."""

from __future__ import annotations

from reverie.remember.statements.words import keys

_LANGUAGES = keys(
    """english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic hindi
    turkish swedish czech greek ukrainian"""
)
RIVALS = tuple(
    keys(line)
    for line in """
npm yarn pnpm bun
pip uv poetry conda pipenv pdm
tabs spaces tab space
mysql postgres sqlite mariadb mongodb oracle dynamodb
vim emacs vscode neovim nano sublime zed intellij
linux macos windows
light dark
merge squash rebase
pytest unittest nose
jest vitest mocha jasmine
webpack vite rollup esbuild parcel
aws gcp azure heroku vercel netlify
jenkins circleci gitlab github travis
rest graphql grpc soap
json yaml toml xml ini
slack teams discord
black ruff yapf autopep8
flake8 ruff pylint
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
red green blue yellow black white purple orange pink brown gray
morning afternoon evening night
daily weekly monthly yearly hourly
python ruby java javascript typescript rust golang go kotlin swift perl php scala elixir clojure haskell zig dart
kafka rabbitmq sqs nats pulsar activemq zeromq
terraform pulumi cloudformation
bazel nx turborepo gradle maven
bcrypt argon2 argon2id scrypt pbkdf2
debug info warning warn error
react vue angular svelte
redis memcached
docker podman
bash zsh fish
main master develop trunk
staging production
single double
camelcase snake_case kebab-case
left right
north south east west
breakfast lunch dinner
coffee tea
celsius fahrenheit
mit apache gpl bsd
cents euros dollars pounds yen
american british
sync async
""".strip().splitlines()
)


def are_languages(one: str, other: str) -> bool:
    """Languages people speak: what is wanted in the one is not wanted in the other."""
    return one in _LANGUAGES and other in _LANGUAGES


def rivals(one: str, other: str) -> bool:
    """Whether one takes the other's place."""
    return are_languages(one, other) or any(one in row and other in row for row in RIVALS)
