"""The forms of lasting requests: how people ask for something that is to hold beyond the task at hand, and what only
sounds so. `always` and `never` are said far more often of the product than to the agent."""

from __future__ import annotations

import re


def any_of(*forms: str) -> re.Pattern[str]:
    """For sentences in small letters."""
    return re.compile("|".join(forms))


# Which of these a project works with is decided once.
TOOLS = (
    r"(?:uvx?|pnpm|yarn|bun|bunx|npm|npx|poetry|pip|pipenv|pipx|conda|mamba|hatch|pdm|tox|nox|mise|asdf|nvm|ripgrep|rg"
    r"|podman|pytest|unittest|vitest|jest|mocha|playwright|cypress|ruff|black|flake8|pylint|mypy|pyright|biome|eslint"
    r"|prettier|tabs|spaces|zsh|fish|powershell|pwsh)"
)
# One of these is in every lasting request in English: most of what people type is left at once.
HINTS = re.compile(
    r"alway|never|\bever\b|future|forward|from (?:now|here|this|today)|starting (?:now|today)|further notice"
    r"|rest of|at all times|hencef|rem+e?m+[be]|remeber|memor|keep in mind|bear in mind|forget|no matter|take note"
    r"|make a note"
    r"|standing|standard|\brules?\b|habit|convention|polic|guideline|preference|principle|next time|every ?time"
    r"|each time|any ?time|whenever|prefer|stop |unless i|without (?:asking|my|me|permission|approval|checking"
    r"|consulting|telling|confirming|clearing)|until i|before|again|\beach\b|\bevery\b|emoji|\bin (?:english"
    r"|german|french|spanish|portuguese|italian|russian|polish|chinese|japanese)\b|concise|brief|short|remind"
    r"|review|appro[vw]|ask me|tell me|call me|warn me|with me|co-?author|\bclaude\b|codex|\bai\b|consult"
    r"|docstring|comments|readme|markdown|\bmd files|summary|commit messages?|branch names?|\bprs?\b"
    rf"|pull requests?|when you|\b{TOOLS}\b|\b(?:claude|agents?|gemini)[ .]?md|\.mdc|cursor|copilot|learning|lesson"
    r"|soul|identity|user\.md|heartbeat|rule ?set|yourself|your(?:self| own| agent)|your name|want you|hard ?-?cod"
    r"|instruction|playbook|process|under no circ|guidance|\bskills?\b|authori|(?:this|our) (?:\w+ )?(?:repo"
    r"|project|code ?base|team|monorepo)|\bwe (?:only|don't|do not)|when i |if i |after i |once i "
    r"|\bamend|squash|force|rebas|so (?:that )?i\b|proactive|careful|diligent|thorough|british|american|package manager"
    r"|keep it|tools\.md"
)


# What only an agent does while it works; a product shows, returns, renders, sends.
_AGENT = (
    "(?:re-?run|run|commit|push|pull|ask|check|double[- ]check|test|lint|format|build|verify|confirm|review|rebase"
    "|squash"
    "|merge|deploy|release|install|assume|guess|mock|hard-?code|skip|disable|amend|sign|branch|search|grep|read|edit"
    "|modify"
    "|touch|delete|reset|update|bump|document|plan|propose|wait|explain|spawn|delegate|work|try|stage|tag|follow|prefer"
    "|reply|respond|answer|speak|talk|apologi[sz]e|force[- ]push|change|rewrite|refactor|stash|revert|leave|be|access"
    "|exec(?:ute)?|exceed|offer|suggest)"
)
_EITHER = (
    "(?:use|write|make|keep|put|add|create|include|do|start|begin|end|go|name|call|import|remove|give|tell|provide"
    "|query"
    "|track|log|record|cite|list|mark|reference|maintain|preserve)"
)
_ALWAYS = r"(?:always|never|don'?t ever|do not ever|under no circumstances)"
START = (
    r"^\W{0,3}(?:(?:ok(?:ay)?|and|but|so|also|please|pls|no|yes|claude|hey|just|btw|anyway|great"
    r"|thanks)[,:!.]?\s+){0,3}"
)
_REMEMBER = r"(?:remember|note|rule|important|reminder|standing orders?|code standard|fyi|btw)\s*[:!—-]\s*"
_ACT = (
    r"(?:please |always |never |make sure|ensure|ask|tell|let me|run|use|do |don't|do not|update|add|check|write"
    r"|commit|create)"
)

