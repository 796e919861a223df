"""The page that corrects all hands of a game, or swaps its sides."""

import re
from dataclasses import replace

import pytest

from scoring.models import Hand
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of
from tests.pages.visit import still_clock, wearing
from tests.scoring.acting import last_hand, strike
from tests.scoring.refused import bracket_game, built_on
from tournament.models import Event

MINE, THEIRS = build.FOUR_MADE, build.EW_FOUR_MADE
NOTED = replace(
    MINE, dealer="N", bidder_seat="S", reneges=("NS",), books=13, calls=("pass", "4 uptown", "pass", "pass")
)


def page_of(game, rest=""):
    return sheet_of(game, f"change/{rest}")


def as_shown(client, game):
    """The fields of the page's long form as a browser sends them back."""
    html = client.get(page_of(game)).content.decode()
    form = html[html.index("change/correct/") :]
    sent = dict(re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', form))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    return {name: value for name, value in sent.items() if not name.endswith("is_deleted")}


def counting(game):
    return [hand.parsed for hand in Hand.objects.standing().filter(game=game).order_by("sequence")]


@pytest.fixture
def played(game):
    build.hands(game, [NOTED, MINE, MINE], at=build.at(15, 9))
    return game


def test_a_page_sent_back_as_it_came_changes_nothing(played, jo):
    answer = jo.post(page_of(played, "correct/"), as_shown(jo, played) | {"reason": "Why"})

    assert answer.status_code == 422
    assert "That is what counts already." in words(answer)


def test_one_hand_is_changed_one_taken_back_and_one_added(played, jo):
    sent = as_shown(jo, played) | {"reason": "The slip"}
    sent |= {"line1-bidder": "EW", "line2-is_deleted": "on"}
    sent |= {"line3-bidder": "EW", "line3-bid": "5 uptown", "line3-books": "11"}

    seen = words(jo.post(page_of(played, "preview/"), sent))
    answer = jo.post(page_of(played, "correct/"), sent)

    assert "still being played" in seen
    assert answer.status_code == 302
    assert counting(played) == [NOTED, THEIRS, replace(THEIRS, level=5, books=11)]
    assert "Corrected: " in words(jo.get(sheet_of(played)))


def test_a_refused_page_keeps_what_was_typed(played, jo):
    sent = as_shown(jo, played) | {"line1-bidder": "EW"}

    answer = jo.post(page_of(played, "correct/"), sent)

    assert answer.status_code == 422
    assert "Write why the game is changed" in words(answer)
    line = answer.content.decode().partition('name="line1-bidder"')[2]
    assert '<option value="EW" selected' in line.partition("</select>")[0]


def test_a_page_from_before_a_hand_was_taken_back_is_refused(played, jo):
    sent = as_shown(jo, played) | {"reason": "The slip", "line0-bidder": "EW"}
    strike(last_hand(played), at=build.at(15, 12))

    answer = jo.post(page_of(played, "correct/"), sent)

    assert answer.status_code == 422
    assert "This game’s hands were changed meanwhile." in words(answer)
    assert counting(played) == [NOTED, MINE]


def test_swapping_the_sides_needs_a_reason_and_the_page_shows_the_change(played, jo):
    page = words(jo.get(page_of(played)))
    without = jo.post(page_of(played, "swap/"), {"reason": ""})
    answer = jo.post(page_of(played, "swap/"), {"reason": "Wrong side"})

    assert "won 3–0" in page
    assert (without.status_code, answer.status_code) == (422, 302)
    assert [facts.bidder for facts in counting(played)] == ["EW"] * 3
    assert build.units(played) == (0, 3)


def test_only_a_head_referee_gets_the_buttons_for_a_built_on_result():
    event = built_on().event
    Event.objects.update(is_practice=True)
    still_clock(event, build.at(17, 20))
    game = bracket_game(event, "S1")
    head = build.referee(event, "Hedy").badge
    head.is_head = True
    head.save()
    addresses = (page_of(game), f"/{event.slug}/hand/{last_hand(game).pk}/")

    def buttons(badge):
        return [
            wearing(badge).get(address).content.decode().count(press)
            for address, press in zip(addresses, (">Swap the sides<", ">Take the hand back<"), strict=True)
        ]

    assert (buttons(build.referee(event).badge), buttons(head)) == ([0, 0], [1, 1])
    assert "needs a ruling by a head referee or an organizer" in words(
        wearing(build.referee(event, "Al").badge).get(addresses[0])
    )


def test_the_undo_of_a_forfeited_game_takes_back_all_of_it(game, jo):
    build.hand(game, at=build.at(15, 9))
    jo.post(sheet_of(game, "forfeit/"), {"key": "5c1b6a0e-7d0f-4a3a-9c35-6d0b1f0e5a01", "side": "EW"})
    page = jo.get(sheet_of(game)).content.decode()
    press = re.search(r'name="press" value="([^"]+)"', page)[1]

    jo.post(sheet_of(game, "undo/"), {"press": press, "key": "5c1b6a0e-7d0f-4a3a-9c35-6d0b1f0e5a02"})

    assert counting(game) == [MINE]
    assert build.again(game).over_at is None
