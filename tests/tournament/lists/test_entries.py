"""The entry made from each row of a list, or what is wrong with the row."""

import random
from time import process_time
from uuid import uuid4

import pytest

from rules.competition.taking_part import WayOfTakingPart
from tests import build
from tests.tournament.lists.files import workbook
from tournament.entries.commands_presence import withdraw_team
from tournament.entries.commands_sign_up import sign_up_single
from tournament.errors import Refused
from tournament.lists.columns import recognized
from tournament.lists.list_entries import entries, entry_of
from tournament.lists.reading import Row, read_list, with_cells

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


@pytest.mark.parametrize(
    "headings",
    [
        "player1_first_name,player1_last_name,player2_first_name,player2_last_name,team_name",
        "Player 1 First,Player 1 Last,Player 2 First,Player 2 Last,Team",
        "First Name,Surname,Partner’s first name,Partner’s last name,What is the name of your team?",
    ],
)
def test_first_and_last_names_in_two_columns_are_one_name(event, headings):
    assert [brief(entry) for entry in read(event, f"{headings}\nAnn,Brown,Ray,Lee,Aces")] == [ACES]


def test_a_last_name_comes_behind_the_first_in_any_order_of_columns(event):
    (entry,) = read(event, "Last name,First name,Partner\nBrown,Ann,Ray Lee")

    assert entry.players == ("Ann Brown", "Ray Lee")


@pytest.mark.parametrize(
    "heading", ["What is your partner's full name?", "your partner's name", "Partner (first and last name)"]
)
def test_a_partner_is_asked_for_in_many_ways(event, heading):
    (entry,) = read(event, f"Timestamp,Full name,{heading}\n6/1,Ann Brown,Ray Lee")

    assert entry.players == ("Ann Brown", "Ray Lee")


def test_each_player_has_their_own_phone_or_email(event):
    text = "Team,Player 1,Player 1 Phone,Player 2,Player 2 E-mail\nAces,Ann,312 555 0199,Ray,ray@example.org"

    (entry,) = read(event, text)

    assert entry.contacts == ("312 555 0199", "ray@example.org")


@pytest.mark.parametrize("headings", ["Phone,Email", "Phone,E-mail", "Email,Phone"])
@pytest.mark.parametrize("other", ["Phone,Contact", "Mobile,Telephone"])
def test_a_player_has_one_contact_an_email_before_a_number(event, headings, other):
    people = "\nAnn,312 555 0199,ann@example.org\nRay,ray@example.org,312 555 0188\nMo,,312 555 0177"

    found = read(event, f"Name,{headings}{people}")
    (entry,) = read(event, f"Name,{other}\nKim,312 555 0166,312 555 0155")

    assert [each.contact for each in found] == ["ann@example.org", "ray@example.org", "312 555 0177"]
    assert entry.contact == "312 555 0166"


@pytest.mark.parametrize(
    "cells",
    [
        "312 555 0199,312 555 0188",
        "312 555 0199,ann@example.org,312 555 0188,ray@example.org",
        "ann@example.org,ray@example.org,312 555 0199",
    ],
)
@pytest.mark.parametrize("names", ["Aces,Ann,Ray", "Ann & Ray"])
def test_a_second_number_or_email_without_headings_is_the_second_players(event, names, cells):
    (entry,) = read(event, f"{names},{cells}")
    (other, _, _) = read(event, f"Aces: Ann & Ray,{cells}\nKings: Mo & Jo\nTens: Al & Bea")

    contacts = ("ann@example.org", "ray@example.org") if "@" in cells else ("312 555 0199", "312 555 0188")
    assert (entry.contacts, other.contacts) == (contacts, contacts)


def test_headings_are_found_below_the_lines_of_a_title(event):
    text = "Spring night\nUptown hall,June 3\n\nTeam,Player 1,Player 2\nAces,Ann Brown,Ray Lee"

    assert [brief(entry) for entry in read(event, text)] == [ACES]
    assert recognized(read_list(text.encode()), event.way).heading == 4


@pytest.mark.parametrize(
    "text",
    [
        'Team,Player 1,Player 2\nAces,"Brown, Ann","Lee, Ray"',
        "Aces: Brown, Ann & Lee, Ray",
        "Team;Players\nAces;Brown, Ann & Lee, Ray",
    ],
)
def test_a_last_name_before_a_comma_is_turned_round(event, text):
    assert [brief(entry) for entry in read(event, text)] == [ACES]


