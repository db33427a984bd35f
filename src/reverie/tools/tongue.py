"""In which language somebody wrote, as far as it matters here: English, or one in which fewer words are known."""

from __future__ import annotations

import re

_COMMON = re.compile(r"\b(?:the|is|to|and|you|this|that|we|of|for|with|it|are|i|not|have|should|what)\b")
_ABROAD = re.compile(  # words that English has not; who writes so may do without any foreign letter
    r"\b(?:und|der|das|nicht|ist|auf|wir|immer|bitte|dass|alles|ohne|nie|que|para|los|las|una|por|siempre|nunca|sin"
    r"|les|des"
    r"|une|est|pas|toujours|jamais|avec|dans|il|che|non|sempre|mai|senza|em|uma|sempre|zawsze|nigdy|bez|het|niet|altijd"
    r"|nooit|och|inte|alltid|ve|bir|her zaman|yang|dan|selalu|jangan|karo|hai|hamesha)\b",
    re.IGNORECASE,
)
# What points at something that only its conversation shows, as `this` and `that` do.
_POINTS = re.compile(
    r"\b(?:dies(?:e[mnrs]?)?|hier|dort|davon|daran|sowas|solche\w*|heute|jene\w*|das alles|ceci|cela|ça|celui\w*"
    r"|celle\w*"
    r"|ici|aujourd'hui|est[eo]s?|esta|es[eo]s?|esa|aquí|ahí|hoy|aquello|isso|isto|aquilo|ess[ea]s?|hoje|questo|questa"
    r"|quello|quella|qui|oggi|этот|это|эта|эти|этого|здесь|сегодня|này|đó|kia|bunu|şunu|ini|itu)\b"
    r"|这个|这些|这里|这样|这次|那个|那些|那里|那样|它|此|今天|刚才|上面|下面|這個|這些|這裡|這樣|這次|那個|剛才"
    r"|これ|それ|あれ|この|その|あの|ここ|今回|今日|이것|그것|이거|그거|오늘|여기",
    re.IGNORECASE,
)
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORDS, _SIGNS = (4, 30), (6, 120)  # in a sentence that is a rule: words, or signs that say as much


def english(words: str) -> bool:
    """Whether words in small letters look English: at least two of the commonest are among them."""
    first = _COMMON.search(words)
    return first is not None and any(word[0] != first[0] for word in _COMMON.finditer(words, first.end()))


def stands_alone_abroad(sentence: str) -> bool:
    """Whether it is a sentence in another language, and can be understood without its conversation, as far as can be
    told."""
    if english(sentence.lower()) or (sentence.isascii() and not _ABROAD.search(sentence)):
        return False
    dense = len(_DENSE.findall(sentence))
    (least, most), size = (_SIGNS, dense) if dense >= _SIGNS[0] else (_WORDS, len(sentence.split()))
    return least <= size <= most and not _POINTS.search(sentence)
