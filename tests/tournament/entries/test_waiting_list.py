"""Places, the waiting list, and fake sign-ups (Rulebook E-161 to E-164)."""

import random
from contextlib import suppress
from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.tasks import tick
from tests import build
from tests.pages.visit import still_clock
from tournament.entries.commands_presence import (
    check_in_team,
    move_team_up,
    return_team,
    take_back_sign_up,
    withdraw_team,
)
from tournament.entries.commands_sign_up import register_walk_up, sign_up_team
from tournament.entries.commands_sign_up_hours import clear_sign_ups, restore_sign_ups, set_sign_up
from tournament.entries.places import waiting_number, why_no_public_sign_up
from tournament.errors import Refused
from tournament.models import Actor, Event

pytestmark = pytest.mark.django_db


def signed_up(event, name, at=build.MEET):
    names = (f"{name} one", f"{name} two")
    by = build.organizer(event)
    return sign_up_team(event=event, key=uuid4(), name=name, players=names, by=by, at=at)


def with_place(event):
    return [team.name for team in event.teams.with_place()]


def waiting(event):
    return [team.name for team in event.teams.waiting()]


@pytest.mark.both
def test_sign_ups_beyond_capacity_wait_and_move_up_in_order():
    event = build.event(capacity=2)
    first, _, third, fourth = (signed_up(event, name) for name in "ABCD")

    assert (with_place(event), waiting(event)) == (["A", "B"], ["C", "D"])
    assert (waiting_number(first), waiting_number(third), waiting_number(fourth)) == (0, 1, 2)

    withdraw_team(team=first, by=build.organizer(event), at=build.MEET)

    assert (with_place(event), waiting(event)) == (["B", "C"], ["D"])
    assert [entry.action for entry in event.log.order_by("pk")][-2:] == ["team.withdrew", "team.moved-up"]


@pytest.mark.both
def test_the_desk_gives_a_place_to_a_waiting_team_that_is_not_checked_in():
    event = build.event(capacity=1)
    by, first = build.organizer(event), signed_up(event, "A")
    entry = {"event": event, "key": uuid4(), "name": "B", "players": ("Bo", "Bea")}
    walk_up = register_walk_up(**entry, is_here=True, by=by, at=build.MEET)

    with pytest.raises(Refused, match=r"B is on the waiting list\. Give them a place first"):
        check_in_team(team=walk_up, by=by, at=build.MEET)
    move_team_up(team=walk_up, by=by, at=build.MEET)
    check_in_team(team=walk_up, by=by, at=build.MEET)

    assert with_place(event) == ["A", "B"]
    # There is one team too many, so nobody moves up when one leaves.
    signed_up(event, "C")
    withdraw_team(team=first, by=by, at=build.MEET)
    assert waiting(event) == ["C"]


@pytest.mark.both
def test_a_team_can_take_back_its_sign_up_until_it_is_checked_in():
    event = build.event(capacity=1)
    first, second = signed_up(event, "A"), signed_up(event, "B")

    take_back_sign_up(team=first, by=Actor(first.badge), at=build.MEET)
    check_in_team(team=second, by=build.organizer(event), at=build.MEET)

    assert with_place(event) == ["B"]
    with pytest.raises(Refused, match=r"You are checked in\. The desk does it for you"):
        take_back_sign_up(team=second, by=Actor(second.badge), at=build.MEET)


def test_the_tick_fills_added_places_and_not_after_phase_one():
    event = build.event(capacity=1, is_practice=True)
    for name in "ABCD":
        signed_up(event, name)
    Event.objects.filter(pk=event.pk).update(capacity=3)
    still_clock(event, build.MEET)

    tick(build.MEET)
    assert (with_place(event), waiting(event)) == (["A", "B", "C"], ["D"])

    Event.objects.filter(pk=event.pk).update(capacity=0)
    event.phases.filter(kind="one").update(closed_at=build.MEET)
    tick(build.MEET)
    assert waiting(event) == ["D"]


def test_a_team_that_returns_waits_at_the_end_unless_it_was_here():
    event = build.event(capacity=1)
    by, first, _ = build.organizer(event), signed_up(event, "A"), signed_up(event, "B")
    signed_up(event, "C")
    withdraw_team(team=first, by=by, at=build.MEET)

    return_team(team=first, by=by, at=build.MEET + timedelta(minutes=1))

    assert (with_place(event), waiting(event)) == (["B"], ["C", "A"])
    here = check_in_team(team=event.teams.get(name="B"), by=by, at=build.MEET)
    withdraw_team(team=here, by=by, at=build.MEET)
    return_team(team=here, by=by, at=build.MEET)
    assert with_place(event) == ["B", "C"]


@pytest.mark.both
def test_junk_is_removed_at_once_moves_no_junk_up_and_has_one_undo():
    event = build.event(capacity=2)
    by, later = build.organizer(event), build.MEET + timedelta(minutes=5)
    junk = [signed_up(event, f"Junk {number}") for number in range(3)]
    signed_up(event, "Kitty Katz")

    clear_sign_ups(event=event, teams=[team.pk for team in junk], players=[], by=by, at=later)

    moved_up = [entry.texts["team"]["text"] for entry in event.log.filter(action="team.moved-up")]
    assert (with_place(event), waiting(event), moved_up) == (["Kitty Katz"], [], ["Kitty Katz"])

    restore_sign_ups(event=event, removed_at=later, by=by, at=later + timedelta(minutes=1))

    assert (with_place(event), waiting(event)) == (["Junk 0", "Kitty Katz"], ["Junk 1", "Junk 2"])
    with pytest.raises(Refused, match="Everybody you removed together is back already"):
        restore_sign_ups(event=event, removed_at=later, by=by, at=later)


@pytest.mark.both
def test_sign_up_opens_by_hours_or_by_hand_and_closes_when_play_starts():
    event = build.event(sign_up_hours=1, sign_up_minutes=0)  # Play starts at three.

    def why_not(at):
        return getattr(why_no_public_sign_up(event, at), "code", "")

    def set_open(is_open, at):
        return set_sign_up(event=event, is_open=is_open, by=build.organizer(event), at=at)

    early = why_no_public_sign_up(event, build.at(13, 59))
    assert str(early) == "Sign-up opens Saturday, June 27, 2:00 PM. Come back then."
    assert why_not(build.at(14)) == ""

    event = set_open(True, build.at(13))
    assert why_not(build.at(13)) == ""
    event = set_open(False, build.at(13, 30))
    assert why_not(build.at(14, 30)) == "sign-up.closed"
    event = set_open(True, build.at(13, 40))
    build.teams(event, 2)
    build.called_round(event)
    assert why_not(build.at(15, 1)) == "sign-up.closed"


def test_no_place_stays_free_while_somebody_waits():
    event = build.event(capacity=3)
    by, chance = build.organizer(event), random.Random(7)

    for minute in range(60):
        at, teams = build.MEET + timedelta(minutes=minute), list(event.teams.all())
        does = chance.choice((signed_up, withdraw_team, return_team, check_in_team))
        if does is signed_up:
            signed_up(event, f"Team {minute}", at)
        elif teams:
            with suppress(Refused):  # Withdrawn and waiting teams can't check in.
                does(team=chance.choice(teams), by=by, at=at)

        free = event.capacity - event.teams.with_place().count()
        assert free <= 0 or not event.teams.waiting().exists()
        waits = [team.waits_since for team in event.teams.waiting()]
        assert waits == sorted(waits)
