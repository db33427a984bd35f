"""Less usual words by which people correct an agent, in English. Each is rare, together they are not; the weights are
those of `cues`."""

from __future__ import annotations

from reverie.gather.transcripts.cues import START, cue

_GO = r"(?:look|read|stop|listen|do|use|fix|leave|put|give|answer|follow|think|try|deploy|run|told|said|asked|rule)"
_DONE = r"(?:added|created|made|wrote|put|introduced|did|done|changed|gave|generated|invented|suggested|removed)"

RARE = (
    cue(
        "scolds",
        3.0,
        r"\b(?:morons?|idiots?|dumb ?ass|imbecile|useless piece|piece of (?:shit|crap|garbage))\b|\byou(?:'re| are)?"
        r" (?:so |such an? |just |being |really |a |an )*(?:stupid|dumb|useless|lazy|sloppy|careless|incompetent"
        r"|hopeless)\b",
    ),
    cue("swears", 2.4, rf"\b(?:fucking|fuckin|goddamn|damn) {_GO}\b|{START}(?:wtf|what the (?:fuck|hell|heck))\b"),
    cue(
        "look again",
        1.9,
        r"\b(?:re-?read|look again|think again|pay attention|listen to me|read (?:carefully|properly)|read (?:it|this"
        r"|that|my \w+|the [\w ]{2,20}|what i \w+) (?:again|carefully|properly))\b",
    ),
    cue(
        "take yours out",
        3.0,
        rf"\b(?:remove|delete|drop|get rid of|take out|discard|scrap) (?:that|those|these|it|what(?:ever)?|all"
        rf"|everything|(?:the|all the|any) [\w ]{{2,30}}?) (?:that |which )?you(?:'ve| have|'d| had| just)* {_DONE}\b"
        rf"|\bi (?:discarded|removed|deleted|threw away|restored|already restored?|fixed) [\w ]{{0,20}}you(?:r"
        rf"|'ve)?\b",
    ),
    cue(
        "do it over",
        1.8,
        START + r"redo\b|\b(?:do over|start over|do (?:it|this|that) (?:over|properly|correctly|right(?! (?:now|away"
        r"|here))))\b",
    ),
    cue(
        "did you even",
        2.4,
        r"\b(?:did|have) you (?:even|actually|really|seriously)\b(?! (?:know|want))|\bdo you (?:even|not) \w+",
        rf"(?:{START}|\bbut )you (?:only|just|merely) (?:did|changed|added|fixed|updated|made|gave|wrote|removed|moved"
        r"|copied|renamed|took|created|tested|ran|looked|repeated)\b",
    ),
    cue(
        "we agreed",
        1.6,
        r"\bwe(?:'ve| have| had)?(?: already| just| all| both)* (?:agreed|decided|discussed|established|went (?:over"
        r"|through))\b|\bas (?:we )?(?:agreed|(?:have )?discussed)\b|\bdid we not\b",
    ),
    cue(
        "reminds",
        1.1,
        START + r"(?:no,? )?remember,? (?:that )?(?:we|it|this|is|you|the)\b(?! (?:should|must"
        r"|need)\b)",
    ),
    cue(
        "backwards",
        2.0,
        r"\b(?:got|have|has|had|it's|is|are|was|were|did) (?:it|this|that|them|these|those|the \w+)? ?(?:all"
        r" )?(?:backwards?|reversed|swapped|inverted|mixed up|upside down|the wrong way)\b",
    ),
    cue(
        "annoyed",
        0.8,
        r"(?:^|\n|[.!?] )\W*(?:ugh+|sigh|smh|bruh|jfc|omfg|argh+|gah|god ?damn(?:it)?|oh my god|come one|for real)\b",
    ),
    cue(
        "not about that",
        2.9,
        r"\byou(?:'re| are|'ve| have)? (?:misunder\w+|missing the point|missed the point|not getting)\b"
        r"|\bmisunderst(?:anding|ood) (?:me|what|the|my)\b|\bi(?:'m| am| was) not (?:asking|talking|saying"
        r"|referring)\b|\bthat(?:'s| is| was) (?:not the|beside the) (?:point|question|goal|task|issue)\b",
    ),
    cue(
        "wrong claim",
        3.4,
        r"\b(?:statement|claim|assumption|conclusion|diagnosis|analysis|understanding|interpretation|premise"
        r"|reasoning)s? (?:is|was|are|were|seems?|looks?)(?:n't)? (?:\w+ )?(?:wrong|incorrect|false|off|flawed|not"
        r" (?:correct|right|true)|(?<=n't )(?:correct|right|true))\b",
    ),
    cue(
        "sounds wrong",
        2.2,
        r"\b(?:that|this|it)(?: \w+){0,2} (?:doesn't|does not) (?:sound|look|seem) (?:quite |very )?(?:right|rigth"
        r"|correct)\b(?=[,.!\n]|$)",
    ),
    cue(
        "you can yourself",
        3.4,
        r"\byou (?:can|could) (?:do|create|write|make|run|test|find) [\w .]{2,50} yourself\b|\byou (?:can|could|should"
        r" be able to) (?:do|run|check|execute|test|access|find|see|read) (?:that|it|this|them|those)?,? ?(?:too"
        r"|yourself|by yourself|on your own)\b|(?:^|[.,;:] )(?:but |and )?you (?:do |already )?have (?:full |direct"
        r" )?(?:access|the (?:tools?|permissions?|credentials))\b",
    ),
    cue(
        "only this",
        3.0,
        START + r"(?:\w+ )?(?:just|only) (?:the |in |on |to )?[^.?,\n]{2,50},? not (?:the|in|on|to|my|our|all)\b",
    ),
    cue(
        "going in circles",
        2.8,
        r"\byou(?:'re| are| seem to be| seem| appear to be| keep)? (?:kind of |a bit |completely |just |now )*(?:stuck"
        r"|going (?:in|around in) circles|overthinking|trapped|looping|spiral+ing|going off|off track|guessing)\b",
    ),
    cue(
        "not the way",
        3.0,
        r"\bi (?:really |also |still )?(?:don't|do not) th?ink .{2,30} is (?:the|a|an) (?:right |good |best )?(?:way"
        r"|idea|approach|move|solution)\b",
    ),
    cue(
        "do not, briefly",  # in a long text it is a condition of the task
        0.4,
        START + r"(?:do ?n.?t|do not|let'?s not|never(?! ?mind)|avoid)\b(?! (?:worry|forget|you think|hesitate|mind"
        r"|know|stop|have|we|understand|remember|believe|care)\b)[^\n]{0,90}\Z",
    ),
    cue(
        "sounds made",
        2.4,
        r"\b(?:reads|sounds|looks|feels) (?:\w+ ){0,2}(?:like (?:an? )?(?:robot|ai|chatgpt|llm|bot)|robotic|ai[- ]"
        r"(?:generated|written|ish))\b",
    ),
    cue(
        "I doubt",
        1.4,
        r"\bi (?:really |also |still )?(?:don't|do not) th?ink\b(?! (?:we|you|this|that|it|the)\b)|\bi doubt\b",
    ),
    cue(
        "is already",
        1.2,
        r"^\W*(?:[\w./@`'-]+ ){1,6}(?:is|are|was|were|has been|have been) already \w+|^\W*(?:it|that|this|they)"
        r" already \w+",
    ),
)
