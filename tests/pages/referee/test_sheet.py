"""A game's sheet on a referee's phone."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.hands.tally import score_with_names
from scoring.models import Hand
from scoring.recording.commands_ending import end_at_whistle
from scoring.recording.commands_hands import strike_hand
from tests import build
from tests.pages.reading import part, tags, words
from tests.pages.slip import sheet_of, tapped
from tests.pages.visit import HTMX, still_clock, wearing
from tests.scoring.acting import left_the_table

SAVED = ("head", "title", "dealer", "hands", "left-the-table", "score-NS", "score-EW")
ANSWERS = ("bidder", "bid", "books")


def without_ids(html):
    """A fragment without the ids that are new in each response."""
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", html)


def refresh_of(page, hand):
    """What the sheet's own refresh sends while ``hand`` is tapped: the fields that its hx-include names."""
    [include] = re.findall(r'hx-include="(#entry [^"]+)"', tags(page))
    return {name: value for name, value in hand.items() if name in ANSWERS or f"[name={name}]" in include}


@pytest.mark.parametrize(
    ("house", "bids"), [({}, 12), ({"min_bid": 3}, 15)], ids=["from four on", "from three on"]
)
def test_the_sheet_offers_what_can_happen_and_nothing_else(house, bids):
    game = build.game(build.event(is_practice=True, house_rules=house))
    still_clock(game.event, build.at(15, 10))

    page = wearing(build.referee(game.event).badge).get(sheet_of(game)).content.decode()

    assert "Hand 1 of 5" in page
    assert "Save hand 1" in page
    assert page.count('name="bid"') == bids
    assert re.findall(r'name="books" value="(\d+)"', page) == [str(books) for books in range(1, 14)]
    assert "uptown:changed" not in part(page, "entry")


def test_once_undo_is_over_the_line_above_the_entry_links_to_saved_hands(game, jo):
    without = jo.get(sheet_of(game)).content.decode()
    jo.post(sheet_of(game, "hand/"), tapped())
    still_clock(game.event, build.at(15, 14))

    assert 'href="#hands"' not in without
    assert 'href="#hands"' in part(jo.get(sheet_of(game)), "strip")


@pytest.mark.parametrize("bid", [{"bid": "", "books": ""}, {"bid": "9 uptown", "books": "40"}], ids=str)
def test_what_is_missing_or_impossible_is_said_and_what_was_tapped_stays(game, jo, bid):
    answer = jo.post(sheet_of(game, "hand/"), tapped(**bid))

    assert answer.status_code == 422
    assert "Not saved. Tap the bid. Tap the books that the bidders won." in words(answer)
    assert 'name="bidder" value="NS" checked' in answer.content.decode()
    assert not Hand.objects.exists()


def test_a_hand_that_somebody_entered_meanwhile_is_shown_beside_ones_own(game, jo):
    build.hand(game)

    answer = jo.post(sheet_of(game, "hand/"), tapped())
    jo.post(sheet_of(game, "hand/"), tapped(as_sequence="2"))

    made = "Kitty Katz bid 4 Uptown and took 10: made, counts one."
    assert answer.status_code == 422
    assert f"Hand 1 is in already: {made} Entered by Organizer." in words(answer)
    assert 'value="5 no_trump" aria-label="5 No Trump" checked' in tags(answer)
    assert "It is another hand: save it as hand 2" in words(answer)
    assert [score_with_names(game, hand.parsed).headline for hand in game.hands.all()] == [
        made,
        "Kitty Katz bid 5 No Trump and took 11: made, counts two.",
    ]


@pytest.mark.parametrize("headers", [HTMX | {"Uptown-Stage": "open"}, HTMX], ids=["in part", "whole"])
def test_the_same_hand_that_somebody_entered_meanwhile_is_in_already(game, jo, headers):
    build.hand(game, build.FIVE_NO_TRUMP)

    answer = jo.post(sheet_of(game, "hand/"), tapped(), headers=headers)

    assert answer.status_code == 200
    assert "Hand 1 is in already: Organizer entered the same." in words(answer)
    assert "It is another hand" not in words(answer)
    assert Hand.objects.filter(game=game).count() == 1


