"""The public pages, which need no sign-in."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.bracket.commands_bracket import start_phase_two
from scoring.rounds.commands_seating_by_hand import choose_who_rests
from scoring.standings.board import board
from scoring.tasks import tick
from tests import build
from tests.pages.visit import still_clock
from tools.rehearsal.browser import read
from tournament.entries.commands_sign_up import add_player
from tournament.floor.commands_substitutes import seat_substitute
from tournament.models import Game

pytestmark = pytest.mark.slow


def practice(teams=4, **plan):
    event = build.event(is_practice=True, **plan)
    build.teams(event, teams)
    return event


def looked_at(event, path=""):
    answer = Client().get(f"/{event.slug}/{path}")
    assert answer.status_code == 200
    return read(answer.content.decode())


def rows(page):
    return [row.words for row in page.find("tr", data_team="*")]


def placards(event):
    return looked_at(event, "placards/").find("section", **{"class": "sheet placard"})


def slips(event):
    return looked_at(event, "slips/").find("section", **{"class": "slip"})


# --- the event ---------------------------------------------------------------------------------


def test_the_event_page_shows_clock_day_and_sign_up():
    event = practice(2, venue="South Side Hall")
    still_clock(event, build.at(14, 30))

    page = looked_at(event)

    assert page.one("h1").words == "Pride South Bid Whist"
    assert "Meet & greet 30:00" in page.one(id="now").words
    assert "3:00–5:00 PM Phase I" in page.words
    assert "Breaks of 5 minutes at 3:30, 4:00, 4:30, 5:00, 5:30, 6:00 and 6:30." in page.words
    links = page.find("a", href=f"http://testserver/{event.slug}/sign-up/")
    assert [link.words for link in links] == ["Sign up"]


def test_a_team_finds_its_table_or_that_it_has_the_bye_without_signing_in():
    event = practice(5, tables=2)
    build.called_round(event)
    still_clock(event, build.at(15, 2))

    found = [looked_at(event, f"?team={number}").one("div", **{"class": "found"}).words for number in (3, 5)]

    assert found == [
        "● 3 Team 3 Round 1 Table 2 North–South, against Team 4",
        "★ 5 Team 5 Round 1 No table now Your team bye: counts as a game won",
    ]


# --- standings ---------------------------------------------------------------------------------


def test_the_line_is_below_the_last_team_through_and_the_rest_read_the_gap():
    event = practice(6, advance_count=3)
    for game in build.called_round(event).games.order_by("table__number"):
        build.won(game)
    build.called_round(event, at=build.at(15, 30))
    still_clock(event, build.at(15, 40))

    lines = board(event, build.at(15, 40)).rows
    page = looked_at(event, "standings/")

    assert [
        row.attributes["data-team"]
        for row in page.find("tr", data_team="*")
        if "is-last-through" in row.attributes["class"]
    ] == [str(lines[2].row.number)]
    assert [line.note for line in lines] == [""] * 3 + ["one game from the top 3"] * 3


def test_a_bye_counts_without_a_lead_and_a_team_that_left_is_listed_last():
    event = practice(5)
    game = build.called_round(event).games.filter(kind="game").order_by("pk").first()

    before = rows(looked_at(event, "standings/"))
    build.hand(game)
    after = rows(looked_at(event, "standings/"))
    build.hands(game, [build.FOUR_MADE] * 2)
    event.teams.filter(number=1).update(withdrawn_at=build.at(16))

    assert [row.split()[0] for row in before] == ["–"] * 5
    assert before[4] == "– ★ Team 5 has the bye: it counts as a game won 1–0 3 +3 0 0"
    assert after[0].startswith("1 ★ Team 5 1–0")
    standings = looked_at(event, "standings/")
    assert rows(standings)[-1].startswith("left ▲ Team 1 has left 1–0")
    assert f"Standings {len(rows(standings))} teams" in standings.words


# --- seats, bracket, awards ----------------------------------------------------------------------


def test_the_seating_chart_goes_by_the_name_of_the_team():
    event = build.event(is_practice=True, tables=1)
    build.team(event, "Uptown Six")
    build.team(event, "aces & eights")
    build.called_round(event)

    assert rows(looked_at(event, "seats/")) == [
        "■ 2 aces & eights East–West, against Uptown Six 1 East–West Uptown Six",
        "▲ 1 Uptown Six North–South, against aces & eights 1 North–South aces & eights",
    ]


def test_the_bracket_of_seven_has_the_bye_on_top_and_names_open_places():
    event = practice(8)
    build.played_phase_one(event)
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))

    games = [
        (cell.one("p").words.split(" · ")[0], *(side.words for side in cell.find("li")))
        for cell in looked_at(event, "bracket/").find("li")
        if "bracket-game" in cell.attributes.get("class", "").split()
    ]

    assert [label for label, *_ in games[:-2]] == [
        "Bye",
        *(f"Quarter-final {number}" for number in (1, 2, 3)),
        "Semi-final 1",
        "Semi-final 2",
    ]
    assert games[-2:] == [
        ("Final", "Winner of semi-final 1", "Winner of semi-final 2"),
        ("Third place", "Loser of semi-final 1", "Loser of semi-final 2"),
    ]


def test_who_left_before_the_final_is_on_the_podium_with_who_came_for_them():
    event = practice(4, advance_count=4)
    build.played_phase_one(event)
    build.cut_settled(event)
    gone, by = event.teams.get(number=1).players.first(), build.organizer(event)
    seat_substitute(key=uuid4(), player=gone, name="Cy", reason="Ill", by=by, at=build.at(17))
    build.bracket_played(event)

    assert "Dee 1 & Cy & Ray 1" in looked_at(event, "awards/").words


# --- the wall ------------------------------------------------------------------------------------


def test_what_the_event_decided_is_on_the_wall_too():
    event = build.event(
        ready_minutes=3, late_forfeits="proposed", advance_count=4, breaks_at="never",
        round_minutes=120, agreed_by="teams",
        hands_from="teams", standings_shown="after_round",
    )  # fmt: skip

    words = looked_at(event, "rules/").words

    assert "A team that is not seated 3 minutes after its table is called forfeits the hand" in words
    assert "A referee is asked first." in words
    assert "five minutes" not in words.casefold()
    assert "The best 4 go on to Phase II, from 5:00 PM to 7:00 PM." in words
    assert "Breaks" not in words
    assert "or the players themselves. A result counts once both sides agree to it." in words
    assert "The standings move after each round." in words


@pytest.mark.parametrize(
    ("plays_phase_two", "revealed"), [(True, "once it is settled who goes through"), (False, "at the reveal")]
)
def test_the_rules_sheet_says_when_hidden_standings_are_shown(plays_phase_two, revealed):
    event = build.event(standings_shown="hidden", plays_phase_two=plays_phase_two)

    words = looked_at(event, "rules/").words

    assert f"The standings are shown {revealed}." in words


def test_each_table_has_a_placard_with_chairs_and_a_slip_with_teams():
    event = practice(4, tables=3)
    build.called_round(event)

    signs, papers = placards(event), slips(event)

    assert [sign.one("p", **{"class": "placard-number"}).words for sign in signs] == [
        "Table 1",
        "Table 2",
        "Table 3",
    ]
    for sentence in ("North West East South", f"http://testserver/{event.slug}/"):
        assert sentence in signs[0].words
    assert [paper.words.partition(" Hand")[0] for paper in papers] == [
        "Table 1 Round 1 North–South: 1 Team 1 (Dee 1, Ray 1) East–West: 4 Team 4 (Dee 4, Ray 4)",
        "Table 2 Round 1 North–South: 2 Team 2 (Dee 2, Ray 2) East–West: 3 Team 3 (Dee 3, Ray 3)",
    ]


def test_where_people_move_alone_a_placard_names_who_sits_there_now():
    event = build.event(is_practice=True, seating="one-up", tables=2)
    build.people(event, 8)
    build.called_round(event)

    placard, _ = placards(event)

    assert "Round 1:" in placard.words
    for seat in event.games.get(table__number=1).seats.all():
        chair = {"N": "North", "E": "East", "S": "South", "W": "West"}[seat.chair]
        assert f"{chair}: {seat.team}" in placard.words


@pytest.mark.parametrize(
    ("seating", "teams", "when", "sentences"),
    [
        ("up", 6, "each round", ["Winners: stay Losers: table 3", "Winners: table 1 Losers: stay", ""]),
        ("movement", 6, "each of the first 2 rounds", [f"The side that moves: table {to}" for to in (2, 3)]),
        ("movement", 5, "each of the first 2 rounds", [f"The side that moves: table {to}" for to in (2, 3)]),
        ("movement", 9, "", []),
        ("movement", 2, "", []),
        ("swiss", 6, "", []),
    ],
)
def test_a_placard_says_where_its_players_go_and_for_how_long(seating, teams, when, sentences):
    event = practice(teams, tables=4, seating=seating)

    goes = [sign.find("p", **{"class": "placard-goes"}) for sign in placards(event)]

    first = f"After {when}, with 3 tables: "
    assert [part[0].words.removeprefix(first) for part in goes[:2] if part] == sentences[:2]
    assert goes[3] == []


def test_a_slip_has_a_line_for_each_sides_total_where_results_come_in_so():
    for way, tables in (("totals", ["The total of the game"]), ("either", ["", "Or only the total"])):
        event = practice(4, tables=3, results_by=way)
        build.called_round(event)

        slip = slips(event)[0]

        named = [one.one("caption").words if one.find("caption") else "" for one in slip.find("table")]
        assert named == tables
        total = slip.find("table")[-1]
        assert [row.words for row in total.find("th", scope="row")] == ["North–South", "East–West"]
        figures = [heading.words for heading in total.find("th", scope="col")]
        assert figures == ["Side", "Hands", "Points", "Bostons", "Won it"]
        assert slip.one("div", **{"class": "sign"}).words == "North–South East–West"


def test_a_slip_names_the_two_of_three_who_sit():
    event = practice(2, tables=1, third_player=True)
    for team in event.teams.all():
        add_player(team=team, key=uuid4(), name=f"Cy {team.number}", by=build.organizer(event), at=build.MEET)
    game = build.called_round(event).games.get()
    dee = game.team("NS").players.first()
    choose_who_rests(game=game, player=dee, by=build.organizer(event), at=build.at(15, 1))

    [slip] = slips(event)

    number = game.team("NS").number
    assert f"(Ray {number}, Cy {number})" in slip.words
    assert dee.name not in slip.words


# --- open play, for a visitor --------------------------------------------------------------


def in_line(event, number):
    """What the event's page says of a team: its table, or what it waits for."""
    return looked_at(event, f"?team={number}").one(id="finder").words


