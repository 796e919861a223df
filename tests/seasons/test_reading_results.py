"""A week's results are read as they are written, or asked about."""

from datetime import date

import pytest

from seasons.queries.results import read_results

TODAY = date(2026, 6, 27)


def read(points, team="Aces"):
    return read_results(f'team_a;team_b;points_a;points_b\n{team};Kings;"{points}";7'.encode(), 1, TODAY)


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("1,000", 1000),
        ("1 000", 1000),
        ("1’000", 1000),
        ("10.0", 10),
        ("10,00", 10),
        ("1000", 1000),
        ("−5", -5),
    ],
)
def test_a_number_is_read_as_it_is_written(written, points):
    (game,) = read(written).games

    assert game.points == (points, 7)


@pytest.mark.parametrize("written", ["1.000", "12.345", "-1.000"])
def test_a_number_that_can_be_a_thousand_times_as_much_is_asked_about(written):
    (fault,) = read(written).faults

    assert f"“{written}” can be a thousand times as much as it looks. Write it without the point." in str(
        fault
    )


@pytest.mark.parametrize("written", ["7.5", "1,00,0", "1,0000", "10.000.0", "1,000.5", "seven"])
def test_what_is_no_whole_number_is_refused(written):
    (fault,) = read(written).faults

    assert f"“{written}” isn’t a number of points" in str(fault)


def test_a_name_is_one_name_however_its_accents_are_stored():
    composed, apart = "Jos\u00e9s", "Jose\u0301s"

    assert list(read(10, composed).names.items()) == list(read(10, apart).names.items())
