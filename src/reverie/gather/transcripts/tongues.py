"""How people correct an agent in other languages of Europe: only what is plainly said against something; the last two,
milder ones are for all languages. Those of Asia are in `tongues_afar`."""

from __future__ import annotations

from reverie.gather.transcripts.cues import Cue, cue

AT = r"(?:^|\n)\W{0,3}"
EUROPE: tuple[Cue, ...] = (
    cue(
        "German",
        4.3,
        AT + r"(?:nein|falsch|stopp|halt|warte|moment|nicht so|quatsch|doch nicht)\b(?! (?:danke|passt))[,.!: ]",
        r"\bdas (?:ist|war|stimmt) (?:so )?(?:falsch|nicht(?: (?:richtig|das|was|so|korrekt))?\b|quatsch|zu"
        r" (?:kompliziert|lang|viel|umständlich))|\bso (?:habe ich das|war das|meinte ich das) nicht\b|\b(?:ich"
        r" )?meinte(?: ich)? (?:aber|nicht|doch|das|die|den)\b|\bstimmt (?:so )?nicht\b|\b(?:völlig falsch|schon"
        r" wieder)\b",
        r"\bdu (?:hast|solltest|sollst) .{0,60}(?:vergessen|übersehen|nicht|falsch|kaputt ?gemacht|gelöscht)\b"
        r"|\b(?:warum|wieso) (?:hast|machst|änderst|löschst|nimmst) du\b|\bich (?:will|wollte|möchte|brauche) (?:das "
        r"|hier )?(?:kein|nicht)|\bhabe? ich (?:so )?nicht (?:gesagt|gewollt|gemeint|verlangt)\b",
        r"\b(?:mach|nimm|setz|stell) .{0,40}(?:rückgängig|wieder zurück|stattdessen)\b|\bich (?:habe|hab) (?:doch |dir"
        r" )?gesagt\b|\bbitte (?:nicht|kein)|\bstattdessen\b|\blass (?:das|es|die|den) (?:so|wie|sein|bitte|weg)\b",
    ),
    cue(
        "French",
        4.3,
        AT + r"(?:(?:non|pas comme ça|mais non)\b(?! merci)[,.!: ]|(?:arrête|attends)(?:[,.!:]|$))",
        r"\bc'est (?:faux|pas (?:ça|bon|ce que|la bonne|le bon|correct))|(?<!si )\bce n'est pas (?:ce que|ça|la|le"
        r"|correct"
        r"|nécessaire)|\btrop (?:compliqué|long|lourd)\b|\btu (?:as|t'es|es) (?:oublié|cassé|supprimé|trompé|encore)"
        r"|\b(?:tu|t') ?(?:n'as|as|n'es) pas\b|\bpourquoi (?:tu|as-tu|est-ce que tu)\b|\bn'importe quoi\b|\bça ne va"
        r" pas\b",
        r"\bje (?:ne )?(?:veux|voulais) pas\b|\bje (?:t'ai|t'avais) (?:dit|demandé)|\bj'(?:ai|avais) dit\b|\bje"
        r" voulais dire\b|\bje (?:parlais|parle) d|\bje préfère\b|\bnon pas\b|\bmais pas (?:le|la|les|de|dans|sur)\b",
        r"\bau lieu de ça\b|\bannule (?:ça|cela|tout|tes)|\bremets? .{0,30}comme avant|\brevien[st]? (?:au|à|en"
        r" arrière|sur)\b|\barrête de\b|\bne (?:touche|modifie|change|supprime|fais) pas\b",
    ),
    cue(
        "Spanish",
        4.3,
        AT + r"¡?(?:para[,.!]|(?:espera|alto|así no|incorrecto)[,.! ]|no no )",
        r"\beso (?:no (?:es|era)|está mal)|\b(?:no es|no era) (?:lo que|así|correcto)|\bte (?:olvidaste|equivocaste"
        r"|dije|pedí)|\bhas (?:olvidado|roto|borrado|eliminado)|\bpor qué (?:has|hiciste|borraste|cambiaste|estás)"
        r"|\bno (?:lo |la |me |los )?has\b(?! (?:podido|visto))|\bno (?:hiciste|entendiste|entiendes|entendés|era eso"
        r"|ten[ií]as que)\b",
        r"\bno (?:quiero|quería|te pedí|hagas|toques|cambies|borres|uses)\b|\bme refer[ií]a\b|\bme refiero a\b|\bcomo"
        r" (?:te |ya )*dije\b|\bya te (?:dije|he dicho|hab[ií]a dicho|lo)\b|\bquise decir\b|\bprefiero que\b|\bsigues"
        r" (?:sin|con|haciendo|usando)\b|\bdemasiado (?:complicado|largo|complejo)\b|\botra vez (?:lo|has|hiciste"
        r"|me)\b",
        r"\bdeshaz|\brevierte|\ben (?:lugar|vez) de eso\b|\bvuelve (?:a ponerlo|atrás)\b|\bvolv[eé] (?:a|al) (?:como"
        r"|estado|commit)\b|\bquit[aá] eso\b",
    ),
    cue(
        "Portuguese",
        4.3,
        AT + r"(?:não, (?!obrigad)|não é |(?:errado|espera|espere|pare|pera)[,.! ])",
        r"\b(?:isso|isto) (?:não (?:é|era)|está errad)|\b(?:t[áa]|está) errad[oa]\b|\bnão (?:é|era|foi) (?:isso|o que"
        r"|assim|para|pra)\b|\bvocê (?:esqueceu|quebrou|apagou|removeu|errou|não)|\bvocê (?:está|tá) (?:errad"
        r"|inventando|mudando|ignorando)|\bpor ?que (?:você|voce)\b|\bmuito (?:complicado|complexo)\b",
        r"\beu (?:não )?(?:pedi|disse|queria)\b|\bnão (?:quero|faça|mexa|altere|use|apague)\b|\bsó (?:pedi|queria"
        r"|quero) (?:que|o|a)\b|\bprefiro que\b|\bem vez disso\b|\bdesfaça|\breverta|\bvolt[ae] (?:como|ao|para o"
        r"|atrás)\b|\bdeix[ae] como (?:estava|era|está)\b|\bexecute somente",
    ),
    cue(
        "Italian",
        4.3,
        AT + r"(?:sbagliato|aspetta|fermati|non così)[,.! ]",
        r"\b(?:non è|non era) (?:quello che|così|corretto|giusto|vero)|\bhai (?:dimenticato|rotto|cancellato"
        r"|sbagliato)|\bperché hai\b|\bnon (?:voglio|volevo|devi|toccare|modificare|cambiare|hai|ti ho chiesto)\b"
        r"|\bintendevo\b|\b(?:ti )?avevo (?:detto|chiesto)\b|\bpreferisco\b|\bstai (?:sbagliando|inventando)\b"
        r"|\btroppo (?:complicato|lungo)\b|\bannulla (?:tutto|le|la|questa)|\bripristina\b|\brimetti\b|\btorna"
        r" (?:indietro|a come|alla)\b",
    ),
    cue(
        "Slavic",
        4.3,
        AT + r"(?:нет|неправильно|не так|стоп|подожди|погоди|не надо|неверно|ні|зачекай|ne,|špatně|počkej|nie,|źle"
        r"|czekaj|stój)[,.!: ]",
        r"ты (?:забыл|сломал|удалил|опять|снова|уверен|точно (?:све|про|чит|смот|уве)|не (?:так|то|понял|сделал"
        r"|выполнил|проверил|учёл|учел|прочитал|ответил))|(?:зачем|почему) ты|я (?:же )?(?:просил|говорил|сказал|имел"
        r" в виду|имею в виду)|я не (?:просил|хочу|хотел|про)|это (?:не то|не так|неправильно|неверно|лишнее)|слишком"
        r" (?:сложн|длинн|много)",
        r"верни(?:сь)?\b|откати|не (?:трогай|меняй|удаляй|делай|используй)\b|хватит\b|перестань|при ?ч[её]м тут|ти"
        r" (?:забув|зламав|видалив)|я ж казав|я просив|(?:навіщо|чому) ти|поверни як було",
        r"\b(?:zapomněl|rozbil|smazal)(?:a)? jsi\b|\bto není (?:ono|to|správně)|\bvra[tť] to\b|\bvrátil jsem\b"
        r"|\bnechci\b|\bproč jsi\b|\b(?:řekl|myslel) jsem\b",
        r"\b(?:zapomniałeś|zepsułeś)|\bto nie (?:jest )?(?:to|tak)\b|\bnie o to\b|\bnie (?:chc[eę]|rób|zmieniaj|usuwaj"
        r"|miałeś)\b|\bnadal (?:\w+sz|nie)\b|\bznowu (?:\w+sz|\w+łeś)\b|\b(?:dlaczego|po co) \w+(?:łeś|sz)\b"
        r"|\b(?:cofnij|wróć|przywróć)\b|\b(?:mówiłem|prosiłem)\b",
    ),
    cue(
        "Dutch",
        4.3,
        AT + r"(?:nee|fout|wacht|niet zo)[,.! ]",
        r"\bdat (?:is|klopt) niet\b|\bik (?:bedoel(?:de)?|wil(?:de)? (?:geen|niet)|zei)\b|\bwaarom (?:heb|doe|ga) je\b"
        r"|\bje (?:bent|hebt) .{0,30}(?:vergeten|niet)\b|\b(?:zet|draai) .{0,20}terug\b",
    ),
    cue(
        "Nordic",
        4.3,
        AT + r"(?:nej|nei|fel|feil|forkert|vänta|vent|stopp)[,.! ]",
        r"\bdet (?:är|er) (?:fel|feil|forkert|inte (?:rätt|det|så)|ikke (?:riktig|rigtigt|det|sådan))|\bjag (?:menade"
        r"|sa|vill inte)|\bjeg (?:mente|sagde|sa|vil ikke)\b|\b(?:varför|hvorfor) (?:har|gjorde|gör|gjør) du\b|\bdu"
        r" (?:glömde|glemte)\b|\bångra\b",
    ),
)
MILD: tuple[Cue, ...] = (  # said of what the agent does, and as often of the product
    cue(
        "rather, abroad",
        1.9,
        r"\b(?:anstatt|au lieu de|plutôt que|en (?:lugar|vez) de|em vez de|ao invés de|invece di|zamiast|místo|in"
        r" plaats van|i stället för|istället för|i stedet for|onun yerine|thay vì)\b|вместо |замість ",
        r"\bnicht\b[^.?\n]{1,60}\bsondern\b|\bno [^.?\n]{1,50}\bsino\b|\bnão [^.?\n]{1,50}\be sim\b|, а не |, a nie "
        r"|而不是|대신(?:에)? |の代わりに|بدلا من|به جای",
    ),
    cue(
        "needless, abroad",
        3.2,
        r"\b(?:unnötig|überflüssig|pas besoin|inutile|no hace falta|innecesari[oa]|não precisa|desnecessári[oa]|non"
        r" serve|niepotrzebn\w+|zbytečn\w+|niet nodig|gerek yok|tidak perlu|gak usah)\b|^\W*không cần\b"
        r"|\bbrauch(?:e|en)"
        r" (?:ich|wir) (?:das |die |den )?nicht\b|не (?:нужно|надо) |лишн(?:ий|яя)|没(?:有)?必要|不用固定"
        r"|不需要[^吗？?]{0,12}(?:就行|就好|即可|了)|필요 ?없|لازم نیست",
    ),
)
