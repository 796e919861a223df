"""A club's grades: which games count, when they are final, and their uses."""

from datetime import timedelta

import pytest

from scoring.commands.cut import skip_phase_one
from scoring.commands.rounds import draft_round
from scoring.models import Hand
from seasons import tasks
from seasons.commands.people import merge_people
from seasons.commands.ratings import change_ratings
from seasons.models import ClubRatings, FinalGame
from seasons.queries.ratings import by_grade, grades_page
from tests import build
from tests.seasons.test_people import Night, person
from tournament.models import Game

pytestmark = pytest.mark.django_db

SOON = build.MEET + timedelta(hours=12)
FOUR = ("Dee", "Ray", "Mo", "Lou")


def wants(night, **settings):
    return change_ratings(**night.press, **{"is_on": True, "window_days": 7, "least_games": 12} | settings)


def computed(now=SOON):
    tasks._rated_at.clear()
    return tasks.rate_due(now)


def page():
    return grades_page(ClubRatings.objects.get())


def grades():
    return {row.name: row.grade.shown for row in page().pairs}


def points():
    return {row.name: row.points for row in page().earned}


def played(night, *, side="NS", weeks=0):
    """Let that side win the games of the first round."""
    at = build.THREE + timedelta(weeks=weeks)
    for team in night.event.teams.all():
        build.check_in(team, at=build.MEET)
    build.called_round(night.event, at)
    games = list(Game.objects.open().filter(event=night.event))
    for game in games:
        build.won(game, side, at=at + timedelta(minutes=20))
    return games


def test_a_club_that_doesnt_want_grades_has_none():
    night = Night(*FOUR).known()
    played(night)

    assert computed() == 0
    assert by_grade(night.event, night.club) == []


def test_a_game_moves_both_pairs_and_brings_points():
    night = Night(*FOUR).known()
    wants(night)
    (game,) = played(night)
    winner = game.teams()[0].name

    first, again = computed(), computed()

    assert (first, again) == (1, 0)
    assert page().pairs[0].name.split(" & ")[0] in winner
    assert sorted(points().values()) == [1, 1, 3, 3]
    assert page().people == ()
    assert sum(grades().values()) == 3000


def test_a_corrected_game_is_computed_again_until_it_is_final():
    night = Night(*FOUR).known()
    wants(night)
    (game,) = played(night)
    computed()
    before = grades()

    game.score.winner = game.teams()[1]
    game.score.save()
    change_ratings(**night.press, is_on=True, window_days=7, least_games=12)
    computed()
    corrected = grades()
    computed(SOON + timedelta(days=8))
    game.score.winner = game.teams()[0]
    game.score.save()
    wants(night)
    computed(SOON + timedelta(days=9))

    assert sorted(before.values()) == sorted(corrected.values())
    assert before != corrected == grades()
    assert FinalGame.objects.count() == 1


def test_no_forfeit_and_no_bye_counts():
    night = Night(*FOUR, "Al", "Bo").known()
    wants(night)
    (game,) = played(night)
    hand = Hand.objects.standing().filter(game=game).first()
    Hand.objects.filter(pk=hand.pk).update(facts={"forfeited_by": "EW"}, is_awarded=True)

    computed()

    assert (grades(), points()) == ({}, {})


def test_merged_people_have_one_grade_together():
    first, second = Night(*FOUR).known(), Night("Dee", "Ray", "Mo", "Louis", week=1).known()
    wants(second)
    for weeks, night in enumerate((first, second)):
        played(night, weeks=weeks)
    computed()
    apart = set(grades())

    merge_people(**second.press, person=person("Lou"), other=person("Louis"))
    computed()

    assert apart == {"Dee & Ray", "Mo & Lou", "Mo & Louis"}
    assert set(grades()) == {"Dee & Ray", "Mo & Lou"}


def test_who_is_about_as_strong_meets_in_the_first_round_and_the_strongest_is_seed_one():
    pairs = [f"{letter}{number}" for letter in "ABCD" for number in (1, 2)]
    first = Night(*pairs).known()
    wants(first)
    played(first)
    second = Night(*reversed(pairs), week=1).known()
    for team in second.event.teams.all():
        build.check_in(team, at=build.MEET)
    computed()
    order = by_grade(second.event, second.club)
    strong = {frozenset(two) for two in (order[:2], order[2:])}

    row = draft_round(event=second.event, graded=order, by=second.by, at=build.THREE)
    cut = skip_phase_one(event=second.event, words="", graded=order, by=second.by, at=build.THREE)

    assert {frozenset(game.everybody()) for game in row.games.all()} == strong
    assert [seed.team for seed in cut.seeds.order_by("number")] == order
