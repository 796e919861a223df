"""The floor: every table at a glance, and the next step of the day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pages.floor.floor_page import floor_page
from scoring.models import Agreement
from scoring.reports.commands_agreement import object_to_result
from scoring.tasks import tick
from tests import build
from tests.pages.reading import part
from tests.pages.visit import HTMX, organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_referee, mark_seated
from tournament.models import Actor, Event, Game

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def floor_of(event):
    return organizer_of(event).get(f"/{event.slug}/floor/")


def words(answer, root="floor"):
    return read(answer.content.decode()).one(id=root).words


@pytest.mark.parametrize(
    ("teams", "rounds", "at", "says"),
    [
        pytest.param(
            4, 0, build.at(14, 50),
            "Round 1 is called at 3:00 PM. Until then there is time to sign up and check in. 10:00",
            id="too early",
        ),
        pytest.param(1, 0, build.at(14, 50), "At least two teams must be checked in first.", id="alone"),
        pytest.param(4, 0, build.THREE, "Next Call round 1", id="time for the first round"),
        pytest.param(
            2, 1, build.at(15, 25),
            "All games are over. The next round is called at 3:30 PM. 5:00",
            id="between two rounds",
        ),
        pytest.param(4, 2, build.at(17), "Settle who goes through", id="after the last round"),
    ],
)  # fmt: skip
def test_the_next_step_is_said_and_what_keeps_it_back(teams, rounds, at, says):
    event = practice(teams)
    build.played_phase_one(event, rounds)
    still_clock(event, at)

    assert says in words(floor_of(event))


def test_each_table_says_its_state_in_words():
    event = practice(teams=10, tables=6)
    tied, over, late, seated, asks = build.called_round(event).games.order_by("table__number")
    build.hands(tied, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 4))
    build.won(over, "EW", at=build.at(15, 4))
    mark_seated(game=late, team=late.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    build.seated(seated, at=build.at(15, 2))
    call_referee(game=asks, why="A renege?", by=build.organizer(event), at=build.at(15, 3))
    still_clock(event, build.at(15, 4, 15))

    page = floor_of(event)

    assert [words(page, f"table-{number}") for number in range(1, 7)] == [
        "Table 1 Hand 3 ▲ Team 1 ■ Team 2 1–1",
        "Table 2 Over ● Team 3 ◆ Team 4 ✔ won 0–3",
        "Table 3 Late 0:45 ★ Team 5 seated ♠ Team 6 not seated",
        "Table 4 Hand 1 ♥ Team 7 ♦ Team 8",
        "Table 5 Wants a referee ♣ Team 9 not seated ✚ Team 10 not seated",
        "Table 6 Free Nobody here",
    ]
    assert (
        "Needs a referee Table 3: Team 6 not seated, 0:45 left before a forfeited hand Table 5: A renege?"
    ) in words(page)


@pytest.mark.parametrize(
    ("late_forfeits", "are_seated", "comes"),
    [
        ("itself", ["NS"], "left before a forfeited hand"),
        ("game", ["NS"], "left before the game is forfeited"),
        ("itself", [], "left before a referee is called: both are late, so neither scores"),
    ],
)
def test_floor_and_sheet_say_the_same_about_a_late_teams_next_forfeit(late_forfeits, are_seated, comes):
    event = practice(2, late_forfeits=late_forfeits)
    game = build.called_round(event).games.get()
    for side in are_seated:
        mark_seated(game=game, team=game.team(side), by=build.organizer(event), at=build.at(15, 1))
    still_clock(event, build.at(15, 4, 15))

    pages = [organizer_of(event).get(f"/{event.slug}/{path}") for path in ("floor/", f"game/{game.pk}/")]

    assert [comes in read(page.content.decode()).words for page in pages] == [True, True]


def test_a_table_where_everybody_is_late_is_being_seated_on_the_floor():
    event = practice(2)
    build.called_round(event)
    still_clock(event, build.at(15, 6))
    tick(timezone.now())

    page = floor_of(event)

    assert words(page, "table-1") == "Table 1 Wants a referee ▲ Team 1 not seated ■ Team 2 not seated"
    assert [sentence in words(page) for sentence in ("1 being seated", "1 playing")] == [True, False]


def test_the_bye_and_the_late_teams_are_beside_the_tables():
    event = practice(teams=3)
    build.called_round(event)
    build.team(event, "Came Late")

    waiting = floor_page(event, build.at(15, 2)).floor.waiting

    assert [(row.team.name, row.is_bye) for row in waiting] == [("Team 3", True), ("Came Late", False)]


# --- the games of the bracket -------------------------------------------------------------------------


@pytest.fixture
def bracket():
    event = practice(teams=8)
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17, 5))
    organizer_of(event).post(f"/{event.slug}/phase-two/")
    return event


def test_bracket_games_are_called_to_a_chosen_table_or_all_with_one_press(bracket):
    client, here = organizer_of(bracket), f"/{bracket.slug}"
    first, second, _ = Game.objects.standing().filter(event=bracket, phase__kind="two").order_by("pk")
    before = words(floor_of(bracket))

    page = client.post(f"{here}/game/{first.pk}/call/", {"table": 3}, follow=True)
    taken = client.post(f"{here}/game/{second.pk}/call/", {"table": 3})
    twice = client.post(f"{here}/game/{first.pk}/call/", {"table": 1})
    rest = client.post(f"{here}/games/call/", follow=True)

    called = bracket.games.open().filter(phase__kind="two").order_by("pk")
    assert "Call all 3 games" in before
    assert "Call both games" in words(page)
    assert words(page, "table-3").startswith("Table 3 Being seated 5:00")
    assert words(page, "table-3").count("not seated") == 2
    assert "Table 3 isn’t free. Choose another, or add one in Settings." in words(taken)
    assert (twice.status_code, "was called already." in words(twice)) == (422, True)
    assert [game.table.number for game in called] == [3, 1, 2]
    # True during the final, too, after which no game appears.
    assert "Next games appear when these finish; after the last one, the awards." in words(rest)


def test_reopening_phase_one_promises_a_running_clock_only_if_time_is_left(bracket):
    pages = [
        read(organizer_of(bracket).get(f"/{bracket.slug}/{path}/").content.decode())
        for path in ("today", "cut")
    ]

    counts = [page.words.count("the clock goes on") for page in pages]
    true = [page.words.count("If Phase I has time left, the clock goes on in it.") for page in pages]
    assert (counts, true) == ([1, 1], [1, 1])


def test_with_no_table_free_the_games_wait_and_the_page_says_why(bracket):
    bracket.tables.filter(number__gt=1).update(is_out_of_use=True)

    press = {"on": "today"}
    _, again = (organizer_of(bracket).post(f"/{bracket.slug}/games/call/", press) for _ in range(2))

    assert bracket.games.open().filter(phase__kind="two").count() == 1
    assert again.status_code == 422
    assert "No game can be called now: its teams are still playing, or no table is free for it." in words(
        again, "today"
    )
    assert words(again, "today").count("No table is free. Wait for one, or add one in Settings.") == 2


# --- what a round needs -------------------------------------------------------------------------------


def test_one_reason_for_many_tables_is_one_row_and_matches_its_button():
    event = practice(teams=6, tables=3)
    for game in build.called_round(event).games.all():
        build.hand(build.seated(game, at=build.at(15, 1)))
    still_clock(event, build.at(15, 10))
    refused = organizer_of(event).post(f"/{event.slug}/round/")
    still_clock(event, build.at(15, 31))

    page = floor_of(event)

    assert refused.status_code == 422
    assert words(refused).count("Tables 1, 2 and 3 are still playing. Wait for them to finish.") == 2
    assert words(page, "table-1") == "Table 1 Time’s up ▲ Team 1 ■ Team 2 1–0"
    assert "Needs a referee Tables 1, 2 and 3: Time’s up: enter the hand in progress" in words(page)


def test_all_waiting_results_but_a_disputed_one_are_agreed_in_one_press():
    event = practice(6, tables=3, agreed_by="teams")
    disputed, *others = games = list(build.called_round(event).games.order_by("pk"))
    for game in games:
        build.won(game)
    still_clock(event, build.THREE + timedelta(minutes=25))
    by = Actor(disputed.team("EW").badge, "phone")
    object_to_result(game=disputed, why="", by=by, at=build.THREE + timedelta(minutes=22))

    page = floor_of(event)
    answer = organizer_of(event).post(f"/{event.slug}/floor/results/", headers=HTMX)

    assert "2 results not agreed yet" in words(page)
    assert "All 2 are right as entered" in words(page)
    links = [f'href="/{event.slug}/game/{game.pk}/"' in part(page, "unagreed") for game in games]
    assert links == [False, True, True]
    assert "not agreed yet" not in words(answer)
    assert [row.game for row in Agreement.objects.order_by("game")] == others


def test_an_objection_to_a_game_of_an_older_round_is_still_on_the_floor():
    event = practice(teams=4, tables=2)
    build.played_phase_one(event, 1)
    game = event.games.get(table__number=2)
    call_referee(game=game, why="We won that", by=build.organizer(event), at=build.at(15, 26))
    build.called_round(event, at=build.at(15, 30))

    assert [need.why for need in floor_page(event, build.at(15, 36)).floor.needs] == ["We won that"]


def test_the_floor_says_that_the_clock_jumped_and_trusts_it_on_a_press(event, organizer):
    Event.objects.filter(pk=event.pk).update(clock_doubted_at=build.MEET)

    before = floor_of(event)
    after = organizer.post(f"/{event.slug}/day/clock-is-right/", follow=True)

    assert ["The computer’s clock jumped" in words(page) for page in (before, after)] == [True, False]
    assert event.log.last().words == "The clock is right. The time to be seated counts again."


def test_the_floor_counts_only_rounds_that_still_fit_and_calls_one_early():
    event = practice(6, tables=2)
    for game in build.called_round(event).games.all():
        build.won(game, at=build.at(15, 40))
    still_clock(event, build.at(15, 45))
    early = {"choice": "early", "whistle": build.at(16).isoformat()}

    before = words(floor_of(event))
    organizer_of(event).post(f"/{event.slug}/day/round/change/", early, headers=HTMX)

    assert "6 teams make 3 games, and 2 tables are in use: a round takes 2 half-hours" in before
    assert "1 round called. 1 more fits into Phase I." in before
    assert "Call round 2 early" in before
    assert "2 rounds called." in words(floor_of(event))


# --- open play ----------------------------------------------------------------------------------------


def test_in_open_play_teams_without_a_game_wait_and_no_round_is_mentioned():
    event = build.openly(7, tables=2, opens=False, is_practice=True)
    still_clock(event, build.THREE)
    organizer = organizer_of(event)
    assert "Open play" in words(organizer.get(f"/{event.slug}/floor/"), "next-step")

    floor = organizer.post(f"/{event.slug}/open-play/", follow=True)
    seating = organizer.get(f"/{event.slug}/seating/")

    assert "Games are called as tables open up" in words(floor, "next-step")
    assert "No table is free." in words(floor, "open-play")
    assert Game.objects.count() == 2
    waits = words(seating, "seating")
    assert waits.count("Here, and in no game now") == waits.count("Waits") == 3
    shown = words(seating, "main")
    assert "Both go back on the waiting list." in shown
    assert [sentence in shown for sentence in ("Sits out", "sits out", "bye")] == [False] * 3


def test_after_the_final_the_floor_speaks_of_no_pace():
    event = practice(4)
    build.played_phase_one(event)
    build.cut_settled(event)
    build.bracket_played(event)
    still_clock(event, build.at(19))

    page = words(floor_of(event))

    assert "The games are over 2 rounds called. The bracket is finished." in page
    assert "pace" not in page
