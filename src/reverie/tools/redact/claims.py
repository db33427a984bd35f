"""A name says that a value is a secret: is it? Judged from what kind of name it is (`names`), how the value was
written, and from the value's own looks. The less the notation says, the more the value must."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import guards, logins
from .names import PASSWORDS, SECRET_KEYS, Name

_SET = re.compile(rb"(?:\A|[\s\"'`]|\\[nrt])(?:ENV|setenv)[ \t]+\w+\Z")
_SUDO = re.compile(rb"(?i)\bsudo[ \t]+(?:user[ \t]+)?pass?word\Z")
_SUDO_WITH = re.compile(rb"(?i)\bsudo[ \t]+(?:with|using)(?:[ \t]+(?:the|my|this))?[ \t]+pass?word\Z")
_FOR_SUDO = re.compile(rb"(?i),?[ \t]*\(?(?:for|as)[ \t]+(?:the[ \t]+)?sudo\b")
_SUDO_SAYS = re.compile(
    rb"(?i)(?:is|was|the|for|not|prompt|requir\w*|needed|asked|again|when|on|in|to|if|and|or|field|input|entry|cache|less"
    rb"|auth\w*|wrong|correct|incorrect|missing|empty|unknown|it|this|that|your|my|here|because|since|so|please|a|an|too|only"
    rb"|\w+ed|set|stored|kept|shown|hidden|known|sent|valid|invalid|optional|different|always|never|now|also|still|used"
    rb"|policy|prompts?|must|does|will|should|can|cannot|may|has)\Z"
)
_FOUR = re.compile(rb"(?:[a-z]{4} ){3}[a-z]{4}\Z")
_TERM = re.compile(  # how passwords are kept
    rb"(?i)(?:scram|sha-?\d|pbkdf|argon|b?s?crypt|base\d|md5|utf|aes|hmac|oauth|otp|2fa|mfa|\d{1,3}-?char|\d{1,3}-)"
)
_USED_AS = re.compile(rb"(?i)\b(?:use|using|with|enter|type|try)(?:[ \t]+(?:the|this|my))?[ \t]+pass?word\Z")
_SPOKEN = re.compile(rb"(?:\A|[\s\"'`(,*])(?i:password|passphrase|passwort|kennwort|senha)\Z")
_NAMED = re.compile(rb"[a-z_]{2,16}=(?!=|\Z)")
_PAIRED = re.compile(rb"[=/:(]")
_WHOSE = re.compile(rb"(?i)\b(?:user|role|login)\b")  # of a database
_WORDS = re.compile(rb"[A-Za-z]+(?:[-_.][A-Za-z]+)*\Z")
_DEFAULTED = re.compile(rb"(?i)(?:env|environ\.get|define|config|setdefault)!?\(\s{0,4}\\*[\"'`][\w.-]{1,64}\Z")
_FUNCTION = re.compile(rb"(?=[a-z]*[_.A-Z])[A-Za-z]+(?:[-_.][A-Za-z]+)*\Z")
_CALLED = re.compile(rb"\([\w\s.,\"'=-]{0,80}(?:\)|\Z)")
_NAMES = re.compile(rb"\\{0,8}[\"'`]\s{0,4}:")  # what comes next: it is a name itself
_AGAIN = re.compile(rb"(?i)(?:key|token|secret|pwd|password|auth|credentials?|creds)=")
_DRIVE = re.compile(rb"[A-Za-z]:\\+\w")
_CALL = re.compile(rb"[\w.]+\(.*\)\Z|[\w.]*[<{\[]")
_TYPE = re.compile(rb"[A-Z][A-Za-z]{0,8}[0-9]{0,5}(?:[A-Z][a-z]+)*(?:Keys?|Tokens?|Types?|Secrets?)\Z")
_GITS_KEY = re.compile(rb"(?:user\.)?signingkey\Z")
_KEY_ID = re.compile(rb"(?:[0-9A-F]{16}|[0-9A-F]{40})\Z")  # by which a key is known to everybody
_UUIDS = (b"authtoken", b"accesstoken", b"apitoken")  # some of these are nothing but a uuid
_VARIABLE = re.compile(rb"[A-Z][A-Z0-9]{0,11}(?:_[A-Z0-9]{1,14})+\Z")
# A password of which something is said or done, and what stands in its place where nothing is kept.
_ABOUT = re.compile(
    rb"(?:reset|forgot|forgotten|lost|change|changed|update|invalid|wrong|incorrect|bad|weak|strong|confirm|confirmation"
    rb"|repeat|verify|check|has|is|no|missing|require|required|show|hide|toggle|enter|set|get|hash|hashed|encrypt|encrypted"
    rb"|validate|compare|match|generate|allow|use|with|error|type|field|input|label|min|max|lang)(?=[_.-]|passw|pwd)"
)
_NO_PASSWORD = re.compile(
    rb"(?i)passw|contrase|pass\Z|secret|example|test|fake|dummy|wrong|invalid|correct|valid|hash|crypt|argon|scrypt|plain"
    rb"|clear|text|strength|weak|strong|match|field|input|visible|enabled|disabled|autocomplete|protected|changed"
    rb"|expired|credential|oauth|saml|login|signin|varchar|nullable|forgot|reset|update|delete|ignored?\Z|filtered|cannot"
    rb"|passord|adgang|heslo|mot-de|clave|sensitive|forbidden|fingerprint|allowed|catalog|creds|security|runtime|vault"
    rb"|collapsed|brokers|wachtwoord|wort\Z|senha|keyword|pflicht|-lock|icon|short|too-|writable|readonly|optional|required"
)
# Capitals, small letters, three digits or more and a sign, in one piece that is no number, path, date or call.
_THOUGHT_OF = re.compile(
    rb"(?=[^0-9]{3,40}[0-9])(?=(?:[^0-9]{0,40}[0-9]){3})(?=[A-Za-z0-9]{0,40}[-_.!@#$%^&*+])(?![\w.-]{0,80}20[0-9]{2}-?[01][0-9])"
    rb"[A-Za-z][\w.!@#$%^&*+-]{9,63}\Z"
)

MOST_PAIRS = 8
_GAP = rb"(?:[ \t\r\n]|\\+[nrt]|[0-9]{1,6}(?:\xe2\x86\x92|\\+u2192|[\t:])){1,12}"
_FIELD = rb"[^\s\\#]{1,100}" + _GAP
_ACCOUNT = rb"(?:account" + _GAP + _FIELD + rb")?"
_NET = rb"(?:localhost|[\w-]{1,60}\.[\w.-]{1,60})"
_HOST = rb"(?:(?<![a-z])machine" + _GAP + _NET + _GAP + rb"|(?:\A|\n|\\n)[ \t]*default" + _GAP + rb")"
_NETRC = re.compile(_HOST + _ACCOUNT + rb"login" + _GAP + _FIELD + _ACCOUNT + rb"password\Z")
_LINE_END = re.compile(rb"[ \t]*(?:\r|\n|\\+[rn]|\\*\"|\Z)")
_FIGURE = re.compile(rb"[0-9]")
_WORDS_AND_YEAR = re.compile(rb"(?:[A-Z][a-z]{2,15}\.){1,3}[A-Z][a-z]{2,15}[0-9]{2,5}\Z")
_IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z_.]*\Z")
_CALLS = (b"(", b"[", b"{")


def _is_name(value: bytes) -> bool:
    """Is it rather the name of a variable, in a list of such names?"""
    words = [part for part in value.split(b"_") if part.isalpha() and len(part) > 2]
    return _VARIABLE.match(value) is not None and 2 * sum(map(len, words)) >= len(value.replace(b"_", b""))


class Claim(NamedTuple):
    """A value, the name that introduced it, and how: after which sign, in quotes or not, between what."""

    value: bytes
    name: Name
    notation: str
    sign: bytes
    quoted: bool
    before: bytes
    after: bytes

    @property
    def kind(self) -> str:
        aws = self.name.plain.endswith(b"secretaccesskey") and len(self.value) == 40
        return "aws-secret" if aws else self.name.kind

    @property
    def env(self) -> bool:
        """Was it `NAME=value`, as in a shell or an env file?"""
        return self.name.env and self.sign == b"="

    def holds(self) -> bool:
        if self._is_for_sudo():
            return True
        return not self._lies() and (self._password() if self.name.kind == "password" else self._key())

    def _is_for_sudo(self) -> bool:
        """Was it said to be what `sudo` asks for? Such are short, and often a mere word."""
        if self.name.kind != "password" or self.notation not in ("prose", "space") or self.quoted:
            return False
        if self.notation == "prose":
            near = _SUDO.search(self.before[-48:]) or _FOR_SUDO.match(self.after)
        else:
            near = _SUDO_WITH.search(self.before[-48:])
        ends = not self.after or self.after[:1] in b" \t\r\n.,;:)\\\"'"
        return bool(near) and ends and _SUDO_SAYS.match(self.value) is None and self.value.isalnum()

    def _lies(self) -> bool:
        """Is it plain that it is none, whatever the name says?"""
        return self._says_so() or self._is_named_only() or (not (self.quoted or self.env) and self._is_code())

    def _says_so(self) -> bool:
        """Does the value itself say that it is none?"""
        value, plain = self.value, self.name.plain
        if value.count(b"=", 0, -2) > MOST_PAIRS and _AGAIN.search(value):
            return True  # a list of names and values
        thought_of = plain.endswith(PASSWORDS) and _WORDS_AND_YEAR.match(value)  # `Otter.Cobalt1061`
        refers = not thought_of and guards.reference(value)
        if len(value) < 5 or guards.masked(value) or refers or guards.stand_in(value):
            return True
        where = plain.endswith(b"pwd") and _DRIVE.match(value)
        public = _GITS_KEY.match(self.name.whole) and _KEY_ID.match(value)
        shown = guards.colour(value) and not plain.endswith(PASSWORDS)
        return bool(where or public) or shown or guards.version(value)

    def _is_named_only(self) -> bool:
        """Is it a constant called after itself, the next name of a list, or what is called to get it?"""
        if self.value.lower().translate(None, b"_.-") in self.name.plain:
            return True
        if self.notation == "listed" and (not self.quoted or _NAMES.match(self.after)):
            return True
        if self.notation == "listed" and _is_name(self.value) and not _DEFAULTED.search(self.before):
            return True
        called = self.env and not self.quoted and _CALLED.match(self.after)
        return bool(called) and _FUNCTION.match(self.value) is not None

    def _is_code(self) -> bool:
        value = self.value
        if self.notation == "tag" and value.startswith((b"@", b":", b"/")):  # `<user>:<password>@host`
            return True
        if self._is_a_word():
            return False
        code = self.sign != b"=" and bool(
            _IDENTIFIER.match(value) or (self.name.kind != "password" and _TYPE.match(value))
        )
        return code or guards.expression(value) or self.after.startswith(_CALLS)

    def _key(self) -> bool:
        value, least = self.value, self.name.least
        if self.name.plain.endswith(b"auth") and logins.is_example(value):
            return False
        if guards.uuid(value):
            plain = self.name.plain
            known = plain.endswith(_UUIDS) or SECRET_KEYS.search(plain) is not None
            return known or self.name.env or self.name.kind == "secret"
        if least > 12 and (b":" in value or b"/" in value):
            return False
        least = max(least, 8 if self.env else 12 if self.quoted else 16)
        if guards.random(value, least) or (guards.turns(value)[0] > 3 and guards.random(value, least - 6)):
            return True
        return self._is_thought_of()

    def _is_thought_of(self) -> bool:
        """Is it rather a password that somebody thought of, in the place of a key: `Copper-Maple-4821`?"""
        given = self.notation in ("assign", "typed", "pair", "tag") or self.name.flag
        return given and _THOUGHT_OF.match(self.value) is not None and self._is_mixed()

    def _password(self) -> bool:
        value = self.value
        if self.notation == "listed":
            given = _DEFAULTED.search(self.before) is not None
            wordlike = value.islower() and not _NO_PASSWORD.search(value) and self._is_wordlike()
            figures = guards.chosen(value) and _FIGURE.search(value) is not None
            return self._is_mixed() or (given and (wordlike or figures or guards.random(value, 12)))
        if self.notation == "cell":
            return self._is_mixed() and not _TERM.match(value)
        if self._is_plainly_one():
            return True
        if self.notation in ("space", "prose") and (_TERM.match(value) or self._is_a_sentence()):
            return self._is_said()
        if value.isalpha() and self.quoted and self._is_given():
            return len(value) > 5
        if self.quoted and not guards.ONE_PIECE.match(value):
            return self._is_mixed() and not _CALL.match(value)
        clear = self.quoted or self.sign == b"=" or self.notation in ("prose", "pair", "tag", "space")
        alone = _LINE_END.match(self.after) is not None
        return guards.chosen(self.value) and (clear or alone or guards.random(self.value, 8))

    def _is_plainly_one(self) -> bool:
        """Does the notation alone say so, whatever it looks like?"""
        if self._is_a_word() or (self.env and self._is_wordlike() and not self._is_about()):
            return True
        groups = self.env and _FOUR.match(self.value) is not None
        return self.quoted and (groups or (self.name.plain.endswith(b"passphrase") and b" " in self.value))

    def _is_a_sentence(self) -> bool:
        """Could `password …` or `password to …` also be part of one?"""
        if self.notation == "prose":
            return self.sign.strip() == b"to"
        login = b"login " in self.before[-80:] and not _NAMED.match(self.value)
        return not (self.name.flag or self.quoted or login)

    def _is_said(self) -> bool:
        """Does the sentence around it hand a password over?"""
        value = self.value
        if _TERM.match(value):
            return False
        if self.notation == "prose":
            return self._is_mixed()
        if _SET.search(self.before) and guards.chosen(value):
            return True
        spoken = _SPOKEN.search(self.before) is not None and not _PAIRED.search(value)
        used = _USED_AS.search(self.before) and guards.chosen(value) and any(48 <= c <= 57 for c in value)
        return spoken and (bool(used) or self._is_mixed())

    def _is_a_word(self) -> bool:
        """Is it a mere word, where the notation says that it is a password all the same: `"password": "…"`, a setting
        in YAML that is called like a variable of a shell, a line of `.netrc`?"""
        value, name = self.value, self.name
        if name.kind == "password" and self.notation == "space" and _NETRC.search(self.before):
            return True
        if not name.whole.lower().endswith((b"password", b"passwd", b"passphrase")):
            return False
        if not value.islower() or not self._is_wordlike():
            return False
        if self._is_about() or _NO_PASSWORD.search(value):
            return False
        if self.notation != "assign" or self.sign.strip() != b":":
            return False
        return self.quoted or (name.env and b"_" in name.whole and _LINE_END.match(self.after) is not None)

    def _is_about(self) -> bool:
        """Is something said of a password, in the name: `RESET_PASSWORD`?"""
        return _ABOUT.match(self.name.whole.lower().lstrip(b"-._")) is not None

    def _is_wordlike(self) -> bool:
        return len(self.value) > 5 and _WORDS.match(self.value) is not None

    def _is_given(self) -> bool:
        """Is it plainly handed over: by `=`, or to a database's user?"""
        return self.sign.strip() == b"=" or (self.notation == "space" and _WHOSE.search(self.before) is not None)

    def _is_mixed(self) -> bool:
        """Does it hold what a word does not: letters of both sizes and digits, or digits and signs?"""
        value = self.value
        small, large, digits = (re.search(kind, value) for kind in (rb"[a-z]", rb"[A-Z]", rb"[0-9]"))
        if b" " in value or len(value) < 6 or not digits:
            return False
        return bool(small and large) or bool((small or large) and guards.SYMBOL.search(value))
