"""What speaks against a correction: a bug report about the product, a question, an approval, a new task, words of
somebody else."""

from __future__ import annotations

from reverie.gather.transcripts.cues import START, cue

AGAINST = (
    cue(
        "approval",
        -0.8,
        START
        + r"(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|good|nice|thanks?|thank you|lgtm|cool|awesome|excellent"
        r"|works|correct|exactly|go ahead|proceed|continue|sounds good|looks good|makes sense|agreed?|fine|do it"
        r"|please do|right|love it|amazing|got it|all good|you(?:'re| are)(?: absolutely| totally| completely)?"
        r" (?:right|correct))\b(?!.{0,60}\b(?:but|however|except|though|just that|mais"
        r"|pero|aber|mas|но|ale)\b)",
    ),
    cue(
        "choice",
        -1.1,
        r"^\W*(?:(?:option|let's go with|go with|both|either)\s+)?(?:\d|[a-e])\W*(?:$|\n|\s(?:and|but|is|please|for"
        r"|sounds?|seems?|does|looks?)\b)",
    ),
    cue("answers in order", -2.3, r"^\W*1[.):]? .{0,400}(?:\n|\s)2[.):]? "),
    cue(
        "new task",
        -1.4,
        START + r"(?:(?:can|could|would) (?:you|we) (?:also |now |please )*|please |now |next,? |let's |also,? |i want"
        r" (?:you )?to |i'd like (?:you )?to )?(?:commit|push|merge|create|implement|build|run|add|write|continue"
        r"|deploy|open|start|explain|tell me|show me|look at|read|check|review|spawn|delegate|investigate|analy[sz]e"
        r"|generate|plan|update|brainstorm|research|summari[sz]e|document|log|make|fix|move|provide|clean)\b",
    ),
    cue(
        "bug report",
        -0.7,
        r"\bwhen (?:i|we|you|the user|users?|one) (?:click|press|open|run|try|tap|hover|select|type|start|scroll"
        r"|navigate|go|log ?in|submit|upload|launch|do|add|create|remove|change)\w*",
        r"\b(?:i|we)(?:'m| am| are)?(?: still| now)? (?:get|gets|getting|see|seeing|got|hit|receive|have) (?:a|an|this"
        r"|the|these|some|that|lots of)\b.{0,40}\b(?:error|warning|exception|crash|failure|message|404|500|issue|bug"
        r"|problem|output)s?\b|\bi (?:do ?n.?t|do not|can't|cannot) see\b",
        r"\b(?:error|exception|traceback|stack ?trace|crash(?:es|ed)?|404|500|undefined|null)\b",
        r"\b(?:the|this|that|my|our) [\w\s-]{2,30} (?:does(?:n't| not)|is(?:n't| not)|are(?:n't| not)|do(?:n't| not)"
        r"|won't|can't|never) (?:work|show|appear|display|load|render|update|open|close|respond|visible|working"
        r"|showing|loading|displayed|refresh|align)\w*|\b(?:not|n't) work(?:ing|s)?\b|\bnothing happens\b",
    ),
    cue(
        "still broken",
        -1.2,
        r"\bstill (?:can't|cannot|doesn't|does not|didn't|isn't|not|getting|get|have|see|nothing|blank|the same"
        r"|empty)\b|\bi still\b|\b(?:did(?:n't| not)|does(?:n't| not)) (?:work|fix|help|show|change anything)\b|\bit"
        r" (?:was|is|'s) (?:blank|empty|black)\b|\bnow (?:we|i|it|there) (?:have|has|get|see|shows?|says?|is|are)\b",
    ),
    cue(
        "quotes another",
        -4.5,
        START + r"(?:he|she|they|(?:my|our|the) (?:boss|client|lead|manager|customer|colleague|reviewer|user)s?"
        r"|[a-z]+bot|copilot|coderabbit|gemini|chatgpt|gpt|claude code) (?:is |are |was |just )?(?:say(?:s|ing)?|said"
        r"|wrote|told|replied|answered|commented)\b|\b(?:got|received|here is|here's|this is) (?:this|the|some|a)"
        r" (?:\w+ )?(?:feedback|review|comment|reply|response|message)s?\b.{0,20}:",
    ),
    cue(
        "own slip",
        -3.0,
        r"\bi (?:just |have |accidentally |mistakenly |must have )*(?:committed|pushed|pasted|ran|deleted|typed|sent"
        r"|opened|merged|copied|selected|messed up|mistyped)\b[^.?\n]{0,60}\b(?:wrong|mistake|accident)",
        r"^\W*(?:sorry|oops)\b[^?\n]{0,60}\b(?:(?:it|that) was|i (?:sent|gave|used|meant to)) (?:the |a |my )?wrong\b",
        r"\bi (?:didn't|did not) mean to (?:interrupt|stop|press|hit|cancel|reject|send)\b",
    ),
    cue(
        "hands over",
        -1.0,
        r"\bi forgot to (?:tell|mention|say|add|include|attach)\b|\bfor reference\b|\bfyi\b"
        r"|\bi (?:just )?reali[sz]ed (?:something|that i|i|my)\b",
    ),
    cue(
        "asks how",
        -0.6,
        START + r"(?:q(?:uestion)?:\s*)?(?:what|how|when|where|which|who|does|did|will|any|do (?:we|you|i|they)|is|are"
        r" (?:we|there|the|these|they)|can (?:i|we(?! (?:undo|revert|not|please|just|go back)\b)))\b",
    ),
    cue(
        "later",
        -0.8,
        r"^\W*also\b|\b(?:next(?! to\b)|one more thing|another (?:thing|issue|bug|feature|idea)|new (?:feature|task"
        r"|issue|idea)|also,|while (?:we're|you're) (?:here|at it))\b",
    ),
    cue(
        "idle",
        -2.8,
        r"^\W*(?:(?:please|let's|you can)? ?(?:continue|go on|go|resume|proceed|keep going|carry on|try again|retry)"
        r"(?: please)?|hi|hello|hey|test|ok|weiter|继续|続けて|continua|continúa|продолжай|@agent try again)\W*$",
        r"\b(?:and|then|please|can|now) (?:continue|go on|proceed|resume)\W*$|^\W*(?:please )?implement (?:the|this)"
        r" (?:following )?plan\b",
    ),
)