SURE = any_of(
    rf"{START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+(?:(?:just|only|first)\s+)?{_AGENT}\b",
    rf"[,;:—–-]\s+(?:please\s+)?{_ALWAYS}\s+(?:ever\s+)?(?:commit|push|ask|run|check|test|lint|build|verify|confirm"
    rf"|update|edit|touch|force[- ]push|merge|deploy|suggest|offer)\b",
    rf"\b(?:commit|push|ask|test|lint|build|format|verify|check) always\b|{START}{_REMEMBER}(?:please\s+)?{_ALWAYS}\b",
    rf"\byou (?:are |'re )?(?:should|must|need to|have to|are to|shall|ought to) {_ALWAYS}\s+\w+|\b(?:the agent|ai"
    rf"|claude|codex|copilot|the assistant) (?:should|must) {_ALWAYS}\s+\w+",
    r"\bi (?:\w+ly )?(?:always|never) want (?:you|to see you|us|this|that|these|the)\b",
    r"(?<!call )(?<!called )\b(?:from (?:now|here|this point) on(?:wards?)?,?(?! i(?:'m|'ll| am| will)\b)"
    r"|henceforth)\b",
    rf"{START}going forwards?,? (?!(?:how|what|which|who|where|is|are|do|does|will|the|our|i|it|there)\b)\w+"
    rf"|{START}(?:just |then )?(?:{_AGENT}|{_EITHER}|please|don't|do not|avoid|stop|make sure|ensure|let me|i want|i'd"
    rf" like|(?:you|we) (?:should|must|need to|have to|only|never|always|don't|do not))\b(?! (?:a |the"
    rf" )?plan\b)[^.?\n]{{3,160}} going forwards?\W*$|\b(?:confirm|check|ask)\b[^.?\n]{{0,60}} going forwards?\W*$",
    rf"\bin (?:all |the )*future,? (?:please|always|never|don't|do not|you (?:should|must)|make sure|use|ask|let me"
    rf"|when you)\b|{START}(?:use|do|don't|do not|ask|make sure|keep|avoid|let me|run|check"
    rf"|follow)\b[^.?\n]{{3,90}}\bin (?:all |the )*future\b|\b(?:remember|note|keep|save|do|use|apply|ensure|make sure"
    r"|follow)\b[^.?\n]{0,80}\bfor (?:all )?future (?:\w+ )?(?:sessions?|tasks?|work|changes?|commits?|prs?|tickets?"
    r"|features?)\b(?!.*\bpossible\b)",
    rf"\bnext time,? (?:you\b|{_ACT})|\b(?:every|each|any) ?time you [^,.?\n]{{3,70}}, ?{_ACT}|{START}whenever"
    rf" you(?:'re| are)? [^,.?\n]{{3,70}},? {_ACT}|\bwhenever you(?:'re| are)? [^,.?\n]{{3,70}},? you (?:should|must"
    rf"|need to|have to)\b|\b(?:warn|tell|ask|notify|show|let) me\b[^.?\n]{{0,20}} (?:whenever|every time|each time)\b"
    rf"|\bpoint of guidance\b|\bwhenever (?:you|we) [^,.?\n]{{3,70}}, ?(?!i\b|it\b|the\b|there\b|we\b|you (?:get"
    rf"|see)\b)\w+",
    r"\bnext time (?:i|we) (?:ask|say|request|run|start|open|tell|want)\b[^.?\n]{3,80}[, ](?:i want|i'd like|you"
    r"|please|use|skip|don't|do not|make|just)\b",
    rf"{START}(?:before|after) [^.?\n]{{3,80}}\b(?:each time|every time|always)\b",
    r"\bmemori[sz]e\b|\b(?:this|that|it|which) (?:must |should |does |do )?(?:never|not|n't) (?:let (?:this|that|it)"
    r" )?(?:happens?|repeats?|occurs?)(?: ever)? again\b|\b(?:never|don't|do not) (?:ever )?(?:do|make|try) (?:this"
    r"|that|it|such|the same)(?: mistake)?(?: ever)? again\b|\bstop you (?:from )?doing\b.{0,30}\bfuture\b",
    r"\b(?:should|must|shall|may)(?:n't| not) (?:be )?\w+(?: \w+){0,2} ever\b|\bshould (?:never|always) (?:ask|commit"
    r"|push|guess|assume)\b|\b(?:should|must) never be (?:edited|changed|updated|committed|touched|modified|pushed"
    r"|deleted|merged|hard-?coded)\b",
    r"\b(?:remember|memori[sz]e) (?:this|that|it)(?: (?:for|as|so|going|from|rule|preference|convention|next)\b"
    r"|\s*[.!:]|\s*$)|\bremember to\b[^.?\n]{0,90}\b(?:always|every|each|whenever|any ?time|from now|in (?:the"
    r" )?future|next time|going forward|when you|as you go)\b|\bdon'?t forget that (?:we (?:use|never|always|only"
    r"|don't|do not)|our)\b",
    rf"{START}remember,? that\b(?! (?:time|day|when|last|old|other|first|previous|new|one|in \w+,|it (?:is|was)|(?:we"
    rf"|you|i|it|they)(?:'ve|'s| have| has| had) (?:now |just |already |only )*(?:\w+(?:ed|en|ne)|read|made|found|left"
    rf"|tried|run)\b))",
    r"\b(?:keep|bear) in mind,? (?:that )?(?:we (?:always|never|only|don't|do not|prefer)|our (?:rule|convention"
    r"|policy|standard)|(?:in|for) this (?:repo|project|codebase) we)\b",
    r"\b(?:make|let's make) (?:it|this|that) (?:as |into )?an? (?:\w+ )?(?:rule|habit|convention|policy)\b|\bstanding"
    r" (?:orders?|instructions?|rules?|items?)\b|\bcod(?:e|ing) standard\b",
    r"\bas a (?:general )?(?:rule|principle|policy|convention),? (?:of thumb,? )?(?:please|always|never|prefer|use"
    r"|don't|do not|we|keep|write)\b|\b(?:my|our|the) (?:general |hard |golden |new |standing |house |team )?(?:rule"
    r"|convention|policy|guideline|standard)s? (?:here )?(?:is|are) (?!not|there|in|going|defined|that (?:the|a))\w+",
    r"\b(?:in|for|on|across|throughout) (?:this|our) (?:whole |entire )?(?:repo(?:sitory)?|project|code ?base|team"
    r"|monorepo),? (?:we|please|you|always|never|use|don't|do not)\b",
    r"(?<!so )\bwe (?:never|always|only ever) (?:use|write|commit|push|mock|test|run|import|edit|touch|name|merge"
    r"|squash|rebase|add)\b|\bwe (?:do(?:n't| not)|only) (?:use|mock|allow|commit|push|add"
    r"|write)\b[^.?\n]{2,60}\b(?:here|in (?:this|our) (?:repo\w*|project|code ?base|team|company|tests?))\b",
    rf"{START}(?:please )?stop (?:asking|running|trying to (?:commit|push|run|install|guess)|committing|pushing"
    rf"|saying|assuming|guessing"
    rf"|apologi[sz]ing|adding comments|(?:creating|writing|making|generating) (?:\w+ )?(?:\w+ )?(?:docs?|documents"
    r"|documentation|summar\w+|readmes?|md|markdown|files))\b(?! (?:for now|this))",
    rf"{_ALWAYS} make sure (?:you|that you|to)\b|\bmake sure (?:you |to |that you )?(?:always|never) {_AGENT}\b",
    r"\bi (?:do ?n.?t|do not) want (?:any )?(?:more|new) [^.?\n]{2,60}\bunless i\b|\bi(?:'d like| would like| want"
    r"| need| expect) you to\b[^.?\n]{0,60}\b(?:going|moving) forwards?\b",
    rf"{START}never (?:open|create|make|raise|submit|file) (?:any |an? )?(?:prs?|pull requests?|branch(?:es)?|issues?"
    rf"|commits?)\b|\b(?:make|consider) (?:it|this|that) (?:an? |the |your |our )?(?:standard|default|regular|normal"
    rf"|fixed)(?: (?:part|step|practice|procedure))? (?:in|of|for) (?:your|our) (?:workflow|process|routine)\b",
    rf"(?:{START}|\b(?:we|you) should (?:automatically |also )?)(?:bump|update|run|commit|push|rebuild|restart"
    rf"|regenerate|check|test|document|log|record)\b[^.?\n]{{3,90}}\b(?:each|every) ?time (?:we|you)"
    rf" (?:(?:make|do) (?:\w+ )?(?:code )?changes|commit|push|finish|implement|merge)\b",
    rf"{START}(?:never|don'?t|do not|no more) (?:auto[- ]?)?(?:commits?|push|merge|deploy|release|install|delete"
    rf"|run)\b(?!.*\b(?:this time|for now|yet"
    r"|today)\b)[^.?\n]{0,60}\b(?:ever|unless i|without (?:asking|my|me|permission|approval|checking)|until i (?:say"
    r"|said|tell|ask|approve))\b",
    r"\b(?:only|just) (?:commit|push|merge|deploy|release)\b[^.?\n]{0,50}\b(?:when|if|after|once) i (?:ask|say|tell"
    r"|approve|confirm|explicitly)\b|\b(?:confirm|check) with me before\b|\bask (?:me )?before (?:you )?(?:commit|push"
    r"|install|delet|chang|deploy|merg|mak)\w*",
    rf"{START}prefer (?!not)[^.?\n]{{2,60}} (?:over|instead of|rather than|whenever|where(?:ver)? possible|to save|to"
    rf" avoid)\b",
)
# Sentences that hold such words and ask for nothing that lasts.
NOT = re.compile(
    r"\b(?:don't|do not|no need to)(?! .*\b(?:without|unless|ever)\b) (?:add|update|change|put|save|rewrite"
    r"|edit)\b[^.?\n]{0,60}\b(?:claude|agents?|gemini|soul|identity|user|tools)\.md\b|"
    r"\bmemori[sz](?:e|es|ing) (?:your|the|its|their|all|all the) (?:training |whole )?(?:data|samples?|noise|dataset"
    r"|examples|inputs?)\b|\bso (?:that )?(?:we|i|you|they|it|anyone) can (?:\w+ )?(?:change|extend|replace|add|swap"
    r"|switch|re-?use|scale|support|grow|migrate)\b[^.?\n]{0,60}\bin (?:the )?future\b|"
    r"\b(?:save|keep|leave|note|file|put)\b[^.?\n]{0,50}\bfor (?:the )?future work\b|"
    r"\bnever ?mind\b|\bin this (?:function|file|readme|e-?mail|draft|method|class|test|doc(?:ument)?|page|chapter)\b"
    r"|\bfor (?:a|the) moment\b|\bright now\b|\bin the story\b|\b(?:the|our) (?:[\w-]+ )?bot should\b|\brule-based\b"
    r"|\bwrite a rule in (?:semgrep|sigma|yara|snort)\b|\b(?:continue|start|resume|go on) (?:from )?(?:here|there)\b"
    r"|\b(?:plan|issues?|architecture|gaps?|state|status|progress|findings?)\b[^.?\n]{0,70}\b(?:in|into|to|with)"
    r" (?:the |your )?memory\b|\bupdate the memory with\b|\bwhat (?:do|would|could|should) (?:you|we|i) (?:suggest"
    r"|think|recommend|put|add|write|say)\b|\bcall(?:ed)? [\w -]{1,20} from here on\b|\bgoing forward,? is\b|\b(?:plan"
    r"|easier) going forward\b|\b(?:as|like|than) always\b|\b(?:do|did|can|does) you remember\b|\bi (?:do(?:n't| not)"
    r"|can't) (?:remember|recall)\b|\bremember (?:when|how|what|where|which|if|the (?:last|time|issue|bug))\b|\bif i"
    r" remember\b|\bi remember\b|\b(?:may|might|could|eventually|at some point|probably|likely) (?:want|need|be|have"
    r"|wish|extend)\b|\b(?:tracked|useful|needed|helpful|possible|work|works|working|prompted|asked|enabled) (?:going"
    r" forward|in (?:the )?future)|\bwhy\b[^.?\n]*\b(?:always|never)\b|\bfuture (?:features?|enhancements?|versions?"
    r"|state|releases?)\b|\bin the future[;,]? (?:we|i) (?:may|might|could|will|can|want)\b|\bi(?:'d| would) (?:like"
    r"|love|prefer) to (?:add|build|have)\b|\b(?:in|to|from|of|on) your (?:app|site|website|component|code|application"
    r"|project|page)s?\b|\b(?:never|always) (?:be )?(?:visible|hidden|shown|displayed|null|empty|true|false|appear"
    r"|show(?!\b[^.?\n]{0,20}\bme\b)|return|render|loads|display)",
)
# What a screen is made of: who speaks of it asks for a product's behaviour.
PRODUCT = re.compile(
    r"\b(?:buttons?|pages?|screens?|columns?|tables?|fields?|labels?|charts?|colou?rs?|rows?|views?|panels?|dropdowns?"
    r"|icons?|users?|modal|dialogs?|tooltips?|header|footer|menu|axis|toast|endpoint|response|parameters?|json"
    r"|timestamps?)\b",
)
EITHER = any_of(
    rf"{START}(?:{_REMEMBER})?(?:please\s+)?{_ALWAYS}\s+{_EITHER}\b",
    rf"{START}let'?s always \w+|\bwe should (?:always|never) (?:{_AGENT}|{_EITHER})\b"
    rf"|[,;] (?:please )?never {_EITHER}\b",
)
