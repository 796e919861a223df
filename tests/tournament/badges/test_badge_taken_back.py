"""A badge that is taken back while its action waits for the event writes nothing more."""

from uuid import uuid4

import pytest

from scoring.models import Hand
from scoring.recording.commands_ending import void_game
from scoring.recording.commands_hands import record_hand
from scoring.rounds.commands_rounds import call_round
from tests import build
from tests.together import at_once
from tournament.badges.commands_badges import revoke_badge
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.models import Donation, LogEntry
from tournament.money.commands_donations import take_donation

PRESSES = {
    "a hand": lambda game, **by: record_hand(hand_id=uuid4(), game=game, facts=build.FOUR_MADE, **by),
    "no result": lambda game, **by: void_game(game=game, reason="Spilled", **by),
    "a seat": lambda game, **by: mark_seated(game=game, team=game.team("NS"), **by),
    "a call": lambda game, **by: call_referee(game=game, why="A renege?", **by),
    "a round": lambda game, **by: call_round(event=game.event, **by | {"at": build.at(15, 30)}),
    "a team that leaves": lambda game, **by: withdraw_team(team=build.team(game.event, is_here=False), **by),
    "money": lambda game, **by: take_donation(
        event=game.event, key=uuid4(), amount_cents=500, method="cash", **by
    ),
}


def written():
    return Hand.objects.count(), Donation.objects.count(), LogEntry.objects.count()


@pytest.mark.django_db
@pytest.mark.parametrize("press", PRESSES.values(), ids=PRESSES)
def test_no_press_of_a_badge_that_was_taken_back_meanwhile_writes_anything(press):
    game = build.game()
    if press is PRESSES["a round"]:
        build.won(game)
    referee = build.referee(game.event)  # Looked at before it was taken back, as a request does.
    build.team(game.event, is_here=False)
    revoke_badge(badge=referee.badge, by=build.organizer(game.event), at=build.THREE)
    before = written()

    with pytest.raises(Refused, match="Your badge was taken back meanwhile, so nothing was changed"):
        press(game, by=referee, at=build.at(15, 1))

    assert written()[:2] == before[:2]
    assert not LogEntry.objects.filter(by=referee.badge).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_hand_is_recorded_after_the_entry_that_took_its_badge_back():
    games = [build.game() for _ in range(4)]
    for game in games:
        referee, organizer = build.referee(game.event), build.organizer(game.event)
        presses = [
            lambda game=game, by=referee: PRESSES["a hand"](game, by=by, at=build.at(15, 1)) for _ in range(4)
        ]
        at_once(
            *presses,
            lambda by=organizer, badge=referee.badge: revoke_badge(badge=badge, by=by, at=build.THREE),
        )

        [gone] = LogEntry.objects.filter(event=game.event, action="badge.revoked").values_list(
            "pk", flat=True
        )
        assert not LogEntry.objects.filter(event=game.event, by=referee.badge, pk__gt=gone).exists()
