"""Concurrent actions: nothing is lost, and nothing counts twice."""

from contextlib import suppress
from functools import partial
from threading import Event
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.models import Count

from scoring.bracket.commands_bracket import start_phase_two
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import record_hand
from scoring.reports.commands_conflicts import choose_report
from scoring.reports.commands_reports import accept_report
from scoring.rounds.commands_rounds import call_round, draft_round, recall_round
from scoring.rounds.commands_seating_by_hand import swap_teams
from scoring.rulings.commands_leaving import leave_game
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.phones import NOON, katz_against_bound, phone, reported
from tests.together import at_once
from tournament.entries.commands_corrections import rename_team
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import pair_singles, sign_up_single, sign_up_team
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game, call_referee, mark_seated
from tournament.floor.commands_tables import take_table
from tournament.models import Event as Tournament
from tournament.models import Game, Invitation, Round
from tournament.money.commands_donations import take_donation
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def called(teams, hands=0, **plan):
    """An event whose first round is called, and its games at tables, each with ``hands`` hands."""
    event = build.event(**plan)
    build.teams(event, teams)
    build.called_round(event)
    games = list(Game.objects.open().select_related("event").with_everybody())
    for game in games:
        build.hands(game, [build.FOUR_MADE] * hands)
    return event, games


def recorded(game, hand_id=None, sequence=None, facts=build.FOUR_MADE, at=build.THREE):
    by = build.organizer(game.event)
    return lambda: record_hand(
        hand_id=hand_id or uuid4(), game=game, facts=facts, by=by, at=at, sequence=sequence
    )


def failed(answers, but=()):
    return [answer for answer in answers if isinstance(answer, Exception) and not isinstance(answer, but)]


def test_one_hand_sent_eight_times_at_once_is_one_hand():
    game, hand_id = build.game(), uuid4()

    answers = at_once(*[recorded(game, hand_id)] * 8)

    assert {answer.pk for answer in answers} == {hand_id}
    assert Game.objects.get(pk=game.pk).side("NS").units == 1


def test_eight_referees_who_enter_the_same_first_hand_at_once_make_one():
    game = build.game()

    answers = at_once(*(recorded(game, sequence=1) for _ in range(8)))

    assert answers == [Hand.objects.get()] * 8


def test_eight_tables_at_once_all_count():
    event, games = called(16)

    answers = at_once(*(recorded(game) for game in games))

    assert failed(answers) == []
    assert sum(row.units for row in standings(event).rows) == 8
    assert integrity(event) == []


def test_the_reader_of_a_version_sees_everything_up_to_it():
    _, games = called(16)
    is_over = Event()

    def looks():
        """Read the version and the log in one query, again and again; returns the pairs that differ."""
        seen = set()
        while not is_over.is_set():
            seen.add(Tournament.objects.annotate(entries=Count("log")).values_list("version", "entries")[0])
        return [(version, entries) for version, entries in seen if version != entries], len(seen)

    def plays():
        try:
            return at_once(*(recorded(game) for game in games))
        finally:
            is_over.set()

    (differ, number), answers = at_once(looks, plays)

    assert failed(answers) == []
    assert (differ, number > 1) == ([], True)


def test_the_database_aborts_nothing_that_is_done_at_once():
    event, games = called(10, hands=2, tables=3)
    here, plan = list(event.teams.order_by("number")), plan_of(event)
    by, table = build.organizer(event), event.tables.get(number=1)
    common = {"by": by, "at": build.at(15, 20)}

    answers = at_once(
        *(recorded(game, at=build.at(15, 20)) for game in games),
        *(lambda game=game: call_referee(game=game, why="So", **common) for game in games),
        lambda: leave_game(team=games[0].team("NS"), key=uuid4(), **common),
        lambda: change_event(event=event, plan=plan, **common),
        lambda: rename_team(team=here[0], name="Kitty Katz", **common),
        lambda: take_table(table=table, by=build.referee(event), at=build.at(15, 20)),
        lambda: swap_teams(event=event, one=here[1], other=here[8], reason="So", **common),
        lambda: tick(build.at(15, 20)),
    )

    assert failed(answers, but=Refused) == []
    assert integrity(event) == []
    assert Tournament.objects.get().version == event.log.count()


def test_an_action_that_fails_lets_the_next_one_write():
    def action(number):
        with transaction.atomic():
            made = Invitation.objects.create(hashed=f"{number}", made_at=build.THREE, expires_at=build.THREE)
            if number % 2:
                raise ValueError
        return made

    answers = at_once(*(partial(action, number) for number in range(12)))

    made = [answer for answer in answers if isinstance(answer, Invitation)]
    assert len(made) == Invitation.objects.count() == 6


@pytest.mark.parametrize("action", [call_round, draft_round])
def test_two_organizers_who_call_or_draft_the_round_at_once_do_it_once(action):
    event = build.event()
    build.teams(event, 4)
    by = build.organizer(event)

    answers = at_once(*[lambda: action(event=event, by=by, at=build.THREE)] * 2)

    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert Round.objects.count() == 1


