"""The list of tables on a referee's phone."""

from rehearsal.browser import read
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.floor import call_referee


def a_hall(teams):
    event = build.event(is_practice=True, tables=20)
    build.teams(event, teams)
    games = list(build.called_round(event).games.exclude(kind="bye"))
    still_clock(event, build.at(15, 10))
    return event, games, wearing(build.referee(event).badge)


def test_the_list_says_who_wants_a_referee_and_why():
    event, games, jo = a_hall(4)
    call_referee(game=games[1], why="A renege?", by=build.organizer(event), at=build.at(15, 9))

    page = jo.get(f"/{event.slug}/tables/").content.decode()

    assert page.index("Wants a referee") < page.index("Team 1")
    assert "A renege?" in page
    assert "Free: table 3, table 4" in page


def test_the_list_says_which_results_wait():
    event = build.event(is_practice=True, agreed_by="teams")
    build.teams(event, 2)
    build.won(build.game(event))
    still_clock(event, build.at(15, 25))

    page = words(wearing(build.referee(event).badge).get(f"/{event.slug}/tables/"))

    assert "1 result not agreed yet Table 1 · Round 1: Team" in page
    assert "still to say so." in page


def test_a_referee_who_types_a_number_is_at_that_table():
    event, games, jo = a_hall(8)
    field = read(jo.get(f"/{event.slug}/tables/").content.decode()).one("input", id="to-table")

    typed = jo.get(f"/{event.slug}/tables/", {field.attributes["name"]: "3"}, follow=True)

    assert typed.redirect_chain[-1][0] == f"/{event.slug}/game/{games[2].pk}/"


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

    answer = wearing(build.organizer(event).badge).post(f"/{event.slug}/table/1/take/")

    assert answer.status_code == 422
    assert "Referees look after tables." in words(answer)


# --- a placard's QR code -----------------------------------------------------------------------------


def test_a_placard_leads_a_referee_to_the_game_and_says_to_others_who_plays_there(client):
    event, games, jo = a_hall(2)

    page = words(client.get(f"/{event.slug}/table/1/"))
    event.hands_from = "teams"
    event.save()

    assert jo.get(f"/{event.slug}/table/1/").url == f"/{event.slug}/game/{games[0].pk}/"
    assert "Nobody has played here yet" in words(jo.get(f"/{event.slug}/table/5/"))
    assert "Table 1 Round 1" in page
    assert "Team 1" in page
    assert "Team 2" in page
    assert "Referees enter the hands." in page
    assert "Sign this phone in with your code" in page
    assert "The teams at the table report their hands" in words(client.get(f"/{event.slug}/table/1/"))


def test_a_player_who_scans_the_own_table_is_led_to_the_own_page():
    event, games, _ = a_hall(4)
    mine = wearing(games[0].team("NS").badge)

    assert "This is your table: your page" in words(mine.get(f"/{event.slug}/table/1/"))
    assert "This is your table: your page" not in words(mine.get(f"/{event.slug}/table/2/"))