def test_the_answer_to_a_hand_is_what_it_changed_also_if_it_is_sent_twice(game, jo):
    hand, headers = tapped(), HTMX | {"Uptown-Stage": "open"}

    answer, again = (jo.post(sheet_of(game, "hand/"), hand, headers=headers) for _ in range(2))
    short = answer.content.decode().replace(' hx-swap-oob="true"', "")
    reloaded = jo.get(sheet_of(game)).content.decode()

    changed = re.findall(r'^<\w+[^>]* id="([\w-]+)"', re.sub(r"\s+<", "\n<", short), re.MULTILINE)
    assert {name: without_ids(part(short, name)) for name in SAVED} == {
        name: without_ids(part(reloaded, name)) for name in SAVED
    }
    assert set(SAVED) <= set(changed)
    assert not {"game", "entry", "meaning"} & set(changed)
    assert answer.headers["HX-Reswap"].split()[0] == "none"
    assert answer.headers["Uptown-Next"] == "2"
    assert f'data-version="{answer.headers["Uptown-Version"]}"' in reloaded
    assert again.headers["Uptown-Version"] == answer.headers["Uptown-Version"]
    assert words(again) == words(answer)


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
    answer = jo.post(sheet_of(game, "hand/"), hand, headers=HTMX | {"Uptown-Stage": stage})

    assert part(answer, "game")
    assert "Uptown-Next" not in answer.headers
    assert f'data-version="{answer.headers["Uptown-Version"]}"' in jo.get(sheet_of(game)).content.decode()


def test_the_head_alone_names_no_version_for_the_hands_below_it(game, jo):
    answer = jo.post(sheet_of(game, "answered/"), headers={**HTMX, "HX-Target": "head"})

    assert 'id="head"' in answer.content.decode()
    assert 'id="hands"' not in answer.content.decode()
    assert "Uptown-Version" not in answer


@pytest.mark.parametrize(
    ("sequence", "more", "title", "is_overtaken"),
    [
        pytest.param("1", {"dealer": "N", "reneges_ns": "0"}, "Hand 2 of 5", True, id="it was overtaken"),
        pytest.param("3", {"came_as": "2"}, "Hand 2 of 5", False, id="others wait before it on the phone"),
    ],
)
def test_the_heading_follows_other_entries_and_says_if_taps_were_overtaken(
    game, jo, sequence, more, title, is_overtaken
):
    build.hand(game)

    head = jo.get(sheet_of(game, "head/"), {"sequence": sequence, "bidder": "NS", **more}, headers=HTMX)

    assert 'id="title" hx-swap-oob="true"' in head.content.decode()
    assert title in words(head)
    assert ("Organizer entered hand 1. Your taps are not saved." in words(head)) == is_overtaken


@pytest.mark.parametrize("before", [0, 2], ids=["a hand", "the last hand of its game"])
def test_a_refresh_before_the_response_to_save_shows_the_hand_as_saved(game, jo, before):
    build.hands(game, [build.FOUR_MADE] * before)
    hand = tapped(sequence=str(before + 1))
    asked = refresh_of(jo.get(sheet_of(game)), hand)
    jo.post(sheet_of(game, "hand/"), hand)

    strip = words(part(jo.get(sheet_of(game, "head/"), asked, headers=HTMX), "strip"))

    assert strip.startswith("Saved: Kitty Katz bid 5 No Trump and took 11: made, counts two.")
    assert "not saved" not in strip


def test_the_sheet_says_below_which_entry_a_hand_was_taken_back(game, jo):
    by, hand = build.organizer(game.event), build.hand(game)
    strike_hand(hand=hand, hand_id=uuid4(), reason="Misdeal", by=by, at=build.at(15, 9))

    head = jo.get(sheet_of(game, "head/"), {"sequence": "2", "came_as": "2", "bidder": "NS"}, headers=HTMX)

    assert "A hand was taken back: hand 1 comes next. Your taps are not saved." in words(head)


def test_a_hand_entered_too_early_can_be_saved_as_the_one_that_comes_next(game, jo):
    answer = jo.post(sheet_of(game, "hand/"), tapped(sequence="2", came_as="1"), headers=HTMX)

    assert answer.status_code == 422
    assert "Hand 1 comes next." in words(answer)
    assert "taken back" not in words(answer)
    assert "It is another hand: save it as hand 1" in words(answer)


