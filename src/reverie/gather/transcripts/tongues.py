"""How people correct an agent in other languages: only what is plainly said against something."""

from __future__ import annotations

from reverie.gather.transcripts.cues import Cue, cue

_AT = r"(?:^|\n)\W{0,3}"
TONGUES: tuple[Cue, ...] = (
    cue(
        "German",
        3.3,
        _AT + r"(?:nein|falsch|stopp|halt|warte|moment|nicht so|quatsch|doch nicht)\b(?! (?:danke|passt))[,.!: ]",
        r"\bdas (?:ist|war|stimmt) (?:so )?(?:falsch|nicht(?: (?:richtig|das|was|so|korrekt))?\b|quatsch|zu"
        r" (?:kompliziert"
        r"|lang|viel|umständlich))|\bso (?:habe ich das|war das|meinte ich das) nicht\b|\b(?:ich )?meinte(?: ich)?"
        r" (?:aber"
        r"|nicht|doch|das|die|den)\b",
        r"\bdu (?:hast|solltest|sollst) .{0,60}(?:vergessen|übersehen|nicht|falsch|kaputt ?gemacht|gelöscht)\b|\bwarum"
        r" (?:hast|machst|änderst|löschst|nimmst) du\b|\bich (?:will|wollte|möchte|brauche) (?:das |hier )?(?:kein"
        r"|nicht)",
        r"\b(?:mach|nimm|setz|stell) .{0,40}(?:rückgängig|wieder zurück|stattdessen)\b|\bstattdessen\b|\bich (?:habe"
        r"|hab)"
        r" (?:doch |dir )?gesagt\b|\bbitte (?:nicht|kein)",
    ),
    cue(
        "French",
        3.3,
        _AT + r"(?:(?:non|pas comme ça|mais non)\b(?! merci)[,.!: ]|(?:arrête|attends)(?:[,.!:]|$))",
        r"\bc'est (?:faux|pas (?:ça|bon|ce que|la bonne|le bon|correct)|trop (?:compliqué|long))|\bce n'est pas (?:ce"
        r" que|ça"
        r"|la|le|correct|nécessaire)|\btu (?:as|t'es|es) (?:oublié|cassé|supprimé|trompé|encore)|\bpourquoi (?:tu"
        r"|as-tu|est-ce"
        r" que tu)\b|\bje (?:ne )?(?:veux|voulais) pas\b|\bje (?:t'ai|t'avais) (?:dit|demandé)|\bje voulais dire\b"
        r"|\bannule"
        r" (?:ça|cela|tout|tes)|\bremets? .{0,30}comme avant|\bau lieu de\b|\bne (?:touche|modifie|change|supprime"
        r"|fais) pas\b",
    ),
    cue(
        "Spanish",
        3.3,
        _AT + r"¡?(?:(?:para|espera|alto|así no|incorrecto)[,.! ]|no no )",
        r"\beso (?:no (?:es|era)|está mal)|\b(?:no es|no era) (?:lo que|así|correcto)|\bte (?:olvidaste|equivocaste"
        r"|dije"
        r"|pedí)|\bhas (?:olvidado|roto|borrado|eliminado)|\bpor qué (?:has|hiciste|borraste|cambiaste|estás)|\bno"
        r" quiero\b"
        r"|\bno (?:quería|te pedí|hagas|toques|cambies|borres|uses)\b|\bdeshaz|\brevierte|\ben (?:lugar|vez) de\b"
        r"|\bme refer[ií]a\b|\bme refiero a\b|\bcomo (?:te |ya )*dije\b|\bquise decir\b|\bvuelve (?:a ponerlo|atrás)\b",
    ),
    cue(
        "Portuguese",
        3.3,
        _AT + r"(?:não, (?!obrigad)|não é |(?:errado|espera|espere|pare|pera)[,.! ])",
        r"\b(?:isso|isto) (?:não (?:é|era)|está errad)|\bnão (?:é|era|foi) (?:isso|o que|assim)|\bvocê (?:esqueceu"
        r"|quebrou"
        r"|apagou|removeu|errou|não)|\bpor ?que (?:você|voce)\b|\beu (?:não )?(?:pedi|disse|queria)\b|\bnão (?:quero"
        r"|faça"
        r"|mexa|altere|use|apague|precisa)\b|\bdesfaça|\breverta|\bem vez de\b|\bao invés de\b|\bexecute somente",
    ),
    cue(
        "Italian",
        3.3,
        _AT + r"(?:sbagliato|aspetta|fermati|non così)[,.! ]",
        r"\b(?:non è|non era) (?:quello che|così|corretto|giusto)|\bhai (?:dimenticato|rotto|cancellato|sbagliato)"
        r"|\bperché"
        r" hai\b|\bnon (?:voglio|volevo|devi|toccare|modificare|cambiare)\b|\bintendevo\b|\bannulla (?:tutto|le|la"
        r"|questa)"
        r"|\bripristina\b|\binvece di\b|\bti avevo (?:detto|chiesto)",
    ),
    cue(
        "Slavic",
        3.3,
        _AT
        + r"(?:нет|неправильно|не так|стоп|подожди|погоди|не надо|неверно|ні|зачекай|ne,|špatně|počkej|nie,|źle|czekaj"
        r"|stój)(?:[,.!: ]|$)",
        r"ты (?:забыл|сломал|удалил|не (?:так|то|понял|сделал))|зачем ты|почему ты|я (?:же )?(?:просил|говорил|сказал"
        r"|имел в"
        r" виду)|я не (?:просил|хочу|хотел)|это (?:не то|неправильно|неверно|лишнее)|верни (?:как было|обратно|назад)"
        r"|откати"
        r"|вместо (?:этого|того)|не (?:трогай|меняй|удаляй|делай|используй)\b|ти (?:забув|зламав|видалив)|я ж казав"
        r"|поверни"
        r" як було",
        r"\b(?:zapomněl|rozbil|smazal)(?:a)? jsi\b|\bto není (?:ono|to|správně)|\bvra[tť] to\b|\bnechci\b|\bzapomniałeś"
        r"|\bzepsułeś|\bto nie (?:jest )?(?:to|tak)\b|\bnie (?:chc[eę]|rób|zmieniaj|usuwaj)\b|\bcofnij\b|\bzamiast\b",
    ),
    cue(
        "Chinese",
        3.3,
        r"^\s*(?:不对|不是(?!.{0,12}[吗么?？])|错了|别(?:再|动|改|用|删|这)|不要|停(?:下|一下|[，,。！!]|$)|等等"
        r"|等一下|不行|不用)",
        r"你(?:又)?(?:忘|漏|搞错|弄错|理解错|删|改错|没有?(?:按|改|看|理解))|不是(?:这样|这个意思|我要的|让你)"
        r"|我(?:说的|要的|的意思)是"
        r"|我没(?:有)?(?:让|叫|要)你|为什么你|撤销|回滚|改回|恢复(?:原|成|到)|不需要(?:这|你|再)|而不是|不要(?:改|动"
        r"|删|用|自己|修改|使用)|是错的|骗我|你(?:到底)?在干(?:嘛|什么)|你一直在",
    ),
    cue(
        "Vietnamese",
        3.3,
        _AT + r"(?:không phải|sai rồi|khoan|dừng lại|đừng)\b",
        r"\bkhông (?:cần thiết|đúng|phải (?:vậy|thế)|nên dùng)\b|\btôi không (?:muốn|cần)\b|\bthay vì\b"
        r"|\bsao bạn lại\b",
    ),
    cue(
        "Japanese",
        3.3,
        r"^\s*(?:違う|違います|ちがう|いや[、。]|いいえ|待って|ちょっと待|やめて|そうじゃな|それは違)|(?:つける|する"
        r"|使う)の(?:は|を)?やめて|なんで.{1,16}ない",
        r"じゃなくて|(?:では|じゃ)なく(?:て)?[、]|元に戻し|間違(?:って|い|え)|しないで(?:ください|ほしい)?|(?:は"
        r"|も)不要|必要(?:ない|ありません)"
        r"|勝手に|なぜ.{0,20}(?:した|消し|変え)|すぎ(?:る|ます|では)|忘れて(?:い|ま|る)|と言(?:った|いました)"
        r"|頼んで(?:い)?ない",
    ),
    cue(
        "Korean",
        3.3,
        r"^\s*(?:아니(?:요|야|,| )|틀렸|잠깐|멈춰|그게 아니)",
        r"되돌려|하지 ?마(?:세요|라)?|말고 |대신(?:에)? |왜 .{0,20}(?:했|바꿨|지웠)|빠뜨렸|잘못 |필요 ?없",
    ),
)
