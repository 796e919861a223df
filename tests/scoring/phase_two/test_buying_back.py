"""A team that lost once buys back or leaves; until then its next game isn't there (Rulebook E-116)."""

from uuid import uuid4

import pytest

from scoring.commands.bracket import buy_back, start_phase_two, take_back_buy_back
from scoring.commands.hands import correct_hand
from scoring.commands.leaving import leave_day
from scoring.models import BuyBack, Ending, Hand
from scoring.queries.integrity import integrity
from scoring.queries.phase_two.drawn import bought_back, lost_once
from tests import build
from tournament.commands.floor import call_game
from tournament.errors import Refused
from tournament.models import Donation, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIVE, TEN_PAST = build.at(17, 5), build.at(17, 10)


@pytest.fixture(scope="module")
def event(kept):
    return begun()


def begun(**choice):
    event = build.event(advance_count=4, phase_two={"format": "double", "buys_back": True, **choice})
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def there(event, position):
    games = Game.objects.standing().select_related("event", "score", "table").with_everybody()
    return games.filter(event=event, bracket_position=position).first()


def won(event, position, side="NS"):
    """Play a game; returns its loser."""
    call_game(game=there(event, position), by=build.organizer(event), at=FIVE)
    build.won(there(event, position), side, at=TEN_PAST)
    return there(event, position).team("EW" if side == "NS" else "NS")


def buys(event, team, cents=0, **more):
    given = {"key": uuid4(), "amount_cents": cents, "method": "cash", **more}
    return buy_back(team=team, by=build.organizer(event), at=TEN_PAST, **given)


def asked(event):
    return [name.team_id for name in lost_once(event)]


def test_who_lost_once_has_no_next_game_until_it_has_bought_back_in(event):
    one, other = won(event, "US1"), won(event, "US2")

    assert asked(event) == [one.pk, other.pk]
    assert there(event, "L1.1") is None

    buys(event, one)
    assert there(event, "L1.1") is None

    buys(event, other)
    assert set(there(event, "L1.1").teams()) == {one, other}
    assert asked(event) == []
    assert integrity(event) == []


def test_who_leaves_instead_gives_the_other_a_walkover_once_that_one_buys_back_in(event):
    one, other = won(event, "US1"), won(event, "US2")

    leave_day(team=one, by=build.organizer(event), at=TEN_PAST)
    assert there(event, "L1.1") is None

    buys(event, other)
    game = there(event, "L1.1")
    assert (game.score.ending, game.score.winner_id) == (Ending.WALKOVER, other.pk)


def test_what_it_gives_is_a_donation_and_is_asked_of_nobody(event):
    one, other = won(event, "US1"), won(event, "US2")

    buys(event, one, 500)
    buys(event, other)

    (given,) = Donation.objects.filter(event=event)
    assert (given.team, given.amount_cents, given.note) == (one, 500, "Buys back in")


def test_pressed_twice_it_buys_back_in_once(event):
    loser, key = won(event, "US1"), uuid4()

    buys(event, loser, 500, key=key)
    buys(event, loser, 500, key=key)

    assert BuyBack.objects.filter(event=event).count() == 1
    assert Donation.objects.filter(event=event).count() == 1


def test_until_its_next_game_begins_a_team_decides_again(event):
    one, other = won(event, "US1"), won(event, "US2")
    by = build.organizer(event)
    for team in (one, other):
        buys(event, team, 500)
    assert {name.team_id for name in bought_back(event)} == {one.pk, other.pk}

    take_back_buy_back(team=one, by=by, at=TEN_PAST)

    assert (there(event, "L1.1"), asked(event)) == (None, [one.pk])
    assert [name.team_id for name in bought_back(event)] == [other.pk]
    buys(event, one)
    assert set(there(event, "L1.1").teams()) == {one, other}
    assert Donation.objects.filter(event=event).count() == 2

    call_game(game=there(event, "L1.1"), by=by, at=TEN_PAST)
    build.hand(there(event, "L1.1"), build.FOUR_MADE, at=build.at(17, 12))
    assert bought_back(event) == ()
    with pytest.raises(Refused, match="its next game has begun"):
        take_back_buy_back(team=one, by=by, at=build.at(17, 13))
    assert event.log.get(action="bracket.buy-back-taken-back").words == (
        f"{one.name} decides again: buying back in was a mistake (Rulebook E-144)."
    )


@pytest.mark.parametrize("who", ["a winner", "a team that lost twice", "a team that left"])
def test_nobody_else_buys_back_in(event, who):
    one, other = won(event, "US1"), won(event, "US2")
    team = there(event, "US1").team("NS")
    if who == "a team that lost twice":
        buys(event, one)
        buys(event, other)
        team = won(event, "L1.1")
        BuyBack.objects.filter(team=team).delete()
    if who == "a team that left":
        team = leave_day(team=one, by=build.organizer(event), at=TEN_PAST)

    with pytest.raises(Refused, match="lost once"):
        buys(event, team)


def test_a_corrected_game_asks_who_lost_now(event):
    loser = won(event, "US1")
    winner = there(event, "US1").team("NS")
    buys(event, loser)

    for hand in Hand.objects.standing().filter(game=there(event, "US1")).order_by("sequence"):
        facts, by = build.EW_FOUR_MADE, build.organizer(event)
        correct_hand(hand=hand, hand_id=uuid4(), facts=facts, reason="Swapped", by=by, at=build.at(17, 20))

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
    assert there(event, "F2") is not None


def test_without_the_setting_everybody_plays_on():
    event = begun(buys_back=False)

    won(event, "US1")
    won(event, "US2")

    assert asked(event) == []
    assert there(event, "L1.1") is not None
