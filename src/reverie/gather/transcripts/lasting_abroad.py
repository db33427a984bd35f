"""How people ask for something lasting in other languages: only what plainly says so."""

from __future__ import annotations

from reverie.gather.transcripts.lasting import any_of

_AT = r"(?:^|[,.!] )(?:bitte |por favor,? |s'il te plaît,? |per favore,? |пожалуйста,? |proszę,? |lütfen |tolong )?"

ABROAD = any_of(
    r"\b(?:für (?:die )?zukunft|speichern und|vorgehen und)\b[^.?\n]{0,30}\bmerken\b(?! (?:als|asl) )|^merken:"
    r"|\b(?:tout|toutes? (?:les|tes) (?:réponses|explications)|nos échanges) (?:soit|soient) en français\b"
    r"|(?:^|[.!] )nunca asumas\b(?! (?:la|el)\b)|(?:^|[，。！,])(?:请)?中文回复|铁律(?:加上|加)",
    r"\b(?:ab (?:jetzt|sofort)|von nun an)\b|\b(?:in zukunft|zukünftig|künftig)\b(?!.{0,40}\b(?:könnte|wollen|soll"
    r" es))|\bmerke? dir\b|\bdenke? (?:immer |bitte )?(?:daran|dran)\b|\bvergiss nie\b|\b(?:beim )?nächste[ns]?"
    r" mal\b(?!.*\?)"
    rf"|{_AT}(?:nie wieder|niemals|nie ohne|immer (?:erst|zuerst|nur|vor|nach|auf)|grundsätzlich (?:immer|nie|nur"
    rf"|kein\w*))\b|{_AT}(?:antworte|schreibe?|rede|sprich) (?:mir |mit mir )?(?:immer |nur |alles )*auf"
    r" (?:deutsch|englisch)\b",
    r"\b(?:à partir de maintenant|dorénavant|désormais|à l'avenir|souviens-toi|rappelle-toi|n'oublie (?:pas|jamais)"
    r" que|ne (?:\w+ )?plus jamais|la prochaine fois,? (?:pense|utilise|fais|demande|ne|n'))\b|\bà chaque fois que"
    r" tu\b"
    rf"|{_AT}(?:toujours (?:utiliser|lancer|demander|faire)|réponds?(?:-moi)? (?:toujours )?en (?:français"
    rf"|anglais))\b",
    r"\b(?:a partir de (?:ahora|este momento)|de(?:sde)? ahora en (?:adelante|más)|en adelante|recuerda (?:que"
    r" )?siempre|nunca m[aá]s|la próxima vez,? (?:que )?(?:usa|haz|pregunta|no|recuerda))\b|\bno vuelvas a\b|\bcada"
    r" vez que (?:hagas|termines|modifiques|crees|cambies|agregues|vayas)\b"
    rf"|{_AT}(?:nunca (?:ten[eé]s|tienes|debes|hagas|uses|generes|toques|borres|modifiques)|siempre (?:usa|haz|ejecuta"
    rf"|pregunta|deb[eé]s|tienes|que (?:hagas|termines|modifiques|crees))|responde(?:me)? (?:siempre )?en (?:español"
    r"|inglés))\b",
    r"\b(?:a partir de agora|daqui (?:pra|para) frente|lembre-se (?:de|que)|de agora em diante|nunca mais|da próxima"
    r" vez,? (?:use|faça|pergunte|não))\b|\b(?:adicione|crie|coloque|inclua) (?:uma )?(?:nova )?(?:rule|regra)\b"
    rf"|{_AT}(?:sempre (?:use|faça|rode|pergunte|que (?:você|fizer|criar|alterar))|nunca (?:faça|use|altere|commite"
    rf"|apague)|respond[ae] (?:sempre )?em (?:português|inglês))\b",
    r"\b(?:aggiungi|salva|scrivi) (?:\w+ )?(?:al|alla|nel|nella|in) (?:tua )?(?:memory|memoria|claude\.md"
    r"|agents\.md)\b|\b(?:guarda|agrega|añade|anota)(?:lo)? (?:\w+ )?(?:en|a) (?:la |tu )?(?:memoria|claude\.md"
    r"|agents\.md)\b|\b(?:ajoute|enregistre|note)(?:-le)? (?:\w+ )?(?:à|dans|en) (?:la |ta )?(?:mémoire|claude\.md"
    r"|agents\.md)",
    r"\b(?:modifie|ajuste|mets à jour|complète|adapte|actualiza|ajusta|modifica|atualize|ajuste|altere|aggiorna|ergänze"
    r"|aktualisiere|erweitere|обнови|дополни)\b[^.?\n]{0,30}\b(?:claude|agents?|gemini)\.md,? (?:pour|para(?: que)?|per"
    r"|damit|dass|um|чтобы)\b(?! (?:ref|incl|cont|ter\b))|чтобы ты (?:всегда|никогда)|\b(?:работай|пиши|говори"
    r"|общайся) (?:со мной |мне |всегда |только )*на русском"
    r"|\bsans que je te le demande\b|\bà chaque (?:nouvelle |ouverture de )?session\b|\bphải hỏi (?:tôi|mình|anh|chị)\b"
    r"|\bбез моего (?:подтверждения|разрешения|согласия|одобрения)",
    r"\b(?:d'ora in (?:poi|avanti)|da ora in (?:poi|avanti)|ricordati (?:che|di)|mai più|la prossima volta,? (?:usa"
    r"|fai|chiedi|non))\b"
    rf"|{_AT}(?:sempre (?:usa|esegui)|rispondi (?:sempre )?in (?:italiano|inglese))\b",
    r"\bотныне\b|\bвпредь\b|с этого момента|\bзапомни|\bна будущее\b|в следующий раз (?:не |сначала |делай|используй"
    r"|спраш)|каждый раз,? (?:когда ты|после|перед)|всегда (?:используй|пиши|запускай|делай|спрашивай|проверяй"
    r"|отвечай)|никогда не (?:делай|используй|коммить|пушь|трогай|меняй|удаляй)|больше (?:никогда )?так не делай"
    r"|отвечай (?:мне )?(?:всегда |только )?на (?:русском|английском)|добавь (?:это )?в (?:правила|память)"
    r"|\bвідтепер\b|\bнадалі\b|запам'ятай",
    r"\b(?:od teraz|na przyszłość|zapamiętaj|pamiętaj (?:także |też )?(?:aby|żeby)|następnym razem|zawsze (?:używaj"
    r"|uruchamiaj|pytaj|sprawdzaj|pisz)|nigdy (?:więcej )?nie (?:rób|używaj|zmieniaj|usuwaj|commituj)|odpowiadaj"
    r" (?:zawsze )?po (?:polsku|angielsku)|od teď|do budoucna|pamatuj si|vždy (?:používej|spusť)|příště)\b",
    r"\b(?:vanaf nu|voortaan|onthoud dat|de volgende keer|från och med nu|i fortsättningen|kom ihåg att|fra nå av"
    r"|fremover|fra nu af|husk altid)\b",
    r"\b(?:bundan sonra|bundan böyle|her zaman (?:kullan|çalıştır|sor)|asla (?:kullanma|silme|yapma|değiştirme)|mulai"
    r" sekarang|jangan pernah|selalu (?:gunakan|jalankan|tanya)|setiap kali (?:kamu|selesai)|từ (?:giờ|nay)(?: trở"
    r" đi)?|hãy nhớ|đừng bao giờ|lần sau|luôn (?:luôn )?(?:dùng|sử dụng|chạy|hỏi)|hamesha|aage se|yaad rakh\w*|kabhi"
    r" (?:bhi )?mat)\b",
    r"从现在(?:开始|起)|以后(?:都|不要|请|每次|要|别|一律|就用|只|如果[^，。]{2,30}[，,]?请)|(?:^"
    r"|[，。！,：:])(?:请)?(?:你)?(?:务必|一定要|要)?记住|请你记住|今后|永远不要|下次(?:不要|请|先|要|别|再)"
    r"|每次(?:修改|提交|改动|改完|更新|完成|回答|回复)[^，。？?]{0,16}(?:都|先|必须|要|，请)|每次你都(?:应该|要|必须)"
    r"|每次(?![^，。？?]{0,6}(?:点击|用户|客户|请求|加载|打开|刷新))[^，。？?吗]{1,14}都(?:要|得|必须)(?!.*[吗？?])|以后的?回答"
    r"|以后每天|写进[^，。]{0,10}全局|(?:md|规则|规范)[里中]?(?:中|里)?(?:加入|加上|加)一条|不要再(?:弹窗|问我|找我)"
    r"|希望你每次|每[一两二三四五六七八九十\d]+(?:轮|次)[^，。？?]{0,10}(?:记录|总结|提醒)|(?:^"
    r"|[，。！,])(?:请)?(?:始终|一律|总是)(?:使用|用|保持|遵循|先)|(?:用|使用|以)(?:简体)?中文(?:来)?(?:回复|回答|交流"
    r"|输出|沟通)|接下来[^，。？?]{0,8}用中文|中文交互|(?:^|[，。；;,！])[^，。？?会已别；;]{0,60}(?<!不要)(?:加入"
    r"|写入|写进|写到|记到|记进|存进|更新到)[^，。？?；;]{0,24}(?:规则|规范|记忆|rules|claude|agents|memory)"
    r"|(?<!不要)(?:写进|写入|记进|更新到)[^，。？?；;]{0,24}skill",
    r"今後は(?!.*(?:でしょうか|ですか|ますか))|次回(?:から|は)|これから(?:は|も)|覚えて(?:おいて|おく|ください)|二度と"
    r"|(?:常に|必ず|毎回|絶対に).{1,24}(?:てください|すること|して下さい|しないで)|日本語で(?:回答|答え|返答|返事"
    r"|お願い|応答)|ルール(?:に|として)(?:追加|記載|登録|覚え)",
    r"앞으로(?:는)? |다음부터|기억해 ?(?:줘|두|주)|항상 .{1,24}(?:해 ?줘|하세요|해라|할 것)|절대 .{1,20}(?:마|말아)"
    r"|한국어로 (?:답|대답|응답|말)|규칙(?:에|으로) 추가",
    r"من الآن فصاعدا|تذكر (?:دائما|أن)|دائما (?:استخدم|قم)|أبدا لا|از این به بعد|(?<!اگر )یادت (?:باشه|باشد)|هیچ ?وقت "
    r"|هرگز |همیشه (?:از|قبل|بعد)|قانون (?:پروژه |جدید )?(?:\([^)]*\) )?(?:ایجاد|بساز|اضافه)|یک فایل قانون",
)
