"""Entry in the games other than Fahrenheit, in as few taps as possible; warnings, notes, corrections."""

import re
from uuid import uuid4

import pytest

from scoring.models import Hand
from scoring.queries.hands.tally import score_with_names
from tests import build
from tests.other_games import sign_up
from tests.pages.reading import tags, words
from tests.pages.visit import HTMX, still_clock, wearing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOTAL = {"total_points_ns": "-85", "total_points_ew": "312"}
EUCHRE = {"bidder": "NS", "bid": "4", "books": "5"}
FAIR = {"bid_n": "KS", "bid_s": "AH", "trump": "clubs", "points_n": "90", "points_s": "39"}


def at_table(game, house=None, **plan):
    """An event with a game at table 1 at 3:10, and its referee's phone."""
    event = build.event(game=game, house_rules=house or {}, is_practice=True, **plan)
    for number in (1, 2):
        sign_up(event, number)
    found = build.called_round(event).games.get()
    still_clock(event, build.at(15, 10))
    return event, found, wearing(build.referee(event).badge)


def entered(browser, event, game, typed, **headers):
    place = game.hands.filter(replaces=None).count() + 1
    sent = {"hand_id": uuid4(), "sequence": place, **typed}
    return browser.post(f"/{event.slug}/game/{game.pk}/hand/", sent, follow=True, **headers)


def previewed(browser, event, game, typed):
    return words(
        browser.post(f"/{event.slug}/game/{game.pk}/preview/", {"hand_id": uuid4(), **typed}, headers=HTMX)
    )


@pytest.mark.parametrize(
    ("house", "values"),
    [
        ({}, ["3", "4", "5", "ask", "moon"]),
        ({"plain_six": True}, ["3", "4", "5", "6", "ask", "moon"]),
        ({"ask_and_moon": False}, ["3", "4", "5"]),
        ({"double_deck": True}, [str(n) for n in range(3, 13)]),
    ],
    ids=str,
)
def test_only_the_bids_of_the_house_rules_can_be_tapped(house, values):
    event, found, jo = at_table("bid-euchre", house)

    page = jo.get(f"/{event.slug}/game/{found.pk}/").content.decode()

    assert re.findall(r'name="bid" value="(\w+)"', page) == values


EAST_WEST = {"bidder": "EW", "bid": "4 downtown", "books": "11"}


@pytest.mark.parametrize(
    ("game", "typed", "headline", "score"),
    [
        ("bid-euchre", EUCHRE, "Side 1 bid 4 and took 5: made, five points.", "Side 1 lead 5–1."),
        (
            "bid-euchre",
            EUCHRE | {"bid": "moon"},
            "Side 1 shot the moon and took 5: set, six points lost.",
            "Side 2 lead 1 to −6.",
        ),
        ("bid-fair", FAIR, "trump: contract of 80 kept, 192 to 79.", "leads 192–79."),
        ("spades-card", TOTAL, "Total: Side 1 −85, Side 2 312.", "Side 2 win the game 312 to −85."),
        (
            "botb-4x4",
            EAST_WEST,
            "Side 2 bid 4 Downtown and took 11: made, five points.",
            "Side 2 lead 5–0.",
        ),
        (
            "cardsharks-detroit",
            EAST_WEST | {"bidder": "NS"},
            "Side 1 bid 4 Special and took 11: made, four points.",
            "Side 1 lead 4–0.",
        ),
    ],
)
def test_the_rules_say_what_it_means_before_it_is_saved_and_it_is_saved_so(game, typed, headline, score):
    event, found, jo = at_table(game)

    said = previewed(jo, event, found, typed)
    page = words(entered(jo, event, found, typed))

    assert headline in said
    assert score in said
    saved = score_with_names(found, Hand.objects.get().parsed).headline
    assert saved.endswith(headline)
    assert f"Saved: {saved}" in page


@pytest.mark.parametrize(
    ("game", "typed", "sentence"),
    [
        ("bid-euchre", {"bid": "4"}, "Tap the tricks that the bidders won."),
        ("bid-euchre", EUCHRE | {"bid": "6"}, "Tap the bid."),
        ("bid-fair", {"bid_n": "2S"}, "Tap the bid card of each player"),
        ("bid-fair", FAIR | {"points_n": "abc"}, "whole numbers up to 140"),
        ("bid-fair", FAIR | {"trump": ""}, "Tap the suit that was trumps."),
        ("bid-fair", FAIR | {"bid_s": "KH"}, "two cannot be equal"),
        ("bid-fair", FAIR | {"points_s": "45"}, "90 and 45 make 135, which fourteen cards cannot"),
        (
            "spades-card",
            TOTAL | {"total_points_ew": "-85"},
            "It is a tie: say who won the hand that decided.",
        ),
        ("spades-card", TOTAL | {"total_points_ew": ""}, "Write the points of every side"),
        ("spades-card", TOTAL | {"total_points_ew": "many"}, "Points are a whole number from -9999 to 9999."),
        ("spades-card", {}, "Write the points of both sides, or tap who won."),
    ],
)
def test_what_is_missing_or_impossible_is_said(game, typed, sentence):
    event, found, jo = at_table(game)

    answer = entered(jo, event, found, typed)

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not Hand.objects.exists()


