"""The forms of lasting requests: how people ask for something that is to hold beyond the task at hand, and what only
sounds so. `always` and `never` are said far more often of the product than to the agent."""

from __future__ import annotations

import re


def _any(*forms: str) -> re.Pattern[str]:
    """For sentences in small letters."""
    return re.compile("|".join(forms))


# One of these is in every lasting request in English: most of what people type is left at once.
HINTS = re.compile(
    r"alway|never|\bever\b|future|forward|from (?:now|here|this)|hencef|rememb|memor|keep in mind|bear in mind|forget"
    r" that"
    r"|standing|standard|\brules?\b|habit|convention|polic|guideline|preference|principle|next time|every ?time|each"
    r" time"
    r"|any ?time|whenever|prefer|stop |unless i|without (?:asking|my|me|permission|approval|checking)|until i|before"
    r"|again"
    r"|\b(?:claude|agents?|gemini)[ .]?md|\.mdc|cursor|copilot|learning|lesson|instruction|playbook|process|under no"
    r" circ"
    r"|(?:this|our) (?:\w+ )?(?:repo|project|code ?base|team|monorepo)|\bwe (?:only|don't|do not)|when i |if i |after"
    r" i |once i "
)


# What only an agent does while it works; a product shows, returns, renders, sends.
_AGENT = (
    "(?:re-?run|run|commit|push|pull|ask|check|double[- ]check|test|lint|format|build|verify|confirm|review|rebase"
    "|squash"
    "|merge|deploy|release|install|assume|guess|mock|hard-?code|skip|disable|amend|sign|branch|search|grep|read|edit"
    "|modify"
    "|touch|delete|reset|update|bump|document|plan|propose|wait|explain|spawn|delegate|work|try|stage|tag|follow|prefer"
    "|reply|respond|answer|speak|talk|apologi[sz]e|force[- ]push|change|rewrite|refactor|stash|revert|leave|be)"
)
_EITHER = (
    "(?:use|write|make|keep|put|add|create|include|do|start|begin|end|go|name|call|import|remove|give|tell|provide)"
)
_ALWAYS = r"(?:always|never|don'?t ever|do not ever|under no circumstances)"
_START = (
    r"^\W{0,3}(?:(?:ok(?:ay)?|and|but|so|also|please|pls|no|yes|claude|hey|just|btw|anyway|great"
    r"|thanks)[,:!.]?\s+){0,3}"
)
_REMEMBER = r"(?:remember|note|rule|important|reminder|standing orders?|code standard|fyi|btw)\s*[:!—-]\s*"
_FILES = (
    r"(?:(?:claude|agents?|gemini)[ .]?md|(?:your|the|claude'?s?|project|auto|long[- ]term)? ?memor(?:y|ies)|cursor"
    r" ?rules?"
    r"(?: files?)?|\.cursorrules|copilot[- ]instructions|rules? files?|\.mdc)"
)
_ACT = (
    r"(?:please |always |never |make sure|ensure|ask|tell|let me|run|use|do |don't|do not|update|add|check|write"
    r"|commit|create)"
)

