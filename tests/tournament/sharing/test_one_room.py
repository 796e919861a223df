"""Two events in one room on one evening (Rulebook E-201 to E-207)."""

import random
from contextlib import suppress

import pytest

from scoring.integrity import integrity
from scoring.open_play.commands_open_play import open_play
from scoring.open_play.waiting_list import waiting_list
from scoring.rounds.commands_rounds import call_round
from scoring.tasks import tick
from tests import build
from tournament.badges.commands_badges import give_badge, revoke_badge
from tournament.entries.commands_corrections import rename_player
from tournament.errors import Refused
from tournament.floor.calling import free_tables
from tournament.floor.commands_floor import call_game
from tournament.models import Event, Game, Player
from tournament.sharing.commands_sharing import leave_room, share_room

pytestmark = pytest.mark.django_db


def room(first=None, second=None):
    """*No kitty* and *Kitty* in one room, with open play at three tables by default."""
    plan = {"seating": "open", "tables": 3}
    plain = build.event(name="No kitty", **plan | (first or {}))
    return build.one_room(plain, build.event(name="Kitty", **plan | (second or {})))


def signed_up(event, *pairs, is_here=True):
    """Teams of these pairs of people."""
    return [build.pair(event, *pair.split(), is_here=is_here) for pair in pairs]


def opened(event):
    open_play(event=event, by=build.organizer(event), at=build.THREE)


def on_now(*events):
    games = Game.objects.open().filter(event__in=events).select_related("table", "event")
    return list(games.with_everybody().order_by("pk"))


def called_twice(*events):
    """The tables and people that have more than one game now."""
    games = on_now(*events)
    teams = [team for game in games for team in game.everybody()]
    people = Player.objects.filter(team__in=teams, left_at=None).values_list("name", flat=True)
    called = [*(game.table.number for game in games), *people]
    return sorted({one for one in called if called.count(one) > 1}, key=str)


@pytest.mark.both
def test_a_table_that_one_event_uses_is_not_free_for_the_other():
    plain, kitty = room()
    signed_up(plain, "A B", "C D", "E F", "G H")
    signed_up(kitty, "I J", "K L", "M N", "O P")

    opened(plain)
    opened(kitty)

    assert [game.table.number for game in on_now(plain)] == [1, 2]
    assert [game.table.number for game in on_now(kitty)] == [3]
    assert free_tables(plain) == free_tables(kitty) == []


def test_a_person_is_called_by_the_other_event_after_the_game_in_this_one():
    plain, kitty = room()
    signed_up(plain, "Ann Bob", "Cy Di")
    signed_up(kitty, "ann Eve", "Flo Gus")

    opened(plain)
    assert kitty.log.get(action="room.plays").words == "ann plays at Table 1 in No kitty."
    opened(kitty)
    assert on_now(kitty) == []
    [reason] = {row.why for row in waiting_list(kitty, build.THREE).rows if row.team.number == 101}
    assert reason == "Waits for Ann, who plays at Table 1 in No kitty."
    build.won(on_now(plain)[0])
    tick(build.at(15, 21))

    assert len(on_now(kitty)) == 1
    assert called_twice(plain, kitty) == []


def test_a_round_is_called_but_its_game_waits_for_who_plays_elsewhere():
    plain, kitty = room(second={"seating": "swiss"})
    signed_up(plain, "Ann Bob", "Cy Di")
    signed_up(kitty, "Ann Eve", "Flo Gus")
    opened(plain)

    call_round(event=kitty, by=build.organizer(kitty), at=build.THREE)
    waiting = Game.objects.waiting().get(event=kitty)
    with pytest.raises(Refused, match="Waits for Ann, who plays at Table 1 in No kitty"):
        call_game(game=waiting, by=build.organizer(kitty), at=build.at(15, 1))
    build.won(on_now(plain)[0], at=build.at(15, 10))
    tick(build.at(15, 11))

    assert on_now(kitty) == [waiting]


def test_nobody_is_renamed_onto_two_tables():
    plain, kitty = room()
    signed_up(plain, "Ann Bob", "Cy Di")
    signed_up(kitty, "Eve Flo", "Gus Hal")
    opened(plain)
    opened(kitty)

    with pytest.raises(Refused, match="Waits for Ann"):
        eve = Player.objects.get(name="Eve")
        rename_player(player=eve, name="Ann", by=build.organizer(kitty), at=build.THREE)


