"""The tables behind `words.py`: small, our own, and to be added to when a word is missed. A line of entries reads
`base: forms; base: forms`."""

from __future__ import annotations

# Forms that a stem does not bring together
FORMS = """
man: men; woman: women; child: children; person: people persons; foot: feet; mouse: mice; knife: knives; wolf: wolves;
leaf: leaves; shelf: shelves; do: did done does; add: adding added adds; go: went gone; run: ran; sit: sat; stand:
stood; ride: rode ridden; write: wrote written; eat: ate eaten; hold: held; draw: drew drawn; drive: drove driven;
wear: wore worn; throw: threw thrown; feed: fed; take: took taken; give: gave given; make: made; build: built; send:
sent; keep: kept; choose: chose chosen; break: broke broken; speak: spoke spoken; fall: fell fallen; fly: flew flown;
swim: swam; sing: sang sung; drink: drank drunk; begin: began begun; lie: lying lay lain; tie: tying; die: dying; buy:
bought; meet: met; sell: sold; tell: told; say: said; think: thought; teach: taught; catch: caught; bring: brought;
sleep: slept; know: knew known; forbid: forbidden forbade; hide: hidden hid; shut: shutting; set: setting; hear:
heard; see: saw seen; get: got gotten; find: found; read: reading; grow: grew grown; lead: led; pay: paid; win: won;
lose: lost; spend: spent; fry: fried fries; study: studying; carry: carrying; have: has had having; use: using used
uses
"""

# Words that mean the same in a note
SAME = """
woman: lady; man: guy gentleman; child: kid; boy: lad; someone: somebody; nobody: noone; bicycle: bike; motorcycle:
motorbike; bicyclist: cyclist biker; car: automobile; boat: ship; photo: picture; couch: sofa; shore: seashore; grass:
lawn; path: trail; creek: stream; rock: boulder stone; cut: slice chop dice; jump: leap hop bounce; talk: speak; look:
stare gaze; watch: attend; stroll: pace; fight: battle; frolic: romp; run: sprint; clean: cleanse; fast: quick rapid;
careful: cautious; near: beside; large: big huge; small: little tiny; hit: strike; dress: clothe; put: place; remove:
delete; start: begin; stop: halt; fix: repair; need: require; purchase: buy; folder: directory; repository: repo;
configuration: config; database: db; environment: env; production: prod; documentation: docs doc; dependency: dep
deps; authentication: auth; postgres: postgresql pg; kubernetes: k8s; javascript: js; typescript: ts; python: py;
markdown: md; message: msg; parameter: param; argument: arg; function: func fn; application: app; administrator:
admin; specification: spec; developer: dev; favourite: favorite; colour: color; behaviour: behavior; want: wish;
always: consistently; enjoy: love like fond adore appreciate; dislike: hate loathe detest; usually: normally typically
generally; every: each; answer: reply respond; vegetable: veggie; father: dad daddy; mother: mom mum mommy; doctor:
physician; road: street; forest: woods; rope: cord; throw: toss hurl; pull: drag tug; smile: grin; shout: yell scream;
cry: weep; hug: embrace; tear: rip; mix: stir whisk; chase: pursue; phone: telephone cellphone; television: tv;
makeup: make-up; trash: garbage; pan: skillet; happy: joyful; backyard: back-yard; swimsuit: bikini; photograph:
photo; crash: smash; sick: ill; sleep: nap doze; rifle: shotgun; rabbit: bunny
"""

