"""What a device sends twice with one key is done once; the same key with other content is refused."""

import inspect
from dataclasses import dataclass, replace
from importlib import import_module
from pkgutil import walk_packages
from typing import Any
from uuid import UUID, uuid4

import pytest

import scoring
import seasons
import tournament
from rules.money.pots import Pot
from rules.ruleset.hands import HandFacts
from scoring.bracket import commands_bracket as bracket
from scoring.models import Hand
from scoring.prizes import commands_payouts as payouts
from scoring.recording import commands_ending as ending
from scoring.recording import commands_hands as hands
from scoring.recording import commands_slips as slips
from scoring.recording import commands_undo as undo
from scoring.recording import commands_whole_game as whole_game
from scoring.reports import commands_agreement as agreement
from scoring.reports import commands_conflicts as conflicts
from scoring.reports import commands_reports as reports
from scoring.rulings import commands_leaving as leaving
from scoring.rulings import commands_rulings as rulings
from scoring.sheet.ruling_rows import Case
from scoring.sheet.slip import SlipLine
from seasons.leagues import commands_pool as pool
from tests import build
from tests.scoring.phase_two import TEN_PAST, begun, won
from tests.scoring.phones import NOON, katz_against_bound, phone, reported
from tests.scoring.prizes.evenings import LAST, evening
from tests.scoring.reports.totals import SHORT, TOTAL
from tests.seasons.league_weeks import ready, week_of
from tests.seasons.nights import Night, person
from tournament.entries import commands_partners as partners
from tournament.entries import commands_sign_up as sign_up
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused
from tournament.floor import commands_substitutes as substitutes
from tournament.lists import commands_imports as imports
from tournament.messages import commands_messages as messages
from tournament.models import LogEntry
from tournament.money import commands_donations as donations

pytestmark = pytest.mark.django_db

KEY_TYPES = (UUID, UUID | None, list[UUID], "list[UUID]")
APPS = (tournament, scoring, seasons)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What a device sends: a command's arguments but the key, and ``other`` content."""

    given: dict[str, Any]
    other: dict[str, Any]
    key: str = "key"


def by_organizer(at_event, /, at=NOON, **given):
    return {"by": build.organizer(at_event), "at": at, **given}


def alone(event, name):
    given = by_organizer(event, event=event, key=uuid4(), name=name, contact="", about="")
    return sign_up.sign_up_single(**given)


def a_donation():
    event = build.event()
    given = by_organizer(event, event=event, amount_cents=500, method="cash")
    return Sent(given=given, other={"amount_cents": 2000})


def change_for_the_drawer():
    event = build.event()
    given = by_organizer(event, event=event, kind="float", amount_cents=500)
    return Sent(given=given, other={"kind": "counted"})


def a_donation_taken_back():
    sent = a_donation()
    first, second = (donations.take_donation(key=uuid4(), **sent.given) for _ in range(2))
    given = by_organizer(first.event, donation=first, reason="Twice")
    return Sent(given=given, other={"donation": second})


def a_request_for_a_partner():
    event = build.event()
    ann, bea, cy = (alone(event, name) for name in ("Ann", "Bea", "Cy"))
    given = by_organizer(event, player=ann, other=bea)
    return Sent(given=given, other={"other": cy})


def a_partner_from_the_crew():
    event = build.event()
    given = by_organizer(event, player=alone(event, "Ann"), name="Vi")
    return Sent(given=given, other={"name": "Wes"})


def a_list():
    event = build.event()
    given = by_organizer(event, event=event, content=b"Aces: Ann & Bea")
    return Sent(given=given, other={"content": b"Kings: Cy & Dee"})


def a_message_to_the_room():
    event = build.event()
    given = by_organizer(event, event=event, words="Dinner is here")
    return Sent(given=given, other={"words": "Dinner is late"})


def a_message_to_people():
    event = build.event()
    team = build.team(event)
    team.players.update(contact="ann@example.org", consent_at=NOON)
    given = by_organizer(event, event=event, occasion="words", who="all", words="See you", site="")
    return Sent(given=given, other={"words": "Don't come"})


def a_substitute():
    event = build.event()
    given = by_organizer(event, player=build.team(event).players.first(), name="Vi", reason="Ill")
    return Sent(given=given, other={"name": "Wes"})


def a_request_to_substitute():
    event = build.event()
    player = build.team(event).players.first()
    gone = [withdraw_team(**by_organizer(event, team=build.team(event))) for _ in range(2)]
    vi, wes = (team.players.first() for team in gone)
    given = by_organizer(event, player=player, person=vi, reason="Ill")
    return Sent(given=given, other={"person": wes})


def a_team():
    event = build.event()
    given = by_organizer(event, event=event, name="Aces", players=("Ann", "Bea"))
    return Sent(given=given, other={"players": ("Ann", "Cy")})


def a_person_alone():
    event = build.event()
    given = by_organizer(event, event=event, name="Ann")
    return Sent(given=given, other={"name": "Bea"})


