"""What was due and fails: the floor says what to do, and a press that catches up first is refused."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.integrity import integrity
from scoring.models import Hand
from scoring.tasks import tick
from tests import build
from tests.pages.reading import words
from tests.pages.slip import tapped
from tests.pages.visit import organizer_of, still_clock, wearing
from tests.scoring.acting import sit
from tournament.models import Deadline, Event, Failure, Game
from tournament.schedule.five_minutes import late_hand_id

pytestmark = pytest.mark.django_db

SAYS = "At Table 1, the time to be seated can’t be counted out, so nothing was done."


def a_deadline_that_fails(*, hands_from: str = "referees") -> Game:
    """Table 1's late hand can't be forfeited, because a hand of Table 2 has its id. It is 3:06."""
    event = build.event(is_practice=True, tables=2, hands_from=hands_from)
    build.teams(event, 4)
    build.called_round(event)
    one, two = event.games.select_related("event").with_everybody().order_by("table__number")
    for game, sides in ((one, ["NS"]), (two, ["NS", "EW"])):
        for side in sides:
            sit(game, game.team(side), build.at(15, 1))
    build.hand(two, at=build.at(15, 4))
    Hand.objects.filter(game=two).update(id=late_hand_id(Deadline.objects.get(game=one)))
    still_clock(event, build.at(15, 6))
    return one


def test_the_floor_shows_a_failing_deadline_and_ending_it_fixes_the_day():
    game = a_deadline_that_fails()
    organizer, floor = organizer_of(game.event), f"/{game.event.slug}/floor/"

    tick(timezone.now())
    shown = words(organizer.get(floor))
    refused = organizer.post(f"/{game.event.slug}/round/")
    organizer.post(f"/{game.event.slug}/day/late/{Deadline.objects.get(game=game).pk}/end/")
    tick(timezone.now())
    after = words(organizer.get(floor))

    assert "Table 1: The time to be seated can’t be counted out. End their time here." in shown
    assert (refused.status_code, SAYS in words(refused)) == (422, True)
    assert "can’t be counted out." not in after
    assert not Failure.objects.open().exists()
    assert integrity(Event.objects.get(pk=game.event_id)) == []


PRESSES = [
    pytest.param("organizer", "round/", {}, id="call a round"),
    pytest.param("organizer", "seating/draft/", {}, id="draft a round"),
    pytest.param("organizer", "cut/settle/", {}, id="settle the cut"),
    pytest.param(
        "organizer",
        "day/round/change/",
        {"choice": "end", "whistle": "2026-06-27 15:30:00"},
        id="end the round",
    ),
    pytest.param("referee", "game/{game}/hand/", "hand", id="save a hand"),
    pytest.param("referee", "game/{game}/forfeit/", {"side": "EW", "key": uuid4()}, id="forfeit the game"),
    pytest.param("referee", "game/{game}/void/", {"reason": "Gone"}, id="give no result"),
    pytest.param("team", "team/report/", "hand", id="report a hand"),
]


@pytest.mark.parametrize(("who", "path", "sent"), PRESSES)
def test_a_press_that_catches_up_first_is_refused_in_a_sentence(who, path, sent):
    game = a_deadline_that_fails(hands_from="teams" if who == "team" else "referees")
    badge = {
        "organizer": build.organizer(game.event).badge,
        "referee": build.referee(game.event).badge,
        "team": game.team("NS").badge,
    }[who]
    form = {"game": game.pk, **(tapped() if sent == "hand" else sent)}

    answer = wearing(badge).post(f"/{game.event.slug}/{path.format(game=game.pk)}", form)

    assert (answer.status_code, SAYS in words(answer)) == (422, True)
    assert Failure.objects.get().work == "late"
