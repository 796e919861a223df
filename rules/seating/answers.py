"""The answers to three of the five questions: who moves, where to, and with whom (Rulebook E-131)."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class AnswerTile:
    """An answer: its words, and the line below them."""

    key: str
    words: str
    more: str


DRAWN = AnswerTile("draw", "Everybody, by a list", "Each round is drawn, and a list says who sits where.")
WINNERS = AnswerTile("winners", "The winners", "Losers keep their seats.")
LOSERS = AnswerTile("losers", "The losers", "Winners keep their table.")
FIRST_LOSERS = AnswerTile("first-losers", "Who lost the first game", "Who won it keeps that table all day.")
BOTH = AnswerTile("both", "Winners and losers", "Nobody keeps a table for long.")
ONE_SIDE = AnswerTile("side", "One side", "The other side keeps its tables all evening.")
EVERYBODY = AnswerTile("everybody", "Everybody, by seat", "The result moves nobody.")
FREE = AnswerTile("free", "Those whose game is over", "No rounds: the next game begins as a table frees.")
MOVES: Final = (DRAWN, WINNERS, LOSERS, FIRST_LOSERS, BOTH, ONE_SIDE, EVERYBODY, FREE)

AS_MANY_WINS = AnswerTile("standing", "To a team with as many wins", "The best meet the best.")
BY_LOT = AnswerTile("lot", "Where the lot says", "Anybody can draw it again.")
NEXT_OPPONENT = AnswerTile("everybody", "To the next opponent", "Until everybody has met everybody.")
NEXT_PARTNER = AnswerTile("partners", "To the next partner", "Until everybody was everybody’s partner.")
OTHERS = AnswerTile("others", "To others", "You meet all others as evenly as can be.")
UP = AnswerTile("up", "Up one table", "Table 1 is the head table.")
RED_AND_WHITE = AnswerTile(
    "red-and-white", "Red up, white down", "Two colors of score sheet; red plays with white."
)
NEXT_TABLE = AnswerTile("next", "To the next table", "After the last table comes table 1.")
WAITING = AnswerTile("line", "To the end of the line", "Rise and fly: the first in line sit down.")
UP_AND_DOWN = AnswerTile("up-and-down", "Winners up, losers down", "One table each.")
HALVES = AnswerTile("halves", "Winners to one half, losers to the other", "MALT: losers to the first tables.")
BY_CHAIR = AnswerTile(
    "chair", "Each chair its own way", "North stays, South down one, East up one, West up two."
)
FREE_TABLE = AnswerTile(
    "free-table", "To the table that frees", "Those who have waited longest are called first."
)
TO: Final = (
    AS_MANY_WINS, BY_LOT, NEXT_OPPONENT, NEXT_PARTNER, OTHERS, UP, RED_AND_WHITE, NEXT_TABLE, WAITING,
    UP_AND_DOWN, HALVES, BY_CHAIR, FREE_TABLE,
)  # fmt: skip

SAME = AnswerTile("same", "With the same partner", "Teams of two sign up together.")
NEW = AnswerTile(
    "new", "With a new partner each round", "People come alone, and everybody has their own score."
)
NOBODY = AnswerTile("nobody", "With nobody", "Everybody plays alone.")
PARTNERS: Final = (SAME, NEW, NOBODY)
