import pytest

from benchmarks.standings import WHAT, lines, main, misses

SMALL = {"teams": 16.0, **dict.fromkeys(WHAT, 0.001)}
HUNDRED = {"teams": 100.0, **dict.fromkeys(WHAT, 0.005), "hand": 0.001}


@pytest.mark.slow
def test_small_fields_are_measured_beside_each_other(capsys):
    main(["6", "16", "--times", "1"])

    printed = capsys.readouterr().out
    assert [printed.count(what) >= 2 for what in WHAT] == [True] * len(WHAT)


def test_a_field_stands_beside_the_smallest_and_beside_a_hundred():
    assert lines(HUNDRED, SMALL, HUNDRED)[0].split() == [
        "100", "recount", "5.00", "ms", "5.0", "×", "1.00", "×",
    ]  # fmt: skip


def test_what_grows_faster_than_the_field_is_said():
    slow = {**HUNDRED, "teams": 1000.0, "read": 0.5, "hand": 0.01}

    assert misses(HUNDRED, SMALL, HUNDRED) == []
    assert misses(slow, SMALL, HUNDRED) == [
        "1,000 teams, read: 10.0 × the cost of a team, not 8 ×.",
        "1,000 teams: a hand takes 10.0 × that of the smallest field.",
    ]
