"""Any card game by score card: no cards and no hands, only the total of each game (Rulebook SC)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.cards.bids import BidLadder
from rules.ruleset.entry import EntryTiles
from rules.ruleset.game_ends import EndOfGame, EndsBy
from rules.ruleset.hands import (
    NO_NAMES,
    GameAlreadyOver,
    GameState,
    HandScore,
    Names,
    Reason,
    Report,
    forfeit_by_points,
    read_facts,
)
from rules.ruleset.house import (
    GAME,
    LATE,
    RENEGES,
    BadHouseRule,
    HouseRule,
    choice,
    house_rules,
    number,
    settle,
    text,
    values,
    yes_no,
)
from rules.ruleset.ruleset import (
    NO_CARDS,
    BesideScore,
    CatalogEntry,
    GameDescription,
    Play,
    Section,
    state_after,
)
from rules.ruleset.seats import SEATS, SIDES, TABLES
from rules.ruleset.totals import score_total, total_entry

THE_TABLE: Final = "The table"
THE_CARD: Final = "The score card"
BESIDE: Final = "Beside the score"
_TO_POINTS: Final = (EndsBy.POINTS, EndsBy.POINTS_OR_CLOCK, EndsBy.POINTS_OR_LENGTH)


# fmt: off
@dataclass(frozen=True, slots=True)
class ScoreCardHouse:
    game_name: str = text(
        "Card game", 40, "What is the game called?", THE_TABLE, "SC-1", "The game is {value}.",
    )
    players_on_a_side: int = number(
        2, (1, 2, 3), "How many players are on a side?", THE_TABLE, "SC-1",
        {
            1: "Two players, one against one.",
            2: "Four players, two against two; partners sit opposite each other.",
            3: "Six players, three against three; each side has every other chair.",
        },
    )
    game_end: str = choice("What ends a game?", GAME, "SC-3", {
        "points": "The game ends when a side has enough points.",
        "hands_played": "The game ends after a fixed number of hands, and the points decide it.",
        "clock": "The game ends when its time is up, and the points decide it.",
        "points_or_clock": "The game ends when a side has enough points, or when its time is up.",
        "points_or_hands": "The game ends when a side has enough points, or after a fixed number of hands: "
        "then the points decide it.",
    })
    points_to_win: int = number(
        500, range(1, 2001), "How many points end a game that goes by points?", GAME, "SC-3",
        {
            1: "By points, one is enough.",
            None: "By points, {value} are enough.",
        },
        only_if={"game_end": ("points", "points_or_clock", "points_or_hands")},
    )
    hands_in_game: int = number(
        8, range(1, 25), "How many hands are in a game of fixed length?", GAME, "SC-3",
        {
            1: "A game is one hand.",
            None: "A game is {value} hands.",
        },
        only_if={"game_end": ("hands_played", "points_or_hands")},
    )
    minutes_in_game: int = number(
        50, range(5, 121), "How many minutes are in a game that the clock ends?", GAME, "SC-3",
        "A game has {value} minutes; the hand in play is finished.",
        only_if={"game_end": ("clock", "points_or_clock")},
    )
    less_is_better: bool = yes_no(
        False, "Does the side with fewer points win?", GAME, "SC-4",
        "Fewer points win. In the standings points count as minus points.",
        "More points win.",
    )
    below_zero: bool = yes_no(
        True, "Can a side have fewer than no points?", THE_CARD, "SC-5",
        "A side can fall below zero: write a minus before its points.",
        "No side falls below zero.",
    )
    points_step: int = number(
        1, range(1, 101), "In what steps do points come?", THE_CARD, "SC-10",
        {
            1: "Points come one by one.",
            None: "Points come in steps of {value}: a total that isn’t is asked about.",
        },
        unsaid=(1,),
    )
    hand_points: str = text(
        "", 60, "If only one side scores in a hand: what can it be, such as 1, 2, 4?", THE_CARD, "SC-10",
        "In a hand one side scores, one of these: {value}.", unsaid=("",),
    )
    counters: str = text(
        "", 60, "What is counted beside the score, with commas?", BESIDE, "SC-7",
        "Beside the score is counted: {value}.", unsaid=("",),
    )
    counter_points: int = number(
        0, range(-200, 201), "How many points does the first of these add to those entered?", BESIDE, "SC-8",
        {
            0: "What is counted is in the points already: nothing is added.",
            None: "The first of these adds {value} points to those entered, each time it is full.",
        },
    )
    counter_each: int = number(
        1, range(1, 21), "How many of it does that take?", BESIDE, "SC-8",
        {
            1: "Each one is full by itself.",
            None: "It is full with {value}.",
        },
    )
    more_counter_points: str = text(
        "", 60, "What does each of the others add, in their order, such as 2, −100 for 10?", BESIDE, "SC-8",
        "Points that the others add, in their order: {value}.", unsaid=("",),
    )
    own_counter_points: int = number(
        0, range(21), "Where partners change, how many own points does one of the first give its player?",
        BESIDE, "SC-9",
        {
            0: "Both partners have the points of their side.",
            None: "Where partners change, each of the first gives its player {value} points of their own.",
        },
        unsaid=(0,),
    )
# fmt: on


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A game that is entered as one total."""

    options: ScoreCardHouse
    house: Mapping[str, object]
    key: str = "score-card"

    @property
    def seats(self) -> tuple[str, ...]:
        return TABLES[self.options.players_on_a_side][0]

    @property
    def sides(self) -> tuple[str, ...]:
        return TABLES[self.options.players_on_a_side][1]

    @property
    def name(self) -> str:
        return self.options.game_name

    @property
    def ladder(self) -> BidLadder:
        return BidLadder(())

    @property
    def entry(self) -> EntryTiles:
        return total_entry(self)

    @property
    def play(self) -> Play:
        options = self.options
        return replace(
            NO_CARDS,
            beside=BesideScore(
                names=options.counters,
                worths=counter_worths(options),
                own_points=options.own_counter_points,
            ),
        )

    @property
    def ends(self) -> EndOfGame:
        options, by = self.options, EndsBy(self.options.game_end)
        return EndOfGame(
            by=by,
            points=options.points_to_win if by in _TO_POINTS else 0,
            length=options.hands_in_game if by in (EndsBy.LENGTH, EndsBy.POINTS_OR_LENGTH) else 0,
            minutes=options.minutes_in_game,
            step=options.points_step,
            hand_points=hand_points(options),
            less_wins=options.less_is_better,
            below_zero=options.below_zero,
        )

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, self.sides, self.seats, names, "SC-6")
        return score_total(self, read_facts(report), names)

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningCard:
        return RunningCard(self.sides)


