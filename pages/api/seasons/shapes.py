"""What the calls about clubs, leagues and series return."""

from datetime import date
from typing import Any
from uuid import UUID

from ninja import Field, Schema

from pages.api.event.shapes import EventShape


class LeagueShape(Schema):
    league: str = Field(description="The league’s part of every address.")
    name: str
    club: UUID = Field(description="The club’s id.")


class WeekShape(Schema):
    week: int
    event: str = Field(description="The slug of its event.")
    held_on: date
    games: int = Field(description="The games that are over.")
    is_imported: bool


class LeagueTeamShape(Schema):
    team: int = Field(description="The team’s number in the league, the same in all weeks.")
    id: UUID
    name: str
    players: list[str] = Field(description="Of the last week that it played.")


class WholeLeagueShape(LeagueShape):
    weeks: list[WeekShape]
    teams: list[LeagueTeamShape]


class LeagueRowShape(Schema):
    rank: int
    team: int
    name: str
    games: int
    wins: int
    losses: int
    points: int
    against: int
    bostons: int
    week_games: int
    week_wins: int
    week_points: int
    gained: int | None = Field(description="The places gained in the last week; null in the first.")
    owes: int = Field(description="Missed games that aren’t made up yet.")
    why: str = Field(description="Why it is above the next row.")


class LeagueTableShape(Schema):
    """The table through a week, without weeks whose results are hidden."""

    league: str
    week: int
    rows: list[LeagueRowShape]
    leaders: list[int] = Field(description="The teams that won the most in that week.")


class LeagueGameShape(Schema):
    teams: list[int]
    names: list[str]
    winner: int
    points: list[int]
    bostons: list[int]
    is_made_up: bool


class LeaguePlayerShape(Schema):
    team: str
    name: str
    games: int
    won: int
    bostons: int
    is_substitute: bool


class SeriesShape(Schema):
    series: int
    name: str
    club: UUID


class SeriesEventShape(Schema):
    event: str
    name: str
    held_on: date
    is_final: bool
    field: int = Field(description="How many played.")
    why_not: str = Field(description="Why it adds no points; empty if it does.")


class SeriesRowShape(Schema):
    rank: int
    name: str = Field(description="Only of people who agreed to it.")
    points: int
    events: int
    events_won: int
    best_event: int
    qualifies: bool
    why: str
    counts: list[str]
    dropped: list[str]


class SeriesTableShape(SeriesShape):
    rule: str = Field(description="What counts, in words.")
    events: list[SeriesEventShape]
    rows: list[SeriesRowShape]


class ClubShape(Schema):
    """What a club’s token is for."""

    club: UUID
    name: str
    token: str = Field(description="What the program is called.")
    scope: str
    events: list[EventShape] = Field(description="The events that the token reaches, the newest first.")
    leagues: list[LeagueShape]
    series: list[SeriesShape]


class PersonShape(Schema):
    person: UUID = Field(description="The person’s id, the same at all events of the club.")
    name: str
    events: int


class SeasonRowShape(PersonShape):
    games: int
    won: int
    bostons: int


class SeasonEventShape(Schema):
    event: str
    held_on: date
    entrants: int
    games: int
    hands: int
    bostons: int


class SeasonShape(Schema):
    """All events of a club between two days."""

    since: date
    until: date
    events: list[SeasonEventShape]
    people: list[SeasonRowShape]


class EveningShape(Schema):
    evening: str
    name: str
    about: str
    settings: dict[str, Any] = Field(description="What differs from the usual settings.")


class OpenedShape(Schema):
    event: EventShape
    asks: list[str] = Field(description="What the flyer leaves open. An organizer settles it on Settings.")
