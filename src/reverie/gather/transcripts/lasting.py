"""The forms of lasting requests: how people ask for something that is to hold beyond the task at hand, and what only
sounds so. `always` and `never` are said far more often of the product than to the agent."""

from __future__ import annotations

import re


def any_of(*forms: str) -> re.Pattern[str]:
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
    r"|guidance|(?:this|our) (?:\w+ )?(?:repo|project|code ?base|team|monorepo)|\bwe (?:only|don't|do not)|when i "
    r"|if i |after"
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
    r"(?:(?:claude|agents?|gemini)[ .]?md|(?:your|the|claude'?s?|project|auto|long[- ]term)? ?memor(?:y|ies)"
    r"|(?:\w+ )?(?:cursor"
    r"|agent|ai)(?:'s)? ?(?:rules?|guidelines|instructions)(?: files?)?|\.cursorrules"
    r"|(?:\.github/)?copilot[-_ ]instructions(?:\.md)?|rules? files?"
    r"|[\w./@-]*\.mdc(?: rule)?)"
)
_ACT = (
    r"(?:please |always |never |make sure|ensure|ask|tell|let me|run|use|do |don't|do not|update|add|check|write"
    r"|commit|create)"
)

SURE = any_of(
    rf"{_START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+{_AGENT}\b",
    rf"[,;:—–-]\s+(?:please\s+)?{_ALWAYS}\s+(?:ever\s+)?(?:commit|push|ask|run|check|test|lint|build|verify|confirm"
    rf"|update|edit"
    r"|touch|force[- ]push|merge|deploy)\b",
    rf"\b(?:commit|push|ask|test|lint|build|format|verify|check) always\b|{_START}{_REMEMBER}(?:please\s+)?{_ALWAYS}\b",
    rf"\byou (?:should|must|need to|have to|are to|shall|ought to) {_ALWAYS}\s+\w+"
    rf"|\b(?:the agent|ai|claude|codex|copilot|the assistant) (?:should|must) {_ALWAYS}\s+\w+",
    r"\bi (?:\w+ly )?(?:always|never) want (?:you|to see you|us|this|that|these|the)\b",
    r"(?<!call )(?<!called )\b(?:from (?:now|here|this point) on(?:wards?)?,?(?! i(?:'m|'ll| am| will)\b)"
    r"|going forwards?|henceforth)\b",
    rf"\bin (?:all |the )*future,? (?:please|always|never|don't|do not|you (?:should|must)|make sure|use|ask|let me"
    rf"|when you)\b"
    rf"|{_START}(?:use|do|don't|do not|ask|make sure|keep|avoid|let me|run|check|follow)\b[^.?\n]{{3,90}}\bin (?:all "
    rf"|the )*future\b"
    r"|\b(?:remember|note|keep|save|do|use|apply|ensure|make sure|follow)\b[^.?\n]{0,80}\bfor (?:all )?future (?:\w+"
    r" )?(?:sessions?|tasks?|work|changes?|commits?|prs?|tickets?|features?)\b(?!.*\bpossible\b)",
    rf"\bnext time,? (?:you\b|{_ACT})|\b(?:every|each|any) ?time you [^,.?\n]{{3,70}}, ?{_ACT}|{_START}whenever"
    rf" you(?:'re| are)?"
    rf" [^,.?\n]{{3,70}},? {_ACT}|\bwhenever you(?:'re| are)? [^,.?\n]{{3,70}},? you (?:should|must|need to"
    rf"|have to)\b|\b(?:warn|tell|ask"
    rf"|notify|show|let) me\b[^.?\n]{{0,20}} (?:whenever|every time|each time)\b|\bpoint of guidance\b"
    rf"|\bwhenever (?:you|we) [^,.?\n]{{3,70}}, ?(?!i\b|it\b|the\b|there\b|we\b|you (?:get"
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
    r"\b(?:remember|memori[sz]e) (?:this|that|it)(?: (?:for|as|so|going|from|rule|preference|convention|next)\b"
    r"|\s*[.!:]"
    r"|\s*$)|\bremember to\b[^.?\n]{0,90}\b(?:always|every|each|whenever|any ?time|from now|in (?:the )?future"
    r"|next time|going forward"
    r"|when you|as you go)\b|\bdon'?t forget that (?:we|our"
    r"|this)\b",
    rf"{_START}remember,? that\b(?! (?:time|day|when|in \w+,|it (?:is|was)))",
    r"\b(?:keep|bear) in mind,? (?:that )?(?:we|our|this (?:repo|project|codebase))\b(?! (?:need|want|have to|are"
    r" building"
    r"|might|may|also have|will))",
    r"\b(?:make|let's make) (?:it|this|that) (?:as |into )?an? (?:\w+ )?(?:rule|habit|convention|policy)\b"
    r"|\bstanding (?:orders?|instructions?"
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
    rf"{_START}(?:please )?stop (?:asking|committing|pushing|saying|assuming|guessing|apologi[sz]ing|adding comments"
    r"|(?:creating|writing|making|generating) (?:\w+ )?(?:\w+ )?(?:docs?|documents|documentation|summar\w+|readmes?"
    r"|md|markdown|files))\b(?! (?:for"
    r" now|this))",
    rf"{_ALWAYS} make sure (?:you|that you|to)\b|\bmake sure (?:you |to |that you )?(?:always|never) {_AGENT}\b",
    r"\bi (?:do ?n.?t|do not) want (?:any )?(?:more|new) [^.?\n]{2,60}\bunless i\b",
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
KEPT = any_of(
    rf"\b(?:add|save|put|store|record|note|persist|document|capture|mention|include|state|log|write down"
    rf"|reference)\b(?!.*\bcommit"
    rf" message\b)[^.?\n]{{0,90}}\b(?:to|in|into|as) (?:your |the |a |our |my |project |@)*{_FILES}\b",
    rf"\b(?:in|to|into) (?:the |our |your |my )*{_FILES},? (?:please )?(?:also )?(?:mention|add|note|say|document"
    rf"|include|write"
    r"|state|specify|put)\b",
    r"\b(?:document|record|note|keep|save|capture|write) (?:this|that|it)(?: down)? as (?:an? )?(?:\w+ )?(?:learning"
    r"|rule"
    r"|convention|guideline|lesson|policy|standard|preference)|\bwrite down as a (?:rule|convention)\b",
    rf"\b(?:update|change|extend|adjust|edit|improve|modify|fix) (?:your |the |our |my "
    rf"|project )*@?{_FILES}\b[^.?\n]{{0,40}}\b(?:so\b|to (?:say"
    rf"|reflect|acc?om+o?d\w*|include|add|not"
    r"|never|always|mention|remember|make|require|tell|state|avoid)|that|saying|but make sure|with (?:an?|this|that"
    r"|these) (?:super"
    r" |new |high |priority )*(?:rule|instruction|convention|preference|learning|item)s?)",
    r"\b(?:write|create|add|make|draft) (?:me )?(?:a|an|another|the) (?:new )?(?:cursor )?(?:rule|instruction) (?:that"
    r"|to|which|in"
    rf"|so)\b|\binstructions? to live in {_FILES}|\bstatement in {_FILES}",
    r"\b(?:extract|turn|make|put|distill?|convert) [^.?\n]{2,80}\b(?:into|as) an? (?:new )?(?:cursor |agent "
    r"|general )?(?:rule|guideline|convention)\b",
    r"\bupdate (?:your |the )?memor(?:y|ies|u)\b(?! (?:usage|leak|manage|system|bank|module|stor|layer|service|tool"
    r"|feature|section|flag|file"
    r"|page|view|limit))",
    rf"\bupdate [^.?\n]{{0,60}}{_FILES} with (?:this|these|what|the) (?:new )?(?:learn|lesson|rule|instruct|what)\w*",
    r"\bupdate (?:our|your|the|my) [\w -]{3,40}(?:process|playbook|rules|guidelines)\b[^.?\n]{0,60}\b(?:avoid|prevent"
    r"|never)\b",
)
# Sentences that hold such words and ask for nothing that lasts.
NOT = re.compile(
    r"\bnever ?mind\b|\bcall(?:ed)? [\w -]{1,20} from here on\b|\bgoing forward,? is\b|\b(?:as|like|than) always\b"
    r"|\b(?:do|did|can|does) you remember\b|\bi (?:do(?:n't| not)|can't)"
    r" (?:remember"
    r"|recall)\b|\bremember (?:when|how|what|where|which|if|the (?:last|time|issue|bug))\b|\bif i remember\b|\bi"
    r" remember\b"
    r"|\b(?:may|might|could|eventually|at some point|probably|likely) (?:want|need|be|have|wish|extend)\b"
    r"|\b(?:tracked|useful|needed|helpful|possible|work|works|working|prompted|asked|enabled) (?:going forward"
    r"|in (?:the )?future)"
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
EITHER = any_of(rf"{_START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+{_EITHER}\b")
