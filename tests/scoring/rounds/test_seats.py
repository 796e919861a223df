"""Seating by hand before the first hand, with a reason, for drafts and for called rounds."""

import pytest

from scoring.commands.moving import move_game
from scoring.commands.rounds import draft_round, recall_round
from scoring.commands.seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.models import GameScore
from scoring.queries.integrity import integrity
from scoring.queries.rounds.seating import seating_page
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.floor import mark_seated
from tournament.errors import Refused
from tournament.models import Deadline, Game

pytestmark = pytest.mark.slow

WHY = "They ride home together"


@pytest.fixture
def event():
    return build.event()


def drafted(event):
    return draft_round(event=event, by=build.organizer(event), at=build.THREE)


def games(event):
    """The current games as (table, North-South, East-West)."""
    rows = Game.objects.filter(event=event, recalled_at=None).select_related("table").with_everybody()
    return {
        (
            row.table.number if row.table else None,
            row.team("NS").name,
            row.team("EW").name if not row.is_bye else "",
        )
        for row in rows
    }


def sides(event, table):
    game = (
        Game.objects.select_related("event", "table")
        .with_everybody()
        .get(event=event, table__number=table, recalled_at=None)
    )
    return game, game.team("NS"), game.team("EW")


def swapped(event, one, other, reason=WHY, at=build.THREE):
    return swap_teams(event=event, one=one, other=other, reason=reason, by=build.organizer(event), at=at)


def seated(event, team, against, reason=WHY, at=build.THREE):
    return seat_teams(event=event, teams=[team, against], reason=reason, by=build.organizer(event), at=at)


def unseated(event, team, reason=WHY, at=build.THREE):
    return unseat_team(event=event, team=team, reason=reason, by=build.organizer(event), at=at)


def moved(event, game, number, reason=WHY, at=build.THREE):
    table = event.tables.get(number=number)
    return move_game(game=game, table=table, reason=reason, by=build.organizer(event), at=at)


def bye_of(event):
    return Game.objects.with_everybody().get(event=event, kind="bye", recalled_at=None)


@pytest.mark.parametrize("is_called", [False, True], ids=["in a draft", "in a called round"])
def test_two_teams_swap_their_places(event, is_called):
    build.teams(event, 4)
    build.called_round(event) if is_called else drafted(event)
    (_, ns, ew), (_, other_ns, other_ew) = sides(event, 1), sides(event, 2)

    swapped(event, ns, other_ns)

    assert games(event) == {(1, other_ns.name, ew.name), (2, ns.name, other_ew.name)}
    assert event.log.last().words == f"Round 1: {ns} and {other_ns} swapped their places. {WHY}"
    assert Game.objects.filter(recalled_at=None, called_at__isnull=not is_called).count() == 2


def test_swapped_teams_are_called_anew_and_the_old_games_stay_on_record(event):
    build.teams(event, 4)
    build.called_round(event)
    game, ns, _ = sides(event, 1)
    mark_seated(game=game, team=ns, by=build.organizer(event), at=build.at(15, 1))

    swapped(event, ns, sides(event, 2)[1], at=build.at(15, 2))

    new = sides(event, 1)[0]
    assert (new.called_at, new.side("NS").seated_at) == (build.at(15, 2), None)
    coming = Deadline.objects.filter(done_at=None)
    assert {row.due_at for row in coming} == {build.at(15, 7)}
    assert Game.objects.filter(event=event).count() == 4
    assert GameScore.objects.filter(game__recalled_at=None).count() == 2
    assert integrity(event) == []


def test_a_team_swaps_with_the_one_that_has_the_bye(event):
    build.teams(event, 3)
    build.called_round(event)
    bye, (_, ns, ew) = bye_of(event).team("NS"), sides(event, 1)

    swapped(event, ns, bye)

    assert games(event) == {(1, bye.name, ew.name), (None, ns.name, "")}
    assert {row.name: row.won for row in standings(event).rows} == {bye.name: 0, ew.name: 0, ns.name: 1}


def test_a_late_team_is_seated_against_the_bye(event):
    build.teams(event, 3)
    build.called_round(event)
    bye, late = bye_of(event).team("NS"), build.team(event, "Late Bloomers")

    made = seated(event, late, bye, at=build.at(15, 4))

    assert (made.table.number, made.called_at) == (2, build.at(15, 4))
    assert not Game.objects.filter(kind="bye", recalled_at=None).exists()
    assert {row.won for row in standings(event).rows} == {0}


def test_the_opponent_of_an_unseated_team_plays_the_one_with_the_bye(event):
    build.teams(event, 5)
    build.called_round(event)
    bye, (_, ns, ew) = bye_of(event).team("NS"), sides(event, 1)

    unseated(event, ns)

    assert (1, bye.name, ew.name) in games(event)
    assert len(games(event)) == 2


def test_the_opponent_of_an_unseated_team_has_the_bye_if_nobody_else_has(event):
    build.teams(event, 4)
    build.called_round(event)
    _, ns, ew = sides(event, 1)

    unseated(event, ns)

    assert (None, ew.name, "") in games(event)
    assert {row.name for row in standings(event).rows if row.won} == {ew.name}


