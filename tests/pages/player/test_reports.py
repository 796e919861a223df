"""Two phones at a table: hands reported, accepted, disputed; results agreed."""

import re
from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.models import Agreement, Hand, Report
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.badges.commands_badges import open_tablet
from tournament.models import Game

MADE = "Kitty Katz bid 4 Uptown and took 10: made, counts one."
pytestmark = pytest.mark.slow


@pytest.fixture
def game():
    event = build.event(is_practice=True, hands_from="teams", agreed_by="teams")
    still_clock(event, build.at(15, 12))
    return build.game_between(event, "Kitty Katz", "Boston Bound")


@pytest.fixture
def katz(game):
    return wearing(game.team("NS").badge)


@pytest.fixture
def bound(game):
    return wearing(game.team("EW").badge)


@pytest.fixture
def jo(game):
    return wearing(build.referee(game.event).badge)


@pytest.fixture
def stranger(game):
    return wearing(build.team(game.event, "Aces High").badge)


def page_of(game, action=""):
    return f"/{game.event.slug}/team/{action}"


def four(books="10", **more):
    return {
        "hand_id": uuid4(), "sequence": 1, "bidder": "NS", "bid": "4 uptown", "books": books, **more
    }  # fmt: skip


def disputed(game, katz, bound):
    katz.post(page_of(game, "report/"), four())
    bound.post(page_of(game, "report/"), four("9"))


def checked(page):
    """The options that are checked when a form first renders, by name."""
    tags = re.findall(r"<input[^>]*type=\"radio\"[^>]*>", page.content.decode())
    names = [re.search(r'name="([^"]*)"\s+value="([^"]*)"', tag).groups() for tag in tags if "checked" in tag]
    return dict(names)


def test_one_team_enters_and_the_other_accepts(game, katz, bound):
    assert "Enter hand 1" in words(katz.get(page_of(game)))
    shown = words(katz.post(page_of(game, "report/preview/"), four(), headers=HTMX))
    assert f"{MADE} Kitty Katz lead 1–0." in shown
    assert not Report.objects.exists()
    assert "Who took the bid?" in words(katz.get(page_of(game, "report/")))

    mine = words(katz.post(page_of(game, "report/"), four(), follow=True))
    assert f"Hand 1 waits for Boston Bound {MADE} Sent, 3:12 PM. It counts once they say" in mine
    assert mine.index("Hand 1 waits for") < mine.index("Sit a round out")
    assert f"Kitty Katz entered hand 1 {MADE} Agree" in words(bound.get(page_of(game)))
    page = words(bound.post(page_of(game, f"report/{Report.objects.get().pk}/accept/"), follow=True))

    assert "You trail 0–1" in page
    assert "Enter hand 2" in page
    assert Hand.objects.count() == 1
    assert integrity(game.event) == []


def test_a_hand_that_is_agreed_leaves_no_sentence_that_it_waits(game, katz, bound):
    katz.post(page_of(game, "report/"), four(), follow=True)
    bound.post(page_of(game, f"report/{Report.objects.get().pk}/accept/"))

    page = words(katz.get(page_of(game)))

    assert "It counts once" not in page
    assert "saved differently" not in page
    assert page.index("Enter hand 2") < page.index("Sit a round out")


def test_a_report_saved_differently_is_shown_until_the_next_hand(game, katz, bound, jo):
    katz.post(page_of(game, "report/"), four())
    build.hand(game, build.FOUR_SET, at=build.at(15, 12))

    mine, theirs = words(katz.get(page_of(game))), words(bound.get(page_of(game)))
    sheet = words(jo.get(sheet_of(game)))
    build.hand(game, build.FOUR_MADE, at=build.at(15, 12))

    became = "Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound."
    assert f"Hand 1 is saved differently: {became} Your entry was: {MADE}" in mine
    assert "saved differently" not in theirs
    assert "Hand 1 is saved, and differs from what was reported. Their page says so." in sheet
    assert f"Kitty Katz reported: {MADE}" in sheet
    assert "saved differently" not in words(katz.get(page_of(game)))


def test_no_referee_is_named_for_a_hand_saved_on_the_tables_own_tablet(game, katz):
    katz.post(page_of(game, "report/"), four("11"))
    organizer = build.organizer(game.event)
    tablet = wearing(open_tablet(event=game.event, number=1, by=organizer, at=build.at(15, 12)))
    tablet.post(f"/{game.event.slug}/tablet/hand/", four(game=game.pk, came_as=1))

    mine = words(katz.get(page_of(game)))

    assert f"Hand 1 is saved differently: {MADE} Your entry was: Kitty Katz bid 4 Uptown and took 11" in mine
    assert "A referee" not in mine


