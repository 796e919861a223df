"""The calls that read: what is public, and with a token the log, games' sheets and the desk's list."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from django import forms
from django.db.models import F, Q
from django.http import Http404, HttpResponse
from django.urls import reverse
from ninja import Header, Query, Router

from accounts.access import Request
from pages.api.event.shapes import (
    CrewTeamShape,
    Cursored,
    EntryShape,
    EventShape,
    GameShape,
    ListShape,
    LogShape,
    ScheduleShape,
    SheetShape,
    StandingsShape,
    TableShape,
    TeamShape,
    TokenShape,
    WholeGameShape,
)
from pages.api.event.tokens import ANY, DESK, READ, SHEETS, ApiRequest, its_table
from pages.floor.audit_log import Narrowed, log_entries
from pages.games.results import games_data, hands_by_game, places_in_words, standing_data
from rules.ruleset.entry import EntryTiles, Question
from scoring.bracket.bracket import bracket_page
from scoring.sheet.sheet import sheet, sheet_games
from scoring.standings.board import board
from seasons.shelf.shelves import public_events
from tournament.event.names import player_names, who_sits
from tournament.event.rules_of_event import entry_for
from tournament.lists.imports import lists
from tournament.models import Event, Game, Team

MOST = 200
"""The most items on a page of a list."""
PAGE = 50

router = Router()
After: Any = Query(  # type: ignore[type-arg]
    0, ge=0, le=2**53, description="The `next` of the page before."
)
Limit: Any = Query(  # type: ignore[type-arg]
    PAGE, ge=1, le=MOST, description="The most items to return."
)
LastEvent: Any = Header(  # type: ignore[type-arg]
    None, alias="Last-Event-ID", ge=0, le=2**53, description="The id of the last event that was received."
)
SSE, NDJSON = "text/event-stream", "application/x-ndjson"


class CursorForm(forms.Form):
    """The parameters of a list, for the page cache."""

    after = forms.IntegerField(required=False, min_value=0, max_value=2**53)
    limit = forms.IntegerField(required=False, min_value=1, max_value=MOST)


def cursored(
    rows: Sequence[Any], *, limit: int, key: Callable[[Any], int], shape: Callable[[Any], Any]
) -> Any:
    """A page of ``rows``, which has one row more than ``limit`` if there is a next page."""
    items = rows[:limit]
    return {"items": list(map(shape, items)), "next": key(items[-1]) if len(rows) > limit else None}


# --- everybody ------------------------------------------------------------------------------------------


@router.get("events", response=Cursored[EventShape], summary="The events, the oldest first", tags=["Read"])
def events(request: Request, after: int = After, limit: int = Limit) -> Any:
    found = public_events().filter(pk__gt=after).order_by("pk")[: limit + 1]
    return cursored(list(found), limit=limit, key=lambda event: int(event.pk), shape=event_data)


@router.get("events/{slug:slug}", response=EventShape, summary="An event", tags=["Read"])
def event(request: Request, slug: str) -> Any:
    return event_data(request.event)


def event_data(event: Event) -> dict[str, Any]:
    pages = ("hall:event", "hall:standings", "games:games", "hall:rules")
    return {
        "slug": event.slug,
        "name": event.name,
        "venue": event.venue,
        "timezone": event.timezone,
        "game": event.game,
        "entrant": event.entrant,
        "is_practice": event.is_practice,
        "version": event.version,
        "links": [reverse(name, args=[event.slug]) for name in pages],
    }


@router.get("events/{slug:slug}/schedule", response=ScheduleShape, summary="The planned times", tags=["Read"])
def schedule(request: Request, slug: str) -> Any:
    event = request.event
    parts = [(phase.kind, phase) for phase in event.phases.all()]
    rests = event.breaks.filter(ends_at__gt=F("starts_at"))
    parts += [("gap" if rest.is_gap else "break", rest) for rest in rests]  # type: ignore[misc]
    rows = [{"part": kind, "starts_at": row.starts_at, "ends_at": row.ends_at} for kind, row in parts]
    return {"version": event.version, "parts": sorted(rows, key=lambda row: row["starts_at"])}


@router.get(
    "events/{slug:slug}/entry",
    response=EntryShape,
    summary="What is asked about a hand or a game",
    tags=["Read"],
)
def entry(request: Request, slug: str) -> Any:
    """Its names and values make up `answers` when you enter hands and totals."""
    hand, total = (entry_for(request.event, is_total=is_total) for is_total in (False, True))
    return {
        "sides": hand.sides,
        "takes": request.event.results_by,
        "hand": [_question(each, hand) for each in hand],
        "total": [_question(each, total) for each in total],
    }


def _question(question: Question, tiles: EntryTiles) -> dict[str, Any]:
    has_numbers = bool(question.most)
    return {
        "fields": question.names(tiles.sides),
        "asks": question.asks or question.listed,
        "answers": []
        if has_numbers
        else [
            {"value": side, "words": words} for side, words in zip(tiles.sides, tiles.seat_names, strict=True)
        ]
        if question.look == "sides"
        else [{"value": tile.value, "words": tile.words} for tile in question.tiles],
        "least": question.least,
        "most": question.most,
        "is_needed": bool(question.missing),
    }


@router.get("events/{slug:slug}/teams", response=Cursored[TeamShape], summary="Who takes part", tags=["Read"])
def teams(request: Request, slug: str, after: int = After, limit: int = Limit) -> Any:
    """Those who were checked in, in the order of their numbers."""
    return _teams(request, Q(checked_in_at__isnull=False), after, limit)


def _teams(request: Request, which: Q, after: int, limit: int) -> Any:
    found = request.event.teams.filter(which, number__gt=after).prefetch_related("players").order_by("number")
    return cursored(list(found[: limit + 1]), limit=limit, key=lambda team: int(team.number), shape=team_data)


def team_data(team: Team) -> dict[str, Any]:
    return {
        "team": team.number,
        "name": team.name,
        "players": player_names(team.players.all()),
        "members": [{"player": player.pk, "name": player.name} for player in who_sits(team.players.all())],
        "has_left": team.withdrawn_at is not None,
        "is_here": team.checked_in_at is not None and team.withdrawn_at is None,
    }


@router.get("events/{slug:slug}/tables", response=list[TableShape], summary="The tables", tags=["Read"])
def tables(request: Request, slug: str) -> Any:
    return [
        {
            "table": table.number,
            "zone": table.zone,
            "is_accessible": table.is_accessible,
            "is_out_of_use": table.is_out_of_use,
        }
        for table in request.event.tables.order_by("number")
    ]


@router.get(
    "events/{slug:slug}/games",
    response=Cursored[GameShape],
    summary="The games",
    tags=["Read"],
)
def games(request: Request, slug: str, after: int = After, limit: int = Limit) -> Any:
    """In the order in which they were made. Without their hands."""
    found = games_data(request.event, request.at, only=Q(pk__gt=after))
    return cursored(
        list(islice(found, limit + 1)), limit=limit, key=lambda game: int(game["game"]), shape=dict
    )


@router.get(
    "events/{slug:slug}/games/{int:game}",
    response=WholeGameShape,
    summary="A game and its hands",
    tags=["Read"],
)
def game(request: Request, slug: str, game: int) -> Any:
    hands = hands_by_game(request.event, game)
    for found in games_data(request.event, request.at, hands, only=Q(pk=game)):
        return found
    raise Http404


@router.get("events/{slug:slug}/standings", response=StandingsShape, summary="The standings", tags=["Read"])
def standings(request: Request, slug: str) -> Any:
    event, at = request.event, request.at
    table = board(event, at)
    final = places_in_words(bracket_page(event, at), table)
    return {
        "version": event.version,
        "is_hidden": table.is_hidden,
        "is_held_back": table.is_held_back,
        "is_open": table.is_open,
        "through": table.cutoff,
        "tie_breaks": table.tie_break_words,
        "standings": [standing_data(line, final) for line in table.rows],
    }


# --- with a token ---------------------------------------------------------------------------------------


@router.get(
    "events/{slug:slug}/token",
    response=TokenShape,
    auth=ANY,
    summary="What your token may do",
    tags=["Token"],
)
def token(request: ApiRequest, slug: str) -> Any:
    found = request.token
    return {
        "event": request.event.slug,
        "name": found.badge.name,
        "scope": found.scope,
        "tables": found.tables,
        "is_of_club": found.giver_id is not None,
    }


@router.get(
    "events/{slug:slug}/games/{int:game}/sheet",
    response=SheetShape,
    auth=SHEETS,
    summary="A game as its referee sees it",
    tags=["Token"],
)
def game_sheet(request: ApiRequest, slug: str, game: int) -> Any:
    """It has the ids of the hands, the number of the next one, and what is to be entered now."""
    found = sheet_games(request.event).filter(pk=game).first()
    if found is None:
        raise Http404
    its_table(request, found.table.number if found.table else None)
    return sheet_data(request, found)


def sheet_data(request: Request, game: Game) -> dict[str, Any]:
    now = sheet(game, request.at)
    return {
        "game": now.game_id,
        "table": now.table_number,
        "label": now.label,
        "stage": now.stage,
        "score": now.score,
        "result": now.result,
        "next_hand": now.next_number,
        "sides": [
            {
                "side": side.side,
                "team": side.number,
                "name": side.name,
                "players": side.players,
                "score": side.score,
                "is_seated": side.is_seated,
                "is_winner": side.is_winner,
            }
            for side in now.sides
        ],
        "hands": [
            {
                "id": hand.id,
                "number": hand.number,
                "says": hand.headline,
                "score": hand.score,
                "is_total": hand.is_total,
                "is_struck": hand.is_struck,
                "by": hand.by,
            }
            for hand in now.hands
        ],
    }


@router.get(
    "events/{slug:slug}/desk/teams",
    response=Cursored[CrewTeamShape],
    auth=DESK,
    summary="Everybody on the desk’s list",
    tags=["Token"],
)
def desk_teams(request: ApiRequest, slug: str, after: int = After, limit: int = Limit) -> Any:
    """Also who isn't here yet."""
    return _teams(request, Q(), after, limit)


