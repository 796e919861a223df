"""A team that lost once buys back or leaves; until then its next game isn't there (Rulebook E-116)."""

from uuid import uuid4

import pytest

from scoring.bracket.commands_bracket import take_back_buy_back
from scoring.bracket.drawn import bought_back, lost_once
from scoring.integrity import integrity
from scoring.models import BuyBack, Ending
from scoring.rulings.commands_leaving import leave_day
from tests import build
from tests.scoring.acting import correct_all
from tests.scoring.phase_two import TEN_PAST, begun, bracket_game, buys, called, won
from tournament.errors import Refused
from tournament.models import Donation

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def event(kept):
    return begun(phase_two={"format": "double", "buys_back": True})


def asked(event):
    return [name.team_id for name in lost_once(event)]


@pytest.mark.both
def test_who_lost_once_has_no_next_game_until_it_has_bought_back_in(event):
    one, other = won(event, "US1"), won(event, "US2")

    assert asked(event) == [one.pk, other.pk]
    assert bracket_game(event, "L1.1") is None

    buys(event, one)
    assert bracket_game(event, "L1.1") is None

    buys(event, other)
    assert set(bracket_game(event, "L1.1").teams()) == {one, other}
    assert asked(event) == []
    assert integrity(event) == []


@pytest.mark.both
def test_leaving_instead_of_buying_back_gives_the_other_a_walkover(event):
    one, other = won(event, "US1"), won(event, "US2")

    gone = leave_day(team=one, by=build.organizer(event), at=TEN_PAST)
    assert bracket_game(event, "L1.1") is None
    with pytest.raises(Refused, match="lost once"):
        buys(event, gone)
    buys(event, other)

    game = bracket_game(event, "L1.1")
    assert (game.score.ending, game.score.winner_id) == (Ending.WALKOVER, other.pk)


def test_a_buy_back_needs_no_gift_and_one_pressed_twice_counts_once(event):
    one, other, key = won(event, "US1"), won(event, "US2"), uuid4()

    for _ in range(2):
        buys(event, one, 500, key=key)
    buys(event, other)

    (given,) = Donation.objects.filter(event=event)
    assert (given.team, given.amount_cents, given.note) == (one, 500, "Buys back in")
    assert BuyBack.objects.filter(event=event).count() == 2


@pytest.mark.both
def test_until_its_next_game_begins_a_team_decides_again(event):
    one, other, by = won(event, "US1"), won(event, "US2"), build.organizer(event)
    for team in (one, other):
        buys(event, team, 500)
    assert {name.team_id for name in bought_back(event)} == {one.pk, other.pk}

    take_back_buy_back(team=one, by=by, at=TEN_PAST)

    assert (bracket_game(event, "L1.1"), asked(event)) == (None, [one.pk])
    assert [name.team_id for name in bought_back(event)] == [other.pk]
    assert event.log.get(action="bracket.buy-back-taken-back").words == (
        f"{one.name} decides again: buying back in was a mistake (Rulebook E-144)."
    )
    buys(event, one)
    assert set(bracket_game(event, "L1.1").teams()) == {one, other}
    assert Donation.objects.filter(event=event).count() == 2

    called(event, "L1.1")
    build.hand(bracket_game(event, "L1.1"), at=build.at(17, 12))
    assert bought_back(event) == ()
    with pytest.raises(Refused, match="its next game has begun"):
        take_back_buy_back(team=one, by=by, at=build.at(17, 13))


def test_neither_a_winner_nor_who_lost_twice_buys_back_in(event):
    one, other = won(event, "US1"), won(event, "US2")
    with pytest.raises(Refused, match="lost once"):
        buys(event, bracket_game(event, "US1").team("NS"))
    buys(event, one)
    buys(event, other)
    lost_twice = won(event, "L1.1")
    BuyBack.objects.filter(team=lost_twice).delete()

    with pytest.raises(Refused, match="lost once"):
        buys(event, lost_twice)


def test_a_corrected_game_asks_who_lost_now(event):
    loser = won(event, "US1")
    winner = bracket_game(event, "US1").team("NS")
    buys(event, loser)

    correct_all(bracket_game(event, "US1"), "EW", at=build.at(17, 20))

    assert asked(event) == [winner.pk]
    assert BuyBack.objects.get(event=event).team == loser


def test_the_second_final_asks_nobody(event):
    for position in ("US1", "US2", "UF"):
        buys(event, won(event, position))
        if position == "US2":
            won(event, "L1.1")
    won(event, "LF")

    won(event, "F", "EW")

    assert asked(event) == []
    assert bracket_game(event, "F2") is not None


def test_without_the_setting_everybody_plays_on():
    event = begun(phase_two={"format": "double"})

    won(event, "US1")
    won(event, "US2")

    assert asked(event) == []
    assert bracket_game(event, "L1.1") is not None