def test_who_is_here_is_here_for_both_events():
    plain, kitty = room()
    both, half = signed_up(kitty, "Ann Bob", "Cy Eve", is_here=False)

    signed_up(plain, "Bob Ann", "Cy Di")

    both.refresh_from_db()
    half.refresh_from_db()
    assert both.checked_in_at == build.MEET
    assert (half.checked_in_at, half.part_here_at) == (None, build.MEET)


def test_the_crew_of_one_is_the_crew_of_both_until_a_badge_is_taken_back():
    plain, kitty = build.event(name="No kitty"), build.event(name="Kitty")
    before = build.referee(plain, "Jo").badge
    plain, kitty = build.one_room(plain, kitty)
    later = give_badge(event=kitty, role="desk", name="Lou", by=build.organizer(kitty), at=build.MEET)

    assert kitty.badges.get(name="Jo").twin_of == before.key
    assert plain.badges.get(name="Lou").twin_of == later.key

    revoke_badge(badge=plain.badges.get(name="Lou"), by=build.organizer(plain), at=build.MEET)
    later.refresh_from_db()
    assert later.revoked_at == build.MEET


@pytest.mark.both
def test_events_share_a_room_until_one_has_begun():
    plain, kitty = room()
    third = build.event(name="Third")
    third.badges.filter(role="organizer").update(user=build.organizer(plain).badge.user)
    with pytest.raises(Refused, match="shares its room already"):
        share_room(event=third, other=kitty, by=build.organizer(third), at=build.MEET)

    leave_room(event=kitty, by=build.organizer(kitty), at=build.MEET)
    assert set(Event.objects.values_list("room", flat=True)) == {None}
    assert share_room(event=third, other=kitty, by=build.organizer(third), at=build.MEET) == kitty

    build.teams(kitty, 2)
    opened(Event.objects.get(pk=kitty.pk))
    with pytest.raises(Refused, match="Kitty has begun"):
        leave_room(event=third, by=build.organizer(third), at=build.THREE)


def test_only_who_organizes_both_brings_them_into_one_room():
    mine, theirs = build.event(name="Mine"), build.event(name="Theirs")

    with pytest.raises(Refused, match="only if you organize both"):
        share_room(event=mine, other=theirs, by=build.organizer(mine), at=build.MEET)


@pytest.mark.tampers
def test_the_score_check_names_what_both_have_called():
    plain, kitty = room()
    signed_up(plain, "Ann Bob", "Cy Di")
    signed_up(kitty, "Ann Bob", "Eve Flo")
    opened(plain)
    Event.objects.filter(pk=kitty.pk).update(room=None)
    opened(Event.objects.get(pk=kitty.pk))
    Event.objects.filter(pk=kitty.pk).update(room=plain.room)

    assert "Table 1 is also called in No kitty." in integrity(Event.objects.get(pk=kitty.pk))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_no_table_and_no_person_is_ever_called_by_both(seed):
    """Thirteen teams at five tables, five people in both events, and games of different lengths."""
    chance = random.Random(seed)
    seating = ("open", "swiss", "rise")[seed % 3]
    plain, kitty = room({"tables": 5}, {"tables": 5, "seating": seating})
    names = [f"P{number}" for number in range(26)]
    for event, people in ((plain, names[:14]), (kitty, names[9:14] + names[14:21])):
        mixed = chance.sample(people, len(people))
        for one, other in zip(mixed[::2], mixed[1::2], strict=True):
            build.pair(event, one, other)
    opened(plain)
    if seating != "swiss":
        opened(kitty)
    played = 0

    for minute in range(0, 60, 2):
        now = build.at(15, minute)
        if seating == "swiss":
            with suppress(Refused):
                call_round(event=kitty, by=build.organizer(kitty), at=now)
        for game in on_now(plain, kitty) if minute else ():
            if chance.random() < 0.25:
                build.won(game, chance.choice(("NS", "EW")), at=now)
                played += 1
        tick(now)
        assert called_twice(plain, kitty) == []

    assert played > 10
    assert integrity(plain) == integrity(kitty) == []
    assert {game.event.name for game in Game.objects.filter(over_at__isnull=False)} == {"No kitty", "Kitty"}
