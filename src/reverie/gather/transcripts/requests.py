"""Lasting requests: what a person wants kept in mind beyond this task. Told apart from instructions for now and from
sentences about the product, in which `always` and `never` are just as common."""

from __future__ import annotations

import re

from reverie.gather.transcripts.moments import Moment
from reverie.gather.transcripts.phrases import quote, sentences, without_code


def _any(*forms: str) -> re.Pattern[str]:
    return re.compile("|".join(forms), re.IGNORECASE)


# What only an agent does while it works; a product shows, returns, renders, sends.
_DEEDS = "(?:make sure|double[- ]check|{})".format(
    "|".join(
        "use using run running rerun commit committing push pushing ask asking check checking write writing read"
        " reading test testing format lint prefer follow say ensure include put start begin stop edit modify change"
        " touch delete remove merge rebase squash install assume guess mention add create do work try keep reply"
        " respond answer explain verify confirm review look search grep consult refer document update bump branch open"
        " fix skip disable mock hardcode hard-code leave break rewrite refactor implement build deploy release force"
        " amend sign plan present propose suggest wait be go call import name choose pick spawn delegate provide give"
        " tell speak talk stage tag cd".split()
    )
)
_POLITE = (
    r"(?:^|[,;:—–-]\s+|\b(?:and|but|so|also|then|please|pls|ok(?:ay)?|no|yes|claude|hey|just|remember|note|btw"
    r"|anyway)[,:]?\s+)"
)
_YOU = r"\byou (?:should|must|need to|have to|can|may|are to|shall|will|do|should've|ought to)\s+"
_EVER = (
    rf"(?:always|never|don'?t (?:you )?ever|do not ever|under no circumstances|at no time)\s+(?:again\s+)?{_DEEDS}\b"
)

