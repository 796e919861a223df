"""A club's season of any size, and the time that its pages and grades take.

Import it only where Django is set up, with a separate migrated database.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from statistics import median
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.models import GameScore, Hand
from seasons import tasks
from seasons.models import Appearance, Club, ClubEvent, ClubRatings, Member, Person
from tests import build
from tournament.event.day_rows import phase
from tournament.floor.commands_seats import make_games
from tournament.models import Event, Game, Player, Round, Side, Team

TEAMS, ROUNDS, HANDS = 40, 6, 5
"""The size of each event: teams of two, rounds, and hands of a game."""


def measure(events: int, people: int, times: int) -> dict[str, float]:
    """Processor seconds: each page's median, uncached; one run of the grades. ``hands`` counts the hands."""
    club, event = make_season(events, people)
    client = Client()
    client.force_login(club.members.get().user)
    began = time.process_time()
    tasks.rate_due(timezone.now())
    took = {"hands": float(Hand.objects.count()), "grades": time.process_time() - began}
    one = Appearance.objects.filter(person__club=club, player__event=event).order_by("pk")[:2]
    dee, ray = (row.person_id for row in one)
    address = f"/{event.slug}/club/"
    pages = {
        "club": address,
        "person": f"{address}{dee}/",
        "record": f"{address}{dee}/record/",
        "pair": f"{address}{dee}/with/{ray}/",
        "grades page": f"{address}grades/",
        "season": f"{address}season/?since=2026-01-01&until=2030-01-01",
        "season CSV": f"{address}season.csv?since=2026-01-01&until=2030-01-01",
    }
    return took | {name: _median(partial(_read, client, page), times) for name, page in pages.items()}


def _read(client: Client, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 200, page
    assert answer.getvalue()


def _median(does: Callable[[], object], times: int) -> float:
    took = []
    for _ in range(times + 1):
        began = time.process_time()
        does()
        took.append(time.process_time() - began)
    return median(took[1:])


@transaction.atomic
def make_season(events: int, people: int, seed: int = 1) -> tuple[Club, Event]:
    """Make a club with ``people`` and weekly ``events``. Returns it with its last event."""
    rng = Random(seed)
    user = get_user_model().objects.create_user("ann", is_staff=True)
    club = Club.objects.create(name="The club", made_at=build.MORNING, person_days=3650)
    Member.objects.create(club=club, user=user, at=build.MORNING)
    ClubRatings.objects.create(club=club, is_on=True)
    known = Person.objects.bulk_create(
        Person(club=club, name=f"Person {number}", made_at=build.MORNING) for number in range(people)
    )
    for week in range(events):
        event = build.event(name=f"Week {week}", tables=TEAMS // 2, held_on=build.DAY + timedelta(weeks=week))
        event.badges.filter(role="organizer").update(user=user)
        ClubEvent.objects.create(club=club, event=event, at=build.MORNING)
        _play(event, rng.sample(known, 2 * TEAMS), rng, user)
    return club, event


def _play(event: Event, people: list[Person], rng: Random, user: Any) -> None:
    teams = Team.objects.bulk_create(
        Team(
            key=uuid4(),
            event=event,
            number=number + 1,
            name=f"Team {number + 1}",
            signed_up_at=build.MEET,
            checked_in_at=build.MEET,
        )
        for number in range(TEAMS)
    )
    players = Player.objects.bulk_create(
        Player(key=uuid4(), event=event, team=teams[index // 2], name=person.name, signed_up_at=build.MEET)
        for index, person in enumerate(people)
    )
    Appearance.objects.bulk_create(
        Appearance(player=player, person=person, how="new", at=build.MEET, by=user)
        for player, person in zip(players, people, strict=True)
    )
    one = phase(event, "one")
    starts = one.starts_at
    for number in range(ROUNDS):
        called_at = starts + timedelta(minutes=30 * number)
        row = Round.objects.create(
            phase=one,
            number=number + 1,
            slot=number + 1,
            called_at=called_at,
            play_from=called_at,
            whistle_at=called_at + timedelta(minutes=30),
        )
        rng.shuffle(teams)
        game = {"event": event, "phase": one, "round": row, "made_at": called_at, "called_at": called_at}
        games = make_games(
            (Game(**game, over_at=called_at + timedelta(minutes=20)), {"NS": north, "EW": east})
            for north, east in zip(teams[::2], teams[1::2], strict=True)
        )
        _score(event, games, rng)


def _score(event: Event, games: list[Game], rng: Random) -> None:
    badge = event.badges.order_by("pk")[0]
    winners: dict[int, str] = {}
    hands = []
    for game in games:
        sides = ["NS", "NS", "NS", "EW", "EW"]
        if rng.random() < 0.5:
            sides = ["EW", "EW", "EW", "NS", "NS"]
        winners[game.pk] = sides[0]
        rng.shuffle(sides)
        for sequence, side in enumerate(sides, start=1):
            facts = {"bidder": side, "level": rng.choice((4, 4, 5, 6)), "strain": "uptown", "books": 10}
            hands.append(
                Hand(
                    id=uuid4(),
                    game=game,
                    sequence=sequence,
                    facts=facts,
                    winner_side=side,
                    units={side: 1},
                    points={side: 4},
                    at=game.made_at,
                    by=badge,
                )
            )
    Hand.objects.bulk_create(hands, batch_size=500)
    seats = Side.objects.filter(game__in=games).values_list("game", "name", "seats__team")
    won = {game: team for game, name, team in seats if winners[game] == name}
    GameScore.objects.bulk_create(
        GameScore(game=game, winner_id=won[game.pk], ending="won", hands=HANDS) for game in games
    )