def test_a_form_used_for_one_hand_can_be_saved_as_the_next(game, jo):
    hand, other = tapped(), {"bid": "4 uptown", "books": "10"}
    jo.post(sheet_of(game, "hand/"), hand)

    refused = jo.post(sheet_of(game, "hand/"), hand | other, headers=HTMX)
    fresh = {"hand_id": re.search(r'name="hand_id" value="([^"]+)"', tags(part(refused, "entry")))[1]}
    jo.post(sheet_of(game, "hand/"), hand | other | fresh | {"as_sequence": "2"})

    assert "This form was used for another hand" in words(refused)
    assert "It is another hand: save it as hand 2" in words(refused)
    assert [row.parsed.level for row in game.hands.order_by("sequence")] == [5, 4]


def test_where_nothing_is_tapped_the_next_hand_comes_by_itself(game, jo):
    build.hand(game)
    tapped_nothing = {"hand_id": str(uuid4()), "sequence": "1", "reneges_ns": "0"}

    sheet = jo.get(sheet_of(game, "head/"), tapped_nothing, headers=HTMX)

    assert sheet["HX-Retarget"] == "#game"
    assert "Save hand 2" in words(sheet)
    assert "Undo" not in words(sheet)  # The organizer entered the hand.


# --- the preview before the save ---------------------------------------------------------------------


def test_the_rules_preview_a_hand_and_its_button_and_nothing_is_written(game, jo):
    half = words(jo.post(sheet_of(game, "preview/"), tapped(books=""), headers=HTMX))
    answer = words(jo.post(sheet_of(game, "preview/"), tapped(), headers=HTMX))
    without_a_script = jo.post(sheet_of(game, "preview/"), tapped())
    build.hand(game)
    wins = words(jo.post(sheet_of(game, "preview/"), tapped(sequence="2"), headers=HTMX))

    sentence = "Kitty Katz bid 5 No Trump and took 11: made, counts two."
    assert "Tap the side, the bid and the books." in half
    assert f"{sentence} Kitty Katz lead 2–0." in answer
    assert "Rule F-12: A no trump bid counts two." in answer
    assert sentence in words(without_a_script)
    assert 'name="books" value="11" checked' in without_a_script.content.decode()
    assert "Kitty Katz win the game 3–0." in wins
    assert "— game over" in wins
    assert Hand.objects.count() == 1


# --- undo, correct, take back ------------------------------------------------------------------------


def test_the_page_of_a_hand_has_its_sentence_and_all_corrected_versions(game, jo):
    hand = build.hand(game, replace(build.FIVE_NO_TRUMP, reneges=("EW",)))
    address, typed = f"/{game.event.slug}/hand/{hand.pk}/", {"bid": "4 uptown", "books": "10"}

    page = tags(jo.get(address))
    corrected = jo.post(f"{address}correct/", tapped(**typed, reason="They bid uptown"), follow=True)

    ids = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    assert 'value="5 no_trump" aria-label="5 No Trump" checked' in page
    assert 'name="reneges_ew" value="1" checked' in page
    took = "took 11, plus 2 for a renege: 13, made, all 13 by penalty, counts two."
    assert f"Kitty Katz bid 5 No Trump and {took} Kitty Katz lead 2–0." in words(page)
    assert "Kitty Katz bid 4 Uptown and took 10: made, counts one." in words(corrected)
    assert "Corrected: They bid uptown" in words(corrected)
    assert f"<s>Kitty Katz bid 5 No Trump and {took}</s>" in corrected.content.decode()


def test_the_page_of_a_hand_that_was_changed_names_nobody_who_did_it(game, jo):
    address = f"/{game.event.slug}/hand/{build.hand(game).pk}/"
    jo.post(f"{address}strike/", {"key": str(uuid4()), "reason": "Misdeal"})

    before = words(jo.get(address))

    assert "This hand was changed It was corrected or taken back. The sheet shows the score now." in before


