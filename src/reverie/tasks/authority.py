"""Whose word a sentence is: the lowest origin it needs. It is a person's only if a person's own words carry it: the
quote is theirs, every specific token is theirs or was before them when they spoke, what it would have run or opened
they named themselves, and no telling word of it comes from a tool, a page or a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reverie.language import phrases
from reverie.language import text as written
from reverie.records.events import Origin
from reverie.records.tasks import Item, ItemKind, Packet
from reverie.tasks import orders
from reverie.tasks.grounds import DONE, Found, level, outside_terms, own_words, pasted_words, whole
from reverie.tasks.kind import Unfit
from reverie.tasks.tokens import Token, specific_tokens, stands, telling

_MOST_FOREIGN = 0.5  # of the telling terms of a person's lesson, as many may be the model's own words
_MOST_FOREIGN_ASKED = 0.34  # and of one that becomes a note at once, or the words of others in the session
_MOST_UNHEARD = 0.6  # of any lesson's: not in the cited lines at all


@dataclass(frozen=True, slots=True)
class Witness:
    """The evidence a sentence is held against. `vocabulary`: terms the project's own files use, which prove nothing."""

    packet: Packet
    cited: tuple[Item, ...]
    quote: Found
    vocabulary: frozenset[str] = frozenset()

    @property
    def persons(self) -> tuple[Item, ...]:
        return tuple(item for item in self.cited if level(item) is Origin.USER)

    @property
    def own(self) -> str:
        """What the cited persons typed themselves."""
        return "\n".join(own_words(item.text) for item in self.persons)


def authority(sentence: str, witness: Witness) -> Origin:
    """The lowest origin the sentence needs; Unfit if the cited lines do not say it at all."""
    told = telling(sentence)
    unheard = told - telling(_joined(witness.cited))
    if len(unheard) > _MOST_UNHEARD * len(told):
        raise Unfit("it says what the lines it cites do not say; cite the lines it comes from, in their words")
    if _is_a_persons(sentence, told, witness):
        return Origin.USER
    return Origin.AGENT if _is_the_agents(sentence, told, witness) else Origin.TOOL


def _is_a_persons(sentence: str, told: frozenset[str], witness: Witness) -> bool:
    if not witness.quote.own or told.isdisjoint(telling(own_words(witness.quote.item.text))):
        return False
    near = "\n".join([witness.own, *(part for item in witness.persons for part in (item.context, *item.files))])
    if not _all_stand(specific_tokens(sentence), [near]) or not _all_stand(orders.actions(sentence), [witness.own]):
        return False
    foreign = told - telling(near)
    if orders.harmful_terms(told - telling(witness.own), sentence):
        return False
    if foreign & (outside_terms(witness.packet) - witness.vocabulary):
        return False
    of_others = foreign & telling(_others(witness.packet))
    if of_others and orders.harmful_terms(told, sentence):
        return False  # a deed that can do harm is told in the person's words alone
    return len(foreign) <= _MOST_FOREIGN * len(told) and len(of_others) <= _MOST_FOREIGN_ASKED * len(told)


def _is_the_agents(sentence: str, told: frozenset[str], witness: Witness) -> bool:
    inner = [item for item in witness.cited if level(item) is not Origin.TOOL]
    if not inner:
        return False
    near, mended = "\n".join([_joined(inner), *_ran(witness)]), _mended(witness)
    main = orders.without_condition(sentence) if mended else sentence
    told = told - (telling(mended) - telling(main))
    foreign = told - telling(near)
    if orders.harmful_terms(foreign, sentence) or foreign & (outside_terms(witness.packet) - witness.vocabulary):
        return False
    if not _all_stand(specific_tokens(main), [near]) or not _all_stand(specific_tokens(sentence), [near, mended]):
        return False
    return len(foreign) <= _MOST_UNHEARD * len(told)


def _ran(witness: Witness) -> list[str]:
    """The commands that the agent ran, as far as they are cited: what passed, and what failed before something did."""
    done = [item.text for item in witness.cited if item.kind in DONE and level(item) is Origin.AGENT]
    return [*done, *(item.context for item in witness.cited if item.kind is ItemKind.ERROR)] if done else []


def _mended(witness: Witness) -> str:
    """The cited errors that a cited command or edit of the agent's mended. When they come up the agent saw itself, so
    a condition may be told in their words."""
    if not any(item.kind in DONE and level(item) is Origin.AGENT for item in witness.cited):
        return ""
    return "\n".join(item.text for item in witness.cited if item.kind is ItemKind.ERROR)


def was_asked(sentence: str, witness: Witness) -> bool:
    """Whether a person asked, in their own words, that this be remembered. What they did not say themselves cannot ride
    along: such a lesson becomes a note at once."""
    told, own = telling(sentence), witness.own
    if not witness.quote.own or not _asks_to_keep(witness.quote.item.text):
        return False
    if not _all_stand(specific_tokens(sentence), [own]):
        return False
    foreign = told - telling(own)
    return len(foreign) <= _MOST_FOREIGN_ASKED * len(told) and foreign.isdisjoint(telling(_others(witness.packet)))


@lru_cache(maxsize=1024)
def _asks_to_keep(text: str) -> bool:
    own = written.own_words(own_words(text))
    return any(phrases.load().asks_to_keep(sentence) for sentence in written.sentences(own))


def check_orders(sentence: str, origin: Origin, witness: Witness) -> None:
    """Unfit if it would have somebody do what only a person may ask for. A command that the agent ran itself, and that
    passed, may be told again; what a tool or a page said is never more than a fact."""
    if origin is Origin.USER:
        if verb := orders.turns_round(sentence, own_words(witness.quote.item.text)):
            raise Unfit(f"it turns round what the person said about `{verb}`")
        return
    if orders.is_risky(sentence):
        raise Unfit("it passes on a command, a secret or an agent file that no person's own words name")
    if origin is Origin.TOOL and not orders.tells_a_fact(sentence):
        raise Unfit("it is an instruction, and nothing but the output of tools or pages says so")
    addresses = [token for token in orders.actions(sentence) if "://" in token.text or "@" in token.text]
    if addresses and (origin is Origin.TOOL or orders.is_instruction(sentence)):
        raise Unfit(f"it leads to `{addresses[0].text[:60]}`, and no person's own words do")
    if orders.is_instruction(sentence):
        for token in orders.actions(orders.without_condition(sentence)):
            if not stands(token, "\n".join([*_ran(witness), witness.own])):
                raise Unfit(f"it would have `{token.text[:60]}` run, and neither a person said so nor did it pass here")


def _all_stand(tokens: Iterable[Token], texts: Sequence[str]) -> bool:
    return all(any(stands(token, text) for text in texts) for token in tokens)


def _others(packet: Packet) -> str:
    """What everybody but the persons said, and what those pasted."""
    pasted = (pasted_words(item.text) for item in packet.items if level(item) is Origin.USER)
    return "\n".join([_joined(item for item in packet.items if level(item) is not Origin.USER), *pasted])


def _joined(items: Iterable[Item]) -> str:
    return "\n".join(whole(item) for item in items)
