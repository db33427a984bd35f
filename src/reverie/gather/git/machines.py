"""Whether a commit was made by a program, or with the help of one: by how bots and coding agents sign as author or
committer, in trailers, and in the lines they leave in messages. For decisions, where a doubt means asking a person."""

from __future__ import annotations

import re

from reverie.gather.git.people import person

LINES, WIDTH = 5_000, 400  # of a message, as far as it is looked at

_PRODUCTS = (
    "codex|copilot|cursor|gemini|aider|opencode|openhands|openclaw|cline|windsurf|chatgpt|gpt|qwen|auggie|antigravity"
    "|tabnine|amazon q|deepseek|openai|anthropic"
)
_NICKNAMES = (  # agents' names that people have, too
    "claude|devin|jules|amp|roo|kilo|cascade|warp|crush|droid|junie|kiro|goose|replit|augment|trae|manus|continue|zed"
    "|sweep|lovable|bolt|grok|kimi|mistral vibe"
)
_ANY = f"(?:{_PRODUCTS}|{_NICKNAMES})"
_KIND = (
    r"[ -](?:agent|cli|ai|code|coder|coding agent|code assist|assistant|swe agent|opus|sonnet|haiku|pro|flash|mini"
    r"|\(.*\)|v?\d[\w. -]*).*"
)
_PRODUCT = re.compile(rf"(?:the |github |openai |google |anthropic |factory |amazon |sst )?(?:{_PRODUCTS})(?:{_KIND})?")
_NAMED_AGENT = re.compile(rf"(?:google |anthropic |cognition |factory )?(?:{_NICKNAMES}){_KIND}|.*\((?:{_ANY})\)")
_NICKNAME = re.compile(rf"(?:google |anthropic |factory )?(?:{_NICKNAMES})")
_ROLE = re.compile(
    rf"(?:\d+\+)?(?:no-?reply|agent|bot|assistant|ai|cursoragent|{_ANY}(?:-?(?:agent|bot|cli|ai))?)(?:\[bot\])?@"
)
_NOBODYS = re.compile(r"(?:\d+\+)?(?:no-?reply|agent|bot|assistant|ai)(?:\[bot\])?@")
_FIRM = re.compile(
    rf"@(?:.*\b)?(?:{_ANY}|cognition|ampcode|all-hands|charm|codeium|roocode|kilocode|factory|alibabacloud|x\.ai)\b"
)
_CONTACT = re.compile(r"\s*([^<>]{0,200}?)\s*(?:<([^<>]{0,200})>)?\s*")
_TRAILER = re.compile(r"\s{0,8}[>*-]?\s{0,4}([A-Za-z][A-Za-z-]{1,40})\s{0,4}[:=]\s{0,4}(.+)")
_ONLY_LOOKED = {f"{what}-by" for what in "reviewed acked tested reported suggested requested approved merged".split()}
_WITH = re.compile(
    r"(?:made|generated|built|assisted|written|co-authored|authored)-(?:with|using)|(?:generated|assisted)-by|tool|model"
)
_AGENT_KEY = re.compile(
    rf"(?:(?:ai|llm|agent|assistant|{_ANY})-)?(?:ai|llm|agent|assistant)"
    rf"|(?:ai|llm|agent|assistant|{_ANY})-(?:session|id|thread|model|version|agent|run|task|conversation|checkpoint"
    r"|transcript|assisted|generated|authored|tool|name|used)(?:-[a-z-]+)?"
)
_NO = {"no", "none", "false", "n/a", "0", "-"}
_WORD = re.compile(rf"\b(?:{_ANY}|ai|llm|agent)\b")
_MADE = re.compile(
    r"\b(?:generated|created|written|authored|co-authored|made|produced|drafted|assisted|implemented|committed|coded)"
    r"\s(?:with|by|using|via|through)\s(?:the\s|an?\s)?[\[*_`\"'(]{0,3}"
    rf"(?:(?:google|github|openai|anthropic|factory|amazon)(?:'s)?\s)?(?:{_ANY}|ai|llm|coding\sagent|agent|assistant)\b"
    r"|\bai[- ](?:generated|assisted|authored|written)\b"
)
_LINK = re.compile(
    r"claude\.(?:ai|com)/(?:claude-)?code|chatgpt\.com/codex|cursor\.com/(?:agents|background)|jules\.google|devin\.ai/"
    r"|ampcode\.com/|opencode\.ai|opncd\.ai|windsurf\.com|github\.com/copilot|aider\.chat|gemini-cli"
)


def find_machine(author: tuple[str, str], committer: tuple[str, str], message: str) -> str:
    """The bot or agent that made a commit or had a hand in it; empty if nothing speaks for one."""
    for name, email in (author, committer):
        if found := _contact(name, email):
            return found
    for number, line in enumerate(message.splitlines()[:LINES]):
        if found := _line(line[:WIDTH], subject=number == 0):
            return found
    return ""


def _contact(name: str, email: str) -> str:
    """The name, if it is a machine's. A name that people have, too, needs an address that no person writes from."""
    said, address = " ".join(name[:WIDTH].split()).lower(), email[:WIDTH].strip().lower()
    who, role = person(name[:WIDTH], address), bool(_ROLE.match(address))
    signs = (
        who.bot
        or who.agent
        or _PRODUCT.fullmatch(said)
        or _NAMED_AGENT.fullmatch(said)
        or (_NICKNAME.fullmatch(said) and (not address or _NOBODYS.match(address) or _FIRM.search(address)))
        or (role and _FIRM.search(address))
    )
    return (said and name.strip()[:WIDTH]) or address if signs else ""


def _line(line: str, *, subject: bool) -> str:
    said = line.lower()
    trailer = _TRAILER.fullmatch(line)
    if trailer and trailer[2].strip().lower() in _NO:
        return ""
    if found := (_MADE.search(said) or _LINK.search(said)):
        return found[0].strip()
    if trailer is None:
        return ""
    key, value = trailer[1].lower(), trailer[2]
    if _WITH.fullmatch(key) and (found := _WORD.search(value.lower())):
        return found[0]
    if _AGENT_KEY.fullmatch(key) and not subject:  # "agent: send less" says what a commit is about
        return f"{trailer[1]}: {value.strip()}"[:80]
    if key.endswith("-by") and key not in _ONLY_LOOKED and (contact := _CONTACT.fullmatch(value)):
        return _contact(contact[1], contact[2] or "")
    return ""
