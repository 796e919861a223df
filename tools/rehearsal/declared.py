"""Declarations of bot days: an event's settings and hours."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, time
from functools import cached_property
from typing import Any

from rules.competition.phase_two.formats import FORMATS, Choice
from rules.competition.taking_part import WayOfTakingPart
from rules.evenings.evening import Evening
from rules.games import find_ruleset
from rules.seating.known import BY_STANDING, OLD_KEYS, SEATINGS, find_seating, way_of
from rules.seating.seating import Seating
from rules.standings.tie_breaks import tie_breaks_of
from rules.standings.what_counts import USUAL, WhatCounts
from rules.time.clock import Span
from rules.time.hours import DayHours
from tools.rehearsal.law import DayGame, law_of

ALONE = "individuals"
NAMES = {key: key for key in SEATINGS} | OLD_KEYS | {ALONE: "alone"}
"""The seatings of Phase I by name, with their values in the form that opens an event."""

PHASES_TWO = {
    **{key: Choice(format=key) for key in FORMATS},
    "series": Choice(semi_games=3, final_games=3),
    "buy-back": Choice(format="double", buys_back=True),
    "second-chance": Choice(second_chance=True),
}
"""The ways of playing Phase II: each format with its defaults, a single elimination with series, a double
elimination with buying back in, and a single elimination beside which those who miss the cut play."""

NOON = time(12)


@dataclass(frozen=True, kw_only=True)
class Declared:
    """The values to fill in the form that opens an event. All other fields keep their defaults."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``DayPlan``."""
    hours: Mapping[str, Any] = field(default_factory=dict)
    """Of ``DayHours``."""

    @property
    def game(self) -> str:
        return str(self.settings.get("game", "fahrenheit"))

    @property
    def house(self) -> Mapping[str, Any]:
        return dict(self.settings.get("house_rules", {}))

    @property
    def seating(self) -> str:
        return str(self.settings.get("seating", BY_STANDING.key))

    @property
    def way_of_seating(self) -> Seating:
        return find_seating(self.seating)

    @property
    def is_open(self) -> bool:
        """Whether Phase I has no rounds."""
        return not self.way_of_seating.has_rounds

    @cached_property
    def law(self) -> DayGame:
        return law_of(
            self.game,
            tuple(sorted(self.house.items())),
            self.settings.get("results_by", "hands"),
            tuple(self.settings.get("counters", ())),
            by_seat=self.way.partners_change,
            extra_hand=self.what_counts.extra_hand,
        )

    @property
    def way(self) -> WayOfTakingPart:
        way = way_of(
            find_ruleset(self.game, self.house),
            self.seating,
            spare=int(self.settings.get("third_player", False)),
            pairs_up=self.pairs_up != "never",
        )
        return way.playing_on(
            self.settings.get("plays_phase_two", True), plays_phase_one=self.seeds_by == "one"
        )

    @property
    def pairs_up(self) -> str:
        """How people who came alone pair up for Phase II (Rulebook E-113)."""
        return str(self.settings.get("pairs_up", "never"))

    @property
    def seeds_by(self) -> str:
        """What decides the order of the bracket (Rulebook E-223)."""
        return str(self.settings.get("seeds_by", "one"))

    @property
    def choice(self) -> Choice:
        """The format of Phase II."""
        return Choice(**self.settings.get("phase_two", {}))

    @property
    def has_series(self) -> bool:
        """Whether some rounds of Phase II are a series (Rulebook E-80)."""
        return any(games > 1 for key, games in asdict(self.choice).items() if key.endswith("_games"))

    @property
    def advance(self) -> int:
        """The number of entrants that go through to Phase II."""
        advance = self.settings.get("advance_count", 7)
        # An even number if people pair up, so that nobody is left over (Rulebook E-113).
        return self.way.places(advance + advance % 2 if self.way.pairs_up else advance)

    @property
    def what_counts(self) -> WhatCounts:
        byes, best_of = self.settings.get("bye_counts", USUAL.byes), self.settings.get("best_of_games", 0)
        return WhatCounts(
            byes,
            best_of,
            self.settings.get("substitutes_count", USUAL.substitutes),
            extra_hand=self.settings.get("extra_hand_counts", False),
        )

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        chosen = self.settings.get("tie_breaks", ())
        by_totals = self.law.results_by != "hands"
        return tie_breaks_of(self.law.ruleset, chosen, self.way, self.law.counters, by_totals=by_totals)

    @property
    def is_hidden(self) -> bool:
        """Whether results wait for the reveal (Rulebook E-94)."""
        return self.settings.get("standings_shown") == "hidden"

    def times(self, held_on: date) -> DayHours:
        return DayHours(held_on=held_on, **self.hours)

    def phase_one(self, held_on: date) -> Span:
        """Phase I; without a Phase II it lasts until the awards (Rulebook E-53, E-133)."""
        hours = self.times(held_on)
        ends = hours.phase_two_at if self.way.has_bracket else hours.awards_at
        return Span(hours.moment(hours.phase_one_at), hours.moment(ends))


def usual(
    game: str = "fahrenheit",
    *,
    seating: str = "standing",
    phase_two: str = "single",
    pairs_up: str = "never",
) -> Declared:
    """The Fahrenheit tournament's day, or with another game, or others of ``NAMES`` and ``PHASES_TWO``."""
    return Declared(
        name=f"{game}, {seating}, {phase_two}",
        settings={
            "game": game,
            "seating": NAMES[seating],
            "phase_two": PHASES_TWO[phase_two].as_json(),
            **({} if pairs_up == "never" else {"pairs_up": pairs_up}),
        },
    )


def evening(known: Evening) -> Declared:
    """An evening that clubs play, from noon on."""
    return Declared(name=known.name, settings=known.settings, hours=known.hours(NOON))
