"""The calls for the bracket, and for all results at once. Field names are those of docs/results.md."""

from typing import Any

from ninja import Field, Schema

from accounts.access import Request
from pages.api.event.reads import router as router
from pages.api.event.shapes import MOMENT, StandingShape, WholeGameShape, one_of
from pages.games.bracket_data import bracket_data
from pages.games.results import results_data
from scoring.bracket.bracket import bracket_page


class MatchSideShape(Schema):
    seed: int | None = Field(description="Only in a team’s first match.")
    team: int | None = Field(description="Null while it isn’t known.")
    name: str
    waits_for: str = Field(description="Whom it waits for, in words.")
    score: int | None
    won: bool


class MatchGameShape(Schema):
    game: int | None
    number: int
    score: str


class MatchShape(Schema):
    match: str = Field(description="Its place in the bracket.")
    kind: str = Field(json_schema_extra=one_of("game", "bye", "final", "third"))
    label: str
    note: str
    game: int | None = Field(
        description="Of a series the last one; null until the teams are known, and among all results."
    )
    is_live: bool
    sides: list[MatchSideShape]
    games: list[MatchGameShape] = Field(description="Of a series.")


class BracketRoundShape(Schema):
    title: str
    matches: list[MatchShape]


class TableLineShape(Schema):
    place: int
    team: int
    name: str
    won: int
    lost: int
    is_through: bool


class BracketPartShape(Schema):
    title: str
    rounds: list[BracketRoundShape]
    table: list[TableLineShape] = Field(description="Of a round robin or groups.")


class PlaceShape(Schema):
    place: int
    last: int = Field(description="Above `place` if the place is shared.")
    team: int
    name: str
    players: list[str]


class BracketShape(Schema):
    """Phase II. Without one, or before the cut, it has no parts."""

    title: str
    size: int
    is_begun: bool
    is_over: bool
    parts: list[BracketPartShape]
    places: list[PlaceShape] = Field(description="Those that are certain.")
    second_chance: list[PlaceShape] = Field(
        description="The places of those who missed the cut, in a bracket of their own; none of the event."
    )


class ResultStandingShape(StandingShape):
    players: list[str]


class PodiumShape(Schema):
    place: int
    team: int
    name: str


class WinnerShape(Schema):
    team: int
    name: str


class SidePrizeShape(Schema):
    name: str
    goes_by: str
    is_prize: bool
    is_tied: bool
    winners: list[WinnerShape]
    figure: str
    why: list[str]


class ResultEventShape(Schema):
    name: str
    slug: str
    venue: str
    date: str = Field(json_schema_extra={"format": "date"})
    timezone: str
    game: str
    entrant: str
    takes_part: str
    bye_counts: str
    best_of_games: int
    substitutes_count: str
    extra_hand_counts: bool
    tie_breaks: list[str]
    results_by: str
    pairs_up: str
    fewer_points_win: bool
    plays_phase_two: bool
    own_points: dict[str, int]


class LogHeadShape(Schema):
    entries: int
    head: str


class ResultsShape(Schema):
    format: int
    event: ResultEventShape
    as_of: str = Field(json_schema_extra=MOMENT)
    is_final: bool
    log: LogHeadShape
    podium: list[PodiumShape]
    champion: WinnerShape | None
    side_prizes: list[SidePrizeShape]
    standings: list[ResultStandingShape]
    bracket: BracketShape
    games: list[WholeGameShape]


@router.get("events/{slug:slug}/bracket", response=BracketShape, summary="The bracket", tags=["Read"])
def bracket(request: Request, slug: str) -> Any:
    return bracket_data(bracket_page(request.event, request.at), has_ids=True)


@router.get(
    "events/{slug:slug}/results",
    response=ResultsShape,
    summary="All results at once",
    tags=["Read"],
)
def results(request: Request, slug: str) -> Any:
    """The podium, the bracket, side prizes, standings, every game and hand."""
    return results_data(request.event, request.at)
