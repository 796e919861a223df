"""The floor: every table, and the next step of the day."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.access import Request
from pages.actions import Found, press, whole_event
from pages.floor.forms import CallGameForm
from pages.floor.lots import with_lot_words
from pages.floor.page import floor_page
from pages.nav import crew
from scoring.commands.agreement import witness_results
from scoring.commands.bracket import start_phase_two
from scoring.commands.open_play import hold_games, open_play, release_games
from scoring.commands.rounds import call_round
from tournament.commands.floor import call_game
from tournament.commands.rounds import call_games
from tournament.queries.live import stopped_since


def _floor(request: Request) -> dict[str, Any]:
    page = floor_page(request.event, request.at, request.GET)
    return {"page": page, "window": page.tables_page, "stopped_since": stopped_since(timezone.now())}


FLOOR = crew("organizer", "floor/floor.html", "floor:floor", _floor, "floor/_floor.html")


def _game(request: Request, pk: int) -> Found:
    return {"game": get_object_or_404(request.event.games, pk=pk)}


next_round = press(FLOOR, call_round, finds=with_lot_words, catches_up=whole_event)
phase_two = press(FLOOR, start_phase_two)
game = press(FLOOR, call_game, finds=_game, form=CallGameForm)
games = press(FLOOR, call_games)
witness_all = press(FLOOR, witness_results)
begin_open_play = press(FLOOR, open_play)
hold = press(FLOOR, hold_games)
release = press(FLOOR, release_games)
