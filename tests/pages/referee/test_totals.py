"""The pages of an event whose games are entered as totals."""

from uuid import uuid4

import pytest

from scoring.integrity import integrity
from scoring.tasks import tick
from tests import build
from tests.pages.reading import part, words
from tests.pages.slip import sheet_of, typed
from tests.pages.visit import HTMX, organizer_of, still_clock, wearing
from tools.rehearsal.browser import read

pytestmark = pytest.mark.slow


@pytest.fixture
def game():
    event = build.event(is_practice=True, results_by="totals", hands_from="teams", agreed_by="teams")
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    still_clock(event, build.at(15, 20))
    return game


@pytest.fixture
def jo(game):
    return wearing(build.referee(game.event).badge)


def total(**more):
    return {
        "hand_id": uuid4(), "sequence": 1, "asked": "total", "total_hands_ns": "3", "total_hands_ew": "1",
        "total_points_ns": "12", "total_points_ew": "-2", **more,
    }  # fmt: skip


def won_by(*sides):
    """A typed slip of hands that these sides bid and made."""
    return typed(*[{"bidder": side, "bid": "4 uptown", "books": "10"} for side in sides])


def test_a_total_on_the_sheet_ends_the_game_and_everybody_reads_it(game, jo):
    page = jo.get(sheet_of(game)).content.decode()
    means = words(jo.post(sheet_of(game, "preview/"), total(), headers=HTMX))
    saved = jo.post(sheet_of(game, "hand/"), total())

    assert "Save the total" in page
    assert 'name="total_hands_ns"' in page
    assert saved.status_code == 302
    assert (build.units(game), build.points(game)) == ((3, 1), (12, -2))
    sentence = "Total: Kitty Katz 3 (12 points), Boston Bound 1 (−2 points)."
    public = words(jo.get(f"/{game.event.slug}/games/{game.pk}/"))
    for shown in (means, words(jo.get(sheet_of(game))), public):
        assert sentence in shown
    exported = jo.get(f"/{game.event.slug}/results/results.json").json()["games"][0]
    assert [side["hands_won"] for side in exported["sides"]] == [3, 1]
    assert exported["hands"][0]["says"] == sentence
    assert integrity(game.event) == []


def test_an_odd_total_asks_before_it_is_saved_in_every_place(game, jo):
    odd = total(total_points_ns="2", total_points_ew="0")

    means = words(jo.post(sheet_of(game, "preview/"), odd, headers=HTMX))
    slip = words(jo.post(sheet_of(game, "slip/check/"), typed(odd)))
    jo.post(sheet_of(game, "hand/"), odd)
    undo = words(part(jo.get(sheet_of(game)), "undo"))

    for text in (means, slip, undo):
        assert "No hands of this game come to 3 to 1 hands with 2 to 0 points. Is a figure wrong?" in text


@pytest.mark.parametrize("is_seated", [True, False], ids=["everybody is seated", "somebody is missing"])
def test_after_the_whistle_the_total_alone_ends_the_game(game, jo, is_seated):
    if is_seated:
        build.seated(game, at=build.at(15, 1))
    still_clock(game.event, build.at(15, 31))

    floor = words(organizer_of(game.event).get(f"/{game.event.slug}/floor/"))
    sheet = words(jo.get(sheet_of(game)))
    refused = jo.post(sheet_of(game, "whistle/"))
    short = total(total_hands_ns="2", total_points_ns="7")
    means, slip = (
        words(jo.post(sheet_of(game, path), data, headers=HTMX))
        for path, data in (("preview/", short), ("slip/check/", typed(short)))
    )
    jo.post(sheet_of(game, "hand/"), short)
    undo = words(part(jo.get(sheet_of(game)), "undo"))

    assert "Time’s up: enter the total." in floor
    assert "Enter the total. The deal was complete? That hand is played out first." in sheet
    assert [
        sentence
        for sentence in ("No hand in progress", "Play that hand out and enter it")
        if sentence in sheet
    ] == []
    assert (refused.status_code, "Only its total ends this game." in words(refused)) == (422, True)
    assert [page for page in (means, slip, undo) if "Was the time over?" in page] == []
    assert (build.units(game), integrity(game.event)) == ((2, 1), [])


def test_forfeited_hands_alone_end_a_game_by_totals_when_time_is_up(game, jo):
    build.hand(game, {"forfeited_by": "EW"}, at=build.at(15, 20))
    still_clock(game.event, build.at(15, 31))

    sheet = words(jo.get(sheet_of(game)))
    jo.post(sheet_of(game, "whistle/"))

    assert "Nothing more to enter? Then Kitty Katz win 1–0." in sheet
    assert "Kitty Katz won 1–0. They were ahead at the whistle." in words(jo.get(sheet_of(game)))


