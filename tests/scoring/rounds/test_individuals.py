"""People who come alone: partners change every round (Rulebook E-51 to E-54)."""

from collections import Counter
from datetime import time, timedelta
from itertools import combinations, product
from uuid import uuid4

import pytest

from scoring.commands.late import start_five_minutes
from scoring.commands.leaving import leave_game
from scoring.commands.moving import move_game
from scoring.commands.reports import report_hand
from scoring.commands.rounds import draft_round, publish_round, recall_round
from scoring.models import Hand
from scoring.queries.hands.tally import score_with_names
from scoring.queries.integrity import integrity
from scoring.queries.rounds.seating import seating_page
from scoring.queries.rounds.steps import mark_of
from scoring.queries.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.alone import after, games_of, individuals, played
from tournament.commands.events import change_event
from tournament.commands.floor import mark_seated
from tournament.commands.teams import sign_up_single, sign_up_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Actor, Game, Seat
from tournament.queries.plan import plan_of
from tournament.queries.sitting import chairs_at, ids_on, side_at, sides_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def partners(event) -> Counter[frozenset[int]]:
    games = Game.objects.standing().filter(event=event, kind="game").select_related("event")
    return Counter(frozenset(ids_on(game, side)) for game in games for side in sides_at(game))


def opponents(event) -> Counter[frozenset[int]]:
    games = Game.objects.standing().filter(event=event, kind="game").select_related("event")
    return Counter(
        frozenset(pair)
        for game in games
        for pair in product(*(ids_on(game, side) for side in sides_at(game)))
    )


def sat(row) -> dict[int, dict[str, str]]:
    """Who sat on each chair of each table, by name."""
    return {
        game.table.number: {chair: team.name for chair, team in chairs_at(game).items()}
        for game in games_of(row)
    }


def test_where_winners_move_up_both_go_to_the_next_table_and_play_with_the_losers_there():
    event = individuals(12, seating="one-up")

    first, second = played(event, 2)

    before, now = sat(first), sat(second)
    # In the first round East-West won at tables 1 and 3, North-South at table 2.
    assert set(now[1].values()) == {before[1]["E"], before[1]["W"], before[2]["N"], before[2]["S"]}
    assert set(now[2].values()) == {before[2]["E"], before[2]["W"], before[3]["E"], before[3]["W"]}
    assert max(partners(event).values()) == 1
    assert event.log.filter(action="round.drawn").count() == 1
    assert integrity(event) == []


def test_by_chair_north_stays_and_thirteen_people_take_turns_to_sit_out():
    event = individuals(13, seating="one-seat")

    first, second, third = played(event, 3)

    assert sat(second)[1]["N"] == sat(first)[1]["N"]
    rests = [
        ids_on(game, "N" if len(sides_at(game)) > 2 else "NS")
        for row in (first, second, third)
        for game in row.games.filter(kind="bye").with_everybody()
    ]
    assert len(set(rests)) == 3


@pytest.mark.embedded
def test_eight_people_partner_everybody_once_and_meet_everybody_twice_in_seven_rounds():
    event = individuals(8)
    everybody = {frozenset(pair) for pair in combinations(event.teams.values_list("pk", flat=True), 2)}

    played(event, 7)

    assert partners(event) == dict.fromkeys(everybody, 1)
    assert opponents(event) == dict.fromkeys(everybody, 2)
    assert integrity(event) == []


@pytest.mark.embedded
def test_in_four_rounds_nobody_has_a_partner_twice():
    event = individuals(8)

    played(event, 4)

    assert (len(partners(event)), max(partners(event).values())) == (16, 1)


@pytest.mark.embedded
def test_of_nine_one_has_the_bye_in_each_round_and_nobody_twice():
    event = individuals(9)

    played(event, 8)

    byes = Counter(
        Seat.objects.filter(game__event=event, game__kind="bye", game__recalled_at=None).values_list(
            "team", flat=True
        )
    )
    assert (sum(byes.values()), max(byes.values())) == (8, 1)
    assert max(partners(event).values()) == 1
    assert integrity(event) == []


