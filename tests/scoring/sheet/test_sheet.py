"""A game's sheet: the hands that count, their earlier versions, and what may come next."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.recording.commands_ending import end_at_whistle
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import Case
from scoring.sheet.sheet import sheet, sheet_games
from tests import build
from tests.scoring.phones import katz_against_bound

LATER = build.at(15, 20)
FROM_NORTH, FROM_SOUTH = (replace(build.FOUR_MADE, dealer=chair) for chair in "NS")


@pytest.fixture(scope="module")
def a_game(kept):
    return katz_against_bound()


def sheet_of(game, at=LATER):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


@pytest.mark.parametrize(
    ("hands", "title", "dealer"),
    [
        pytest.param([FROM_SOUTH, build.EW_FOUR_MADE], "Hand 3 of 5", ("N", "Dee 1"), id="to the left"),
        pytest.param([FROM_NORTH, {"forfeited_by": "EW"}], "Hand 3 of 5", ("E", "Dee 2"), id="not dealt"),
        pytest.param([build.FOUR_MADE], "Hand 2 of 5", None, id="nobody has said it yet"),
    ],
)
def test_the_deal_passes_to_the_left_with_each_hand_that_is_dealt(game, hands, title, dealer):
    build.hands(game, hands)

    now = sheet_of(game)

    assert (now.title, now.dealer and (now.dealer.seat, now.dealer.name)) == (title, dealer)


def test_a_corrected_hand_shows_its_earlier_values(game):
    hand, by = build.hand(game, build.FOUR_SET), build.referee(game.event)
    correction = {"facts": build.FOUR_MADE, "reason": "Counted again", "by": by, "at": build.at(15, 12)}

    correct_hand(hand=hand, hand_id=uuid4(), **correction)

    [row] = sheet_of(game).hands
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
    hand, by = build.hand(game), build.referee(game.event)
    build.hand(game, build.EW_FOUR_MADE)

    strike_hand(hand=hand, hand_id=uuid4(), reason="Misdealt", by=by, at=build.at(15, 15))

    now = sheet_of(game)
    assert [(row.number, row.is_struck, row.score) for row in now.hands] == [(0, True, ""), (1, False, "0–1")]
    assert now.next_number == 2


def test_a_hand_can_be_undone_for_a_minute(game):
    hand = build.hand(game, at=build.at(15, 10))

    assert sheet_of(game, build.at(15, 10, 59)).undo.press == hand.pk
    assert sheet_of(game, build.at(15, 11)).undo is None


def test_tied_at_the_whistle_one_hand_decides(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))

    now = sheet_of(game, build.at(15, 31))

    assert (now.stage, now.title, now.score) == ("decider", "Deciding hand", "1–1")


# --- a misdeal where the deal passes (Rulebook R-3) ---


def misdealt(rule):
    """A game under this house rule about misdeals; Dee 1, North, dealt the first hand."""
    game = katz_against_bound(house_rules={"misdeal": rule})
    build.hand(game, FROM_NORTH)
    return game


def misdeal(game):
    case, by = Case(kind="misdeal"), build.referee(game.event)
    return make_ruling(ruling_id=uuid4(), game=game, case=case, reason="13 cards", by=by, at=build.at(15, 12))


def dealer_of(game):
    return sheet_of(game).dealer.seat


def test_a_misdeal_passes_the_deal_by_house_rules_until_superseded():
    game = misdealt("next_dealer")
    assert dealer_of(game) == "E"

    ruling = misdeal(game)
    assert dealer_of(game) == "S"

    back, by = Case(kind="misdeal", is_misdeal=False), build.organizer(game.event)
    supersede_ruling(
        ruling=ruling, ruling_id=uuid4(), case=back, reason="52 cards", by=by, at=build.at(15, 13)
    )
    assert dealer_of(game) == "E"


def test_a_second_misdeal_in_a_row_loses_the_deal_where_house_rules_say_so():
    game = misdealt("second_passes")

    for dealer in ("E", "S", "S"):
        misdeal(game)
        assert dealer_of(game) == dealer

    build.hand(game, build.EW_FOUR_MADE)
    misdeal(game)
    assert dealer_of(game) == "W"
