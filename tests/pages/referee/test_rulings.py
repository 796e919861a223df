"""The guide through a ruling, on a referee's phone."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.models import Hand, Ruling
from scoring.queries.integrity import integrity
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.badges import change_referee
from tournament.models import Game

pytestmark = pytest.mark.slow

RENEGE = {"reneges_ns": "1", "reneges_ew": "0", "in_time": "yes", "reason": "A heart was led, a spade played"}


@pytest.fixture(scope="module")
def a_game(kept):
    made = build.game_between(build.event(is_practice=True), "Kitty Katz", "Boston Bound")
    still_clock(made.event, build.at(15, 12))
    return made


@pytest.fixture
def game(a_game):
    return build.again(a_game)


@pytest.fixture
def jo(game):
    return build.referee(game.event).badge


@pytest.fixture
def phone(jo):
    return wearing(jo)


@pytest.fixture
def hattie(game):
    """The phone of a head referee."""
    badge = build.referee(game.event, "Head Hattie").badge
    change_referee(badge=badge, is_head=True, plays_in=None, by=build.organizer(game.event), at=build.at(15))
    return wearing(badge)


def page_of(game, action=""):
    return f"/{game.event.slug}/game/{game.pk}/ruling/{action}"


def typed(**answers):
    return {"ruling_id": uuid4(), "hand_id": uuid4(), **answers}


def test_a_renege_in_a_hand_on_the_sheet_is_told_before_it_is_made(game, phone):
    hand = build.hand(game)

    said = words(phone.post(page_of(game, "renege/"), typed(hand=hand.pk, **RENEGE), headers=HTMX))
    page = phone.post(page_of(game, "renege/"), typed(hand=hand.pk, preview="1", **RENEGE))

    assert "Kitty Katz reneged: three books go to Boston Bound. Kitty Katz bid 4 Uptown and took" in said
    assert "Boston Bound lead 1–0." in said
    assert "Rule F-17" in said
    assert "three books go to Boston Bound" in words(page)
    assert 'value="A heart was led, a spade played"' in page.content.decode()
    assert not Ruling.objects.exists()


def test_a_renege_is_ruled_and_the_sheet_shows_the_hand_corrected(game, phone):
    hand = build.hand(game)

    page = words(phone.post(page_of(game, "renege/"), typed(hand=hand.pk, **RENEGE), follow=True))

    assert "Ruled: Kitty Katz reneged: three books go to Boston Bound." in page
    assert "Corrected: Ruling: A heart was led, a spade played" in page
    assert integrity(game.event) == []


def test_a_renege_in_the_hand_at_the_table_asks_how_it_went(game, phone):
    missing = phone.post(page_of(game, "renege/"), typed(hand="now", **RENEGE))
    assert (missing.status_code, "Say how the hand was played" in words(missing)) == (422, True)
    page = words(phone.get(page_of(game, "renege/")))
    assert "Play the hand out first, then tap how it went. Tap the books as they were won" in page

    entry = {"hand": "now", "sequence": 1, "bidder": "NS", "bid": "4 uptown", "books": "10"}
    phone.post(page_of(game, "renege/"), typed(**entry, **RENEGE))

    assert Hand.objects.get().parsed == replace(build.FOUR_MADE, reneges=("NS",))


THREE_ALONE = {"bidder": "W", "level": 12, "strain": "no_trump", "books": 15}
RENEGED = {"reneges_n": "0", "reneges_e": "0", "reneges_w": "1", "reason": "West led a spade"}


@pytest.fixture
def three():
    event = build.event(is_practice=True, game="cutthroat-bid-whist")
    build.people(event, 3)
    build.called_round(event)
    still_clock(event, build.at(15, 12))
    return event.games.get()


def test_a_renege_of_three_is_ruled_anew_from_what_was_ruled(three):
    hand, phone = build.hand(three, THREE_ALONE), wearing(build.referee(three.event).badge)
    phone.post(page_of(three, "renege/"), typed(hand=hand.pk, **RENEGED))
    badge = build.referee(three.event, "Head Hattie").badge
    change_referee(badge=badge, is_head=True, plays_in=None, by=build.organizer(three.event), at=build.at(15))
    here = f"/{three.event.slug}/ruling/{Ruling.objects.get().pk}/supersede/"

    chosen = re.findall(
        r'name="(reneges_\w+)" value="(\d)"\s+checked', wearing(badge).get(here).content.decode()
    )
    wearing(badge).post(here, typed(**RENEGED | {"reneges_w": "0", "reneges_e": "1"}))

    assert chosen == [("reneges_n", "0"), ("reneges_e", "0"), ("reneges_w", "1")]
    assert Hand.objects.standing().get().facts == THREE_ALONE | {"reneges": ["E"]}


def test_a_house_that_wants_the_book_pointed_out_is_asked_about_it():
    game = build.game(build.event(is_practice=True, house_rules={"must_identify_book": True}))
    still_clock(game.event, build.at(15, 12))
    hand, phone = build.hand(game), wearing(build.referee(game.event).badge)
    assert "Was the book pointed out?" in words(phone.get(page_of(game, "renege/")))

    said = phone.post(page_of(game, "renege/"), typed(hand=hand.pk, pointed_out="no", **RENEGE), headers=HTMX)

    assert "No penalty. The book was not pointed out" in words(said)


def test_a_forfeited_hand_is_told_with_the_game_that_follows_while_it_is_played(game, phone):
    answers = typed(kind="conduct", against="EW", penalty="hand", reason="")

    said = words(phone.post(page_of(game, "penalty/"), answers, headers=HTMX))
    build.won(game, at=build.at(15, 11))
    too_late = words(phone.post(page_of(game, "penalty/"), answers, headers=HTMX))

    assert "Boston Bound: conduct. They forfeit the hand." in said
    assert "Kitty Katz lead 1–0." in said
    assert "The game is over, so nothing can be forfeited." in too_late
    assert Hand.objects.count() == 3


def test_the_head_supersedes_a_ruling_and_both_stay_visible(game, phone, hattie):
    hand = build.hand(game)
    phone.post(page_of(game, "renege/"), typed(hand=hand.pk, **RENEGE))
    ruling = Ruling.objects.get()
    here = f"/{game.event.slug}/ruling/{ruling.pk}/"
    assert "A ruling is final." in words(phone.get(here))
    assert phone.post(f"{here}supersede/", typed(reason="No", reneges_ns="0")).status_code == 422

    assert "Supersede this ruling" in words(hattie.get(here))
    assert "Jo ruled at 3:12 PM:" in words(hattie.get(f"{here}supersede/"))
    hattie.post(f"{here}supersede/", typed(reason="It was a heart", reneges_ns="0", reneges_ew="0"))

    page = words(phone.get(f"/{game.event.slug}/rulings/"))
    assert "Renege No penalty. No renege was proven. “It was a heart” Replaces: Kitty Katz" in page
    assert "Renege Superseded Kitty Katz reneged: three books go to Boston Bound." in page
    assert integrity(game.event) == []


def test_the_head_referee_is_sent_for_and_stands_first_among_the_tables(game, phone, hattie):
    phone.post(f"/{game.event.slug}/game/{game.pk}/head-referee/", {"why": "Both deny it"})

    assert Game.objects.get(pk=game.pk).referee_called_for == (
        "The head referee is wanted by Jo: Both deny it"
    )
    assert "The head referee is wanted by Jo: Both deny it" in words(
        hattie.get(f"/{game.event.slug}/tables/")
    )
    floor = wearing(build.organizer(game.event).badge).get(f"/{game.event.slug}/floor/")
    assert "The head referee is wanted by Jo: Both deny it" in words(floor)


def test_rulings_have_their_reason_and_those_of_one_kind_are_found(game, phone):
    silent = phone.post(page_of(game, "misdeal/"), typed(hand="now", reason=""))
    phone.post(page_of(game, "penalty/"), typed(kind="delay", against="EW", reason="Late"))
    sheet = words(phone.post(page_of(game, "misdeal/"), typed(hand="now", reason="13 cards"), follow=True))

    page = words(phone.get(f"/{game.event.slug}/rulings/?kind=misdeal"))

    assert silent.status_code == 422
    assert "Write what happened: a ruling gives its reason." in words(silent)
    assert "Ruled: Misdeal: the hand has no score. The same dealer deals again." in sheet
    assert "No hand yet." in sheet
    assert "13 cards" in page
    assert "Late" not in page
