"""The built-in players: legal, deterministic for a seed, and good enough to resemble a real day."""

from collections import Counter

import pytest

from rules.games import all_games, find_ruleset
from rules.replay.card_table import card_table
from rules.replay.replay_fair import replay_fair
from simulation.players.players import play_hand, play_record
from tests.rules.cards.table_talk import GAMES_WITH_CARDS


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_the_same_seed_plays_the_same_cards_or_the_same_total(game):
    play = play_record if game in GAMES_WITH_CARDS else play_hand

    assert play(game, 11) == play(game, 11)
    assert play(game, 11) != play(game, 12)


def test_a_dealer_who_sits_nowhere_is_refused():
    with pytest.raises(ValueError, match="The dealer sits at N, E or W"):
        play_hand("cutthroat-bid-whist", 1, "S")

    assert play_hand("cutthroat-bid-whist", 1)["dealer"] == "W"


@pytest.mark.slow
def test_a_days_hands_look_like_a_day():
    ruleset, hands = find_ruleset("fahrenheit"), 1_000
    count = Counter()

    for seed in range(hands):
        hand = play_hand("fahrenheit", seed, "NESW"[seed % 4])
        score = ruleset.score(hand)
        count["made"] += bool(score.made)
        count["no trump"] += hand["strain"] == "no_trump"
        count["downtown"] += hand["strain"] == "downtown"
        count["boston"] += score.boston
        count["four"] += hand["level"] == 4

    assert 0.60 < count["made"] / hands < 0.80
    assert 0.04 < count["no trump"] / hands < 0.15
    assert 0.30 < count["downtown"] / hands < 0.65
    assert 0.03 < count["boston"] / hands < 0.14
    assert 0.50 < count["four"] / hands < 0.90


@pytest.mark.parametrize("game", ["fahrenheit", "columbus-no-kitty", "cutthroat-bid-whist"])
def test_a_dealer_outbids_with_the_lowest_bid_of_the_strain(game):
    table, seen = card_table(game), 0

    for seed in range(60):
        record = play_record(game, seed)
        auction = table.auction(record["dealer"])
        for call in record["calls"][:-1]:
            auction = auction.after(call)
        last = record["calls"][-1]
        if last != "pass":
            seen += 1
            same = [bid for bid in auction.legal_calls() if bid.endswith(last.partition(" ")[2])]
            assert last == same[0]

    assert seen > 5


def test_a_dealer_bids_higher_where_the_bid_itself_is_scored():
    bids = {
        made: [int(play_hand("bid-whist", seed, "S", {"made_points": made})["level"]) for seed in range(60)]
        for made in ("books", "bid")
    }

    assert sum(bids["bid"]) > sum(bids["books"])


def test_in_bid_fair_some_pass_and_some_hands_have_no_contract():
    table = card_table("bid-fair")

    records = [play_record("bid-fair", seed, "S") for seed in range(100)]
    done = [replay_fair(record, table) for record in records]

    assert 2 < sum("pass" in record["calls"] for record in records) < 50
    assert 2 < sum(hand.holder is None for hand in done) < 50
