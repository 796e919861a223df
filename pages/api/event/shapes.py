"""What the calls return. Field names are those of docs/results.md."""

from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from ninja import Field, Schema
from pydantic import create_model

from tournament.errors.log_sentences import SENTENCES
from tournament.models.programs import Scope

Row = TypeVar("Row")


def one_of(*values: str) -> dict[str, Any]:
    """The values that a field may have, for the OpenAPI file."""
    return {"enum": [*values]}


MOMENT: dict[str, Any] = {"format": "date-time"}


class Cursored(Schema, Generic[Row]):
    """One page of a list."""

    items: list[Row]
    next: int | None = Field(description="Send it as `after` to get the next page. None: this is the last.")


class EventShape(Schema):
    slug: str = Field(description="The event’s part of every address.")
    name: str
    venue: str
    timezone: str
    game: str = Field(description="The key of the game that is played.")
    entrant: str = Field(description="What takes part: a team, a player.")
    is_practice: bool
    version: int = Field(description="Grows with everything that happens at the event.")
    links: list[str] = Field(description="Pages for people: the event, standings, games, rules.")


class PartShape(Schema):
    part: str = Field(
        description="`one` is Phase I, `two` Phase II, a `gap` is the time between two sessions.",
        json_schema_extra=one_of("meet", "one", "two", "awards", "break", "gap"),
    )
    starts_at: datetime
    ends_at: datetime


class ScheduleShape(Schema):
    version: int
    parts: list[PartShape] = Field(description="As planned at first. Its changes are in the log.")


class PlayerShape(Schema):
    player: int = Field(description="The player’s id at this event.")
    name: str


class TeamShape(Schema):
    team: int = Field(description="The team’s number: its part of every address.")
    name: str
    players: list[str] = Field(description="Their names.")
    members: list[PlayerShape]
    has_left: bool


class CrewTeamShape(TeamShape):
    is_here: bool = Field(description="Whether the team is checked in.")


class TableShape(Schema):
    table: int
    zone: str
    is_accessible: bool
    is_out_of_use: bool


class AnswerShape(Schema):
    value: str = Field(description="What to send.")
    words: str = Field(description="What it means.")


class QuestionShape(Schema):
    fields: dict[str, str] = Field(
        description="The names under which `answers` has the answer, each with the side that it is about; "
        "the side is empty if there is one answer for all."
    )
    asks: str
    answers: list[AnswerShape] = Field(description="Empty: a whole number from `least` to `most`.")
    least: int = Field(description="Of a whole number. Means nothing where there are `answers`.")
    most: int
    is_needed: bool


class EntryShape(Schema):
    """What is asked about a hand, or about a game's total."""

    sides: list[str] = Field(description="`NS` and `EW`, or one for each player of a game alone.")
    takes: str = Field(
        description="`hands`: each hand is entered. `totals`: a game’s total is entered once. "
        "`either`: a game comes in either way, or both, which are then compared.",
        json_schema_extra=one_of("hands", "totals", "either"),
    )
    hand: list[QuestionShape]
    total: list[QuestionShape] = Field(description="Some figure of each side is enough.")


_SUBSTITUTE: Any = {
    "name": (str, ...),
    # A keyword of Python.
    "for": (int, Field(description="The number of the team that was helped.")),
    "own": (int | None, Field(description="The substitute’s own team.")),
}
SubstituteShape: Any = create_model("SubstituteShape", __base__=Schema, **_SUBSTITUTE)


class SideShape(Schema):
    side: str
    teams: list[int]
    name: str
    hands_won: int
    points: int
    bostons: int
    won: bool
    substitutes: list[SubstituteShape]


class HandShape(Schema):
    number: int
    at: str | None = Field(json_schema_extra=MOMENT)
    says: str = Field(description="The hand in a sentence.")
    won_by: str = Field(description="The side; empty where nobody won it.")
    hands_won: dict[str, int] = Field(description="What each side won with it.")
    points: dict[str, int]
    is_boston: bool
    is_awarded: bool = Field(description="Forfeited, or awarded by a ruling: it wasn’t played.")
    is_decider: bool
    is_corrected: bool
    is_total: bool
    counters: dict[str, Any]