@pytest.mark.embedded
def test_of_ten_the_two_who_rest_have_rested_least():
    event = individuals(10)

    played(event, 5)

    byes = Counter(
        Seat.objects.filter(game__event=event, game__kind="bye", game__recalled_at=None).values_list(
            "team", flat=True
        )
    )
    assert (len(byes), set(byes.values())) == (10, {1})


@pytest.mark.parametrize(("people", "times"), [(6, 4), (10, 3)])
@pytest.mark.embedded
def test_in_eight_rounds_nobody_meets_anybody_oftener_than_somebody_must(people, times):
    event = individuals(people)

    played(event, 8)

    assert max((partners(event) + opponents(event)).values()) == times
    assert integrity(event) == []


def test_who_comes_late_is_seated_in_the_next_round_and_partners_stay_new():
    event = individuals(8)
    played(event, 2)
    build.people(event, 4)

    at = after(2)
    row = build.called_round(event, at)

    assert len(games_of(row)) == 3
    assert max(partners(event).values()) == 1


def test_both_partners_win_with_all_the_hands_and_both_others_lose():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]

    build.won(game, "EW")

    rows = {row.team_id: (row.won, row.lost, row.units) for row in standings(event).rows}
    assert rows == {
        game.team("E").pk: (1, 0, 3),
        game.team("W").pk: (1, 0, 3),
        game.team("N").pk: (0, 1, 0),
        game.team("S").pk: (0, 1, 0),
    }


def test_one_partner_says_for_both_that_they_sit():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]

    mark_seated(game=game, team=game.team("S"), by=build.organizer(event), at=build.at(15, 1))

    game.refresh_from_db()
    assert (game.side("NS").seated_at, game.side("EW").seated_at) == (build.at(15, 1), None)
    assert (
        event.log.filter(action="team.seated").get().words
        == f"{game.team('N')} & {game.team('S')} sit at Table 1."
    )


def test_a_side_of_which_nobody_said_that_it_sits_forfeits_a_hand():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    mark_seated(game=game, team=game.team("W"), by=build.organizer(event), at=build.at(15, 1))

    tick(build.at(15, 20))

    late = Hand.objects.filter(game=game).order_by("sequence").first()
    assert late.facts == {"forfeited_by": "NS"}
    assert (
        score_with_names(game, late.told).headline
        == f"Forfeited: counts one for {game.team('E')} & {game.team('W')}."
    )


def test_the_five_minutes_begin_anew_for_a_side_whose_one_partner_left():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    build.hand(game, at=build.at(15, 10))

    start_five_minutes(game=game, team=game.team("W"), by=build.referee(event), at=build.at(15, 12))

    game.refresh_from_db()
    assert (side_at(game, game.team("W").pk), game.side("EW").seated_at) == ("EW", None)
    assert game.side("NS").seated_at is not None


def test_a_draft_is_published_and_recalled_with_all_four():
    event = individuals(8)
    by = build.organizer(event)
    draft = draft_round(event=event, by=by, at=build.THREE)
    before = [game.everybody_ids() for game in games_of(draft)]

    row = publish_round(row=draft, seen=mark_of(event), by=by, at=build.THREE)
    again = recall_round(row=row, by=by, at=build.THREE + timedelta(seconds=9))

    assert [game.everybody_ids() for game in games_of(again)] == before
    assert all(len(ids) == 4 for ids in before)


def test_the_seating_says_whether_partners_are_new():
    event = individuals(8)
    played(event, 1)

    draft_round(event=event, by=build.organizer(event), at=build.at(15, 30))
    page = seating_page(event, build.at(15, 30))

    assert page.figures[0] == "every partner is new"
    assert all(" & " in side.team.name for game in page.games for side in game.sides)