@router.get(
    "events/{slug:slug}/lists", response=ListShape, auth=DESK, summary="The list brought last", tags=["Token"]
)
def list_now(request: ApiRequest, slug: str) -> Any:
    return list_data(request.event)


def list_data(event: Event) -> dict[str, Any]:
    found = lists(event)
    seen = found.looked_at
    return {
        "is_busy": found.is_busy,
        "done": seen.done if seen else 0,
        "total": seen.total if seen else 0,
        "problem": (seen.problem if seen else "") or found.refused,
        "columns": [column.meaning for column in seen.columns] if seen else [],
        "teams": seen.teams if seen else 0,
        "wrong": seen.wrong if seen else 0,
        "imported": [each.pk for each in found.imported if not each.undone_at],
    }


@router.get(
    "events/{slug:slug}/log", response=Cursored[LogShape], auth=READ, summary="What happened", tags=["Token"]
)
def log(request: ApiRequest, slug: str, after: int = After, limit: int = Limit) -> Any:
    """The oldest first. The stream has the same entries as they happen."""
    found = log_entries(request.event, Narrowed(), after=after, most=limit + 1)
    return cursored(found, limit=limit, key=lambda row: int(row.number), shape=log_data)


@router.get(
    "events/{slug:slug}/log/stream",
    auth=READ,
    summary="What happens, as it happens",
    tags=["Token"],
    openapi_extra={
        "responses": {
            200: {
                "description": "An entry of the log in each line, or in each event. It never ends.",
                "content": {SSE: {"schema": {"type": "object"}}, NDJSON: {"schema": {"type": "string"}}},
            }
        }
    },
)
def log_stream(
    request: ApiRequest, slug: str, after: int = After, last_event_id: int | None = LastEvent
) -> HttpResponse:
    """Lines of JSON (`Accept: application/x-ndjson`), or server-sent events, which browsers take up again
    where they were. An empty line, or a comment, is sent when nothing happens.
    """
    since = last_event_id or after
    rows = log_entries(request.event, Narrowed(), after=since, most=MOST)
    is_lines = NDJSON in request.headers.get("Accept", "")
    entries = [(row.number, LogShape(**log_data(row)).model_dump_json()) for row in rows]
    body = "".join(f"{line}\n" if is_lines else f"id: {number}\ndata: {line}\n\n" for number, line in entries)
    response = HttpResponse(body, content_type=NDJSON if is_lines else SSE)
    response["Uptown-Next"] = str(rows[-1].number if rows else since)
    return response


def log_data(row: Any) -> dict[str, Any]:
    return {
        "number": row.number,
        "at": row.at,
        "action": row.action,
        "says": row.words,
        "by": row.by,
        "role": row.role,
        "game": row.game,
        "hand": row.hand,
    }
