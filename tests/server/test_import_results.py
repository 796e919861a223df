"""``./uptown import results FILE --league NAME --week K``: prints the table, and imports a week once."""

import csv
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.integrity import integrity
from seasons.models import Club, League, LeagueWeek, Person
from tests.tournament.lists.files import workbook
from tournament.models import Event

HEAD = "team_a,team_b,points_a,points_b,bostons_a,bostons_b\n"
ONE = HEAD + "Aces,Kings,10,7,1,0\nQueens,Jacks,-2,5,0,0\nAces,Queens,3,8,0,2\n"
TWO = HEAD + "kings,ACES,12,4,0,0\nJacks, Queens ,6,5,0,0\nJokers,Kings,9,8,0,0\n"


@pytest.fixture
def bring(tmp_path):
    def bring(content, week=1, league="Tuesday", **options):
        """Import the file; returns the printed lines, and the reason for a refusal or ""."""
        file, output = tmp_path / "week.csv", StringIO()
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        options = {"league": league, "week": week, "stdout": output, "stderr": StringIO()} | options
        try:
            call_command("import_list", "results", str(file), **options)
        except CommandError as failed:
            return output.getvalue().splitlines(), str(failed)
        return output.getvalue().splitlines(), ""

    return bring


def table_of(lines):
    return [(row["team"], row["wins"], row["points"], row["bostons"]) for row in csv.DictReader(lines)]


def test_the_table_through_the_week_is_printed_as_csv(bring):
    first, _ = bring(ONE)
    second, _ = bring(TWO, week=2, league=" tuesday ")

    assert first[0].startswith("rank,team,wins,points,games,bostons,")
    assert table_of(first) == [
        ("Aces", "1", "13", "1"),
        ("Queens", "1", "6", "2"),
        ("Jacks", "1", "5", "0"),
        ("Kings", "0", "7", "0"),
    ]
    assert second[1:] == [
        "1,Jacks,2,11,2,0,0,3,2,4,2",
        "2,Kings,1,27,3,0,2,23,2,2,1",
        "3,Aces,1,17,3,1,2,27,-2,1,1",
        "4,Queens,1,11,3,2,2,14,-2,3,1",
        "5,Jokers,1,9,1,0,0,8,0,5,1",
    ]
    assert (Club.objects.count(), League.objects.count(), Event.objects.count()) == (1, 1, 2)
    for event in Event.objects.all():
        assert integrity(event) == []


def test_players_are_people_and_who_may_be_somebody_known_is_named(bring):
    head, output = HEAD.strip() + ",players_a,players_b\n", StringIO()
    bring(head + "Aces,Kings,10,7,1,0,Dee & Ray,Mo & Dee\n")
    bring(head + "Kings,Aces,10,7,1,0,Mo & Al,Ray & Bo\n", week=2)

    bring(head + "Queens,Jacks,10,7,1,0,Dee & Mo,Jo & Cy\n", week=3, stderr=output)

    assert list(Person.objects.order_by("name").values_list("name", flat=True)) == [
        "Al", "Bo", "Cy", "Dee", "Dee", "Jo", "Mo", "Ray"
    ]  # fmt: skip
    assert output.getvalue().splitlines() == [
        "Dee of Queens may be somebody whom the club knows. Say who, on the page of the club’s people.",
        "Mo of Queens may be somebody whom the club knows. Say who, on the page of the club’s people.",
        "1 game came in.",
    ]


def test_a_week_comes_in_once_and_another_takes_its_place_only_if_said(bring):
    dry, _ = bring(ONE, dry_run=True)
    assert (Club.objects.count(), Event.objects.count()) == (0, 0)

    first = bring(ONE)
    lines, why = bring(ONE)
    replaced, _ = bring(HEAD + "Kings,Aces,9,1,0,0\n", replace=True)

    assert first == (dry, "")
    assert (lines, "has the results of week 1 already" in why, "--replace" in why) == ([], True, True)
    assert table_of(replaced)[:2] == [("Kings", "1", "9", "0"), ("Aces", "0", "1", "0")]
    assert LeagueWeek.objects.now().count() == 1


