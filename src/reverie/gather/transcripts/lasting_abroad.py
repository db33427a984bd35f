"""How people ask for something lasting in other languages: only what plainly says so."""

from __future__ import annotations

from reverie.gather.transcripts.lasting import any_of

ABROAD = any_of(
    r"\bab (?:jetzt|sofort)\b|\b(?:in zukunft|zukünftig|künftig)\b(?!.{0,40}\b(?:könnte|wollen|soll es))|\bmerk(?:e)?"
    r" dir\b"
    r"|\bdenk(?:e)? (?:immer |bitte )?(?:daran|dran)\b|(?:^|[,.!] )(?:bitte )?(?:nie wieder|niemals|nie ohne)\b|^immer"
    r" (?:erst|zuerst)\b",
    r"\b(?:à partir de maintenant|dorénavant|désormais|à l'avenir|souviens-toi|rappelle-toi|n'oublie (?:pas|jamais) que"
    r"|ne (?:\w+ )?plus jamais)\b|^toujours (?:utiliser|lancer|demander)\b",
    r"\b(?:a partir de ahora|de ahora en adelante|en adelante|recuerda (?:que )?siempre|nunca m[aá]s"
    r"|nunca (?:ten[eé]s|tienes|debes|hagas|uses|generes|toques)|siempre (?:usa|haz"
    r"|ejecuta"
    r"|pregunta))\b|\bno vuelvas a\b",
    r"\b(?:a partir de agora|daqui (?:pra|para) frente|lembre-se (?:de|que)|de agora em diante|nunca mais|sempre"
    r" (?:use|faça|rode"
    r"|pergunte))\b|\b(?:d'ora in (?:poi|avanti)|da ora in (?:poi|avanti)|ricordati (?:che|di)|mai più)\b",
    r"\bотныне\b|\bвпредь\b|с этого момента|\bзапомни|\bна будущее\b|всегда (?:используй|пиши|запускай|делай|спрашивай"
    r"|проверяй"
    r"|отвечай)|никогда не (?:делай|используй|коммить|пушь|трогай|меняй|удаляй)|больше (?:никогда )?так не делай"
    r"|\bвідтепер\b|\bнадалі\b"
    r"|запам'ятай",
    r"\b(?:od teraz|na przyszłość|zapamiętaj|pamiętaj (?:także |też )?(?:aby|żeby)|zawsze (?:używaj|uruchamiaj|pytaj)"
    r"|nigdy (?:więcej )?nie|od teď|do"
    r" budoucna|pamatuj si"
    r"|vždy (?:používej|spusť)|vanaf nu|voortaan|onthoud dat|bundan sonra|bundan böyle)\b",
    r"从现在(?:开始|起)|以后(?:都|不要|请|每次|要|别|一律)|(?:^|[，。！,])(?:请)?(?:务必|一定要)?记住|今后|永远不要"
    r"|下次(?:不要|请|先|要|别)",
    r"今後は|これから(?:は|も)|覚えて(?:おいて|おく|ください)|二度と|(?:常に|必ず|毎回).{1,24}(?:てください"
    r"|すること|して下さい)",
    r"앞으로(?:는)? |기억해 ?(?:줘|두|주)|항상 .{1,24}(?:해 ?줘|하세요|해라|할 것)|절대 .{1,20}(?:마|말아)",
)
