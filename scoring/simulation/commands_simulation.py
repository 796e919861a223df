"""Start, play and stop a simulation run. The tick plays it in slices."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.models import SimulationRun
from scoring.simulation.simulation_input import figures_for, formats_of, hands_of, is_readable, plan_of_run
from scoring.simulation.simulation_page import FEWEST_DAYS, MOST_DAYS, MOST_TABLES, MOST_TEAMS
from simulation.days.simulate import Totals, play_days
from tournament.errors import Refused
from tournament.event.rules_of_event import group_size
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Event
from tournament.schedule.clock import timetable


@transaction.atomic
def ask_simulation(
    *, event: Event, teams: int, tables: int, days: int, by: Actor, at: datetime
) -> SimulationRun:
    """Queue a simulation in every format that suits the event. The tick plays it.

    :raises Refused: if one is running, a number is out of bounds, or there is no Phase I.
    """
    # Locked before looking, or two organizers start two runs.
    event = lock_event(event.pk)
    if not event.way.has_phase_one:
        raise Refused("simulation.no-phase-one")
    who = f"{event.entrant}s"
    for field, word, value, least, most in (
        ("teams", who, teams, group_size(event), MOST_TEAMS),
        ("tables", "tables", tables, 1, MOST_TABLES),
        ("days", "days", days, FEWEST_DAYS, MOST_DAYS),
    ):
        if not least <= value <= most:
            raise Refused("simulation.number", least=least, most=most, things=word, field=field)
    if event.simulation_runs.filter(finished_at=None, stopped_at=None).exists():
        raise Refused("simulation.running")
    run = SimulationRun.objects.create(
        event=event,
        teams=teams,
        tables=tables,
        days=days,
        seed=event.pk,
        formats=formats_of(event),
        asked_at=at,
        by=by.badge,
    )
    log(event, "simulation.asked", by=by, at=at, days=days, many=teams, who=who, tables=tables)
    return run


@transaction.atomic
def stop_simulation(*, event: Event, by: Actor, at: datetime) -> SimulationRun:
    """Stop the running simulation. Formats that are complete keep their results.

    :raises Refused: if none is running.
    """
    lock_event(event.pk)
    run = SimulationRun.objects.filter(event=event, finished_at=None, stopped_at=None).first()
    if run is None:
        raise Refused("simulation.none")
    SimulationRun.objects.filter(pk=run.pk).update(stopped_at=at)
    log(event, "simulation.stopped", by=by, at=at)
    run.refresh_from_db()
    return run


def go_on_simulating(*, run: SimulationRun, has_time: Callable[[], bool], by: Actor, at: datetime) -> int:
    """Play the next days of a run while there is time, and store them. Returns the number of days.

    Holds no lock while playing. The days are discarded if another worker has stored the same days, or the run
    was stopped. ``run.done`` counts the days of all formats, one format after the other.
    """
    if not is_readable(run.figures):
        run.figures = figures_for(run.event, run.asked_at)
    hands, day = hands_of(run.figures), timetable(run.event, run.asked_at)
    plans = {key: plan_of_run(run.event, run, day, key, hands) for key in run.formats}
    sums = {key: Totals.from_json(run.totals.get(key, {})) for key in run.formats}
    done, whole = run.done, run.days * len(run.formats)
    while done < whole and (done == run.done or has_time()):
        seating = run.formats[done // run.days]
        play_days(plans[seating], [done % run.days + 1], run.seed, sums[seating], hands)
        done += 1
    totals = {key: each.as_json() for key, each in sums.items()}
    return done - run.done if _store(run, totals, done, by, at) else 0


@transaction.atomic
def _store(run: SimulationRun, totals: dict[str, dict[str, Any]], done: int, by: Actor, at: datetime) -> bool:
    lock_event(run.event_id)
    finished_at = at if done == run.days * len(run.formats) else None
    fresh = SimulationRun.objects.filter(pk=run.pk, done=run.done, finished_at=None, stopped_at=None)
    is_mine = fresh.update(totals=totals, done=done, figures=run.figures, finished_at=finished_at) == 1
    if is_mine and finished_at:
        log(run.event, "simulation.finished", by=by, at=at)
    return is_mine
