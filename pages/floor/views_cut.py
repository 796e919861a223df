"""The cut: who goes through, how a tie is decided, and the certificate."""

from typing import Any

from accounts.access import Request
from pages.actions import nothing, press, whole_event
from pages.floor.forms import BackForm, OrderForm, TieForm
from pages.floor.lots import with_random_words
from pages.hall.window import window
from pages.nav import crew
from scoring.commands.cut import call_playoff, draw_lot, mark_back, reopen_cut, settle_cut, skip_phase_one
from scoring.queries.game.agreement import unagreed
from scoring.queries.phase_two.cut import cut_page, who_is_back
from scoring.queries.rounds.steps import why_no_skip


def _cut(request: Request) -> dict[str, Any]:
    page = cut_page(request.event, request.at)
    waiting = () if page.settled_at else unagreed(request.event, request.at, kind="one")
    can_skip = not page.settled_at and not why_no_skip(request.event)
    # By default, show the page of the last team that goes through.
    shown = window(page.rows, request.GET, lambda row: [row.team], at=max(0, page.line_after - 1))
    first = shown.page.start_index() if shown.page else 1
    return {
        "page": page,
        "window": shown,
        "line_in_window": 0 if shown.find else page.line_after - first + 1,
        "unagreed": waiting,
        "can_skip": can_skip,
        "back": who_is_back(request.event) if page.settled_at else None,
    }


CUT = crew("organizer", "floor/cut/cut.html", "floor:floor", _cut, "floor/cut/_cut.html", home="floor:cut")


def _back_form(request: Request) -> BackForm:
    return BackForm(request.POST, event=request.event)


settle = press(CUT, settle_cut, catches_up=whole_event, logs="settling the cut")
skip = press(CUT, skip_phase_one, form=OrderForm, logs="leaving Phase I out")
reopen = press(CUT, reopen_cut, logs="opening the cut again")
mark = press(CUT, mark_back, finds=nothing, form=_back_form)
lot = press(CUT, draw_lot, finds=with_random_words, form=TieForm, logs="a lot")
playoff = press(CUT, call_playoff, form=TieForm, logs="a play-off")
