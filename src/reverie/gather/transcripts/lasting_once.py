"""Lasting requests as few people put them. Most forms were met once or twice among twenty thousand messages and were
right there; together they told a fifth of the requests that were known when they were written."""

from __future__ import annotations

import re

from reverie.gather.transcripts.lasting import START, any_of

_THIS = r"(?:this|that|it|these|them|all of this)"
_ACT = r"(?:sign|commit|push|see|use|get|do|have|create|write|run|read|hear)"
_DOING = (
    r"(?:edit|committ|push|runn|creat|modify|touch|chang|writ|us|guess|delet|mov|mak|add|install|merg|deploy|skipp"
    r"|mock)ing"
)
_WORK = (
    r"(?:new |of our |our |the |your |future )*(?:code|changes|commits|prs|pull requests|work|features|docs"
    r"|documentation|scripts|plans|specs)"
)

_HANDS = (  # what an agent does with its hands
    r"(?:commit|push|run|edit|chang|touch|modify|delet|creat|add|refactor|deploy|install|regenerat|re-?seed|rewrit|updat"
    r"|us|writ|mak|remov|reset|merg|renam|mov|generat|start|restart|rebas|format)(?:e|es|ing|ting)?"
)
_ENDS = r"(?=\s*(?:[.!,;:)]|$|-\s| and\b))"