SURE = _any(
    rf"{_START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+{_AGENT}\b",
    rf"[,;:—–-]\s+(?:please\s+)?{_ALWAYS}\s+(?:ever\s+)?(?:commit|push|ask|run|check|test|lint|build|verify|confirm"
    rf"|update|edit"
    r"|touch|force[- ]push|merge|deploy)\b",
    rf"\b(?:commit|push|ask|test|lint|build|format|verify|check) always\b|{_START}{_REMEMBER}(?:please\s+)?{_ALWAYS}\b",
    rf"\byou (?:should|must|need to|have to|are to|shall|ought to) {_ALWAYS}\s+\w+"
    rf"|\b(?:the agent|ai|claude|codex|copilot|the assistant) (?:should|must) {_ALWAYS}\s+\w+",
    r"\bi (?:\w+ly )?(?:always|never) want (?:you|to see you|us|this|that|these|the)\b",
    r"\b(?:from (?:now|here|this point) on(?:wards?)?|going forwards?|henceforth)\b",
    rf"\bin (?:all |the )*future,? (?:please|always|never|don't|do not|you (?:should|must)|make sure|use|ask|let me"
    rf"|when you)\b"
    rf"|{_START}(?:use|do|don't|do not|ask|make sure|keep|avoid|let me|run|check|follow)\b[^.?\n]{{3,90}}\bin (?:all "
    rf"|the )*future\b"
    r"|\b(?:remember|note|keep|save|do|use|apply|ensure|make sure|follow)\b[^.?\n]{0,80}\bfor (?:all )?future (?:\w+"
    r" )?(?:sessions?|tasks?|work|changes?|commits?|prs?|tickets?|features?)\b(?!.*\bpossible\b)",
    rf"\bnext time,? (?:you\b|{_ACT})|\b(?:every|each|any) ?time you [^,.?\n]{{3,70}}, ?{_ACT}|{_START}whenever"
    rf" you(?:'re| are)?"
    rf" [^,.?\n]{{3,70}},? {_ACT}|\bwhenever (?:you|we) [^,.?\n]{{3,70}}, ?(?!i\b|it\b|the\b|there\b|we\b|you (?:get"
    rf"|see)\b)\w+",
    rf"{_START}(?:before|after) [^.?\n]{{3,80}}\b(?:each time|every time|always)\b",
    r"\bmemori[sz]e\b|\b(?:this|that|it|which) (?:must |should |does |do )?(?:never|not|n't) (?:let (?:this|that|it)"
    r" )?(?:happens?"
    r"|repeats?|occurs?)(?: ever)? again\b|\b(?:never|don't|do not) (?:ever )?(?:do|make|try) (?:this|that|it|such|the"
    r" same)"
    r"(?: mistake)?(?: ever)? again\b|\bstop you (?:from )?doing\b.{0,30}\bfuture\b",
    r"\b(?:should|must|shall|may)(?:n't| not) (?:be )?\w+(?: \w+){0,2} ever\b|\b(?:should|must) never be (?:edited"
    r"|changed"
    r"|updated|committed|touched|modified|pushed|deleted|merged|hard-?coded)\b",
    r"\b(?:remember|memori[sz]e) (?:this|that|it)(?: (?:for|as|in|so|going|from|rule|preference|convention|next)\b"
    r"|\s*[.!:]"
    r"|\s*$)|\bremember (?:that|to)\b(?! (?:when|time|day|we (?:need|want)|clean|i\b))|\bdon'?t forget that (?:we|our"
    r"|this)\b",
    r"\b(?:keep|bear) in mind,? (?:that )?(?:we|our|this (?:repo|project|codebase))\b(?! (?:need|want|have to|are"
    r" building"
    r"|might|may|also have|will))",
    r"\b(?:make|let's make) (?:it|this|that) a (?:rule|habit|convention|policy)\b|\bstanding (?:orders?|instructions?"
    r"|rules?"
    r"|items?)\b|\bcod(?:e|ing) standard\b",
    r"\bas a (?:general )?(?:rule|principle|policy|convention),? (?:of thumb,? )?(?:please|always|never|prefer|use"
    r"|don't|do not"
    r"|we|keep|write)\b|\b(?:my|our|the) (?:general |hard |golden |new |standing |house |team )?(?:rule|convention"
    r"|policy"
    r"|guideline|standard|preference)s? (?:here )?(?:is|are) (?!not|there|in|defined|that (?:the|a))\w+",
    r"\b(?:in|for|on|across|throughout) (?:this|our) (?:whole |entire )?(?:repo(?:sitory)?|project|code ?base|team"
    r"|monorepo),?"
    r" (?:we|please|you|always|never|use|don't|do not)\b",
    r"\bwe (?:never|always|only ever) (?:use|write|commit|push|mock|test|run|import|edit|touch|name|merge|squash"
    r"|rebase|add)\b"
    r"|\bwe (?:do(?:n't| not)|only) (?:use|mock|allow|commit|push|add|write)\b[^.?\n]{2,60}\b(?:here|in (?:this|our)"
    r" (?:repo\w*"
    r"|project|code ?base|team|company|tests?))\b",
    rf"{_START}(?:please )?stop (?:adding|using|asking|running|writing|putting|creating|making|committing|pushing"
    rf"|saying"
    r"|changing|assuming|guessing|including|generating|apologi[sz]ing)\b(?! (?:for now|this))",
    rf"{_START}(?:never|don'?t|do not) (?:commit|push|merge|deploy|release|install|delete|run)\b(?!.*\b(?:this time"
    rf"|for now|yet"
    r"|today)\b)[^.?\n]{0,60}\b(?:ever|unless i|without (?:asking|my|me|permission|approval|checking)|until i (?:say"
    r"|tell|ask"
    r"|approve))\b",
    r"\b(?:only|just) (?:commit|push|merge|deploy|release)\b[^.?\n]{0,50}\b(?:when|if|after|once) i (?:ask|say|tell"
    r"|approve"
    r"|confirm|explicitly)\b|\b(?:confirm|check) with me before\b|\bask (?:me )?before (?:you )?(?:commit|push|install"
    r"|delet|chang"
    r"|deploy|merg|mak)\w*",
    rf"{_START}prefer (?!not)[^.?\n]{{2,60}} (?:over|instead of|rather than|whenever|where(?:ver)? possible|to save|to"
    rf" avoid)\b",
)
# Said of the files in which agents keep their rules.
KEPT = _any(
    rf"\b(?:add|save|put|store|record|note|persist|document|capture|mention|include|state|log|write down"
    rf"|reference)\b(?!.*\bcommit"
    rf" message\b)[^.?\n]{{0,90}}\b(?:to|in|into|as) (?:your |the |a |our |my |project |@)*{_FILES}\b",
    rf"\b(?:in|to|into) (?:the |our |your |my )*{_FILES},? (?:please )?(?:also )?(?:mention|add|note|say|document"
    rf"|include|write"
    r"|state|specify|put)\b",
    r"\b(?:document|record|note|keep|save|capture|write) (?:this|that|it)(?: down)? as (?:an? )?(?:\w+ )?(?:learning"
    r"|rule"
    r"|convention|guideline|lesson|policy|standard|preference)|\bwrite down as a (?:rule|convention)\b",
    rf"\b(?:update|change|extend) (?:your |the |our |my |project )*{_FILES}\b[^.?\n]{{0,40}}\b(?:so\b|to (?:say"
    rf"|reflect|not"
    r"|never|always|mention|remember|make|require|tell|state|avoid)|that|saying|but make sure|with (?:an?|this|that"
    r"|these) (?:super"
    r" |new |high |priority )*(?:rule|instruction|convention|preference|learning|item)s?)",
    r"\b(?:write|create|add|make|draft) (?:me )?(?:a|an|another|the) (?:new )?(?:cursor )?(?:rule|instruction) (?:that"
    r"|to|which|in"
    rf"|so)\b|\binstructions? to live in {_FILES}|\bstatement in {_FILES}",
    rf"\bupdate [^.?\n]{{0,60}}{_FILES} with (?:this|these|what|the) (?:new )?(?:learn|lesson|rule|instruct|what)\w*",
    r"\bupdate (?:our|your|the|my) [\w -]{3,40}(?:process|playbook|rules|guidelines)\b[^.?\n]{0,60}\b(?:avoid|prevent"
    r"|never)\b",
)
# Sentences that hold such words and ask for nothing that lasts.
NOT = re.compile(
    r"\bnever ?mind\b|\b(?:as|like|than) always\b|\b(?:do|did|can|does) you remember\b|\bi (?:do(?:n't| not)|can't)"
    r" (?:remember"
    r"|recall)\b|\bremember (?:when|how|what|where|which|if|the (?:last|time|issue|bug))\b|\bif i remember\b|\bi"
    r" remember\b"
    r"|\b(?:may|might|could|eventually|at some point|probably|likely) (?:want|need|be|have|wish|extend)\b"
    r"|\b(?:tracked|useful|needed|helpful|possible|work|works) (?:going forward|in (?:the )?future)"
    r"|\bwhy\b[^.?\n]*\b(?:always|never)\b|\bfuture (?:features?|enhancements?|versions?|state|releases?)\b"
    r"|\bin the future[;,]? (?:we|i) (?:may|might|could|will|can|want)\b|\bi(?:'d| would) (?:like|love|prefer) to"
    r" (?:add|build|have)\b"
    r"|\b(?:never|always) (?:be )?(?:visible|hidden|shown|displayed|null|empty|true|false|appear|show|return|render"
    r"|load|display)",
)
# What a screen is made of: who speaks of it asks for a product's behaviour.
PRODUCT = re.compile(
    r"\b(?:buttons?|pages?|screens?|columns?|tables?|fields?|labels?|charts?|colou?rs?|rows?|views?|panels?|dropdowns?"
    r"|icons?"
    r"|users?|modal|dialogs?|tooltips?|header|footer|menu|axis|toast|endpoint|response|parameters?|json|timestamps?)\b",
)
EITHER = _any(rf"{_START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+{_EITHER}\b")

