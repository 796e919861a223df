"""The next seat that is announced is the one that the draft gives (Rulebook E-86)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from random import Random

import pytest

from rules.ruleset.seats import SEAT_WORDS, SIDE_WORDS
from rules.seating.known import SEATINGS, is_of_people
from scoring.models import GameScore
from scoring.rounds.commands_rounds import discard_draft
from scoring.rounds.next_seat import NextSeat, next_seats
from tests import build
from tests.scoring.alone import after, games_of
from tests.scoring.rounds.seating import drafted
from tournament.entries.commands_presence import withdraw_team
from tournament.event.sitting import partner_at, side_at
from tournament.models import Event, Game, Round, Team

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]

IN_ROUNDS = [key for key, seating in SEATINGS.items() if seating.has_rounds]
ANNOUNCED = [key for key in IN_ROUNDS if key not in ("swiss", "random", "alone")]
CHAIRS = {**SEAT_WORDS, **SIDE_WORDS}

Said = list[tuple[Team, NextSeat]]


def changed(event: Event, chance: Random, at: datetime) -> None:
    """One who isn't in a game leaves, two come, and perhaps a table is taken away."""
    playing = event.teams.filter(seats__game__in=event.games.filter(over_at=None, recalled_at=None))
    idle = event.teams.present().exclude(pk__in=playing)
    for team in chance.sample(list(idle), min(len(idle), chance.randrange(3))):
        withdraw_team(team=team, by=build.organizer(event), at=at)
    (build.people if event.way.by_chair else build.teams)(event, chance.randrange(3))
    tables = event.tables.filter(number=chance.randrange(1, 10))
    tables.update(is_out_of_use=chance.random() < 0.5)


def rounds_of(event: Event, chance: Random, *, rounds: int, changes: bool) -> Iterator[tuple[Said, Round]]:
    """For each round, what was announced while its games ended one by one, and the draft of the next one."""
    for number in range(rounds):
        foretold: Said = []
        games = games_of(build.called_round(event, after(number)))
        chance.shuffle(games)
        for count, game in enumerate(games, start=1):
            at = after(number) + timedelta(minutes=10 + count)
            winner = chance.choice(game.everybody_ids())
            GameScore.objects.filter(game=game).update(winner=winner)
            build.ended(Game.objects.filter(pk=game.pk), at)
            if changes and count in (1, len(games)) and chance.random() < 0.5:
                changed(event, chance, at)
                foretold.clear()
            foretold += next_seats(event, at)
        draft = drafted(event, at=at)
        yield foretold, draft
        discard_draft(row=draft, by=build.organizer(event), at=at)


def seats_in(draft: Round) -> dict[Team, NextSeat]:
    """Everybody's seat in a draft, as it is announced once all is known. A game without a table has none."""
    games = draft.games.select_related("event", "table").with_everybody()
    return {
        team: NextSeat(table=None) if game.is_bye else _seat(game, team)
        for game in games
        if game.is_bye or game.table
        for team in game.everybody()
    }


def _seat(game: Game, team: Team) -> NextSeat:
    mine, partner = side_at(game, team.pk), partner_at(game, team.pk)
    nobody = "an empty chair" if game.event.way.partners_change else ""
    return NextSeat(
        table=game.table.number,
        chair=next(CHAIRS[seat.chair] for seat in game.seating if seat.team_id == team.pk),
        partner=partner.name if partner else nobody,
        against=tuple(seat.team.name for seat in game.seating if seat.side.name != mine),
    )


def day_of(seating: str, count: int, seed: int) -> tuple[Event, Random]:
    alone = is_of_people(seating)
    left_over = ("three", "sitout")[seed % 2]
    event = build.event(seating=seating, tables=7, phase_two_at=time(18), left_over=left_over)
    (build.people if alone else build.teams)(event, 2 * count + 1 if alone else count)
    return event, Random(f"{seating} {count} {seed}")


def wrong(event: Event, chance: Random, *, rounds: int, changes: bool) -> tuple[int, list[str]]:
    """How many next seats were announced, and those that the draft doesn't give."""
    announced, differ = 0, []
    for foretold, draft in rounds_of(event, chance, rounds=rounds, changes=changes):
        seats = seats_in(draft)
        for team, seat in foretold:
            if seat.waits_for and seat.table is None:
                continue
            announced += 1
            drafted = seats.get(team)
            if drafted is None or drafted != (replace(drafted, table=seat.table) if seat.waits_for else seat):
                differ.append(f"{draft}, {team.name}: {seat.words} Drafted: {drafted and drafted.words}")
    return announced, differ


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize("seating", IN_ROUNDS)
@pytest.mark.parametrize("count", [7, pytest.param(8, marks=pytest.mark.slow)])
def test_each_next_seat_is_the_one_of_the_draft(seating, count):
    event, chance = day_of(seating, count, 1)

    announced, differ = wrong(event, chance, rounds=4, changes=False)

    assert differ == []
    assert bool(announced) == (seating in ANNOUNCED)


@pytest.mark.both
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("seating", ANNOUNCED)
def test_announced_next_seats_match_the_draft_as_people_come_and_leave(seating, seed):
    event, chance = day_of(seating, 8 + seed, seed)

    announced, differ = wrong(event, chance, rounds=5, changes=True)

    assert differ == []
    assert announced