@dataclass(slots=True)
class RunningCard:
    """A game that ends when its total is entered. A forfeited hand before that changes nothing."""

    sides: tuple[str, ...]
    total: HandScore | None = None
    hands: int = 0

    def add(self, score: HandScore) -> None:
        if self.total is not None:
            raise GameAlreadyOver("This game is already over: its total is in.")
        self.hands += 1
        self.total = None if score.awarded else score

    def state(self) -> GameState:
        if self.total is None:
            waits = Reason("The game goes on until its total is in.", "total", "SC-2")
            return GameState(False, None, None, dict.fromkeys(self.sides, 0), self.hands, (waits,))
        ends = Reason("The game is over: its total is in.", "total", "SC-2")
        return GameState(True, self.total.winner, None, dict(self.total.points), self.hands, (ends,))


ALWAYS: Final = (
    Section(
        THE_TABLE,
        ("The game is played by the rules that everybody here knows; this sheet says how it is counted.",),
    ),
    Section(
        THE_CARD,
        (
            "Both sides keep the score, and compare it after each hand.",
            "At the end of the game only the total of both sides is entered.",
            "Check the sums before you enter them: a total is corrected by a referee only.",
        ),
    ),
    Section(GAME, ("If the points are tied, one more hand decides.",)),
    Section(RENEGES, ("A renege costs what the game says; if the sides disagree, the referee decides.",)),
    Section(LATE, ("A forfeited hand scores nothing for anybody.",)),
    Section(
        "The referee",
        ("The referee is asked about every question, and the referee’s decision is final.",),
    ),
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A game that clubs play by score card."""

    key: str
    name: str
    about: str
    source: str
    house: Mapping[str, object]
    more: tuple[str, ...]
    """What its sheet prints beyond the house rules."""


PRESETS: Final = (
    Preset(
        key="euchre-card",
        name="Euchre by score card, eight hands",
        about="Progressive euchre: eight hands a game, own points count.",
        source="progressive euchre evenings",
        house={
            "game_name": "Euchre",
            "game_end": "hands_played",
            "below_zero": False,
            "hand_points": "1, 2, 4",
            "counters": "Loners",
        },
        more=("A march is all five tricks; a loner is a hand that its caller plays without the partner.",),
    ),
    Preset(
        key="spades-card",
        name="Spades by score card, ten hands",
        about="Ten hands a game, with bags and nil.",
        source="Cookout Spades and Spades Connection",
        house={
            "game_name": "Spades",
            "game_end": "hands_played",
            "hands_in_game": 10,
            "counters": "Bags, Sets",
        },
        more=("Ten bags cost 100 points.", "Count bags and nils in the points before you enter them."),
    ),
    Preset(
        key="pinochle-card",
        name="Pinochle by score card, to 500",
        about="To 500 points or for 50 minutes.",
        source="pinochle evenings in Kansas City",
        house={"game_name": "Pinochle", "game_end": "points_or_clock"},
        more=("Meld and tricks are in the points that you enter.",),
    ),
    Preset(
        key="double-euchre-card",
        name="Double-deck Bid Euchre by score card",
        about="Two decks of 32 cards, with a call for one or two cards.",
        source="Bid Euchre evenings in Haliburton",
        house={"game_name": "Double-deck Bid Euchre", "game_end": "hands_played"},
        more=("Instead of a number a player may call for one or two of the partner’s cards.",),
    ),
    Preset(
        key="rook-card",
        name="Rook by score card",
        about="Partners bid for the nest; a game to 500 points.",
        source="Rook at the Breckinridge County Fair",
        house={"game_name": "Rook", "points_step": 5},
        more=("Both sides write what they made; a set is written with a minus.",),
    ),
    Preset(
        key="dominoes-card",
        name="Dominoes by score card, to 150",
        about="Partners with a double-six set; a game to 150 points, in fives.",
        source="dominoes at ROCOH and CNY Latino",
        house={"game_name": "Dominoes", "points_to_win": 150, "below_zero": False, "points_step": 5},
        more=("A blocked game goes to the side with fewer spots in hand.",),
    ),
)


_WORTH: Final = re.compile(r"([+-]?\d{1,3})(?: for (\d{1,2}))?")


def counter_worths(options: ScoreCardHouse) -> tuple[tuple[int, int], ...]:
    """For each counter of the house rules: the points it adds, and the count they take (Rulebook SC-8).

    :raises BadHouseRule: if they aren't written like ``2, -100 for 10``.
    """
    first = options.counter_points, options.counter_each
    more = options.more_counter_points.replace("−", "-")
    found = [_WORTH.fullmatch(each.strip()) for each in more.split(",")] if more else []
    worths = [(int(each[1]), int(each[2] or 1)) for each in found if each]
    if len(worths) < len(found) or any(abs(points) > 200 or not 1 <= many <= 20 for points, many in worths):
        raise BadHouseRule(
            "more_counter_points",
            "Write the points of each, from -200 to 200, with commas, and how many it takes: 2, -100 for 10.",
        )
    return (first, *worths)


def hand_points(options: ScoreCardHouse) -> tuple[int, ...]:
    """The points that a hand can score for one side; empty if the event doesn't say (Rulebook SC-10).

    :raises BadHouseRule: if they aren't written like ``1, 2, 4``.
    """
    written = [each.strip() for each in options.hand_points.split(",") if each.strip()]
    if not all(each.isdecimal() and 1 <= int(each) <= 200 for each in written):
        raise BadHouseRule("hand_points", "Write whole numbers from 1 to 200, with commas: 1, 2, 4.")
    return tuple(int(each) for each in written)


def _builder(key: str, rules: Sequence[HouseRule]) -> Callable[[Mapping[str, object]], ScoreCard]:
    def build(house: Mapping[str, object]) -> ScoreCard:
        options = settle(ScoreCardHouse, rules, house)
        card = ScoreCard(options, values(options), key)
        # Both are read once, so that a wrong text is refused here.
        _ = card.play, card.ends
        return card

    return build


SCORE_CARD_HOUSE: Final = house_rules(ScoreCardHouse)


def _preset_entry(preset: Preset) -> CatalogEntry:
    rules = house_rules(ScoreCardHouse, "SC", preset.house)
    description = GameDescription(
        preset.key, preset.name, preset.about, SEATS, SIDES, rules, "score-card", preset.source
    )
    return CatalogEntry(
        description, _builder(preset.key, rules), (*ALWAYS, Section("At this event", preset.more))
    )


ENTRY: Final = CatalogEntry(
    GameDescription(
        "score-card",
        "Any card game by score card",
        "Two sides of one, two or three players; only the total of each game is entered.",
        SEATS,
        SIDES,
        SCORE_CARD_HOUSE,
        source="docs/rulebook/score-card.md",
    ),
    _builder("score-card", SCORE_CARD_HOUSE),
    ALWAYS,
)
PRESET_ENTRIES: Final = tuple(_preset_entry(preset) for preset in PRESETS)
