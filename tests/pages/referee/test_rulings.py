"""The guide through a ruling, on a referee's phone."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.models import Hand, Ruling
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.badges.commands_badges import change_referee
from tournament.models import Game

pytestmark = pytest.mark.slow

RENEGE = {"reneges_ns": "1", "reneges_ew": "0", "in_time": "yes", "reason": "A heart was led, a spade played"}


def head_of(event):
    """The phone of a head referee."""
    badge = build.referee(event, "Head Hattie").badge
    change_referee(badge=badge, is_head=True, plays_in=None, by=build.organizer(event), at=build.at(15))
    return wearing(badge)


def page_of(game, action=""):
    return sheet_of(game, f"ruling/{action}")


def typed(**answers):
    return {"ruling_id": uuid4(), "hand_id": uuid4(), **answers}


def test_a_renege_is_explained_before_its_ruling_and_the_sheet_corrected(game, jo):
    renege = RENEGE | {"hand": build.hand(game).pk}

    shown = words(jo.post(page_of(game, "renege/"), typed(**renege), headers=HTMX))
    page = jo.post(page_of(game, "renege/"), typed(preview="1", **renege))
    is_ruled = Ruling.objects.exists()
    sheet = words(jo.post(page_of(game, "renege/"), typed(**renege), follow=True))

    assert "Kitty Katz reneged: three books go to Boston Bound. Kitty Katz bid 4 Uptown and took" in shown
    assert "Boston Bound lead 1–0." in shown
    assert "Rule F-17" in shown
    assert "three books go to Boston Bound" in words(page)
    assert 'value="A heart was led, a spade played"' in page.content.decode()
    assert not is_ruled
    assert "Ruled: Kitty Katz reneged: three books go to Boston Bound." in sheet
    assert "Corrected: Ruling: A heart was led, a spade played" in sheet
    assert integrity(game.event) == []


def test_a_renege_in_the_hand_at_the_table_asks_how_it_went(game, jo):
    missing = jo.post(page_of(game, "renege/"), typed(hand="now", **RENEGE))
    assert (missing.status_code, "Say how the hand was played" in words(missing)) == (422, True)
    page = words(jo.get(page_of(game, "renege/")))
    assert "Play the hand out first, then tap how it went. Tap the books as they were won" in page

    entry = {"hand": "now", "sequence": 1, "bidder": "NS", "bid": "4 uptown", "books": "10"}
    jo.post(page_of(game, "renege/"), typed(**entry, **RENEGE))

    assert Hand.objects.get().parsed == replace(build.FOUR_MADE, reneges=("NS",))


THREE_ALONE = {"bidder": "W", "level": 12, "strain": "no_trump", "books": 15}
RENEGED = {"reneges_n": "0", "reneges_e": "0", "reneges_w": "1", "reason": "West led a spade"}


def test_a_renege_of_three_is_ruled_again_from_what_was_ruled():
    event = build.event(is_practice=True, game="cutthroat-bid-whist")
    build.people(event, 3)
    game = build.game(event)
    hand, hattie = build.hand(game, THREE_ALONE), head_of(event)
    still_clock(event, build.at(15, 12))
    wearing(build.referee(event).badge).post(page_of(game, "renege/"), typed(hand=hand.pk, **RENEGED))
    here = f"/{event.slug}/ruling/{Ruling.objects.get().pk}/supersede/"

    page = hattie.get(here).content.decode()
    hattie.post(here, typed(**RENEGED | {"reneges_w": "0", "reneges_e": "1"}))

    assert re.findall(r'name="(reneges_\w+)" value="(\d)"\s+checked', page) == [
        ("reneges_n", "0"),
        ("reneges_e", "0"),
        ("reneges_w", "1"),
    ]
    assert Hand.objects.standing().get().facts == THREE_ALONE | {"reneges": ["E"]}


def test_house_rules_that_want_the_book_pointed_out_ask_about_it():
    game = build.game(build.event(is_practice=True, house_rules={"must_identify_book": True}))
    still_clock(game.event, build.at(15, 12))
    hand, jo = build.hand(game), wearing(build.referee(game.event).badge)

    asked = words(jo.get(page_of(game, "renege/")))
    answer = jo.post(page_of(game, "renege/"), typed(hand=hand.pk, pointed_out="no", **RENEGE), headers=HTMX)

    assert "Was the book pointed out?" in asked
    assert "No penalty. The book was not pointed out" in words(answer)


def test_a_forfeited_hand_is_shown_with_the_next_game_while_that_is_played(game, jo):
    answers = typed(kind="conduct", against="EW", penalty="hand", reason="")

    shown = words(jo.post(page_of(game, "penalty/"), answers, headers=HTMX))
    build.won(game, at=build.at(15, 10))
    too_late = words(jo.post(page_of(game, "penalty/"), answers, headers=HTMX))

    assert "Boston Bound: conduct. They forfeit the hand." in shown
    assert "Kitty Katz lead 1–0." in shown
    assert "The game is over, so nothing can be forfeited." in too_late
    assert Hand.objects.count() == 3


def test_the_head_supersedes_a_ruling_and_both_stay_visible(game, jo):
    hand, hattie = build.hand(game), head_of(game.event)
    jo.post(page_of(game, "renege/"), typed(hand=hand.pk, **RENEGE))
    here = f"/{game.event.slug}/ruling/{Ruling.objects.get().pk}/"
    assert "A ruling is final." in words(jo.get(here))
    assert jo.post(f"{here}supersede/", typed(reason="No", reneges_ns="0")).status_code == 422

    assert "Supersede this ruling" in words(hattie.get(here))
    assert "Jo ruled at 3:10 PM:" in words(hattie.get(f"{here}supersede/"))
    hattie.post(f"{here}supersede/", typed(reason="It was a heart", reneges_ns="0", reneges_ew="0"))

    page = words(jo.get(f"/{game.event.slug}/rulings/"))
    assert "Renege No penalty. No renege was proven. “It was a heart” Replaces: Kitty Katz" in page
    assert "Renege Superseded Kitty Katz reneged: three books go to Boston Bound." in page
    assert integrity(game.event) == []


def test_a_call_for_the_head_referee_is_on_the_floor_and_the_tables(game, jo):
    jo.post(sheet_of(game, "head-referee/"), {"why": "Both deny it"})

    floor, tables = (
        words(browser.get(f"/{game.event.slug}/{path}"))
        for browser, path in (
            (wearing(build.organizer(game.event).badge), "floor/"),
            (head_of(game.event), "tables/"),
        )
    )

    sentence = "The head referee is wanted by Jo: Both deny it"
    assert Game.objects.get(pk=game.pk).referee_called_for == sentence
    assert sentence in tables
    assert sentence in floor


def test_rulings_have_their_reason_and_those_of_one_kind_are_found(game, jo):
    silent = jo.post(page_of(game, "misdeal/"), typed(hand="now", reason=""))
    jo.post(page_of(game, "penalty/"), typed(kind="delay", against="EW", reason="Late"))
    sheet = words(jo.post(page_of(game, "misdeal/"), typed(hand="now", reason="13 cards"), follow=True))

    page = words(jo.get(f"/{game.event.slug}/rulings/?kind=misdeal"))

    assert silent.status_code == 422
    assert "Write what happened: a ruling gives its reason." in words(silent)
    assert "Ruled: Misdeal: the hand has no score. The same dealer deals again." in sheet
    assert "No hand yet." in sheet
    assert "13 cards" in page
    assert "Late" not in page
