"""A name is the same whether a keyboard or a phone typed its apostrophe, quotation marks and spaces."""

from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.tasks import work_on_lists
from seasons.clubs.commands_clubs import change_club
from seasons.clubs.commands_templates import save_template
from seasons.leagues.commands_leagues import find_or_make_league
from seasons.leagues.commands_pool import put_into_pool
from seasons.leagues.results import read_results
from seasons.people.commands_merging import merge_teams, undo_merge
from seasons.people.commands_people import correct_person
from seasons.people.people_of_club import people_of
from seasons.series.commands_series import make_series
from tests import build
from tests.seasons.nights import Night, person
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_corrections import rename_player, rename_team
from tournament.entries.commands_partners import give_crew_partner
from tournament.entries.commands_sign_up import add_player, pair_singles, sign_up_single, sign_up_team
from tournament.entries.desk_board import desk_board
from tournament.erasing.commands_taking_out import take_out_player
from tournament.errors import Refused
from tournament.floor.commands_substitutes import seat_substitute
from tournament.lists.commands_imports import ask_import, confirm_import
from tournament.models.typed_names import APOSTROPHES, QUOTES, clean_name, plain
from tournament.money.commands_donations import take_donation

pytestmark = pytest.mark.django_db

STORED = "Mo “Ace” O’Neil"
TYPED = ('Mo "Ace" O\'Neil', STORED, "Ｍｏ\u00a0\u00a0”Ace“\u202fO´Neil")
"""The name as a keyboard types it, as a phone does, and with what is rarer."""
KEYBOARD, PHONE = "Mo O'Neil", "Mo O’Neil"


@pytest.fixture
def night():
    """An event of teams of three, of whom two sit, with four people whom the club knows."""
    return Night("Dee", "Ray", "Kim", "Lou", third_player=True).known()


def enters(night):
    return {"event": night.event, "key": uuid4(), "by": night.by, "at": build.MEET}


def signed_up(night, *players, name="", **more):
    return sign_up_team(**enters(night), name=name, players=players, **more)


def looks(night, name):
    return sign_up_single(**enters(night), name=name)


def sits_in(night, name):
    return seat_substitute(
        key=uuid4(), player=night.player("Dee"), name=name, reason="Ill", by=night.by, at=build.MEET
    )


def respelled(night, name, of="Dee"):
    return rename_player(player=night.player(of), name=name, by=night.by, at=build.MEET)


def renamed(night, name):
    return rename_team(team=night.player("Dee").team, name=name, by=night.by, at=build.MEET)


def joined(night, name):
    return add_player(team=night.player("Dee").team, key=uuid4(), name=name, by=night.by, at=build.MEET)


def crew_partner(night, name, of="Al"):
    return give_crew_partner(key=uuid4(), player=looks(night, of), name=name, by=night.by, at=build.MEET)


def paired(night, name):
    return pair_singles(**enters(night), players=[looks(night, "Al"), looks(night, "Bo")], name=name)


def imported(night, name):
    ask_import(**enters(night), content=f"Players\n{name} & Al\n".encode())
    work_on_lists(timezone.now())
    confirm_import(event=night.event, leaves_out=False, by=night.by, at=build.MEET)
    work_on_lists(timezone.now())
    return night.event.players.exclude(name="Al").latest("pk")


def known(night, name):
    facts = {"contact": "", "may_contact": False, "is_minor": False, "guardian": ""}
    return correct_person(**night.press, person=person("Dee"), name=name, **facts)


def in_league(night, name):
    league = find_or_make_league(club=night.club, name="Tuesday", teams=[name], at=build.MEET)
    return league.teams.get()


def parted(night, name):
    """Merge a team of this name into another, let somebody else take the name, and undo the merge."""
    team = night.player("Dee").team
    merge_teams(team=team, other=signed_up(night, "Al", "Bo", name=KEYBOARD), by=night.by, at=build.MEET)
    signed_up(night, "Cy", "Di", name=name)
    return undo_merge(team=team, by=night.by, at=build.MEET)


DOORS = {
    "a player at sign-up": lambda night, typed: (
        signed_up(night, typed, "Al").players.exclude(name="Al").get()
    ),
    "a team at sign-up": lambda night, typed: signed_up(night, "Al", "Bo", name=typed),
    "who looks for a partner": looks,
    "a pair": paired,
    "a third player": joined,
    "a crew partner": lambda night, typed: crew_partner(night, typed).players.get(is_crew=True),
    "a substitute": sits_in,
    "a corrected player": respelled,
    "a renamed team": renamed,
    "a list": imported,
    "a person of the club": known,
    "a team of a league": in_league,
    "a volunteer": lambda night, typed: give_badge(
        event=night.event, role="desk", name=typed, by=night.by, at=build.MEET
    ),
    "a series": lambda night, typed: make_series(**night.press, name=typed),
    "a template": lambda night, typed: save_template(**night.press, name=typed),
    "a club": lambda night, typed: change_club(**night.press, name=typed, person_days=1_000),
}


@pytest.mark.parametrize("door", [pytest.param(door, id=name) for name, door in DOORS.items()])
def test_a_name_is_stored_alike_by_every_door_however_it_is_typed(night, client, door):
    stored = {}
    for typed in TYPED:
        with build.undone(client):
            stored[typed] = door(night, typed).name

    assert stored == dict.fromkeys(TYPED, STORED)


@pytest.mark.parametrize("sign", APOSTROPHES)
def test_any_apostrophe_in_a_name_is_the_one_that_people_read(sign):
    assert clean_name(f"O{sign}Neil") == "O’Neil"
    assert plain(f"O{sign}Neil") == plain("o’neil")


