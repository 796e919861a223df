"""Individuals are seated by hand: partners, chairs, byes, tables (Rulebook E-56, E-57)."""

import pytest

from scoring.commands.rounds import draft_round, publish_round
from scoring.commands.seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.queries.integrity import integrity
from scoring.queries.rounds.seating import seating_page
from scoring.queries.rounds.steps import mark_of
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.teams import withdraw_team
from tournament.errors import Refused
from tournament.models import Event, Game
from tournament.queries.sitting import chairs_at

pytestmark = pytest.mark.slow

WHY = "They are sisters"
SOLO, CUTTHROAT = {"game": "solo-bid-euchre"}, {"game": "cutthroat-bid-whist"}


def event_of(count: int, **plan) -> Event:
    event = build.event(**plan or {"seating": "alone"})
    build.people(event, count)
    return event


def standing_games(event: Event, kind: str = "game") -> list[Game]:
    games = Game.objects.filter(event=event, kind=kind, recalled_at=None).order_by("table__number", "pk")
    return list(games.select_related("table", "event").with_everybody())


def chairs(event: Event) -> list[str]:
    """Each table in words: ``Ann 1 & Ann 3 vs. Ann 2 & Ann 4``."""
    return [str(game) for game in standing_games(event)]


def resting(event: Event) -> list[str]:
    return [game.team("N").name for game in standing_games(event, "bye")]


def swapped(event, one, other, reason=WHY, at=build.THREE):
    return swap_teams(event=event, one=one, other=other, reason=reason, by=build.organizer(event), at=at)


def seated(event, teams, reason=WHY, at=build.THREE):
    return seat_teams(event=event, teams=teams, reason=reason, by=build.organizer(event), at=at)


def unseated(event, team, reason=WHY, at=build.THREE):
    return unseat_team(event=event, team=team, reason=reason, by=build.organizer(event), at=at)


def begun(event: Event, *, is_called: bool) -> None:
    build.called_round(event) if is_called else draft_round(
        event=event, by=build.organizer(event), at=build.THREE
    )


IS_CALLED = pytest.mark.parametrize("is_called", [False, True], ids=["in a draft", "in a called round"])


@IS_CALLED
def test_two_at_one_table_swap_and_so_change_partners(is_called):
    event = event_of(4)
    begun(event, is_called=is_called)
    (game,) = standing_games(event)
    north, east, south, west = chairs_at(game)["N"], game.team("E"), game.team("S"), game.team("W")

    swapped(event, south, west)

    assert chairs(event) == [f"{north} & {west} vs. {east} & {south}"]
    assert event.log.last().words == f"Round 1: {south} and {west} swapped their places. {WHY}"


def test_who_has_the_bye_swaps_with_somebody_at_a_table():
    event = event_of(5, **SOLO)
    begun(event, is_called=True)
    (game,), (bye,) = standing_games(event), standing_games(event, "bye")

    swapped(event, game.team("S"), bye.team("N"))

    assert (standing_games(event)[0].team("S"), resting(event)) == (bye.team("N"), [game.team("S").name])
    assert {row.name for row in standings(event).rows if row.won} == {game.team("S").name}


def test_somebody_who_rests_sits_in_the_chair_of_one_who_has_left_a_draft():
    event = event_of(4)
    begun(event, is_called=False)
    (game,) = standing_games(event)
    late = build.people(event, 1)[0]
    withdraw_team(team=game.team("E"), by=build.organizer(event), at=build.THREE)
    assert seating_page(event, build.THREE).places[game.team("E").pk] == "has left, table 1"

    swapped(event, game.team("E"), late)

    assert standing_games(event)[0].team("E") == late
    row = event.phases.get(kind="one").rounds.get()
    publish_round(row=row, seen=mark_of(event), by=build.organizer(event), at=build.THREE)


@pytest.mark.parametrize(
    ("plan", "count", "is_called"),
    [
        pytest.param({"seating": "alone"}, 4, False, id="partners, in a draft"),
        pytest.param(SOLO, 4, True, id="four alone"),
        pytest.param(CUTTHROAT, 3, True, id="three alone"),
    ],
)
def test_who_came_late_and_those_who_rest_make_a_table(plan, count, is_called):
    event = event_of(2 * count - 1, **plan)
    begun(event, is_called=is_called)
    late = build.people(event, 1)
    byes = [game.team("N") for game in standing_games(event, "bye")]

    made = seated(event, [*late, *byes], at=build.at(15, 3))

    assert made.everybody_ids()[0] == late[0].pk
    assert (set(made.everybody()), resting(event)) == ({*late, *byes}, [])
    assert (made.table.number, made.called_at) == (2, build.at(15, 3) if is_called else None)
    assert event.log.last().words == f"Round 1: {made} play at a table of their own. {WHY}"