_LASTING = _any(
    rf"{_POLITE}(?:please\s+)?{_EVER}",
    rf"{_YOU}(?:always|never)\s+\w+",
    r"\bi (?:always|never|do(?:n't| not) ever) want (?:you|to see you|us)\b",
    rf"\b(?:we|i) (?:always|never|only ever) {_DEEDS}s?\b",
    r"\b(?:from (?:now|here) on(?:wards?)?|going forwards?|moving forwards?|henceforth"
    r"|for (?:all )?future (?:\w+ )?(?:sessions?|tasks?|work|changes?|commits?|prs?|reference)(?=,"
    r"|\s+(?:please|always|never|use|you|we should))"
    r"|in (?:all )?(?:the )?future(?: \w+){0,2}(?=[,.!]|\s+(?:please|always|never|don't|do not|you|make|use"
    r"|when|we|i)\b|$)|next time(?! (?:i|it|we|the|around))|every time you|each time you|any ?time you)\b",
    r"\bwhenever (?:you|we) (?:\w+ ){0,2}(?:make|change|edit|commit|add|write|create|finish|fix|touch|modify"
    r"|push|run|implement|update|complete|work|need)\b",
    r"\b(?:remember|keep in mind|bear in mind|don'?t forget|be aware|take note|note for (?:later"
    r"|the future))(?:,| also| always| please|:)* (?:that |to always |to never |we |our |i |this (?:project"
    r"|repo)|the (?:rule|convention)|never |always )",
    r"\bmemori[sz]e\b|\b(?:never|not|doesn't|don't|won't) (?:let (?:this|that|it) )?(?:happens?|repeats?"
    r"|occurs?|do (?:this|that|it))(?: ever)? again\b",
    r"\b(?:should|must|shall|may)(?:n't| not) (?:be )?\w+(?: \w+){0,2} ever\b|\b(?:should"
    r"|must) never be (?:edited|changed|updated|committed|touched|modified|used|pushed|deleted|merged"
    r"|hard-?coded)\b",
    r"\b(?:remember|memori[sz]e) (?:this|that|it)(?: (?:for|as|in|so|going|from|rule|preference|convention"
    r"|next)\b|\s*[.!:]|\s*$)",
    r"\b(?:add|save|put|store|write|record|note|persist|document|capture|commit|include"
    r"|make sure)\b[^.?\n]{0,80}\b(?:to|in|into|as) (?:your |the |a |our |project |auto "
    r"|long[- ]term )*(?:memory|memories|claude\.md|agents\.md|gemini\.md|rules? file|cursor ?rules"
    r"|copilot-instructions)\b",
    r"\b(?:in|to|into) (?:the |our |your )*(?:agents|claude"
    r"|gemini)[ .]?md\b,? (?:please )?(?:also )?(?:mention|add|note|say|document|include|write|state|specify"
    r"|put)\b",
    r"\b(?:document|record|note|keep|save|capture|write) (?:this|that"
    r"|it)(?: down)? as (?:an? )?(?:\w+ )?(?:learning|rule|convention|guideline|lesson|policy|standard"
    r"|preference)",
    r"\bupdate (?:your |the |our |project )*(?:memory|claude\.md|agents\.md)\b[^.?\n]{0,20}\b(?:so|to (?:say"
    r"|reflect|not|never|always|mention|remember|make|require|tell|state)|that|saying|with (?:this|that"
    r"|these) (?:rule|instruction|convention|preference|learning)s?)",
    r"\b(?:in|for|on|across|throughout) (?:this|our|the) (?:whole |entire )?(?:repo(?:sitory)?|project"
    r"|code ?base|team|monorepo|org(?:anization)?)[, ]+(?:we|please|you|always|never|use|don't|do not|i)\b",
    r"\b(?:we|i) (?:do(?:n't| not)|never|only|always|generally|usually|typically|prefer to|like to"
    r"|try (?:not )?to) [^.?\n]{2,80}\b(?:here|in (?:this|our) (?:repo(?:sitory)?|project|code ?base|team"
    r"|company|tests?))\b",
    r"\b(?:as a (?:general )?(?:rule|principle|policy|convention)|(?:my|our|the|a) (?:general |hard |golden "
    r"|new |standing |house )?(?:rule|convention|policy|guideline|standard|preference|practice)s?(?: here"
    r"| of thumb)? (?:is|are|:)|standing (?:order|instruction|rule)|rule of thumb)\b",
    r"\bmake (?:it|this|that) a (?:rule|habit|convention|policy)\b|\bby default,? (?:please |you should "
    r"|always |use |don't |do not )",
    rf"{_POLITE}(?:please )?stop (?:adding|using|asking|running|writing|putting|creating|making|committing"
    rf"|pushing|saying|doing|changing|assuming|guessing|including|generating|apologi[sz]ing|trying)\b",
    rf"{_POLITE}(?:don'?t|do not) {_DEEDS}\b[^.?\n]{{0,90}}\b(?:ever|again|anymore|any more|unless i"
    rf"|without (?:asking|my|me|permission|approval|checking)|until i (?:say|tell|ask|approve|confirm)"
    rf"|in (?:this|our) (?:repo|project|codebase))\b",
    r"\b(?:only|just) (?:commit|push|merge|deploy|run|create|change|edit)\b[^.?\n]{0,50}\b(?:when|if|after"
    r"|once) i (?:ask|say|tell|approve|confirm|explicitly)\b",
    r"\b(?:prefer|favou?r) [^.?\n]{2,60} (?:over|to|instead of|rather than|whenever|where(?:ver)? possible) ",
)
_OTHER_LANGUAGES = re.compile(
    r"\bab (?:jetzt|sofort)\b|\b(?:in zukunft|zukünftig|künftig)\b|\bmerk(?:e)? dir\b|\b(?:nie wieder|niemals"
    r"|immer) (?:ohne|mit|zuerst|erst)\b"
    r"|\b(?:à partir de maintenant|dorénavant|désormais|à l'avenir|souviens-toi|rappelle-toi|n'oublie (?:pas"
    r"|jamais) que)\b"
    r"|\b(?:a partir de ahora|de ahora en adelante|en el futuro|recuerda que|nunca más)\b"
    r"|从现在(?:开始|起)|以后(?:都|不要|请|每次|要)|记住|今后|每次都|永远不要"
    r"|今後は|これから(?:は|も)|覚えて(?:おいて|おく|ください)|毎回|二度と|常に.{1,20}(?:して|こと)",
    re.IGNORECASE,
)
# Sentences that hold such words and ask for nothing that lasts.
_NOT = re.compile(
    r"\bnever ?mind\b|\b(?:as|like|than) always\b|\b(?:do|did|can|does) you remember\b|\bi (?:do(?:n't| not)"
    r"|can't) (?:remember|recall)\b"
    r"|\bremember (?:when|how|what|where|which|if|the (?:last|time|issue|bug))\b|\bif i remember\b|\bi remember\b"
    r"|\bremember me\b"
    r"|\b(?:it|that|this|which|they|users?|he|she|there|[\w-]+ (?:page|button|modal|field|test|tests|function"
    r"|component|api|server|app|user|value|query|hook|job|service|command|script))"
    r" (?:should |must |will |would |can |could |has |have |is |are |was |had |does |do )*(?:always"
    r"|never)\b(?! \w+ again)"
    r"|\b(?:i(?:'ve)?|we(?:'ve)?) (?:have )?(?:always|never) (?:been|had|seen|used to|heard|thought|know|knew|tried"
    r"|get|got|see|saw|get)\b"
    r"|\b(?:might|may|could|eventually|at some point|probably) (?:want|need|be|have|wish)\b|\b(?:tracked|useful"
    r"|needed|helpful) going forward"
    r"|\bwhy\b[^.?\n]*\b(?:always|never)\b|\b(?:in the future (?:we|i) (?:may|might|could|will|can|want)"
    r"|future (?:feature|work|enhancement|version))\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?\W*$")
_WISH = re.compile(
    r"\b(?:can|could|would|will) (?:you|we) (?:please )?(?:always|never|remember|add|save|update|make|stop|note|put)\b",
    re.I,
)
_DOCUMENT_AT = 600  # characters: what comes in a long paste further down is not said but handed over


def lasting(moment: Moment) -> str:
    """The sentence that asks for something lasting; empty if none does."""
    long = moment.document or len(moment.words) > _DOCUMENT_AT
    if moment.first and long:
        return ""  # a task's specification: its `always` is about the product
    words = moment.words[: _DOCUMENT_AT if moment.document else None]
    return next((sentence for sentence in sentences(words) if asks_to_last(sentence)), "")


def asks_to_last(sentence: str) -> bool:
    bare = without_code(sentence)
    if _OTHER_LANGUAGES.search(bare):
        return True
    if not _LASTING.search(bare) or _NOT.search(bare):
        return False
    return not _QUESTION.search(bare) or bool(_WISH.search(bare))


def wanted(moment: Moment) -> str:
    """What is to be remembered, in the person's words."""
    return quote(moment.said.text, asks_to_last)
