"""In each state of a day, no two pages give opposite orders, and the pages say what everybody waits for."""

import re
from datetime import time
from uuid import uuid4

import pytest
from django.utils import timezone

from pages.hall.screen import screen
from scoring.cut.commands_cut import draw_lot, settle_cut
from scoring.rounds.commands_rounds import draft_round
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.pages.orders import shown_now, two_orders
from tests.pages.reading import words
from tests.pages.visit import opened, organizer_of, still_clock, wearing
from tournament.badges.commands_badges import open_tablet
from tournament.entries.commands_presence import withdraw_team
from tournament.models import Seat
from tournament.money.commands_donations import take_donation
from tournament.schedule.commands_schedule_changes import pause_day

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **{"tables": 2} | plan)
    build.teams(event, teams)
    return event


def looked_at(event, at):
    """The words of each page at a moment; none may contradict another."""
    still_clock(event, at)
    event.refresh_from_db()
    pages = shown_now(event, event.teams.present())
    assert two_orders(pages) == []
    return {name: page.words for name, page in pages.items()}


def pinned(event, kind):
    """The words of a page of the wall."""
    return opened(event, f"screen/board/?pin={kind}").words


def test_in_a_break_with_a_round_called_everybody_is_seated_when_it_ends():
    event = practice()
    build.played_phase_one(event, rounds=1)
    build.called_round(event, at=build.at(15, 30))

    page = looked_at(event, build.at(15, 31))

    order = "Round 2 is called. Be seated when the break ends."
    assert [order in page[name] for name in ("wall", "event page", "next step")] == [True] * 3
    assert "Not seated yet Table 1" in page["wall"]
    assert "Team 1, your table is called. Be seated when the break ends, at 3:35 PM" in page["Team 1"]


def test_when_all_games_are_over_early_everybody_waits_for_the_next_call():
    event = practice()
    build.played_phase_one(event, rounds=1)

    page = looked_at(event, build.at(15, 21))

    assert "9:00 until round 2 is called" in page["wall"]
    assert "9:00 until round 2 is called, then a break Round 2 is called at 3:30 PM." in page["event page"]
    assert "All games are over. The next round is called at 3:30 PM." in page["next step"]
    assert "The next round is called at 3:30 PM." in page["Team 1"]


def test_in_a_pause_the_next_step_is_to_resume_play():
    event = practice()
    build.called_round(event)
    pause_day(event=event, by=build.organizer(event), at=build.at(15, 10))

    page = looked_at(event, build.at(15, 12))
    floor = opened(event, "floor/", organizer_of(event))
    buttons = [button.words for button in floor.one("div", id="floor").find("button")]

    assert "Next Resume play" in page["next step"]
    assert "No new deal until play resumes." in page["wall"]
    assert [name for name in buttons if "Resume play" in name] == buttons[:1]


def test_after_the_cut_wall_and_event_page_say_who_plays_on_and_when():
    event = practice(8, tables=4, advance_count=4, phase_two_at=time(17, 30))
    build.played_phase_one(event)
    build.cut_settled(event)

    page = looked_at(event, build.at(17, 10))
    seeds = [row.words for row in opened(event, "").one("section", id="plays-on").find("li")]

    order = "The top 4 play on. Phase II starts at 5:30 PM."
    assert [order in page[name] for name in ("wall", "event page", "next step")] == [True] * 3
    assert "They play on by seed" in pinned(event, "through")
    assert [words.split()[0] for words in seeds] == ["1", "2", "3", "4"]


def test_a_lot_is_seen_on_the_wall_until_the_cut_is_settled():
    event = practice(8, tables=4, advance_count=5)
    build.played_alike(event, rounds=4)
    by, tied = build.organizer(event), standings(event).ties[0]
    draw_lot(
        event=event, teams=list(event.teams.filter(pk__in=tied)), words="ace lake", by=by, at=build.at(17)
    )

    looked_at(event, build.at(17, 1))
    drawn = pinned(event, "lot")
    while ties := standings(event).ties:
        teams = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=teams, words="kitty gold", by=by, at=build.at(17, 1))
    settle_cut(event=event, by=by, at=build.at(17, 2))

    assert "The lot drawn from “ace lake”" in drawn
    assert "The lot drawn" not in pinned(event, "lot")


