"""Whole days of games that are won by points, and of teams of one."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.models import Ending, GameScore, Hand
from scoring.recording.commands_ending import end_at_whistle, forfeit_game
from scoring.sheet.sheet import sheet, sheet_games
from tests import build
from tests.other_games import one_game
from tests.scoring.acting import correct, last_hand, strike
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.errors import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

THREE_BID_FIVE_TAKEN = {"bidder": "NS", "bid": 3, "tricks": {"NS": 5, "EW": 1}}
FAIR = {"bids": {"N": "KS", "S": "AH"}, "trump": "clubs", "trick_points": {"N": 90, "S": 39}}
WHIST = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 11}


def turned(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The same hand, won by the other side."""
    swapped = {**facts, "bidder": "EW"} if "bidder" in facts else {**facts}
    for name in {"tricks", "bids", "trick_points"} & set(facts):
        swapped[name] = dict(zip(facts[name], reversed(facts[name].values()), strict=True))
    return swapped


def shown_at(game, at):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


def whistle(game):
    end_at_whistle(game=game, by=build.organizer(game.event), at=build.at(15, 30))


def test_a_hand_counts_one_for_its_winner_and_a_set_bid_goes_to_the_others():
    game = one_game("bid-euchre", {})

    hand = build.hand(game, {"bidder": "NS", "bid": 5, "tricks": {"NS": 4, "EW": 2}})

    assert (hand.winner_side, build.units(game), build.points(game)) == ("EW", (0, 1), (-5, 2))
    shown = shown_at(game, build.at(15, 12))
    assert (shown.score, shown.ahead.side) == ("−5 to 2", "EW")


def test_the_two_players_of_bid_fair_are_north_and_south():
    game = one_game("bid-fair", {})

    hand = build.hand(game, FAIR)

    # North bid lower, has the contract at 80 and made it; both had bid, so 51 is doubled.
    assert (hand.winner_side, build.points(game)) == ("N", (90 + 102, 39 + 40))
    shown = shown_at(game, build.at(15, 12))
    sides = [(side.seats, side.player_words) for side in shown.sides]
    assert (sides, shown.dealer.name) == ([("North", "Dee 1"), ("South", "Dee 2")], "Dee 1")


@pytest.mark.parametrize(
    ("key", "house", "facts"),
    [
        ("bid-euchre", {"points_to_win": 10}, THREE_BID_FIVE_TAKEN),
        ("bid-fair", {"points_to_win": 200}, FAIR),
        ("botb-4x4", {}, WHIST),
    ],
)
def test_a_game_given_up_is_lost_with_one_forfeited_hand_at_any_score(key, house, facts):
    game = one_game(key, house)
    ours, theirs = game.by_side()
    hand = build.hand(game, facts, at=build.at(15, 15))

    by, ids = build.organizer(game.event), [uuid4() for _ in range(3)]
    forfeit_game(game=game, side=ours, hand_ids=ids, by=by, at=build.at(15, 20))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending, score.hands) == (game.team(theirs), Ending.FORFEIT, 2)
    assert score.game.side(ours).points >= hand.points[ours]
    assert integrity(game.event) == []


def test_the_third_forfeited_hand_loses_a_race():
    game = one_game("bid-fair", {})

    build.hands(game, [{"forfeited_by": "S"}] * 3)

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending) == (game.team("N"), Ending.FORFEIT)
    assert (build.units(game), build.points(game)) == ((3, 0), (0, 0))


def test_at_the_whistle_the_side_ahead_in_points_has_won_with_fewer_hands():
    game = one_game("bid-euchre", {})
    build.hands(game, [{"bidder": "NS", "bid": 4, "tricks": {"NS": 3, "EW": 3}}] * 2)
    build.hand(game, {"bidder": "NS", "bid": "moon", "tricks": {"NS": 6, "EW": 0}})

    whistle(game)

    score = GameScore.objects.get(game=game)
    assert (build.points(game), build.units(game)) == ((16, 6), (1, 2))
    assert (score.winner, score.ending) == (game.team("NS"), Ending.WHISTLE)


def test_tied_after_four_hands_one_more_decides_and_the_rest_is_fixed():
    game = one_game("botb-4x4", {})
    build.hands(game, [WHIST, turned(WHIST)] * 2)
    shown = shown_at(game, build.at(15, 20))
    assert (shown.stage, shown.tied_words) == ("decider", "Tied after the last hand, 10–10")
    strike(last_hand(game), at=build.at(15, 21))
    assert shown_at(game, build.at(15, 21)).stage == "open"
    build.hand(game, turned(WHIST), at=build.at(15, 22))

    build.hand(game, turned(WHIST), at=build.at(15, 24))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending, score.game.side("EW").points) == (game.team("EW"), Ending.DECIDER, 10)
    with pytest.raises(Refused, match="delete that hand there"):
        correct(Hand.objects.earliest("sequence"), {**WHIST, "books": 12}, at=build.at(15, 25))
    assert integrity(game.event) == []


def test_a_deciding_hand_that_nobody_wins_is_played_again():
    game = one_game("bid-fair", {})
    level = {"bids": {"N": None, "S": None}, "trump": "clubs", "trick_points": {"N": 60, "S": 60}}
    build.hand(game, level)
    whistle(game)

    build.hand(game, level, at=build.at(15, 34))
    assert not build.again(game).over_at
    build.hand(game, FAIR, at=build.at(15, 38))

    score = GameScore.objects.get(game=game)
    assert (score.winner, score.ending, score.game.side("N").points) == (game.team("N"), Ending.DECIDER, 60)
    assert integrity(game.event) == []


def test_a_team_of_one_signs_up_with_one_name():
    event = build.event(game="bid-fair")
    press = {"event": event, "key": uuid4(), "by": build.organizer(event), "at": build.MEET}

    with pytest.raises(Refused, match="write one name"):
        sign_up_team(name="", players=["Ray", "Bo"], **press)
    with pytest.raises(Refused, match="write one name"):
        sign_up_single(name="Bo", **press)
    team = sign_up_team(name="", players=["Dee"], **press)

    assert (team.name, [player.name for player in team.players.all()]) == ("Dee", ["Dee"])
