"""A person's own words, taken out of what was pasted around them, and cut to the sentence that matters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

LONGEST = 240  # characters of a quote
SHORT = 120  # characters: so little is quoted whole
SAID = 300  # characters: so little is said, whatever it looks like
MOST = 6000  # characters that are looked at: nobody types more, what is longer was pasted

_BLOCKS = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<([A-Za-z][\w-]*)(?:\s[^<>]*)?>.*?</\1>|\[(?:Image|Pasted text)[^\]]*\]"
    r"|<!--.*?-->",
    re.DOTALL,
)
_CODE = re.compile(r"`[^`\n]*`")
_QUOTED = re.compile(r"“[^”\n]{12,}”|«[^»\n]{12,}»|(?<![\w])\"[^\"\n]{12,}\"(?!\w)")
_PASTED = re.compile(
    r"^\s*(?:>|\||[┌├└│╭╰╔╠╚║┃]|\+{3}|-{3,}|@@|\$ |❯|➜|#{1,6} |⏺|⎿|at \S+\s*\(|File \"|Traceback "
    r"|\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d"
    r"|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|error|warning|info)\b[\]:]"
    r"|(?:(?:Parser|Compiler|Server|Source|Runtime) )?\w*(?:Error|Exception)(?: Message)?: |[{}\[\]()<>;]+\s*$"
    r"|[\w./-]+:\d+(?::\d+)?:? |[+-]{1,2}[^\s-]|https?://\S+\s*$)"
)
_CODE_LINE = re.compile(
    r"[;{}]\s*$|^\s{4,}\S|^\s*(?:import|def|func|const|let|var|return|export|public|private)\s.*[=({;:]"
)
_THEN = r"[\"')\]]?\s+(?=\S)"  # what may stand between two sentences
BREAK = re.compile(  # spelled out, letter by letter: then `re` knows with which it may begin, and skips the others
    "|".join([rf"\.{_THEN}", rf"!{_THEN}", rf"\?{_THEN}", rf"…{_THEN}", "。", "！", "？", r"\n", " [—–] "])
)
_ENDS = frozenset(".!?…。！？")
_PAUSES = _ENDS | frozenset(":;,，；：、-—–)\"'")
_GOES_ON = re.compile(  # what no sentence ends with
    r"\b(?:a|an|the|to|and|or|but|of|for|with|in|on|at|by|from|that|which|if|when|use|run|not|your|our|my|is|are)$",
    re.I,
)
_BARE = re.compile(
    r"\b(?:(do|does|did|is|are|was|were|should|would|could|has|have|had|ca|wo|must|need)nt|(that|there|it|what|let"
    r"|here)s"
    r"(?= (?:not|a|an|the|no|already|still|wrong|too|why|what|how|go|use|do|just|keep|get|make|so|never|always))"
    r"|(you|they|we)re|(i|you|we|they)ve|(i)m)\b",
    re.IGNORECASE,
)
_KANA = re.compile(r"[\u3040-\u30ff]")
# Signs of Taiwan and Hong Kong, for what is looked for in those of the mainland.
_SIMPLE = str.maketrans(
    "對錯別這個麼沒讓說為嗎幹應該還請須從現開後總記寫規則憶進動刪亂騙誰選項銷滾講終簡體務輸溝過誤複雜樣會裡給關問題",
    "对错别这个么没让说为吗干应该还请须从现开后总记写规则忆进动删乱骗谁选项销滚讲终简体务输沟过误复杂样会里给关问题",
)
_BLANKS, _HOLES = re.compile(r"[^\S\n]{2,}|[^\S\n ]"), re.compile(r"\n\s*\n")
_ODD_BLANKS = ("  ", *"\t\r\v\f\x1c\x1d\x1e\x1f")
_HEADING = re.compile(r"^[^\S\n]*#{1,6} |^[^\S\n]*\*\*[^*\n]+\*\*:?\s*$", re.MULTILINE)
BULLET = re.compile(r"^[^\S\n]*(?:[-*•]|\d{1,2}[.)])\s+", re.MULTILINE)


@lru_cache(maxsize=1024)  # asked for when judging and again when quoting, and people repeat themselves
def own_words(text: str) -> str:
    """The text without code, logs, quotations and other pasted things. Lines stay lines."""
    if len(text) > MOST:
        text = text[: MOST // 2] + "\n\n" + text[-MOST // 2 :]
    bare = _BLOCKS.sub(" ", text)
    lines = bare.split("\n")
    kept = [line for line in lines if not (_PASTED.search(line) or _CODE_LINE.search(line))]
    if not any(line.strip() for line in kept):
        if len(bare) < SAID:  # nobody pastes so little without a word to it
            kept = lines
        elif all(line.lstrip().startswith(">") for line in lines if line.strip()):  # and nobody only quotes
            kept = [line.lstrip("> \t") for line in lines]
    return _BARE.sub(_apostrophe, _QUOTED.sub("…", "\n".join(kept)).replace("’", "'")).strip()


def _apostrophe(found: re.Match[str]) -> str:
    """`dont` → `don't`: half of what is typed to an agent has no apostrophes."""
    word, low = found[0], found[0].lower()
    if low == "were":  # a word of its own
        return word
    at = -1 if low.endswith(("nt", "s", "m")) else -2
    return word[:at] + "'" + word[at:]


def sentences(words: str) -> list[str]:
    """Sentences and lines, without bullets."""
    return list(_sentences(words))


@lru_cache(maxsize=4096)
def _sentences(words: str) -> tuple[str, ...]:
    if "\n" in words:
        words = _HOLES.sub("\n", words)
    if not words.isascii() or any(blank in words for blank in _ODD_BLANKS):
        words = _BLANKS.sub(" ", words)  # long runs of blanks would be tried at every place
    words = BULLET.sub("", words)
    return tuple(part for part in map(str.strip, _split(words)) if part)


def _split(words: str) -> Iterator[str]:
    start = 0
    for found in BREAK.finditer(words):
        at = found.start()
        yield words[start : at + 1 if words[at] in _ENDS else at]
        start = found.end()
    yield words[start:]


def is_document(text: str, words: str) -> bool:
    """Whether this is rather a specification that was handed over than something said."""
    if len(words) > 1800 or "\n" not in text:
        return len(words) > 1800
    return len(_HEADING.findall(text)) >= 2 or len(BULLET.findall(text)) >= 8


def is_paste(text: str, words: str) -> bool:
    """Whether it is mostly a log or code, with some words to it."""
    return len(text) > 600 and len(words) < len(text) / 4


def without_code(words: str) -> str:
    """For matching words: names in backticks would be read as if they were said."""
    return _CODE.sub("`x`", words)


def simple_signs(words: str) -> str:
    """Chinese in the signs of the mainland; whatever else is left as it is."""
    return words if words.isascii() or _KANA.search(words) else words.translate(_SIMPLE)


def quote(text: str, matters: Callable[[str], bool] | None = None) -> str:
    """The words that matter, at most LONGEST characters, from the first sentence for which `matters` holds."""
    flat = " ".join(text.split())
    if len(flat) <= (SHORT if matters else LONGEST):
        return flat
    parts = sentences(own_words(text)) or [flat]
    at = next((i for i, part in enumerate(parts) if matters and matters(part)), None)
    if at is None:
        if len(flat) <= LONGEST:
            return flat
        at = 0
    found = parts[at]
    for part in parts[at + 1 :]:
        if len(found) + len(part) + 2 > LONGEST:
            break
        found += ("; " if _begins_anew(found, part) else " ") + part
    return cut(" ".join(found.split()))


def _begins_anew(found: str, part: str) -> bool:
    """Whether what stands on the next line is another thing; a line that was only broken goes on in small letters."""
    return found[-1] not in _PAUSES and not part[:1].islower() and not _GOES_ON.search(found)


def cut(text: str, longest: int = LONGEST) -> str:
    """At a space, with a sign that more was said."""
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[longest // 2 :] else head).rstrip(" ,;:") + "…"
