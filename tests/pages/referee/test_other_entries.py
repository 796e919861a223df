"""Entry in the games other than Fahrenheit, in as few taps as possible; warnings, notes, corrections."""

import re
from uuid import uuid4

import pytest

from rules.games import find_ruleset
from scoring.hands.tally import score_with_names
from scoring.models import Hand
from tests import build
from tests.other_games import sign_up
from tests.pages.reading import tags, words
from tests.pages.slip import sheet_of
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TOTAL = {"total_points_ns": "-85", "total_points_ew": "312"}
WHIST = {"bidder": "NS", "bid": "4 uptown", "books": "10"}
EUCHRE = {"bidder": "NS", "bid": "4", "books": "5"}
SOLO = {"bidder": "S", "bid": "2", "tricks_s": "3", "tricks_n": "1", "tricks_w": "1"}
CUTTHROAT = {"bidder": "W", "strain": "downtown", "bid": "7", "books": "9"}
FAIR = {"bid_n": "KS", "bid_s": "AH", "trump": "clubs", "points_n": "90", "points_s": "39"}


def at_table(game, house=None, **plan):
    """A game at table 1 at 3:10, and its referee's phone."""
    event = build.event(game=game, house_rules=house or {}, is_practice=True, **plan)
    if event.way.by_chair:  # Everybody plays alone.
        build.people(event, 4)
    else:
        for number in (1, 2):
            sign_up(event, number)
    found = build.called_round(event).games.first()
    still_clock(event, build.at(15, 10))
    return found, wearing(build.referee(event).badge)


def entered(browser, game, typed):
    sequence = game.hands.filter(replaces=None).count() + 1
    sent = {"hand_id": uuid4(), "sequence": sequence, **typed}
    return browser.post(sheet_of(game, "hand/"), sent, follow=True)


def previewed(browser, game, typed):
    return browser.post(sheet_of(game, "preview/"), {"hand_id": uuid4(), **typed}, headers=HTMX)


@pytest.mark.parametrize(
    ("game", "house", "typed", "asked"),
    [
        pytest.param("fahrenheit", {}, WHIST, "bidder bid books", id="Bid Whist"),
        pytest.param("bid-euchre", {}, EUCHRE, "bidder bid books", id="Bid Euchre"),
        pytest.param(
            "bid-euchre", {"renege_ends_hand": True}, EUCHRE, "bidder bid", id="a renege ends the hand"
        ),
        pytest.param("solo-bid-euchre", {}, SOLO, "bidder bid", id="Solo Bid Euchre"),
        pytest.param("cutthroat-bid-whist", {}, CUTTHROAT, "bidder strain bid books", id="Cutthroat"),
        pytest.param("bid-fair", {}, FAIR, "bid_n bid_s trump points_n points_s", id="Bid Fair"),
    ],
)
def test_without_what_a_phone_waits_for_the_rules_can_say_nothing(game, house, typed, asked):
    found, jo = at_table(game, house)

    page = jo.get(sheet_of(found)).content.decode()

    assert re.findall(r'data-asks="([^"]*)"', page) == [asked]
    assert "meaning--waiting" not in previewed(jo, found, typed).content.decode()
    for name in asked.split():
        rest = {key: value for key, value in typed.items() if key != name}
        assert 'class="meaning meaning--waiting"' in previewed(jo, found, rest).content.decode()


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
    found, jo = at_table("bid-euchre", house)

    page = jo.get(sheet_of(found)).content.decode()

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
        ("botb-4x4", EAST_WEST, "Side 2 bid 4 Downtown and took 11: made, five points.", "Side 2 lead 5–0."),
        (
            "cardsharks-detroit",
            EAST_WEST | {"bidder": "NS"},
            "Side 1 bid 4 Special and took 11: made, four points.",
            "Side 1 lead 4–0.",
        ),
    ],
)
def test_the_rules_say_what_it_means_before_it_is_saved_and_it_is_saved_so(game, typed, headline, score):
    found, jo = at_table(game)

    shown = words(previewed(jo, found, typed))
    page = words(entered(jo, found, typed))

    assert headline in shown
    assert score in shown
    saved = score_with_names(found, Hand.objects.get().parsed).headline
    assert saved.endswith(headline)
    assert f"Saved: {saved}" in page


