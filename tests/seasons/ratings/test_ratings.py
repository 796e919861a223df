"""A club's grades: which games count, when they are final, and their uses."""

from datetime import timedelta

import pytest

from scoring.cut.commands_cut import skip_phase_one
from scoring.models import Hand
from scoring.rounds.commands_rounds import draft_round
from seasons.models import ClubRatings, FinalGame
from seasons.people.commands_people import merge_people
from seasons.ratings.grades import by_grade, grades_page
from tests import build
from tests.seasons.nights import FOUR, Night, person
from tests.seasons.ratings.rated import SOON, computed, wants
from tournament.models import Game

pytestmark = pytest.mark.django_db


def page():
    return grades_page(ClubRatings.objects.get())


def grades():
    return {row.name: row.grade.shown for row in page().pairs}


def points():
    return {row.name: row.points for row in page().earned}


@pytest.mark.both
def test_a_club_that_doesnt_want_grades_has_none():
    night = Night(*FOUR).known().played()

    assert computed() == 0
    assert by_grade(night.event, night.club) == []


@pytest.mark.both
def test_a_game_moves_both_pairs_and_brings_points():
    wants(Night(*FOUR).known().played(winner="Mo"))

    first, again = computed(), computed()

    assert (first, again) == (1, 0)
    assert [row.name for row in page().pairs] == ["Mo & Lou", "Dee & Ray"]
    assert sorted(points().values()) == [1, 1, 3, 3]
    assert page().people == ()
    assert sum(grades().values()) == 3000


@pytest.mark.both
def test_a_corrected_game_is_computed_again_until_it_is_final():
    night = Night(*FOUR).known().played()
    wants(night)
    computed()
    before, game = grades(), Game.objects.with_everybody().get(event=night.event)

    game.score.winner = game.teams()[1]
    game.score.save()
    wants(night)
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


@pytest.mark.tampers
def test_no_forfeit_and_no_bye_counts():
    wants(Night(*FOUR, "Al", "Bo").known().played())
    hand = Hand.objects.standing().first()
    Hand.objects.filter(pk=hand.pk).update(facts={"forfeited_by": "EW"}, is_awarded=True)

    computed()

    assert (grades(), points()) == ({}, {})


def test_merged_people_have_one_grade_together():
    Night(*FOUR).known().played()
    second = Night("Dee", "Ray", "Mo", "Louis", week=1).known().played()
    wants(second)
    computed()
    apart = set(grades())

    merge_people(**second.press, person=person("Lou"), other=person("Louis"))
    computed()

    assert apart == {"Dee & Ray", "Mo & Lou", "Mo & Louis"}
    assert set(grades()) == {"Dee & Ray", "Mo & Lou"}


@pytest.mark.slow
@pytest.mark.both
def test_equals_meet_in_the_first_round_and_the_strongest_is_seed_one():
    pairs = [f"{letter}{number}" for letter in "ABCD" for number in (1, 2)]
    wants(Night(*pairs).known().played())
    second = Night(*reversed(pairs), week=1).known().here()
    computed()
    order = by_grade(second.event, second.club)
    strong = {frozenset(two) for two in (order[:2], order[2:])}

    row = draft_round(event=second.event, graded=order, by=second.by, at=build.THREE)
    cut = skip_phase_one(event=second.event, words="", graded=order, by=second.by, at=build.THREE)

    assert {frozenset(game.everybody()) for game in row.games.all()} == strong
    assert [seed.team for seed in cut.seeds.order_by("number")] == order
