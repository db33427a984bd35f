"""What looks like a secret and is none: placeholders, references, type names, identifiers, hashes.

Every guard is a pure question about a few bytes. They decide mostly for values found by the name in front of them
(`token = …`); a value that has a provider's own shape has only `masked` and sometimes `wordy` to pass.
"""

from __future__ import annotations

import re

WORD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
_ESCAPE = re.compile(rb"(?:\\[nrtbf]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\[[0-9;]{0,8}m|__)\Z")
_FILLER = re.compile(rb"(.)\1{5,}|(?i:x{4,})|\*{3}|\.{3}|\xe2\x80\xa6")
_REFERENCE = re.compile(
    rb"""(?xi)
    [$<{(\[] | %[({] | %\w+% | \\+u003c | \#\{     # a variable or a template
    | (?:process|os|import\.meta|deno|bun|context|c|req|request|res|ctx|self|this|cls|args|opts|options|props|params
        |config|cfg|conf|settings|env|environ|secrets?|vars?|inputs?|state|data|event|steps|github|vault|sops)
      (?:\.|\[|->|\?\.|::)
    | (?:https?|file|arn|op|vault|ssm|gs|s3|secretsmanager):
    """
)
_EXPRESSION = re.compile(rb"[&*!:#?=\\|,;+-]|(?:await|new|not|return|function|lambda|async|typeof)\b")
_PATH = re.compile(rb"(?:\.{0,2}|~)/|[\w.-]+(?:/[\w.-]+)+\Z")
_FILE = re.compile(rb"[\w.~-]*(?:/[\w.-]+)+\.(?:jsonl?|ya?ml|toml|md|[jt]sx?|py|go|rs|sh|csv|html)\Z")
_AN_ID = re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_COLOUR = re.compile(rb"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_VERSION = re.compile(
    rb"v?\d{1,4}\.\d{1,4}\.\d{1,6}(?:[-+.](?:(?:rc|alpha|beta|dev|pre|post|next|canary)[.-]?\d{0,8}|\d{1,8}"
    rb"|\d{14}-[0-9a-f]{12}))?\Z"
)
_YOURS = re.compile(  # `your password`, elsewhere
    rb"(?i)(?:votre|ton|ihr|dein|tu|su|sua|seu)[-_.](?:mot|pass|clave|contrase|senha|kennwort|cle|api|token)[A-Za-z_.-]*\Z"
)
_DOTTED = re.compile(rb"(?!\w*[A-Za-z]\d{3})[A-Za-z_]\w*(?:(?:\.|\?\.|->|::)[A-Za-z_]\w*)+\Z")
_UUID = re.compile(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")
_HASH = re.compile(rb"(?i)(?:sha(?:1|256|384|512)|md5|blake[23][bs]?)[-:=]|[0-9a-f]{7,12}\Z")
_HEX = re.compile(rb"(?=[0-9]*[a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{16,}\Z")
_ONE_TOKEN = re.compile(rb"(?:[A-Za-z0-9_+/=.~:%!@#$^&*|-]|\\+(?:/|u00[0-9a-fA-F]{2}))+\Z")
ONE_PIECE = re.compile(rb"[^\s()<>\[\]{};,]{5,80}\Z")
_PARTS = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_SYLLABLES = re.compile(rb"[A-Z]?[a-z]{3,}")
_SPELLED = re.compile(rb"(?:(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)?[0-9]{0,8}(?:[-_.:=]|\Z)|[a-z0-9]{1,4}(?:[-_.:=]|\Z))++\Z")
_DIGIT = re.compile(rb"[0-9]")
SYMBOL = re.compile(rb"[!@#$%^&*?+=~]")
_CLASSES = bytes(
    ord("a") if chr(c).islower() else ord("A") if chr(c).isupper() else ord("0") if chr(c).isdigit() else ord(" ")
    for c in range(128)
).ljust(256)
_ENOUGH = 160  # of a value, to tell what it is made of

# Words that say "put yours here", words for "nothing", words for a type, and the names of the thing itself.
_STAND_INS = frozenset(
    b"""your yours you example examples sample placeholder changeme change me replace replaced insert dummy fake mock
    mocked stub redacted removed hidden masked omitted snip none null nil undefined empty unset missing invalid todo
    tbd xxx xxxx yyy zzz foo bar baz qux foobar abc test testing tests demo some something here the an my our
    value values string str text bytes buffer int integer number float bool boolean true false any object array list
    dict map unknown never void optional required default secret secrets password passwords passwd pwd token tokens
    key keys apikey api credential credentials auth user username admin root guest postgres mysql redis mongo
    localhost pass passphrase""".split()
)


_FOUR_LETTERS = frozenset(
    b"""this that with have must will from your what when they them then than some more been were only used uses user
    same salt need keep each like into over make made sure sent name mail code hash here also just both long less
    next last data type text file page form auth save send show find gets sets read item list host port base root
    test pass word days week once does done else even ever upon very well work""".split()
)


def opens(data: bytes, start: int) -> bool:
    """Does a word begin here? An escape in front (`\\n`, `%3D`, a colour code) is not part of the word, nor
    is what stands before two underscores (`mcp__`)."""
    if start == 0 or data[start - 1] not in WORD:
        return True
    return _ESCAPE.search(data, max(0, start - 10), start) is not None


def masked(value: bytes) -> bool:
    """Is it a mask or a filler (`xxxx`, `****`, `...`, one or few characters over and over)?"""
    return len(set(value)) < 5 or _FILLER.search(value, 0, _ENOUGH) is not None


def reference(value: bytes) -> bool:
    """Does it name a place where the value is kept (`$TOKEN`, `process.env.X`, `<your key>`), instead of being it?"""
    if _REFERENCE.match(value) or b"${" in value or b"{{" in value:
        return True
    if _FILE.match(value) and wordy(_AN_ID.sub(b"id", value)):
        return True
    return (_DOTTED.match(value) or _PATH.match(value)) is not None and wordy(value)


def colour(value: bytes) -> bool:
    return _COLOUR.match(value) is not None


def version(value: bytes) -> bool:
    return _VERSION.match(value) is not None


def expression(value: bytes) -> bool:
    """Without quotes: is it rather an operator, a YAML tag, a pointer or a keyword?"""
    return _EXPRESSION.match(value) is not None and not random(value, 12)


def stand_in(value: bytes) -> bool:
    """Is it made of words that stand for a secret (`your-api-key`, `changeme`, `string`, `test_token_123`)?"""
    if _YOURS.match(value):
        return True
    words = [part.lower() for part in _PARTS.findall(value, 0, _ENOUGH) if part.isalpha()]
    if not words or b"your" in words:
        return bool(words)
    known = sum(len(word) for word in words if word in _STAND_INS)
    if 5 * known >= 3 * sum(map(len, words)):
        return not (_DIGIT.search(value) and SYMBOL.search(value))
    return bool(known) and wordy(value) and (words[0] in _STAND_INS or not _DIGIT.search(value))


def grouped(value: bytes) -> bool:
    """Is it a password as one is given for a program, four times four letters, and not four words?"""
    return sum(word in _FOUR_LETTERS for word in value.split()) < 2


def hashlike(value: bytes) -> bool:
    """Is it an identifier of content (a short sha, `sha256:…`)?"""
    return _HASH.match(value) is not None


def uuid(value: bytes) -> bool:
    """Is it a uuid? Some services hand them out as keys, so the name in front decides."""
    return _UUID.match(value) is not None


def turns(value: bytes) -> tuple[int, int]:
    """How often letter and digit meet, and how often a capital follows a small letter."""
    classes = value[:_ENOUGH].translate(_CLASSES)
    return sum(map(classes.count, (b"a0", b"0a", b"A0", b"0A"))), classes.count(b"aA")


def wordy(value: bytes) -> bool:
    """Is it built by a person from words and numbers (`nextPage2`, `claude-3-5-sonnet-20241022`)? Chance mixes more."""
    if _HEX.match(value) or _UUID.match(value):
        return False
    if _SPELLED.match(value):
        return True
    digits, capitals = turns(value)
    length = min(len(value), _ENOUGH)
    if digits < max(2, length // 12) and digits + capitals < max(4, length // 5):
        return True
    return digits < 4 and 5 * sum(map(len, _SYLLABLES.findall(value, 0, _ENOUGH))) > 3 * length


def spelled(value: bytes) -> bool:
    """Is every piece of it a word or a number (`sk-ant-api03-put-it-here`)?"""
    return _SPELLED.match(value) is not None


def random(value: bytes, least: int) -> bool:
    """Does it look drawn by lot, as keys and tokens are?"""
    return len(value) >= least and _ONE_TOKEN.match(value) is not None and not wordy(value) and not hashlike(value)


def chosen(value: bytes) -> bool:
    """Does it look like a password: in one piece, and more than a word?"""
    classes = set(value.translate(_CLASSES))
    letters, digits = bool(classes & {ord("a"), ord("A")}), ord("0") in classes
    symbols = SYMBOL.search(value) is not None
    return ONE_PIECE.match(value) is not None and letters and (digits or symbols or sum(turns(value)) > 1)