def test_the_games_of_people_who_come_alone_move_to_other_tables():
    event = individuals(8)
    game, _ = games_of(build.called_round(event))

    move_game(
        game=game,
        table=event.tables.get(number=7),
        reason="light",
        by=build.organizer(event),
        at=build.at(15, 1),
    )

    assert Game.objects.get(pk=game.pk).table.number == 7


def test_three_people_are_too_few():
    event = individuals(3)

    with pytest.raises(Refused, match="A table needs four people, and 3 are here"):
        build.called_round(event)


def test_somebody_who_left_is_not_called_from_a_draft():
    event = individuals(8)
    by = build.organizer(event)
    draft = draft_round(event=event, by=by, at=build.THREE)
    gone = games_of(draft)[0].team("W")
    withdraw_team(team=gone, by=by, at=build.THREE)

    with pytest.raises(Refused, match=f"{gone} isn't here"):
        publish_round(row=draft, seen=mark_of(event), by=by, at=build.THREE)


def test_who_plays_in_a_called_game_cannot_just_withdraw():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]

    with pytest.raises(Refused, match="in a game at Table 1"):
        withdraw_team(team=game.team("W"), by=build.organizer(event), at=build.at(15, 2))


def test_who_leaves_before_the_first_hand_leaves_the_chair_to_the_one_with_the_bye():
    event = individuals(5)
    row = build.called_round(event)
    game, bye = games_of(row)[0], Game.objects.get(kind="bye").team("N")

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 2))

    assert games_of(row)[0].everybody() == (game.team("N"), game.team("E"), game.team("S"), bye)
    assert not Game.objects.filter(kind="bye", recalled_at=None).exists()
    assert event.teams.get(pk=game.team("W").pk).withdrawn_at is not None
    assert integrity(event) == []


def test_where_nobody_has_the_bye_the_three_whom_somebody_left_have_it():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 2))

    rows = {row.team_id: (row.won, row.byes) for row in standings(event).rows}
    assert [rows[each.pk] for each in (game.team("N"), game.team("E"), game.team("S"))] == [(1, 1)] * 3
    assert event.teams.get(pk=game.team("W").pk).withdrawn_at is not None
    assert integrity(event) == []


def test_who_leaves_after_the_first_hand_forfeits_for_both_partners():
    event = individuals(4)
    game = games_of(build.called_round(event))[0]
    build.hand(game, build.EW_FOUR_MADE)

    leave_game(team=game.team("W"), key=uuid4(), by=build.organizer(event), at=build.at(15, 12))

    rows = {row.team_id: (row.won, row.lost) for row in standings(event).rows}
    assert (rows[game.team("S").pk], rows[game.team("E").pk]) == ((1, 0), (0, 1))
    assert integrity(event) == []


def test_one_of_each_side_reports_the_hand_and_it_is_agreed():
    event = individuals(4, hands_from="teams")
    game = games_of(build.called_round(event))[0]

    for team in (game.team("S"), game.team("E")):
        report_hand(
            report_id=uuid4(),
            game=game,
            facts=build.FOUR_MADE,
            sequence=1,
            by=Actor(team.badge, "phone"),
            at=build.at(15, 12),
        )

    assert Hand.objects.get(game=game).winner_side == "NS"


def test_everybody_signs_up_with_one_name():
    event = individuals(0)
    by = build.organizer(event)

    with pytest.raises(Refused, match="write one name"):
        sign_up_team(event=event, key=uuid4(), name="", players=["Ann", "Bob"], by=by, at=build.MEET)
    with pytest.raises(Refused, match="write one name"):
        sign_up_single(event=event, key=uuid4(), name="Ann", by=by, at=build.MEET)


def test_people_who_came_alone_are_not_made_teams_of_two_later():
    event = individuals(4)
    plan = plan_of(event)

    with pytest.raises(Refused, match="signed up alone already"):
        change_event(
            event=event,
            plan=type(plan)(**{**plan.__dict__, "seating": "swiss", "phase_two_at": time(17)}),
            by=build.organizer(event),
            at=build.MEET,
        )
