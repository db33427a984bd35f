"""Which verbs leave room for one value (a service listens on one port) and which for many (a person likes cats and
dogs), and which things take each other's place (npm, pnpm)."""

from __future__ import annotations

from reverie.remember.statements.words import key


def _keys(text: str) -> frozenset[str]:
    return frozenset(key(word) for word in text.split())


_ONE = _keys(
    """prefer live run listen default deploy host store keep write expire start end locate point target pin set named
    call weigh cost take last own lead maintain belong report work study schedule happen release ship return base
    build name title spell format indent order sort key index derive bind serve limit cap allow timeout equal mean
    stay sleep wake arrive close open count measure total number configure mount publish switch"""
)
_MANY = _keys(
    """like enjoy dislike hate have include contain support know speak visit read import depend add fix watch play buy
    love mention see hear try learn test cover handle accept attend meet cook eat drink collect travel recommend
    need require provide offer help track check follow wear"""
)
_USE = _keys("use prefer choose adopt run")
_OTHER = _keys(
    """want merge rebase commit push pull smoke avoid show print log send receive fetch load save delete create update
    validate render parse compile install raise throw wait skip ignore invoke trigger block reject convert copy
    remain become feel think say tell ask give go come bring exist fail pass break force-push touch hit move replace
    remove exit talk reach map cache query match crash hang leak emit expose consume produce sync refresh rotate
    redirect respond answer retry poll subscribe notify warn hash decode encode resolve export mutate lock drop
    truncate archive launch squash prune purge scale monitor alert audit compare lint keep point switch upload
    download authenticate forbid permit enable disable manage author review approve sign encrypt escape mock stub
    patch wrap extend inherit inject"""
)
# Nouns as often as verbs: taken for a verb only with a verb's ending
_NOUNISH = _keys(
    """key index name title format order number total limit cap base point target report count measure schedule release
    test check cover help track log commit push pull copy update load review patch stub mock cost host store block
    default start end study work build call set play cook drink travel print support import author sign return show
    last time map cache query match crash leak sync alert audit archive upload download drop lock scale switch"""
)
# What is done to one thing only; the other verbs leave room for one place, time or means
_ONE_OBJECT = _keys("prefer cost take last weigh equal mean named call allow default set return total indent spell")
_COUNTED = _keys("have need require contain include support accept handle")
_OWNING = _keys("own lead maintain manage")
VERBS = _ONE | _MANY | _USE | _OTHER
_LANGUAGES = _keys(
    """english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic hindi
    turkish swedish czech greek ukrainian"""
)
# Labels that stand in every other note and say nothing about which thing they label
_GENERIC = _keys(
    """name title description date time status location file content commit note todo source example result output
    input session summary updated created last modified type role task why how fix fixed bug issue step url link
    path repo repository id count total value key missing added removed state current context problem solution
    reason next goal"""
)
RIVALS = tuple(
    _keys(line)
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
python ruby java javascript typescript rust golang kotlin swift perl php scala elixir
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


def is_verb(one: str) -> bool:
    return one in VERBS


def is_noun_too(one: str) -> bool:
    return one in _NOUNISH


def has_one_owner(verbs: frozenset[str]) -> bool:
    return bool(verbs & _OWNING)


def one_value(verbs: frozenset[str], placed: bool) -> bool:
    """Whether these verbs leave room for one value only. `placed`: it stands behind a preposition."""
    return bool(verbs & (_ONE if placed else _ONE_OBJECT)) and not verbs & _MANY


def many_values(verbs: frozenset[str]) -> bool:
    return bool(verbs & _MANY)


def counts(verbs: frozenset[str]) -> bool:
    """Whether another number with these verbs is another value: one has two children, and not three."""
    return not verbs & (_MANY - _COUNTED)


def is_use(verbs: frozenset[str]) -> bool:
    return bool(verbs & _USE)


def is_generic(label: frozenset[str]) -> bool:
    return label <= _GENERIC


def are_languages(one: str, other: str) -> bool:
    """Languages people speak: what is wanted in the one is not wanted in the other."""
    return one in _LANGUAGES and other in _LANGUAGES


def rivals(one: str, other: str) -> bool:
    """Whether one takes the other's place."""
    return are_languages(one, other) or any(one in row and other in row for row in RIVALS)
