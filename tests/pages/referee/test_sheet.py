"""A game's sheet on a referee's phone."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.commands.hands import strike_hand
from scoring.models import Hand
from scoring.queries.hands.tally import score_with_names
from tests import build
from tests.pages.reading import part, tags, words
from tests.pages.slip import tapped
from tests.pages.visit import HTMX, still_clock, wearing

SAVED = ("head", "title", "dealer", "hands", "left-the-table", "score-NS", "score-EW")


def address(game, action=""):
    return f"/{game.event.slug}/game/{game.pk}/{action}"


def without_ids(html):
    """A fragment without the ids that are new in each response."""
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", html)


# --- what the sheet offers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "bids"), [({}, 12), ({"min_bid": 3}, 15)], ids=["from four on", "from three on"]
)
def test_the_sheet_offers_what_can_happen_and_nothing_else(house, bids):
    game = build.game(build.event(is_practice=True, house_rules=house))
    still_clock(game.event, build.at(15, 10))

    page = wearing(build.referee(game.event).badge).get(address(game)).content.decode()

    assert "Hand 1 of 5" in page
    assert "Save hand 1" in page
    assert page.count('name="bid"') == bids
    assert re.findall(r'name="books" value="(\d+)"', page) == [str(books) for books in range(1, 14)]
    assert "uptown:changed" not in part(page, "entry")


# --- four taps save a hand ---------------------------------------------------------------------------


def test_once_undo_is_over_the_line_above_the_entry_leads_to_the_saved_hands(game, jo):
    without = jo.get(address(game)).content.decode()
    jo.post(address(game, "hand/"), tapped())
    still_clock(game.event, build.at(15, 14))

    assert 'href="#hands"' not in without
    assert 'href="#hands"' in part(jo.get(address(game)).content.decode(), "strip")


@pytest.mark.parametrize("bid", [{"bid": "", "books": ""}, {"bid": "9 uptown", "books": "40"}], ids=str)
def test_what_is_missing_or_impossible_is_said_and_what_was_tapped_stays(game, jo, bid):
    answer = jo.post(address(game, "hand/"), tapped(**bid))

    assert answer.status_code == 422
    assert "Not saved Tap the bid. Tap the books that the bidders won." in words(answer)
    assert 'name="bidder" value="NS" checked' in answer.content.decode()
    assert not Hand.objects.exists()


def test_a_hand_that_somebody_entered_meanwhile_is_shown_beside_ones_own(game, jo):
    build.hand(game)

    answer = jo.post(address(game, "hand/"), tapped())

    assert answer.status_code == 422
    assert (
        "Hand 1 is in already: Kitty Katz bid 4 Uptown and took 10: made, counts one. Entered by Organizer."
        in words(answer)
    )
    assert 'value="5 no_trump" aria-label="5 No Trump" checked' in tags(answer)
    assert "It is another hand: save it as hand 2" in words(answer)
    jo.post(address(game, "hand/"), tapped(as_sequence="2"))

    assert [score_with_names(game, hand.parsed).headline for hand in game.hands.all()] == [
        "Kitty Katz bid 4 Uptown and took 10: made, counts one.",
        "Kitty Katz bid 5 No Trump and took 11: made, counts two.",
    ]


def test_the_answer_to_a_hand_is_what_it_changed_around_a_form_that_stays(game, jo):
    answer = jo.post(address(game, "hand/"), tapped(), headers=HTMX | {"Uptown-Stage": "open"})
    short = answer.content.decode().replace(' hx-swap-oob="true"', "")
    reloaded = jo.get(address(game)).content.decode()

    changed = re.findall(r'^<\w+[^>]* id="([\w-]+)"', re.sub(r"\s+<", "\n<", short), re.MULTILINE)
    assert {name: without_ids(part(short, name)) for name in SAVED} == {
        name: without_ids(part(reloaded, name)) for name in SAVED
    }
    assert set(SAVED) <= set(changed)
    assert not {"game", "entry", "meaning"} & set(changed)
    assert answer.headers["HX-Reswap"].split()[0] == "none"
    assert answer.headers["Uptown-Next"] == "2"
    assert f'data-version="{answer.headers["Uptown-Version"]}"' in reloaded


@pytest.mark.parametrize(
    ("stage", "sequence", "more"),
    [
        pytest.param("whistle", 1, {}, id="it came at the whistle"),
        pytest.param("open", 3, {}, id="the game is decided"),
        pytest.param("open", 2, {"books": ""}, id="the hand is refused"),
    ],
)
def test_where_the_form_is_another_one_the_sheet_comes_whole(game, jo, stage, sequence, more):
    build.hands(game, [build.FOUR_MADE] * (sequence - 1))

    hand = tapped(sequence=str(sequence), bid="4 uptown", books="10") | more
    answer = jo.post(address(game, "hand/"), hand, headers=HTMX | {"Uptown-Stage": stage})

    assert part(answer, "game")
    assert "Uptown-Next" not in answer.headers


def test_a_hand_sent_twice_is_answered_as_of_the_version_that_it_made(game, jo):
    hand, headers = tapped(), HTMX | {"Uptown-Stage": "open"}
    first = jo.post(address(game, "hand/"), hand, headers=headers)

    again = jo.post(address(game, "hand/"), hand, headers=headers)

    assert again.headers["Uptown-Version"] == first.headers["Uptown-Version"]
    assert words(again) == words(first)


@pytest.mark.parametrize(
    ("sequence", "more", "title", "is_overtaken"),
    [
        pytest.param("1", {"dealer": "N", "reneges_ns": "0"}, "Hand 2 of 5", True, id="it was overtaken"),
        pytest.param("3", {"came_as": "2"}, "Hand 2 of 5", False, id="others wait before it on the phone"),
    ],
)
def test_the_heading_follows_what_others_enter_and_tells_whom_they_overtook(
    game, jo, sequence, more, title, is_overtaken
):
    build.hand(game)

    head = jo.get(address(game, "head/"), {"sequence": sequence, "bidder": "NS", **more}, headers=HTMX)

    assert 'id="title" hx-swap-oob="true"' in head.content.decode()
    assert title in words(head)
    assert ("Organizer entered hand 1. Your taps are not saved." in words(head)) == is_overtaken


def test_an_entry_below_which_a_hand_was_taken_back_is_told(game, jo):
    strike_hand(
        hand=build.hand(game),
        hand_id=uuid4(),
        reason="Misdeal",
        by=build.organizer(game.event),
        at=build.at(15, 9),
    )

    head = jo.get(address(game, "head/"), {"sequence": "2", "came_as": "2", "bidder": "NS"}, headers=HTMX)

    assert "A hand was taken back: hand 1 comes next. Your taps are not saved." in words(head)


def test_a_hand_entered_too_early_can_be_saved_as_the_one_that_comes_next(game, jo):
    answer = jo.post(address(game, "hand/"), tapped(sequence="2", came_as="1"), headers=HTMX)

    assert answer.status_code == 422
    assert "Hand 1 comes next." in words(answer)
    assert "taken back" not in words(answer)
    assert "It is another hand: save it as hand 1" in words(answer)


def test_where_nothing_is_tapped_the_next_hand_comes_by_itself(game, jo):
    build.hand(game)

    sheet = jo.get(address(game, "head/"), {"sequence": "1", "reneges_ns": "0"}, headers=HTMX)

    assert sheet["HX-Retarget"] == "#game"
    assert "Save hand 2" in words(sheet)
    assert "Undo" not in words(sheet)  # The organizer entered the hand.


# --- the preview before the save ---------------------------------------------------------------------


def test_the_rules_say_what_a_hand_means_and_nothing_is_written(game, jo):
    half = words(jo.post(address(game, "preview/"), tapped(books=""), headers=HTMX))
    answer = words(jo.post(address(game, "preview/"), tapped(), headers=HTMX))
    without_a_script = jo.post(address(game, "preview/"), tapped())

    said = "Kitty Katz bid 5 No Trump and took 11: made, counts two."
    assert "Tap the side, the bid and the books." in half
    assert f"{said} Kitty Katz lead 2–0." in answer
    assert "Rule F-12: A no trump bid counts two." in answer
    assert said in words(without_a_script)
    assert 'name="books" value="11" checked' in without_a_script.content.decode()
    assert not Hand.objects.exists()


def test_the_hand_that_wins_says_so_on_the_button(game, jo):
    build.hand(game)

    answer = jo.post(address(game, "preview/"), tapped(sequence="2"), headers=HTMX)

    assert "Kitty Katz win the game 3–0." in words(answer)
    assert "— game over" in words(answer)


# --- undo, correct, take back ------------------------------------------------------------------------


def test_a_hand_is_corrected_with_a_reason_and_the_old_one_stays_visible(game, jo):
    hand = build.hand(game)

    page = jo.post(
        f"/{game.event.slug}/hand/{hand.pk}/correct/", tapped(reason="They bid no trump"), follow=True
    )

    assert "Kitty Katz bid 5 No Trump and took 11: made, counts two." in words(page)
    assert "Corrected: They bid no trump" in words(page)
    assert "<s>Kitty Katz bid 4 Uptown and took 10: made, counts one.</s>" in page.content.decode()


def test_the_page_of_a_hand_starts_with_what_it_says_now(game, jo):
    hand = build.hand(game, replace(build.FIVE_NO_TRUMP, reneges=("EW",)))

    page = tags(jo.get(f"/{game.event.slug}/hand/{hand.pk}/"))

    ids = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert 'value="5 no_trump" aria-label="5 No Trump" checked' in page
    assert 'name="reneges_ew" value="1" checked' in page
    said = "bid 5 No Trump and took 11, plus 2 for a renege: 13, made, all 13 by penalty, counts two."
    assert f"Kitty Katz {said} Kitty Katz lead 2–0." in words(page)


# --- the whistle, and unfinished games ---------------------------------------------------------------


def test_no_hand_in_progress_ends_the_game_after_the_whistle_and_not_before(game, jo):
    build.hand(game)
    early = jo.post(address(game, "whistle/"))
    still_clock(game.event, build.at(15, 31))
    asked = words(jo.get(address(game)))

    page = words(jo.post(address(game, "whistle/"), follow=True))
    refused = jo.post(address(game, "hand/"), tapped(sequence="2"))

    assert early.status_code == refused.status_code == 422
    assert "The whistle hasn't gone yet. Until then the game goes on." in words(early)
    assert "Time’s up" in asked
    assert "No hand in progress? Then Kitty Katz win 1–0." in asked
    assert "Kitty Katz won 1–0. They were ahead at the whistle." in page
    assert "This game is over. Kitty Katz won 1–0." in words(refused)


def test_a_game_is_forfeited_to_the_other_side_also_by_who_is_ahead_at_the_whistle(game, jo):
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])
    still_clock(game.event, build.at(15, 31))

    of_nobody = jo.post(address(game, "forfeit/"), {"key": str(uuid4())})
    page = words(jo.post(address(game, "forfeit/"), {"key": str(uuid4()), "side": "NS"}, follow=True))

    assert (of_nobody.status_code, "Choose who forfeits." in words(of_nobody)) == (422, True)
    assert "Boston Bound won 3–2. The rest was forfeited." in page


# --- being seated, and calls -------------------------------------------------------------------------


# --- who may open it ---------------------------------------------------------------------------------
