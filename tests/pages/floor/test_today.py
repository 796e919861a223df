"""An organizer's home: one thing to do now in every state of the day, above a list that ticks itself."""

from datetime import date, timedelta
from uuid import uuid4

import pytest

from scoring.tasks import tick
from seasons.models import Copied
from tests import build
from tests.pages.visit import HTMX, opened, organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.entries.commands_presence import withdraw_team
from tournament.messages.commands_messages import show_message
from tournament.models import Donation
from tournament.money.commands_donations import move_cash, take_donation
from tournament.schedule.commands_schedule_changes import pause_day

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def today(event):
    return opened(event, "today/", organizer_of(event))


def now(event):
    return today(event).one("section", id="next-step")


def rows(event, key):
    """The rows of a list, each with whether it is ticked."""
    found = today(event).one("section", aria_labelledby=f"list-{key}").find("li")
    return {row.one("a").words: "Done" in row.words for row in found}


def given(event):
    key, by = uuid4(), build.organizer(event)
    team = event.teams.first()
    take_donation(event=event, key=key, amount_cents=500, method="cash", team=team, by=by, at=build.MEET)


# --- each state of the day ----------------------------------------------------------------------------


def nothing_set_up():
    event = build.event(is_practice=True)
    event.tables.update(is_out_of_use=True)
    return event, build.at(14)


def nobody_signed_up():
    return build.event(is_practice=True), build.at(14)


def signed_up():
    event = build.event(is_practice=True)
    for name in ("Aces", "Kings", "Queens"):
        build.team(event, name, is_here=False)
    return event, build.at(14)


def some_are_here():
    event, at = signed_up()
    build.check_in(event.teams.first(), at=at)
    return event, at


def all_are_here():
    return practice(), build.at(14, 50)


def first_round():
    return practice(), build.THREE


def round_running():
    event = practice()
    build.called_round(event)
    return event, build.at(15, 10)


def between_rounds():
    event = practice(2)
    build.played_phase_one(event, 1)
    return event, build.at(15, 25)


def paused():
    event = practice()
    build.called_round(event)
    pause_day(event=event, by=build.organizer(event), at=build.at(15, 10))
    return event, build.at(15, 12)


def phase_one_played():
    event = practice()
    build.played_phase_one(event)
    return event, build.at(17)


def cut():
    event = practice(8)
    build.played_phase_one(event)
    build.cut_settled(event)
    return event, build.at(17, 5)


def phase_two():
    event, at = cut()
    still_clock(event, at)
    organizer_of(event).post(f"/{event.slug}/phase-two/")
    return event, at


def over():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    return event, build.at(18, 20)


def counted():
    event, at = over()
    given(event)
    move_cash(event=event, key=uuid4(), kind="counted", amount_cents=500, by=build.organizer(event), at=at)
    return event, at


def thanked():
    event, at = over()
    given(event)
    key, by = uuid4(), build.organizer(event)
    show_message(event=event, key=key, words="Thank you all", by=by, at=at - timedelta(minutes=1))
    return event, at


def all_but_copied():
    event, at = over()
    key, by = uuid4(), build.organizer(event)
    show_message(event=event, key=key, words="Thank you all", by=by, at=at)
    return event, at


def all_done():
    event, at = all_but_copied()
    Copied.objects.create(event=build.event(), of=event.key)
    return event, at


@pytest.mark.parametrize(
    ("state", "line", "press"),
    [
        (nothing_set_up, "Say which tables are in use", "Open Hall"),
        (nobody_signed_up, "Get teams to sign up: nobody is on the list", "Open Sign-up"),
        (signed_up, "Check in who comes", "Open Desk"),
        (some_are_here, "Check in who comes: 1 of 3 teams are here", "Open Desk"),
        (all_are_here, "Call round 1", "Call round 1"),
        (first_round, "Call round 1", "Call round 1"),
        (round_running, "Call round 2", "Call round 2"),
        (between_rounds, "Call round 2", "Call round 2 early"),
        (paused, "Resume play", "▶ Resume play"),
        (phase_one_played, "Settle who goes through", "Settle who goes through"),
        (cut, "Start Phase II", "Start Phase II"),
        (phase_two, "Call 3 games to a table", "Call all 3 games"),
        (over, "Hand out the prizes", "🏆 Hand out the prizes"),
        (counted, "Thank everybody", "Write to everybody"),
        (thanked, "Count the drawer", "Open Money"),
        (all_but_copied, "Copy the event for the next time", "Copy the event"),
        (all_done, "That was the day", "🏆 Our winners"),
    ],
)
def test_in_every_state_one_line_says_what_to_do_and_one_button_does_it(state, line, press):
    event, at = state()
    still_clock(event, at)

    card = now(event)

    [title] = card.find("p", **{"class": "next-step-title"})
    assert title.words == line
    assert press in card.one("div", **{"class": "next-step-actions"}).words


