"""The list of tables on a referee's phone, in the order in which a referee walks."""

from pages.referee.table_list import referee_tables
from scoring.recording.floor_tables import with_teams
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of
from tests.pages.visit import HTMX, organizer_of, still_clock, wearing
from tools.rehearsal.browser import read
from tournament.floor.commands_floor import call_referee, mark_seated


def a_hall(teams):
    """An event whose first round was called, its games by table, and a referee's phone."""
    event = build.event(is_practice=True, tables=20)
    build.teams(event, teams)
    games = list(build.called_round(event).games.exclude(kind="bye").order_by("table__number"))
    still_clock(event, build.at(15, 10))
    return event, games, wearing(build.referee(event).badge)


def test_the_list_says_which_results_wait():
    event = build.event(is_practice=True, agreed_by="teams")
    build.teams(event, 2)
    build.won(build.game(event))
    still_clock(event, build.at(15, 25))

    page = words(wearing(build.referee(event).badge).get(f"/{event.slug}/tables/"))

    assert "1 result not agreed yet Table 1 · Round 1: Team" in page
    assert "still to say so." in page


def test_who_wants_a_referee_comes_first_then_the_longest_silence():
    event, games, jo = a_hall(8)
    for game in games:
        build.seated(game, at=build.at(15, 2))
    build.hand(games[0], at=build.at(15, 8))
    build.hand(games[1], at=build.at(15, 18))
    call_referee(game=games[3], why="A renege?", by=build.organizer(event), at=build.at(15, 19))

    still_clock(event, build.at(15, 20))

    rows = referee_tables(event, build.at(15, 20))[:4]
    page = words(jo.get(f"/{event.slug}/tables/"))

    assert [(row.number, row.state.word, row.note) for row in rows] == [
        (4, "Wants a referee", "A renege?"),
        (3, "Hand 1", "Nothing entered for 15 minutes."),
        (1, "Hand 2", "Nothing entered for 12 minutes."),
        (2, "Hand 2", "Nothing entered for 2 minutes."),
    ]
    sentences = ["Wants a referee", "A renege?", "Nothing entered for 15 minutes.", "Free: table 5, table 6"]
    assert sorted(sentences, key=page.index) == sentences


def test_ones_own_table_a_call_and_a_coming_forfeit_are_urgent():
    event, games, _ = a_hall(8)
    jo = build.referee(event).badge
    event.tables.filter(number=1).update(referee=jo)
    for game in games[:3]:
        build.seated(game, at=build.at(15, 2))
    call_referee(game=games[1], why="A renege?", by=build.organizer(event), at=build.at(15, 2))

    early, late = (
        [row.number for row in referee_tables(event, build.at(15, *time), jo) if row.is_pressing]
        for time in ((3, 59), (4, 20))
    )

    assert (early, late) == ([1, 2], [1, 2, 4])


def test_a_table_shows_its_teams_and_time_and_its_last_game_until_the_next():
    event, [game], _ = a_hall(2)
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(15, 1))

    [sitting] = with_teams(event, referee_tables(event, build.at(15, 1, 2))[:1])
    build.won(game)
    [over] = with_teams(event, referee_tables(event, build.at(15, 25))[:1])

    assert (sitting.state.key, sitting.state.left.text) == ("sitting", "3:58")
    assert [side.is_seated for side in sitting.sides] == [True, False]
    assert (over.state.key, over.score) == ("over", "3–0")
    assert [side.is_winner for side in over.sides] == [True, False]


def test_a_referee_who_types_a_number_is_at_that_table():
    event, games, jo = a_hall(8)
    field = read(jo.get(f"/{event.slug}/tables/").content.decode()).one("input", id="to-table")

    typed = jo.get(f"/{event.slug}/tables/", {field.attributes["name"]: "3"}, follow=True)

    assert typed.redirect_chain[-1][0] == sheet_of(games[2])


# --- who claims a table ------------------------------------------------------------------------------


def test_a_referee_takes_a_table_finds_it_first_and_gives_it_back():
    event, _, jo = a_hall(6)
    event.tables.filter(number=20).update(is_out_of_use=True)

    jo.post(f"/{event.slug}/table/3/take/")
    page = jo.get(f"/{event.slug}/tables/")
    given_back = jo.post(f"/{event.slug}/table/3/give-back/", headers=HTMX)
    out_of_use = jo.post(f"/{event.slug}/table/20/take/")

    assert [row.number for row in page.context["results"].rows] == [3, 1, 2]
    assert "Mine Round 1 Give back table 3" in words(page)
    assert "Claim table 3" in words(given_back)
    assert "Table 20 is out of use." in words(out_of_use)
    assert event.tables.get(number=3).referee is None
    assert [entry.words for entry in event.log.filter(action__startswith="table.").order_by("pk")] == [
        "Jo looks after table 3.",
        "Jo no longer looks after table 3.",
    ]


def test_another_referee_takes_a_table_over_and_the_log_says_from_whom():
    event, _, jo = a_hall(2)
    jo.post(f"/{event.slug}/table/1/take/")
    al = wearing(build.referee(event, "Al").badge)

    refused = al.post(f"/{event.slug}/table/1/give-back/")
    al.post(f"/{event.slug}/table/1/take/")

    assert refused.status_code == 422
    assert "Jo looks after Table 1. Take it yourself, or ask them to give it back." in words(refused)
    assert event.tables.get(number=1).referee.name == "Al"
    assert event.log.last().words == "Al looks after table 1. Jo looked after it before."


def test_an_organizer_gives_tables_to_referees_and_takes_none():
    event, _, _ = a_hall(2)

    answer = organizer_of(event).post(f"/{event.slug}/table/1/take/")

    assert answer.status_code == 422
    assert "Referees look after tables." in words(answer)


# --- a placard's QR code -----------------------------------------------------------------------------


def test_a_placard_opens_the_game_for_referees_and_names_it_to_others(client):
    event, games, jo = a_hall(2)

    page = words(client.get(f"/{event.slug}/table/1/"))
    event.hands_from = "teams"
    event.save()

    for sentence in ("Table 1 Round 1", "Team 1", "Team 2", "Referees enter the hands."):
        assert sentence in page
    assert "Sign this phone in with your code" in page
    assert "The teams at the table report their hands" in words(client.get(f"/{event.slug}/table/1/"))
    assert jo.get(f"/{event.slug}/table/1/").url == sheet_of(games[0])
    assert "Nobody has played here yet" in words(jo.get(f"/{event.slug}/table/5/"))


def test_a_player_who_scans_the_own_table_is_led_to_the_own_page():
    event, games, _ = a_hall(4)
    mine = wearing(games[0].team("NS").badge)

    assert "This is your table: your page" in words(mine.get(f"/{event.slug}/table/1/"))
    assert "This is your table: your page" not in words(mine.get(f"/{event.slug}/table/2/"))