def two_who_are_paired():
    event = build.event()
    ann, bea, cy = (alone(event, name) for name in ("Ann", "Bea", "Cy"))
    given = by_organizer(event, event=event, players=(ann, bea), name="")
    return Sent(given=given, other={"players": (ann, cy)})


def a_third_player():
    event = build.event(third_player=True)
    given = by_organizer(event, team=build.team(event), name="Vi")
    return Sent(given=given, other={"name": "Wes"})


def an_objection():
    game = katz_against_bound()
    build.won(game, at=NOON)
    given = {"game": game, "why": "We won", "by": phone(game, "EW"), "at": NOON}
    return Sent(given=given, other={"why": "The score is wrong"})


def a_buy_back():
    event = begun(phase_two={"format": "double", "buys_back": True})
    team, _ = won(event, "US1"), won(event, "US2")
    given = by_organizer(event, TEN_PAST, team=team, amount_cents=500, method="cash")
    return Sent(given=given, other={"amount_cents": 1000})


def a_choice_of_total_or_hands():
    game = katz_against_bound(results_by="totals")
    build.hand(game, TOTAL)
    lines = [SlipLine(hand_id=uuid4(), sequence=n, facts=facts) for n, facts in enumerate(SHORT, start=1)]
    slips.record_slip(game=game, lines=lines, **by_organizer(game.event))
    given = by_organizer(game.event, game=game, keeps="total", reason="The slip is signed")
    return Sent(given=given, other={"keeps": "hands"})


def reports_that_are_overruled():
    game = katz_against_bound(hands_from="teams")
    reported(game, "NS")
    reported(game, "EW", build.FOUR_SET)
    more = {"facts": build.FIVE_NO_TRUMP, "sequence": 1, "reason": "I saw it"}
    given = by_organizer(game.event, game=game, **more)
    other = {"facts": build.EW_FOUR_MADE}
    return Sent(given=given, other=other, key="hand_id")


def a_forfeited_game():
    game = katz_against_bound()
    given = by_organizer(game.event, game=game, side="NS")
    return Sent(given=given, other={"side": "EW"}, key="hand_ids")


def a_hand():
    game = katz_against_bound()
    given = by_organizer(game.event, game=game, facts=build.FOUR_MADE)
    return Sent(given=given, other={"facts": build.FOUR_SET}, key="hand_id")


def a_corrected_hand():
    hand = build.hand(katz_against_bound())
    given = by_organizer(hand.game.event, hand=hand, facts=build.FOUR_SET, reason="Miscounted")
    other = {"facts": replace(build.FOUR_SET, books=8)}
    return Sent(given=given, other=other, key="hand_id")


def a_hand_taken_back():
    game = katz_against_bound()
    one, other = build.hand(game), build.hand(game, build.EW_FOUR_MADE)
    given = by_organizer(game.event, hand=one, reason="Misdeal")
    return Sent(given=given, other={"hand": other}, key="hand_id")


def a_team_that_leaves():
    game = katz_against_bound()
    build.hand(game)
    given = by_organizer(game.event, team=game.team("NS"))
    return Sent(given=given, other={"team": game.team("EW")})


def a_prize():
    event = evening(Pot(prizes=(60, 40)))
    for team in event.teams.all():
        given = by_organizer(event, event=event, amount_cents=1000, method="cash", team=team)
        donations.take_donation(key=uuid4(), **given)
    build.cut_settled(event)
    first, second = payouts.payouts(event, LAST).envelopes
    given = by_organizer(
        event, LAST, event=event, winner=first.winner, amount_cents=first.open, method="cash"
    )
    return Sent(given=given, other={"winner": second.winner})


def a_game_as_it_was():
    game = katz_against_bound()
    hand = build.hand(game)
    lines = [whole_game.CorrectedHand(replaces=hand.pk, facts=build.FOUR_SET)]
    given = by_organizer(game.event, game=game, lines=lines, reason="Miscounted")
    other = {"lines": [whole_game.CorrectedHand(replaces=hand.pk, facts=build.EW_FOUR_MADE)]}
    return Sent(given=given, other=other)


def swapped_sides():
    game = katz_against_bound()
    build.hand(game)
    given = by_organizer(game.event, game=game, reason="The wrong side")
    return Sent(given=given, other={"reason": "Another reason"})


def a_press_undone():
    game = katz_against_bound()
    one, other = build.hand(game), build.hand(game, build.EW_FOUR_MADE)
    given = by_organizer(game.event, game=game, press=other.pk)
    return Sent(given=given, other={"press": one.pk})


def a_report():
    game = katz_against_bound(hands_from="teams")
    given = {"game": game, "facts": build.FOUR_MADE, "sequence": 1, "by": phone(game, "NS"), "at": NOON}
    return Sent(given=given, other={"facts": build.FOUR_SET}, key="report_id")


def a_dispute():
    game = katz_against_bound(hands_from="teams")
    report = reported(game, "NS")
    given = {"report": report, "by": phone(game, "EW"), "at": NOON}
    return Sent(given=given, other={"by": phone(game, "NS")}, key="report_id")


def a_ruling():
    game = katz_against_bound()
    warned = Case(kind="conduct", against="NS", penalty="warning")
    given = by_organizer(game.event, game=game, case=warned, reason="Talked")
    other = {"case": replace(warned, against="EW")}
    return Sent(given=given, other=other, key="ruling_id")