def step_in_words(event):
    return now(event).one("div", **{"class": "next-step-words"}).words


def test_between_rounds_an_organizer_reads_once_when_the_next_is_called():
    event, at = between_rounds()
    still_clock(event, at)

    step = "Next Call round 2 All games are over. The next round is called at 3:30 PM. 5:00"
    assert step_in_words(event) == f"{step} Move the practice clock"


def test_in_a_break_an_organizer_reads_no_order_that_is_for_players():
    event, _ = between_rounds()
    still_clock(event, build.at(15, 31))
    before_the_cut = practice(2)
    build.played_phase_one(before_the_cut, rounds=4)
    still_clock(before_the_cut, build.at(17, 1))

    words = [step_in_words(each) for each in (event, before_the_cut)]

    assert words == ["Next Call round 2", "Next Settle who goes through"]


def test_while_people_arrive_it_says_what_comes_then():
    event, at = some_are_here()
    still_clock(event, at)

    assert "Then: Call round 1. At least two teams must be checked in first." in now(event).words


def test_weeks_ahead_nobody_is_checked_in_and_it_says_when_people_come():
    event = build.event(held_on=date(2031, 6, 28))
    for name in ("Aces", "Kings"):
        build.team(event, name, is_here=False)

    card = now(event).words

    assert "Next 2 teams signed up Meet & greet starts June 28 at 2:00 PM. Open Sign-up" in card
    assert "Today Meet & greet starts June 28 at 2:00 PM" in today(event).one("main").words


def test_prizes_without_envelopes_leave_no_fact_so_it_says_what_comes_then():
    event, at = over()
    still_clock(event, at)

    then = now(event).one("a", href=f"/{event.slug}/messages/")

    assert then.words == "Then: Thank everybody"


def test_while_the_last_round_is_played_no_green_button_settles_the_cut():
    event = practice(4)
    build.played_phase_one(event, 3)
    build.called_round(event, at=build.at(16, 30))
    still_clock(event, build.at(16, 40))

    card = now(event)

    assert "Next Settle who goes through Tables 1 and 2 are still playing." in card.words
    assert [link.words for link in card.find("a")] == ["The cut"]


def test_who_never_sat_down_is_named_and_a_press_says_that_they_left():
    event = practice(2)
    game = build.called_round(event).games.get()
    build.sits_since(game, "NS", build.THREE)
    absent = game.team("EW")
    still_clock(event, build.at(15, 16))
    tick(build.at(15, 16))

    asked = today(event).one("section", aria_labelledby="never-seated").words
    answer = organizer_of(event).post(
        f"/{event.slug}/floor/{absent.pk}/leave/", {"on": "today"}, headers=HTMX
    )

    page = read(answer.content.decode()).one(id="today")
    told = f"{absent.name} left, and won’t be called again. If they come after all: at the desk."
    assert absent.name in asked
    assert [line.words for line in page.find("div", **{"class": "notice"})] == [told]
    assert not today(event).find("section", aria_labelledby="never-seated")


def test_who_left_in_play_signed_up_and_came_all_the_same():
    event = practice(8)
    build.team(event, "Never came", is_here=False)
    build.played_phase_one(event)
    still_clock(event, build.at(17))
    for team in event.teams.filter(number__gte=8):
        withdraw_team(team=team, by=build.organizer(event), at=build.at(17))

    in_play = rows(event, "before")
    build.cut_settled(event)
    after_the_cut = rows(event, "before")

    assert (in_play["8 teams signed up"], in_play["7 of 8 teams are here"]) == (True, True)
    assert after_the_cut["8 of 8 teams came"] is True


def test_while_play_is_on_today_leads_to_the_pause():
    found = {}
    for state in (all_are_here, round_running, paused, cut, phase_two, over):
        event, at = state()
        still_clock(event, at)
        links = today(event).one("header", **{"class": "page-header"}).find("a")
        found[state.__name__] = [(link.words, link.attributes["href"]) for link in links]
        clock = f"/{event.slug}/day/"
        assert found[state.__name__] in ([], [("Pause everything", clock)])

    assert [name for name, links in found.items() if links] == ["round_running", "cut", "phase_two"]


def test_where_all_games_are_called_at_once_one_button_is_green():
    event, at = phase_two()
    still_clock(event, at)

    green = [button for button in now(event).find("button") if "button--felt" in button.attributes["class"]]

    assert [button.words for button in green] == ["Call all 3 games"]