def test_whoever_has_had_the_bye_most_takes_the_chair_of_one_who_is_taken_out():
    event = event_of(6)
    for number in range(2):
        row = build.called_round(event, build.at(15, 30 * number))
        for game in Game.objects.filter(round=row, kind="game").select_related("event"):
            build.won(game, at=build.at(15, 30 * number + 12))
    at = build.at(16)
    row = draft_round(event=event, by=build.organizer(event), at=at)
    (game,) = standing_games_of(row)
    rested = {bye.team("N") for bye in Game.objects.filter(kind="bye", round__number=1).with_everybody()}
    fresh = next(bye for bye in Game.objects.filter(round=row, kind="bye"))
    stays = next(team for team in game.everybody() if team in rested)
    swapped(event, stays, fresh.team("N"), at=at)
    (game,) = standing_games_of(row)
    leaver = next(team for team in game.everybody() if team not in rested)

    unseated(event, leaver, at=at)

    (game,) = standing_games_of(row)
    assert stays in game.everybody()
    assert leaver not in game.everybody()


def standing_games_of(row) -> list[Game]:
    games = Game.objects.filter(round=row, kind="game", recalled_at=None)
    return list(games.select_related("event").with_everybody())


def test_the_others_of_a_table_have_the_bye_if_nobody_else_has():
    event = event_of(8)
    begun(event, is_called=True)
    one, two = standing_games(event)

    unseated(event, one.team("N"))

    assert chairs(event) == [str(two)]
    assert resting(event) == [one.team("E").name, one.team("S").name, one.team("W").name]
    assert event.log.last().words == (
        f"Round 1: {one.team('N')} sits out, and "
        f"{one.team('E')}, {one.team('S')} and {one.team('W')} have the bye. {WHY}"
    )
    assert integrity(event) == []


def test_an_empty_chair_is_filled_again_with_those_whom_somebody_left():
    event = event_of(4)
    begun(event, is_called=True)
    (game,) = standing_games(event)
    unseated(event, game.team("W"))
    late = build.people(event, 1)[0]

    made = seated(event, [game.team("N"), game.team("E"), game.team("S"), late], at=build.at(15, 4))

    assert str(made) == f"{game.team('N')} & {game.team('S')} vs. {game.team('E')} & {late}"
    assert (made.table, resting(event)) == (game.table, [])
    assert {row.won for row in standings(event).rows} == {0}


def test_who_left_with_the_bye_takes_nobodys_chair():
    event = event_of(5)
    begun(event, is_called=False)
    (game,), (bye,) = standing_games(event), standing_games(event, "bye")
    withdraw_team(team=bye.team("N"), by=build.organizer(event), at=build.THREE)

    unseated(event, game.team("N"))

    assert bye.team("N").name in resting(event)
    assert len(resting(event)) == 4


def test_the_seating_says_who_were_partners_before():
    event = event_of(4)
    row = build.called_round(event)
    (game,) = standing_games_of(row)
    build.won(game)
    draft = draft_round(event=event, by=build.organizer(event), at=build.at(15, 30))
    (drawn,) = standing_games_of(draft)
    partner = {game.team(one): game.team(other) for one, other in ("NS", "SN", "EW", "WE")}

    swapped(event, partner[drawn.team("N")], drawn.team("S"), at=build.at(15, 30))

    notes = [note for each in seating_page(event, build.at(15, 30)).games for note in each.notes]
    assert len([note for note in notes if note.endswith("were partners before")]) == 2


def _begun_game(event: Event):
    begun(event, is_called=True)
    game = standing_games(event)[0]
    build.hand(game)
    return game


def test_what_makes_no_sense_by_hand_is_refused():
    event = event_of(4)
    begun(event, is_called=False)
    (game,) = standing_games(event)
    elsewhere = event_of(1, name="Elsewhere", seating="alone").teams.get()
    north, south, (one, two, three) = game.team("N"), game.team("S"), build.people(event, 3)

    for action, teams, sentence in (
        (swapped, (north, north), "two different players"),
        (swapped, (north, south), "are partners already"),
        (swapped, (north, elsewhere), "Choose a player of this event"),
        (swapped, (one, two), "Neither .* has a seat"),
        (seated, ([north, one, two, three],), "has a seat already"),
        (seated, ([one, two, three],), "needs 4 different players"),
        (seated, ([one, two, three, three],), "4 different"),
        (unseated, (one,), "has no seat"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(event, *teams)

    assert chairs(event) == [str(game)]


def test_after_its_first_hand_a_table_keeps_its_players():
    event = event_of(8)
    game = _begun_game(event)
    other = standing_games(event)[1]

    for action in (
        lambda: swapped(event, game.team("N"), game.team("E")),
        lambda: swapped(event, other.team("W"), game.team("W")),
        lambda: unseated(event, game.team("S")),
    ):
        with pytest.raises(Refused, match="has its first hand already, so its players stay"):
            action()
