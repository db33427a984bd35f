"""What the words around a name say of it: that it is gone already, that it need not be there, or what kind it is."""

from __future__ import annotations

import re

_AWAY = r"remov\w+|delet\w+|dropped|retired|renamed|superseded|replaced"
# The same in the languages that notes are mostly kept in besides.
_ABROAD = (
    "削除|撤去|廃止|删除|刪除|移除|废弃|弃用|삭제|제거|gelöscht|entfernt|supprimé|eliminad[oa]|eliminó|borrad[oa]"
    "|removid[oa]|excluíd[oa]|удал[её]н"
)
_REMOVED_ABROAD = re.compile(rf"(?:{_ABROAD})[^.;:,。：；`]{{0,20}}$|旧\s?$", re.I)
_REMOVED_ABROAD_AFTER = re.compile(rf"^[^.;:,。：；`]{{0,40}}?(?:{_ABROAD})", re.I)
# `a`, `b` and: what stands between a removal and the last that was removed.
_LIST = re.compile(r"(?:[:：]\**)?\s*(?:`…`(?:\s|[/,&+、]|and\b|or\b){1,8}){0,30}$")
_REMOVED_BEFORE = re.compile(
    rf"\b(?:{_AWAY}|got rid of|no longer \w+|not? any ?more|used to (?:be|live|call|have|use|run|sit)|formerly"
    rf"|previously"
    r"|moved (?:from|out of)|migrated (?:from|off)|switched from|stopped using|instead of|rather than|unlike"
    r"|there(?: is| are|'s)(?: \w+)? no"
    r"|ha[sd] no|have no|never had|without an?|nonexistent|(?:do not|do ?n[o']t|never|avoid|not) (?:create"
    r"|creating|add|adding"
    r"|introduce|name|make))\b[^.;:,]{0,40}$|\b(?:old|legacy|former|deprecated|obsolete)(?: [\w-]+)?\s*$",
    re.I,
)
_REMOVED_AFTER = re.compile(
    rf"^[^.;:,`]{{0,12}}\b(?:(?:was|were|has been|have been|had been|got|is|are|been) (?:now )?(?:{_AWAY}|gone"
    rf"|not in|missing|no more)"
    r"|no longer|does ?n[o']t exist|do ?n[o']t exist|does not exist|did ?n[o']t exist|used to be)\b",
    re.I,
)
_MADE = re.compile(
    r"\b(?:creat(?:e|es|ing)|generat(?:e|es|ing)|touch|writ(?:e|es|ing)(?: to| into)?|saves? (?:it )?(?:to|as))"
    r"\s+(?:a |an |the |new |file |called |named )*$",
    re.I,
)
_SUPPOSED = re.compile(
    r"\b(?:e\.g\.|for example|for instance|such as|example|creat(?:e|es|ed|ing)|new|add(?:ing)?|generat\w+"
    r"|writes?|writing"
    r"|outputs?|produces?|would|could|should be called|planned|plan to|todo|will be|proposed?|optional(?:ly)?"
    r"|if (?:it|there)"
    r"|if present|your|like|upstream|another repo\w*|sibling|outside|external|temporary|name (?:it|them"
    r"|files?)|naming|(?:descriptive|variable|attribute|function|method|class|file|branch|test) names?)\b",
    re.I,
)
# `old.md` → `new.md`: what stood before the arrow need not be there any more.
_BECAME = re.compile(r"^[`*_)\s]{0,4}(?:→|⇒|➜|➔|[-=]{1,2}>)\s*\S")
# What is kept out of the repository can be there all the same.
_KEPT_OUT = re.compile(
    r"\b(?:(?:never|not|n[o']t|avoid|without) (?:be )?(?:commit|check|track|push)\w*|git-?ignor\w+|untracked)\b", re.I
)
_PACKAGE = re.compile(
    r"\b(?:depends? on|dependenc(?:y|ies)|librar(?:y|ies)|pin(?:s|ned|ning)?|upgrad\w+|bumped|devDep\w*)\b", re.I
)
_USES = re.compile(
    r"\b(?:uses|we use|using|built (?:with|on|upon)|powered by|relies on|on top of)\s+(?:the\s+)?$", re.I
)
_SETTING = re.compile(
    r"\b(?:settings?|options?|config(?:ur\w+)?|keys?|fields?|flags?|sections?|entr(?:y|ies)|propert(?:y|ies)|sets?)\b",
    re.I,
)
_PACKAGE_BEFORE = re.compile(
    r"\b(?:packages?|librar(?:y|ies)|dependenc(?:y|ies)|depends? on|crates?|gems?|install(?:s|ed)?"
    r"|module)\s*(?:on |the )?$",
    re.I,
)
_PACKAGE_AFTER = re.compile(r"^\s*(?:package|library|dependency|crate|gem)\b", re.I)
_SETTING_BEFORE = re.compile(r"\b(?:setting|option|key|field|flag|section|property)s?\s*$", re.I)
_SETTING_AFTER = re.compile(r"^\s*(?:setting|option|key|field|flag|section|property)\b", re.I)
_THING = (
    r"(?:class|function|method|component|hook|type|interface|enum|struct|trait|model|constant|decorator|mixin|macro"
    r"|helper|exception|protocol|module|variable|dataclass|widget|middleware|fixture|mutation|serializer|resolver)"
)
_THING_BEFORE = re.compile(rf"\b{_THING}\s*$", re.I)
_THING_AFTER = re.compile(rf"^\s*{_THING}\b", re.I)
_JOINS = re.compile(
    rf"^\s*(?:\(\)\s*)?(?:{_THING}\s+)?(?:is |are |lives? |defined |implemented |located |found |declared |set "
    rf"|configured )*"
    r"(?:in|from|inside|at|under|of)\s+(?:the\s+)?(?:file\s+|module\s+)?$",
    re.I,
)
_HOLDS = re.compile(
    rf"^\s*(?:[—–:(-]+|(?:[—–-]\s*)?(?:defines?|exports?|contains?|holds?|declares?|has|provides?"
    rf"|implements?)(?: the)?(?: {_THING})?)"
    r"\s*$",
    re.I,
)