class GameShape(Schema):
    game: int
    part: str = Field(description="The round, or the place in the bracket.")
    table: int | None
    state: str = Field(
        description="Hands are entered while it is `playing`; its sheet’s `stage` says which.",
        json_schema_extra=one_of("waiting", "playing", "over", "forfeited", "void", "bye"),
    )
    called_at: str | None = Field(json_schema_extra=MOMENT)
    over_at: str | None = Field(json_schema_extra=MOMENT)
    ended: str = Field(description="How it ended, in words; empty before.")
    sides: list[SideShape] = Field(description="Without figures while the event hides its results.")


class WholeGameShape(GameShape):
    came_in: str = Field(description="How its result came in: by its `hands`, by its `total`, or `both`.")
    hands: list[HandShape]


class StandingShape(Schema):
    place: int = Field(description="The row.")
    rank: int = Field(description="Shared by those who are tied.")
    team: int
    name: str
    has_left: bool
    games_won: int
    games_lost: int
    hands: int
    difference: int
    points: int
    bostons: int
    byes: int
    final_place: str = Field(description="In words, such as `3` or `5–8`; empty until it is certain.")


class StandingsShape(Schema):
    version: int
    is_hidden: bool = Field(description="Results are hidden: the rows are the places shown so far.")
    is_held_back: bool = Field(description="The running round is left out until it is over.")
    is_open: bool = Field(description="Phase I can still change it.")
    through: int = Field(description="How many go on to Phase II; 0 without one.")
    tie_breaks: str
    standings: list[StandingShape]


class SheetSideShape(Schema):
    side: str
    team: int
    name: str
    players: list[str]
    score: int = Field(description="What decides the game: hands, or points where points do.")
    is_seated: bool
    is_winner: bool


class SheetHandShape(Schema):
    id: UUID
    number: int = Field(description="0 for a hand that was taken back.")
    says: str
    score: str
    is_total: bool
    is_struck: bool
    by: str


class SheetShape(Schema):
    """A game as its referee sees it, also while results are hidden."""

    game: int
    table: int | None
    label: str
    stage: str = Field(
        description="`open`: enter hands. `whistle`: the time is up; enter the hand in progress, or blow the "
        "whistle. `decider`: it is tied; enter the deciding hand. `over`, `void`: done."
    )
    score: str
    result: str = Field(description="The result in a sentence; empty before the end.")
    next_hand: int = Field(description="The number of the hand that is entered next.")
    sides: list[SheetSideShape]
    hands: list[SheetHandShape]


class ListShape(Schema):
    """The list that is looked at. The server works on it in the background: ask until it isn't busy."""

    is_busy: bool
    done: int
    total: int
    problem: str = Field(description="Why the list couldn’t be read or imported; empty if it could.")
    columns: list[str] = Field(description="What each column has. Empty text: nothing that is used.")
    teams: int = Field(description="How many teams would come in, or came in.")
    wrong: int = Field(description="The rows that are wrong. They must be left out, or brought again.")
    imported: list[int] = Field(description="The ids of lists that came in, the last first.")


class LogShape(Schema):
    """Something that happened. Its number is its cursor."""

    number: int
    at: datetime
    action: str = Field(
        description="A word that never changes. A later version of Uptown may know more of them.",
        json_schema_extra=one_of(*sorted(SENTENCES)),
    )
    says: str = Field(description="The same in a sentence.")
    by: str
    role: str
    game: int | None = Field(description="The game that it is about.")
    hand: UUID | None = Field(
        description="The hand that was recorded, corrected or taken back, by the id that a sheet has for it. "
        "A correction has a new id."
    )


class TokenShape(Schema):
    event: str
    name: str
    scope: str = Field(json_schema_extra=one_of(*Scope.values))
    tables: list[int] = Field(description="Empty: all.")
    is_of_club: bool = Field(description="Whether it is good at other events of the club, too.")


class Written(Schema):
    """What was done; with `preview=1`, what would be."""

    preview: bool
    version: int


class WrittenGame(Written):
    game: SheetShape


class WrittenTeam(Written):
    team: CrewTeamShape


class WrittenList(Written):
    list: ListShape
