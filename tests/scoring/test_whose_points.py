"""For whom a game with a substitute from the people present counts (Rulebook E-151, E-152)."""

from uuid import uuid4

import pytest

from rehearsal.recount.recount import Recount
from rules.competition.what_counts import SUBSTITUTES
from scoring.commands.hands import strike_hand
from scoring.models import Hand
from scoring.queries.standings.standings import standings
from tests import build
from tests.pages.visit import wearing
from tournament.commands.substitutes import return_player, seat_substitute
from tournament.commands.teams import add_player, sign_up_single
from tournament.models import Event, Player

pytestmark = pytest.mark.django_db

NOW = build.at(15, 2)


def helps(person, player, at=NOW):
    return seat_substitute(
        key=uuid4(), player=player, person=person, reason="Ill", by=build.organizer(player.event), at=at
    )


def counting(event, substitutes):
    Event.objects.filter(pk=event.pk).update(substitutes_count=substitutes)
    event.refresh_from_db()
    rows = {row.team_id: row for row in standings(event).rows}
    return {pk: (row.won, row.lost, row.points) for pk, row in rows.items()}


def played(**plan):
    """A round with a bye: somebody who sits out substitutes for an absent person or team, which wins."""
    event = build.event(is_practice=True, advance_count=2, **plan)
    (build.people if plan else build.teams)(event, 5)
    game = build.called_round(event).games.exclude(kind="bye").first()
    rests, absent = event.games.get(kind="bye").everybody()[0], game.everybody()[0]
    helps(rests.players.first(), absent.players.first())
    for each in event.games.exclude(kind="bye"):
        build.won(each)
    return event, absent, rests


@pytest.mark.parametrize("plan", [{}, {"seating": "alone"}], ids=["teams", "people"])
def test_a_game_with_a_substitute_counts_for_whom_the_event_says(plan):
    event, absent, rests = played(**plan)

    chair, both, nobody = (counting(event, each) for each in ("chair", "both", "nobody"))

    won, lost, points = chair[absent.pk]
    assert (won, lost) == (1, 0)
    assert chair[rests.pk] == (1, 0, 0)
    assert both == {**chair, rests.pk: (2, 0, points)}
    assert nobody == {**chair, absent.pk: (0, 0, 0)}


@pytest.mark.parametrize("plan", [{}, {"seating": "alone"}], ids=["teams", "people"])
def test_the_recount_agrees_whatever_the_event_says(plan):
    event, *_ = played(**plan)
    crew = wearing(build.organizer(event).badge)

    def page(address):
        return b"".join(crew.get(f"/{event.slug}/{address}")).decode()

    for substitutes in SUBSTITUTES:
        counting(event, substitutes)
        rows = [(row.number, row.rank, row.won, row.units, row.points) for row in standings(event).rows]
        assert [
            (row.team, row.rank, row.tally.won, row.tally.hands, row.tally.points)
            for row in Recount(page, goes_through=2).rows
        ] == rows


def test_who_is_back_before_the_last_hand_has_played_the_game_alone():
    event = build.event(is_practice=True)
    build.teams(event, 3)
    game = build.called_round(event).games.exclude(kind="bye").get()
    absent, rests = game.team("NS"), event.games.get(kind="bye").everybody()[0]
    helps(rests.players.first(), absent.players.first())
    return_player(player=absent.players.first(), by=build.organizer(event), at=build.at(15, 10))

    build.won(game)

    assert counting(event, "nobody") == counting(event, "both") == counting(event, "chair")
    assert counting(event, "chair")[absent.pk][0] == 1


def test_who_sat_stays_known_when_the_game_is_over_and_goes_on_after_a_correction():
    event = build.event(is_practice=True)
    build.teams(event, 3)
    game = build.called_round(event).games.exclude(kind="bye").get()
    absent, rests = game.team("NS"), event.games.get(kind="bye").everybody()[0]
    helper = helps(rests.players.first(), absent.players.first())
    build.won(game)

    assert absent.seats.get(game=game).helper == helper
    assert not Player.objects.filter(same_as__isnull=False, left_at=None).exists()
    strike_hand(
        hand=Hand.objects.standing().filter(game=game).order_by("sequence").last(),
        hand_id=uuid4(),
        reason="Wrong table",
        by=build.organizer(event),
        at=build.at(15, 30),
    )

    assert absent.seats.get(game=game).helper == helper
    assert counting(event, "nobody")[absent.pk] == (0, 0, 0)


def test_somebody_without_a_team_sits_in_every_game_until_the_player_is_back():
    event = build.event(is_practice=True)
    build.teams(event, 2)
    sol = sign_up_single(event=event, key=uuid4(), name="Sol", by=build.organizer(event), at=build.MEET)
    first = build.called_round(event).games.get()
    absent = first.team("NS")
    helps(sol, absent.players.first())
    build.won(first)
    second = build.called_round(event, at=build.at(15, 30)).games.get()

    assert {seat.helper.name for seat in absent.seats.all()} == {"Sol"}
    return_player(player=absent.players.first(), by=build.organizer(event), at=build.at(15, 40))
    assert [seat.helper and seat.helper.name for seat in absent.seats.order_by("game_id")] == ["Sol", None]
    assert second.team("NS")


def test_nobody_sits_for_the_third_player_who_sits_out():
    event = build.event(is_practice=True, third_player=True)
    aces, _, _ = build.teams(event, 3)
    add_player(team=aces, key=uuid4(), name="Cy", by=build.organizer(event), at=build.MEET)
    game = build.called_round(event).games.exclude(kind="bye").get()
    rests = event.games.get(kind="bye").everybody()[0]
    assert aces.seats.get(game=game).rests.name == "Cy"
    helps(rests.players.first(), aces.players.get(name="Cy"))

    build.won(game)

    assert counting(event, "nobody") == counting(event, "chair")
