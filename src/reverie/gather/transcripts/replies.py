"""How agents take a correction: they admit, give way, undo it, or were only asked something. What an agent says of
itself is the surest sign there is; that something is broken it says as readily after a bug report."""

from __future__ import annotations

from reverie.gather.transcripts.cues import cue

_SO = r"(?:just|also|completely|clearly|wrongly|incorrectly|mistakenly|totally|indeed|initially|previously|really)"

# It was wrong itself: this alone is enough.
FAULT = cue(
    "own fault",
    2.6,
    rf"\bi(?:'ve| have| had| was| am| may be| may have| seem to have)? (?:{_SO} )*(?:conflat\w+|mistaken|misunderst\w+"
    r"|misread|misinterpret\w+|misspoke|misstated|overcomplicat\w+|over-?engineer\w+|overthought|overthinking"
    r"|overstepped|overreached|overdid|jumped (?:ahead|the gun|to)|rushed|reinvent\w+|fabricat\w+|hallucinat\w+"
    r"|invented|deviated|strayed|drifted|lost sight|mixed (?:up|those|these|them)|went (?:too far|off|beyond)|got"
    r" (?:carried away|caught|ahead|confused|that (?:wrong|backwards)|it (?:wrong|backwards)|distracted|stuck|lost)"
    r"|made (?:it|that|this|things) (?:up|too)|made (?:an? )?(?:wrong|incorrect|bad|unfounded|false|unwarranted)"
    r"|(?:was|were) (?:wrong|confus\w+|assuming|guessing|overthinking|overcomplicating|conflating|looking at the"
    r" wrong))\b",
    r"\bi apologi[sz]e for (?:jumping|assuming|rushing|ignoring|misunderst|overstepping|going|changing|adding|removing"
    r"|deleting|not (?:follow|listen|read|ask|check|us))\w*|\b(?:i|we) (?:completely |totally )?(?:skipped|violated"
    r"|got sidetracked)\b|\bi (?:shouldn't|should not) have\b|\bmy (?:mistake|bad|fault|misunderstanding|assumption)\b"
    r"|\bthat oversight\b|\bthat was (?:too (?:many|much)|unnecessary|overkill|sloppy|presumptuous|premature|lazy|a"
    r" bad|wrong of me)\b|\b(?:isn't|wasn't|is not|was not) the right (?:approach|way|place|call)\b|\b(?:my|the"
    r" (?:current|previous|earlier)) (?:approach|design|plan|wording|statement|answer|suggestion|reading) (?:is|was)"
    r" (?:misleading|wrong|problematic|incorrect|overkill|unnecessary|backwards|flawed)",
    r"\b(?:mein fehler|habe? (?:das |dich )?(?:falsch verstanden|missverstanden)|da habe ich mich|ich lag falsch)\b"
    r"|\b(?:mon erreur|j'ai mal (?:compris|interprété)|je me suis tromp|mal interprét)|\b(?:me equivoqu|entendí mal"
    r"|malinterpret|se me (?:pasó|olvidó)|mi error|mis suposiciones)|\b(?:entendi (?:errado|mal)|me enganei|meu erro"
    r"|errei)\b|\b(?:ho (?:frainteso|sbagliato|capito male)|errore mio)\b|\b(?:źle (?:zrozumia|odczyta)|mój błąd"
    r"|pomyliłem|powinienem był)|(?:неправильно|неверно) понял|ошибся|моя ошибка|я (?:перепутал|поспешил)|我(?:理解错"
    r"|误解|搞错|弄错|看错|想错|搞混|理解反)|理解反了|理解有误|是我(?:的错|搞|理解|弄|疏忽|没)|我的(?:错|失误|疏忽"
    r"|理解有误)|誤解して|勘違い|思い違い|読み違え|私の(?:ミス|誤り)|제가 (?:잘못|오해)|착각",
)
REPLY = (
    cue(
        "you are right",
        2.7,
        r"^.{0,45}\byou(?:'re| are)(?: absolutely| completely| quite| totally| so)? (?:right|correct)\b(?! (?:now|here"
        r"|away|to (?:suspect|ask|be|wonder|worry|notice|want|expect|check)))",
        r"^\W*(?:du hast (?:völlig |absolut |vollkommen )?recht|sie haben recht|tu as (?:tout à fait |totalement"
        r" )?raison|vous avez (?:tout à fait )?raison|tien(?:es|e) (?:toda la )?razón|masz (?:całkowitą )?rację|bạn"
        r" (?:nói )?đúng|você (?:tem (?:toda )?razão|está (?:certo|correto))|hai (?:perfettamente )?ragione|ты"
        r" (?:абсолютно )?прав|вы (?:абсолютно )?правы|máš pravdu|ви праві|haklısın|je hebt gelijk|kamu benar|anda"
        r" benar|(?:شما )?(?:کاملاً )?درست می.?گویید|حق با شماست|أنت محق|[你您]说[得的]对|[你您]说的没错|おっしゃる通り"
        r"|ご指摘|その通り|맞습니다|말씀이 맞)",
    ),
    cue(
        "apologises",
        1.8,
        r"^.{0,120}\b(?:my (?:mistake|bad|apolog\w+)|i apologi[sz]e|apologies|sorry|i misunderst\w+|i misread|i"
        r" overlooked|i was wrong|i should(?:n't| not)? have|i shouldn't|i made that up|i missed|i was confus\w+|no"
        r" good reason|fair challenge)",
        r"^.{0,40}(?:entschuldig|tut mir leid|désolé|lo siento|xin lỗi|perdón|disculp|desculp|scus[ia]|извин|прости"
        r"|przepraszam|omlouvám|вибач|抱歉|对不起|不好意思|申し訳|すみません|失礼|죄송)",
    ),
    cue(
        "concedes",
        0.6,
        r"^\W*(?:oh,? |ah,? |yep,? )?(?:fair\b|100% fair|honest answer|good (?:catch|point|call|idea|thinking"
        r"|observation|instinct)|fair (?:point|enough)|great (?:catch|point|observation)|that's a (?:much )?(?:better"
        r"|good|fair|great)|nice catch|excellent (?:point|catch)|i agree|agreed|that's (?:right|true|fair|correct)"
        r"|that changes|good (?:addition|constraint|correction)|no strong reason|you may be right)",
        r"^\W*(?:stimmt|guter (?:punkt|einwand)|bonne remarque|bien vu|buen punto|buena observación|bom ponto|boa"
        r" observação|ottima osservazione|хорошее замечание|верно подмечено|dobra uwaga|好的建议|好主意|确实)",
    ),
    cue(
        "undoes",
        1.2,
        r"^.{0,100}\b(?:i'll|i will|let me|i'm|i am|let's) (?:just |now )?(?:revert|undo|restor|roll(?:ing)? back"
        r"|put(?:ting)? back|simplif|remov|drop|switch|scrap|rework|redo|correct|paus|tighten)\w*|^\W*(?:reverted"
        r"|undone|undoing|restor(?:ed|ing)|removed|dropped|scrap\w*|leaving|corrected|switching|simplif\w+)\b"
        r"|^.{0,60}\bi (?:won't|will not|will stop|'ll stop)\b",
    ),
    cue(
        "yields",
        0.6,
        r"^\W*(?:understood|i understand|got it|ah\b|oh\b|right\b|noted|that clarifies|verstanden|compris|entendido"
        r"|entiendo|entendi|capito|понял|понятно|rozumiem|明白了|我明白|了解|理解しました|承知|알겠습니다|hiểu rồi)",
    ),
    cue("mends", 0.4, r"^.{0,80}\b(?:let me|i'll|i will) (?:fix|change|align|skip|leave|reclassify)\b"),
    cue("thanks", -0.4, r"^\W*(?:you're welcome|glad|great!|perfect!|excellent!|happy to)"),
)