ABROAD = _any(
    r"\bab (?:jetzt|sofort)\b|\b(?:in zukunft|zukünftig|künftig)\b(?!.{0,40}\b(?:könnte|wollen|soll es))|\bmerk(?:e)?"
    r" dir\b"
    r"|\bdenk(?:e)? (?:immer |bitte )?(?:daran|dran)\b|(?:^|[,.!] )(?:bitte )?(?:nie wieder|niemals|nie ohne)\b|^immer"
    r" (?:erst|zuerst)\b",
    r"\b(?:à partir de maintenant|dorénavant|désormais|à l'avenir|souviens-toi|rappelle-toi|n'oublie (?:pas|jamais) que"
    r"|ne (?:\w+ )?plus jamais)\b|^toujours (?:utiliser|lancer|demander)\b",
    r"\b(?:a partir de ahora|de ahora en adelante|en adelante|recuerda (?:que|siempre)|nunca más|siempre (?:usa|haz"
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
    r"\b(?:od teraz|na przyszłość|zapamiętaj|zawsze (?:używaj|uruchamiaj|pytaj)|nigdy (?:więcej )?nie|od teď|do"
    r" budoucna|pamatuj si"
    r"|vždy (?:používej|spusť)|vanaf nu|voortaan|onthoud dat|bundan sonra|bundan böyle)\b",
    r"从现在(?:开始|起)|以后(?:都|不要|请|每次|要|别|一律)|(?:^|[，。！,])(?:请)?(?:务必|一定要)?记住|今后|永远不要|下次(?:不要|请|先|要|别)",
    r"今後は|これから(?:は|も)|覚えて(?:おいて|おく|ください)|二度と|(?:常に|必ず|毎回).{1,24}(?:してください|すること|して下さい)",
    r"앞으로(?:는)? |기억해 ?(?:줘|두|주)|항상 .{1,24}(?:해 ?줘|하세요|해라|할 것)|절대 .{1,20}(?:마|말아)",
)
