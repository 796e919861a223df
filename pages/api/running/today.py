"""The calls by which an organizer's program reads the day: the next step, the seating, the cut."""

from datetime import datetime
from typing import Any, Final

from pages.api.event.codes import in_words
from pages.api.event.tokens import RUN, ApiRequest
from pages.api.event.writes import router as router
from pages.api.running.shapes import CutShape, SeatingShape, TodayShape
from pages.floor.next_step import BRACKET, PHASE_TWO, RESUME, REVEAL, NextStep, day
from pages.floor.round_time import round_time
from scoring.cut.cut_page import cut_page, who_is_back
from scoring.recording.late_hands import late_hands
from scoring.rounds.next_of_phase_one import Next
from scoring.rounds.seating import seating_page
from tournament.errors import Refused
from tournament.event.day_rows import with_its_day
from tournament.event.names import TeamName
from tournament.floor.kept_apart import apart_rows
from tournament.models import Event
from tournament.schedule.changes_of_schedule import day_controls

CALLS_OF: Final = {
    Next.ROUND: "call_round",
    Next.OPEN: "open_play",
    Next.HELD: "release_games",
    Next.CUT: "settle_cut",
    RESUME: "resume_day",
    PHASE_TWO: "start_phase_two",
    BRACKET: "call_games",
    REVEAL: "reveal_next",
}
"""The operation that takes each kind of next step. Where none is named, it takes itself, or a person."""


@router.get("events/{slug:slug}/today", response=TodayShape, auth=RUN, summary="The next step", tags=["Run"])
def today(request: ApiRequest, slug: str) -> Any:
    return today_data(request.event, request.at)


def today_data(event: Event, at: datetime) -> dict[str, Any]:
    """The next step, and the ids for what can be pressed. About sixty queries."""
    event = with_its_day(event)
    now, controls, of_round = day(event, at), day_controls(event, at), round_time(event, at)
    undo = controls.undo or of_round.undo
    return {
        "now": at,
        "step": _step(now.step),
        "says": now.words,
        **{name: getattr(now, name) for name in ("has_begun", "is_cut", "is_phase_two", "is_over")},
        "rounds_called": now.rounds_played,
        "rounds_left": now.rounds_left,
        "places_shown": now.step.shown,
        "whistle": of_round.whistle or None,
        "break_at": controls.call_off.value if controls.call_off else None,
        "part": controls.start.value if controls.start else "",
        "change": undo.change if undo else None,
        "late": [
            {"late": each.pk, "game": each.game_id, "table": each.table_number, "says": _late(each)}
            for each in late_hands(event)
        ],
    }


def _late(hand: Any) -> str:
    return f"{hand.team}: {hand.words}"


def _step(step: NextStep) -> dict[str, Any]:
    why_not = step.why_not
    return {
        "kind": step.kind,
        "title": step.title,
        "call": CALLS_OF.get(step.kind, ""),
        "why_not": _words(why_not),
        "code": why_not.code if isinstance(why_not, Refused) else "",
        "opens_at": step.opens.until if step.opens else None,
    }


def _words(why_not: Refused | str | None) -> str:
    return in_words(why_not) if isinstance(why_not, Refused) else why_not or ""


def _team(team: TeamName) -> dict[str, Any]:
    return {"team": team.number, "name": team.name}


@router.get(
    "events/{slug:slug}/seating",
    response=SeatingShape,
    auth=RUN,
    summary="The seating of a draft or a round",
    tags=["Run"],
)
def seating(request: ApiRequest, slug: str) -> Any:
    page = seating_page(request.event, request.at)
    return {
        "stage": page.stage,
        "title": page.title,
        "round": page.round_id,
        "seen": page.mark,
        "games": [
            {
                "game": game.game_id,
                "table": game.table,
                "sides": [_team(side.team) for side in game.sides],
                "notes": game.notes,
            }
            for game in page.games
        ],
        "byes": [_team(each.team) for each in page.byes],
        "out": [_team(each.team) for each in page.out],
        "figures": page.figures,
        "news": page.news.words,
        "why_not": _words(page.why_not),
        "apart": [
            {"pair": row.key, "one": _team(row.one), "other": _team(row.other)}
            for row in apart_rows(request.event)
        ],
    }


@router.get("events/{slug:slug}/cut", response=CutShape, auth=RUN, summary="Who goes through", tags=["Run"])
def cut(request: ApiRequest, slug: str) -> Any:
    page, back = cut_page(request.event, request.at), who_is_back(request.event)
    return {
        "cutoff": page.cutoff,
        "order": [each.name for each in page.order],
        "teams": [_team(row.team) for row in page.rows],
        "ties": [
            {
                "teams": [_team(team) for team in tie.teams],
                "stake": tie.stake,
                "why_no_playoff": _words(tie.why_no_playoff),
                "why_no_lot": _words(tie.why_no_lot),
            }
            for tie in page.ties
        ],
        "settled_at": page.settled_at,
        "why_not": "" if page.settled_at else _words(page.why_not),
        "back": [
            {
                **_team(each.team),
                "seed": each.seed,
                "is_back": each.back_at is not None,
                "has_left": each.has_left,
            }
            for each in (back.teams if back else ())
        ],
    }
