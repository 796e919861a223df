"""Counters: what an event counts in addition to the score, such as loners (Rulebook E-101, E-102)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.ruleset.entry import Answers, EntryTiles, Question
from rules.ruleset.hands import FieldError, HandFacts, HandScore, ImpossibleHand, Names, side_name
from rules.ruleset.house import plain
from rules.ruleset.ruleset import Ruleset

MOST_COUNTERS: Final = 6
MOST_COUNTED: Final = 99
LONGEST_NAME: Final = 20

Counters = Mapping[str, Mapping[str, int]]
"""Numbers by the counter's name, then by side, or by seat where partners change. Zeros are left out."""


def key_of(counter: str) -> str:
    """The counter's name as part of a form field: ``set-backs``. Names with the same key are one counter."""
    return re.sub(r"\W+", "-", counter.lower()).strip("-")


def counter_names(typed: str) -> tuple[str, ...]:
    """The names in a typed list such as ``Loners, Sets``, without duplicates."""
    found: dict[str, str] = {}
    for name in (plain(name) for name in re.split(r"[,;\n]", typed)):
        if key_of(name):
            found.setdefault(key_of(name), name[:1].upper() + name[1:])
    return tuple(found.values())


def all_counters(ruleset: Ruleset, own: Sequence[str]) -> tuple[str, ...]:
    """The names of all counters: those of the house rules, then the event's ``own``."""
    return counter_names(", ".join((ruleset.play.beside.names, *own)))


@dataclass(frozen=True, kw_only=True)
class CounterQuestion(Question):
    """The question about one counter, for each side, or for each of ``seats`` if they are given."""

    counter: str
    seats: tuple[str, ...] = ()
    look: str = "counts"
    fills: str = "counters"
    is_each: bool = True
    is_needed: bool = False
    most: int = MOST_COUNTED

    def names(self, sides: tuple[str, ...]) -> dict[str, str]:
        return super().names(self.seats or sides)

    def to_facts(self, answers: Answers, sides: tuple[str, ...]) -> dict[str, Any]:
        read = super().to_facts(answers, sides)["counters"]
        counted = {who: many for who, many in read.items() if many}
        return {"counters": {self.counter: counted} if counted else None}

    def to_answers(self, facts: HandFacts, sides: tuple[str, ...]) -> dict[str, str]:
        counted = (facts.counters or {}).get(self.counter, {})
        return {name: str(counted[who]) for name, who in self.names(sides).items() if who in counted}


def counts(counters: Sequence[str], seats: tuple[str, ...] = ()) -> tuple[CounterQuestion, ...]:
    return tuple(
        CounterQuestion(
            counter=counter,
            seats=seats,
            field=f"counter-{key_of(counter)}",
            asks=counter,
            more="if there were any",
            listed=f"{counter} of {{name}}",
            paper=counter if seats else f"{{side}} {counter.lower()}",
            wrong=f"{counter} are a whole number from 0 to {MOST_COUNTED}.",
        )
        for counter in counters
    )


def with_counters(tiles: EntryTiles, counters: Sequence[str], seats: tuple[str, ...] = ()) -> EntryTiles:
    """The questions about a hand or a total, followed by one for each counter."""
    return replace(tiles, questions=(*tiles.questions, *counts(counters, seats))) if counters else tiles


def check_counters(ruleset: Ruleset, facts: HandFacts) -> None:
    """:raises ImpossibleHand: if a counter's name, side or number is invalid, or the hand was forfeited."""
    counters, whose = facts.counters, {*ruleset.sides, *ruleset.seats}
    if counters is None:
        return
    if facts.forfeited_by:
        wrong = "A forfeited hand was not played, so nothing is counted in it."
    elif not isinstance(counters, Mapping) or not all(isinstance(of, Mapping) for of in counters.values()):
        wrong = "A counter has a number for each side."
    elif any(not key_of(name) or not whose >= set(of) for name, of in counters.items()):
        wrong = "A counter counts for the sides or the seats of this game."
    elif any(
        type(many) is not int or not 1 <= many <= MOST_COUNTED
        for of in counters.values()
        for many in of.values()
    ):
        wrong = f"A counter is a whole number from 1 to {MOST_COUNTED}; leave out anybody with none."
    else:
        return
    raise ImpossibleHand([FieldError("counters", wrong)])


def with_worth(ruleset: Ruleset, facts: HandFacts) -> HandFacts:
    """The total, plus the points that the counters of the house rules add (Rulebook SC-8)."""
    if not facts.total_points or not facts.counters:
        return facts
    # A counter adds ``worth`` points for each full ``each`` that was counted: -100 for 10 bags.
    worths = zip(all_counters(ruleset, ()), ruleset.play.beside.worths, strict=False)
    counted = [(facts.counters.get(counter, {}), worth, each) for counter, (worth, each) in worths if worth]
    points = {
        side: points
        + sum(
            worth * (sum(many for who, many in of.items() if who in side) // each)
            for of, worth, each in counted
        )
        for side, points in facts.total_points.items()
    }
    return replace(facts, total_points=points)


def own_points(ruleset: Ruleset, facts: HandFacts) -> dict[str, int]:
    """The points by seat that only that player gets, from the first counter (Rulebook SC-9)."""
    worth, named = ruleset.play.beside.own_points, all_counters(ruleset, ())
    if not worth or not named:
        return {}
    seats = set(ruleset.seats) - set(ruleset.sides)
    of = (facts.counters or {}).get(named[0], {})
    return {who: ruleset.ends.sign * worth * many for who, many in of.items() if who in seats}


def with_counted(score: HandScore, counters: Counters | None, names: Names) -> HandScore:
    """The score with its counters in the headline: ``Total: Aces 10, Night Shift 7. Loners: Aces (2).``

    Sides and seats are in the order of ``names``, because a database may store them in another order.
    """
    order = {who: number for number, who in enumerate(names)}
    sentences = [
        f"{counter}: {', '.join(f'{side_name(who, names)} ({of[who]})' for who in whose)}."
        for counter, of in sorted((counters or {}).items())
        if (whose := sorted(of, key=lambda who: (order.get(who, len(order)), who)))
    ]
    return replace(score, headline=" ".join([score.headline, *sentences])) if sentences else score