@pytest.mark.parametrize(
    ("game", "refused"),
    [
        (
            "bid-euchre",
            [
                ({"bid": "4"}, "Tap the tricks that the bidders won."),
                (EUCHRE | {"bid": "6"}, "Tap the bid."),
            ],
        ),
        (
            "bid-fair",
            [
                ({"bid_n": "2S"}, "Tap the bid card of each player"),
                (FAIR | {"points_n": "abc"}, "whole numbers up to 140"),
                (FAIR | {"trump": ""}, "Tap the suit that was trumps."),
                (FAIR | {"bid_s": "KH"}, "two cannot be equal"),
                (FAIR | {"points_s": "45"}, "90 and 45 make 135, which fourteen cards cannot"),
            ],
        ),
        (
            "spades-card",
            [
                (TOTAL | {"total_points_ew": "-85"}, "It is a tie: say who won the hand that decided."),
                (TOTAL | {"total_points_ew": ""}, "Write the points of every side"),
                (TOTAL | {"total_points_ew": "many"}, "Points are a whole number from −9999 to 9999."),
                ({}, "Write the points of both sides, or tap who won."),
            ],
        ),
    ],
)
def test_what_is_missing_or_impossible_is_said(game, refused):
    found, jo = at_table(game)

    answers = [entered(jo, found, typed) for typed, _ in refused]

    for answer, (_, sentence) in zip(answers, refused, strict=True):
        assert (answer.status_code, sentence in words(answer)) == (422, True), sentence
    assert not Hand.objects.exists()


def test_a_total_ends_the_game_and_is_opened_again_as_it_was_typed():
    found, jo = at_table("spades-card")

    entered(jo, found, TOTAL)
    page = tags(jo.get(f"/{found.event.slug}/hand/{Hand.objects.get().pk}/"))

    found.refresh_from_db()
    assert (found.score.winner, build.points(found)) == (found.team("EW"), (-85, 312))
    assert 'pattern="-?[0-9]*" maxlength="5" autocomplete="off" value="-85"' in page


def test_where_only_totals_are_known_nothing_is_asked_about_cards():
    found, jo = at_table("spades-card")
    of_cards = (
        f"/{found.event.slug}/trick/",
        sheet_of(found, "ruling/renege/"),
        sheet_of(found, "ruling/misdeal/"),
    )

    links = "".join(
        jo.get(address).content.decode()
        for address in (f"/{found.event.slug}/tables/", sheet_of(found), sheet_of(found, "ruling/"))
    )

    assert [jo.get(address).status_code for address in of_cards] == [404] * 3
    assert [address for address in of_cards if address in links] == []


def test_a_renege_that_ends_the_hand_needs_no_tricks():
    found, jo = at_table("bid-euchre", {"renege_ends_hand": True})

    page = words(entered(jo, found, {"bidder": "NS", "bid": "4", "reneges_ew": "1"}))

    assert "Saved: Side 1 bid 4. A renege by Side 2 ended the hand." in page


def test_a_hand_of_bid_fair_is_opened_again_as_it_was_typed_and_corrected():
    found, jo = at_table("bid-fair")
    entered(jo, found, FAIR)
    hand = f"/{found.event.slug}/hand/{Hand.objects.get().pk}/"

    page = tags(jo.get(hand))
    typed = FAIR | {"points_s": "40", "points_n": "80", "reason": "Written down wrong", "hand_id": uuid4()}
    jo.post(f"{hand}correct/", typed)

    assert 'value="KS" aria-label="Side 1: The king of spades" checked' in page
    assert 'value="clubs" aria-label="Clubs" checked' in page
    assert Hand.objects.standing().get().facts["trick_points"] == {"N": 80, "S": 40}


def test_a_forfeited_hand_and_a_given_up_game_take_one_tap_each():
    found, jo = at_table("bid-fair")

    shown = words(entered(jo, found, {"forfeited_by": "S"}))
    jo.post(sheet_of(found, "forfeit/"), {"key": uuid4(), "side": "N"})

    found.refresh_from_db()
    assert "Forfeited by Side 2." in shown
    assert (found.score.winner, found.hands.count()) == (found.team("S"), 2)


# --- soft warnings, never walls ----------------------------------------------------------------------


def doubts(answer):
    return [doubt.key for doubt in answer.context["means"].doubts]


@pytest.mark.parametrize(
    ("before", "at", "doubted"),
    [
        pytest.param(build.FOUR_MADE, build.at(15, 9), ["same-hand"], id="the same within two minutes"),
        pytest.param(build.FIVE_NO_TRUMP, build.at(15, 8), ["too-fast"], id="another within three"),
        pytest.param(build.FOUR_MADE, build.at(15, 5, 59), [], id="in its own time"),
    ],
)
def test_a_hand_that_comes_soon_is_doubted_and_saved_nevertheless(before, at, doubted):
    found, jo = at_table("fahrenheit")
    build.hand(found, before, at=at)

    means = previewed(jo, found, WHIST)
    entered(jo, found, WHIST)

    sentence = "Double-check this. This is the same as hand 1, entered 1 minute ago."
    assert doubts(means) == doubted
    assert (sentence in words(means)) == (doubted == ["same-hand"])
    assert found.hands.count() == 2
    assert found.event.log.filter(action="hand.recorded").last().facts.get("despite", []) == doubted


