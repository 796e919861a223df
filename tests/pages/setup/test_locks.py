"""What Save would refuse is disabled on the settings page, with the sentence of the command."""

from dataclasses import replace
from uuid import uuid4

import pytest

from rules.money.pots import Pot
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import call_playoff
from scoring.recording.commands_ending import end_at_whistle
from scoring.standings.standings import standings
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tools.rehearsal.browser import read
from tournament.entries.commands_sign_up import sign_up_team
from tournament.errors import Refused
from tournament.models import Event
from tournament.money.commands_donations import take_donation
from tournament.settings.commands_event import change_event
from tournament.settings.locked import LOCKS
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LATE = build.at(17, 2)


def day(**plan):
    return build.event(**{"is_practice": True, "advance_count": 2, "tables": 4} | plan)


def called():
    event = day()
    build.teams(event, 4)
    build.called_round(event)
    return event


def cut():
    event = day()
    build.teams(event, 4)
    build.played_phase_one(event, 1)
    build.cut_settled(event)
    return event


def in_phase_two():
    event = cut()
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return event


def after_an_extra_hand():
    event = day(extra_hand_counts=True)
    build.teams(event, 2)
    [game] = build.called_round(event).games.all()
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(15, 29))
    end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 30))
    build.hand(game, build.EW_FOUR_MADE, at=build.at(15, 33))
    return event


def with_a_playoff():
    event = day()
    build.teams(event, 4)
    build.played_alike(event, 1)
    tied = list(event.teams.filter(pk__in=standings(event).ties[0]))
    call_playoff(event=event, teams=tied, by=build.organizer(event), at=build.at(17))
    return event


def with_a_team_of_three():
    event = day(third_player=True)
    given = {"name": "Kitty Katz", "players": ("Ann", "Bo", "Cy")}
    sign_up_team(event=event, key=uuid4(), **given, by=build.organizer(event), at=build.MEET)
    return event


OTHER_GAME = {"game": "spades-card", "house_rules": {}}
# The fields of each lock, the event in which it refuses, and another value.
STATES = {
    ("game", "house_rules"): (called, OTHER_GAME),
    ("seating",): (called, {"seating": "open"}),
    ("two_format",): (in_phase_two, {"phase_two": {"format": "double"}}),
    ("plays_phase_two",): (cut, {"plays_phase_two": False}),
    ("seeds_by",): (called, {"seeds_by": "lot"}),
    ("tie_breaks",): (cut, {"tie_breaks": ["points"]}),
    ("bye_counts", "best_of_games", "substitutes_count", "extra_hand_counts"): (cut, {"best_of_games": 3}),
    ("voids_early_leavers",): (cut, {"voids_early_leavers": True}),
    ("extra_hand_counts",): (after_an_extra_hand, {"extra_hand_counts": False}),
    ("plays_off_games",): (with_a_playoff, {"plays_off_games": True}),
    ("third_player",): (with_a_team_of_three, {"third_player": False}),
}

# These are read-only without a field: the buttons that would change them are gone.
INSTEAD = {"game": "look", "house_rules": "look", "tie_breaks": "move"}


def refusal_of(event, **changes):
    """The sentence of the command for these settings."""
    given = {"plan": plan_of(event).with_(**changes), "reason": "Agreed", "by": build.organizer(event)}
    with pytest.raises(Refused) as refused:
        change_event(event=event, **given, at=LATE)
    return str(refused.value)


def settings_of(event):
    """The settings page, with all folds open."""
    still_clock(event, LATE)
    organizer, address = organizer_of(event), f"/{event.slug}/event/"
    folds = [fold.key for fold in organizer.get(address).context["paper"].folds]
    sent = {"name": event.name, "held_on": "2026-06-27", "folded": folds, "look": "1"}
    return organizer.post(address, sent)


def test_every_lock_has_its_state_here():
    assert {lock.fields for lock in LOCKS if lock.fields} == set(STATES)


@pytest.mark.parametrize("fields", STATES, ids=lambda fields: fields[0])
def test_what_save_would_refuse_is_disabled_with_its_sentence(fields):
    make, change = STATES[fields]
    event = Event.objects.get(pk=make().pk)

    sentence = refusal_of(event, **change)
    page = settings_of(event)

    assert sentence in words(page)
    controls = read(page.content.decode())
    for name in fields:
        if name in INSTEAD:
            assert not controls.find("select", name="game")
            assert not controls.find("button", name=INSTEAD[name], formaction="*")
        else:
            shown = controls.find(name=name)
            assert shown
            assert all("disabled" in each.attributes for each in shown)


def test_a_page_from_before_the_lock_is_refused_and_not_half_saved():
    event = cut()
    organizer, address = organizer_of(event), f"/{event.slug}/event/"
    still_clock(event, LATE)
    page = {"name": "Another name", "held_on": "2026-06-27"}
    folds = [fold.key for fold in organizer.get(address).context["paper"].folds]

    counted = organizer.post(address, {**page, "folded": folds, "best_of_games": "3"})
    ordered = organizer.post(address, {**page, "folded": folds, "tie_breaks": "points"})
    saved = organizer.post(address, {**page, "folded": folds})

    assert [counted.status_code, ordered.status_code, saved.status_code] == [422, 422, 302]
    assert "The cut is made by what counted until then." in words(counted)
    assert "The cut is made, in the order on its certificate." in words(ordered)


def test_a_pot_with_money_and_a_used_counter_can_not_be_removed():
    pot = Pot(name="Boston pot", entry_cents=500, prizes=(100,)).as_json()
    event = day(pots=[pot], counters=["Loners"])
    build.teams(event, 2)
    by = build.organizer(event)
    given = {"amount_cents": 500, "method": "cash", "pot": "Boston pot"}
    take_donation(event=event, key=uuid4(), **given, by=by, at=build.MEET)
    [game] = build.called_round(event).games.all()
    build.hand(game, replace(build.FOUR_MADE, counters={"Loners": {"NS": 1}}))
    event.refresh_from_db()

    gone = refusal_of(event, pots=[])
    uncounted = refusal_of(event, counters=["Sets"])
    page = settings_of(event)

    assert gone in words(page)
    assert uncounted in words(page)
    controls = read(page.content.decode())
    assert "disabled" in controls.one(name="pot_1-name").attributes
    assert "disabled" in controls.one(name="pot_1-is_gone").attributes
    assert "disabled" not in controls.one(name="counters").attributes
