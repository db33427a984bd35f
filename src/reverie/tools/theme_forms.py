"""How people say what they hold against the ways of agents (`themes`): forms over one breath, in small letters."""

from __future__ import annotations

_MINE = r"(?:asking|my|me|permission|telling|approval|being (?:asked|told))\b"
_MAIN = r"(?:main|master)(?: branch)?"
_NOT = r"(?:(?<!we )don'?t|(?<!we )do not|(?<!you )never|(?<!n't )(?<!not )(?<!never )stop)"
_SOME = r"(?:any|the|an?|more|all|those|these|your|so many|such|another|new|want|want to|be|be in|to|of|with|in|need)"
_THE = r"(?:(?:the|any|my|our|those|that|existing|failing|your) )"
PUT = r"(?:creat|writ|add|mak|generat|us|return|put|see|hav|keep|leav|rely on|continue us)(?:e|ing|ting)?"
JUST = r"(?:just|doing|do|us(?:e|ing)|add(?:ing)?)"


def against(goings: str, things: str) -> str:
    """`don't add any more …`: between what is said against something and the thing stand only words that lead to it."""
    start = (
        r"\b(?<!why )(?<!not )(?<!is there )(?:no|don'?t|do not|(?<!you )never|stop|avoid|without|instead of"
        r"|(?<!you )not|nor"
    )
    return rf"{start}|rather than)(?: (?:{goings}|{_SOME})){{0,5}} (?:{things})"


def unasked(verb: str, doing: str, done: str) -> tuple[str, ...]:
    """`don't commit`, and all that is said when it was done unasked."""
    both, it = rf"(?:{verb}|{doing})", r"(?:it|this|that|everything|again)"
    what = r"(?:anything|stuff|things|code|any code|changes|any changes|to (?:the )?(?:remote|origin|github))"
    when = rf"yet|for me|on your own|by yourself|automatically|(?:unless|until|before) i\b.*|(?:\w+ )?without {_MINE}.*"
    return (
        (
            rf"\b(?:{_NOT}|no need to) (?:(?:ever|even|auto|go ahead and|go and|git|commit or|commit and"
            rf"|push or) )*(?:auto-)?{both}(?: (?:or|and) (?:push|commit)(?:ing)?)?(?: {what})?(?: (?:{when}))?$"
        ),
        rf"\b(?:did not|didn'?t|never) (?:say|said|ask|asked|tell|told|want)(?: you)?(?: to)? {both}\b",
        rf"\bwho (?:told|asked) you to {verb}\b|\bdid i (?:ask|tell) you to {verb}\b",
        (
            rf"\bwhy (?:did you|are you|do you keep) (?:just |already )?{both}(?: (?:{it}|already|without {_MINE}.*"
            rf"|before i\b.*))?$"
        ),
        rf"\byou(?:'ve| have)? (?:already |just |again )?{done}(?: {it})* without {_MINE}",
        rf"\b(?:ask|check with|confirm with|wait for) me (?:first )?before (?:you )?{both}\b",
        (
            rf"\bonly {verb} (?:when|if|after|once) i\b|\blet me (?:review|check|look|see|test)\b.{{0,40}} before "
            rf"(?:you )?{both}\b"
        ),
        rf"\bno (?:{verb}e?s|{doing}) (?:until|unless|without|before)\b|\bi(?:'ll| will) {verb}(?: {it})? myself\b",
        rf"\b(?:don'?t|do not|stop) (?:make|making|create|creating) (?:any )?(?:git )?{verb}e?s(?: yet)?$",
    )