def test_a_first_hand_before_play_begins_is_doubted_in_words_that_fit():
    found, jo = at_table("fahrenheit")
    Round.objects.filter(pk=found.round_id).update(play_from=build.at(15, 30))

    assert "Play hasn’t begun yet. Was a hand really played?" in words(previewed(jo, found, WHIST))


def test_a_table_that_another_looks_after_is_doubted_and_ones_own_is_not():
    found, jo = at_table("fahrenheit")
    take = f"/{found.event.slug}/table/1/take/"
    wearing(build.referee(found.event, "Al").badge).post(take)

    of_al = previewed(jo, found, WHIST)
    jo.post(take)

    assert doubts(of_al) == ["other-table"]
    assert "Al looks after Table 1." in words(of_al)
    assert doubts(previewed(jo, found, WHIST)) == []


# --- what else can be recorded -------------------------------------------------------------


def test_the_auction_and_the_bidder_are_kept_beside_the_hand():
    found, jo = at_table("fahrenheit")
    notes = {"dealer": "W", "bidder_seat": "N", "calls": "4 up, p p pass"}

    page = words(entered(jo, found, WHIST | notes))

    calls = ["4 uptown", "pass", "pass", "pass"]
    assert Hand.objects.get().notes == {"bidder_seat": "N", "calls": calls}
    assert "Bid by Dee 1. The auction: 4 Uptown, Pass, Pass, Pass." in page


def test_the_page_of_a_hand_previews_what_a_correction_would_change():
    found, jo = at_table("fahrenheit")
    build.hands(found, [build.FOUR_MADE, build.FOUR_SET] * 2 + [build.FOUR_MADE], at=build.at(15, 9))
    address = f"/{found.event.slug}/hand/{Hand.objects.order_by('sequence').last().pk}/preview/"
    typed = WHIST | {"hand_id": uuid4(), "books": "9"}
    winner, loser = found.team("NS"), found.team("EW")

    shown = words(jo.post(address, typed, headers=HTMX))
    page = words(jo.post(address, typed))

    for text in (shown, page):
        assert f"The game: {loser} won 3–2. {winner} won 3–2." in text
        assert f"{winner}: from 1 to 2" in text
    assert "Safe. Nothing that came after it would be taken away." in shown
    assert Hand.objects.count() == 5


# --- house rules of Bid Whist that ask for something -------------------------------------------------

PRICED = {"out_of_turn_points": 2, "false_accusation_books": 3}


def test_a_hand_is_asked_only_about_what_has_a_price_and_costs_it():
    usual, ann = at_table("fahrenheit")
    priced, jo = at_table("fahrenheit", PRICED, name="The hall with prices")

    free = tags(ann.get(sheet_of(usual)))
    asked = words(jo.get(sheet_of(priced)))
    entered(jo, priced, WHIST | {"bids_out_of_turn_ns": "1", "false_accusations_ew": "1"})

    assert "bids_out_of_turn" not in free
    assert "false_accusations" not in free
    assert "Tap the books as they were won: the rules move the penalty to the other side." in free
    assert asked.count("Bids out of turn by") == asked.count("Reneges called wrongly by") == 2
    hand = Hand.objects.get()
    assert (hand.parsed.bids_out_of_turn, hand.parsed.false_accusations) == (("NS",), ("EW",))
    assert hand.points == {"NS": 7 - 2, "EW": 0}
    again = tags(jo.get(f"/{priced.event.slug}/hand/{hand.pk}/"))
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
def test_the_entry_says_what_the_house_rules_do_with_a_renege(house, says):
    assert says in find_ruleset("fahrenheit", house).entry.renege_note


@pytest.mark.parametrize(
    ("game", "typed", "counted"),
    [("fahrenheit", WHIST, "Books"), ("bid-euchre", EUCHRE, "Tricks"), ("solo-bid-euchre", SOLO, "Tricks")],
)
def test_a_reason_for_a_correction_names_what_the_game_counts(game, typed, counted):
    found, jo = at_table(game)
    entered(jo, found, typed)

    page = words(jo.get(f"/{found.event.slug}/hand/{Hand.objects.get().pk}/"))

    assert re.findall(r"(\w+) counted again", page) == [counted]