def test_a_drafted_game_swaps_its_table_with_another(event):
    build.teams(event, 4)
    drafted(event)
    game, *_ = sides(event, 1)

    moved(event, game, 2)
    assert sides(event, 2)[0] == game
    moved(event, game, 5)
    assert sides(event, 5)[0] == game


def test_a_called_game_moves_to_a_free_table_and_has_five_minutes_again(event):
    build.teams(event, 4)
    build.called_round(event)
    game, ns, _ = sides(event, 1)
    mark_seated(game=game, team=ns, by=build.organizer(event), at=build.at(15, 1))

    moved(event, game, 7, at=build.at(15, 2))

    game.refresh_from_db()
    assert (game.table.number, game.side("NS").seated_at) == (7, None)
    assert [row.due_at for row in game.deadlines.filter(done_at=None)] == [build.at(15, 7)]


def test_a_game_in_the_middle_moves_as_it_stands(event):
    game = build.game(event)
    build.hand(game)

    moved(event, game, 4, at=build.at(15, 15))

    game.refresh_from_db()
    assert (game.table.number, game.hands.count(), game.recalled_at) == (4, 1, None)
    assert event.log.last().words == f"{game} moved from Table 1 to Table 4: {WHY}"


@pytest.mark.parametrize("number", [1, 2])
def test_two_called_games_swap_tables_until_one_has_begun(event, number):
    build.teams(event, 4)
    build.called_round(event)
    game, *_ = sides(event, 1)
    moved(event, game, 2)
    assert sides(event, 2)[0] == game
    build.hand(sides(event, number)[0])

    with pytest.raises(Refused, match=r"Table 1 is taken\. Free now: 3, 4"):
        moved(event, game, 1)


def test_a_game_moves_nowhere_where_it_cannot_be_played(event):
    build.teams(event, 2)
    game = build.game(event)
    event.tables.filter(number=3).update(is_out_of_use=True)

    for number, sentence in ((1, "at Table 1 already"), (3, "Table 3 is out of use")):
        with pytest.raises(Refused, match=sentence):
            moved(event, game, number)
    with pytest.raises(Refused, match="Write why the game moves"):
        moved(event, game, 2, reason=" ")
    build.won(game)
    with pytest.raises(Refused, match="is over"):
        moved(event, game, 2)


def test_every_change_of_a_called_round_says_why(event):
    one, other, *_ = build.teams(event, 4)
    build.called_round(event)

    for action in (lambda: swapped(event, one, other, " "), lambda: unseated(event, one, "")):
        with pytest.raises(Refused, match="Write why the seating is changed"):
            action()


def test_after_its_first_hand_a_game_keeps_its_teams(event):
    build.teams(event, 4)
    build.called_round(event)
    game, ns, _ = sides(event, 1)
    build.hand(game)

    for action in (
        lambda: swapped(event, ns, sides(event, 2)[1]),
        lambda: unseated(event, ns),
        lambda: seated(event, ns, build.team(event)),
    ):
        with pytest.raises(Refused, match="has its first hand already, so its teams stay"):
            action()


def test_what_makes_no_sense_by_hand_is_refused(event):
    one, other, *_ = build.teams(event, 4)
    drafted(event)
    away, late, later = build.team(event, is_here=False), build.team(event), build.team(event)

    for action, teams, sentence in (
        (swapped, (one, one), "two different teams"),
        (swapped, sides(event, 1)[1:], "play each other already"),
        (seated, (one, other), "has a seat already"),
        (seated, (one, one), "somebody for them to play"),
        (unseated, (late,), "has no seat"),
        (swapped, (one, away), "not checked in"),
        (swapped, (late, later), "Neither .* has a seat"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(event, *teams)

    assert Game.objects.filter(recalled_at=None).count() == 2


def test_without_a_round_and_after_its_whistle_there_is_nothing_to_change(event):
    one, _ = build.teams(event, 2)
    with pytest.raises(Refused, match="Draft the next one first"):
        unseated(event, one)
    build.called_round(event)

    with pytest.raises(Refused, match="whistle of Round 1 has gone"):
        unseated(event, one, at=build.at(15, 31))


def test_in_open_play_the_opponent_of_an_unseated_team_waits_in_line_again():
    event = build.openly(6, tables=2)
    game, ns, ew = sides(event, 1)

    assert unseated(event, ns) == []

    game.refresh_from_db()
    assert game.recalled_at == build.THREE
    assert not Game.objects.filter(kind="bye").exists()
    assert {row.name: row.won for row in standings(event).rows}[ew.name] == 0


def test_in_open_play_two_from_the_line_are_seated_only_where_a_table_is_free():
    event = build.openly(6, tables=2)
    playing = {team for game in Game.objects.open() for team in (game.team("NS").pk, game.team("EW").pk)}
    one, other = event.teams.exclude(pk__in=playing)

    with pytest.raises(Refused, match="No table is free"):
        seated(event, one, other)
    event.tables.create(number=3)
    made = seated(event, one, other)

    assert (made.table.number, made.called_at) == (3, build.THREE)


def test_open_play_is_not_recalled():
    event = build.openly(4, tables=2)
    row = event.phases.get(kind="one").rounds.get()

    with pytest.raises(Refused, match="Hold back the next games"):
        recall_round(row=row, by=build.organizer(event), at=build.THREE)
    page = seating_page(event, build.THREE)
    assert (page.title, page.recall, len(page.games)) == ("Open play", None, 2)
