"""The calls for a club's token: what it reaches, the club's people and seasons; and events that it opens."""

from dataclasses import replace
from datetime import date, datetime, time
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone
from ninja import Field

from accounts.access import Request
from pages.api.event.bodies import Body, wrong
from pages.api.event.problems import refused
from pages.api.event.reads import event_data
from pages.api.event.tokens import OF_CLUB, RUN, RUNS_CLUB, ApiRequest
from pages.api.event.writing import KEY, key_of
from pages.api.running.shapes import WrittenDay
from pages.api.running.today import today_data
from pages.api.seasons.leagues import league_data, series_data
from pages.api.seasons.leagues import router as router
from pages.api.seasons.shapes import ClubShape, EveningShape, OpenedShape, PersonShape, SeasonShape
from pages.setup.evenings import plan_of_evening
from pages.setup.pasted import LONGEST, pasted
from rules.evenings.known import EVENINGS
from seasons.clubs.commands_club_tokens import events_of_token
from seasons.clubs.commands_clubs import lock_club, open_event_of_club
from seasons.people.people_of_club import people_of
from seasons.ratings.season_figures import season_of
from tournament.errors import Refused
from tournament.log.commands_sent import opened_with
from tournament.models import Event
from tournament.settings.commands_event import set_clock
from tournament.settings.plan import DayPlan

FIRST_YEAR, LAST_YEAR = 2000, 2999


@router.get("club", response=ClubShape, auth=OF_CLUB, summary="Your club", tags=["Club"])
def club(request: ApiRequest) -> Any:
    """What the token of a club reaches."""
    found, token = request.club, request.token
    return {
        "club": found.key,
        "name": found.name,
        "token": token.badge.name,
        "scope": token.scope,
        "events": [event_data(event) for event in events_of_token(token)],
        "leagues": [league_data(league) for league in found.leagues.order_by("pk")],
        "series": [series_data(series) for series in found.series.order_by("pk")],
    }


@router.get(
    "club/people", response=list[PersonShape], auth=RUNS_CLUB, summary="The club’s people", tags=["Club"]
)
def people(request: ApiRequest) -> Any:
    """Only for the club: show nobody’s name who hasn’t agreed to it."""
    rows = people_of(request.club)
    keys = dict(request.club.people.values_list("pk", "key"))
    return [{"person": keys[row.pk], "name": row.name, "events": row.events} for row in rows]


@router.get("club/season", response=SeasonShape, auth=RUNS_CLUB, summary="The club’s season", tags=["Club"])
def season(request: ApiRequest, since: date, until: date) -> Any:
    """All events of the club between two days, and what each person won. Only for the club."""
    found = season_of(request.club, since, until)
    keys = dict(request.club.people.values_list("pk", "key"))
    return {
        "since": since,
        "until": until,
        "events": [
            {
                "event": row.event.slug,
                **{name: getattr(row, name) for name in ("held_on", "entrants", "games", "hands", "bostons")},
            }
            for row in found.events
        ],
        "people": [
            {
                "person": keys[row.person],
                **{name: getattr(row, name) for name in ("name", "events", "games", "won", "bostons")},
            }
            for row in found.people
        ],
    }


@router.get("evenings", response=list[EveningShape], summary="Evenings to open", tags=["Club"])
def evenings(request: Request) -> Any:
    """Those that an event can be opened as."""
    return [
        {"evening": key, "name": each.name, "about": each.about, "settings": dict(each.settings)}
        for key, each in EVENINGS.items()
    ]


class EventBody(Body):
    """A new event: one of the known evenings, or what a flyer says."""

    name: str = Field(min_length=1, max_length=60)
    held_on: date
    evening: Literal[tuple(EVENINGS)] = "fahrenheit"  # type: ignore[valid-type]
    flyer: str = Field(
        "", max_length=LONGEST, description="Its text, instead of an evening. It is read as *Settings* does."
    )
    venue: str = Field("", max_length=80)
    begins: time | None = Field(None, description="When Phase I begins; else at the evening’s usual time.")
    tables: int | None = Field(None, ge=1, le=200)
    is_practice: bool = Field(
        False, description="To try: nothing in it counts, and its clock can be set (`set_the_clock`)."
    )
    is_draft: bool = Field(False, description="Not on the list of events yet.")

    def plan(self, today: date) -> tuple[DayPlan, tuple[str, ...]]:
        """The plan, and what the flyer leaves open."""
        basics: dict[str, Any] = {"name": self.name, "held_on": self.held_on, "is_practice": self.is_practice}
        basics |= {"venue": self.venue} if self.venue else {}
        basics |= {"tables": self.tables} if self.tables else {}
        if self.flyer:
            read = pasted(self.flyer, self.held_on, today)
            return replace(read.plan, **basics), read.asked
        evening = EVENINGS[self.evening]
        return plan_of_evening(evening, **{**evening.hours(self.begins), **basics}), ()


@router.post("events", response=OpenedShape, auth=RUNS_CLUB, summary="Open an event", tags=["Club"])
@transaction.atomic
def open_an_event(request: ApiRequest, body: EventBody, idempotency_key: str = KEY) -> Any:
    """It is the club’s, and its organizer is who gave the token."""
    in_our_time("held_on", body.held_on.year)
    plan, asks = body.plan(timezone.localdate(request.at))
    lock_club(request.club)

    def opens() -> Event:
        given = {"plan": plan, "user": request.token.giver, "club": request.club, "device": "API"}
        return open_event_of_club(**given, at=request.at, is_draft=body.is_draft)

    try:
        event = opened_with(key_of(request, idempotency_key), body.model_dump(), body.name, opens)
    except Refused as why:
        raise refused(why) from why
    return {"event": event_data(event), "asks": asks}


class ClockBody(Body):
    shown: datetime = Field(description="What the clock shows now. It never goes back.")
    speed: float = Field(0, ge=0, le=3600, description="0: stopped. 1: as a clock. 60: a minute a second.")


@router.post("events/{slug:slug}/clock", response=WrittenDay, auth=RUN, summary="Set the clock", tags=["Run"])
@transaction.atomic
def set_the_clock(request: ApiRequest, slug: str, body: ClockBody) -> Any:
    """Of a practice event, to try a whole evening in a minute."""
    in_our_time("shown", body.shown.year)
    shown = body.shown if body.shown.tzinfo else body.shown.replace(tzinfo=request.event.zone)
    try:
        event = set_clock(
            event=request.event, shown=shown, speed=body.speed, real=request.real, by=request.by
        )
    except Refused as why:
        raise refused(why) from why
    event = Event.objects.get(pk=event.pk)
    return {"preview": False, "version": event.version, "today": today_data(event, shown)}


def in_our_time(field: str, year: int) -> None:
    """:raises ProblemError: for a year that no event is in."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise wrong(field, f"A year from {FIRST_YEAR} to {LAST_YEAR}.")