ON_MAIN = (
    (
        rf"\b{_NOT} (?:ever )?(?:commit|push|work|mak|develop)(?:t?ing|e)?(?: changes| anything| it)? (?:directly "
        rf"|straight )?(?:on|to|into|in) {_MAIN}(?: directly)?$"
    ),
    rf"^not (?:directly )?(?:on|to) {_MAIN}$",
    rf"\bwhy are you (?:committing|pushing|working) (?:directly )?(?:on|to|in) {_MAIN}$",
)
OWN_BRANCH = (
    r"(?<!we )\bcut a (?:new )?branch\b",
    (
        r"\b(?:make|create|start|use|switch to|check ?out|work on|work in|do (?:it|this|that) on) an? (?:(?:new"
        r"|separate|own|feature|fresh) )+branch\b"
    ),
    rf"\byou(?:'re| are) (?:still |working )?on {_MAIN}$|\balways work on a branch\b",
)
FRESH = (
    (
        r"^(?:git )?(?:pull|rebase|fetch|sync)(?: (?:rebase|in|from|onto|on|the|latest|branch|with|your|this|it|and"
        r"|down|origin|main|master|upstream)){0,8} first$"
    ),
    (
        r"^pull(?: in)? (?:the )?latest\b|\balways (?:pull|rebase|fetch)\b|\bmake sure you have the latest (?:main"
        r"|master)\b"
    ),
    r"\byour branch is (?:out of date|behind)\b|\bbranch is not up[- ]to[- ]date\b",
    r"\b(?:pull|fetch|rebase|sync)\b.{0,40} before (?:you )?(?:start|push|commit|chang|edit|begin|work)",
)
WEAKENED_TESTS = (
    (
        r"\b(?:don'?t|do not|never|stop|why (?:did|are|would) you) (?:just )?(?:disabl(?:e|ing)|delet(?:e|ing)"
        r"|remov(?:e|ing)|weaken(?:ing)?|modify(?:ing)?|chang(?:e|ing)|edit(?:ing)?|comment(?:ing)? out|skip"
        r"(?:ping)?(?= (?:the )?failing))"
        rf" {_THE}*tests?(?: (?:just )?(?:to|so|instead)\b.*| again)?$"
    ),
    (
        r"\byou(?:'ve| have)? (?:just )?(?:disabled|deleted|removed|weakened|commented out|changed) "
        rf"{_THE}+(?:tests?|assertions?)(?: (?:to|so|instead)\b.*| again)?$"
    ),
    r"\byou weakened\b",
)
CODE_NOT_TEST = (r"\btests? (?:just )?(?:so|to make) (?:it|they|them) pass\b|\bfix the code not the tests?$",)
MADE_UP = (
    r"mocks\b|mocked\b|mocking\b|mock$|mock (?:data|apis?|services?|servers?|objects?|databases?|db|mode|responses?"
    r"|values?)\b|fake (?:data|values?|api|\w+s)\b|dummy (?:data|values?)\b|hard-?coded\b|stub(?:s|bed)?\b"
    r"|placeholders$|placeholder data|hard-?cod(?:e|ing) (?:it|this|values?|the \w+)$"
)
WHY_MADE_UP = (
    (
        r"\bwhy (?:is there|are there|is (?:it|this|that)|did you|are you|do you)(?: (?:still|add|us(?:e|ing)|adding"
        r"|an?|any|keep))* (?:mock(?:s|ing)?\b|fake data|dummy|hard-?cod(?:e|ed|ing)\b|stub)"
    ),
    r"^you hard-?coded\b",
)
NOT_REAL = (
    r"\b(?:remove|get rid of|drop) (?:the|all|any|that|those) (?:mock|fake|dummy|hard-?coded) (?:data|values?|\w+s)\b",
    r"\buse (?:the )?real (?:data|api|database)\b|\bimplement it for real\b",
)
_OLD = r"(?:fall-?backs?|backwards?[- ]compat\w*|legacy (?:code|support)|shims?)\b"
FALLBACKS = (
    rf"(?:^|\b(?:add|write|want|keep) )no (?:more )?{_OLD}",
    (
        rf"\b(?:no need for|don'?t need|do not need|don'?t want|don'?t care about|stop)(?: (?:{PUT}"
        rf"|{_SOME})){{0,3}} {_OLD}"
    ),
    rf"\b(?:don'?t|do not|never)(?: (?:{PUT}|{_SOME}))+ {_OLD}",
    r"\bno need to keep the old\b|\bdon'?t keep the old \w+ around\b|^(?:don'?t|do not) fall ?back$",
)
_IDLE = r"(?:obvious|useless|unnecessary|redundant|silly|inline|code)"
COMMENTS = (
    (
        rf"(?<!not )\b(?:no|don'?t|do not|never|stop|avoid|without|why did you)(?: (?:add(?:ing)?|writ(?:e|ing)"
        rf"|put(?:ting)?|{_SOME}))*(?: {_IDLE}){{0,2}} comments?(?: (?:everywhere|to everything|in the code"
        rf"|all over.*|on every \w+|unless\b.*))?$"
    ),
    (
        r"\b(?:don'?t|do not|stop) comment(?:ing)? every\b|^why so many comments$|\bdon'?t like all (?:these|those"
        r"|the) comments$"
    ),
)
IDLE_COMMENTS = (
    (
        rf"\b(?:remove|delete) (?:(?:all|the|your|those|these) )*{_IDLE} comments\b|\btoo many (?:code "
        rf"|inline )?comments$"
    ),
)
DOCUMENTS = (
    (
        r"\b(?:no more|don'?t|do not|stop|why did you|why are you|(?:didn'?t|did not) ask (?:you )?(?:for|to)"
        r"|don'?t need|don'?t want)"
        rf"(?: (?:{PUT}|{_SOME}|long|extra|separate|md|markdown|you|you to)){{0,5}} (?:summary|summaries|reports?"
        rf"|readmes?|markdown"
        r"|\.?md|documents|documentation)(?: (?:files?|documents?|docs?))?(?: (?:every time|again|everywhere"
        r"|unless i\b.*|after\b.*))?$"
    ),
    r"^no (?:more )?(?:docs|readmes?|summary|summaries|summary files)$",
)
LIBRARIES = (
    (
        r"(?<!has )(?<!have )\b(?:no|don'?t|do not|without|avoid|stop|why (?:did|are|would) you)(?: (?:add(?:ing)?"
        r"|install(?:ing)?"
        rf"|us(?:e|ing)|bring(?:ing)? in|pull(?:ing)? in|introduc(?:e|ing)|{_SOME})){{0,4}} (?:external|new|extra"
        rf"|additional|another"
        r"|third[- ]party|unnecessary) (?:dependenc\w+|librar\w+|packages?|deps)\b"
    ),
    rf"\b(?:don'?t|do not|never) install (?:\w+ )?packages? without {_MINE}|\bwithout any (?:dependenc\w+|librar\w+)$",
)
NEEDLESS_LIBRARY = (
    (
        r"\bdo we (?:really )?need (?:to use )?(?:this|that|another|a new|an external) (?:\w+ )?(?:library"
        r"|dependency|package)\b"
    ),
)
_SERVER = r"(?:dev |development |local )?servers?"
SERVER = (
    (
        r"\b(?:don'?t|do not|no need to|stop|why are you|why do you keep) (?:run|start|restart|spin up)(?:n?ing)? "
        r"(?:the |a |my |your "
        rf"|another |any )?{_SERVER}(?: again| yourself| every time| for me)?$"
    ),
    r"\b(?:don'?t|do not|stop) run(?:ning)? (?:npm|pnpm|yarn|bun) (?:run )?(?:start|dev)\b",
)
SERVER_RUNS = (
    rf"\bi(?:'m| am) (?:already )?running (?:the|my|a) {_SERVER}\b",
    rf"\bi(?:'ll| will) (?:run|start|restart|manage) (?:the|my) {_SERVER}\b",
    rf"\bi (?:already )?have (?:the|my|a) {_SERVER} (?:already )?running$",
    rf"^(?:the )?{_SERVER} is already running$",
)
LONG_CHECKS = (
    (
        r"\b(?:don'?t|do not|no need to|stop|why are you|why do you) (?:always |keep )?run(?:ning)? (?:(?:the|any"
        r"|all) )*(?:ci\b|e2e|end[- ]to[- ]end|integration tests?|(?:full|whole|entire) (?:test )?(?:suite|tests?|ci"
        r"|pipeline))(?: or [\w ]+)?(?: tests?| yet| for now| locally| every time| each time| after every.*"
        r"| unless\b.*)*$"
    ),
)
NO_CODE_YET = (
    (
        r"\b(?:don'?t|do not) (?:start |go )?(?:cod(?:e|ing)|implement(?:ing)?|writ(?:e|ing) (?:any )?code|chang(?:e"
        r"|ing) (?:any code|anything|the code)|mak(?:e|ing) (?:any )?changes|edit(?:ing)? (?:anything|any files?)"
        r"|touch(?:ing)? (?:any|the) code|do anything|build anything)(?: (?:it|this|that|anything|now))?(?: yet"
        r"| just yet| for now| (?:until|before) (?:i|we)\b.*)?$"
    ),
    r"\bi (?:didn'?t|did not|never) (?:ask|asked|tell|told) you to (?:implement|code|build)\b|^no code$",
)
TALK_FIRST = (
    r"^let'?s (?:first )?(?:discuss|talk)(?: (?:about|through))?(?: (?:it|this|that))?(?: first)?$",
    r"\b(?:discuss|talk (?:about|through)) (?:it|this|that|the \w+) (?:first|before)\b",
    r"\bplan(?:ning)? (?:it |this )?first$|^(?:just |only )?answer (?:the|my) question$|\bmake a plan before you\b",
    (
        r"\b(?:see|show me|show the user|confirm|approve|review) (?:your|the|a) plans?\b.{0,40}\b(?:first|before"
        r"|each time|every time)\b"
    ),
    r"\bask (?:me )?before (?:you )?(?:mak|chang|implement|cod)(?:e|ing)?\b",
    r"\b(?:that|this|it) was (?:just |only )?a question$|^(?:just|only) a question$|\bi was (?:just|only) asking\b",
    r"\bi only asked (?:why|how|what|if|whether)\b",
)
NOT_ASKED_FOR = (
    r"\bnot? (?:make (?:this|that) change )?in this (?:pr|branch|commit)$|\bnobody asked (?:you )?(?:for|to)\b",
    (
        r"\bi (?:didn'?t|did not|never) (?:ask|asked|tell|told)(?: you)? (?:to|for) (?:\w+ ){0,2}?(?:chang|touch"
        r"|remov|delet|modif|renam|refactor|rewrit|add|reformat)"
    ),
    (
        r"\bwhy (?:on earth |the \w+ )?(?:did|are) you (?:even )?(?:touch|modify|renam|refactor|reformat|do so many"
        r"|mak(?:e|ing) so many)"
    ),
    (
        r"\b(?:don'?t|do not|stop) (?:touch|chang|modify|edit|refactor)(?:e|ing)? (?:anything else|other (?:files"
        r"|code|parts|things)|unrelated|the rest|(?:things|stuff|code|what) i didn'?t)"
    ),
    r"\byou changed (?:way |far |much )?more than i asked\b|\bwasn'?t part of the task$",
)
ONLY_WHAT_WAS_ASKED = (
    r"\b(?:in|as|into) (?:an? )?(?:separate|different|its own) (?:pr|pull request|commit)$",
    r"\b(?:that'?s|this is|it'?s|it is|that is) out of scope$|^out of scope$|\bstick to what i asked\b",
    (
        r"\b(?:only|just) (?:do |change |fix )?(?:what|the thing) i (?:asked|said|told)\b"
        r"|\brevert the unrelated changes\b"
    ),
    r"\bi only asked (?:you )?(?:for|to)\b|\bi asked you (?:just|only) to\b|\bleave (?:everything else|the rest)\b",
)
_IT = r"(?:it|this|that|them|anything|the (?:code|tests?|app|build|fix|change|script)|your \w+)"
UNTRIED = (
    (
        rf"(?<!why )\b(?:did|have) you (?:even |actually |really )?(?:tested|test|run|ran|verified|verify|tried"
        rf"|try)(?: {_IT})?$"
    ),
    (
        r"\byou (?:haven'?t|didn'?t|did not|never) (?:even |actually |really )?(?:tested|test|ran|run|verified"
        r"|verify|tried|try)"
        rf"(?: {_IT})?$"
    ),
    (
        r"\byou (?:said|claimed|told me) (?:it|that|this|you|everything)\b.{0,30}\b(?:works?|worked|fixed|done"
        r"|pass(?:es|ed)?)$"
    ),
    r"\b(?:stop|don'?t) (?:say|claim|tell)(?:ing)?(?: me)?\b.{0,20}\b(?:fixed|done|works?|complete|ready)\b",
)
TRY_FIRST = (
    (
        r"\b(?:test|verify|run|check)(?: (?:it|this|that|your (?:work|changes|code|fix)))?\b.{0,20} before "
        r"(?:you )?(?:say|claim|tell|commit|push|finish|call|mark|report)"
    ),
    r"\bprove (?:to me|it|that)\b|\bhow do you know (?:it|that|this) works\b|^check your work$",
)
WORKAROUNDS = r"work-?arounds?|hacks\b|hacky|band-?aids?|quick fix(?:es)?"
SYMPTOMS = (
    (
        r"\b(?:don'?t|do not) (?:just )?(?:suppress|silence|swallow|paper over)\b|\bnot the symptoms?$"
        r"|\bpatching symptoms\b"
    ),
    r"\byou(?:'re| are) (?:just )?hiding the (?:problem|error|issue)\b",
)
ROOT_CAUSE = (
    (
        r"\b(?:find|fix|address|understand|solve|look for|get to|think (?:harder )?about) the (?:real |actual "
        r"|underlying )?(?:root )?cause\b"
    ),
    (
        r"\b(?:that|this|it)(?:'s| is| feels| looks| seems)(?: like)?(?: just| super| very| really| a bit)*"
        r"(?: an?)? (?:hacky|janky|hack|work-?around|band-?aid)\b"
    ),
    r"\bfix (?:it|this) properly\b",
)
WHY_GONE = (
    r"\bwhy (?:on earth |the \w+ )?(?:did|would) you (?:delete|remove|wipe|overwrite)\b",
    rf"\b(?:never|don'?t|do not) (?:delete|remove|overwrite)\b.{{0,30}} without {_MINE}",
    r"\b(?:don'?t|do not|stop) (?:remov|delet|break)(?:e|ing)? existing\b",
)
GONE = (
    r"^(?:they|those|these) must (?:stay|remain)$|^(?:put|bring) (?:it|that|them|those|that part|the \w+) back$",
    (
        r"\byou(?:'ve| have)? (?:just |also |accidentally |completely )?(?:deleted|removed|wiped|overwrote"
        r"|got rid of) (?:the (?!wrong)|my|our|all|most|half|some|everything)"
    ),
    r"\byou are (?:deleting|removing)\b|\brestore what you deleted\b|\byou lost my\b",
)