def test_in_open_play_the_event_page_says_who_is_next_and_about_when():
    event = build.openly(7, tables=2, is_practice=True)
    tick(build.THREE)
    still_clock(event, build.at(15, 5))
    seated = {team.number for game in Game.objects.open() for team in game.teams()}
    first, *_ = sorted(set(range(1, 8)) - seated)

    assert looked_at(event).one(id="next-in-line").words.startswith("Who is next 1")
    assert "is 1st in line. About" in in_line(event, first)
    assert "Table" in in_line(event, min(seated))


@pytest.mark.parametrize(
    ("plays_phase_two", "hour", "comes"),
    [(True, 4, "Next comes the cut."), (False, 6, "Next come the awards.")],
)
def test_when_no_more_game_fits_the_event_page_sends_nobody_to_wait(plays_phase_two, hour, comes):
    event = build.openly(5, tables=1, is_practice=True, plays_phase_two=plays_phase_two)
    still_clock(event, build.at(hour + 12, 58))
    waits = event.teams.exclude(pk__in=Game.objects.open().get().everybody_ids()).first()

    over = f"No more games can finish before the whistle at {hour + 1}:00 PM. {comes}"
    assert f"has no game now. {over}" in in_line(event, waits.number)
    assert looked_at(event).one(id="next-in-line").words == f"Who is next {over}"


# --- shared places --------------------------------------------------------------------------------


def test_the_certificate_says_who_shares_a_place():
    event = practice(6, advance_count=3)
    for game in build.called_round(event).games.select_related("event"):
        build.won(game)
    build.cut_settled(event)

    page = looked_at(event, "certificate/")

    assert ["Place 4 is shared." in row.words for row in page.find("tr")[1:]] == [False] * 3 + [True] * 3
    assert "share a place, if nothing depends on it" in page.words
