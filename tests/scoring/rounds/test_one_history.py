"""An event and its simulation seat people alike: with the same results they play the same games."""

from dataclasses import dataclass, replace
from random import Random

import pytest

from rules.seating.known import SEATINGS, of_a_session
from rules.seating.seating import Group
from scoring.models import GameScore, SimulationRun
from scoring.rounds.commands_rounds import call_round
from scoring.rounds.entrants import played_in
from scoring.simulation.simulation_input import figures_for, formats_of, plan_of_run
from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS
from simulation.days.game import SimulatedGame
from tests import build
from tests.scoring.alone import after, games_of
from tournament.floor.commands_kept_apart import keep_apart
from tournament.models import Game, Side
from tournament.schedule.clock import timetable

pytestmark = [pytest.mark.django_db, pytest.mark.embedded, pytest.mark.tampers]

ALONE = [key for key, seating in SEATINGS.items() if seating.is_of_people]
TEAMS = [key for key, seating in SEATINGS.items() if seating.group is Group.TEAMS]


@dataclass(frozen=True)
class Results:
    """A simulator whose games take a minute. The same people and ``seed`` bring the same result."""

    seed: str
    sides: tuple[tuple[int, ...], ...]

    def play(self, strengths, start, whistle):
        chance = Random(f"{self.seed} {self.sides}")
        winner = chance.randrange(len(self.sides))
        units = tuple(3 if index == winner else chance.randrange(3) for index in range(len(self.sides)))
        points = tuple(chance.randrange(20) for _ in self.sides)
        return SimulatedGame(units, points, winner, 3, start + 1, is_cut_off=False)


class DayOfResults(SimulatedDay):
    """A simulated day with these results. ``words`` are those of the lots of its rounds."""

    def __init__(self, plan):
        super().__init__(plan, DEFAULT_HANDS, Random(1))
        self.words = []

    def history(self, **more):
        history = super().history(**more)
        self.words.append(history.words)
        return history

    def play_game(self, sides, start, whistle):
        numbers = tuple(tuple(one + 1 for one in side) for side in sides)
        self.simulator = Results(f"round {self.round}", numbers)
        return super().play_game(sides, start, whistle)


def simulated(event):
    """A day that the event's own simulation plays."""
    figures = figures_for(event, build.MEET)
    teams, tables = event.teams.count(), event.tables.count()
    run = SimulationRun(event=event, teams=teams, tables=tables, figures=figures)
    day = DayOfResults(plan_of_run(event, run, timetable(event, build.MEET), formats_of(event)[0]))
    day.play()
    return day


def played(event, words):
    """The event's games by number, after rounds whose lots are drawn from these words."""
    numbers = dict(event.teams.values_list("pk", "number"))
    for number, lot_words in enumerate(words):
        at = after(number)
        row = call_round(event=event, words=lot_words, by=build.organizer(event), at=at)
        for game in games_of(row):
            sides = list(Side.objects.filter(game=game).order_by("pk"))
            people = [tuple(side.seats.order_by("pk").values_list("team_id", flat=True)) for side in sides]
            by_number = tuple(tuple(numbers[pk] for pk in side) for side in people)
            ends = Results(f"round {number + 1}", by_number).play((), 0, None)
            GameScore.objects.filter(game=game).update(winner=people[ends.winner][0])
            for side, units, points in zip(sides, ends.units, ends.points, strict=True):
                Side.objects.filter(pk=side.pk).update(units=units, points=points)
            build.ended(Game.objects.filter(pk=game.pk), at)
    return [
        replace(
            game,
            players=tuple(numbers[pk] for pk in game.players),
            sides=tuple(tuple(numbers[pk] for pk in side) for side in game.sides),
            winner=numbers[game.winner],
        )
        for game in played_in(event)
    ]


def check(seating, count, *apart, tables=20, **plan):
    event = build.event(seating=seating, tables=tables, plays_phase_two=False, **plan)
    (build.people if event.way.by_chair else build.teams)(event, count)
    teams = {team.number: team for team in event.teams.all()}
    for one, other in apart:
        keep_apart(event=event, one=teams[one], other=teams[other], by=build.organizer(event), at=build.MEET)

    day = simulated(event)

    assert len(day.words) >= 4
    assert played(event, day.words) == day.past


@pytest.mark.parametrize("count", [6, *(pytest.param(odd, marks=pytest.mark.slow) for odd in (5, 9))])
@pytest.mark.parametrize("seating", TEAMS)
def test_teams_meet_at_the_event_as_in_its_simulation(seating, count):
    check(seating, count)


@pytest.mark.parametrize("seating", TEAMS)
def test_teams_kept_apart_are_so_in_the_simulation(seating):
    check(seating, 7, (1, 2), (3, 6))


@pytest.mark.parametrize("seating", of_a_session())
def test_teams_sit_out_for_want_of_tables_as_in_the_simulation(seating):
    check(seating, 9, (1, 2), tables=3, short_of_tables="sitout")


@pytest.mark.parametrize("left_over", ["sitout", "three"])
@pytest.mark.parametrize("seating", ALONE)
def test_people_who_come_alone_meet_as_in_the_simulation(seating, left_over):
    check(seating, 11, left_over=left_over)


def test_people_kept_apart_are_so_in_the_simulation():
    check("alone", 9, (1, 2))


@pytest.mark.parametrize("game", ["cutthroat-bid-whist", "solo-bid-euchre"])
def test_where_everybody_plays_alone_people_meet_as_in_the_simulation(game):
    check("alone", 10, game=game)
