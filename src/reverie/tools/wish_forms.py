"""The forms of wishes: what is said around one, what makes one, and what only its conversation explains."""

from __future__ import annotations

import re

from reverie.tools.tongue import LANGUAGES

SENTENCE = re.compile(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)[\"')\]]*\s+|[。！？]|\n| [—–-] |(?<=[\w`'\"]), (?=(?:please |just )?(?:use"
    r"|do not|don't|never|always|let'?s)\b)"
)
OPENERS = re.compile(
    r"^(?:(?:no+(?! (?:more|need)\b)|nope|nah|wait|stop(?=[,.!:;])|hey|hi|ok(?:ay)?|oh|hmm+|well|so|and|but|also"
    r"|again|actually|please|pls|sorry|right|yes|yeah|continue (?:but|and)|just|simply|ugh|argh|ffs|come on"
    r"|seriously|for (?:fuck|god|christ)'?s sake|btw|q:|(?:as|like) i (?:already )?(?:said|told you)(?: before)?"
    r"|i (?:already |just )?(?:said|told you|meant?|repeat)(?: (?:that|to))?|remember(?: this)?(?: that| to)?|"
    r"(?:do not|don't) forget(?: that| to)?|keep in mind(?: that)?|note(?: that)|for (?:the )?future(?: reference)?"
    r"|from now on|from here on(?: out)?|going forward|in (?:the )?future|next time|henceforth|as a "
    r"(?:general )?rule|in general|generally|i(?:'d| would)? (?:want|need|like|expect) you to|you (?:should|must"
    r"|need to|have to|are supposed to)|(?:make|be) sure (?:to|you)|(?:can|could|would) you|i think|we (?:should"
    r"|must|need to|have to))(?![\w'])[\s,:;.!–—-]*)+",
    re.IGNORECASE,
)
TRAILERS = re.compile(
    r"[\s,]*\b(?:please|pls|thanks|thank you|(?<!my )(?<!our )ok(?:ay)?|from now on|going forward|in (?:the )?future"
    r"|next time|again|here|instead|in (?:this|our) (?:repo(?:sitory)?|project|codebase))[\s.!,]*$|[\s.!,;:]+$"
    r"|\s*[:;]-?[)(]\s*$",
    re.IGNORECASE,
)
NOTED = re.compile(
    r"^(?P<fact>.{12,}?)[,;.]? (?:so |and )?(?:maybe |please )?(?:document|save|note|remember|write|keep|record"
    r"|add) (?:this|that|it)(?: down)?\b.*$",
    re.IGNORECASE,
)
DEICTIC = re.compile(
    r"\b(?:this|these)\b(?! (?:repo|repository|project|codebase|monorepo|team|package|app|service)\b)"
    r"|(?<!\bso )(?<!\bsure )(?<!\bsuch )\bthat\b|\b(?:those|it|its|them|they|above|below|former|latter|another)\b"
    r"|\bthe (?:first|second|third|last|other|same|new|old|current|previous|next)\b|\b(?:now|today|yet|anymore"
    r"|later)\b|\bnext (?:tag|release|version|step|sprint)\b|\bsuch (?:\w+ )?(?:mistakes?|things?|errors?|stuff)\b"
    r"|\bones?(?=[,.]|$)|\b(?:our|your|my) own$|#\d+|\blines? \d+|https?://\S+|\b[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
RUDE = re.compile(r"\b(?:fuck\w*|shit\w*|stupid|idiot\w*|damn|crap|wtf)\b", re.IGNORECASE)
BARE = {"dont": "don't", "doesnt": "doesn't", "shouldnt": "shouldn't", "wont": "won't", "cant": "can't"}
AGAINST = r"(?:,|;| and| but)? *(?:\bnot\b|\binstead of\b|\brather than\b|\bover\b)(?: (?:to )?us(?:e|ing))?"
SWAP = re.compile(
    r"(?:do not|don't|stop|never|quit|avoid) us(?:e|ing) (?P<bad>[^.,;!\n]{2,40}?)[.,;!]* +(?:and |but |just "
    r"|please )*(?:we )?(?:always )?use (?P<good>[^.,;!\n]{2,40}?)(?: instead| here)*[.!]*$",
    re.IGNORECASE,
)
RELATED = re.compile(  # `do not use the hook we use for auth`, `… because we use logging`
    r"\b(?:when|because|where|if|that|which|since|as|while) \||\| (?:for|on|in|at|to|with|or|and|it|by|from)\b",
    re.IGNORECASE,
)
USE = re.compile(
    r"^(?:we )?(?:i (?=prefer|want))?(?:always |only )?(?P<verb>use|prefer|want|run|write)s? (?P<good>[^,;]{1,60}?)"
    + AGAINST
    + r" (?P<bad>[^,;]{1,60})$",
    re.IGNORECASE,
)
PAIR = re.compile(r"^(?P<good>[\w@./`+-]{2,30})" + AGAINST + r" (?P<bad>[\w@./`+-]{2,30})$", re.IGNORECASE)
NEVER = re.compile(
    r"^(?P<word>(?:do not|don't)(?! +(?:understand|know|think|care|believe)\b)|never(?! ?mind)|avoid|let'?s (?:not"
    r"|avoid)) +(?P<rest>[\w`].*)$",
    re.IGNORECASE | re.DOTALL,
)
MORE = re.compile(r",? (?:and|because|since|so|as) (?:we|i|you|it|they|there)\b.*$", re.IGNORECASE)  # said besides
STOP = re.compile(r"^(?:stop|quit|no more) (?P<rest>\w+ing\b.*)$", re.IGNORECASE | re.DOTALL)
ALWAYS = re.compile(r"^(?:we |you |let'?s )?(?P<word>always|only ever) (?P<rest>[\w`].*)$", re.I | re.DOTALL)
PLAIN_USE = re.compile(
    r"^(?:we (?:always )?|i (?=prefer))?(?P<verb>use|prefer) (?P<rest>[\w`].*)$", re.IGNORECASE | re.DOTALL
)
SHOULD = re.compile(
    r"^(?P<who>[\w`][\w`/. -]{2,60}?) (?:should|must|need to|have to) (?:always |never |not |only |be )|^(?:all"
    r"|every|each) (?!in all\b|you\b|i\b|we\b|of\b)[\w`/.-]+(?: [\w`/.-]+){0,3}? (?:should|must|needs? to|ha(?:ve"
    r"|s) to) [a-z]",
    re.IGNORECASE,
)
STRICT = re.compile(r"\b(?:must|should (?:always|never))\b", re.IGNORECASE)
LABEL = re.compile(
    r"^.{0,60}?\b(?:orders?|rule|standard|convention|policy|reminder|preference|item|note to (?:your)?self)(?:: *"
    r"|[–—-] )",
    re.IGNORECASE,
)
CUE = re.compile(
    r"\b(?:remember|memori[sz]e|don't forget|keep in mind|note that|from now on|from here on|going forward"
    r"|henceforth|(?:in|for) (?:the )?future|next time|every time|each time|whenever|when (?:you|i)|if i (?:say|ask"
    r"|tell|type|write|paste)|always|never|ever|every|as a (?:general )?rule|standing|for all (?:\w+ )?(?:commands"
    r"|operations))\b",
    re.IGNORECASE,
)
PART = re.compile(  # of a sentence, begins so; what is wanted of the task at hand is no rule, either
    r"(?:with|without|of|from|like|because|than|for your|what|which|how|where|about|(?:we|i) (?:want|need)|(?:modify"
    r"|update|fix|change|improve) (?:the |your )?agents?|(?:update|edit|adjust|extend|change) (?:the |your |our "
    r"|my )?\S*\.?md)\b",
    re.IGNORECASE,
)
WHEN = re.compile(r"^\W*(?:next time|every time|whenever) you\b", re.IGNORECASE)
TAG = re.compile(r",? *(?:ok(?:ay)?|right|yes|yeah|please|got it|understood)\?+$", re.IGNORECASE)
POLITE = re.compile(
    r"^\W*(?:(?:please|and|so|also) )*(?:can|could|would|will) you (?:please )?(?:always|never|stop|remember)\b", re.I
)
WORD = re.compile(r"[^\W_][\w-]*[^\W_]")
PALE = frozenset(
    "the an and or of to in on at by for from with without is are be been do does not no use using always never only"
    " should must can will would could have has had you your me my we our us they their he she user this that these"
    " those there here when where while if so as but any all each every some more most just please before after until"
    " into than then too very want wants need needs make makes sure run running repository repo project prefer"
    " avoid over instead rather it its own tool".split()
)
ASKING = re.compile(r"\bI (ask|say|tell|type|paste|write|want|need|request|send)\b")
MINE = re.compile(r"\b(me|my|myself)\b", re.IGNORECASE)
THEIRS = {"me": "the user", "my": "the user's", "myself": "the user"}

EACH_TIME = re.compile(  # `update the changelog, remember to do this after each change`
    r"^(?P<what>[^,.;]{6,80}),? (?:and )?(?:please )?(?:remember|don't forget|make sure) to do (?:this|that|it"
    r"|so) (?P<when>(?:after|before|at|every|each|whenever|when)\b[^,.;]{4,60})$",
    re.IGNORECASE,
)
NOT_WANTED = re.compile(
    r"(?:^|(?<=[.!?;,] ))i (?:really )?(?:do not|don't|never) want you to (?!not\b|forget\b|think\b)", re.IGNORECASE
)
NOT_KEPT = re.compile(
    r"\b(?:not|never|stop|remove|delete|why|did|lost|forget|(?:that|which) says?)\b|n't\b", re.IGNORECASE
)
OF_THE_SESSION = re.compile(
    r"\b(?:in|for|during|of|throughout) (?:this|the current|our) (?:session|conversation|chat)\b", re.IGNORECASE
)
SECRET = re.compile(
    r"\b(?:passwords?|passphrase|passcode|pin|secret|api[- ]key|token)\b[^.]{0,20}(?:\bis\b|\bare\b|[:=])",
    re.IGNORECASE,
)
LANGUAGE = re.compile(
    r"^(?:answer|reply|respond|speak|talk|communicate)(?: to me| with me| only| always)*"
    rf" in {LANGUAGES}$|^write (?:everything|all)\b[^.]{{0,30}} in {LANGUAGES}$",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"^(?:when(?:ever)?|if|once|unless|until|every time|each time) ", re.IGNORECASE)
BEFORE = re.compile(CLAUSE.pattern + r"|^(?:before|after) (?:\S+ ){0,4}\S+$", re.IGNORECASE)
FORGET = re.compile(r"(?:please )?(?:do not|don't) forget to\b", re.IGNORECASE)
DOES = re.compile(  # an order in the second half of a sentence without a comma
    r"^(?:\S+ ){3,}(?:use|run|always|never|do not|don't|please|make sure|ask|check|commit|update|add|write|read)\b",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"\b(?:it|its|it's|they|them|their)\b", re.IGNORECASE)
USING = re.compile(r"\bbe using\b", re.IGNORECASE)
NEGATED = re.compile(r"^\W*no (?:more )?\w", re.IGNORECASE)
