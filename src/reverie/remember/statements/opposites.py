"""Words that cannot both be true of one thing. A small table of our own, and the prefixes that turn a word round."""

from __future__ import annotations

from reverie.remember.statements.words import key

# Of a scene that two people tell, only these are taken as contradiction: a big dog and a small dog may be two dogs.
_STRONG = """
near/far close/far empty/full add/remove put/remove put/take pour/remove pour/take put-on/take-off catch/miss hit/miss
into/out open/close fill/empty load/unload lock/unlock dress/undress ignore/watch ignore/listen stop/run day/night
"""
_OPPOSITES = """
on/off enable/disable enabled/disabled allow/forbid allow/deny allow/block allow/prohibit permit/forbid accept/reject
always/never all/no every/no all/none sometimes/never required/optional mandatory/optional must/optional
public/private open/closed start/stop begin/end increase/decrease raise/lower grow/shrink up/down high/low more/less
most/least max/min maximum/minimum upper/lower fast/slow early/late before/after first/last new/old newer/older
true/false yes/no right/wrong correct/incorrect correct/wrong good/bad better/worse best/worst safe/dangerous
success/failure pass/fail succeed/fail work/break working/broken alive/dead active/inactive online/offline
present/absent internal/external inside/outside indoors/outdoors import/export input/output read/write push/pull
send/receive sync/async synchronous/asynchronous static/dynamic mutable/immutable sorted/unsorted ascending/descending
like/dislike love/hate enjoy/dislike prefer/avoid use/avoid like/avoid keep/remove keep/drop include/exclude
with/without hot/cold warm/cold wet/dry clean/dirty light/dark light/heavy big/small large/small tall/short long/short
wide/narrow thick/thin deep/shallow strong/weak hard/soft hard/easy difficult/easy simple/complex loud/quiet young/old
rich/poor happy/sad married/single married/divorced single/double left/right front/back top/bottom local/remote
manual/automatic manually/automatically lazy/eager strict/loose strict/lenient blocking/nonblocking case-
sensitive/case-insensitive vegetarian/meat cheap/expensive buy/sell win/lose laugh/cry sit/stand sleep/awake
arrive/leave agree/disagree temporary/permanent free/paid encrypted/plaintext stable/unstable major/minor
lowercase/uppercase upgrade/downgrade horizontal/vertical server/client parallel/sequential parallel/serial even/odd
mandatory/forbidden required/forbidden must/forbidden opt-in/opt-out allowed/disallowed soft/hard
some/none many/few everyone/nobody over/under above/below single/married employed/retired
"""
# Deeds and things that go together: who imports may export as well. Only of a scene do they exclude each other.
_PARTNERS = """
import/export importer/exporter input/output read/write reader/writer push/pull send/receive sender/receiver
start/stop start/end begin/end first/last upload/download encode/decode encoder/decoder buy/sell load/unload lock/unlock
add/remove put/remove put/take put-on/take-off pour/remove pour/take fill/empty arrive/leave sit/stand laugh/cry
server/client max/min maximum/minimum upper/lower top/bottom front/back left/right catch/miss hit/miss win/lose
increase/decrease raise/lower grow/shrink upgrade/downgrade dress/undress ignore/watch ignore/listen compress/decompress
serialize/deserialize encrypt/decrypt publish/subscribe producer/consumer parent/child
"""
_PREFIXES = frozenset(("un", "dis", "non", "non-", "in", "im", "ir", "de", "mis"))
_NOT_TURNED = frozenset("come side stall form voice tend play card count cover patch miss less".split())


def _pairs(text: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(key(word) for word in pair.split("/")) for pair in text.split())


STRONG = _pairs(_STRONG)
OPPOSITES = STRONG | _pairs(_OPPOSITES)
PARTNERS = _pairs(_PARTNERS)


def opposite(one: str, other: str) -> bool:
    """Whether two words, by key, exclude each other."""
    one, other = one.removeprefix("·"), other.removeprefix("·")
    return frozenset((one, other)) in OPPOSITES or _turned(one, other) or _turned(other, one)


def partners(one: str, other: str) -> bool:
    """Whether both can be, of one thing, as often as not."""
    return frozenset((one, other)) in PARTNERS


def strongly(one: str, other: str) -> bool:
    return frozenset((one.removeprefix("·"), other.removeprefix("·"))) in STRONG


def _turned(one: str, other: str) -> bool:
    """`unsafe` of `safe`, `¬shirt` of `shirt`."""
    if one == f"¬{other}":
        return True
    base = other.removesuffix("e")
    if len(other) < 4 or other in _NOT_TURNED or not one.endswith((base, other)):
        return False
    return one.removesuffix(other) in _PREFIXES or one.removesuffix(base) in _PREFIXES
