from uuid import uuid4

import pytest

from tests import build
from tournament.badges.commands_badges import give_badge
from tournament.entries.commands_corrections import rename_player, rename_team
from tournament.entries.commands_presence import check_in_team, return_team, undo_check_in, withdraw_team
from tournament.entries.commands_sign_up import leave_list, pair_singles, sign_up_single, sign_up_team
from tournament.errors import Refused
from tournament.floor.commands_tables import change_table
from tournament.models import Player, Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def signed(event):
    return {"by": build.organizer(event), "at": build.MEET}


def sign_up(event, name="Kitty Katz", players=("Dee", "Ray"), key=None):
    return sign_up_team(event=event, key=key or uuid4(), name=name, players=players, **signed(event))


def single(event, name):
    return sign_up_single(event=event, key=uuid4(), name=name, **signed(event))


def paired(event, *players):
    return pair_singles(event=event, key=uuid4(), players=players, name="", **signed(event))


def respelled(player, name):
    return rename_player(player=player, name=name, **signed(player.event))


@pytest.mark.parametrize(
    ("players", "name"),
    [
        pytest.param(("Dee", "Ray"), "Dee & Ray", id="two names"),
        pytest.param(
            ("Ernestine Featherstonehaugh-Washington", "Bartholomew Montgomery-Kensington"),
            "Ernestine & Bartholomew",
            id="two long names",
        ),
        pytest.param(("W" * 60, "M" * 60), f"{'W' * 28} & {'M' * 28}", id="two endless names"),
    ],
)
def test_an_unnamed_team_is_called_by_its_players_names_or_first_names(event, players, name):
    assert sign_up(event, name="", players=players).name == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        pytest.param("  Kitty \t  Katz ", "Kitty Katz", id="more than one space"),
        pytest.param("\u202eKatz\u2066", "Katz", id="signs that turn the page's words around"),
        pytest.param("\ufeffKatz\u200b", "Katz", id="spaces that nobody sees"),
        pytest.param("👩🏾\u200d🤝\u200d👩🏼", "👩🏾\u200d🤝\u200d👩🏼", id="an emoji made of several"),
        pytest.param("שרה & مريم", "שרה & مريم", id="names from right to left"),
        pytest.param("\u200b\u2060 \u200d", "Dee & Ray", id="nothing to be seen"),
        pytest.param("\u3164\u2800 \u0301", "Dee & Ray", id="fillers and a mark on nothing"),
        pytest.param("\u3164Katz", "Katz", id="a filler before it"),
        pytest.param("\u2066K\u2067a\u2068t\u2069z\u061c", "Katz", id="isolated directions"),
        pytest.param("Ka\u200dt\u200cz\ufe0f", "Katz", id="joiners that join nothing"),
        pytest.param(
            "می\u200cخواهم ❤\ufe0f\u200d🔥", "می\u200cخواهم ❤\ufe0f\u200d🔥", id="joiners that join"
        ),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(event, typed, name):
    assert sign_up(event, name=typed).name == name


@pytest.mark.both
@pytest.mark.tampers
def test_no_name_has_a_sign_that_nobody_sees(event):
    unseen, more = "\u2066Ga\u200bry\u2069", {"event": event, "key": uuid4(), **signed(event)}
    typed = {"name": unseen, "contact": unseen, "home": unseen}
    team = sign_up_team(players=(unseen, "Ray"), **typed, **more)
    alone = sign_up_single(name=f"{unseen} B", contact=unseen, **more)
    setting = {"is_accessible": True, "is_out_of_use": False, "referee": None}
    table = change_table(table=event.tables.first(), zone=unseen, **setting, **signed(event))
    badge = give_badge(event=event, role="desk", name=unseen, **signed(event))
    other = build.event(name=unseen, venue=unseen)

    player = team.players.order_by("pk").first()
    named = (team.name, team.home, player.name, player.contact, alone.contact, table.zone, badge.name)
    assert {*named, other.name, other.venue} == {"Gary"}
    assert alone.name == "Gary B"


def test_two_who_are_a_team_already_read_which(event):
    sign_up(event, "Kitty Katz")

    for again in (("Dee", "Ray"), ("ray", " DEE ")):
        with pytest.raises(Refused, match="signed up already: team 1, Kitty Katz"):
            sign_up(event, "Boston Bound", again)

    assert Team.objects.count() == 1


