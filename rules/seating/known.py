"""The ways of seating, each as one value. A new one is one more entry of ``SEATINGS``."""

from typing import Final

from rules.competition.pairing.ladders import malt, winners_stay, winners_up, winners_up_losers_down
from rules.competition.taking_part import (
    CHANGING_PARTNERS,
    EVERYBODY_ALONE,
    PAIRING_UP,
    WAYS,
    WayOfTakingPart,
)
from rules.ruleset.ruleset import Ruleset
from rules.seating import answers
from rules.seating.circle import Circle, OneSideMoves
from rules.seating.ladders import FirstWinnersStay, Ladder
from rules.seating.people import ByChair, EverybodyAlone, NewPartners, PeopleLadder, RedAndWhite
from rules.seating.seating import Seating
from rules.seating.teams import ByLot, ByStanding
from rules.seating.waiting import OpenPlay, RiseAndFly

_ALONE = (
    "People sign up one by one. Unless they pair up they play no bracket: Phase I lasts until the awards, "
    "and the first three of the standings take the prizes."
)

BY_STANDING: Final = ByStanding(
    key="swiss",
    name="Rounds, by standing",
    short="By standing",
    help="Teams with as many wins meet; nobody meets again while that can be.",
    sentence="Before each round the list says where you sit. You meet a team with as many wins as you have, "
    "and nobody twice while that can be.",
    moves=answers.DRAWN,
    to=answers.AS_MANY_WINS,
    is_compared=True,
)
OPEN_PLAY: Final = OpenPlay(
    key="open",
    name="Open play: the next game as a table frees",
    short="Open play",
    title="Open play",
    begin="Open play",
    help="No rounds: those who have waited longest are called to the next free table.",
    sentence="There are no rounds. When your game is over you wait, and those who have waited longest are "
    "called to the next table that frees.",
    moves=answers.FREE,
    to=answers.FREE_TABLE,
    is_compared=True,
)
ALONE: Final = EverybodyAlone(
    key="alone",
    name="Individuals: everybody plays alone",
    short="Everybody alone",
    help=f"Everybody meets everybody else as evenly as can be. {_ALONE}",
    sentence="Before each round the list says where you sit. You meet all others as evenly as can be.",
    moves=answers.DRAWN,
    to=answers.OTHERS,
)
"""The only way for games in which everybody plays alone. It has the key of ``NewPartners``."""

