"""The seating of a round: draft it, change it by hand, publish it, recall it; teams that are kept apart."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from accounts.access import Request
from accounts.numbers import whole
from pages.actions import Found, Outcome, action, nothing, whole_event
from pages.floor.forms_seating import ApartForm, ByHandForm, MoveForm, SeatForm, SwapForm, UnseatForm
from pages.floor.lots import with_lot_words
from pages.floor.views import next_step_action
from pages.hall.pagination import Named, is_long, paginate, query_of
from pages.nav import crew
from rules.seating.known import find_seating
from scoring.rounds.commands_move_game import move_game
from scoring.rounds.commands_rounds import discard_draft, draft_round, publish_round, recall_round
from scoring.rounds.commands_seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.rounds.pairing import can_pair_by_grade
from scoring.rounds.seating import seating_page
from scoring.rounds.seating_lines import SeatedGame, SeatedTeam
from scoring.rounds.why_pairing import why_pairing
from seasons.clubs.club_of_event import club_of
from seasons.clubs.commands_copies import keep_apart_again
from seasons.ratings.grades import by_grade, ratings_of
from seasons.shelf.copied import apart_last_time
from tournament.event.names import in_words
from tournament.floor.commands_kept_apart import keep_apart, let_meet
from tournament.floor.kept_apart import apart_rows
from tournament.models import Game, KeptApart, Round
from tournament.models.floor import GameKind


def _seating(request: Request) -> dict[str, Any]:
    taken = _taken(request)
    page = taken["page"]
    can_seat = len(page.resting) >= page.seats - page.seats_three and bool(
        page.out or page.takes_part.by_chair
    )
    return {
        **taken,
        "swap_form": SwapForm(None, page),
        "seat_form": SeatForm(None, page) if can_seat else None,
        "unseat_form": UnseatForm(None, page),
        "move_form": MoveForm(),
        "is_long": is_long(page.games),
        "apart_form": ApartForm(None, request.event),
        "apart": apart_rows(request.event),
        "apart_last_time": apart_last_time(request.event),
    }


def _has_grades(request: Request) -> bool:
    """Whether the next round may be drafted by grade. Three queries."""
    phase = request.event.phases.get(kind="one")
    seating = find_seating(phase.seating, request.event.way)
    return can_pair_by_grade(phase, seating) and ratings_of(club_of(request.event)) is not None


def _taken(request: Request) -> dict[str, Any]:
    """The seating, with the team that was tapped first, to swap it with another (``?take=NUMBER``)."""
    page = seating_page(request.event, request.at)
    number = whole(request.GET.get("take", ""))
    can_tap = bool(page.stage) and not request.event.way.by_chair
    taken = next((one for one in page.teams if one.number == number), None) if can_tap else None
    lines: list[SeatedGame | _Resting] = [
        *(_Resting(one, has_bye=True) for one in page.byes),
        *page.games,
        *(_Resting(one, has_bye=False) for one in page.out),
    ]
    extra = {"take": str(taken.number)} if taken else {}
    lines_page = paginate(lines, request.GET, _who, table=lambda line: line.table, extra=extra)
    return {
        "page": page,
        "has_grades": not page.stage and _has_grades(request),
        "can_tap": can_tap,
        "taken": taken,
        "results": lines_page,
        "games": [line for line in lines_page.rows if isinstance(line, SeatedGame)],
        "resting": [line for line in lines_page.rows if isinstance(line, _Resting)],
    }


@dataclass(frozen=True)
class _Resting:
    """A team that isn't at a table in this round: with a bye, or left out."""

    one: SeatedTeam
    has_bye: bool
    table: None = None


def _who(line: SeatedGame | _Resting) -> list[Named]:
    return [line.one.team] if isinstance(line, _Resting) else [side.team for side in line.sides]


SEATING = crew("organizer", "floor/seating.html", "floor:seating", _seating)


def _round(request: Request) -> Found:
    return {
        "row": get_object_or_404(Round, phase__event=request.event, pk=whole(request.POST.get("round", "")))
    }


def _round_seen(request: Request) -> Found:
    """The draft, and the version of it that the organizer saw, so that no newer one is published."""
    return {**_round(request), "seen": whole(request.POST.get("seen", "")) or 0}


def _instead_of(request: Request) -> Found:
    """The existing draft that a new one replaces; None for the first."""
    draft = _round(request)["row"] if request.POST.get("round") else None
    graded = by_grade(request.event, club_of(request.event)) if "order" in request.POST else ()
    return {**with_lot_words(request), "instead_of": draft, "graded": graded}


def _why(request: Request, pk: int) -> dict[str, Any]:
    games = Game.objects.with_table_and_round().select_related("round__phase").exclude(kind=GameKind.BYE)
    game = get_object_or_404(games, event=request.event, recalled_at=None, pk=pk)
    return {"game": game, "why": why_pairing(game, request.at)}


WHY = crew("organizer", "floor/round/why.html", "floor:seating", _why)


def its_pair(request: Request, pk: int) -> Found:
    return {"row": get_object_or_404(KeptApart, event=request.event, pk=pk)}


def _typed(form: type[ByHandForm]) -> Callable[[Request], ByHandForm]:
    return lambda request: form(request.POST, seating_page(request.event, request.at))


def _to_where_changed(request: Request, outcome: Outcome) -> str:
    is_from_tables = request.GET.get("at") == "tables"
    address = reverse("setup:tables" if is_from_tables else "floor:seating", args=(request.event.slug,))
    return address + query_of(request.GET)


_by_hand = partial(action, SEATING, catches_up=whole_event, back=_to_where_changed)

NOW = replace(SEATING, fragment="floor/_seating.html", context=_taken)
draft = action(SEATING, draft_round, finds=_instead_of, catches_up=whole_event)
draw_again = next_step_action(draft_round, finds=_instead_of, catches_up=whole_event)
publish = action(
    SEATING,
    publish_round,
    finds=_round_seen,
    catches_up=whole_event,
    back=lambda request, _: reverse("floor:floor", args=(request.event.slug,)),
)
discard = action(SEATING, discard_draft, finds=_round)
recall = action(SEATING, recall_round, finds=_round)
swap = _by_hand(
    swap_teams, form=_typed(SwapForm), form_name="swap_form", message="{one} and {other} have swapped."
)
seat = _by_hand(
    seat_teams,
    form=_typed(SeatForm),
    form_name="seat_form",
    message=lambda outcome: f"{in_words(outcome.given['teams'])} play each other.",
)
unseat = _by_hand(unseat_team, form=_typed(UnseatForm), form_name="unseat_form", message="{team} sits out.")
move = _by_hand(
    move_game, finds=nothing, form=MoveForm, form_name="move_form", message="{done} is at {done.table} now."
)
apart = action(
    SEATING,
    keep_apart,
    form=lambda request: ApartForm(request.POST, request.event),
    form_name="apart_form",
    message="{one} and {other} are kept apart from the next draft on.",
)
apart_again = action(
    SEATING, keep_apart_again, message="Who was kept apart last time is kept apart from the next draft on."
)
may_meet = action(SEATING, let_meet, finds=its_pair, message="{row.one} and {row.other} may meet.")
