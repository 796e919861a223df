"""The floor: every table at a glance, and the next step of the day."""

from datetime import timedelta

import pytest

from pages.floor.floor_page import floor_page
from rehearsal.browser import read
from scoring.commands.agreement import object_to_result
from scoring.models import Agreement
from tests import build
from tests.pages.reading import part
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.floor import call_referee, mark_seated
from tournament.models import Actor, Event, Game

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def organizer_of(event):
    return wearing(build.organizer(event).badge)


def words(answer):
    return read(answer.content.decode()).one(id="floor").words


def card(answer, number):
    return read(answer.content.decode()).one(id=f"table-{number}").words


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
            "The next round is called at 3:30 PM. Until then everybody takes a break. 5:00",
            id="between two rounds",
        ),
        pytest.param(4, 2, build.at(17), "Settle who goes through", id="after the last round"),
    ],
)  # fmt: skip
def test_the_next_step_is_said_and_what_keeps_it_back(teams, rounds, at, says):
    event = practice(teams)
    build.played_phase_one(event, rounds)
    still_clock(event, at)

    page = organizer_of(event).get(f"/{event.slug}/floor/")

    assert says in words(page)


def test_each_table_says_its_state_in_words():
    event = practice(teams=10, tables=6)
    games = list(build.called_round(event).games.order_by("table__number"))
    build.hands(games[0], [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 4))
    build.won(games[1], "EW", at=build.at(15, 4))
    mark_seated(game=games[2], team=games[2].team("NS"), by=build.organizer(event), at=build.at(15, 1))
    for team in (games[3].team("NS"), games[3].team("EW")):
        mark_seated(game=games[3], team=team, by=build.organizer(event), at=build.at(15, 2))
    call_referee(game=games[4], why="A renege?", by=build.organizer(event), at=build.at(15, 3))
    still_clock(event, build.at(15, 4, 15))

    page = organizer_of(event).get(f"/{event.slug}/floor/")

    assert [card(page, number) for number in range(1, 7)] == [
        "Table 1 Hand 3 ▲ Team 1 ■ Team 2 1–1",
        "Table 2 Over ● Team 3 ◆ Team 4 ✔ won 0–3",
        "Table 3 Late 0:45 ★ Team 5 seated ♠ Team 6 not seated",
        "Table 4 Hand 1 ♥ Team 7 ♦ Team 8",
        "Table 5 Wants a referee ♣ Team 9 ✚ Team 10",
        "Table 6 Free Nobody here",
    ]
    assert (
        "Needs a referee Table 3: Team 6 not seated, 0:45 left before a forfeited hand Table 5: A renege?"
    ) in words(page)


def test_who_has_the_bye_and_who_came_late_stand_beside_the_tables():
    event = practice(teams=3)
    build.called_round(event)
    build.team(event, "Came Late")
    still_clock(event, build.at(15, 2))

    page = floor_page(event, build.at(15, 2))

    assert [(row.team.name, row.is_bye) for row in page.floor.waiting] == [
        ("Team 3", True),
        ("Came Late", False),
    ]


def settled_with_bracket(event):
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17, 5))
    client = organizer_of(event)
    client.post(f"/{event.slug}/phase-two/")
    return client


def test_the_games_of_the_bracket_are_called_one_to_a_chosen_table_or_all_with_one_press():
    event = practice(teams=8)
    client = settled_with_bracket(event)
    first, second, _ = Game.objects.standing().filter(event=event, phase__kind="two").order_by("pk")
    before = words(client.get(f"/{event.slug}/floor/"))

    page = client.post(f"/{event.slug}/game/{first.pk}/call/", {"table": 3}, follow=True)
    taken = client.post(f"/{event.slug}/game/{second.pk}/call/", {"table": 3})
    twice = client.post(f"/{event.slug}/game/{first.pk}/call/", {"table": 1})
    rest = client.post(f"/{event.slug}/games/call/", follow=True)

    called = event.games.open().filter(phase__kind="two").order_by("pk")
    assert "Call all 3 games" in before
    assert card(page, 3).startswith("Table 3 Being seated 5:00")
    assert card(page, 3).count("not seated") == 2
    assert "Table 3 isn't free. Choose another, or add one in Settings." in words(taken)
    assert (twice.status_code, "was called already." in words(twice)) == (422, True)
    assert [game.table.number for game in called] == [3, 1, 2]
    assert "Next games appear when these finish" in words(rest)


