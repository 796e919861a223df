"""Simulate a day on the command line: ``./uptown simulate --teams 16 --tables 7``."""

import multiprocessing
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from time import perf_counter
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from pages.setup.evenings import plan_of_evening
from rules.command_line.whole_numbers import whole
from rules.evenings.evening import Evening
from rules.evenings.known import EVENINGS
from rules.games import all_games, find_ruleset
from rules.ruleset.ruleset import Ruleset
from rules.seating.known import ALONE, BY_STANDING, OLD_KEYS, SEATINGS, find_seating, way_of
from rules.seating.seating import Seating
from rules.standings.tie_breaks import CRITERIA
from rules.time.clock import PhaseSpan, Timetable
from rules.time.schedule import fahrenheit_day
from scoring.simulation.simulation_input import (
    figures_for,
    formats_in,
    formats_of,
    from_players,
    hands_of,
    plan_of_day,
    plan_of_event,
    settings_of,
)
from scoring.simulation.simulation_page import heads_of, often, order_label
from simulation.days.figures import HandFigures
from simulation.days.hands import players_figures
from simulation.days.plan import SimulationPlan
from simulation.days.simulate import Forecast, Totals, play_days
from tournament.event.rules_of_event import ruleset_for
from tournament.models import Event, Phase
from tournament.models.events import PairsUp
from tournament.schedule.clock import event_now, timetable
from tournament.settings.plan import columns

CHICAGO, HELD_ON = ZoneInfo("America/Chicago"), date(2026, 6, 27)
BAR = 40
MOST_DAYS = 100_000
SLICE = 50
"""The days that one process plays at a time."""