# Things, and what is a kind of them
KINDS = """
person: man woman child boy girl baby adult someone people player soldier rider musician cook chef surfer hiker
student climber cyclist bicyclist motorcyclist skater dancer singer guitarist boxer swimmer worker doctor guy teenager
toddler football-player batter goalkeeper skateboarder snowboarder skier driver performer runner artist couple;
someone: person man woman child boy girl; man: cowboy gentleman; boy: schoolboy; girl: schoolgirl; child: boy girl
baby toddler; animal: dog cat horse monkey bird fish cow sheep lion tiger bear panda elephant deer rabbit squirrel
lemur hamster rhino kangaroo pig goat turtle frog wolf zebra insect; dog: puppy retriever bulldog poodle terrier; cat:
kitten; bird: parrot eagle duck seagull; monkey: chimp ape gorilla; instrument: guitar piano flute drum violin
keyboard harp trumpet saxophone; vegetable: potato onion carrot tomato pepper broccoli cucumber garlic cabbage
eggplant; fruit: banana apple orange; food: vegetable fruit meat pizza pasta bread fish rice potato onion carrot
tomato pepper broccoli cheese egg cake banana; meat: sausage beef pork chicken steak; vehicle: car truck bus van
motorcycle jeep; weapon: gun rifle knife sword; ball: volleyball football basketball; water: ocean sea lake river pond
pool; walk: hike stroll march pace wander; ride: trot gallop; fire: bonfire campfire; speak: whisper; dance: twirl;
hit: kick punch beat; move: walk run drive; eat: chew nibble; play: strum frolic; cook: fry roast bake grill boil;
put: pour add pack drop sprinkle insert; hold: carry grip; look: examine study; talk: chat; sit: perch; outside:
outdoors
"""

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_TENS = {word: 20 + 10 * n for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())}
NUMBERS = {word: str(n) for n, word in enumerate(_NUMBERS)} | {word: str(n) for word, n in _TENS.items()}
NUMBERS |= {"hundred": "100", "thousand": "1000", "million": "1000000", "dozen": "12", "once": "1", "twice": "2"}

# What is done to things in notes, besides what `predicates.py` knows more of
VERBS_OF_WORK = """
leave depart comment mention reformat
want merge rebase commit push pull smoke avoid show print log send receive fetch load save delete create update
validate render parse compile install raise throw wait skip ignore invoke trigger block reject convert copy remain
become feel think say tell ask give go come bring exist fail pass break force-push touch hit move replace remove exit
talk reach map cache query match crash hang leak emit expose consume produce sync refresh rotate redirect respond
answer retry poll subscribe notify warn hash decode encode resolve export mutate lock drop truncate archive launch
squash prune purge scale monitor alert audit compare lint keep point switch upload download authenticate forbid permit
enable disable manage author review approve sign encrypt escape mock stub patch wrap extend inherit inject resize
generate regenerate invalidate collect gather aggregate rebuild restart reload reset revoke renew rename rewrite
refactor document describe define declare implement provision terminate spawn clone tag process filter stream batch
queue back power drive label stage record link seed dump transfer ingest index sanitize normalize deduplicate minify
bundle transpile format autoformat autogenerate throttle debounce schedule trace profile benchmark request submit
apply revert roll rollback mirror replicate shard partition vacuum compress decompress cancel pause resume open close
verify confirm ensure assert expect assign delegate escalate triage discuss decide fork vendor bump upgrade downgrade
migrate port rely trust mentor onboard train teach pair group split join combine append prepend insert select scan
crawl scrape tokenize serialize deserialize marshal populate hydrate prefetch preload evict flush drain fill ship
forward proxy route balance obfuscate mask redact strip trim clean clear wipe destroy change modify alter adjust tune
tweak acknowledge redeploy catch cut ack nack reuse recreate reindex republish resend retain restore snapshot suspend
sponsor sunset deprecate supersede reassign hold warm cool publish quarantine enforce mandate protect expire persist
propagate broadcast detect report observe instrument measure estimate compute calculate derive infer predict rank
score sort order dispatch enqueue dequeue spool pipe tee tail grep spell pronounce speak finish complete begin
"""

# Nouns as often as verbs: taken for a verb only with a verb's ending, or where only a verb can stand
NOUNS_TOO = """
leave comment
key index name title format order number total limit cap base point target report count measure schedule release test
check cover help track log commit push pull copy update load review patch stub mock cost host store block default
start end study work build call set play cook drink travel print support import author sign return show last time map
cache query match crash leak sync alert audit archive upload download drop lock scale switch document tag clone
process filter stream batch queue back power drive label stage record link seed dump transfer trace profile benchmark
request mirror shard partition fork port trust train pair group split join scan proxy route balance mask strip trim
change reset restart pause bundle close open clean clear fill ship vendor catch cut snapshot sponsor sunset rank score
pipe tail finish estimate
"""
