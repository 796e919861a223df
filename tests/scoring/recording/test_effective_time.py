"""A hand that waited on a phone counts from when it was entered; its consequences happen now."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.recording.commands_ending import end_at_whistle, forfeit_game
from scoring.recording.commands_hands import correct_hand, strike_hand
from tests import build
from tournament.errors import Refused
from tournament.floor.commands_floor import mark_seated
from tournament.schedule.commands_deadlines import set_deadline

BEFORE, AFTER = build.at(15, 27), build.at(15, 40)


def kept(game, effective_at, facts=build.FOUR_MADE):
    """A hand entered at ``effective_at`` that arrived at 3:40 PM."""
    return build.hand(game, facts, at=AFTER, effective_at=effective_at)


def score(game):
    return GameScore.objects.get(game=game)


def test_hands_played_before_the_whistle_and_sent_after_it_end_no_game(game):
    kept(game, build.at(15, 12))
    kept(game, BEFORE, build.EW_FOUR_MADE)

    assert (score(game).ending, score(game).whistled_at, build.units(game)) == ("", None, (1, 1))
    assert list(Hand.objects.values_list("at", flat=True)) == [build.at(15, 12), BEFORE]


def test_the_hand_finished_after_the_whistle_is_the_last_one_all_the_same(game):
    kept(game, BEFORE)
    kept(game, build.at(15, 33))

    assert (score(game).ending, score(game).whistled_at) == ("whistle", build.at(15, 33))
    assert integrity(game.event) == []


def test_no_hand_was_entered_before_its_call_or_the_hand_before_it_or_late(game):
    counts_at = [
        kept(game, game.called_at - timedelta(hours=6)).at,
        kept(game, build.at(15, 25)).at,
        kept(game, build.at(15, 14), build.EW_FOUR_MADE).at,
        kept(game, AFTER + timedelta(hours=1)).at,
    ]

    assert counts_at == [game.called_at, build.at(15, 25), build.at(15, 25), AFTER]


def test_the_log_has_both_times_of_a_hand_that_was_sent_late(game):
    kept(game, build.at(15, 12))
    build.hand(game, at=AFTER)

    logged = [(entry.words, entry.at) for entry in game.event.log.filter(action="hand.recorded")]
    made = f"{game.team('NS')} bid 4 Uptown and took 10: made, counts one."
    assert logged == [
        (f"Table 1, hand 1: {made} (entered 3:12 PM, sent 3:40 PM)", AFTER),
        (f"Table 1, hand 2: {made}", AFTER),
    ]


@pytest.mark.both
def test_a_hand_from_before_the_whistle_is_not_taken_for_the_deciding_hand(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 20))
    end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 32))

    with pytest.raises(Refused, match="said to be tied at the whistle while this hand waited on a phone"):
        kept(game, build.at(15, 29))

    assert kept(game, build.at(15, 36)).is_decider
    assert integrity(game.event) == []


def test_a_game_forfeited_on_a_phone_is_forfeited_once(game):
    press = {"side": "EW", "hand_ids": [uuid4() for _ in range(3)], "by": build.organizer(game.event)}

    for _ in range(2):
        forfeit_game(game=game, **press, at=AFTER, effective_at=BEFORE)

    assert list(Hand.objects.values_list("at", flat=True)) == [BEFORE] * 3
    assert (score(game).winner, score(game).ending) == (game.team("NS"), "forfeit")


def test_a_resent_correction_is_saved_once_and_its_id_fits_no_other(game):
    sent = {"hand": build.hand(game), "hand_id": uuid4(), "by": build.organizer(game.event), "at": AFTER}
    right = {"facts": build.FIVE_NO_TRUMP, "reason": "Miscounted"}

    first, again = (correct_hand(**sent, **right) for _ in range(2))
    with pytest.raises(Refused, match="used for another hand"):
        correct_hand(**sent, **right | {"facts": build.BOSTON})
    with pytest.raises(Refused, match="saved with other values"):
        strike_hand(**sent, reason="Never played")

    assert (again, Hand.objects.count()) == (first, 2)


@pytest.mark.parametrize(
    ("said_at", "counts_at"),
    [
        pytest.param(build.at(15, 3), build.at(15, 3), id="as said"),
        pytest.param(build.at(14, 30), build.THREE, id="not before the call"),
    ],
)
def test_sitting_down_said_on_a_phone_counts_from_when_it_was_said(game, said_at, counts_at):
    press = {"game": game, "team": game.team("NS"), "by": build.organizer(game.event), "said_at": said_at}

    mark_seated(**press, at=build.at(15, 7))
    mark_seated(**press, at=build.at(15, 8))

    assert build.again(game).side("NS").seated_at == counts_at
    [entry] = game.event.log.filter(action="team.seated")
    assert entry.words.startswith(f"{game.team('NS')} sits at Table 1. (entered ")


@pytest.mark.both
def test_an_early_press_of_we_are_seated_stops_no_restarted_minutes(game):
    set_deadline(game, step=1, call=2, from_at=build.at(15, 20))
    press = {"team": game.team("NS"), "by": build.organizer(game.event), "said_at": build.at(15, 3)}

    with pytest.raises(Refused, match="If you are at the table, press again"):
        mark_seated(game=game, **press, at=build.at(15, 22))

    assert build.again(game).side("NS").seated_at is None
