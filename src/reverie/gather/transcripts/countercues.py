"""What speaks against a correction (a bug report about the product, a question, an approval, a new task), and how the
agent answered: it admits, gives way, or was only asked something."""

from __future__ import annotations

from reverie.gather.transcripts.cues import START, cue

AGAINST = (
    cue(
        "approval",
        -0.8,
        START
        + r"(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|good|nice|thanks?|thank you|lgtm|cool|awesome|excellent"
        r"|works|correct|exactly|go ahead|proceed|continue|sounds good|looks good|makes sense|agreed?|fine|do it"
        r"|please do|right|love it|amazing|got it|all good)\b(?!.{0,60}\b(?:but|however|except|though|just that)\b)",
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
        START + r"(?:(?:can|could|would) (?:you|we) (?:also |now |please )*|please |now |next,? |let's |also,? "
        r"|i want (?:you )?to |i'd like (?:you )?to )?"
        r"(?:commit|push|merge|create|implement|build|run|add|write|continue|deploy|open|start|explain|tell me"
        r"|show me|look at|read|check|review|spawn|delegate|investigate|analy[sz]e|generate|plan|update|brainstorm"
        r"|research|summari[sz]e|document|log|make|fix|move|provide|clean)\b",
    ),
    cue(
        "bug report",
        -0.7,
        r"\bwhen (?:i|we|you|the user|users?|one) (?:click|press|open|run|try|tap|hover|select|type|start|scroll"
        r"|navigate|go|log ?in|submit|upload|launch|do|add|create|remove|change)\w*",
        r"\b(?:i|we)(?:'m| am| are)?(?: still| now)? (?:get|gets|getting|see|seeing|got|hit|receive|have) (?:a|an"
        r"|this|the|these|some|that|lots of)\b.{0,40}\b(?:error|warning|exception|crash|failure|message|404|500"
        r"|issue|bug|problem|output)s?\b|\bi (?:do ?n.?t|do not|can't|cannot) see\b",
        r"\b(?:error|exception|traceback|stack ?trace|crash(?:es|ed)?|404|500|undefined|null)\b",
        r"\b(?:the|this|that|my|our) [\w\s-]{2,30} (?:does(?:n't| not)|is(?:n't| not)|are(?:n't| not)|do(?:n't| not)"
        r"|won't|can't|never) (?:work|show|appear|display|load|render|update|open|close|respond|visible|working"
        r"|showing|loading|displayed|refresh|align)\w*|\b(?:not|n't) work(?:ing|s)?\b|\bnothing happens\b",
    ),
    cue(
        "still broken",
        -0.5,
        r"\bstill (?:can't|cannot|doesn't|does not|didn't|isn't|not|getting|get|have|see|nothing|blank"
        r"|the same"
        r"|empty)\b|\bi still\b|\b(?:did(?:n't| not)|does(?:n't| not)) (?:work|fix|help|show|change anything)\b"
        r"|\bit (?:was|is|'s) (?:blank|empty"
        r"|black)\b|\bnow (?:we|i|it|there) (?:have|has|get|see|shows?|says?|is|are)\b",
    ),
    cue("hands over", -1.0, r"\bi forgot to (?:tell|mention|say|add|include|attach)\b|\bfor reference\b|\bfyi\b"),
    cue(
        "asks how",
        -0.6,
        START + r"(?:q(?:uestion)?:\s*)?(?:what|how|when|where|which|who|does|did|will|any|do (?:we|you|i|they)|is"
        r"|are (?:we|there|the|these|they)|can (?:i|we(?! (?:undo|revert|not|please|just|go back)\b)))\b",
    ),
    cue(
        "later",
        -0.8,
        r"^\W*also\b|\b(?:next|one more thing|another (?:thing|issue|bug|feature|idea)|new (?:feature|task|issue"
        r"|idea)|also,|while (?:we're|you're) (?:here|at it))\b",
    ),
    cue(
        "idle",
        -2.8,
        r"^\W*(?:(?:please|let's|you can)? ?(?:continue|go on|go|resume|proceed|keep going|carry on|try again|retry)"
        r"(?: please)?|hi|hello|hey|test|ok|weiter|继续|続けて|continua|continúa|продолжай|@agent try again)\W*$",
        r"\b(?:and|then|please|can|now) (?:continue|go on|proceed|resume)\W*$|^implement the plan as specified\b",
    ),
)
# What the agent answers when it sees that it was wrong, or that it was only asked something.
REPLY = (
    cue(
        "you are right",
        1.9,
        r"^.{0,45}\byou(?:'re| are)(?: absolutely| completely| quite| totally| so)? (?:right|correct)\b(?! (?:now"
        r"|here|away|to (?:suspect|ask|be|wonder|worry|notice|want|expect|check)))",
    ),
    cue(
        "apologises",
        1.8,
        r"^.{0,120}\b(?:my (?:mistake|bad|apolog\w+)|i apologi[sz]e|apologies|sorry|i misunderst\w+|i misread"
        r"|i overlooked|i was"
        r" wrong"
        r"|i should(?:n't| not)? have|i shouldn't|i made that up|i missed|i was confus\w+|no good reason|fair"
        r" challenge)",
        r"^.{0,40}(?:entschuldig|tut mir leid|désolé|lo siento|xin lỗi|perdón|desculp|scus[ia]|извин|прости|抱歉"
        r"|对不起|申し訳"
        r"|すみません|失礼|죄송)",
    ),
    cue(
        "concedes",
        1.2,
        r"^\W*(?:oh,? |ah,? |yep,? )?(?:fair\b|100% fair|honest answer|good (?:catch|point|call|idea|thinking"
        r"|observation|instinct)|fair (?:point|enough)"
        r"|great (?:catch|point|observation)|that's a (?:much )?(?:better|good|fair|great)|nice catch|excellent"
        r" (?:point"
        r"|catch)|i agree|agreed|that's (?:right|true|fair|correct)|that changes|good (?:addition|constraint"
        r"|correction)"
        r"|no strong reason|you may be right)",
        r"^\W*(?:du hast recht|stimmt|tu as raison|vous avez raison|tienes (?:toda la )?razón|masz rację"
        r"|bạn (?:nói )?đúng|você tem razão"
        r"|hai ragione|ты прав|вы"
        r" правы"
        r"|你说得对|您说得对|你说的对|おっしゃる通り|ご指摘)",
    ),
    cue(
        "undoes",
        1.2,
        r"^.{0,100}\b(?:i'll|i will|let me|i'm|i am|let's) (?:just |now )?(?:revert|undo|restor|roll(?:ing)? back"
        r"|put(?:ting)? back|simplif"
        r"|remov|drop|switch|scrap|rework|redo|correct|paus|tighten)\w*|^\W*(?:reverted|undone|undoing|restor(?:ed"
        r"|ing)|removed|dropped"
        r"|scrap\w*|leaving|corrected|switching|simplif\w+)\b|^.{0,60}\bi (?:won't|will not|will stop|'ll stop)\b",
    ),
    cue("yields", 1.5, r"^\W*(?:understood|i understand|got it|ah\b|oh\b|right\b|noted|that clarifies)"),
    cue("mends", 0.4, r"^.{0,80}\b(?:let me|i'll|i will) (?:fix|change|align|skip|leave|reclassify)\b"),
    cue("thanks", -0.4, r"^\W*(?:you're welcome|glad|great!|perfect!|excellent!|happy to)"),
)