def test_after_undo_the_sheet_first_says_what_was_taken_back(game, jo):
    for number in ("1", "2"):
        jo.post(sheet_of(game, "hand/"), tapped(sequence=number))
    press = re.search(r'name="press" value="([^"]+)"', jo.get(sheet_of(game)).content.decode())[1]

    swapped = jo.post(sheet_of(game, "undo/"), {"press": press, "key": str(uuid4())}, headers=HTMX)

    strip = part(swapped, "strip")
    assert "Taken back: hand 2." in strip
    assert 'id="undo"' not in strip
    assert 'id="undo"' in part(jo.get(sheet_of(game)), "strip")


# --- the whistle, and unfinished games ---------------------------------------------------------------


def test_no_hand_in_progress_ends_the_game_only_after_the_whistle(game, jo):
    build.hand(game)
    early = jo.post(sheet_of(game, "whistle/"))
    still_clock(game.event, build.at(15, 31))
    asked = words(jo.get(sheet_of(game)))

    page = words(jo.post(sheet_of(game, "whistle/"), follow=True))
    refused = jo.post(sheet_of(game, "hand/"), tapped(sequence="2"))

    assert early.status_code == refused.status_code == 422
    assert "The whistle hasn’t gone yet. Until then the game goes on." in words(early)
    assert "Time’s up" in asked
    assert "enter it: it is the last one." in asked  # On phones the entry is above this card.
    assert "No hand in progress? Then Kitty Katz win 1–0." in asked
    assert "Kitty Katz won 1–0. They were ahead at the whistle." in page
    assert "This game is over. Kitty Katz won 1–0." in words(refused)


@pytest.mark.parametrize("is_asked", [True, False], ids=["before a referee says so", "once a referee has"])
def test_no_deciding_hand_is_offered_while_a_side_is_missing(game, jo, is_asked):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])
    left_the_table(game)
    before = words(jo.get(sheet_of(game)))
    still_clock(game.event, build.at(15, 31))
    if not is_asked:
        end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 31))

    without = jo.get(sheet_of(game))
    jo.post(sheet_of(game, "seated/"), {"team": game.team("EW").pk})
    complete = words(jo.get(sheet_of(game)))

    assert "left before" in before
    assert "Boston Bound sit here Time’s up, so nobody forfeits another hand." in words(without)
    assert "If they don’t, press The game is forfeited or The game has no result below." in words(without)
    assert "left before" not in words(without)
    for offer in ("play the deciding hand", "One hand decides."):
        assert offer not in words(without)
    assert ("play the deciding hand" if is_asked else "One hand decides.") in complete
    assert "not seated" not in complete


def test_nothing_is_said_of_a_score_that_nobody_has_entered(game, jo):
    build.seated(game, at=build.at(15, 3))
    still_clock(game.event, build.at(15, 31))

    asked = words(jo.get(sheet_of(game)))
    jo.post(sheet_of(game, "whistle/"))
    decides = words(jo.get(sheet_of(game)))
    team = words(wearing(game.team("NS").badge).get(f"/{game.event.slug}/team/"))

    assert "No hand in progress? Then the game is tied, and one hand decides." in asked
    assert "Tied at the whistle. One hand decides." in decides
    assert "0–0" not in team


def test_the_leader_at_the_whistle_may_also_forfeit_the_game(game, jo):
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE])
    still_clock(game.event, build.at(15, 31))

    of_nobody = jo.post(sheet_of(game, "forfeit/"), {"key": str(uuid4())})
    page = words(jo.post(sheet_of(game, "forfeit/"), {"key": str(uuid4()), "side": "NS"}, follow=True))

    assert (of_nobody.status_code, "Choose who forfeits." in words(of_nobody)) == (422, True)
    assert "Boston Bound won 3–2. The rest was forfeited." in page


def test_a_game_with_no_result_is_opened_again_on_its_sheet(game, jo):
    build.hand(game, at=build.at(15, 9))
    jo.post(sheet_of(game, "void/"), {"reason": "The lights went out"})
    before, refused = words(jo.get(sheet_of(game))), jo.post(sheet_of(game, "hand/"), tapped(sequence=2))

    jo.post(sheet_of(game, "reopen/"))

    assert "No result: The lights went out" in before
    assert "Open this game again" in before
    assert "press Open this game again on its sheet" in words(refused)
    assert "No result" not in words(jo.get(sheet_of(game)))
    assert build.again(game).over_at is None