def test_a_sign_up_sent_twice_is_one_team(event):
    key = uuid4()

    assert sign_up(event, key=key) == sign_up(event, key=key)
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "players", "sentence"),
    [
        pytest.param("Solo", ("Dee", " "), "two players", id="one player"),
        pytest.param("Three", ("Dee", "Ray", "Mo"), "two players", id="three players"),
        pytest.param("Twice", ("Dee", " dee"), "Dee is there twice", id="the same player twice"),
        pytest.param("kitty katz", ("Mo", "Jo"), "already", id="a name that differs only in its capitals"),
        pytest.param("K" * 61, ("Mo", "Jo"), "At most 60 characters", id="a name too long for the screen"),
        pytest.param("Long", ("M" * 61, "Jo"), "At most 60 characters", id="a player's name too long for it"),
    ],
)
def test_a_team_that_cannot_be_is_refused(event, name, players, sentence):
    sign_up(event, "Kitty Katz", ("Al", "Bo"))

    with pytest.raises(Refused, match=sentence):
        sign_up(event, name, players)

    assert Team.objects.count() == 1


def test_nobody_is_on_the_list_twice_or_leaves_a_team_by_that_door(event):
    dee, player = single(event, "Dee"), sign_up(event, players=("Mo", "Jo")).players.first()
    with pytest.raises(Refused, match="DEE is on the list already"):
        single(event, " DEE ")
    with pytest.raises(Refused, match="Withdraw the team"):
        leave_list(player=player, **signed(event))

    leave_list(player=dee, **signed(event))

    assert single(event, "Dee") != dee
    assert Player.objects.get(pk=dee.pk).left_at == build.MEET


def test_somebody_with_a_partner_cannot_be_paired_again(event):
    dee, ray, mo = single(event, "Dee"), single(event, "Ray"), single(event, "Mo")
    paired(event, dee, ray)

    with pytest.raises(Refused, match="still looking"):
        paired(event, dee, mo)


def test_a_team_that_withdrew_returns_before_it_checks_in(event):
    team = sign_up(event)
    withdraw_team(team=team, **signed(event))

    with pytest.raises(Refused, match="return first"):
        check_in_team(team=team, **signed(event))
    return_team(team=team, **signed(event))
    check_in_team(team=team, **signed(event))

    assert list(Team.objects.present()) == [team]


@pytest.mark.both
def test_a_team_that_was_seated_cannot_be_not_here(event):
    game = build.game(event)

    with pytest.raises(Refused, match="seated already"):
        undo_check_in(team=game.team("EW"), by=build.organizer(event), at=build.at(15, 10))


def test_a_team_is_not_renamed_to_the_name_of_another(event):
    sign_up(event, "Boston Bound", ("Mo", "Jo"))

    with pytest.raises(Refused, match=r"(?i)called Boston Bound already"):
        rename_team(team=sign_up(event), name="boston bound", **signed(event))


def test_a_player_is_respelled_and_only_a_team_named_after_them_follows(event):
    named, called_after = sign_up(event), sign_up(event, "", ("Mo", "Jo"))

    respelled(named.players.first(), "Di")
    respelled(called_after.players.last(), "Joe")

    named.refresh_from_db()
    called_after.refresh_from_db()
    assert (named.name, [player.name for player in named.players.all()]) == ("Kitty Katz", ["Di", "Ray"])
    assert (called_after.name, called_after.badge.name) == ("Mo & Joe", "Mo & Joe")
    actions = list(event.log.order_by("-pk").values_list("action", flat=True))
    assert actions[:3] == ["team.renamed", "player.renamed", "player.renamed"]


def test_a_corrected_name_that_another_player_has_is_refused():
    event = build.event(seating="alone")
    one, other = build.people(event, 2)

    with pytest.raises(Refused, match="There is a player called Ann 2 already"):
        respelled(one.players.get(), other.name)

    assert one.players.get().name == "Ann 1"


def test_nobody_new_joins_once_phase_one_is_over(event):
    event.phases.filter(kind="one").update(closed_at=build.at(17))

    with pytest.raises(Refused, match="Come and watch"):
        sign_up(event)
