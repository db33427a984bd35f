"""Words any advice is made of. A model may use these whatever the evidence says, because nobody can plant anything with
them: no name of a package, no deed that does harm (install, delete, send, trust, allow …) is among them."""

from __future__ import annotations

from reverie.tools.terms import STOP, stem

_WORDS = """
about above according across actual actually adding additional adds affect affected affects afterwards ahead alike
almost alone along already although always among another anything apart appear appears appropriate area areas around
aside assertion assertions assume assumed avoided aware away become becomes beforehand began begin beginning behave
behaves behaving behaviour belong belongs below beside besides best better beyond both bring brings broke care
careful carefully cause caused causes causing certain chance claim claims clear clearly close closely cold come
comes coming common commonly compare compared comparing compatible complete completely concern concerns condition
conditions confirm confirmed consider consistent consistently contain contains continue contradict contradiction
contradictory contradicts cover coverage covered covering covers day days deal depend depends describe described
describes detail details differ difference differences different differently differs directly discuss earlier early
easily edge edit edited editing edits either else elsewhere end ended ending ends enough ensure ensures entire
entirely equal especially even eventually every everything evidently exact exactly example examples except exception
exceptions exclude excludes exclusive exist existing exists expect expects explain extend extended extending extends
face faced fact facts fall far few field fields find finding finds fine finish finished five forget forgetting form
former forms four frequent frequently fully function functions further future general generally gone good great
group guard half hand handler handlers happen happened happening happens hard hardly held hence here high hint hold
holding holds hour hours however identical immediately impact implies imply important input inputs inside involve
involved involves issue issues itself judge keep keeping keeps kept kind kinds know known knows lack large largely
last lasting late later latest lead leading leads learn learned least leave leaves leaving left less level like
likely limit limited little live logic long longer look looked looking looks made mainly make makes making many
match matches matching matter matters mean means meant meet meets mention mentioned mentions method methods mind
minor mistake mistakes mixed modified modifies modify modifying module modules moment month months mostly mutually
naturally near nearby nearly necessary need neither newly next night nights normal normally note noted nothing
noticed now nowhere occasion occur occurred occurs odd often older once one onto open opposite option options order
ordinary original originally otherwise ours output outputs outside overall owner pair part partly parts pattern
patterns people perhaps person pick picked picks piece pieces place places plain plainly point points possible
possibly practice precise precisely present previous previously probably problem problems proper properly question
quick quickly quite rare rarely rather reach real really reason reasons recall recent recently refer refers regard
regardless regression regressions regular regularly relate related relates relevant remain remains remember reminder
repeat repeated repeatedly repeats reported rest result results right round routine rule rules safely said same say
saying says scope second see seem seems seen select selection selects separate separately serious session sessions
settle settled several shape share shared short shortly side sides similar similarly simple simply simultaneously
single situation small solve solved someone sometimes soon sort speak speaks specific specifically start started
starting starts state stated statement statements states stay stays step steps still story straight strict strictly
strong subject suggest suggests surely surprise switch talk telling tells term test tested testing tests thing
things think third though thought three through thus tie time times timing today together told tonight too touch
touched touches touching toward towards trouble true turn turned turns twice two typical typically unclear under
understand unless until untouched usual usually various verified verifies verify verifying version versions view
wait waiting waits watch way ways week weeks well went whatever whenever wherever whether whichever whole widely
within word wording words work worked works worth wrong yesterday yet your
"""
ORDINARY = STOP | frozenset(stem(word) for word in _WORDS.split())
