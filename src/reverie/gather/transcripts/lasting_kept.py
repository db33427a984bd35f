"""Lasting requests that name where an agent keeps its rules: CLAUDE.md and its kin, its memory, a skill."""

from __future__ import annotations

from reverie.gather.transcripts.lasting import any_of

_FILES = (
    r"(?:(?:claude|agents?|gemini)[ .]?md|conventions\.md|(?:soul|user|identity|tools|heartbeat)\.md|rule ?set|(?:your"
    r"|the|claude'?s?|project|auto|long[- ]term)? ?memor(?:y|ies)|(?:\w+"
    r" )?(?:cursor|agent|ai)(?:'s)? ?(?:rules?|guidelines|instructions)(?: files?)?|\.cursorrules"
    r"|(?:\.github/)?copilot[-_ ]instructions(?:\.md)?|rules? files?|(?:project(?:'s)?|workspace|repo(?:'s)?|coding"
    r"|team) rules?|[\w./@-]*\.mdc(?: rule)?)"
)

# Files in which only an agent's own ways are written down.
_OWN = r"(?:your (?:own )?(?:soul|identity|agents?|tools|user)|(?:the )?(?:soul|identity|agents?))\.md"

KEPT = any_of(
    r"\bupdate your (?:own )?(?:soul|identity|agents?|tools|user)\.md\b(?! (?:pars|read|load|generat|templat))"
    rf"|\b(?:update|rewrite|change) {_OWN}(?: file)? with (?:the following|these|this|strict|new)\b|\bread {_OWN}[.,;]?"
    rf" (?:now |and |then )*(?:rewrite|change|update)\b",
    rf"\b(?:add|save|put|store|record|note|persist|document|capture|mention|include|state|log|write down|reference"
    rf"|restore|bake)\b(?!.*\bcommit message\b)[^.?\n]{{0,90}}\b(?:to|in|into|as|at) (?:(?:the )?(?:top|bottom|end"
    rf"|start|beginning) of )?(?:your |the |a |our |my |own |project |@)*(?:root |repo |dotfiles )?{_FILES}\b",
    rf"\b(?:ensure|make sure|see) (?:that's|that is|this is|it's|it is) (?:added|noted|recorded|saved|documented|kept)"
    rf" (?:to|in) (?:the |our |your |my )*{_FILES}\b",
    rf"\b(?:in|to|into) (?:the |our |your |my )*{_FILES},? (?:please )?(?:also )?(?:mention|add|note|say|document"
    rf"|include|write|state|specify|put)\b",
    r"\b(?:document|record|note|keep|save|capture|write) (?:this|that|it)(?: down)? as (?:an? )?(?:\w+ )?(?:learning"
    r"|rule|convention|guideline|lesson|policy|standard|preference)|\bwrite down as a (?:rule|convention)\b",
    r"\b(?:record|write|add|save|put|note|capture|document|include|bake) (?:this|that|it|these|them|(?:a|the)"
    r" rule)\b[^.?\n]{0,30}\b(?:in|into|to) (?:the |this |that |your |my |our )(?:[\w-]+ )?skills?\b",
    r"\bsave (?:(?:this|that|it) )?(?:in|to|into|as) (?:(?:the|teh|your|my|our|general|project) )*memor\w{0,3}\b"
    r"|\bsave memory (?:that|we|i|not)\b",
    rf"\b(?:update|change|extend|adjust|edit|improve|modify|fix|strengthen|amend) (?:your |the |our |my |project "
    rf"|global |overall |main |root )*@?(?:[\w~.-]*/)*{_FILES}(?: (?:and|or) @?{_FILES})*(?: (?:docs?|files?"
    rf"|document))?,? to (?!(?:match|align|reflect"
    rf"|include|contain|use|be|have|point|describe|document|current|latest|v?\d)\b)\w+",
    rf"\b(?:look at|open|take|in|to) @?(?:[\w~.-]*/)*\.?{_FILES} and add [^.?\n]{{0,40}}\brules?\b",
    rf"\b(?:update|change|extend|adjust|edit|improve|modify|fix) (?:your |the |our |my |project |global |overall |main"
    rf" )*@?(?:[\w~.-]*/)*{_FILES}\b[^.?\n]{{0,40}}\b(?:so\b|to (?:say|reflect|acc?om+o?d\w*|include|add|not|never"
    rf"|always|mention|remember|make|require|tell|state|avoid)|that|saying|but make sure|with (?:an?|this|that|these)"
    r" (?:super |new |high |priority )*(?:rule|instruction|convention|preference|learning|item)s?)",
    r"\b(?:write|create|add|make|draft) (?:me )?(?:a|an|another|the) (?:new )?(?:cursor )?(?:rule|instruction) (?:that"
    r"|to(?! the\b)|which|in|so)\b|\binstructions? to live in"
    rf" {_FILES}|\bstatement in {_FILES}",
    r"\bmake (?:an? )?(?:\w+ )?rule (?:for|out of|about) (?:it|this|that)\W*$|^\W*(?:please )?add (?:this|that"
    r"|these) (?:as"
    r" )?(?:an? )?rules?\W*$|\b(?:change|update|amend|extend) (?:the |your |my |our )?global (?:rules?|instructions)\b"
    r"(?=[^?\n]*\byou (?:can|may|should|must|never|always)\b)",
    r"\b(?:extract|turn|make|put|distill?|convert) [^.?\n]{2,80}\b(?:into|as) an? (?:new )?(?:cursor |agent |general"
    r" )?(?:rule|guideline|convention)\b",
    r"\b(?:update|adapt|adjust|change|amend|rewrite) your (?:own )?(?:agent|instruction|rule|memory|persona) ?files?\b"
    r"|\b(?:hard ?-?(?:code|wire)|burn|lock|engrave|etch|commit) (?:this|that|it|these) (?:in|into|to) (?:your"
    r" )?memory\b|\b(?:tell|remind) yourself (?:to|how|that|not|about)\b|\bnote to (?:your)?self\b",
    r"\bupdate (?:your |the )?memor(?:y|ies|u)\b(?! (?:usage|leak|manage|system|bank|module|stor|layer|service|tool"
    r"|feature|section|flag|file|page|view|limit))",
    rf"\bupdate [^.?\n]{{0,60}}{_FILES} with (?:this|these|what|the) (?:new )?(?:learn|lesson|rule|instruct|what"
    r"|insight|finding|preference)\w*",
    r"\bupdate (?:our|your|the|my) [\w -]{3,40}(?:process|playbook|rules|guidelines)\b[^.?\n]{0,60}\b(?:avoid|prevent"
    r"|never)\b",
)
