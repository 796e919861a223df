"""The recount of a league's table agrees with tables worked out by hand."""

from tools.rehearsal.recount.league import (
    Game,
    Line,
    Place,
    leaders,
    lines_of,
    lines_shown,
    record_shown,
    recounted,
    sides_shown,
    tallied,
)

TEAMS = ("Aces", "Kings", "Queens")
DRAWN = {1: [("Aces", "Kings"), ("Aces", "Queens")], 2: [("Kings", "Queens")]}
GAMES = (
    Game(week=1, played_in=1, teams=("Aces", "Kings"), winner="Kings", points=(3, 7), bostons=(0, 1)),
    Game(week=2, played_in=2, teams=("Kings", "Queens"), winner="Queens", points=(6, 6)),
)
MADE_UP = Game(week=1, played_in=2, teams=("Aces", "Queens"), winner="Queens", points=(7, 9))


def test_a_team_that_was_absent_owes_its_games_until_they_are_made_up():
    table = recounted(TEAMS, GAMES, DRAWN, {1, 2}, 2)
    later = recounted(TEAMS, (*GAMES, MADE_UP), DRAWN, {1, 2}, 2)

    assert table == (
        Place("1", "Kings", "1–1", "13", "1", "same place", ""),
        Place("2", "Queens", "1–0", "6", "0", "up 1", "owes 1 game"),
        Place("3", "Aces", "0–1", "3", "0", "down 1", "owes 1 game"),
    )
    assert [(row.team, row.change, row.owes) for row in later] == [
        ("Queens", "same place", ""),
        ("Kings", "same place", ""),
        ("Aces", "same place", ""),
    ]


def test_points_below_zero_are_written_with_the_sign_of_the_pages():
    game = Game(week=1, played_in=1, teams=("Aces", "Kings"), winner="Kings", points=(-1, 7))

    table = recounted(("Aces", "Kings"), [game], {1: [("Aces", "Kings")]}, {1}, 1)

    assert ([row.points for row in table], game.words) == (["7", "−1"], "Aces −1, Kings 7")


def test_who_shares_wins_and_points_leads_the_week_together():
    other = Game(week=1, played_in=1, teams=("Queens", "Jacks"), winner="Queens", points=(7, 3))

    assert leaders((GAMES[0], other), 1) == {"Kings, 1 of 1 won, 7 points", "Queens, 1 of 1 won, 7 points"}


def test_a_players_line_adds_up_the_games_that_they_played_as_a_substitute():
    def sat(game, team):
        return ["Ann", "Bo" if game.week == 1 else "Cy"] if team == "Kings" else []

    assert lines_of(GAMES, sat) == {
        ("Kings", "Ann"): Line(games=2, won=1, bostons=1),
        ("Kings", "Bo"): Line(games=1, won=1, bostons=1),
        ("Kings", "Cy"): Line(games=1, won=0, bostons=0),
    }


def test_lines_and_sides_are_read_from_the_pages():
    row = '<li><span class="row-main">Bo <i>substitute</i></span><span class="row-end">won 1 of 2</span></li>'
    players = f'<div class="columns"><section><h2>Kings</h2><ul>{row}</ul></section></div>'
    drawn = "<li><b>Aces</b>, North–South against Kings, Jacks, East–West against Queens</li>"

    assert lines_shown(players) == {("Kings", "Bo"): Line(games=2, won=1)}
    assert sides_shown(f"<ul>{drawn}</ul>") == {("Aces", "Kings"), ("Aces", "Jacks")}


def test_a_records_lines_are_read_by_part_and_name():
    row = '<li><span class="row-main">Week 2, July 7, 2026</span><b class="row-end">won 1 of 3</b></li>'
    record = f'<main><section aria-labelledby="nights"><ul>{row}</ul></section></main>'

    assert record_shown(record) == {"nights": {"Week 2": (1, 3)}}
    assert tallied([("Ray", True), ("Mo", False), ("Ray", False)]) == {"Ray": (1, 2), "Mo": (0, 1)}