SEATINGS: Final[dict[str, Seating]] = {
    each.key: each
    for each in (
        BY_STANDING,
        ByLot(
            key="random",
            name="Rounds, by lot",
            short="By lot",
            help="Anybody can repeat the draw from the words shown with it.",
            sentence="Before each round a lot says where you sit and whom you meet, and nobody twice while "
            "that can be.",
            moves=answers.DRAWN,
            to=answers.BY_LOT,
            is_compared=True,
        ),
        Circle(
            key="robin",
            name="Rounds, everybody against everybody",
            short="Everybody against everybody",
            help="Needs one round less than there are teams.",
            sentence="Before each round the list says where you sit. In the end you have met every other "
            "team once.",
            moves=answers.DRAWN,
            to=answers.NEXT_OPPONENT,
            is_compared=True,
            meets_everybody=True,
        ),
        OneSideMoves(
            key="movement",
            name="Rounds, one side stays and the other moves up a table",
            short="One side moves up",
            help="One side stays, the other moves up a table; a lot decides which. After as many rounds as "
            "tables each has met the whole other side, and the list says where people sit.",
            sentence="One side stays at its tables. The other side goes to the next table after every round; "
            "from the last one it goes to table 1. After as many rounds as tables you have met the whole "
            "other side: from then on the list says where you sit.",
            moves=answers.ONE_SIDE,
            to=answers.NEXT_TABLE,
            is_compared=True,
        ),
        Ladder(
            key="up",
            name="Rounds, winners move up a table, losers stay",
            short="Winners up, losers stay",
            help="Winners move up a table. Losers stay; from table 1 they go to the last.",
            sentence="Winners go up one table, toward table 1. Losers stay. At table 1 the winners stay, and "
            "the losers go to the last table.",
            moves=answers.WINNERS,
            to=answers.UP,
            move=winners_up,
        ),
        Ladder(
            key="split",
            name="Rounds, winners move up a table, losers move down",
            short="Winners up, losers down",
            help="Winners move up a table, losers down. Table 1’s winner stays there.",
            sentence="Winners go up one table, toward table 1; losers go down one. The winners of table 1 "
            "and the losers of the last table stay.",
            moves=answers.BOTH,
            to=answers.UP_AND_DOWN,
            move=winners_up_losers_down,
        ),
        Ladder(
            key="stay",
            name="Rounds, winners stay, losers move to the next table",
            short="Winners stay, losers move",
            help="Losers move to the next table, from the last one to table 1.",
            sentence="Winners stay at their table. Losers go to the next one; from the last table they go to "
            "table 1.",
            moves=answers.LOSERS,
            to=answers.NEXT_TABLE,
            move=winners_stay,
        ),
        FirstWinnersStay(
            key="keep",
            name="Rounds, winners of the first game keep their table, losers move",
            short="First winners keep tables",
            help="The winner of the first game keeps its table all day. "
            "The loser moves to the next table after every round.",
            sentence="The winner of the first game keeps its table all day. "
            "The loser goes to the next table after every round; from the last one to table 1.",
            moves=answers.FIRST_LOSERS,
            to=answers.NEXT_TABLE,
            move=winners_stay,
        ),
        Ladder(
            key="malt",
            name="Rounds, MALT: losers go to the first tables, winners to the last",
            short="MALT",
            help="The losers of tables 1 and 2 meet at table 1; the winners play in the second half.",
            sentence="Losers go to the first half of the tables, winners to the second half: those of tables "
            "1 and 2 meet there, those of 3 and 4, and so on.",
            moves=answers.BOTH,
            to=answers.HALVES,
            move=malt,
            winner_sits_out=True,
        ),
        OPEN_PLAY,
        RiseAndFly(
            key="rise",
            name="Rise and fly: winners keep the table",
            short="Rise and fly",
            title="Rise and fly",
            begin="Begin rise and fly",
            help="No rounds: the losers rise, and the next on the waiting list sit down.",
            sentence="There are no rounds. Winners keep their table. Losers rise and go to the end of the "
            "line, and the first in line sit down.",
            moves=answers.LOSERS,
            to=answers.WAITING,
            is_compared=True,
        ),
        NewPartners(
            key="alone",
            name="Individuals: a new partner every round",
            short="A new partner every round",
            help=f"From 8 to 24 people nobody has a partner twice. {_ALONE} Solo and cutthroat games are "
            "always seated this way.",
            sentence="Before each round the list says where you sit and who is your partner. You have nobody "
            "twice as long as that can be.",
            moves=answers.DRAWN,
            to=answers.NEXT_PARTNER,
        ),
        PeopleLadder(
            key="one-up",
            name="Individuals: winners move up a table, losers stay, partners change",
            short="Winners up, losers stay",
            help=f"Winners move up a table, losers stay, and partners part there. {_ALONE}",
            sentence="Winners go up one table, toward table 1. Losers stay; from table 1 they go to the last "
            "table. At the new table partners part.",
            moves=answers.WINNERS,
            to=answers.UP,
            move=winners_up,
        ),
        PeopleLadder(
            key="one-stay",
            name="Individuals: winners stay, losers move to the next table, partners change",
            short="Winners stay, losers move",
            help=f"Losers move to the next table, winners stay, and partners part there. {_ALONE}",
            sentence="Winners stay. Losers go to the next table; from the last one they go to table 1. Then "
            "partners part.",
            moves=answers.LOSERS,
            to=answers.NEXT_TABLE,
            move=winners_stay,
        ),
        RedAndWhite(
            key="one-red",
            name="Individuals: winners move, the red sheet up a table, the white sheet down",
            short="Red up, white down",
            help="North and East have red sheets; red plays with white. The red winner goes up a table, the "
            f"white one down, losers stay. {_ALONE}",
            sentence="Losers stay. The winner with the red sheet goes up one table, from table 1 to the "
            "last; the winner with the white sheet goes down one, from the last to table 1. Red plays with "
            "white.",
            moves=answers.WINNERS,
            to=answers.RED_AND_WHITE,
        ),
        ByChair(
            key="one-seat",
            name="Individuals: North stays, South goes down a table, East up one, West up two",
            short="Everybody moves by chair",
            help="North stays, South goes down a table, East up one, West up two; results move nobody. "
            f"{_ALONE}",
            sentence="North stays. South goes down one table, East up one, West up two; above table 1 is the "
            "last one. The result moves nobody.",
            moves=answers.EVERYBODY,
            to=answers.BY_CHAIR,
        ),
    )
}
"""Every way of seating, by ``Phase.seating``."""

OLD_KEYS: Final = {"standing": "swiss", "partners": "alone"}
"""Keys in stored simulations of older versions, with the keys of today."""


def find_seating(key: str, way: WayOfTakingPart | None = None) -> Seating:
    """The way of seating with this key, for those who take part in this way.

    :raises KeyError: if there is none.
    """
    return ALONE if way and way.many_sides else SEATINGS[OLD_KEYS.get(key, key)]


def is_of_people(key: str) -> bool:
    """Whether people come alone to be seated in this way; False for an unknown one."""
    return key in SEATINGS and SEATINGS[key].is_of_people


def without_rounds() -> tuple[str, ...]:
    """The keys of the ways that call games one by one, as tables open up."""
    return tuple(key for key, seating in SEATINGS.items() if not seating.has_rounds)


def of_a_session() -> dict[str, str]:
    """The ways that a later session may turn to, and their names (Rulebook E-69)."""
    return {key: seating.name for key, seating in SEATINGS.items() if seating.pairs_each_round}


def way_of(ruleset: Ruleset, seating: str = "", *, spare: int = 0, pairs_up: bool = False) -> WayOfTakingPart:
    """The way of taking part for a game and a way of seating, which may be unknown.

    ``spare`` is how many more players than sit in a game an entrant may have, where a way allows it.
    ``pairs_up`` counts only where partners change.

    :raises LookupError: if no way has sides of that size.
    """
    if len(ruleset.sides) > 2:
        return EVERYBODY_ALONE
    size = len(ruleset.seats) // len(ruleset.sides)
    if is_of_people(seating) and size == 2:
        return PAIRING_UP if pairs_up else CHANGING_PARTNERS
    fitting = [way for way in WAYS.values() if not way.by_chair and way.sits == size]
    for way in sorted(fitting, key=lambda way: way.spare, reverse=True):
        if way.spare <= spare:
            return way
    raise LookupError(f"Nobody takes part in sides of {size}.")