def removed(before: str, after: str) -> bool:
    """The sentence says that it is no more. Only the words near it count."""
    after = after[:60]
    if _REMOVED_AFTER.search(after) or _REMOVED_ABROAD_AFTER.search(after):
        return True
    near = (before[-90:], _before_list(before))
    return any(_REMOVED_BEFORE.search(text) or _REMOVED_ABROAD.search(text) for text in near)


def _before_list(before: str) -> str:
    """What is said of a list of names, for one in the midst of it."""
    found = _LIST.search(before[-300:])
    return before[-300:][: found.start()][-90:] if found else before[-90:]


def to_be_made(before: str) -> bool:
    """`Create …`, right before the name of a file."""
    return _MADE.search(before) is not None


def supposed(before: str, after: str) -> bool:
    """The sentence speaks of an example, a plan, or something of another place."""
    if _BECAME.match(after) or _KEPT_OUT.search(before[-80:]) or _KEPT_OUT.search(after[:60]):
        return True
    return _SUPPOSED.search(before[-80:]) is not None or _SUPPOSED.search(after[:60]) is not None


def speaks_of_packages(sentence: str) -> bool:
    return _PACKAGE.search(sentence) is not None


def is_called_a_package(before: str, after: str) -> bool:
    """`the package click`, `the click dependency`."""
    return _PACKAGE_BEFORE.search(before) is not None or _PACKAGE_AFTER.search(after) is not None


def uses(before: str) -> bool:
    """`built with …`, right before the name."""
    return _USES.search(before) is not None


def speaks_of_settings(before: str, after: str) -> bool:
    return _SETTING.search(before[-60:]) is not None or _SETTING.search(after[:40]) is not None


def is_called_a_setting(before: str, after: str) -> bool:
    """`the strict option`, `the key strict`, and before the name of a file."""
    near = _SETTING_BEFORE.search(before) or _SETTING_AFTER.search(after)
    return near is not None or (joined(after.partition("`")[0]) and "`" in after)


def is_called_a_thing(before: str, after: str) -> bool:
    """`class Card`, `the Card component`."""
    return _THING_BEFORE.search(before) is not None or _THING_AFTER.search(after) is not None


def joined(between: str) -> bool:
    """`name` … `file`: whether the words between say that the one is in the other."""
    return _JOINS.search(between) is not None


def holding(between: str) -> bool:
    """`file` … `name`: the same, the other way round."""
    return _HOLDS.search(between) is not None