def test_a_press_on_today_stays_on_today():
    event = practice()
    still_clock(event, build.THREE)
    organizer = organizer_of(event)

    swapped = organizer.post(f"/{event.slug}/round/", {"on": "today"}, headers=HTMX)
    refused = organizer.post(f"/{event.slug}/round/", {"on": "today"})

    assert read(swapped.content.decode()).one(id="today")
    assert (refused.status_code, read(refused.content.decode()).one("h1").words) == (422, "Today")


def test_play_resumed_on_today_leads_back_to_today():
    event, at = paused()
    still_clock(event, at)

    answer = organizer_of(event).post(f"/{event.slug}/day/resume/", {"on": "today"})

    assert answer.url == f"/{event.slug}/today/"


# --- the list -----------------------------------------------------------------------------------------


def test_before_play_a_row_is_ticked_by_its_fact_and_the_others_are_listed():
    event, at = some_are_here()
    still_clock(event, at)
    empty = rows(event, "before")
    build.referee(event)
    for team in event.teams.filter(checked_in_at=None):
        build.check_in(team, at=at)

    assert empty == {
        "8 tables": True,
        "Give badges to referees and desk": False,
        "Try a phone": False,
        "Print the sign-up poster": False,
        "3 teams signed up": True,
        "Open the big screen": False,
        "Check in who comes: 1 of 3 teams are here": False,
    }
    ticked = rows(event, "before")
    assert ticked["1 badge for referees and desk"]
    assert ticked["3 of 3 teams are here"]


def test_the_days_rows_are_ticked_as_it_goes(subtests):
    for state, ticked in (
        (first_round, 0),
        (round_running, 1),
        (phase_one_played, 1),
        (cut, 3),
        (phase_two, 3),
        (over, 4),
    ):
        with subtests.test(state.__name__):
            event, at = state()
            still_clock(event, at)
            assert sum(rows(event, "play").values()) == ticked


def test_once_the_cut_is_settled_nobody_is_waited_for():
    event = practice(8)
    build.team(event, "Never came", is_here=False)
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17, 5))

    assert rows(event, "before")["8 of 9 teams came"] is True


def test_after_the_final_the_drawer_can_be_counted_at_once():
    event, at = over()
    given(event)
    still_clock(event, at)
    organizer = organizer_of(event)

    to_count = opened(event, "desk/money/", organizer).one("details", id="count-drawer")
    organizer.post(f"/{event.slug}/desk/money/cash/", {"key": uuid4(), "kind": "counted", "amount": "5"})
    is_counted = opened(event, "desk/money/", organizer).one("details", id="count-drawer")

    assert ("open" in to_count.attributes, "open" in is_counted.attributes) == (True, False)


def test_without_a_bracket_no_row_speaks_of_phase_two():
    event = practice(plays_phase_two=False)

    assert [*rows(event, "play")] == [
        "Call round 1",
        "Play Phase I",
        "Settle the first three",
        "Hand out the prizes",
    ]


def test_hidden_places_are_a_row_until_all_are_shown():
    event = practice(plays_phase_two=False, standings_shown="hidden")
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(18))
    hidden = rows(event, "play")

    organizer_of(event).post(f"/{event.slug}/reveal/all/")

    assert hidden["Reveal the places"] is False
    assert rows(event, "play")["Every place is shown"] is True


def test_money_is_a_row_only_where_money_was_taken():
    event = practice()
    without = [*rows(event, "after")]

    given(event)

    assert without == ["Thank everybody", "Copy the event for the next time"]
    assert [*rows(event, "after")] == ["Count the drawer", "Print the report of the money", *without]
    assert Donation.objects.count() == 1


def test_after_the_final_thanks_are_ticked_once_somebody_has_written():
    event, at = thanked()
    still_clock(event, at)

    assert rows(event, "after") == {
        "Count the drawer": False,
        "Print the report of the money": False,
        "Everybody is thanked": True,
        "Copy the event for the next time": False,
    }


# --- the floor beside it ------------------------------------------------------------------------------


def test_after_the_final_the_floor_leads_to_the_list_on_today():
    event, at = over()
    still_clock(event, at)

    step = opened(event, "floor/", organizer_of(event)).one("section", id="next-step")

    assert [(link.words, link.attributes["href"]) for link in step.find("a")] == [
        ("What is left today", f"/{event.slug}/today/")
    ]


@pytest.mark.parametrize(
    "state", [first_round, round_running, paused, phase_one_played, cut, phase_two, over]
)
def test_the_floor_has_at_most_a_dozen_links_beyond_its_tables(state):
    event, at = state()
    still_clock(event, at)

    page = opened(event, "floor/", organizer_of(event))

    floor, modes = page.one("div", id="floor"), page.one("nav", **{"class": "group-nav no-print"})
    tables = floor.one("section", aria_label="Tables").find("a")
    assert len(floor.find("a")) + len(modes.find("a")) - len(tables) <= 12
