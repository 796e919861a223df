"""Fahrenheit: Bid Whist for the best three of five hands, a Boston and a no trump counting two (004)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards.bids import NO_TRUMP, Ladder
from rules.games.bid_whist import BidWhist, Count
from rules.games.bid_whist_house import FahrenheitHouse
from rules.games.entry import EntryTiles
from rules.games.hands import NO_NAMES, SIDE_NAMES, GameState, HandScore, Names, Reason, Report
from rules.games.ruleset import Play
from rules.games.seats import OTHER, two_figures
from rules.games.whist_game import RunningWhist
from rules.games.whist_report import ALL_BOOKS, PlayedHand

_UNITS = ("nothing", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class UnitParagraphs:
    """Where the rulebook says what a hand counts."""

    one: str
    no_trump: str
    boston: str
    no_trump_boston: str


@dataclass(frozen=True, slots=True)
class Fahrenheit:
    """A Bid Whist whose result is counted again, in hands."""

    whist: BidWhist
    options: FahrenheitHouse
    units_said: UnitParagraphs

    @property
    def key(self) -> str:
        return self.whist.key

    @property
    def name(self) -> str:
        return self.whist.name

    @property
    def seats(self) -> tuple[str, ...]:
        return self.whist.seats

    @property
    def sides(self) -> tuple[str, ...]:
        return self.whist.sides

    @property
    def house(self) -> Mapping[str, object]:
        return self.whist.house

    @property
    def ladder(self) -> Ladder:
        return self.whist.ladder

    @property
    def entry(self) -> EntryTiles:
        return self.whist.entry

    @property
    def play(self) -> Play:
        return self.whist.play

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        whist = self.whist
        if report.get("forfeited_by") is not None:
            return whist.score_forfeit(report, names)
        hand = whist.read(report)
        count = whist.count(hand, names)
        winner = hand.bidder if count.made else OTHER[hand.bidder]
        units, why = self._units(hand, count)
        whose = "" if count.made else f" for {names.get(winner) or SIDE_NAMES[winner]}"
        because, worth = whist.reasons(hand, count, names), whist.worth(hand, count, names)
        if whist.options.goes_by_hands:
            because = (*because, why)
            worth = f"counts {_UNITS[units]}{whose}"
        return HandScore(
            winner=winner,
            units=two_figures(winner, units, 0),
            points=whist.points(hand, count),
            books=two_figures(hand.bidder, count.books, ALL_BOOKS - count.books),
            made=count.made,
            boston=count.boston,
            awarded=count.awarded,
            because=because,
            headline=whist.headline(hand, count, worth, names),
            game_to=count.game_to,
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return self.whist.game(scores)

    def start(self) -> RunningWhist:
        return self.whist.start()

    def _units(self, hand: PlayedHand, count: Count) -> tuple[int, Reason]:
        cite = self.units_said
        at_no_trump = hand.strain == NO_TRUMP
        if at_no_trump and count.boston:
            units = self.options.no_trump_boston_units
            said = f"A Boston at no trump counts {_UNITS[units]}."
            return units, Reason(said, "no_trump_boston_units", cite.no_trump_boston)
        if count.boston:
            units = self.options.boston_units
            return units, Reason(f"A Boston counts {_UNITS[units]}.", "boston_units", cite.boston)
        if at_no_trump and count.made:
            units = self.options.no_trump_units
            return units, Reason(f"A no trump bid counts {_UNITS[units]}.", "no_trump_units", cite.no_trump)
        if at_no_trump:
            units = self.options.nt_set_units
            return units, Reason(
                f"A set no trump counts {_UNITS[units]} for the opponents.", "nt_set_units", cite.no_trump
            )
        if count.made:
            return 1, Reason("The bidders win the hand, and it counts one.", "one_hand", cite.one)
        return 1, Reason("The hand goes to the opponents and counts one.", "one_hand", cite.one)
