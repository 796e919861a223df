"""The entry made from each row of a list, or what is wrong with the row."""

from uuid import uuid4

import pytest

from rules.competition.taking_part import WayOfTakingPart
from tests import build
from tests.tournament.lists.files import workbook
from tournament.commands.teams.presence import withdraw_team
from tournament.commands.teams.sign_up import sign_up_single
from tournament.errors import Refused
from tournament.queries.lists.columns import recognized
from tournament.queries.lists.entries import entries, entry_of
from tournament.queries.lists.reading import read_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def read(event, text):
    rows = read_list(text.encode() if isinstance(text, str) else text)
    return list(entries(event, rows, recognized(rows, event.way)))


def brief(entry):
    return entry.state, entry.team, entry.players


ACES = ("new", "Aces", ("Ann Brown", "Ray Lee"))


@pytest.mark.parametrize(
    "text",
    [
        "Team,Player 1,Player 2\nAces,Ann Brown,Ray Lee",
        "Timestamp;Your name;Partner’s name;Team name\n6/1;Ann Brown;Ray Lee;Aces",
        "Name,Player 1,Player 2\nAces,Ann Brown,Ray Lee",
        "First name,Last name,Partner first name,Partner last name,Team\nAnn,Brown,Ray,Lee,Aces",
        "Players,Team\nAnn Brown & Ray Lee,Aces",
        "Aces,Ann Brown,Ray Lee",
        "1\tAces\tAnn Brown\tRay Lee\t312 555 0199",
        "Aces: Ann Brown & Ray Lee",
        "1. Aces: Ann Brown and Ray Lee",
        "- Aces: Ann Brown / Ray Lee",
    ],
)
def test_a_team_is_found_however_the_list_is_written(event, text):
    assert [brief(entry) for entry in read(event, text)] == [ACES]


@pytest.mark.parametrize("text", ["Ann Brown & Ray Lee", "Ann Brown,Ray Lee", "2) Ann Brown + Ray Lee"])
def test_a_team_without_a_name_is_called_after_its_players(event, text):
    assert [brief(entry) for entry in read(event, text)] == [
        ("new", "Ann Brown & Ray Lee", ("Ann Brown", "Ray Lee"))
    ]


@pytest.mark.parametrize("partner", ["", "?", "none", "TBD", "Looking for a partner", "-"])
def test_one_name_alone_looks_for_a_partner(event, partner):
    assert [brief(entry) for entry in read(event, f"Name,Partner\nKim Park,{partner}")] == [
        ("new", "", ("Kim Park",))
    ]


def test_people_who_come_alone_are_one_a_row():
    event = build.event(seating="alone")

    assert [brief(entry) for entry in read(event, "Ann Brown\nRay Lee")] == [
        ("new", "Ann Brown", ("Ann Brown",)),
        ("new", "Ray Lee", ("Ray Lee",)),
    ]


def test_a_number_to_reach_them_where_they_are_from_and_their_table_come_too(event):
    text = "Team,Player 1,Player 2,Phone,City,Wheelchair\nAces,Ann,Ray,+1 312 555 0199,Chicago,Yes"

    (entry,) = read(event, text)

    assert (entry.contact, entry.home, entry.accessible) == ("+1 312 555 0199", "Chicago", True)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("Aces,Ann,Ann", "Ann is there twice."),
        ("Aces,Ann,", "A team is two players"),
        ("Aces,,", "There is no name in this row."),
        (f"Aces,{'A' * 61},Ray", "At most 60 characters for a player's name."),
        (f"{'A' * 61},Ann,Ray", "At most 60 characters for a team's name."),
        ("=HYPERLINK(1),Ann,Ray", "A2 begins with =, as a formula does."),
        ("Aces,@Ann,Ray", "B2 begins with @"),
        ("Aces,#REF!,Ray", "B2 shows #REF!."),
        ("Aces,Jos\u00c3\u00a9,Ray", "was saved with the wrong letters"),
        ("Aces,Jos\ufffd,Ray", "was saved with the wrong letters"),
        ('Aces,"Ann\nBrown",Ray', "B2 goes over two lines."),
        ("Team,Player 1,Player 2", "These are the headings again."),
    ],
)
def test_what_is_wrong_in_a_row_is_said(event, row, sentence):
    (entry,) = read(event, f"Team,Player 1,Player 2\n{row}")

    assert (entry.state, entry.row) == ("wrong", 2)
    assert sentence in entry.words


def test_a_formula_in_a_workbook_is_wrong_too(event):
    (entry,) = read(event, workbook(["Team", "Player 1", "Player 2"], ["Aces", "=B1", "Ray"]))

    assert (entry.state, entry.words[:20]) == ("wrong", "B2 begins with =, as")


def test_what_an_export_guarded_comes_in_as_it_was(event):
    (entry,) = read(event, "Team,Player 1,Player 2\n'+1 Aces,Ann,Ray")

    assert brief(entry) == ("new", "+1 Aces", ("Ann", "Ray"))


def test_doubles_are_matched_whichever_partner_comes_first_and_however_they_are_typed(event):
    first, second, third = read(event, "Aces,Ann Brown,Zoë Lee\nKings,zoe lee,ANN  BROWN\nTens,Zoe Lee,Mo")

    assert (first.state, second.state, second.words) == (
        "new",
        "known",
        "The same as row 1: it comes in once.",
    )
    assert (third.state, third.words[:23]) == ("new", "Zoe Lee is in row 1, to")


def test_who_is_signed_up_already_is_left_out(event):
    team = build.team(event, "Kitty Katz")
    names = [player.name for player in team.players.all()]
    sign_up_single(event=event, key=uuid4(), name="Kim Park", by=build.organizer(event), at=build.MEET)

    first, second, third = read(event, f"Players\n{' & '.join(names)}\nKim Park\nKitty Katz: Mo & Jo")

    assert (first.state, first.words) == ("known", "Signed up already: team 1.")
    assert second.state == "known"
    assert (third.state, third.words[:34]) == ("wrong", "There is a team called Kitty Katz ")


def test_a_withdrawn_team_returns(event):
    team = withdraw_team(team=build.team(event), by=build.organizer(event), at=build.MEET)

    (entry,) = read(event, " & ".join(player.name for player in team.players.all()))

    assert (entry.state, entry.words) == ("back", "Withdrawn before: team 1 returns.")


def test_two_columns_with_one_heading_are_refused(event):
    with pytest.raises(Refused, match="“player” is the heading of columns B and C"):
        read(event, "Team,Player,player\nAces,Ann,Ray")


def test_a_list_in_which_no_column_has_names_asks_which_has(event):
    with pytest.raises(Refused, match="No heading says who plays"):
        read(event, "Phone,City\n312 555 0199,Chicago")


def test_an_entry_is_the_same_after_it_was_stored(event):
    for entry in read(event, "Aces,Ann,Ray\nAces,Ann,Ann"):
        assert entry_of(entry.as_json()) == entry


def test_reading_takes_two_statements_however_long_the_list(event, django_assert_num_queries):
    build.teams(event, 3)
    rows = read_list("".join(f"Ann {number} & Ray {number}\n" for number in range(50)).encode())

    with django_assert_num_queries(2):
        list(entries(event, rows, recognized(rows, event.way)))


def test_ways_with_three_on_a_side_have_three_columns():
    way = WayOfTakingPart(key="trios", name="Trios", entrant="team", members=3)

    assert recognized(read_list(b"Ann,Ray,Mo"), way).meanings == ("player_1", "player_2", "player_3")