def test_one_team_sends_the_total_and_the_other_says_that_it_is_right(game):
    katz, bound = (wearing(game.team(side).badge) for side in ("NS", "EW"))
    team = f"/{game.event.slug}/team/"
    assert "Send the total" in words(katz.get(f"{team}report/"))

    katz.post(f"{team}report/", total(game=game.pk))
    assert "Total: Kitty Katz 3 (12 points), Boston Bound 1 (−2 points)." in words(bound.get(team))

    bound.post(f"{team}report/", total(game=game.pk))
    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_the_sheet_links_to_the_other_way_and_marks_a_waiting_total(game, jo):
    game.event.results_by = "either"
    game.event.save()

    by_hand, by_total = (jo.get(sheet_of(game, asked)).content.decode() for asked in ("", "?asked=total"))
    wearing(game.team("NS").badge).post(f"/{game.event.slug}/team/report/", total(game=game.pk))
    team = words(wearing(game.team("EW").badge).get(f"/{game.event.slug}/team/"))
    waits = words(jo.get(sheet_of(game)))
    jo.post(sheet_of(game, "hand/"), total())

    assert f'href="{sheet_of(game)}?asked=total"' in by_hand
    assert 'name="books"' in by_hand
    assert f'href="{sheet_of(game)}?asked=hand"' in by_total
    assert 'name="total_hands_ns"' in by_total
    assert "Kitty Katz entered the total" in team
    assert "The total waits for the other side" in waits
    assert build.units(game) == (3, 1)


def test_a_referee_decides_between_a_total_and_hands_entered_later(game, jo):
    jo.post(sheet_of(game, "hand/"), total(total_points_ns="", total_points_ew=""))
    assert f'href="{sheet_of(game, "slip/")}">Enter its hands' in jo.get(sheet_of(game)).content.decode()
    assert jo.get(sheet_of(game, "slip/")).content.decode().count('class="card slip-line') == 5
    hands = won_by("NS", "EW", "NS")

    checked = jo.post(sheet_of(game, "slip/check/"), hands)
    assert "The game goes on. The total says 3–1." in words(checked)
    assert jo.post(sheet_of(game, "slip/save/"), hands).status_code == 302

    page = words(jo.get(sheet_of(game)))
    assert "The total says 3–1, these hands give 2–1. Until you choose, the total counts." in page
    assert "Enter its hands" not in page
    unsaid = jo.post(sheet_of(game, "total-or-hands/"), {"key": uuid4(), "keeps": "total"})
    assert "Write why: it stays on the record." in words(unsaid)

    jo.post(sheet_of(game, "total-or-hands/"), {"key": uuid4(), "keeps": "total", "reason": "Both signed."})

    page = words(jo.get(sheet_of(game)))
    assert "Which is right?" not in page
    assert "Taken back: Both signed." in page
    assert build.units(game) == (3, 1)
    assert integrity(game.event) == []


def test_the_running_score_follows_the_hands_and_not_the_total(game, jo):
    jo.post(sheet_of(game, "hand/"), total(total_points_ns="", total_points_ew=""))

    jo.post(sheet_of(game, "slip/save/"), won_by("NS", "EW", "NS", "NS"))

    exported = jo.get(f"/{game.event.slug}/results/results.json").json()["games"][0]
    assert [hand["number"] for hand in exported["hands"]] == [1, 1, 2, 3, 4]
    assert [(side["hands_won"], side["points"]) for side in exported["sides"]] == [(3, 12), (1, 4)]
    shown = read(jo.get(sheet_of(game)).content.decode()).find("span", **{"class": "hand-units"})
    assert [score.words for score in shown] == ["3–1", "1–0", "1–1", "2–1", "3–1"]


def test_in_open_play_hands_of_a_total_can_come_while_its_teams_play_on():
    event = build.openly(4, tables=2, is_practice=True, results_by="totals", rematch_minutes=0)
    first = event.games.order_by("pk").first()
    jo, boss = wearing(build.referee(event).badge), organizer_of(event)
    still_clock(event, build.at(15, 20))
    jo.post(sheet_of(first, "hand/"), total(total_points_ns="", total_points_ew=""))
    for other in event.games.filter(over_at=None):
        build.hand(other, {"won_by": "NS"}, at=build.at(15, 20))
    tick(build.at(15, 21))
    still_clock(event, build.at(15, 22))
    assert event.games.filter(table=first.table, over_at=None).exists()

    assert f'href="{sheet_of(first)}"' in jo.get(f"/{event.slug}/games/{first.pk}/").content.decode()
    assert f'href="{sheet_of(first, "slip/")}">Enter its hands' in jo.get(sheet_of(first)).content.decode()
    assert jo.post(sheet_of(first, "slip/save/"), won_by("EW", "EW", "EW")).status_code == 302
    assert "The total says 3–1, these hands give 0–3." in words(jo.get(sheet_of(first)))

    choice = {"key": uuid4(), "keeps": "hands", "reason": "Both signed."}
    refused = jo.post(sheet_of(first, "total-or-hands/"), choice)
    assert refused.status_code == 422
    assert build.units(first) == (3, 1)
    # The other side may have won, and the winners play on: the organizer must say so (Rulebook E-32).
    boss.post(sheet_of(first, "total-or-hands/"), choice)
    assert build.units(first) == (0, 3)
    assert integrity(event) == []
