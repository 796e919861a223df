"""A game that only this module knows is played for a whole day: a new game needs no change elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rules.cards.bids import BidLadder, whist_ladder
from rules.cards.packs import whist_pack
from rules.games import find_ruleset, register
from rules.ruleset.entry import (
    EntryTiles,
    Question,
    Tile,
    TileRow,
    bid_tile,
    numbers,
    reneges,
    side_question,
    strain_tiles,
)
from rules.ruleset.game_ends import EndOfGame, EndsBy, PointsRace, RunningRace
from rules.ruleset.hands import (
    NO_NAMES,
    SIDE_NAMES,
    GameState,
    HandFacts,
    HandScore,
    ImpossibleHand,
    Names,
    Reason,
    Report,
    counted,
    forfeit_by_points,
)
from rules.ruleset.house import choice, house_rules, number, settle, values, yes_no
from rules.ruleset.ruleset import (
    BY_STRAIN,
    CatalogEntry,
    GameDescription,
    Play,
    PlayParagraphs,
    Section,
    state_after,
)
from rules.ruleset.seats import OTHER, SEATS, SIDES
from rules.ruleset.totals import odd_total, score_total
from tests.tools.rehearsal.bots import lived
from tools.rehearsal.declared import Declared, usual

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("one_connection")]


THE_LAWN = TileRow(tiles=(Tile(value="13", face="the lawn"),))


def asked(field: str, name: str, *rows: TileRow, **more: Any) -> Question:
    """A question with a different wording on the screen, in the list of hands and on paper."""
    return Question(
        field=field,
        asks=f"{name}?",
        listed=f"The {name.lower()}",
        paper=name,
        rows=rows,
        missing=f"Tap the {name.lower()}.",
        **more,
    )


@dataclass(frozen=True, slots=True)
class LawnHouse:
    """No other game calls its rules by these names."""

    lawn_ends: str = choice(
        "When is the lawn mowed?",
        "Winning the game",
        "L-3",
        {"blades": "Enough points end the game.", "dusk": "The game ends at dusk."},
    )
    blades: int = number(
        12, range(1, 51), "How many points win?", "Winning the game", "L-3", "To {value} points."
    )
    fewest: bool = yes_no(
        False, "Do fewer points win?", "Winning the game", "L-3", "Fewer points win.", "More points win."
    )
    mud: bool = yes_no(
        True, "Is there mud below zero?", "Winning the game", "L-3", "There is mud.", "There is no mud."
    )


@dataclass(frozen=True, slots=True)
class LawnWhist:
    """Whist on a lawn: the bidder scores a point for each book above six, or loses the bid."""

    options: LawnHouse
    house: Mapping[str, object]
    key: str = "lawn-whist"
    name: str = "Lawn Whist"
    seats: tuple[str, ...] = SEATS
    sides: tuple[str, ...] = SIDES

    @property
    def ladder(self) -> BidLadder:
        return whist_ladder(4, 6, downtown_outranks_uptown=True)

    @property
    def entry(self) -> EntryTiles:
        return EntryTiles(
            sides=SIDES,
            questions=(
                side_question("Tap the side on turn."),
                asked("how", "Mowed", TileRow(tiles=strain_tiles()), fills="strain"),
                asked("height", "Height", TileRow(tiles=tuple(map(bid_tile, "456"))), fills="level"),
                asked("taken", "Blades", *numbers(range(13)), THE_LAWN, columns=6, fills="books"),
            ),
            to_tap="Tap side, height and blades.",
            offences=(reneges(2),),
            paper_note="Write the blades that were taken.",
        )

    @property
    def play(self) -> Play:
        return Play(
            pack=whist_pack(0),
            tricks=13,
            ranks=BY_STRAIN,
            board=6,
            recorded=frozenset({"direction"}),
            paragraphs=PlayParagraphs("L-1", "L-1", "L-1", "L-1", "L-2", "L-2"),
        )

    @property
    def ends(self) -> EndOfGame:
        by_points = self.options.lawn_ends == "blades"
        return EndOfGame(
            by=EndsBy.POINTS if by_points else EndsBy.CLOCK,
            points=self.options.blades if by_points else 0,
            less_wins=self.options.fewest,
            below_zero=self.options.mud,
        )

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SIDES, SEATS, names, "L-4")
        bidder, level, books = str(report["bidder"]), int(str(report["level"])), int(str(report["books"]))
        fouls = report.get("reneges", ())
        assert isinstance(fouls, Sequence)
        made = books >= 6 + level
        worth = (books - 6 if made else -level) - fouls.count(bidder)
        other = OTHER[bidder]
        sentence = f"{names.get(bidder) or SIDE_NAMES[bidder]} mowed {counted(books, 'blade')}: {worth}."
        return HandScore(
            winner=bidder if made else other,
            points={bidder: worth, other: -fouls.count(other)},
            made=made,
            because=(Reason(sentence, "mowed", "L-2"),),
            headline=sentence,
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        return PointsRace(SIDES, self.ends.points, "L-3").start()


RULES = house_rules(LawnHouse)


def lawn_whist(house: Mapping[str, object]) -> LawnWhist:
    options = settle(LawnHouse, RULES, house)
    return LawnWhist(options, values(options))


@pytest.fixture
def lawn():
    """The game is in the catalogue while the test lasts."""
    description = GameDescription("lawn-whist", "Lawn Whist", "On grass.", SEATS, SIDES, RULES)
    withdraw = register(CatalogEntry(description, lawn_whist, (Section("The lawn", ("It is green.",)),)))
    yield
    withdraw()


def test_a_game_that_no_other_module_knows_is_played_to_the_podium(lawn, rounds):
    day, _, _ = lived(declared=usual("lawn-whist"), teams=4, rounds=rounds)

    assert [place for place, _ in day.visitor.podium()] == [1, 2, 3]
    slips = day.organizer.open("slips/")
    heads = [head.words for head in slips.root.find("section")[-1].find("th", scope="col")]
    asked = ["Who bid", "Mowed", "Height", "Blades", "Renege, forfeit"]
    assert heads == ["Hand", "Dealer", *asked, "N–S", "E–W"]
    assert "Write the blades that were taken." in slips.words
    rules = day.visitor.open("rules/").words
    assert "It is green." in rules
    assert "To 12 points." in rules
    assert ",Final," in day.visitor.text("results/games.csv")
    trick = day.referees[0].open("trick/?strain=uptown&trump=spades&leader=N&played=2H+3H+4S+5H")
    assert "South takes it." in trick.words
    assert "L-1" in trick.words


def totals(north_south, east_west):
    return HandFacts(total_points={"NS": north_south, "EW": east_west})


def test_its_totals_are_read_by_rules_that_nobody_else_calls_so(lawn):
    plain, dusk = find_ruleset("lawn-whist"), find_ruleset("lawn-whist", {"lawn_ends": "dusk"})
    fewest = find_ruleset("lawn-whist", {"fewest": True, "mud": False, "lawn_ends": "dusk"})

    assert score_total(plain, totals(12, -3)).winner == "NS"
    assert odd_total(plain, totals(11, 3)) == "Nobody reached twelve points. Was the time over?"
    assert odd_total(dusk, totals(11, 3)) is None
    assert (dusk.ends.is_clocked, plain.ends.is_clocked) == (True, False)
    assert score_total(fewest, totals(11, 3)).winner == "EW"
    with pytest.raises(ImpossibleHand, match="from 0 to"):
        score_total(fewest, totals(11, -3))


def test_its_day_is_played_by_totals(lawn):
    settings = {"game": "lawn-whist", "house_rules": {"blades": 20}, "results_by": "totals"}

    day, _, _ = lived(declared=Declared(name="lawn", settings=settings), teams=4, rounds=1)

    assert [place for place, _ in day.visitor.podium()] == [1, 2, 3]
    assert "To 20 points." in day.visitor.open("rules/").words
