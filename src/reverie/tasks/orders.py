"""What a sentence would have somebody do: whether it instructs, what it would have run or opened,
and whether that could do harm. A word that makes a sentence look like an order too often costs
little: it then needs a better witness."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.tasks.tokens import NEWLINE, Sort, Token, specific_tokens
from reverie.tools.ordinary import ORDINARY
from reverie.tools.terms import STOP, stem
from reverie.tools.tokens import tokens

_VERBS = frozenset(
    """
    accept access activate add adopt allow answer append apply approve ask assert assume avoid back begin bind block
    build bump call cancel catch change chase check checkout choose cite clean clear clone close combine commit compare
    compile configure confirm connect consider contact convert copy create curl cut debug declare decode decrypt default
    define delete deploy describe disable discard do document don't download drop edit email emit enable encode enforce
    ensure erase escape exclude execute expect export expose extend extract fetch fill find fix flag flush follow
    forget format forward generate get give go grant guard handle help hide hold honor honour ignore implement import
    include increase inline insert inspect install instruct invoke join keep kill leave let link lint list load lock log
    look lower mail make mark memorize memorise merge migrate mind mock mount move name never note obey omit open order
    overwrite paste patch pin ping place please point post prefer print proceed process promote propose protect provide
    prune publish pull push put quote raise read rebase rebuild recommend record redirect reduce refactor refer refuse
    register reject release reload rely remember remind remove rename repeat replace reply report request require reset
    resolve respect respond restart restore retain retry return reuse reveal revert review revoke rewrite roll rotate
    run save say scan schedule search see select send separate serve set share show shut sign skip specify split squash
    stage start stay stop store strip submit sudo sum summarise summarize suppress swap switch sync tag take talk teach
    tell terminate test throw touch track transfer translate treat trigger trust try turn type uninstall unlock unset
    update upgrade upload use validate verify visit wait warn watch whitelist wipe work wrap write
    """.split()
)


def _words(*lists: str, more: str = "(?!)") -> re.Pattern[str]:
    """Any of these words or, with an underscore for a space, phrases; `more`: what has no letters at its edges."""
    forms = (re.escape(word).replace("_", " ").replace("'", "['’]") for text in lists for word in text.split())
    return re.compile(rf"\b(?:{'|'.join(forms)})\b|{more}", re.IGNORECASE)


_DEONTIC = _words(
    "must shall should ought always never have_to has_to need_to needs_to required_to supposed_to mandatory forbidden",
    "from_now_on no_exceptions you your assistant assistants agent agents model models ai llm llms"
    " claude codex copilot",
)
_LEAD_INS = frozenset(
    "please always never also then so now first finally note remember rule important do not don't"
    " don’t and but instead"
    " sure to be make".split()
)
_CLAUSE = re.compile(r"[,;:.!?—–]\s+|\s-\s|\b(?:and|then|but)\s+", re.IGNORECASE)
_CONDITION = re.compile(
    r"\A\W*(?:when|if|after|once|where|whenever)\b[^,;]{1,200},"
    r"|\b(?:when|if|after|once|whenever|until|or)\b[^,;]{1,200}\Z",
    re.IGNORECASE,
)
_STATES = _words(
    "is are was were isn't aren't has have had does did doesn't didn't can cannot can't will won't"
    " may might could would",
    more=r"\b\w{2,}(?:ed|ses|[a-rt-z]s)\b",
)
_DENIES = _words(
    "never not no none without stop avoid don't dont doesn't didn't won't can't cannot mustn't shouldn't isn't instead",
    "rather why quit forbid forbidden nicht nie kein keine ne pas jamais nunca non mai нет не",
    more="不|别|勿|没|ない|禁止|말",
)
_DENIED = re.compile(r"(?:\b(?:never|not|stop|avoid|cannot|no|dont)|\b\w+n['’]t)\s+(?:\w+ly\s+)?(\w+)", re.IGNORECASE)
# Deeds with which a sentence that nobody said could do harm.
_HARMFUL = frozenset(
    token
    for word in """
    install uninstall delete erase wipe drop disable deactivate bypass skip ignore suppress send upload mail email post
    share publish forward transfer leak trust allow grant permit approve authorize whitelist execute eval download curl
    wget fetch sudo chmod chown reveal expose print decrypt decode graduate force kill shutdown obey overwrite unlock
    """.split()
    for token in tokens(word)
)
_RISKY = _words(
    "curl wget sudo eval nc ncat base64 chmod chown crontab scp rsync powershell iex CLAUDE.md AGENTS.md MEMORY.md",
    "169.254.169.254",
    more=r"\|\s*\w{0,3}sh\b|\brm\s+-\w*[rf]"
    r"|--(?:no-verify|insecure|force|dangerously)|\$\(|>\s*/|\.(?:bashrc|zshrc|ssh|netrc)\b",
)
_SECRET = _words(
    "password passwords passphrase secret secrets token tokens credential credentials api_key api_keys private_key",
    "private_keys ssh_key ssh_keys cookie cookies",
    more=r"\.env\b",
)
_GIVES_AWAY = _words(
    "send sends sent upload mail email e-mail post share publish forward paste show reveal expose"
    " leak transfer exfiltrate",
)


_SMALL = frozenset(
    "the a an to in on of for and or it this that with from at by is be do as all any here we i"
    " always never don't dont not please".split()
)
_NO_NAMES = ("s", "ing", "tion", "ment", "ity", "ness", "ed", "ly")
_EDGES = "\"'“”‘’()*_>-.,!`"


def is_instruction(sentence: str) -> bool:
    """Whether it would have a reader do something, rather than tell how things are."""
    bare = sentence.replace("`", "")
    if _DEONTIC.search(bare):
        return True
    return any(_begins_with_verb(clause) for clause in _CLAUSE.split(bare) if clause)


def _begins_with_verb(clause: str) -> bool:
    words = [word.casefold().strip(_EDGES) for word in clause.split()]
    while words and words[0] in _LEAD_INS:
        words = words[1:]
    if not words or words[0] not in _VERBS:
        return False
    return len(words) < 2 or words[1] not in ("is", "are", "was", "were", "has", "fails", "of")


def tells_a_fact(sentence: str) -> bool:
    """Whether it says of something how it is: it states, and it does not instruct."""
    return _STATES.search(sentence) is not None and not is_instruction(sentence)


def actions(sentence: str) -> tuple[Token, ...]:
    """What could be run, opened or written to: commands, flags, addresses."""
    return tuple(token for token in specific_tokens(sentence) if _is_action(token))


def _is_action(token: Token) -> bool:
    if token.sort is Sort.CODE:
        return " " in token.text or _RISKY.search(token.text) is not None or "://" in token.text
    return token.sort in (Sort.URL, Sort.FLAG)


def is_risky(text: str) -> bool:
    """What must not be passed on by anybody but a person: programs that fetch or give away, agent files, secrets that
    are handed out."""
    if _RISKY.search(text) is not None:
        return True
    return _SECRET.search(text) is not None and _GIVES_AWAY.search(text) is not None and not _DENIED.search(text)


def harmful_terms(terms: Iterable[str], sentence: str) -> frozenset[str]:
    """Of these stems those of harmful deeds, unless the sentence forbids them."""
    denied = {token for verb in _DENIED.findall(sentence) for token in tokens(verb)}
    return (frozenset(terms) & _HARMFUL) - denied


def turns_round(sentence: str, said: str) -> str:
    """The verb that one forbids and the other asks for, of the same thing; empty if there is none."""
    for one, other in ((sentence, said), (said, sentence)):
        for denied in filter(_DENIES.search, _clauses(one)):
            for verb in _DENIED.findall(denied):
                if any(_asks_for(clause, verb, denied) for clause in _clauses(other)):
                    return str(verb)
    return ""


def _clauses(text: str) -> list[str]:
    return [clause for line in text.split(NEWLINE) for clause in _CLAUSE.split(line) if clause]


def _asks_for(clause: str, verb: str, denied: str) -> bool:
    """Whether a clause has the verb without a denial, and speaks of what the other does."""
    stems = frozenset(tokens(verb))
    if _DENIES.search(clause) or not stems & frozenset(tokens(clause)):
        return False
    mine, theirs = (frozenset(tokens(text)) - stems - _SMALL for text in (clause, denied))
    return 2 * len(mine & theirs) > min(len(mine), len(theirs))


def without_condition(sentence: str) -> str:
    """What is to be done or holds, without when: `When the build fails, run make` is `run make`."""
    return _CONDITION.sub(" ", sentence)


def opening_name(sentence: str) -> Token | None:
    """The word a sentence opens with, if it may well be somebody's or something's name: a verb that states follows it.
    By its capital one cannot tell."""
    words = sentence.split()
    word = words[0].strip(_EDGES) if len(words) > 1 and _STATES.fullmatch(words[1]) else ""
    low = word.casefold()
    if not (word[:1].isupper() and word.isalpha()) or word.endswith(_NO_NAMES):
        return None
    if low in _VERBS or low in _LEAD_INS or stem(low) in ORDINARY or low in STOP:
        return None
    return Token(word, Sort.NAME)