def test_a_recall_and_a_first_hand_at_once_are_one_or_the_other():
    event, [game] = called(2)
    row, by = Round.objects.get(), build.organizer(event)

    answers = at_once(recorded(game), lambda: recall_round(row=row, by=by, at=build.THREE))

    is_recorded, is_recalled = (not isinstance(answer, Refused) for answer in answers)
    assert is_recorded != is_recalled
    assert Hand.objects.count() == int(is_recorded)


def test_games_that_end_at_once_free_a_table_each_for_those_who_wait():
    _, games = called(10, hands=2, tables=3)

    answers = at_once(*(recorded(game, at=build.at(15, 20)) for game in games))

    assert failed(answers) == []
    assert not Game.objects.waiting().exists()
    assert Game.objects.open().count() == 2


def test_two_clocks_that_tick_at_once_forfeit_one_hand():
    game = build.game()
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(game.event), at=build.at(15, 1))

    at_once(*[lambda: tick(build.at(15, 6))] * 3)

    assert Hand.objects.count() == 1


def test_a_bracket_whose_semi_finals_end_at_once_has_its_final():
    event = build.event()
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    build.cut_settled(event)
    by = build.organizer(event)
    start_phase_two(event=event, by=by, at=build.at(17))
    games = [
        call_game(game=game, by=by, at=build.at(17))
        for game in Game.objects.filter(phase__kind="two").select_related("event")
    ]
    for game in games:
        build.hands(game, [build.FOUR_MADE] * 2, at=build.at(17, 10))

    answers = at_once(*(recorded(game, at=build.at(17, 20)) for game in games))

    assert failed(answers) == []
    drawn = Game.objects.standing().filter(phase__kind="two").values_list("bracket_position", flat=True)
    assert sorted(drawn) == ["F", "S1", "S2", "T"]


# --- the teams' reports -------------------------------------------------------------------------------


def test_a_report_accepted_eight_times_at_once_is_one_hand():
    game = katz_against_bound(hands_from="teams", agreed_by="teams")
    report, by = reported(game, "NS"), phone(game, "EW")

    answers = at_once(*[lambda: accept_report(report=report, by=by, at=NOON)] * 8)

    assert {answer.pk for answer in answers} == {Hand.objects.get().pk}
    assert integrity(game.event) == []


def test_a_referee_and_the_other_team_at_once_make_one_hand():
    game = katz_against_bound(hands_from="teams", agreed_by="teams")
    report, by, jo = reported(game, "NS"), phone(game, "EW"), build.referee(game.event)
    entry = {"hand_id": uuid4(), "game": game, "facts": build.FOUR_SET, "sequence": 1, "by": jo, "at": NOON}

    answers = at_once(
        lambda: accept_report(report=report, by=by, at=NOON),
        lambda: record_hand(**entry),
        lambda: choose_report(report=report, by=jo, at=NOON),
    )

    assert Hand.objects.count() == 1
    assert all(isinstance(answer, Hand | Refused) or "meanwhile" in str(answer) for answer in answers)
    assert integrity(game.event) == []


# --- the desks ----------------------------------------------------------------------------------------


def test_two_desks_at_once_sign_up_pair_pay_and_check_in_forty_people():
    """Both desks do everything for everybody, in opposite order: no duplicate team, no lost cent."""
    event, keys = build.event(), [uuid4() for _ in range(20)]
    by = build.organizer(event)
    common = {"event": event, "by": by, "at": build.MEET}

    def desk(order):
        done = []
        for number in order:
            names = [f"Ann {number}", f"Ray {number}"]
            with suppress(Refused):
                if number % 2:
                    done.append(sign_up_team(key=uuid4(), name="", players=names, **common))
                else:
                    for name in names:
                        with suppress(Refused):
                            sign_up_single(key=uuid4(), name=name, **common)
                    singles = event.players.filter(name__in=names, team=None)
                    done.append(pair_singles(key=uuid4(), players=list(singles), name="", **common))
            for team in event.teams.filter(players__name=names[0]):
                # The same envelope at both desks, and one that only this desk has.
                gift = {"team": team, "player": None, "method": "cash", **common}
                take_donation(key=keys[number], amount_cents=1000, **gift)
                take_donation(key=uuid4(), amount_cents=1, **gift)
                check_in_team(team=team, by=by, at=build.MEET)
        return done

    first, second = at_once(lambda: desk(range(20)), lambda: desk(range(19, -1, -1)))

    teams = event.teams.present().prefetch_related("players")
    assert len({*first, *second}) == len(first) + len(second) == len(teams) == 20
    assert {" & ".join(str(player) for player in team.players.all()) for team in teams} == {
        f"Ann {number} & Ray {number}" for number in range(20)
    }
    assert event.players.filter(team__isnull=False).count() == 40
    assert not event.teams.exclude(pk__in=[team.pk for team in teams]).exists()
    cents = event.donations.values_list("amount_cents", flat=True)
    assert cents.filter(amount_cents=1000).count() == 20
    # A desk that reached a team before its people were paired took no donation for it.
    assert 20 <= cents.filter(amount_cents=1).count() <= 40
