"""Nobody ticks for a while: what a hand comes after was forfeited by the clock, whoever writes it down."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.models import GameScore, Hand
from scoring.queries.recheck import recheck
from scoring.tasks import tick
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.events import set_clock
from tournament.commands.floor import mark_seated

pytestmark = pytest.mark.django_db

LATE = {"forfeited_by": "EW"}


def a_game_where_one_is_late(**plan):
    """North-South sit at 3:01. East-West come at seven past, and nobody ticked."""
    event = build.event(is_rehearsal=True, **plan)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    by = build.organizer(event)
    mark_seated(game=game, team=game.ns, by=by, at=build.at(15, 1))
    mark_seated(game=game, team=game.ew, by=by, at=build.at(15, 7))
    still_clock(event, build.at(15, 9))
    return game


def jo(game):
    return wearing(build.referee(game.event).badge)


def sheet_of(game, deed=""):
    return f"/{game.event.slug}/game/{game.pk}/{deed}"


def tapped(place=1, **more):
    return {
        "hand_id": str(uuid4()),
        "place": place,
        "bidder": "NS",
        "bid": "5 no_trump",
        "books": "11",
    } | more


def hands():
    return list(Hand.objects.order_by("place").values_list("facts", "at"))


def test_the_hand_that_the_clock_forfeited_comes_first_and_the_referee_is_told():
    game = a_game_where_one_is_late()

    page = jo(game).post(sheet_of(game, "hand/"), tapped(), headers=HTMX)

    assert page.status_code == 422
    assert "Hand 1 is in already: Forfeited: counts one for Kitty Katz." in words(page.content.decode())
    assert hands() == [(LATE, build.at(15, 5))]


def test_with_the_page_as_it_is_now_the_same_hand_is_the_second():
    game = a_game_where_one_is_late()
    phone = jo(game)
    phone.post(sheet_of(game, "hand/"), tapped(), headers=HTMX)

    phone.post(sheet_of(game, "hand/"), tapped(place=2), headers=HTMX)
    tick(build.at(15, 29))

    assert [facts.get("forfeited_by", "") for facts, _ in hands()] == ["EW", ""]
    assert recheck(game.event) == []


def test_a_hand_that_waited_from_before_the_five_minutes_were_over_says_that_they_sat():
    event = build.event(is_rehearsal=True)
    game = build.game_between(event, "Kitty Katz", "Boston Bound")
    by = build.organizer(event)
    mark_seated(game=game, team=game.ns, by=by, at=build.at(15, 1))
    set_clock(event=event, shown=build.at(15, 9), speed=1, real=timezone.now(), by=by)

    jo(game).post(sheet_of(game, "hand/"), tapped(waited="300"), headers=HTMX)
    tick(timezone.now())

    assert [facts.get("forfeited_by", "") for facts, _ in hands()] == [""]


def test_at_the_whistle_a_late_team_has_lost_the_hand_that_it_forfeited():
    game = a_game_where_one_is_late()
    still_clock(game.event, build.at(15, 31))

    jo(game).post(sheet_of(game, "whistle/"), headers=HTMX)

    result = GameScore.objects.get(game=game)
    assert (result.winner, result.units_ns, result.units_ew) == (game.ns, 1, 0)


def test_a_slip_begins_after_the_forfeited_hand():
    game = a_game_where_one_is_late()
    slip = {f"line0-{name}": value for name, value in tapped().items()}

    page = jo(game).post(sheet_of(game, "slip/save/"), slip)

    assert page.status_code == 422
    assert hands() == [(LATE, build.at(15, 5))]


def test_two_teams_report_the_hand_after_the_forfeited_one():
    game = a_game_where_one_is_late(hands_from="teams")
    report = f"/{game.event.slug}/team/report/"

    page = wearing(game.ns.badge).post(report, tapped(game=game.pk))

    assert "Hand 1 is written down already. Reload the page to see it." in words(page.content.decode())
    assert hands() == [(LATE, build.at(15, 5))]


def test_looking_writes_nothing():
    game = a_game_where_one_is_late()

    jo(game).get(sheet_of(game))

    assert hands() == []