def test_once_the_final_is_over_nothing_counts_on():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    page = looked_at(event, build.at(18, 20))

    assert (page["header"], page["event page"]) == (
        "Awards Practice, 6:20 PM",
        "Awards Thank you for playing, and for watching All games are over.",
    )
    assert not re.search(r"\d:\d\d:\d\d", page["wall"])
    assert "The whole day All games are over." in page["clock controls"]
    assert not re.search("Pause|Call off|minutes more", page["clock controls"])


def test_after_the_final_today_lists_what_is_left_to_do():
    event = practice(4, advance_count=4)
    by = build.organizer(event)
    given = {"amount_cents": 4000, "method": "cash", "team": event.teams.first()}
    take_donation(event=event, key=uuid4(), by=by, at=build.MEET, **given)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)

    shown = looked_at(event, build.at(18, 20))["next step"]
    after = opened(event, "today/", organizer_of(event)).one("section", aria_labelledby="list-after").words

    left = "Count the drawer · Print the report of the money Thank everybody Copy the event for the next time"
    assert "Next Hand out the prizes" in shown
    assert left in after


def test_who_comes_after_the_draft_gets_a_seat_when_it_is_drawn_again():
    event = practice(3)
    draft_round(event=event, by=build.organizer(event), at=build.at(14, 15))
    late = build.team(event, "Latecomers", is_here=False)
    build.check_in(late, at=build.at(14, 59))

    shown = looked_at(event, build.THREE)["next step"]
    organizer = organizer_of(event)
    form = opened(event, "floor/", organizer).one("form", action=f"/{event.slug}/seating/draw-again/")
    row = form.one("input", name="round").attributes["value"]
    again = organizer.post(f"/{event.slug}/seating/draw-again/", {"round": row}, follow=True)

    assert "Since the draft: Latecomers came." in shown
    assert "Call round 1 as drafted, without them" in shown
    assert "Since the draft" not in words(again)
    assert Seat.objects.filter(team=late, game__recalled_at=None).exists()


def test_a_draft_with_a_team_that_left_can_only_be_drawn_again():
    event = practice(4)
    draft_round(event=event, by=build.organizer(event), at=build.at(14, 15))
    withdraw_team(team=event.teams.get(number=2), by=build.organizer(event), at=build.at(14, 50))

    shown = looked_at(event, build.THREE)["next step"]

    assert "Since the draft: Team 2 can’t play." in shown
    assert "as drafted" not in shown


def test_in_a_room_of_two_events_the_wall_says_whom_a_game_waits_for():
    event, other = build.one_room(
        build.event(name="Whist", tables=4, is_practice=True),
        build.event(name="Euchre", tables=4, game="bid-euchre", is_practice=True),
    )
    for number in range(2):
        build.pair(other, f"Ann {number}", f"Bob {number}")
    build.called_round(other)
    build.pair(event, "Ann 0", "Cleo")
    for name in ("Dee", "Ray", "Kim"):
        build.pair(event, name, f"{name}’s partner")
    build.called_round(event)

    looked_at(event, build.at(15, 1))
    seats = screen(event, build.at(15, 1), 0, "seats").panel.seats
    waiting = [row.note for column in seats for row in column if not row.table]

    assert {note.partition(", against")[0] for note in waiting} == {
        "waits for Ann 0, who plays at Table 1 in Euchre"
    }


@pytest.mark.parametrize(
    ("late_forfeits", "is_one_seated", "comes"),
    [
        pytest.param("proposed", True, "a forfeited hand", id="one alone is late"),
        pytest.param(
            "itself", False, "a referee is called again: both are late, so neither scores", id="both are late"
        ),
    ],
)
def test_a_late_team_reads_one_thing(late_forfeits, is_one_seated, comes):
    event = practice(2, late_forfeits=late_forfeits)
    game = build.called_round(event).games.with_everybody().get()
    if is_one_seated:
        build.sits_since(game, "NS", build.at(15, 1))
    still_clock(event, build.at(15, 6, 31))
    tick(timezone.now())
    page = opened(event, "team/", wearing(game.team("EW").badge)).words

    assert "You’re late. A referee is coming. Please sit down" in page
    assert f"left before {comes}" in page
    assert [old for old in ("Your time is up", "to be seated", "on the way") if old in page] == []
    tablet = open_tablet(event=event, number=1, by=build.organizer(event), at=build.at(15, 6))
    shown = opened(event, "tablet/", wearing(tablet)).words
    assert "You’re late. A referee is coming." in shown
    assert f"left before {comes}." in shown
    assert "on the way" not in shown
