"""Lasting requests that are about how the agent works, whatever it works on: which tool, in which language it answers,
what it does before each commit. Such things are meant to last even if nothing says so."""

from __future__ import annotations

from reverie.gather.transcripts.lasting import START, TOOLS, any_of
from reverie.tools.tongue import LANGUAGES

_DO = (
    r"(?:run|re-?run|commit|push|update|test|lint|format|build|verify|check|ask|stop|wait|show|tell|write|add|document"
    r"|review|use|make sure|ensure|let me|give|keep|report|confirm|don't|do not|never|always)"
)
_STEP = (
    r"(?:commit|push|merge|change|edit|code change|step|task|feature|phase|pr|pull request|release|deploy(?:ment)?"
    r"|session|response|reply|answer|fix|milestone|iteration|refactor|file you)s?"
)
# What an agent is told to do always, or never, besides what is in `lasting`: a product does not think, and it shows
# things to users.
_MANNERS = (
    r"(?:think|explain|present|repeat|load|consider|summari[sz]e|verify|double[- ]check|justify|push back|question"
    r"|consult|report|(?:show|tell|give|let|inform|remind|warn|notify|ask|send|report)(?: \w+){0,3} (?:to )?me)"
)
WAYS = any_of(
    rf"{START}(?:oh,? )?(?:please )?(?:do ?n.?t|do not|never|stop) (?:amend|squash|force[- ]push|rebas)\w* (?:my |our"
    rf" |any )?(?:commits|branches|history|prs)\b(?! (?:on merge|here|yet|now|this))",
    r"^(?!\W*(?:\w+ ){0,2}(?:add|build|write|make|create|implement|give)\b)[^\n]*\bso (?:that )?i(?:'ll| will| would|'d"
    r"| can)? (?:not |never |only |won't |don't |do not |just )*(?:have|need) to (?:approve|confirm|accept)\b",
    rf"(?:{START}|\byou (?:should|must|need to) |\bplease )be more (?:proactive|concise|careful|diligent|thorough"
    rf"|honest|critical|direct|brief|succinct)\b(?! (?:about|on|for|in) (?:this|that|it|the)\b)|\bi want you to"
    rf" (?:speak up|push back|challenge me|disagree|warn me)\b[^.?\n]{{0,40}}\b(?:if|when(?:ever)?) (?:you|i|a|an|my"
    rf"|something)\b",
    rf"{START}(?:please )?use (?:the )?(?:british|american|uk|us) (?:spelling|english)\b(?! (?:for|in) (?:the|this))"
    rf"|{START}use [\w.-]+ as (?:the|our|my|your) (?:\w+ )?(?:package manager|test runner|linter|formatter|build"
    rf" tool)\b(?! for (?:the|this))|{START}remember,? (?:that )?you(?:(?:'re| are) (?:not|using|running|supposed"
    rf"|allowed)| can(?:'t|not))\b",
    r"\b(?:no need to|do ?n.?t|do not|stop) (?:recap|repeat|restat|summari[sz]|list|explain|apologi[sz]|ask|remind"
    r"|mention|thank|say|us)\w* [^.?\n]{3,40} in (?:each|every) (?:single )?(?:message|response|reply|answer)\b(?!"
    r" (?:of|from|to) )",
    rf"(?:{START}|[,;:.!—–-]\s*|\b(?:please|so|and|but|then|to)\s+)(?:please\s+)?(?:always|never) {_MANNERS}\b"
    rf"|{START}when(?:ever)? (?:[^,.?\n]{{3,60}},|you [^,.?\n]{{3,60}}) (?:please )?(?:always|never) \w+"
    rf"|\bremind(?:ing)? you (?:to|that you)\b",
    r"\bwithout (?:my |your |any |an )?(?:explicit|prior|written|express) (?:approval|permission|consent|confirmation"
    r"|authori[sz]ation|go-?ahead|ok)\b|\bi want (?:all|every|everything|this|that|it"
    r"|our)\b[^.?\n]{0,40}\bremembered\b",
    rf"{START}(?:please )?(?:do ?n.?t|do not|stop|no need to) [^.?\n]{{3,50}}\b(?:on|after|with|for|at) (?:each|every)"
    rf" (?:single )?(?:run|change|edit|commit|time|task|step|message|turn|response|reply)\b",
    r"\bi (?:do ?n.?t|do not|never) want you to (?:\w+ ){1,2}(?:any |the full |full |complete |all (?:the|of) )"
    r"(?:code|answers?|changes|solutions?|files?|edits|work)\b|\bi want to (?:write|do|solve) (?:the|all|my|it)"
    r"(?: \w+)? myself\b",
    r"\b(?:no need(?:ed)?|do ?n.?t|do not|stop|you (?:do ?n.?t|do not) (?:need|have) to)\b[^.?\n]{3,50}\b(?:every"
    r" ?time|each time|all the time)\W*$|\bset yourself (?:up )?to\b|\bfrom now,? (?:return|use|always|never|please|do"
    r"|answer|reply|respond|give|write)\b",
    rf"(?:{START}|\bmy name is \w+,? (?:and )?)your name is (?:now |going to be )?\w+",
    r"\b(?:create|make|write|save|build|add|develop) (?:me |yourself )?(?:an?|another|the|new) (?:\w+"
    r" )?skill\b[^.?\n]{0,60}\b(?:yourself|so (?:that )?you|next time|in (?:the )?future|every time|each time"
    r"|whenever)\b",
    r"\b(?:ask|check with|confirm with|consult) me (?:first|(?:to \w+ |for \w+ )?before (?!you (?:start|begin"
    r"|continue)))|\bi want to (?:be )?(?:appro[vw]|review|confirm|sign off)\w*(?: on)? (?:all|every|each|any)\b",
    r"\b(?:not|never|n't|avoid|stop)\b[^.?\n]{0,90}\bwithout (?:my|(?:first )?(?:asking|checking|consulting"
    r"|telling|confirming|clearing)(?: \w+){0,2} (?:me|first)|me (?:asking|saying|approving|confirming))\b",
    rf"\b(?:ask|tell|call|warn) me (?:when(?:ever)?|if|every time) you (?:need|want|have|are going|plan) to\b|{START}"
    rf"when i (?:ask|say|tell you|write)\b[^.?\n]{{2,60}}[, ](?:i (?:need|want|expect|mean)|you (?:should|must"
    rf"|have to|need to)|it means|never|always|(?:please |just )?(?:give|show|do not|don't))\b",
    r"\b(?:don'?t|do not|never|no|without|remove|stop|drop)\b[^.?\n]{0,40}\bco-?author\w*|\b(?:don'?t|do not|never)"
    r" (?:mention|credit|reference|sign)\b[^.?\n]{0,30}\b(?:claude|codex|copilot|ai)\b",
    rf"\bkeep (?:it|everything|(?:our|the|this|your) (?:chat|conversation|docs?|comments?"
    rf"|answers?)) (?:in )?{LANGUAGES}\b",
    rf"\b(?:every|each) ?time (?:we|i|an? \w+|the \w+) [^,.?\n]{{3,70}}, ?(?:please )?(?:{_DO}|mark|note|log)\b|\bmake"
    rf" sure that every ?time (?:you|we|an? \w+)\b|{START}(?:don'?t|do not|never) [^.?\n]{{3,60}}\bunless i\b",
    r"\bi (?:do ?n.?t|do not|never) (?:want|need|like) (?:any |to see )*(?:docstrings?|(?:code )?comments|emojis?|type"
    r" hints)\b",
    rf"{START}(?:please )?(?:update|change|modify|fix|adjust|improve) [^.?\n]{{3,50}} to (?:prevent|avoid|stop)"
    rf" [^.?\n]{{3,50}}\b(?:in (?:the )?future|again|next time)\b",
    rf"(?:{START}|\b(?:then|and|so|but) )in (?:the )?future, (?!(?:we|i|it|this|that|the|there|they|users?|if|when"
    rf"|maybe|perhaps|a|an|our|my)\b)\w+",
    rf"{START}(?:please )?(?:(?:don't|do not|never) (?:write|add|use|create|put|generate)|avoid|no|stop (?:writing"
    rf"|adding|using|creating|putting|generating)) (?:any |more |unnecessary |redundant )*(?:docstrings?|code comments"
    rf"|emojis?|type hints|readmes?|markdown files|md files|summary (?:files|documents)|todo comments)\b",
    rf"{START}(?:remember )?(?:our |new )?rule\s*[:—-]\s*\w+|\bmake a rule (?:to|that)\b|\bremember our rule\b"
    rf"|{START}remember,? (?:to )?(?:use|run) [^.?\n]{{2,60}}\b(?:not|do not|don't|instead of) \w+",
    r"\b(?:remember|remeber) to keep\b[^?\n]{3,60}\b(?:updated|up[- ]to[- ]date|in sync|current)\b|\b(?:do|apply"
    r"|run|fix"
    r"|make) [^.?\n]{2,40}\byourself,? always\b",
    r"\brefrain from \w+ing\b[^.?\n]{0,60}\b(?:in (?:the )?future|again)\b",
    r"\bwithout (?:the need to |needing to |having to )?ask(?:ing)? (?:me )?for (?:my )?(?:approval|permission"
    r"|confirmation)\b|\byou(?:'re| are) (?:fully )?authori[sz]ed to\b",
    rf"\bat the (?:start|beginning|end) of (?:each|every) (?:new )?session,? (?:please |you )?\w+|\bbut (?:don't|do"
    rf" not) [^.?\n]{{3,60}} in (?:the )?future\b|{START}{_DO}\b[^.?\n]{{3,60}} next time\W*$",
    r"\bupdate (?:the|this|your|our|my) (?:[\w-]+ )?skill to (?!(?:match|reflect|support|include|handle)\b)\w+",
    rf"(?:{START}|[,;] )(?:moving forward|starting (?:now|today)),? (?:please|you|let's|{_DO})\b|\b(?:from today on"
    rf"|until further notice|for future reference[,:])",
    rf"\b(?:for|throughout|during) (?:the rest of )?(?:this|the|our) (?:whole |entire )?(?:session|conversation"
    rf"|chat)\b(?=.*\b{_DO}\b)|{START}(?:at all times|no matter what|under any circumstances),? (?:please )?{_DO}\b"
    rf"|{START}{_DO}\b[^.?\n]{{3,70}}\b(?:at all times|under any circumstances)\b",
    rf"{START}(?:please )?(?:run|re-?run|commit|push|test|lint|format|build|verify|check|ask|stop|wait|confirm|review"
    rf"|report|update|document|let me|make sure|ensure)\b[^.?\n]{{2,80}}\b(?:before|after|at the end of) (?:each|every"
    rf"|any) (?:\w+ )?{_STEP}\b",
    rf"{START}(?:before|after|at the end of) (?:each|every|any) (?:\w+ )?{_STEP}\b[^.?\n]{{0,40}}[, ](?:please |you"
    rf" (?:should|must|need to) )?{_DO}\b",
    rf"{START}(?:please )?(?:run|execute|do) [^.?\n]{{2,50}} before (?:you )?(?:commit|push|claim|say|declar|mark"
    rf"|merg)\w*(?! (?:this|that|it|the))",
    r"\bi want you to (?:always|never)\b|\bi(?:'d| would) like you to (?:always|never)\b|\byou(?:'re| are) (?:never"
    r"|not) (?:allowed|permitted) to\b|\bnever ever\b",
    rf"{START}(?:please )?never\b[^.?\n]{{3,70}}\bagain\b|\b(?:don't|do not) (?:ever )?[^.?\n]{{3,60}}\b(?:ever again"
    rf"|next time)\b|\b(?:make|take) (?:a )?note (?:that|of)\b",
    rf"{START}when(?:ever)? you(?:'re| are)? (?:commit|push|writ|creat|mak|add|edit|refactor|implement|chang|test"
    rf"|deploy|merg|respond|answer|explain|nam)\w*\b[^.?\n]{{0,70}}, ?(?:please )?{_DO}\b",
    rf"{START}(?:we |please |let's |you should |you must )?use {TOOLS}\b[^.?\n]{{0,25}},? (?:not|instead of|rather"
    rf" than|over) [\w`]+|\bwe(?:'re| are)? (?:only )?(?:use|using|switched to|moved to|on) {TOOLS}\b,? ?(?:here|in"
    rf" this|for|not|now|instead|$|[.!,])",
    rf"{START}(?:please )?(?:always )?(?:answer|respond|reply|speak|talk|write|communicate)(?: to me| back)?(?: only|"
    rf" always)? in {LANGUAGES}\b|\b(?:no|without|avoid|don't use|do not use|stop using) (?:any )?(?:emojis?"
    rf"|em[- ]dashes)\b(?! (?:in the (?:ui|app|page|menu)))",
    rf"{START}(?:please )?(?:keep|make) (?:your|all|the|my) (?:answers?|responses?|replies|explanations|summaries"
    rf"|commit messages|comments) (?:more )?(?:short|brief|concise|terse|small)\w*\b|\bbe (?:more )?(?:concise|brief)"
    r" (?:in|when|with)\b",
    r"\b(?:all |every |your |our |the )?(?:commit messages?|branch names?|prs|pull requests) (?:should|must|have to"
    r"|need to) (?:always |never |all )?(?:be|follow|use|start|include|have|not|begin|contain|mention)\b",
    rf"{START}(?:please )?remember,? (?:that )?(?:we (?:use|never|always|only|don't|do not)|i (?:always|never|prefer"
    rf"|only|hate|like)|you (?:must|should|can't|are not|have to|need to)|never|always)\b",
    r"\b(?:write|create|crete|add|make|draft|define) (?:me )?(?:an?|another|new|one more) (?:new )?(?:cursor|project"
    r"|claude|agent|coding|workspace) rules?\b",
)