def test_people_who_come_alone_are_turned_round_too():
    event = build.event(seating="alone")

    assert [entry.team for entry in read(event, "Adams, Ann\nLee, Ray\n")] == ["Ann Adams", "Ray Lee"]


def test_what_follows_a_name_is_no_first_name(event):
    (entry,) = read(event, 'Name,Partner\n"Ray Lee, Jr.",Ann')

    assert entry.players == ("Ray Lee, Jr.", "Ann")


def test_two_whole_names_with_a_comma_are_asked_about(event):
    (entry,) = read(event, 'Player 1,Player 2\n"Van Dyke, Ann Marie",Ray')

    assert entry.words == (
        "“Van Dyke, Ann Marie” can be one person or two. Write one as Ann Brown, and two as Ann Brown & "
        "Ray Lee."
    )


def test_a_row_for_each_person_with_the_name_of_the_team_becomes_teams(event):
    text = "Team,Name,Phone\nAces,Ann Brown,312 555 0199\nKings,Mo,\naces,Ray Lee,312 555 0188\nKings,Jo,"

    first, second = read(event, text)

    assert (brief(first), first.rows) == (ACES, (4,))
    assert first.contacts == ("312 555 0199", "312 555 0188")
    assert brief(second) == ("new", "Kings", ("Mo", "Jo"))


def test_a_third_person_in_a_team_of_two_is_an_error_in_all_its_rows(event):
    found = read(event, "Team,Name\nAces,Ann\nAces,Ray\nAces,Mo")

    assert [entry.words for entry in found] == [
        "3 people are in Aces, and a team is two. Correct the name of the team in one of the rows 2, 3 and 4."
    ] * 3


def test_of_a_couple_that_is_there_from_both_sides_each_keeps_their_number(event):
    first, second = read(event, "Name,Partner,Phone\nAnn,Ray,312 555 0199\nRay,Ann,312 555 0188")

    assert (first.contacts, second.state) == (("312 555 0199", "312 555 0188"), "known")


@pytest.mark.parametrize(
    "other", ["Tens, Al, Bea", "Tens\tAl\tBea", "Tens; Al; Bea", "Tens: Al, Bea", "Tens, Al & Bea"]
)
def test_a_line_written_in_another_way_leaves_the_others_as_they_are(event, other):
    lines = [f"Team {number}: Ann {number} & Ray {number}" for number in range(5)]

    found = read(event, "\n".join([*lines[:2], other, *lines[2:]]))

    assert [brief(entry) for entry in found if entry.team != "Tens"] == [
        ("new", f"Team {number}", (f"Ann {number}", f"Ray {number}")) for number in range(5)
    ]
    assert brief(found[2]) == ("new", "Tens", ("Al", "Bea"))


@pytest.mark.parametrize(
    ("usual", "other"), [("Ann {0}, Ray {0}", "Tens, Al, Bea"), ("T {0}, A, B {0}", "Tens: Al & Bea")]
)
def test_a_line_is_read_by_itself_among_lines_of_cells(event, usual, other):
    lines = [usual.format(number) for number in range(5)]

    found = read(event, "\n".join([*lines, other]))

    assert [entry.state for entry in found] == ["new"] * 6
    assert brief(found[5]) == ("new", "Tens", ("Al", "Bea"))


def test_text_after_the_names_is_a_contact_or_an_error(event):
    lines = "Aces: Ann & Ray\nKings: Mo & Jo, 312 555 0199\nTens: Al & Bea, Chicago"

    first, second, third = read(event, lines)

    assert (first.state, second.contact, third.state) == ("new", "312 555 0199", "wrong")


def test_a_long_cell_is_an_error_of_its_row_unless_it_is_not_imported(event):
    text = f"Team,Player 1,Player 2,Comments\nAces,{'A' * 1_001},Ray,\nKings,Ann,Mo,{'x' * 5_000}"

    first, second = read(event, text)

    assert first.words[:35] == "B2 has more than 1,000 characters. "
    assert brief(second) == ("new", "Kings", ("Ann", "Mo"))


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


def test_phone_home_and_wheelchair_are_imported_too(event):
    text = "Team,Player 1,Player 2,Phone,City,Wheelchair\nAces,Ann,Ray,+1 312 555 0199,Chicago,Yes"

    (entry,) = read(event, text)

    assert (entry.contact, entry.home, entry.accessible) == ("+1 312 555 0199", "Chicago", True)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("Aces,Ann,Ann", "Ann is there twice."),
        ("Aces,Ann,", "A team is two players"),
        ("Aces,,", "There is no name in this row."),
        (f"Aces,{'A' * 61},Ray", "At most 60 characters for a player’s name."),
        (f"{'A' * 61},Ann,Ray", "At most 60 characters for a team’s name."),
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