def test_with_no_table_free_the_games_wait_and_the_page_says_why():
    event = practice(teams=8)
    client = settled_with_bracket(event)
    event.tables.filter(number__gt=1).update(is_out_of_use=True)

    client.post(f"/{event.slug}/games/call/")
    again = client.post(f"/{event.slug}/games/call/")

    assert event.games.open().filter(phase__kind="two").count() == 1
    assert again.status_code == 422
    assert "No game can be called now: its teams still play, or no table is free for it." in words(again)
    assert words(again).count("No table is free. Wait for one, or add one in Settings.") == 2


def test_what_many_tables_need_for_one_reason_is_one_row_and_a_refused_round_says_the_same_as_its_button():
    event = practice(teams=6, tables=3)
    client = organizer_of(event)
    for game in build.called_round(event).games.all():
        build.hand(build.seated(game, at=build.at(15, 1)))
    still_clock(event, build.at(15, 10))
    refused = client.post(f"/{event.slug}/round/")
    still_clock(event, build.at(15, 31))

    page = client.get(f"/{event.slug}/floor/")

    assert refused.status_code == 422
    assert words(refused).count("Tables 1, 2 and 3 are still playing. Wait for them to finish.") == 2
    assert card(page, 1) == "Table 1 Time’s up ▲ Team 1 ■ Team 2 1–0"
    assert "Needs a referee Tables 1, 2 and 3: Time’s up: enter the hand in progress" in words(page)


def test_all_results_that_wait_are_settled_together_but_what_somebody_objects_to():
    event = practice(6, tables=3, agreed_by="teams")
    games = list(build.called_round(event).games.order_by("pk"))
    for game in games:
        build.won(game)
    still_clock(event, build.THREE + timedelta(minutes=25))
    by = Actor(games[0].team("EW").badge, "phone")
    object_to_result(game=games[0], why="", by=by, at=build.THREE + timedelta(minutes=22))
    client = organizer_of(event)
    page = client.get(f"/{event.slug}/floor/")
    assert "2 results not agreed yet" in words(page)
    assert "All 2 are right as entered" in words(page)
    assert [f'href="/{event.slug}/game/{game.pk}/"' in part(page, "unagreed") for game in games] == [
        False,
        True,
        True,
    ]

    answer = client.post(f"/{event.slug}/floor/results/", headers=HTMX)

    assert "not agreed yet" not in words(answer)
    assert [row.game for row in Agreement.objects.order_by("game")] == games[1:]


def test_a_clock_that_jumped_is_told_on_the_floor_and_trusted_there(event, organizer):
    Event.objects.filter(pk=event.pk).update(clock_doubted_at=build.MEET)
    assert "The computer’s clock jumped" in words(organizer.get(f"/{event.slug}/floor/"))

    after = organizer.post(f"/{event.slug}/day/clock-is-right/", follow=True)

    assert "The computer’s clock jumped" not in words(after)
    assert event.log.last().words == "The clock is right. The time to be seated counts again."


def test_the_floor_promises_no_round_that_will_not_come_and_calls_one_early():
    event = build.event(is_practice=True, tables=2)
    build.teams(event, 6)
    for game in build.called_round(event).games.all():
        build.won(game, at=build.at(15, 40))
    still_clock(event, build.at(15, 45))
    client = wearing(build.organizer(event).badge)

    page = words(client.get(f"/{event.slug}/floor/"))
    early = {"choice": "early", "whistle": build.at(16).isoformat()}
    client.post(f"/{event.slug}/day/round/change/", early, headers=HTMX)
    answer = words(client.get(f"/{event.slug}/floor/"))

    assert "6 teams make 3 games, and 2 tables are in use: a round takes 2 half-hours" in page
    assert "1 round called. 1 more fits into Phase I." in page
    assert "Call round 2 early" in page
    assert "2 rounds called." in answer


def test_an_objection_to_a_game_of_an_older_round_is_still_on_the_floor():
    event = practice(teams=4, tables=2)
    build.played_phase_one(event, 1)
    game = event.games.get(table__number=2)
    call_referee(game=game, why="We won that", by=build.organizer(event), at=build.at(15, 26))
    build.called_round(event, at=build.at(15, 30))

    assert [need.why for need in floor_page(event, build.at(15, 36)).floor.needs] == ["We won that"]
