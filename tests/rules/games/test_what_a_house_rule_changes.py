"""Every house rule of Bid Whist changes a score, a game, or the play; exceptions are listed with reasons."""

from itertools import combinations

import pytest

from rules.games import all_games, find_ruleset, house_rules_of
from rules.ruleset.hands import GameAlreadyOver, ImpossibleHand
from rules.ruleset.seats import dealer_after_misdeal
from tests.rules.games.playing import needed, played

WHIST = [
    game.key for game in all_games() if game.key == "fahrenheit" or "bid-whist" in (game.key, game.based_on)
]

# Rules for the people at the table: reports don't mention them, and scores don't depend on them.
NO_SCORE = {
    "kitty_sported": "Everybody sees the kitty; the books won after that are reported as always.",
    "must_identify_book": "A renege without its book is not reported as one: the referee's guide asks.",
    "renege_timing": "The report tells the books with what a stopped hand gave away already counted in.",
    "renege_until": "A renege called too late is not reported as one: the referee's guide asks.",
    "correct_until": "A card that was taken back was not played.",
    "misdeal": "A misdeal has no score; who deals next is seen below.",
    "name_before_kitty": "It changes what the bidder knows when naming trumps, not what the hand is worth.",
    "joker_swap": "It changes who holds the jokers, not what the books are worth.",
    "downtown_aces": "It changes who wins a book, not what it is worth.",
}


def hand(level, strain, books, **more):
    return {"bidder": "NS", "level": level, "strain": strain, "books": books, **more}


FOUR, SET = hand(4, "uptown", 10), hand(4, "uptown", 7)
BOSTON, NO_TRUMP = hand(4, "uptown", 13), hand(4, "no_trump", 10)
HANDS = [
    *(FOUR, SET, BOSTON, NO_TRUMP, {"forfeited_by": "EW"}),
    *(hand(4, "no_trump", books) for books in (7, 13)),
    *(hand(4, "uptown", books) for books in (0, 2, 11)),
    *(hand(7, "uptown", books) for books in (12, 13)),
    *(hand(level, "uptown", 6 + level) for level in (1, 2, 3)),
    hand(4, "uptown", 10, reneges=["EW"]),
    hand(4, "uptown", 11, reneges=["NS"]),
    hand(4, "uptown", 10, false_accusations=["NS"]),
    hand(4, "uptown", 10, bids_out_of_turn=["NS"]),
    hand(4, "downtown", 10, dealer="S", calls=["4 uptown", "4 downtown", "pass", "pass"]),
    hand(4, "uptown", 10, dealer="S", calls=["pass", "4", "pass", "pass"]),
    hand(4, "uptown", 10, dealer="S", calls=["pass", "pass", "pass", "4 uptown"]),
    hand(5, "uptown", 11, dealer="N", calls=["pass", "pass", "pass", "5 uptown"]),
    hand(4, "uptown", 10, dealer="S", calls=["4 uptown", "pass", "pass", "4 uptown"]),
    hand(4, "uptown", 10, discards="2S 3S 4S 5S"),
    hand(4, "uptown", 10, discards="2S 3S 4S 5S 6S"),
]
GAMES = [
    *([one] for one in (FOUR, BOSTON, hand(7, "uptown", 6), hand(4, "uptown", 11, reneges=["NS"]))),
    *([SET] * sets for sets in (2, 3, 4, 5)),
    [FOUR, SET, FOUR],
    [FOUR] * 5,
    [FOUR | {"bidder": side} for side in ["EW", "NS"] * 3],
    [FOUR | {"bidder": side} for side in ("NS", "EW", "NS")],
    # Nobody has enough points yet after five hands.
    [FOUR, SET, FOUR | {"bidder": "EW"}, SET | {"bidder": "EW"}, FOUR],
]


def scored(ruleset, report):
    try:
        score = ruleset.score(report)
    except ImpossibleHand as impossible:
        return sorted(error.field for error in impossible.errors)
    return score.winner, score.units, score.points, score.books, score.boston, score.awarded, score.game_to


def decided(ruleset, hands):
    try:
        state = ruleset.game([ruleset.score(report) for report in hands])
    except (GameAlreadyOver, ImpossibleHand) as refused:
        return str(refused)
    return state.over, state.winner, state.units, state.points, state.bonus


def counted(game, house):
    """The scores of all these hands and the states of all these games, by these house rules."""
    ruleset = find_ruleset(game, house)
    return [scored(ruleset, report) for report in HANDS], [decided(ruleset, hands) for hands in GAMES]


# These change nothing alone, because they refine another rule.
WITH = {
    "renege_books": {"renege_costs": "books"},
    "play_all_hands": {"game_end": "hands", "hands_to_win": 1},
    "rise_and_fly": {},
    "game_bonus": {"sets_that_lose": 2, "game_end": "points", "points_to_win": 30},
    "jokers": {"kitty": True},
    "sets_that_lose": {"game_end": "points", "points_to_win": 100},
    "losing_end": {"game_end": "points", "points_to_win": 9, "sets_that_lose": 0},
    "points_to_lose": {"game_end": "points", "losing_end": "own"},
    "penalty_boston_counts": {"renege_costs": "books", "boston_points": 10},
    "boston_requires_bid7": {"boston_points": 10},
    "boston_wins_game": {"game_end": "clock"},
}


