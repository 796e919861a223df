"""A game's sheet: the hands that count, their earlier versions, and what may come next."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.commands.ending import end_at_whistle
from scoring.commands.hands import correct_hand, strike_hand
from scoring.commands.rulings import make_ruling, supersede_ruling
from scoring.queries.game.sheet import sheet, sheet_games
from scoring.queries.hands.rulings import Case
from tests import build


@pytest.fixture(scope="module")
def a_game(kept):
    return build.game_between(build.event(), "Kitty Katz", "Boston Bound")


def sheet_of(game, at):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


def test_the_deal_passes_to_the_left_by_itself(game):
    build.hands(game, [replace(build.FOUR_MADE, dealer="S"), build.EW_FOUR_MADE])

    now = sheet_of(game, build.at(15, 20))

    assert (now.title, now.dealer.seat, now.dealer.name) == ("Hand 3 of 5", "N", "Dee 1")


def test_a_forfeited_hand_keeps_the_deal(game):
    build.hands(game, [replace(build.FOUR_MADE, dealer="N"), {"forfeited_by": "EW"}])

    now = sheet_of(game, build.at(15, 20))

    assert now.dealer.seat == "E"


def test_nobody_knows_the_dealer_until_somebody_says_it(game):
    build.hands(game, [build.FOUR_MADE])

    assert sheet_of(game, build.at(15, 20)).dealer is None


def test_a_corrected_hand_shows_what_stood_there_before(game):
    old = build.hand(game, build.FOUR_SET)
    by = build.referee(game.event)
    correct_hand(
        hand=old, hand_id=uuid4(), facts=build.FOUR_MADE, reason="Counted again", by=by, at=build.at(15, 12)
    )

    (row,) = sheet_of(game, build.at(15, 20)).hands

    assert (row.number, row.headline, row.score, row.reason) == (
        1,
        "Kitty Katz bid 4 Uptown and took 10: made, counts one.",
        "1–0",
        "Counted again",
    )
    assert [old.headline for old in row.older] == [
        "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound."
    ]


def test_a_hand_taken_back_keeps_its_line_and_loses_its_number(game):
    old = build.hand(game)
    build.hand(game, build.EW_FOUR_MADE)
    strike_hand(
        hand=old, hand_id=uuid4(), reason="Misdealt", by=build.referee(game.event), at=build.at(15, 15)
    )

    now = sheet_of(game, build.at(15, 20))

    assert [(row.number, row.is_struck, row.score) for row in now.hands] == [(0, True, ""), (1, False, "0–1")]
    assert now.next_number == 2


def test_a_hand_can_be_undone_for_a_minute(game):
    hand = build.hand(game, at=build.at(15, 10))

    assert sheet_of(game, build.at(15, 10, 59)).undo.hand_id == hand.pk
    assert sheet_of(game, build.at(15, 11)).undo is None


def test_level_at_the_whistle_one_hand_decides(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))

    now = sheet_of(game, build.at(15, 31))

    assert (now.stage, now.title, now.score) == ("decider", "Deciding hand", "1–1")


@pytest.mark.parametrize(
    ("count", "cost"),
    [
        pytest.param(0, 6, id="while they sit down"),
        pytest.param(1, 2, id="a hand"),
        pytest.param(3, 2, id="three hands"),
    ],
)
def test_a_sheet_takes_six_queries_at_most(game, count, cost, django_assert_num_queries):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE, build.FOUR_SET][:count])
    found = sheet_games(game.event).get(pk=game.pk)

    with django_assert_num_queries(cost):
        sheet(found, build.at(15, 20))


# --- a misdeal where the deal passes (Rulebook R-3) ---


@pytest.fixture
def passing():
    """A game whose house rules pass the deal after a misdeal; Dee 1 dealt the first hand."""
    game = build.game_between(
        build.event(house_rules={"misdeal": "next_dealer"}), "Kitty Katz", "Boston Bound"
    )
    build.hand(game, replace(build.FOUR_MADE, dealer="N"))
    return game


def misdeal(game, **more):
    return make_ruling(
        ruling_id=uuid4(),
        game=game,
        case=Case(kind="misdeal", **more),
        reason="13 cards",
        by=build.referee(game.event),
        at=build.at(15, 12),
    )


def dealer_of(game):
    return sheet_of(game, build.at(15, 20)).dealer.seat


def test_a_misdeal_passes_the_deal_where_the_house_says_so(passing):
    assert dealer_of(passing) == "E"

    misdeal(passing)

    assert dealer_of(passing) == "S"


def test_a_second_misdeal_in_a_row_loses_the_deal_where_the_house_says_so():
    event = build.event(house_rules={"misdeal": "second_passes"})
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    build.hand(game, replace(build.FOUR_MADE, dealer="N"))
    dealers = []

    for _ in range(3):
        misdeal(game)
        dealers.append(dealer_of(game))
    build.hand(game, build.EW_FOUR_MADE)
    misdeal(game)

    assert dealers == ["E", "S", "S"]
    assert dealer_of(game) == "W"


def test_a_superseded_misdeal_gives_the_deal_back(passing):
    old = misdeal(passing)
    back = Case(kind="misdeal", is_misdeal=False)
    by, at = build.organizer(passing.event), build.at(15, 13)

    supersede_ruling(ruling=old, ruling_id=uuid4(), case=back, reason="52 cards", by=by, at=at)

    assert dealer_of(passing) == "E"
