"""What counts: chosen in the settings, logged, printed where people look, and fixed once the cut is made."""

import pytest

from scoring.recording.commands_ending import end_at_whistle
from tests import build
from tests.pages.reading import words
from tests.pages.setup.papers import looked_at, refused_at_the_top, send
from tests.pages.visit import organizer_of, still_clock

NOTHING_MORE = "After a tie one more hand decides the game and adds nothing to the score."


@pytest.fixture
def event(db):
    return build.event(is_practice=True, advance_count=2)


@pytest.fixture
def client(event):
    return organizer_of(event)


def test_what_counts_is_on_rules_standings_certificate_and_in_the_log(client, event):
    settings = words(client.get(f"/{event.slug}/event/"))
    send(client, event, bye_counts="average", best_of_games=2)
    saved = words(client.get(f"/{event.slug}/event/"))
    event.refresh_from_db()
    build.teams(event, 5)
    build.played_phase_one(event, rounds=2)

    rules, standings, fairness = (
        looked_at(event, path).words for path in ("rules/", "standings/", "fairness/")
    )
    build.cut_settled(event)
    certificate = looked_at(event, "certificate/").words

    average = "A bye counts as the average of the round’s winners"
    assert "A bye counts as a game won · all games count" in settings
    assert f"{average} · your best 2 games count" in saved
    assert (event.bye_counts, event.best_of_games) == ("average", 2)
    assert event.log.get(action="event.what-counts").words == f"{average}. Your best 2 games count."
    for page in (rules, standings, certificate):
        assert f"{average}. Your best 2 games count." in page
    assert f"{average}." in fairness


def test_the_rule_about_deciding_hands_is_locked_once_one_was_played(client, event):
    assert NOTHING_MORE in looked_at(event, "rules/").words
    send(client, event, extra_hand_counts="on")
    event.refresh_from_db()
    build.teams(event, 2)
    [game] = build.called_round(event).games.all()
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 29))
    still_clock(event, build.at(15, 33))
    end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 30))
    build.hand(game, build.EW_FOUR_MADE, at=build.at(15, 33))

    page = looked_at(event, f"games/{game.pk}/").words
    [(sentence, field)] = refused_at_the_top(
        send(client, event, extra_hand_counts="", reason="As on the sheet")
    )

    assert "adds what it scores" in looked_at(event, "rules/").words
    assert "Deciding hand: Team 2 bid 4 Uptown and took 10: made, counts one. 1–2" in page
    assert sentence.startswith("A tied game was decided by one more hand already")
    assert field == "#id_extra_hand_counts"


def test_where_points_come_first_the_pages_speak_of_points(client, event):
    send(client, event, tie_breaks="points games_won")
    event.refresh_from_db()
    build.teams(event, 5)
    build.played_phase_one(event, rounds=1)
    still_clock(event, build.at(15, 25))

    floor = words(client.get(f"/{event.slug}/floor/"))
    standings = looked_at(event, "standings/").words

    assert "(points: " in floor
    assert "one game away" not in floor
    assert "By points, then games won." in standings


def test_where_games_come_second_a_place_on_games_won_says_so():
    event = build.event(is_practice=True, tie_breaks=["bostons", "games_won"])
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)

    assert "3rd on games won, 1 behind" in looked_at(event, "standings/").words