@pytest.mark.parametrize("game", WHIST)
def test_a_house_rule_changes_a_score_or_a_game(game):
    for rule in house_rules_of(game):
        if rule.key in NO_SCORE:
            continue
        house = needed(game, rule) | WITH.get(rule.key, {})
        values = [rule.default, *(value for value in rule.allowed if value != rule.default)][:8]
        # A game's-end set equals one of the others; passed-out hands have no score, unless the dealer bids.
        values = [value for value in values if value not in ("by_game_end", "redeal_same", "redeal_next")]

        counts = [counted(game, house | {rule.key: value}) for value in values]

        assert any(other != counts[0] for other in counts[1:]), rule
        assert rule.type == "number" or all(one != other for one, other in combinations(counts, 2)), rule


@pytest.mark.parametrize(
    ("misdeal", "dealers"),
    [("same_dealer", ["N", "N"]), ("next_dealer", ["E", "E"]), ("second_passes", ["N", "E"])],
)
def test_who_deals_after_a_misdeal_and_after_a_second(misdeal, dealers):
    ruleset = find_ruleset("bid-whist", {"misdeal": misdeal})

    assert [dealer_after_misdeal(ruleset, "N", in_a_row) for in_a_row in (1, 2)] == dealers


# --- one by one, in the players' words ------------------------------------------------------------


def points(report, **house):
    return list(find_ruleset("bid-whist", house).score(report).points.values())


def reasons(report, **house):
    score = find_ruleset("bid-whist", house).score(report, {"NS": "Kitty Katz", "EW": "Book Club"})
    return [reason.sentence for reason in score.because]


@pytest.mark.parametrize("game_end", ["points", "hands_played", "clock"])
def test_where_points_decide_nothing_says_that_a_hand_counts_one(game_end):
    score = find_ruleset("fahrenheit", {"game_end": game_end}).score(NO_TRUMP)

    assert [reason.rule for reason in score.because] == ["promise", "made", "made_points"]


def test_a_seven_counts_double_made_or_set_and_again_at_no_trump():
    both = {"seven_doubles": True, "double_no_trump": True}

    assert points(hand(7, "uptown", 13), seven_doubles=True) == [14, 0]
    assert points(hand(7, "uptown", 12), seven_doubles=True) == [-14, 0]
    assert points(hand(6, "uptown", 13), seven_doubles=True) == [7, 0]
    assert points(hand(7, "no_trump", 12), **both) == [-28, 0]
    assert reasons(hand(7, "no_trump", 12), **both)[-1] == (
        "The hand loses 28 points, doubled at no trump and again for a bid of seven."
    )


@pytest.mark.parametrize(
    ("reneges", "sentence"),
    [
        (["NS"], "Kitty Katz reneged: the hand goes to Book Club."),
        (["EW"], "Book Club reneged: the hand goes to Kitty Katz."),
        (["EW", "NS"], "Both sides reneged, and one renege cancels another."),
    ],
)
def test_a_renege_that_loses_the_hand_is_said_so(reneges, sentence):
    assert sentence in reasons(hand(4, "uptown", 12, reneges=reneges), renege_costs="hand")


def test_a_renege_loses_the_game_where_the_house_rules_say_so():
    state = played("fahrenheit", hand(4, "uptown", 12, reneges=["NS"]), renege_costs="game")

    assert (state.over, state.winner, state.bonus) == (True, "EW", 0)
    assert [reason.sentence for reason in state.because] == ["A renege loses the game."]


@pytest.mark.parametrize(
    ("hands", "winner", "bonus"),
    [
        pytest.param([FOUR | {"reneges": ["EW"]}], "NS", 5, id="a renege"),
        pytest.param([hand(5, "uptown", 8)], "EW", 5, id="a backdoor on the first hand"),
        pytest.param([hand(5, "uptown", 11)], "NS", 0, id="five points made"),
        pytest.param(
            [{"bidder": "EW", "level": 3, "strain": "uptown", "books": 9}, hand(5, "uptown", 8)],
            "EW",
            0,
            id="minus five on a later hand",
        ),
    ],
)
def test_columbus_gives_five_more_points_for_a_game_that_was_given_away(hands, winner, bonus):
    state = played("columbus-no-kitty", *hands)

    assert (state.over, state.winner, state.bonus) == (True, winner, bonus)
    assert ("five points more" in state.because[-1].sentence) == bool(bonus)


@pytest.mark.parametrize(
    ("house", "least", "levels"),
    [
        ({}, "1", ["4", "5", "6", "7"]),
        ({"min_bid": 1}, "1", ["1", "2", "3", "4", "5", "6", "7"]),
        ({"kitty_book": "first_trick"}, "0", ["4", "5", "6", "7"]),
        ({"direction_named": "after"}, "1", ["4", "5", "6", "7"]),
    ],
    ids=str,
)
def test_a_referee_is_offered_what_the_house_rules_bid_and_take(house, least, levels):
    asked = {question.field: question for question in find_ruleset("fahrenheit", house).entry}

    assert asked["books"].tiles[0].value == least
    assert [[tile.face for tile in row.tiles] for row in asked["bid"].rows] == [levels] * 3
