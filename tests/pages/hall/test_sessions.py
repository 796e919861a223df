"""A weekend event as visitors, teams and the organizer read it (Rulebook E-69)."""

import pytest
from django.test import Client

from pages.floor.round_time import round_time
from pages.hall.screen import screen
from pages.header import header_clock
from pages.player.now import team_now
from tests import build
from tests.pages.visit import still_clock, wearing
from tests.sessions import FRIDAY, SATURDAY, on, shown, teams, weekend
from tools.rehearsal.browser import read
from tournament.models import LogEntry, Role

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def event():
    """A practice weekend of six teams, with Friday's first round played."""
    made = weekend(is_practice=True)
    teams(made, 6)
    row = build.called_round(made, on(FRIDAY, 19))
    for game in row.games.select_related("event").with_everybody():
        build.won(game, at=on(FRIDAY, 19, 20))
    # No log entry is later than this, so the clock may be set to any time of the weekend.
    LogEntry.objects.filter(event=made, at__gt=on(FRIDAY, 19, 20)).update(at=on(FRIDAY, 19, 20))
    return made


def read_at(event, at, path="", client=None):
    still_clock(event, at)
    answer = (client or Client()).get(f"/{event.slug}/{path}")
    assert answer.status_code == 200
    return read(answer.content.decode()).words


def test_the_clock_says_the_session_and_between_two_when_play_goes_on(event):
    def label(*moment):
        clock = header_clock(event, on(*moment))
        far = clock.far.in_words if clock.far else ""
        return clock.label, shown(clock.left.until) if clock.left else far

    assert label(FRIDAY, 18, 30) == ("Meet & greet", "Fri 7:00 PM")
    assert label(FRIDAY, 19, 10) == ("Phase I, session 1 · Round 1", "Fri 7:30 PM")
    assert label(FRIDAY, 20, 10) == ("Phase I, session 1", "")  # The next round is called any minute.
    assert label(FRIDAY, 22, 0) == ("Phase I continues", "Saturday at 1:00 PM")
    assert label(SATURDAY, 0, 30) == ("Phase I continues", "Saturday at 1:00 PM")
    assert label(SATURDAY, 9, 0) == ("Phase I continues", "at 1:00 PM")
    assert label(SATURDAY, 10, 30) == ("Phase I continues at 1:00 PM", "Sat 1:00 PM")
    assert label(SATURDAY, 14, 0) == ("Phase I, session 2", "Sat 2:05 PM")  # The end of a break.
    assert label(SATURDAY, 20, 0) == ("Phase II starts", "Sunday at 2:00 PM")
    board = screen(event, on(FRIDAY, 22), 0)
    assert (board.stage, board.word, board.note) == ("Phase I continues", "Saturday", "at 1:00 PM")
    assert (board.clock, board.break_at) == (None, None)
    assert screen(event, on(FRIDAY, 21, 10), 0).words == "Round 2 is called any minute."
    assert screen(event, on(SATURDAY, 15, 40), 0).words == "Round 2 is called any minute."


def test_the_pages_of_the_hall_name_the_day_where_another_is_meant(event):
    night = on(FRIDAY, 22)

    page = read_at(event, night)
    assert "Friday, June 26 to Sunday, June 28" in page
    assert "Saturday, June 27 1:00–4:00 PM Phase I, session 2" in page
    assert "on Sunday at 2:30, 3:00 and 3:30." in page
    assert "Standings" in page
    rules = read_at(event, night, "rules/")
    assert "Phase I is from Fri 7:00 PM to 9:30 PM and Sat 1:00 PM to 4:00 PM." in rules
    assert "from Sun 2:00 PM to 4:00 PM" in rules
    assert (
        "Friday, June 26, 2026, 6:00 PM to Sunday, June 28, 4:00 PM"
        in read(Client().get("/events/practice/").content.decode()).words
    )
    assert "Friday, June 26, 6:00 PM, to Sunday, June 28" in read_at(event, night, "sign-up/poster/")
    assert "Fri 7:20 PM" in read_at(event, night, f"games/{event.games.first().pk}/")


def test_a_team_reads_when_its_next_round_is_called(event):
    team, late = event.teams.first(), build.team(event, "The Lates", is_here=False)

    night, noon, away = (
        team_now(event, who, at).card
        for who, at in ((team, on(FRIDAY, 22)), (team, on(SATURDAY, 12)), (late, on(FRIDAY, 22)))
    )

    assert night.quiet == away.quiet == "The next round is called Saturday at 1:00 PM."
    assert noon.quiet == "The next round is called at 1:00 PM."
    assert away.big == "Check in"


def test_the_organizer_moves_a_practice_clock_and_finds_a_day_in_the_log(event):
    still_clock(event, on(FRIDAY, 21))
    ann = wearing(event.badges.get(role=Role.ORGANIZER))

    ann.post(f"/{event.slug}/clock/", {"on": "2026-06-27", "shown": "12:30", "speed": "0"})

    event.refresh_from_db()
    assert shown(event.clock_shown) == "Sat 12:30 PM"
    assert "Floor" in read_at(event, on(SATURDAY, 12, 40), "floor/", ann)
    saturday = read_at(event, on(SATURDAY, 12, 50), "log/?on=2026-06-27", ann)
    assert "practice clock was set to Sat 12:30 PM" in saturday
    assert "Round 1 was called" not in saturday
    friday = read_at(event, on(SATURDAY, 12, 50), "log/?on=2026-06-26&since=19:00&until=19:10", ann)
    assert "Round 1 was called" in friday
    assert "practice clock" not in friday
    assert "All days Friday, June 26 Saturday, June 27 Sunday, June 28" in friday


def test_the_time_of_the_last_round_of_a_session_moves_that_session_alone():
    event = weekend()
    teams(event, 4)
    build.called_round(event, on(FRIDAY, 21))

    choices = round_time(event, on(FRIDAY, 21, 10)).choices

    assert [choice.value for choice in choices] == ["end", "later"]
    last = choices[-1].rows[-1]
    assert (last.label, last.now, last.then) == ("Session 1 ends", "9:30 PM", "9:35 PM")
    assert last.gains == "what comes after keeps its hour"