@pytest.mark.parametrize("sign", QUOTES)
def test_quotation_marks_in_a_name_open_and_close(sign):
    assert clean_name(f"{sign}Ace{sign} ({sign}Mo{sign})") == "“Ace” (“Mo”)"


@given(st.text(max_size=12))
@example("Jose\u200b\u0301")
def test_a_name_that_is_stored_stays_the_same(typed):
    assert clean_name(clean_name(typed)) == clean_name(typed)


SECOND = {
    "the name of a team": (
        lambda night: signed_up(night, "Al", "Bo", name=KEYBOARD),
        lambda night: signed_up(night, "Cy", "Di", name=PHONE),
        "team.name-taken",
    ),
    "a renamed team": (
        lambda night: signed_up(night, "Al", "Bo", name=KEYBOARD),
        lambda night: renamed(night, PHONE),
        "team.name-taken",
    ),
    "both partners": (
        lambda night: signed_up(night, KEYBOARD, "Al", name="Aces"),
        lambda night: signed_up(night, "Al", PHONE, name="Kings"),
        "team.signed-up",
    ),
    "one person in two seats": (
        lambda night: None,
        lambda night: signed_up(night, KEYBOARD, PHONE),
        "team.same-name",
    ),
    "who looks for a partner": (
        lambda night: looks(night, KEYBOARD),
        lambda night: looks(night, PHONE),
        "player.on-the-list",
    ),
    "a third player": (
        lambda night: respelled(night, KEYBOARD, of="Ray"),
        lambda night: joined(night, PHONE),
        "player.name-taken",
    ),
    "a crew partner": (
        lambda night: None,
        lambda night: crew_partner(night, PHONE, of=KEYBOARD),
        "team.same-name",
    ),
    "a substitute": (
        lambda night: respelled(night, KEYBOARD, of="Ray"),
        lambda night: sits_in(night, PHONE),
        "player.name-taken",
    ),
    "a corrected player": (
        lambda night: respelled(night, KEYBOARD),
        lambda night: respelled(night, PHONE, of="Ray"),
        "player.name-taken",
    ),
    "an undone merge": (
        lambda night: None,
        lambda night: parted(night, PHONE),
        "merge.name-taken",
    ),
    "a series": (
        lambda night: make_series(**night.press, name=KEYBOARD),
        lambda night: make_series(**night.press, name=PHONE),
        "series.name-taken",
    ),
    "a template": (
        lambda night: save_template(**night.press, name=KEYBOARD),
        lambda night: save_template(**night.press, name=PHONE),
        "template.name-taken",
    ),
}


@pytest.mark.both
@pytest.mark.parametrize(
    ("first", "then", "code"), [pytest.param(*rows, id=name) for name, rows in SECOND.items()]
)
def test_a_name_that_is_taken_is_taken_with_any_apostrophe(night, first, then, code):
    first(night)

    with pytest.raises(Refused) as refused:
        then(night)

    assert refused.value.code == code


def test_a_club_knows_its_people_by_either_apostrophe():
    before = Night(KEYBOARD, "Ray").known()
    league = find_or_make_league(club=before.club, name="Tuesday", teams=[KEYBOARD, PHONE], at=build.MEET)

    place = put_into_pool(**before.press, league=league, name=PHONE)

    assert Night(PHONE, "Lou", week=1).who() == {PHONE: [PHONE], "Lou": []}
    assert [[row.name for row in people_of(before.club, find)] for find in ("o'neil", PHONE)] == [[PHONE]] * 2
    assert (place.person.name, league.teams.count()) == (PHONE, 1)
    lines = f"team_a,team_b,points_a,points_b\n{KEYBOARD},Aces,7,5\nKings,{PHONE},7,5\n"
    results = read_results(lines.encode(), 1, date(2026, 6, 27))
    assert sorted(results.names.values()) == ["Aces", "Kings", PHONE]


def test_a_list_knows_who_is_signed_up_by_either_apostrophe(night):
    signed_up(night, PHONE, "Al")

    row = ask_import(**enters(night), content=f"Players\n{KEYBOARD} & Al\nCy & Di\n".encode())
    work_on_lists(timezone.now())

    row.refresh_from_db()
    assert [entry["state"] for entry in row.rows] == ["known", "new"]


def test_the_entries_of_one_person_merge_by_either_apostrophe(night):
    team = signed_up(night, "Al", KEYBOARD, name="Aces")

    merge_teams(team=team, other=signed_up(night, PHONE, "Bo", name="Kings"), by=night.by, at=build.MEET)

    assert sorted(team.players.filter(left_at=None).values_list("name", flat=True)) == ["Al", PHONE]


def test_a_removed_name_goes_from_texts_with_either_apostrophe(night):
    team = signed_up(night, PHONE, "Al", name="Aces")
    gift = {"amount_cents": 500, "method": "cash", "team": team, "note": f"for {KEYBOARD} and  al"}
    given = take_donation(**enters(night), **gift)

    take_out_player(player=team.players.get(name=PHONE), by=night.by, at=build.MEET)

    given.refresh_from_db()
    assert given.note == f"for Player 1 of team {team.number} and  al"


def test_an_address_keeps_the_apostrophe_that_it_has(night):
    team = signed_up(night, PHONE, "Al", contact="mo.o'neil@example.org")

    assert set(team.players.values_list("contact", flat=True)) == {"mo.o'neil@example.org"}
    assert [row.name for row in desk_board(night.event, query="mo o'neil").teams] == [team.name]
