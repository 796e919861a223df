"""A week's results are read as they are written, or asked about."""

from datetime import date

import pytest

from seasons.leagues.results import ALL_SHEETS, read_results
from tests.tournament.lists.files import workbook
from tournament.errors import Refused

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


OWN = ("Opponent", "Points", "Points against")
BOTH = ("team_a", "team_b", "points_a", "points_b")
NIGHT = (("Aces", "Kings", 7, 5), ("Tens", "Nines", 7, 1), ("Aces", "Tens", 2, 7), ("Kings", "Nines", 7, 3))


def sheet_of(team, *more, rows=NIGHT):
    """A team's own sheet with its games, as a league's workbook has it."""
    mine = [(other, points, against) for one, other, points, against in rows if one == team]
    mine += [(one, points, against) for one, other, against, points in rows if other == team]
    return team, [OWN, *mine, *more]


def games(content, week=1, **how):
    found = read_results(content, week, TODAY, **how)
    assert found.faults == ()
    return sorted(sorted(zip(line.teams, line.points, strict=True)) for line in found.games)


ONCE = sorted(sorted([(a.casefold(), x), (b.casefold(), y)]) for a, b, x, y in NIGHT)


def test_a_row_of_totals_is_no_game_and_is_said():
    total = ("Total", 99, 99)
    sheets = [sheet_of(team, total) for team in ("Aces", "Kings", "Tens", "Nines")]
    content = workbook(sheets=[*sheets, ("Totals", [OWN, ("Aces", 9, 12)])])

    found = read_results(content, 1, TODAY)

    assert games(content) == ONCE
    assert sorted(found.names.values()) == ["Aces", "Kings", "Nines", "Tens"]
    (sentence,) = found.notes
    assert "the sheet “Totals”" in sentence
    assert "row 4 of the sheet “Aces”" in sentence


@pytest.mark.parametrize("missing", [1, 2])
def test_a_missing_sheet_doubles_no_game(missing):
    teams = ("Aces", "Kings", "Tens", "Nines")[missing:]
    content = workbook(sheets=[sheet_of(team) for team in teams])
    of_those = [sorted([(a.casefold(), x), (b.casefold(), y)]) for a, b, x, y in NIGHT if {a, b} & set(teams)]

    assert games(content) == sorted(of_those)
    (sentence,) = read_results(content, 1, TODAY).notes
    assert sentence.startswith("There is no sheet of Aces" if missing == 1 else "There is no sheet of ")


def test_a_row_that_one_of_two_sheets_lacks_is_named():
    sheets = [sheet_of("Aces"), sheet_of("Kings", rows=NIGHT[3:]), sheet_of("Tens"), sheet_of("Nines")]

    (fault,) = read_results(workbook(sheets=sheets), 1, TODAY).faults

    assert str(fault).startswith("Aces 7, Kings 5: the line of Kings is missing.")


@pytest.mark.parametrize(
    "titles", [("Wk 1", "Wk 2"), ("WEEK 1 - June 3", "Week 2"), ("W1", "W2"), ("wk.1", "wk.2")]
)
def test_sheets_of_weeks_are_read_one_by_one(titles):
    content = workbook(sheets=[(title, [BOTH, row]) for title, row in zip(titles, NIGHT, strict=False)])

    assert games(content, 1) == [[("aces", 7), ("kings", 5)]]
    assert games(content, 2) == [[("nines", 1), ("tens", 7)]]
    with pytest.raises(Refused, match="none for week 3"):
        games(content, 3)


def test_sheets_that_can_be_weeks_or_rooms_are_asked_about():
    content = workbook(sheets=[("June 3", [BOTH, *NIGHT[:2]]), ("June 10", [BOTH, *NIGHT[2:]])])

    with pytest.raises(Refused, match=r"several sheets with games: June 10 and June 3\."):
        games(content)
    with pytest.raises(Refused, match="There is no sheet called “July”"):
        games(content, sheet="July")

    assert games(content, sheet=ALL_SHEETS) == ONCE
    assert len(games(content, sheet="june 3")) == 2


@pytest.mark.parametrize(
    ("written", "day"),
    [
        (["1/2/2026", "1/2/2026", "1/31/2026"], date(2026, 1, 2)),
        (["1/2/2026", "1/2/2026", "31/1/2026"], date(2026, 2, 1)),
        (["31.01.2026"], date(2026, 1, 31)),
    ],
)
def test_a_list_writes_all_its_dates_in_one_way(written, day):
    lines = [f"Aces,Kings,{points},2,{each}" for points, each in enumerate(written, 3)]

    found = read_results("\n".join(["team_a,team_b,points_a,points_b,date", *lines]).encode(), 1, TODAY)

    assert (found.faults, found.held_on) == ((), day)