class Command(BaseCommand):
    help = "Play a day a thousand times at random in each format, and compare the formats."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--teams", type=int, help="teams, or players who come alone; without: 16")
        parser.add_argument("--tables", type=int, help="without: 8; of an evening: as many as they fill")
        parser.add_argument("--days", type=whole(1, MOST_DAYS), default=1000)
        parser.add_argument("--event", metavar="SLUG", help="the hours, the game and the hands of this event")
        parser.add_argument(
            "--evening",
            choices=EVENINGS,
            metavar="NAME",
            help="an evening that clubs play, as written: " + ", ".join(EVENINGS),
        )
        parser.add_argument(
            "--game", choices=[game.key for game in all_games()], help="without an event: what is played"
        )
        parser.add_argument(
            "--format",
            choices=(*SEATINGS, *OLD_KEYS),
            action="append",
            help="only this format; repeatable. “alone” and “one-…”: people come alone, change partners",
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *, days: int, seed: int, **options: Any) -> None:
        day = _day(options)
        formats = _formats(day, options["format"])
        teams = options["teams"] or day.at_first
        tables = options["tables"] or (max(1, teams // day.at_table) if options["evening"] else 8)
        hours = day.timetable
        if options["event"] is None and not day.goes_on(formats[0]):
            hours = _until_the_awards(hours)
        try:
            plans = {
                key: day.plan(hours, day.hands, seating=key, teams=teams, tables=tables) for key in formats
            }
            forecasts = {key: self._play(plan, days, seed, day.hands) for key, plan in plans.items()}
        except ValueError as refused:
            raise CommandError(str(refused)) from refused
        who = "players" if find_seating(formats[0]).is_of_people else "teams"
        self.stdout.write(f"\n{days:,} days of {teams} {who} at {tables} tables, drawn from {day.source}.\n")
        if day.pairs_up:
            self.stdout.write(f"Phase II is played in pairs, {PairsUp(day.pairs_up).label}.\n")
        self.stdout.write("\n")
        self._print_formats(forecasts, day)
        self._print_meetings(forecasts, day)
        self._print_tie_breaks(forecasts, day)

    def _play(self, plan: SimulationPlan, days: int, seed: int, hands: HandFigures) -> Forecast:
        started = perf_counter()
        totals = Totals()
        for part in _played(plan, days, seed, hands):
            totals.add_all(part)
            if sys.stderr.isatty():
                done, seconds = totals.days, perf_counter() - started
                full, name = BAR * done // days, plan.way_of_seating.short
                bar = f"{name:<27} {'█' * full}{'·' * (BAR - full)} {100 * done // days:>3} %"
                sys.stderr.write(f"\r{bar} {seconds:5.1f} s{'' if done < days else chr(10)}")
                sys.stderr.flush()
        return totals.forecast(plan)

    def _print_formats(self, forecasts: dict[str, Forecast], day: "_Day") -> None:
        first = next(iter(forecasts))
        heads = heads_of(day.seating(first), has_bracket=day.goes_on(first))
        self.stdout.write(
            f"{'':<27} {heads.games.lower():>20} {heads.again.lower():>14} {heads.tie.lower():>15} "
            f"{'cut off':>8} {'on time':>8}  {heads.over.lower()}\n"
        )
        for key, forecast in forecasts.items():
            spread = f"({forecast.fewest_games:.1f} to {forecast.most_games:.1f})"
            over = f"{forecast.ends_at[0].astimezone(day.zone):%-I:%M %p}"
            tied = forecast.tied_at_cut[-1][1]
            games = f"{day.seating(key).short:<27} {forecast.games_per_team:6.1f} {spread:>13}"
            self.stdout.write(
                f"{games} {forecast.rematches:14.1f} "
                f"{tied:15.1%} {forecast.cut_off:8.1%} {forecast.on_time:8.1%}  {over}\n"
            )

    def _print_meetings(self, forecasts: dict[str, Forecast], day: "_Day") -> None:
        self.stdout.write("\nHow often two meet, as shares of all pairs, and days with a tied first place:\n")
        for key, forecast in forecasts.items():
            for who, meetings in (("partners", forecast.partners), ("opponents", forecast.opponents)):
                if meetings.shares:
                    met, evenest = (
                        ", ".join(f"{often(times)} {share:.1%}" for times, share in shares)
                        for shares in (meetings.shares, meetings.evenest)
                    )
                    self.stdout.write(
                        f"  {day.seating(key).short}, as {who}: {met}\n"
                        f"    most even: {evenest}; met before: {meetings.again:.1%} of the meetings, "
                        f"at least {meetings.least_again:.1%}\n"
                    )
            self.stdout.write(f"  {day.seating(key).short}, first place tied: {forecast.first_tied:.1%}\n")

    def _print_tie_breaks(self, forecasts: dict[str, Forecast], day: "_Day") -> None:
        has_bracket = day.goes_on(next(iter(forecasts)))
        what = "the last place to go through" if has_bracket else "one of the three prizes"
        self.stdout.write(f"\nDays on which {what} is still tied after each tie-break:\n")
        for key, forecast in forecasts.items():
            steps = ", ".join(f"{CRITERIA[name].by} {share:.1%}" for name, share in forecast.tied_at_cut)
            self.stdout.write(f"  {day.seating(key).short}: {steps}\n")
        others = "others go through" if has_bracket else "the prizes go to others"
        self.stdout.write(
            f"\nWith another order of tie-breaks: days still tied, and days on which {others}:\n"
        )
        for key, forecast in forecasts.items():
            other = ", ".join(
                f"{order_label(tie_breaks, day.ruleset)} {tied:.1%} and {others:.1%}"
                for tie_breaks, tied, others in forecast.otherwise
            )
            self.stdout.write(f"  {day.seating(key).short}: {other}\n")


@dataclass(frozen=True, kw_only=True)
class _Day:
    timetable: Timetable
    zone: ZoneInfo
    ruleset: Ruleset
    hands: HandFigures
    plan: Callable[..., SimulationPlan]
    source: str
    formats: tuple[str, ...]
    pairs_up: str = ""
    plays_phase_two: bool = True
    at_table: int = 2
    at_first: int = 16

    def seating(self, key: str) -> Seating:
        return ALONE if len(self.ruleset.sides) > 2 else find_seating(key)

    def goes_on(self, key: str) -> bool:
        return bool(self.pairs_up) or (self.plays_phase_two and not find_seating(key).is_of_people)


def _day(options: Mapping[str, Any]) -> _Day:
    slug, game, evening = options["event"], options["game"], options["evening"]
    if evening is not None:
        if slug is not None or game is not None:
            raise CommandError("An evening has its hours and its game. Leave out --event and --game.")
        return day_of(EVENINGS[evening])
    if slug is None:
        ruleset = find_ruleset(game or "fahrenheit")
        way, hands = way_of(ruleset), players_figures(ruleset.key)
        return _Day(
            timetable=fahrenheit_day(HELD_ON, CHICAGO),
            zone=CHICAGO,
            ruleset=ruleset,
            hands=hands,
            plan=partial(plan_of_day, ruleset, advance=7),
            source=from_players(ruleset, hands),
            formats=formats_in(way, (ALONE if way.by_chair else BY_STANDING).key),
        )
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(
            f"There is no event “{slug}”. The list of events has the names in their addresses."
        )
    if game is not None:
        raise CommandError("An event has its game already. Leave out --game, or --event.")
    return day_of_event(event, event_now(event, timezone.now()))


def day_of_event(event: Event, now: datetime) -> _Day:
    """The day of an event as its page simulates it."""
    figures = figures_for(event, now)
    return _Day(
        timetable=timetable(event, now),
        zone=event.zone,
        ruleset=ruleset_for(event),
        hands=hands_of(figures),
        plan=partial(plan_of_event, event, figures),
        source=figures["source"],
        formats=formats_of(event),
        pairs_up=figures["pairs_up"],
        plays_phase_two=event.plays_phase_two,
    )


def day_of(evening: Evening) -> _Day:
    """The day that an organizer gets with this evening's default settings."""
    plan = plan_of_evening(evening, name=evening.name, held_on=HELD_ON)
    event = Event(**columns(plan, Event), takes_part=plan.way.key)
    ruleset, (one, *_), walls = ruleset_for(event), plan.spans(), plan.local()
    meet, two, awards = (plan.from_local(shown) for shown in (walls.meet, walls.two, walls.awards))
    hands = players_figures(ruleset.key, dict(ruleset.house))
    plan_settings = settings_of(event, Phase(**columns(plan, Phase)))
    return _Day(
        timetable=Timetable(
            phases=(
                PhaseSpan("meet", "Meet & greet", meet, one.starts_at),
                PhaseSpan("one", "Phase I", one.starts_at, one.ends_at),
                PhaseSpan("two", "Phase II", two, awards),
            ),
            breaks=plan.rests(),
            seating_minutes=plan.ready_minutes,
        ),
        zone=CHICAGO,
        ruleset=ruleset,
        hands=hands,
        plan=partial(plan_of_day, ruleset, **plan_settings),
        source=from_players(ruleset, hands),
        formats=formats_in(plan.way, plan.seating)[:1],
        pairs_up=plan_settings["pairs_up"],
        plays_phase_two=plan.plays_phase_two,
        at_table=plan.way.in_a_game(ruleset),
        at_first=plan.tables * plan.way.in_a_game(ruleset),
    )


def _until_the_awards(hours: Timetable) -> Timetable:
    """The hours for individuals, whose Phase I lasts until the awards (Rulebook E-53)."""
    awards = hours.phase("two").ends_at
    one = replace(hours.phase("one"), ends_at=awards)
    two = replace(hours.phase("two"), starts_at=awards)
    changed = {"one": one, "two": two}
    return replace(hours, phases=tuple(changed.get(phase.key, phase) for phase in hours.phases))


def _formats(day: _Day, asked: list[str] | None) -> tuple[str, ...]:
    """The formats to compare.

    :raises CommandError: if what was asked for doesn't fit the day.
    """
    if not asked:
        return day.formats
    may_change_partners = len(day.ruleset.seats) == 2 * len(day.ruleset.sides)
    solo = [key for key in asked if find_seating(key).is_of_people]
    own = day.seating(day.formats[0])
    if own.is_of_people and (own is ALONE or [find_seating(key) for key in asked] != [own]):
        raise CommandError("People come alone to this day, and are seated in one way. Leave out --format.")
    if solo and (len(solo) < len(asked) or not may_change_partners):
        raise CommandError(
            f"“{solo[0]}” can’t be combined with formats for teams, and needs a game with partners. Ask "
            "for the other formats separately."
        )
    return tuple(asked)


def _played(plan: SimulationPlan, days: int, seed: int, hands: HandFigures) -> Iterable[Totals]:
    """Play the days in slices, on all processors. A day depends only on the seed and its number."""
    slices = [range(first, min(first + SLICE, days + 1)) for first in range(1, days + 1, SLICE)]

    def play(numbers: range) -> Totals:
        totals = Totals()
        play_days(plan, numbers, seed, totals, hands)
        return totals

    workers = min(os.cpu_count() or 1, len(slices))
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return map(play, slices)
    return _in_processes(play, slices, workers)


_play_here: dict[str, Callable[[range], Totals]] = {}


def _begin(play: Callable[[range], Totals]) -> None:
    """Set up a worker process. The plan is inherited by the fork, so nothing has to be pickled."""
    _play_here["slice"] = play


def _slice(numbers: range) -> Totals:
    return _play_here["slice"](numbers)


def _in_processes(play: Callable[[range], Totals], slices: list[range], workers: int) -> Iterator[Totals]:
    with multiprocessing.get_context("fork").Pool(workers, _begin, (play,)) as pool:
        yield from pool.imap(_slice, slices)
