"""The organizer's floor, and the next step's actions; and the cut: who goes through, ties, who is back."""

from functools import partial
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from accounts.access import Request
from pages.actions import Found, Outcome, action, at_table, nothing, whole_event
from pages.desk.forms import BuyBackForm
from pages.floor.draw_orders import draw_orders
from pages.floor.floor_page import floor_page
from pages.floor.forms import (
    BackForm,
    CallGameForm,
    OrderForm,
    RevealForm,
    TiedSidePrizeForm,
    TieForm,
)
from pages.floor.lots import with_lot_words, with_random_words
from pages.floor.views_schedule import its_deadline
from pages.floor.views_today import TODAY, alerts, who_never_sat
from pages.floor.views_wall import WALL
from pages.hall.pagination import paginate
from pages.header import header_clock
from pages.nav import crew
from pages.web import respond
from scoring.bracket.commands_bracket import buy_back, start_phase_two, take_back_buy_back, take_back_start
from scoring.bracket.commands_calling import call_games
from scoring.bracket.drawn import bought_back, lost_once
from scoring.cut.commands_cut import (
    call_playoff,
    decide_side_prize,
    draw_lot,
    mark_back,
    reopen_cut,
    reveal_all,
    reveal_next,
    settle_cut,
    skip_phase_one,
)
from scoring.cut.cut_page import cut_page, who_is_back
from scoring.cut.held_results import held_results
from scoring.cut.why_no_cut import why_no_skip
from scoring.open_play.commands_open_play import hold_games, open_play, release_games
from scoring.prizes.side_prizes import tied_prizes
from scoring.recording.commands_late import end_five_minutes
from scoring.reports.agreed import unagreed
from scoring.reports.commands_agreement import witness_results
from scoring.rounds.commands_move_game import recall_game
from scoring.rounds.commands_rounds import call_round
from scoring.rulings.commands_leaving import leave_day
from seasons.clubs.club_of_event import club_of
from seasons.ratings.grades import ratings_of
from tournament.badges.commands_badges import end_tablet
from tournament.badges.crew import tablets
from tournament.event.day_rows import day_rows
from tournament.floor.commands_floor import call_game
from tournament.models import Role


def _floor(request: Request) -> dict[str, Any]:
    page, rows = floor_page(request.event, request.at, request.GET), day_rows(request.event)
    return {
        "page": page,
        "clock": header_clock(request.event, request.at, page.awaits),
        "results": page.tables_page,
        **alerts(request),
        "lost_once": [(row, uuid4()) for row in lost_once(request.event)],
        "bought_back": bought_back(request.event),
        "tablets": rows.once(tablets),
        "never_seated": who_never_sat(request.event, is_cut=page.day.is_cut),
    }


FLOOR = crew("organizer", "floor/floor.html", "floor:floor", _floor, "floor/_floor.html")


def where_pressed(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """The response to an action of the next step: the page with its button, Today, the wall or the floor."""
    screen = {"today": TODAY, "wall": WALL}.get(request.POST.get("on", ""), FLOOR)
    return respond(request, screen, outcome.form, message=news, **outcome.refused)


next_step_action = partial(action, where_pressed, only="organizer")


def its_game(request: Request, pk: int) -> Found:
    return {"game": get_object_or_404(request.event.games, pk=pk)}


def its_team(request: Request, pk: int) -> Found:
    return {"team": get_object_or_404(request.event.teams.select_related("event"), pk=pk)}


def its_badge(request: Request, pk: int) -> Found:
    return {"badge": get_object_or_404(request.event.badges.filter(role=Role.TABLET), pk=pk)}


next_round = next_step_action(call_round, finds=with_lot_words, catches_up=whole_event)
phase_two = next_step_action(start_phase_two)
phase_two_back = next_step_action(take_back_start, catches_up=whole_event)
game = next_step_action(call_game, finds=its_game, form=CallGameForm)
recall = action(FLOOR, recall_game, finds=its_game, catches_up=at_table)
games = next_step_action(call_games)
witness_all = action(FLOOR, witness_results)
begin_open_play = next_step_action(open_play)
hold = next_step_action(hold_games)
release = next_step_action(release_games)
buys_back = action(FLOOR, buy_back, finds=its_team, form=BuyBackForm)
decides_again = action(FLOOR, take_back_buy_back, finds=its_team)
leaves = next_step_action(
    leave_day,
    finds=its_team,
    message="{team.name} left, and won’t be called again. If they come after all: at the desk.",
)
late_ends = next_step_action(end_five_minutes, finds=its_deadline)
tablet_ends = action(FLOOR, end_tablet, finds=its_badge)
next_place = next_step_action(reveal_next, form=RevealForm)
all_places = next_step_action(reveal_all)


def _draw(request: Request) -> dict[str, Any]:
    """What the draw of a bracket without a Phase I needs (Rulebook E-223)."""
    has_grades = ratings_of(club_of(request.event)) is not None
    return {
        "why_no_draw": why_no_skip(request.event),
        "here": day_rows(request.event).teams_here,
        "orders": draw_orders(request.event, has_grades=has_grades),
    }


def _cut(request: Request) -> dict[str, Any]:
    page = cut_page(request.event, request.at)
    waiting = () if page.settled_at else unagreed(request.event, request.at, kind="one")
    can_skip = not page.settled_at and not why_no_skip(request.event)
    # By default, show the page of the last team that goes through.
    rows = paginate(page.rows, request.GET, lambda row: [row.team], at=max(0, page.cutoff - 1))
    first = rows.page.start_index() if rows.page else 1
    return {
        "page": page,
        "results": rows,
        "cutoff_on_page": 0 if rows.find else page.cutoff - first + 1,
        "unagreed": waiting,
        "held": () if page.settled_at else held_results(request.event, request.at),
        "can_skip": can_skip,
        **({} if request.event.way.has_phase_one or page.settled_at else _draw(request)),
        "has_grades": can_skip and ratings_of(club_of(request.event)) is not None,
        "tied_prizes": tied_prizes(request.event, request.at),
        "back": who_is_back(request.event) if page.settled_at else None,
    }


CUT = crew("organizer", "floor/cut/cut.html", "floor:cut", _cut, "floor/cut/_cut.html")


def _back_form(request: Request) -> BackForm:
    return BackForm(request.POST, event=request.event)


settle = action(CUT, settle_cut, finds=with_random_words, catches_up=whole_event, logs="settling the cut")
skip = action(CUT, skip_phase_one, form=OrderForm, logs="leaving Phase I out")
reopen = action(CUT, reopen_cut, catches_up=whole_event, logs="opening the cut again")
mark = action(CUT, mark_back, finds=nothing, form=_back_form)
lot = action(CUT, draw_lot, finds=with_random_words, form=TieForm, logs="a lot")
playoff = action(CUT, call_playoff, form=TieForm, logs="a play-off")
decide_prize = action(CUT, decide_side_prize, form=TiedSidePrizeForm)