ONCE = any_of(
    # who runs what
    r"\bno need to (?:do|run|start|restart) (?:that|this|it|them) yourself\b|\bi(?:'m| am) already running the (?:dev"
    r" |local )?server\b|\bi(?:'ll| will) (?:manage|run|start|restart|handle) (?:it|that|the (?:dev |local )?server|the"
    r" app) myself\b",
    r"\b(?:do not|don't|never|stop) ask(?:ing)? me for (?:\w+ )?(?:confirmation|choices|permission|approval) (?:or|and)"
    r" \w+|\bdo it yourself,? without asking\b|\bdon'?t (?:just )?tell me what to do\b",
    r"\b(?:do not|don't|never) (?:ever )?touch (?:anything|any (?:of the )?(?:files?|code)|any) (?:in|under|inside"
    r"|within|outside)\b",
    rf"\byou (?:should|must)(?: not|n't) be {_DOING} [^.?\n]{{0,40}}\b(?:in|to|from|on|under|outside) the \w+",
    rf"\bis an? (?:\w+ )?no[- ]no\b|\ball {_WORK} (?:should|must|needs? to|ha(?:ve|s) to) (?:always |also )?(?:pass|go"
    rf" through|follow|live in|end with|start with|include)\b",
    rf"\bi (?:don't|do not) want (?:you )?to {_ACT} [^.?\n]{{2,40}} any ?more\b|\bi (?:don't|do not) (?:want|need)"
    rf" (?:an?|any|these|those|more) (?:\.?md|markdown|readmes?|summary)(?: files?| docs?)?\b",
    r"\bwe (?:don't|do not) (?:want to )?(?:use|do|need|want|have)\b[^.?\n]{2,60}\bever\b",
    rf"{START}remember,? (?:that )?(?:we(?:'re| are) (?:not|no longer) \w+|i (?:can't|cannot) \w+)",
    rf"{START}remember\s*[:—–-]\s*\w+|{START}remember,? (?:that )?(?:the|our|my) (?:[\w-]+ ){{1,5}}(?:is|are|lives?"
    rf"|runs?)\b|\b(?:keep|bear) in mind,? (?:that )?our (?:[\w-]+ ){{1,4}}(?:is|are|lives?|runs?|uses?)\b",
    r"\b(?:don'?t|do not|never) forget,? that (?:the|our|my) (?:[\w-]+ ){1,5}(?:is|are|lives?|runs?|uses?)\b|\bnote for"
    r" (?:the )?(?:future|next time)\s*[,:]",
    r"\bi(?:'d like| want| would like| prefer) to avoid [^.?\n]{3,60}\b(?:as much as possible|when(?:ever)? possible"
    r"|where(?:ver)? possible|at all costs?)\b",
    rf"{START}before (?:you )?(?:mak|start|do|writ|edit)(?:e|ing)? (?:any |the |new )?(?:changes?|edits?|work|code"
    r"|coding|features?),? (?:please )?(?:don'?t forget to|do not forget to|remember to|make sure (?:to|you))\b",
    r"\b(?:check|verify|test|confirm|look up) [^.?\n]{2,50} before you (?:say|claim|tell|suggest|answer|respond|assume"
    r"|state|recommend)\b",
    r"\b(?:us|uk|british|american) (?:english|spelling) everywhere\b|\bin perpetuity\b|\bi (?:\w+ )?remind you (?:of"
    r"|the|that|to)\b",
    r"\bi (?:\w+ )?prefer (?:well|slow|small|clean|simple|explicit|short|plain|careful)\w*\b[^.?\n]{3,60} (?:to|over"
    r"|rather than) \w+",
    r"\bmake sure (?:you |that |to )?[^.?\n]{2,40}\b(?:everything|anything|whatever) you (?:write|create|commit|push"
    r"|generate|produce|post)\b",
    r"\bnext time,? (?:if|when) (?:you|i|we)\b[^.?\n]{3,90}, ?(?:please )?(?:tell|ask|show|let|run|check|use|do|don't"
    r"|you|make|stop|wait)\b",
    r"\byou (?:have to|must|should|need to|will) [^.?\n]{3,70} when(?:ever)? i (?:tell|ask|say)\b|^\W*(?:please )?"
    r"(?:just )?call me \w+\W*$",
    r"\b(?:naming )?conventions? (?:of|for) (?:the |our |all )?[\w-]+(?: [\w-]+)? (?:is|are)\b(?! (?:that|not)\b)",
    r"\bkeep(?:ing)? [^.?\n]{2,40}\b(?:updated|up[- ]to[- ]date|in sync|current) (?:as (?:we|you)"
    r" (?:go|progress|prog\w+|work|proceed|develop|move)|at all times|throughout|continuously|constantly)\b|\bshould be"
    r" (?:updated|kept up to date) thr?o?u?gh?out\b",
    rf"\b(?:do not|don't|never|avoid) (?:any more )?(?:ever )?{_HANDS}\b[^.?\n]{{0,80}}\bunless (?:i (?:explicitly"
    r"|specifically|expressly) (?:ask|say|tell|request|instruct|approve|want)|explicitly (?:required|asked|told"
    r"|requested|instructed)(?! (?:by (?:the|a)|via|with|through|in)\b))",
    rf"(?:{START}|\band )(?:only |always )?use (?:it|that|this|the [\w -]{{2,30}}|[\w-]{{2,20}}) for (?:all|every|any)"
    rf" (?:the |your |of your )?(?:(?:shell|bash|terminal|git|cli) )?commands?{_ENDS}",
    r"\(always us(?:e|ing) [^()\n]{3,60}!+\)",
    rf"{START}rem+e?m+[be]{{1,3}}r[,:!]? no \w+[,;] only \w+{_ENDS}",
    rf"{START}remember to (?:always )?(?:use|check|consult|follow|read) (?:the |your |my |our )?(?:skills?|mcps?"
    rf"|mcp tools?|sub-?agents?|agents\.md|claude\.md|guidelines|rules){_ENDS}",
    r"\b(?:do not|don't|no|stop|never)\b[^.?\n]{3,80}\bun?till? further notice\b",
    rf"{START}no (?:more )?(?:(?!one\b|thing\b|such\b)[\w-]+ ){{1,3}}ever\b",
    r"\b(?:don'?t|do not|never) forget to (?:update|keep) (?:this|the|that|our|your) [\w ./-]{0,20}?(?:file|doc|log"
    r"|plan|list) with (?:our|your|the|all) (?:progress|changes|status|work)\b",
    # where it is kept
    r"\b(?:update|improve|change|fix|adjust|amend|extend) (?:the|your|our|my|existing|these)(?: existing)? rules? to"
    r" (?:make sure|ensure)\b[^.?\n]{0,20}\byou",
    r"\b(?:write|create|add|make|draft) (?:me )?an? (?:[\w-]+ ){0,5}(?:operating|general|working|standing|global|house"
    r"|workflow|process) rule (?:that (?:says?|you|we|i|all|every|no|when|before|never|always)|to (?:always|never|not)"
    r"|saying)\b",
    r"\b(?:add|create|write|make|generate) (?:an?|the) (?:agents?|claude|gemini)\.md (?:file )?with (?:all )?(?:of )?"
    r"(?:the |our |these |my )*(?:engineering |design |coding |technical |project )?(?:decisions|constraints|rules"
    r"|conventions|guidelines|standards|principles)\b",
    rf"(?<!can )(?<!could )(?<!we )\b(?:write|note|record|save) {_THIS}(?: down)? somewhere\b",
    rf"\b(?:store|keep|save|file) {_THIS}(?: away)? for (?:future |later )?reference\b",
    rf"\b(?:add|put|save|write|store|keep) {_THIS} (?:to|in|into) (?:your (?:own )?(?:notes|knowledge|context)|the user"
    rf" file)\b",
    r"^\W*(?:please )?update @?(?:agents|claude|gemini)\.md\s*[-–:—]\s*\w+",
    r"\b(?:include|add|put|save|record|write)\b[^.?\n]{0,80}\b(?:in|to|into) the (?:project )?constitution\b",
    r"\b(?:add|log|write|make|create) (?:an?|another|the|new) @?[\w./-]*(?:learnings?|lessons?)[\w./-]*\.md entry\b",
    r"\bwe(?:'re| are) making (?:it |this )?a rule\b|\blet'?s make (?:it )?an? (?:new )?rule\b",
    r"\b(?:make|create|write|add|turn [^.?\n]{2,40} into) (?:an? )?cursor rules? file\b|\bwrite\b[^.?\n]{3,40}\bto a"
    r" file called `?[\w./@-]*\.mdc\b",
)
# A rule that is written or changed: of the agent's, if the talk is of where those are kept.
A_RULE = re.compile(
    rf"{START}(?:(?:go ahead and|can you|could you|please|let'?s|think about how you can|mention that) )*(?:write"
    r"|create|make|update|modify|improve|amend|extend|change|add|refine|strengthen|rules must)\b(?!.*\b(?:commit"
    r" message|suggestion|index|task for|eslint|lint(?:er|ing)?|firewall|css|alert|validation|business)\b)"
    r"[^.?\n]{0,50}\brules?\b"
)
KEEPER = re.compile(
    r"\.mdc\b|\bcursor[ /]rules|\.cursorrules|(?:claude|agents|gemini)\.md\b|copilot-instructions", re.IGNORECASE
)
