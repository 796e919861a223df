"""A game that only this module knows is played for a whole day: a new game needs no change elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rules.cards.bids import Ladder, whist_ladder
from rules.cards.packs import whist_pack
from rules.games import register
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
from rules.ruleset.game_ends import PointsRace, RunningRace
from rules.ruleset.hands import (
    NO_NAMES,
    SIDE_NAMES,
    GameState,
    HandScore,
    Names,
    Reason,
    Report,
    counted,
    forfeit_by_points,
)
from rules.ruleset.house import house_rules, number, settle, values
from rules.ruleset.ruleset import (
    BY_STRAIN,
    Entry,
    GameDescription,
    Play,
    PlayParagraphs,
    Section,
    state_after,
)
from rules.ruleset.seats import OTHER, SEATS, SIDES
from tests.tools.rehearsal.bots import lived
from tools.rehearsal.declared import usual

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
    points_to_win: int = number(
        12, range(1, 51), "How many points win?", "Winning the game", "L-3", "To {value} points."
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
    def ladder(self) -> Ladder:
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

    def score(self, report: Report, names: Names = NO_NAMES) -> HandScore:
        if report.get("forfeited_by") is not None:
            return forfeit_by_points(report, SIDES, SEATS, names, "L-4")
        bidder, level, books = str(report["bidder"]), int(str(report["level"])), int(str(report["books"]))
        fouls = report.get("reneges", ())
        assert isinstance(fouls, Sequence)
        made = books >= 6 + level
        worth = (books - 6 if made else -level) - fouls.count(bidder)
        other = OTHER[bidder]
        said = f"{names.get(bidder) or SIDE_NAMES[bidder]} mowed {counted(books, 'blade')}: {worth}."
        return HandScore(
            winner=bidder if made else other,
            points={bidder: worth, other: -fouls.count(other)},
            made=made,
            because=(Reason(said, "mowed", "L-2"),),
            headline=said,
        )

    def game(self, scores: Sequence[HandScore]) -> GameState:
        return state_after(self.start(), scores)

    def start(self) -> RunningRace:
        return PointsRace(SIDES, self.options.points_to_win, "L-3").start()


RULES = house_rules(LawnHouse)


def lawn_whist(house: Mapping[str, object]) -> LawnWhist:
    options = settle(LawnHouse, RULES, house)
    return LawnWhist(options, values(options))


@pytest.fixture
def lawn():
    """The game is in the catalogue while the test lasts."""
    description = GameDescription("lawn-whist", "Lawn Whist", "On grass.", SEATS, SIDES, RULES)
    withdraw = register(Entry(description, lawn_whist, (Section("The lawn", ("It is green.",)),)))
    yield
    withdraw()


def test_a_game_that_nobody_else_knows_is_played_from_the_sign_up_to_the_podium(lawn, rounds):
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