def test_a_dispute_shows_both_to_a_referee_who_settles_with_one_tap(game, katz, bound, jo):
    disputed(game, katz, bound)

    theirs, sheet = words(bound.get(page_of(game))), words(jo.get(sheet_of(game)))
    tables = words(jo.get(f"/{game.event.slug}/tables/"))
    choice = Report.objects.get(side="EW")
    page = words(jo.post(f"/{game.event.slug}/report/{choice.pk}/settle/", follow=True))

    assert "You don’t agree on hand 1 You Kitty Katz bid 4 Uptown and took 9: set" in theirs
    assert f"Two versions of hand 1 Kitty Katz 3:12 PM {MADE} Use Kitty Katz’s version" in sheet
    assert (
        "Boston Bound 3:12 PM Kitty Katz bid 4 Uptown and took 9: set, counts one for Boston Bound. "
        "Use Boston Bound’s version"
    ) in sheet
    assert "The sides don’t agree on hand 1." in tables
    assert "Two versions" not in page
    assert Hand.objects.get().facts["books"] == 9
    assert "A referee is on the way." not in words(katz.get(page_of(game)))
    assert integrity(game.event) == []


def test_a_referee_enters_a_third_with_a_reason(game, katz, bound, jo):
    disputed(game, katz, bound)
    before = words(jo.get(sheet_of(game, "reports/")))

    refused = jo.post(sheet_of(game, "otherwise/"), four("11", reason=""))
    jo.post(sheet_of(game, "otherwise/"), four("11", reason="Both miscounted"))

    assert "Neither: what really happened" in before
    assert refused.status_code == 422
    assert "Write why it is neither of the two" in words(refused)
    assert (Hand.objects.get().facts["books"], Hand.objects.get().reason) == (11, "Both miscounted")
    assert "Nothing waits here" in words(jo.get(sheet_of(game, "reports/")))


def test_our_version_starts_from_theirs_and_a_second_one_from_our_own(game, katz, bound):
    katz.post(page_of(game, "report/"), four())

    first = bound.get(page_of(game, "report/"))
    bound.post(page_of(game, "report/"), four("9"))
    second = bound.get(page_of(game, "report/"))

    assert (checked(first)["books"], checked(first)["bid"]) == ("10", "4 uptown")
    assert "Tap what was different" in words(first)
    assert checked(second)["books"] == "9"


def test_another_table_s_report_is_nobody_s_business(game, katz, stranger):
    katz.post(page_of(game, "report/"), four())
    accepts = stranger.post(page_of(game, f"report/{Report.objects.get().pk}/accept/"))
    build.won(game, at=build.at(15, 11))
    agrees = stranger.post(page_of(game, f"game/{game.pk}/agree/"))

    assert (accepts.status_code, agrees.status_code) == (404, 404)


def test_both_teams_say_that_the_result_is_right(game, katz, bound, jo):
    build.won(game, at=build.at(15, 11))
    asked = [words(phone.get(page_of(game))) for phone in (katz, bound)]

    one = words(katz.post(page_of(game, f"game/{game.pk}/agree/"), follow=True))
    bound.post(page_of(game, f"game/{game.pk}/agree/"))

    assert "Your game against Boston Bound: 3–0. Is that right?" in asked[0]
    assert "Your game against Kitty Katz: 0–3. Is that right?" in asked[1]
    assert "Not agreed yet: Boston Bound still to say so." in one
    for phone, address in ((katz, page_of(game)), (jo, sheet_of(game))):
        assert "Agreed 3:12 PM by both teams." in words(phone.get(address))


def test_an_objection_calls_a_referee_who_witnesses_the_result(game, katz, jo):
    build.won(game, at=build.at(15, 11))

    page = words(katz.post(page_of(game, f"game/{game.pk}/object/"), follow=True))
    tables = words(jo.get(f"/{game.event.slug}/tables/"))
    jo.post(sheet_of(game, "witness/"))

    assert "Not agreed yet. Kitty Katz object to the result." in page
    assert "You have no game at a table now." in words(katz.get(page_of(game, "report/")))
    assert "Kitty Katz object to the result." in tables
    assert Agreement.objects.get().how == "referee"
    assert Game.objects.get(pk=game.pk).referee_called_at is None
    assert "Witnessed by Jo, 3:12 PM." in words(katz.get(page_of(game)))


def test_a_team_reads_the_rulings_in_its_own_games_and_no_others(game, katz, jo, stranger):
    ruling = {"ruling_id": uuid4(), "kind": "delay", "against": "EW", "reason": "Smoking outside"}
    jo.post(sheet_of(game, "ruling/penalty/"), ruling)

    mine, theirs = (words(phone.get(page_of(game))) for phone in (katz, stranger))

    assert "Rulings in your games Final for players. Delay Boston Bound: delay. A warning." in mine
    assert "Smoking outside" not in theirs