def test_doubles_are_matched_in_either_order_and_any_spelling(event):
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


@pytest.mark.parametrize(
    "status",
    [
        *("Not Attending", "Deleted", "Refunded", "refunded/canceled", "Canceled", "Cancelled"),
        *("Transferred", "Abandoned"),
    ],
)
def test_who_gave_a_ticket_back_is_named_and_does_not_come_in(event, status):
    shop = "Order Status,First Name,Last Name,Team,Who is your partner?,Attendee Status\n"
    [gone, coming] = read(
        event, f"{shop}Completed,Mo,Day,Kings,Kim Park,{status}\nCompleted,Ann,Brown,Aces,Ray Lee,Attending"
    )

    assert (brief(gone), gone.comes_in) == (("out", "", ("Mo Day Kings Kim Park",)), False)
    assert gone.words == f"Not read, because it says “{status}”."
    assert brief(coming) == ACES


@pytest.mark.parametrize("status", ["Attending", "Checked In", "Unpaid", "Partially Refunded", ""])
def test_who_has_a_ticket_comes_in(event, status):
    [entry] = read(event, f"Attendee Status,Team,Player 1,Player 2\n{status},Aces,Ann Brown,Ray Lee")

    assert brief(entry) == ACES


def test_of_a_team_half_of_which_comes_the_row_is_asked_about(event):
    shop = "Team,First Name,Last Name,Attendee Status\n"
    found = read(event, f"{shop}Aces,Ann,Brown,Attending\nAces,Ray,Lee,Refunded")

    assert [entry.state for entry in found] == ["wrong", "out"]


def test_two_columns_with_one_heading_are_refused(event):
    with pytest.raises(Refused, match="Columns B and C both look like “First player”"):
        read(event, "Team,Player,player\nAces,Ann,Ray")


def test_a_list_in_which_no_column_has_names_asks_which_has(event):
    with pytest.raises(Refused, match="No heading says who plays"):
        read(event, "Phone,City\n312 555 0199,Chicago")


@pytest.mark.both
def test_an_entry_is_the_same_after_it_was_stored(event):
    for entry in read(event, "Aces,Ann,Ray\nAces,Ann,Ann"):
        assert entry_of(entry.as_json()) == entry


def test_reading_takes_two_statements_however_long_the_list(event, django_assert_num_queries):
    build.teams(event, 3)
    rows = read_list("".join(f"Ann {number} & Ray {number}\n" for number in range(50)).encode())

    with django_assert_num_queries(2):
        list(entries(event, rows, recognized(rows, event.way)))


PIECES = [
    "Ann",
    "Ray Lee",
    "Adams, Ann",
    " & ",
    ", ",
    ";",
    "\t",
    ":",
    "\n",
    "Team",
    "Player 1",
    "Partner",
    "First name",
]
PIECES += ["Phone", "312 555 0199", "=", "-", "sep=;\n", '"', "\r\n", "1.", "Jr.", "and", " "]


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize("seating", ["alone", ""])
def test_any_lines_become_entries_or_a_refusal_and_each_row_is_in_one(event, seating):
    event = build.event(seating="alone", name="Alone") if seating else event
    chance = random.Random(7)
    for _ in range(400):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 30)))
        try:
            rows = read_list(text.encode())
            columns = recognized(rows, event.way)
            found = list(entries(event, rows, columns))
        except Refused:
            continue

        assert sorted(number for each in found for number in (each.row, *each.rows)) == [
            row.number for row in rows if row.number > columns.heading
        ], text
        changed = with_cells(text.encode(), {rows[-1].number: rows[-1].cells})
        assert [row.number for row in read_list(changed)] == [row.number for row in rows], text


@pytest.mark.parametrize(
    "cell", [f"a{' ' * 998}a", f"a@{'.' * 900}@", "(" * 1_000, "and " * 250, "1 " * 500, "Adams, " * 140]
)
def test_no_cell_takes_more_time_than_its_length(event, cell):
    row = Row(1, (cell,) * 3)
    begun = process_time()

    list(entries(event, [Row(number, row.cells) for number in range(1, 301)], recognized([row], event.way)))

    assert process_time() - begun < 5


def test_ways_with_three_on_a_side_have_three_columns():
    way = WayOfTakingPart(key="trios", name="Trios", entrant="team", members=3)

    assert recognized(read_list(b"Ann,Ray,Mo"), way).meanings == ("player_1", "player_2", "player_3")
