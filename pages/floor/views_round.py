"""The time of the round that is on: what ending it, lengthening it or calling the next one early would do."""

from datetime import datetime
from typing import Any

from accounts.access import Request
from pages.actions import press, whole_event
from pages.floor.forms_schedule import RoundForm, UndoForm
from pages.floor.lots import with_lot_words
from pages.floor.round_time import OFFERED, round_time
from pages.nav import crew_layout
from pages.web import Screen
from scoring.commands.rounds import call_round
from tournament.commands.round_time import end_round, lengthen_round
from tournament.commands.schedule_changes import add_minutes, undo_schedule_change
from tournament.models import Role


def _round(request: Request) -> dict[str, Any]:
    return {"page": round_time(request.event, request.at)}


def _frame(request: Request) -> dict[str, Any]:
    is_organizer = request.by.badge.role == Role.ORGANIZER
    return crew_layout("floor:day" if is_organizer else "referee:tables")(request)


ROUND = Screen(
    needs="referee",
    page="floor/round/time.html",
    fragment="floor/round/_time.html",
    home="floor:round-time",
    context=_round,
    layout=_frame,
)


def _change(*, choice: str, whistle: datetime, words: str, **signed: Any) -> None:
    """End the round, make it longer, or call the next one early."""
    match choice:
        case "end":
            end_round(whistle=whistle, **signed)
        case "longer":
            lengthen_round(whistle=whistle, minutes=OFFERED, **signed)
        case "later":
            add_minutes(minutes=OFFERED, **signed)
        case "early":
            call_round(is_early=True, words=words, **signed)


change = press(ROUND, _change, finds=with_lot_words, form=RoundForm, catches_up=whole_event)
undo = press(ROUND, undo_schedule_change, form=UndoForm)