def a_superseded_ruling():
    first = a_ruling()
    ruling = rulings.make_ruling(ruling_id=uuid4(), **first.given)
    case = replace(first.given["case"], penalty="none")
    given = {**first.given, "ruling": ruling, "case": case, "reason": "It was a song"}
    del given["game"]
    other = {"reason": "He sang"}
    return Sent(given=given, other=other, key="ruling_id")


def somebody_from_the_pool():
    night = Night("Dee", "Ray", "Mo", "Lou").known()
    week = week_of(night)
    ready(night, week.league, "Dee", "Ray")
    given = {**night.press, "event": week.event, "by": build.organizer(week.event)}
    given |= {"player": week.event.teams.first().players.first(), "person": person("Dee")}
    return Sent(given=given, other={"person": person("Ray")})


WORLDS = {
    donations.take_donation: a_donation,
    donations.move_cash: change_for_the_drawer,
    donations.counter_donation: a_donation_taken_back,
    partners.ask_partner: a_request_for_a_partner,
    partners.give_crew_partner: a_partner_from_the_crew,
    imports.ask_import: a_list,
    messages.show_message: a_message_to_the_room,
    messages.write_messages: a_message_to_people,
    substitutes.seat_substitute: a_substitute,
    substitutes.ask_to_substitute: a_request_to_substitute,
    sign_up.sign_up_team: a_team,
    sign_up.sign_up_single: a_person_alone,
    sign_up.pair_singles: two_who_are_paired,
    sign_up.add_player: a_third_player,
    agreement.object_to_result: an_objection,
    bracket.buy_back: a_buy_back,
    conflicts.choose_total_or_hands: a_choice_of_total_or_hands,
    conflicts.overrule_reports: reports_that_are_overruled,
    ending.forfeit_game: a_forfeited_game,
    hands.record_hand: a_hand,
    hands.correct_hand: a_corrected_hand,
    hands.strike_hand: a_hand_taken_back,
    leaving.leave_game: a_team_that_leaves,
    payouts.pay_prize: a_prize,
    whole_game.correct_game: a_game_as_it_was,
    whole_game.swap_sides: swapped_sides,
    undo.undo_press: a_press_undone,
    reports.report_hand: a_report,
    reports.dispute_report: a_dispute,
    rulings.make_ruling: a_ruling,
    rulings.supersede_ruling: a_superseded_ruling,
    pool.seat_from_pool: somebody_from_the_pool,
}


def commands_with_a_key():
    for package in APPS:
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            if ".commands_" not in found.name:
                continue
            for name, each in inspect.getmembers(import_module(found.name), inspect.isfunction):
                takes = inspect.signature(each).parameters
                # ``press`` names an earlier press, or the one that a helper is part of.
                has_key = any(
                    taken.annotation in KEY_TYPES and taken.name != "press" for taken in takes.values()
                )
                # One that isn't a transaction is part of another command, which has its own key.
                is_whole = hasattr(each, "__wrapped__")
                if has_key and is_whole and {"by", "at"} <= set(takes) and not name.startswith("_"):
                    yield inspect.unwrap(each)


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize("command", WORLDS, ids=lambda command: command.__name__)
def test_a_key_sent_again_does_the_same_once_and_other_content_is_refused(command):
    sent = WORLDS[command]()
    key = [uuid4() for _ in range(5)] if sent.key == "hand_ids" else uuid4()

    first = command(**{sent.key: key}, **sent.given)
    entries = LogEntry.objects.count()
    again = command(**{sent.key: key}, **sent.given)
    with pytest.raises(Refused):
        command(**{sent.key: key}, **sent.given | sent.other)

    assert (again, LogEntry.objects.count()) == (first, entries)


def test_every_command_with_a_key_is_sent_twice_here():
    assert set(commands_with_a_key()) == {inspect.unwrap(command) for command in WORLDS}


def test_the_refusal_names_both_contents():
    sent, key = a_donation(), uuid4()
    donations.take_donation(key=key, **sent.given)

    with pytest.raises(Refused) as refused:
        donations.take_donation(key=key, **sent.given | sent.other)

    assert str(refused.value) == (
        "“A guest, $5, cash” is in already: this form was sent before. “A guest, $20, cash” isn’t. "
        "To enter it, too, press again."
    )


def test_two_who_enter_the_same_hand_make_it_one():
    game = katz_against_bound()
    jo, kim = build.referee(game.event, "Jo"), build.referee(game.event, "Kim")
    hand = {"game": game, "facts": build.FOUR_MADE, "sequence": 1, "at": NOON}

    first = hands.record_hand(hand_id=uuid4(), by=jo, **hand)
    second = hands.record_hand(hand_id=uuid4(), by=kim, **hand)

    assert (second, Hand.objects.count()) == (first, 1)
    with pytest.raises(Refused, match="Hand 1 is in already"):
        hands.record_hand(hand_id=uuid4(), by=kim, **hand | {"facts": HandFacts(forfeited_by="NS")})
