"""A dead ticker: any entry comes after the hand that the clock had forfeited by then."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.recording.commands_late import start_five_minutes
from scoring.reports.commands_reports import report_hand
from scoring.tasks import tick
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of, tapped
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.floor.commands_floor import mark_seated
from tournament.models import Actor, Game
from tournament.settings.commands_event import set_clock

pytestmark = pytest.mark.django_db

LATE = {"forfeited_by": "EW"}


def a_game_where_one_is_late(**plan):
    """A game without ticks. North-South sit down at 3:01, East-West at 3:07; it is 3:09."""
    event = build.event(is_practice=True, **plan)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    by = build.organizer(event)
    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 1))
    mark_seated(game=game, team=game.team("EW"), by=by, at=build.at(15, 7))
    still_clock(event, build.at(15, 9))
    return game


def jo(game):
    return wearing(build.referee(game.event).badge)


def hands():
    return list(Hand.objects.order_by("sequence").values_list("facts", "at"))


def test_the_hand_forfeited_by_the_clock_comes_before_the_same_hand():
    game = a_game_where_one_is_late()
    phone = jo(game)
    phone.get(sheet_of(game))
    looked_at = hands()

    page = phone.post(sheet_of(game, "hand/"), tapped(), headers=HTMX)
    recorded = hands()
    phone.post(sheet_of(game, "hand/"), tapped(sequence="2"), headers=HTMX)
    tick(build.at(15, 29))

    assert (page.status_code, looked_at, recorded) == (422, [], [(LATE, build.at(15, 5))])
    assert "Hand 1 is in already: Forfeited: counts one for Kitty Katz." in words(page)
    assert [facts.get("forfeited_by", "") for facts, _ in hands()] == ["EW", ""]
    assert integrity(game.event) == []


def test_a_hand_from_before_the_five_minutes_ended_says_that_they_sat():
    event = build.event(is_practice=True)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    by = build.organizer(event)
    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 1))
    set_clock(event=event, shown=build.at(15, 9), speed=1, real=timezone.now(), by=by)

    jo(game).post(sheet_of(game, "hand/"), tapped(waited="300"), headers=HTMX)
    tick(timezone.now())

    assert [facts.get("forfeited_by", "") for facts, _ in hands()] == [""]


def test_at_the_whistle_a_late_team_has_lost_the_hand_that_it_forfeited():
    game = a_game_where_one_is_late()
    still_clock(game.event, build.at(15, 31))

    jo(game).post(sheet_of(game, "whistle/"), headers=HTMX)

    result = GameScore.objects.get(game=game)
    assert (result.winner, build.units(game)) == (game.team("NS"), (1, 0))


PENALTY = {"kind": "conduct", "against": "EW", "penalty": "hand", "reason": "Loud"}
OUT = {"one": 2, "reason": "They are ill"}


@pytest.mark.parametrize(
    ("who", "action", "typed", "says", "forfeited"),
    [
        ("referee", "game/{game}/slip/save/", {"line0-bidder": "NS", "line0-sequence": 1}, "", "EW"),
        ("NS", "team/report/", tapped(), "Hand 1 is entered already. Reload the page to see it.", "EW"),
        ("referee", "game/{game}/forfeit/", {"side": "NS"}, "", "EW NS NS NS"),
        ("referee", "game/{game}/void/", {"reason": "The lights went out"}, "", "EW"),
        ("referee", "game/{game}/ruling/penalty/", PENALTY, "", "EW EW"),
        ("organizer", "desk/{team}/leave-game/?at=team", {}, "", "EW EW EW"),
        ("organizer", "seating/unseat/", OUT, "has its first hand already", "EW"),
    ],
)
def test_what_is_done_comes_after_the_hand_that_was_forfeited_by_then(who, action, typed, says, forfeited):
    game = a_game_where_one_is_late(hands_from="teams")
    people = {"referee": jo, "organizer": lambda game: wearing(build.organizer(game.event).badge)}
    browser = people[who](game) if who in people else wearing(game.team(who).badge)
    keys = {"key": str(uuid4()), "ruling_id": str(uuid4()), "game": game.pk, "line0-hand_id": str(uuid4())}
    address = action.format(game=game.pk, team=game.team("EW").pk)

    page = browser.post(f"/{game.event.slug}/{address}", keys | typed)

    assert says in words(page)
    assert hands()[0] == (LATE, build.at(15, 5))
    assert [facts["forfeited_by"] for facts, _ in hands()] == forfeited.split()


def test_a_game_that_was_lost_by_then_is_not_given_away_a_second_time():
    game = a_game_where_one_is_late()
    build.sits_since(game, "EW", None)
    still_clock(game.event, build.at(15, 20))

    page = jo(game).post(sheet_of(game, "void/"), {"reason": "Nobody came"}, headers=HTMX)

    assert "This game is over already." in words(page)
    assert GameScore.objects.get(game=game).winner == game.team("NS")


@pytest.mark.parametrize("action", ["accept", "dispute"])
def test_what_the_others_reported_is_out_of_date_once_a_hand_was_forfeited(action):
    game = a_game_where_one_is_late(hands_from="teams")
    by = Actor(game.team("NS").badge, "phone")
    hand = {"report_id": uuid4(), "facts": build.FOUR_MADE, "sequence": 1}
    # Before any tick or request.
    report = report_hand(game=game, **hand, by=by, at=build.at(15, 8))
    address = f"/{game.event.slug}/team/report/{report.pk}/{action}/"

    page = wearing(game.team("EW").badge).post(address, {"key": str(uuid4())})

    assert "changed or decided meanwhile" in words(page)
    assert hands() == [(LATE, build.at(15, 5))]


def test_a_correction_that_wins_the_game_doesnt_swallow_a_forfeited_hand():
    game = a_game_where_one_is_late()
    build.sits_since(game, "EW", build.at(15, 2))
    build.hands(game, [build.FOUR_MADE, build.FOUR_MADE, build.FOUR_SET], at=build.at(15, 4))
    start_five_minutes(game=game, team=game.team("EW"), by=build.organizer(game.event), at=build.at(15, 6))
    still_clock(game.event, build.at(15, 12))
    last = Hand.objects.order_by("sequence").last()
    typed = tapped(bid="4 uptown", books="10", reason="Read wrong", sequence="3")

    jo(game).post(f"/{game.event.slug}/hand/{last.pk}/correct/", typed)

    assert Hand.objects.get(facts=LATE).at == build.at(15, 11)
    assert GameScore.objects.get(game=game).winner == game.team("NS")


def test_drafting_the_next_round_first_ends_games_lost_by_forfeit():
    game = a_game_where_one_is_late()
    build.sits_since(game, "EW", None)
    still_clock(game.event, build.at(15, 31))

    wearing(build.organizer(game.event).badge).post(f"/{game.event.slug}/seating/draft/")

    assert Game.objects.get(pk=game.pk).over_at == build.at(15, 15)
