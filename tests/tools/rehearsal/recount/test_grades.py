"""The recount's grades, written apart, are those of the rules."""

from random import Random

import pytest

from rules.seasons.ratings import RatedGame, rate
from tools.rehearsal.recount.grades import Grades, Sat, graded, grades_shown


def test_grades_and_points_are_those_of_the_rules_for_any_partners():
    random, names = Random(3), [f"P{number}" for number in range(9)]
    games = []
    for _ in range(200):
        four = random.sample(names, 4)
        bostons = random.randrange(2), random.randrange(2)
        games.append(Sat((frozenset(four[:2]), frozenset(four[2:])), random.randrange(2), bostons))
    numbers = {name: number for number, name in enumerate(names)}
    rated = rate(
        [
            RatedGame(
                tuple(tuple(sorted(numbers[name] for name in side)) for side in game.sides),
                game.winner,
                game.bostons,
            )
            for game in games
        ]
    )

    def words(grade):
        return f"{grade.shown}, {grade.low} to {grade.high}; {grade.games}"

    assert graded(games) == Grades(
        {frozenset(names[one] for one in pair): words(grade) for pair, grade in rated.pairs.items()},
        {names[one]: words(grade) for one, grade in rated.people.items()},
        {names[one]: points for one, points in rated.points.items()},
    )


def test_who_plays_with_one_partner_has_points_and_no_grade_alone():
    found = graded([Sat((frozenset({"Ann", "Ray"}), frozenset({"Bea", "Cy"})), 0, (1, 0))])

    assert (found.people, found.points) == ({}, {"Ann": 4, "Ray": 4, "Bea": 1, "Cy": 1})


@pytest.mark.parametrize("note", ["provisional, 3 games", "3 games"])
def test_grades_are_read_from_the_page(note):
    row = f'<span class="row-main">Ann &amp; Ray <span class="row-note">{note}</span></span>'
    pairs = f'<ul><li>{row}<span class="row-end">1520, 1400 to 1640</span></li></ul>'
    earned = '<ul><li><a class="row-main">Ann</a><span class="row-end">7 points</span></li></ul>'
    parts = (("pairs", pairs), ("people", "<ul><li>Nobody yet.</li></ul>"), ("points", earned))
    html = "".join(f'<section aria-labelledby="{name}">{rows}</section>' for name, rows in parts)

    assert grades_shown(f"<main>{html}</main>") == Grades(
        {frozenset({"Ann", "Ray"}): "1520, 1400 to 1640; 3"}, {}, {"Ann": 7}
    )
