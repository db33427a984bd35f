"""What speaks against a correction (a bug report about the product, a question, an approval, a new task), and how the
agent answered: it admits, gives way, or was only asked something."""

from __future__ import annotations

from reverie.gather.transcripts.cues import START, cue

AGAINST = (
    cue(
        "approval",
        -0.6,
        START
        + r"(?:yes|yep|yeah|yup|sure|ok(?:ay)?|perfect|great|good|nice|thanks?|thank you|lgtm|cool|awesome|excellent"
        r"|works|correct|exactly|go ahead|proceed|continue|sounds good|looks good|makes sense|agreed?|fine|do it"
        r"|please do|right|love it|amazing|got it|all good)\b(?!.{0,40}\b(?:but|however|except|though)\b)",
    ),
    cue(
        "choice",
        -0.6,
        r"^\W*(?:(?:option|let's go with|go with|both|either)\s+)?(?:\d|[a-e])\W*(?:$|\n|\s(?:and|but|is|please|for"
        r"|sounds?|seems?|does|looks?)\b)",
    ),
    cue(
        "new task",
        -0.4,
        START + r"(?:(?:can|could|would) (?:you|we) (?:also |now |please )*|please |now |next,? |let's |also,? "
        r"|i want (?:you )?to |i'd like (?:you )?to )?"
        r"(?:commit|push|merge|create|implement|build|run|add|write|continue|deploy|open|start|explain|tell me"
        r"|show me|look at|read|check|review|spawn|delegate|investigate|analy[sz]e|generate|plan|update|brainstorm"
        r"|research|summari[sz]e|document|log)\b",
    ),
    cue(
        "bug report",
        -0.5,
        r"\bwhen (?:i|we|you|the user|users?|one) (?:click|press|open|run|try|tap|hover|select|type|start|scroll"
        r"|navigate|go|log ?in|submit|upload|launch|do)\w*",
        r"\b(?:i|we)(?:'m| am| are)?(?: still| now)? (?:get|gets|getting|see|seeing|got|hit|receive|have) (?:a|an"
        r"|this|the|these|some|that|lots of)\b.{0,40}\b(?:error|warning|exception|crash|failure|message|404|500"
        r"|issue|bug|problem|output)s?\b",
        r"\b(?:error|exception|traceback|stack ?trace|crash(?:es|ed)?|404|500|undefined|null)\b",
        r"\b(?:the|this|that|my|our) [\w\s-]{2,30} (?:does(?:n't| not)|is(?:n't| not)|are(?:n't| not)|do(?:n't| not)"
        r"|won't|can't|never) (?:work|show|appear|display|load|render|update|open|close|respond|visible|working"
        r"|showing|loading|displayed|refresh|align)\w*",
    ),
    cue(
        "question",
        -0.35,
        r"\b(?:do you think|can you confirm|what do you think|is (?:it|this|that) (?:possible|feasible|ok))\b",
        r"^[^.!\n]{0,160}\?\W*$",
        r"^\W*(?:what|how|when|where|which|who|is|are|does|do|can|could|did|will|would|any)\b[^.\n]*\?\W*$",
    ),
    cue(
        "later",
        -0.4,
        r"^\W*also\b|\b(?:next|one more thing|another (?:thing|issue|bug|feature|idea)|new (?:feature|task|issue"
        r"|idea)|also,|while (?:we're|you're) (?:here|at it))\b",
    ),
    cue(
        "idle",
        -1.2,
        r"^\W*(?:continue|go on|go|resume|proceed|keep going|carry on|try again|retry|hi|hello|hey|test|ok|weiter|继续"
        r"|続けて|continua|continúa)\W*$",
        r"\b(?:and|then|please|can|now) (?:continue|go on|proceed|resume)\W*$",
    ),
)
# What the agent answers when it sees that it was wrong, or that it was only asked something.
REPLY = (
    cue(
        "admits",
        1.0,
        r"^.{0,45}\byou(?:'re| are)(?: absolutely| completely| quite| totally| so)? (?:right|correct)\b(?! (?:now"
        r"|here|away))|^\W*(?:oh,? |ah,? |yes,? |hm+,? |ok(?:ay)?,? |no,? )?(?:you(?:'re| are)(?: absolutely"
        r"| completely| quite| totally| so)? (?:right|correct)|my (?:mistake|bad|apolog\w+)|i apologi[sz]e|apologies"
        r"|sorry|i misunderst\w+|i was wrong|i should(?:n't| not)? have|i shouldn't)",
    ),
    cue(
        "concedes",
        0.5,
        r"^\W*(?:oh,? |ah,? )?(?:good (?:catch|point|call|idea|thinking|observation)|fair (?:point|enough)"
        r"|great (?:catch|point)|that's a (?:much )?(?:better|good|fair|great)|nice catch|excellent (?:point|catch)"
        r"|i agree|agreed|that's (?:right|true|fair|correct)|that changes|good (?:addition|constraint|correction)"
        r"|fair challenge)",
    ),
    cue(
        "yields",
        0.3,
        r"^\W*(?:understood|got it|ah\b|i see\b|right\b|noted)|^.{0,80}\blet me (?:fix|correct|redo|revert|undo"
        r"|simplify|rework|remove|change|restore)\b",
    ),
    cue(
        "answers",
        -0.35,
        r"^\W*(?:great|good|excellent|interesting) question|^\W*(?:yes|no)\b[,—.-](?!.*\byou're right)",
    ),
    cue("thanks", -0.4, r"^\W*(?:you're welcome|glad|great!|perfect!|excellent!|happy to)"),
)
