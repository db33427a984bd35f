"""In which language somebody wrote, as far as it matters here: English, or one in which fewer words are known."""

from __future__ import annotations

import re

_COMMON = re.compile(r"\b(?:the|is|to|and|you|this|that|we|of|for|with|it|are|i|not|have|should|what)\b")
LANGUAGES = (
    r"(?:english|german|french|spanish|portuguese|italian|russian|polish|ukrainian|chinese|mandarin|japanese|korean"
    r"|dutch|turkish|vietnamese|czech|swedish|hindi|arabic)"
)
_ABROAD = re.compile(  # words that English has not; who writes so may do without any foreign letter
    r"\b(?:und|der|das|nicht|ist|auf|wir|immer|bitte|dass|alles|ohne|nie|que|para|las|una|por|siempre|nunca|les|une|est"
    r"|pas|toujours|jamais|avec|dans|che|sempre|mai|senza|uma|zawsze|nigdy|het|niet|altijd|nooit|och|inte|alltid|bir"
    r"|her zaman|yang|selalu|jangan|karo|hamesha)\b",
    re.IGNORECASE,
)
# What points at something that only its conversation shows, as `this` and `that` do; and what is asked, reported or
# not for everybody's eyes.
_POINTS = re.compile(
    r"\b(?:dies(?:e[mnrs]?)?|hier|dort|davon|daran|sowas|so ein\w*|solche\w*|heute|morgen|gestern|jene\w*|das alles"
    r"|das nicht mehr|schritt \d+|ceci|cela|ça|celui\w*|celle\w*|ici|aujourd'hui|demain|est[eo]s?|esta|es[eo]s?|esa"
    r"|lo que"
    r"|aquí|ahí|hoy|mañana|ayer|aquello|paso \d+|el error|isso|isto|aquilo|ess[ea]s?|hoje|amanhã|ontem|questo|questa"
    r"|quello|quella|qui|oggi|domani|ieri|этот|это|эта|эти|этого|здесь|сегодня|завтра|вчера|ошибку|jutro|wczoraj|này"
    r"|đó|kia"
    r"|ngày mai|hôm qua|bunu|şunu|yarın|ini|itu|besok|kemarin|warum|wieso|pourquoi|por qué|почему|зачем"
    r"|(?:er|sie|er|\w+) (?:sagte?|meinte?|dijo|disse|сказал\w*)|a dit|mist|scheiß\w*|merde|mierda"
    r"|passwor[dt]\w*|kennwort|contraseña|mot de passe|senha|wachtwoord|hasło|пароль)\b"
    r"|这个|这些|这里|这样|这次|那个|那些|那里|那样|它|此|今天|明天|昨天|刚才|上面|下面|這個|這些|這裡|這樣|這次|那個|剛才|[他她][说說]"
    r"|为什么|為什麼|怎么|怎麼|吗|嗎|密码|密碼|これ|それ|あれ|この|その|あの|ここ|今回|今日|明日|昨日|なぜ|パスワード"
    r"|이것|그것|이거|그거|오늘|내일|어제|여기|왜|비밀번호",
    re.IGNORECASE,
)
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORDS, _SIGNS = (4, 30), (6, 120)  # in a sentence that is a rule: words, or signs that say as much


def english(words: str) -> bool:
    """Whether words in small letters look English: at least two of the commonest are among them."""
    first = _COMMON.search(words)
    return first is not None and any(word[0] != first[0] for word in _COMMON.finditer(words, first.end()))


def foreign(words: str) -> bool:
    """Whether something shows that words are in another language: a letter that English has not, or a word."""
    letters = not words.isascii() and any(
        sign.isalpha() and not sign.isascii() and sign not in "µºªï" for sign in words
    )
    return not english(words.lower()) and (letters or _ABROAD.search(words) is not None)


def stands_alone_abroad(sentence: str) -> bool:
    """Whether it is a sentence in another language, and can be understood without its conversation, as far as can be
    told."""
    if not foreign(sentence):
        return False
    dense = len(_DENSE.findall(sentence))
    (least, most), size = (_SIGNS, dense) if dense >= _SIGNS[0] else (_WORDS, len(sentence.split()))
    return least <= size <= most and not _POINTS.search(sentence)