def test_a_total_ends_the_game_and_is_opened_again_as_it_was_typed():
    event, found, jo = at_table("spades-card")

    entered(jo, event, found, TOTAL)
    page = tags(jo.get(f"/{event.slug}/hand/{Hand.objects.get().pk}/"))

    found.refresh_from_db()
    assert found.score.winner == found.team("EW")
    assert build.points(found) == (-85, 312)
    assert 'pattern="-?[0-9]*" maxlength="5" autocomplete="off" value="-85"' in page


def test_where_only_totals_are_known_nothing_is_asked_about_cards():
    event, found, jo = at_table("spades-card")

    pages = {
        path: jo.get(f"/{event.slug}/{path}")
        for path in ("trick/", f"game/{found.pk}/ruling/renege/", f"game/{found.pk}/ruling/misdeal/")
    }
    links = "".join(
        jo.get(f"/{event.slug}/{path}").content.decode()
        for path in ("tables/", f"game/{found.pk}/", f"game/{found.pk}/ruling/")
    )

    assert {answer.status_code for answer in pages.values()} == {404}
    assert not [path for path in pages if f"/{event.slug}/{path}" in links]


def test_a_renege_that_ends_the_hand_needs_no_tricks():
    event, found, jo = at_table("bid-euchre", {"renege_ends_hand": True})

    page = words(entered(jo, event, found, {"bidder": "NS", "bid": "4", "reneges_ew": "1"}))

    assert "Saved: Side 1 bid 4. A renege by Side 2 ended the hand." in page


def test_a_hand_of_bid_fair_is_opened_again_as_it_was_typed_and_corrected():
    event, found, jo = at_table("bid-fair")
    entered(jo, event, found, FAIR)
    hand = Hand.objects.get()

    page = tags(jo.get(f"/{event.slug}/hand/{hand.pk}/"))
    typed = FAIR | {"points_s": "40", "points_n": "80", "reason": "Written down wrong", "hand_id": uuid4()}
    jo.post(f"/{event.slug}/hand/{hand.pk}/correct/", typed)

    assert 'value="KS" aria-label="Side 1: The king of spades" checked' in page
    assert 'value="clubs" aria-label="Clubs" checked' in page
    assert Hand.objects.standing().get().facts["trick_points"] == {"N": 80, "S": 40}


def test_a_forfeited_hand_and_a_given_up_game_take_one_tap_each():
    event, found, jo = at_table("bid-fair")

    said = words(entered(jo, event, found, {"forfeited_by": "S"}))
    jo.post(f"/{event.slug}/game/{found.pk}/forfeit/", {"key": uuid4(), "side": "N"})

    found.refresh_from_db()
    assert "Forfeited by Side 2." in said
    assert found.score.winner == found.team("S")
    assert found.hands.count() == 2


# --- soft warnings, never walls ----------------------------------------------------------------------

WHIST = {"bidder": "NS", "bid": "4 uptown", "books": "10"}


def doubts(browser, event, game, typed=WHIST):
    answer = browser.post(
        f"/{event.slug}/game/{game.pk}/preview/", {"hand_id": uuid4(), **typed}, headers=HTMX
    )
    return [doubt.key for doubt in answer.context["means"].doubts], words(answer)


@pytest.mark.parametrize(
    ("before", "at", "doubted"),
    [
        pytest.param(build.FOUR_MADE, build.at(15, 9), ["same-hand"], id="the same within two minutes"),
        pytest.param(build.FIVE_NO_TRUMP, build.at(15, 8), ["too-fast"], id="another within three"),
        pytest.param(build.FOUR_MADE, build.at(15, 5, 59), [], id="in its own time"),
    ],
)
def test_a_hand_that_comes_soon_is_doubted_and_saved_nevertheless(before, at, doubted):
    event, found, jo = at_table("fahrenheit")
    build.hand(found, before, at=at)

    keys, said = doubts(jo, event, found)
    entered(jo, event, found, WHIST)

    assert keys == doubted
    if doubted == ["same-hand"]:
        assert "Double-check this. This is the same as hand 1, entered 1 minute ago." in said
    assert found.hands.count() == 2
    assert event.log.filter(action="hand.recorded").last().facts.get("despite", []) == doubted


