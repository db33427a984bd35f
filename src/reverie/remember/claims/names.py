"""What looks like a name in the code: a function, a class, a constant. It must be told from plain words by its form."""

from __future__ import annotations

import re

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_CHAIN = re.compile(rf"{_NAME}(?:(?:\.|::|->|\\|#){_NAME})*")
_DECLARED = re.compile(
    r"^(?:export\s+|default\s+|pub(?:\([\w:]+\))?\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|async\s+|await\s+"
    r"|new\s+|return\s+|def\s+|class\s+|function\s+|fn\s+|func\s+(?:\([^)]*\)\s*)?|fun\s+|const\s+|let\s+|var\s+|type\s+|interface\s+"
    r"|struct\s+|enum\s+|trait\s+|module\s+|impl\s+)+"
)
_TAIL = re.compile(r"(?:<[^<>]*>)?(?:\(.*\)?|\[\]?|!|\?)?(?:\s*(?:->|=>|:).*|\s*\{.*)?$", re.S)
_HUMPS = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]{2,}[A-Z]?[a-z]*[A-Z]?|^[A-Z][a-z0-9]+[A-Z]")
_PRODUCTS = frozenset(
    "github gitlab typescript javascript postgresql graphql mysql openai mongodb youtube nodejs iphone macos"
    " ios webpack websocket websockets openapi oauth devops linkedin bitbucket kubernetes whatsapp paypal"
    " chatgpt deepseek fastapi nextjs reactjs vuejs nestjs sqlite postgres redis jsdoc vscode intellij pycharm"
    " autocad wordpress woocommerce claudecode opencode langchain langgraph pytest tailwindcss graphiql readme"
    " todo".split()
)
_LANGUAGE = frozenset(
    "self this cls super console window document math json object array promise string number boolean date"
    " regexp os sys re process module exports require io np pd plt torch tf fs path url std core alloc fmt"
    " http ctx localstorage sessionstorage navigator event dom node_modules set map list dict int str bool"
    " float none null undefined".split()
)


def name_in(text: str, *, called: bool) -> str:
    """The name, its parts joined by dots; empty if the form does not tell. `called`: the words beside it say what it
    is."""
    bare = _DECLARED.sub("", text.strip())
    declared = bare != text.strip()
    bare = bare.lstrip("@&*$#")
    match = _CHAIN.match(bare)
    if match is None or not _TAIL.fullmatch(bare, match.end()) or len(match[0]) > 100:
        return ""
    if "(" not in text and " " in text.strip() and not declared:
        return ""
    parts = [part for part in re.split(r"\.|::|->|\\|#", match[0]) if part]
    if parts[0].lower() in _LANGUAGE and len(parts) > 1:
        parts = parts[1:] if parts[0] in ("self", "this", "cls", "super") else []
    if not parts:
        return ""
    call = bare[match.end() : match.end() + 1] == "("
    telling = is_telling(parts[-1], call or called or declared) or (len(parts) > 1 and is_telling(parts[-2], False))
    return ".".join(parts) if telling and len(parts[-1]) > 2 else ""


def is_telling(name: str, called: bool) -> bool:
    """A plain word is a name only if something says so."""
    if name.startswith("__") and name.endswith("__"):
        return False
    if name.lower() in _PRODUCTS or name.lower() in _LANGUAGE or len(name) < 4:
        return False
    inner = name.strip("_")
    return "_" in inner or (name.startswith("_") and len(inner) > 3) or _HUMPS.search(name) is not None or called


def loose_names(line: str) -> list[tuple[int, str]]:
    """Names in plain prose, where only an unmistakable form counts: `snake_case`, `camelCase`, `called()`."""
    found = []
    for match in re.finditer(
        r"(?<![\w./\\:@$#<{-])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(\))?(?![\w/\\@:>}-]|\.\w)", line
    ):
        last = match[1].rpartition(".")[2]
        shaped = ("_" in last.strip("_") and last.lower() != "node_modules") or re.search(r"^[a-z]{2,}[A-Z][a-z]", last)
        if (shaped or match[2]) and is_telling(last, bool(match[2])) and not re.search(r"\d{4}", last):
            found.append((match.start(1), match[1]))
    return found
