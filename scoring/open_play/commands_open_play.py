"""Open play and rise and fly: play is opened once, then games are called as tables open up."""

from datetime import datetime

from django.db import transaction

from scoring.game.commands_phase_one import start_phase_one
from scoring.models import GameScore
from scoring.open_play.next_games import NextGame, calls
from scoring.open_play.open_floor import open_floor
from scoring.open_play.open_steps import last_opened, opens_next, why_no_hold, why_no_release, why_not_open
from tournament.errors import refuse
from tournament.event.rules_of_event import ruleset_for
from tournament.event.sitting import chairs_for
from tournament.floor.commands_seats import Chairs, log_in_other_event, make_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_phase
from tournament.models import Actor, Event, Game, Phase, Round
from tournament.schedule.clock import timetable
from tournament.schedule.commands_deadlines import set_deadline


@transaction.atomic
def open_play(*, event: Event, by: Actor, at: datetime) -> Round:
    """Open play: start Phase I, freeze the house rules, and call the first games.

    If Phase I has sessions, play is opened again in each (Rulebook E-69).

    :raises Refused: if the event has rounds, it is too early or late, or teams or tables are missing.
    """
    # Locked before looking, or two organizers open it twice.
    phase = lock_phase(event, "one")
    refuse(why_not_open(event, at))
    if not phase.started_at:
        start_phase_one(phase, by=by, at=at)
    day, last = timetable(event, at), last_opened(event)
    opening = opens_next(day, last, at)
    assert opening
    row = Round.objects.create(
        phase=phase,
        number=last.number + 1 if last else 1,
        slot=opening.number if last else 1,
        called_at=at,
        play_from=max(opening.play_from, at),
        whistle_at=day.sessions(phase.kind)[opening.session - 1].ends_at,
    )
    log(event, "play.opened", by=by, at=at, round=row, seating=phase.get_seating_display())
    call_next_games(event=event, by=by, at=at)
    return row


@transaction.atomic
def call_next_games(*, event: Event, by: Actor, at: datetime) -> tuple[Game, ...]:
    """Call the games that can be called now (Rulebook E-41, E-42). Never backdated. Idempotent."""
    # Locked before looking, or two ticks call the same teams, or one leaves. Read again for its current room.
    event = lock_event(event.pk)
    floor = open_floor(event, at)
    if floor is None:
        return ()
    games = tuple(make_games(_game(event, floor.round, one, at) for one in calls(floor).games))
    GameScore.objects.bulk_create(GameScore(game=game) for game in games)
    for game in games:
        set_deadline(game, step=1)
        log(event, "game.called", by=by, at=at, game=game, who=str(game))
    log_in_other_event(event, games, by=by, at=at)
    return games


@transaction.atomic
def hold_games(*, event: Event, by: Actor, at: datetime) -> Phase:
    """Stop calling games; those in progress go on.

    :raises Refused: if open play isn't on, or games are held back already.
    """
    phase = lock_phase(event, "one")
    refuse(why_no_hold(event))
    Phase.objects.filter(pk=phase.pk).update(calls_held_at=at)
    log(event, "play.held", by=by, at=at)
    return phase


@transaction.atomic
def release_games(*, event: Event, by: Actor, at: datetime) -> Phase:
    """Resume calling.

    :raises Refused: if open play isn't on, or nothing is held back.
    """
    phase = lock_phase(event, "one")
    refuse(why_no_release(event))
    Phase.objects.filter(pk=phase.pk).update(calls_held_at=None)
    log(event, "play.released", by=by, at=at)
    call_next_games(event=event, by=by, at=at)
    return phase


def _game(event: Event, row: Round, one: NextGame, at: datetime) -> tuple[Game, Chairs]:
    game = Game(event=event, phase=row.phase, round=row, table=one.table, made_at=at, called_at=at)
    return game, chairs_for(ruleset_for(event), one.teams)