def test_a_table_that_another_looks_after_is_doubted_and_ones_own_is_not():
    event, found, jo = at_table("fahrenheit")
    wearing(build.referee(event, "Al").badge).post(f"/{event.slug}/table/1/take/")
    keys, said = doubts(jo, event, found)
    jo.post(f"/{event.slug}/table/1/take/")

    assert keys == ["other-table"]
    assert "Al looks after Table 1." in said
    assert doubts(jo, event, found)[0] == []


# --- what else can be recorded -------------------------------------------------------------


def test_the_auction_and_the_bidder_are_kept_beside_the_hand():
    event, found, jo = at_table("fahrenheit")

    page = words(
        entered(jo, event, found, WHIST | {"dealer": "W", "bidder_seat": "N", "calls": "4 up, p p pass"})
    )

    assert Hand.objects.get().notes == {
        "bidder_seat": "N",
        "calls": ["4 uptown", "pass", "pass", "pass"],
    }
    assert "Bid by Dee 1. The auction: 4 Uptown, Pass, Pass, Pass." in page


# --- a correction says what it would change ---------------------------------------------------------


def test_the_page_of_a_hand_says_what_a_correction_would_change_before_it_is_saved():
    event, found, jo = at_table("fahrenheit")
    build.hands(found, [build.FOUR_MADE, build.FOUR_SET] * 2 + [build.FOUR_MADE], at=build.at(15, 9))
    hand = Hand.objects.order_by("-sequence").first()
    typed = {"hand_id": uuid4(), "bidder": "NS", "bid": "4 uptown", "books": "9"}
    winner, loser = found.team("NS"), found.team("EW")

    said = words(jo.post(f"/{event.slug}/hand/{hand.pk}/preview/", typed, headers=HTMX))
    page = words(jo.post(f"/{event.slug}/hand/{hand.pk}/preview/", typed))

    for told in (said, page):
        assert f"The game: {loser} won 3–2. {winner} won 3–2." in told
        assert f"{winner}: from 1 to 2" in told
    assert "Safe. Nothing that came after it would be taken away." in said
    assert Hand.objects.count() == 5


# --- house rules of Bid Whist that ask for something -------------------------------------------------

FOUR = {"bidder": "NS", "bid": "4 uptown", "books": "10"}
PRICED = {"out_of_turn_points": 2, "false_accusation_books": 3}


def test_only_what_the_house_has_a_price_for_is_asked_of_a_hand():
    event, game, jo = at_table("fahrenheit")
    priced, dear, ann = at_table("fahrenheit", PRICED, name="The hall with prices")

    usual = jo.get(f"/{event.slug}/game/{game.pk}/").content.decode()
    asked = words(ann.get(f"/{priced.slug}/game/{dear.pk}/"))

    assert "bids_out_of_turn" not in usual
    assert "false_accusations" not in usual
    assert asked.count("Bids out of turn by") == asked.count("Reneges called wrongly by") == 2


def test_a_bid_out_of_turn_is_tapped_costs_points_and_is_there_again_when_the_hand_is_opened():
    event, game, jo = at_table("fahrenheit", PRICED)

    entered(jo, event, game, FOUR | {"bids_out_of_turn_ns": "1", "false_accusations_ew": "1"})

    hand = Hand.objects.get()
    assert (hand.parsed.bids_out_of_turn, hand.parsed.false_accusations) == (("NS",), ("EW",))
    assert hand.points == {"NS": 7 - 2, "EW": 0}
    again = tags(jo.get(f"/{event.slug}/hand/{hand.pk}/"))
    assert 'name="bids_out_of_turn_ns" value="1" checked' in again


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({}, "Tap the books as they were won: the rules move the penalty to the other side."),
        ({"renege_costs": "hand"}, "the rules give the hand to the other side."),
        ({"renege_costs": "game"}, "the rules give the game to the other side."),
        ({"renege_timing": "stops_the_hand"}, "Count the books not played for the other side"),
    ],
    ids=str,
)
def test_the_entry_says_what_the_house_does_with_a_renege(house, says):
    event, game, jo = at_table("fahrenheit", house)

    assert says in words(jo.get(f"/{event.slug}/game/{game.pk}/"))
