"""The page of the tables: each with its zone, its referee, and whether it is in use."""

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import opened, organizer_of, still_clock
from tools.rehearsal.browser import Element, read
from tournament.models import Game


@pytest.fixture
def event():
    made = build.event(is_practice=True, tables=4)
    build.teams(made, 4)
    still_clock(made, build.THREE)
    return made


def address(event, number=""):
    return f"/{event.slug}/floor/set-up/{f'{number}/' if number else ''}"


def test_every_table_is_there_with_what_is_set(event, organizer):
    jo = build.referee(event, "Jo").badge

    page = organizer.post(
        address(event, 2), {"zone": "By the door", "is_accessible": "on", "referee": jo.pk}, follow=True
    )

    assert page.redirect_chain == [(f"{address(event)}#table-2", 302)]
    assert "Table 2 wheelchair-accessible · By the door · Jo looks after it" in words(page)
    assert "4 in use" in words(page)


def test_the_hall_leads_to_the_line_of_settings_that_has_their_number(event, organizer):
    [link] = opened(event, "floor/set-up/", organizer).one("header", **{"class": "page-header"}).find("a")
    line = opened(event, "event/", organizer).one(id=link.attributes["href"].partition("#")[2])

    [summary] = next(Element(fold) for fold in line.node.iterancestors("details")).find("summary")

    assert "There are 4 tables." in summary.words


def test_fewer_tables_than_games_are_said_while_the_hall_is_set_up():
    event = build.event(is_practice=True, tables=5)
    still_clock(event, build.MEET)
    ann = organizer_of(event)

    def warning_for(teams):
        build.teams(event, teams)
        return words(ann.get(f"/{event.slug}/event/fit/"))

    enough, few = warning_for(10), warning_for(3)

    for path in ("floor/set-up/", "event/"):
        assert f'hx-get="/{event.slug}/event/fit/"' in ann.get(f"/{event.slug}/{path}").content.decode()
    assert "10 teams on 5 tables: 4 games each in rounds, about 5 games each in open play." in enough
    assert (
        "13 teams on 5 tables: 1 or 2 games each in rounds, 3 or 4 games each in rounds that some sit "
        "out, about 4 games each in open play. 1 more table would seat everybody at once."
    ) in few


def test_a_table_put_out_of_use_offers_to_move_its_game(event, organizer):
    build.called_round(event)
    game = Game.objects.with_everybody().get(table__number=2)

    page = organizer.post(address(event, 2), {"is_out_of_use": "on"}, follow=True)
    assert "Table 2 is out of use. Move its game to another table below" in words(page)
    assert f"{game} still play here. Their game can move as it is: to table 3 4 Move the game" in words(page)

    page = organizer.post(
        f"/{event.slug}/seating/move/?at=tables",
        {"game": game.pk, "table": 4, "reason": "Table 2 is out of use."},
        follow=True,
    )
    assert page.redirect_chain == [(address(event), 302)]
    assert f"{game} is at Table 4 now." in words(page)


def test_a_tables_forms_are_on_the_page_once_its_fold_is_open(event, organizer):
    closed = read(organizer.get(address(event)).content.decode())
    opened = read(organizer.get(f"{address(event)}?open=2").content.decode())

    assert closed.find("input", name="zone") == []
    [zone] = opened.find("input", name="zone")
    assert zone.attributes["id"] == "table-2-zone"
    assert "open" in opened.one("details", id="table-2").attributes