def test_each_fault_is_on_its_own_line_that_begins_with_its_row(bring):
    lines, why = bring(
        HEAD
        + "Aces,Aces,1,2,0,0\nAces,Kings,5,5,0,0\nAces,Kings,7.5,2,0,0\nAces,,7,2,0,0\nAces,Kings,,,0,0\n"
        + "Aces,Kings,9,2,-1,0\nJacks,Tens,9,2,0,0\nTens,Jacks,2,8,0,0\n"
    )

    assert lines == [
        "row 2: Aces can’t play against itself. Correct one of the names.",
        "row 3: Aces and Kings are tied at 5. Correct the points, or write in a column “won” who won the "
        "hand that decided.",
        "row 4: “7.5” isn’t a number of points that a game can have. Write a whole number, as in 7.",
        "row 5: A team is missing. Write both names.",
        "row 6: The points of Aces and Kings are missing. Write them, or take the row out if the game wasn’t "
        "played.",
        "row 7: “-1” isn’t a number of Bostons that a game can have. Write a whole number, as in 7.",
        "row 9: “Tens 2, Jacks 8” is another result than row 8, “Jacks 9, Tens 2”. Correct one of them; or "
        "if they are two games, say that each row is a game.",
    ]
    assert why.startswith("Nothing was imported.")
    assert not Event.objects.exists()


def test_semicolons_odd_headings_and_a_tie_that_a_hand_decided(bring):
    text = "\ufeff Team A ;TEAM-B;Points A;points b;Table;Won;Date\nAces; kings ;7;7.0;3;KINGS;1/31/2026\n"
    lines, why = bring(text)

    assert (table_of(lines), why) == ([("kings", "1", "7", "0"), ("Aces", "0", "7", "0")], "")
    assert str(Event.objects.get().phases.first().starts_at.date()) == "2026-01-31"


def test_a_workbook_with_a_sheet_for_each_team_agrees_on_both_teams_lines(bring):
    head = ("Opponent", "Points", "Points against", "Bostons", "Bostons against", "Players")
    aces = ("Aces", [head, ("Kings", 10, 7, 1, 0, "Ann & Ray"), ("Tens", 4, 6, 0, 0, "")])
    kings = ("Kings", [head, ("Aces", 7, 10, 0, 1, "Kim & Lee")])
    tens = ("Tens", [head, ("Aces", 6, 4, 0, 0, "Mo, Jo, Di")])

    good, _ = bring(workbook(sheets=[aces, kings, tens]))
    tens[1][1] = ("Aces", 8, 4, 0, 0, "")
    wrong, _ = bring(workbook(sheets=[aces, kings, tens]), week=2)

    assert table_of(good) == [("Aces", "1", "14", "1"), ("Tens", "1", "6", "0"), ("Kings", "0", "7", "0")]
    names = Event.objects.get().players.values_list("name", flat=True)
    assert set(names) == {"Ann", "Ray", "Kim", "Lee", "Mo", "Jo", "Di"}
    assert len(wrong) == 1
    assert wrong[0].startswith("row 3 of the sheet “Aces”: “Aces 4, Tens 6” is another result than row 2 of")


def test_the_sheet_of_a_workbook_is_asked_for_and_what_is_left_out_is_said(bring):
    head, output = ("team_a", "team_b", "points_a", "points_b", "hall"), StringIO()
    book = workbook(
        sheets=[(day, [head, ("Aces", "Kings", 10, 7, "A"), ("Total", "", 10, 7)]) for day in "ab"]
    )

    _, why = bring(book)
    lines, _ = bring(book, sheet="b", stderr=output)

    assert why.endswith(" Say which sheet: --sheet TITLE, or --sheet '*'.")
    assert table_of(lines)[0] == ("Aces", "1", "10", "0")
    assert output.getvalue().splitlines()[:2] == [
        "Columns that aren’t known are left out: hall.",
        "Totals are left out: row 3 of the sheet “b”.",
    ]


@pytest.mark.slow
def test_a_season_is_drawn_from_a_file_and_redrawn_from_a_given_week(tmp_path):
    (tmp_path / "teams.csv").write_text("Aces\nKings\nQueens\nJacks\nTens\nNines\n")

    def draw(**options):
        output, beside = StringIO(), StringIO()
        wanted = {"league": "Tuesday", "weeks": 3, "games": 2, "stdout": output, "stderr": beside}
        call_command("draw_season", **wanted | options)
        return output.getvalue().splitlines(), beside.getvalue()

    rows, words = draw(teams=str(tmp_path / "teams.csv"))
    again, _ = draw(first=2, seed=3)

    assert (len(rows), rows[0]) == (19, "week,room,team,meets_twice")
    assert rows[:7] == again[:7]
    assert "no draw has less than" in words
    with pytest.raises(CommandError, match="everybody once is 2 games"):
        draw(games=1)


def test_what_is_missing_is_said(bring):
    assert bring("team_a,team_b,points_a\nAces,Kings,7\n")[0] == [
        "row 1: These columns are missing: points_b. The first row names the columns, as in "
        "team_a,team_b,points_a,points_b,bostons_a,bostons_b."
    ]
    assert bring(ONE, week=None)[1] == "For results, say --week as well."
    assert bring(ONE, week=0)[1] == "A week is a number from 1 to 520."
    assert bring(HEAD)[0] == ["There is no game under the headings. Write one game in a row."]
