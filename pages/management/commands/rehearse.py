"""Rehearse a day with dice on the command line: ``./uptown rehearse --teams 16 --tables 7``."""

import sys
from argparse import ArgumentParser
from dataclasses import dataclass, replace
from datetime import date
from time import perf_counter
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from rules.contest.clock import Timetable
from rules.contest.hand_figures import DEFAULT_HANDS, HandFigures, hands_a_game
from rules.contest.rehearse import FORMATS, OTHER_CHAINS, DayPlan, Forecast, simulate
from rules.contest.schedule import fahrenheit_day
from rules.rehearsed_hands import units_to_win
from scoring.queries.rehearsal import CRITERIA, FROM_PLAYERS, SHORT, figures_for, hands_of, why_no_rehearsal
from scoring.queries.tally import ruleset_for
from tournament.models import Event
from tournament.queries.clock import event_now, timetable

CHICAGO = ZoneInfo("America/Chicago")
BAR = 40


class Command(BaseCommand):
    """``manage.py rehearse``."""

    help = "Play a day with dice some thousand times, by each format, and say what it would bring."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The day."""
        parser.add_argument("--teams", type=int, default=16)
        parser.add_argument("--tables", type=int, default=8)
        parser.add_argument("--days", type=int, default=1000)
        parser.add_argument("--event", metavar="SLUG", help="the hours, the game and the hands of this event")
        parser.add_argument("--format", choices=FORMATS, action="append", help="only this format; repeatable")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *, teams: int, tables: int, days: int, seed: int, **options: Any) -> None:
        """Play, and print a table."""
        day = _day(options["event"])
        try:
            plan = DayPlan(
                timetable=day.timetable,
                teams=teams,
                tables=tables,
                advance=day.advance,
                units_to_win=day.goal,
                other_chains=OTHER_CHAINS,
                usual_minutes=day.hands.mean_minutes * hands_a_game(day.hands, day.goal),
            )
            told = {
                key: self._play(replace(plan, seating=key), days, seed, day.hands)
                for key in options["format"] or FORMATS
            }
        except ValueError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"\n{days:,} days of {teams} teams at {tables} tables, drawn from {day.source}.\n\n"
        )
        self._print_formats(told, day.zone)
        self._print_chains(told)

    def _play(self, plan: DayPlan, days: int, seed: int, hands: HandFigures) -> Forecast:
        """Play with a bar where somebody watches."""
        started = perf_counter()

        def progress(done: int) -> None:
            if sys.stderr.isatty() and (done % 10 == 0 or done == days):
                full = BAR * done // days
                seconds = perf_counter() - started
                bar = f"{SHORT[plan.seating]:<27} {'█' * full}{'·' * (BAR - full)} {100 * done // days:>3} %"
                sys.stderr.write(f"\r{bar} {seconds:5.1f} s{'' if done < days else chr(10)}")
                sys.stderr.flush()

        return simulate(plan, days, seed, hands, progress=progress)

    def _print_formats(self, told: dict[str, Forecast], zone: ZoneInfo) -> None:
        heads = (
            f"{'games a team':>20} {'met again':>10} {'tie at cut':>11} {'cut off':>8} {'on time':>8}  over"
        )
        self.stdout.write(f"{'':<27} {heads}\n")
        for key, forecast in told.items():
            spread = f"({forecast.fewest_games:.1f} to {forecast.most_games:.1f})"
            over = f"{forecast.ends_at[0].astimezone(zone):%-I:%M %p}"
            tied = forecast.tied_at_cut[-1][1]
            games = f"{SHORT[key]:<27} {forecast.games_per_team:6.1f} {spread:>13}"
            self.stdout.write(
                f"{games} {forecast.rematches:10.1f} "
                f"{tied:11.1%} {forecast.cut_off:8.1%} {forecast.on_time:8.1%}  {over}\n"
            )

    def _print_chains(self, told: dict[str, Forecast]) -> None:
        self.stdout.write("\nDays on which the last place is level, along the chain:\n")
        for key, forecast in told.items():
            steps = ", ".join(f"{CRITERIA[name]} {share:.1%}" for name, share in forecast.tied_at_cut)
            self.stdout.write(f"  {SHORT[key]}: {steps}\n")
        self.stdout.write(
            "\nIf “the highest scores” meant something else: level, and days on which others go through:\n"
        )
        for key, forecast in told.items():
            other = ", ".join(
                f"{CRITERIA[chain[0]]} first {tied:.1%} and {others:.1%}"
                for chain, tied, others in forecast.otherwise
            )
            self.stdout.write(f"  {SHORT[key]}: {other}\n")


@dataclass(frozen=True, kw_only=True)
class _Day:
    """The hours, the hands, what wins a game, and how many go through."""

    timetable: Timetable
    zone: ZoneInfo
    hands: HandFigures
    goal: int
    advance: int
    source: str


def _day(slug: str | None) -> _Day:
    """The day of an event; without one Fahrenheit's own."""
    if slug is None:
        return _Day(
            timetable=fahrenheit_day(date(2026, 6, 27), CHICAGO),
            zone=CHICAGO,
            hands=DEFAULT_HANDS,
            goal=3,
            advance=7,
            source=FROM_PLAYERS,
        )
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(
            f"There is no event “{slug}”. The list of events has the names in their addresses."
        )
    why_not = why_no_rehearsal(event)
    if why_not:
        raise CommandError(why_not)
    now = event_now(event, timezone.now())
    figures = figures_for(event, now)
    return _Day(
        timetable=timetable(event, now),
        zone=event.zone,
        hands=hands_of(figures),
        goal=units_to_win(ruleset_for(event)),
        advance=event.advance_count,
        source=figures["source"],
    )
