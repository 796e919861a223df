"""Individuals are seated by hand: partners, chairs, byes, tables (Rulebook E-56, E-57)."""

import pytest

from scoring.integrity import integrity
from scoring.rounds.commands_rounds import publish_round
from scoring.rounds.seating import seating_page
from scoring.rounds.steps import mark_of
from scoring.standings.standings import standings
from tests import build
from tests.scoring.alone import games_of, individuals, played
from tests.scoring.rounds.seating import WHY, current, drafted, seated, swapped, unseated
from tournament.entries.commands_presence import withdraw_team
from tournament.errors import Refused

pytestmark = pytest.mark.slow

SOLO, CUTTHROAT = {"game": "solo-bid-euchre"}, {"game": "cutthroat-bid-whist"}


def called(count, **plan):
    """An event of individuals whose first round is called."""
    event = individuals(count, **plan)
    build.called_round(event)
    return event


def tables(event):
    """Each table in words: ``Ann 1 & Ann 3 vs. Ann 2 & Ann 4``."""
    return [str(game) for game in current(event)]


def resting(event):
    return [game.team("N") for game in current(event, "bye")]


def test_two_at_one_table_of_a_draft_swap_and_so_change_partners():
    event = individuals(4)
    drafted(event)
    [game] = current(event)
    north, east, south, west = game.everybody()

    [made] = swapped(event, south, west)

    assert (made.table, made.called_at) == (game.table, None)
    assert tables(event) == [f"{north} & {west} vs. {east} & {south}"]
    assert event.log.last().words == f"Round 1: {south} and {west} swapped their places. {WHY}"


def test_somebody_who_rests_sits_in_the_chair_of_one_who_has_left_a_draft():
    event = individuals(4)
    row = drafted(event)
    east = current(event)[0].team("E")
    [late] = build.people(event, 1)
    withdraw_team(team=east, by=build.organizer(event), at=build.THREE)
    assert seating_page(event, build.THREE).where[east.pk] == "has left, table 1"

    swapped(event, east, late)

    assert current(event)[0].team("E") == late
    publish_round(row=row, seen=mark_of(event), by=build.organizer(event), at=build.THREE)


@pytest.mark.parametrize(
    ("plan", "count", "begin", "called_at"),
    [
        pytest.param({}, 4, drafted, None, id="partners, in a draft"),
        pytest.param(SOLO, 4, build.called_round, build.at(15, 3), id="four alone"),
        pytest.param(CUTTHROAT, 3, build.called_round, build.at(15, 3), id="three alone"),
    ],
)
def test_who_came_late_and_those_who_rest_make_a_table(plan, count, begin, called_at):
    event = individuals(2 * count - 1, **plan)
    begin(event)
    [late], byes = build.people(event, 1), resting(event)

    made = seated(event, late, *byes, at=build.at(15, 3))

    assert (made.everybody(), resting(event)) == ((late, *byes), [])
    assert {row.won for row in standings(event).rows} == {0}
    assert (made.table.number, made.called_at) == (2, called_at)
    assert event.log.last().words == f"Round 1: {made} play at a table of their own. {WHY}"


def test_the_player_with_the_most_byes_takes_the_chair_that_is_free():
    event = individuals(6)
    first, _ = played(event, 2)
    at = build.at(16)
    row = drafted(event, at)
    [game] = games_of(row)
    rested = {bye.team("N") for bye in first.games.filter(kind="bye").with_everybody()}
    fresh = row.games.filter(kind="bye").with_everybody().first().team("N")
    stays = next(team for team in game.everybody() if team in rested)
    swapped(event, stays, fresh, at=at)
    [game] = games_of(row)
    leaver = next(team for team in game.everybody() if team not in rested)

    unseated(event, leaver, at=at)

    [game] = games_of(row)
    assert (stays in game.everybody(), leaver in game.everybody()) == (True, False)


def test_the_others_of_a_table_have_the_bye_if_nobody_else_has():
    event = called(8)
    one, two = current(event)
    north, east, south, west = one.everybody()

    unseated(event, north)

    assert tables(event) == [str(two)]
    assert resting(event) == [east, south, west]
    assert {row.team_id for row in standings(event).rows if (row.won, row.byes) == (1, 1)} == {
        east.pk, south.pk, west.pk,
    }  # fmt: skip
    assert event.log.last().words == (
        f"Round 1: {north} sits out, and {east}, {south} and {west} have the bye. {WHY}"
    )
    assert integrity(event) == []


def test_who_left_with_the_bye_takes_nobodys_chair():
    event = individuals(5)
    drafted(event)
    [game], [gone] = current(event), resting(event)
    withdraw_team(team=gone, by=build.organizer(event), at=build.THREE)
    north, *others = game.everybody()

    unseated(event, north)

    assert {*resting(event)} == {gone, *others}


def test_the_seating_says_who_were_partners_before():
    event = individuals(4)
    [row] = played(event, 1)
    [game] = games_of(row)
    [drawn] = games_of(drafted(event, build.at(15, 30)))
    partner = {game.team(one): game.team(other) for one, other in ("NS", "SN", "EW", "WE")}

    swapped(event, partner[drawn.team("N")], drawn.team("S"), at=build.at(15, 30))

    notes = [note for each in seating_page(event, build.at(15, 30)).games for note in each.notes]
    assert len([note for note in notes if note.endswith("were partners before")]) == 2


def test_what_makes_no_sense_by_hand_is_refused():
    event = individuals(4)
    drafted(event)
    [game] = current(event)
    [elsewhere] = build.people(build.event(name="Elsewhere", seating="alone"), 1)
    north, south, (one, two, three) = game.team("N"), game.team("S"), build.people(event, 3)

    for action, teams, sentence in (
        (swapped, (north, north), "two different players"),
        (swapped, (north, south), "are partners already"),
        (swapped, (north, elsewhere), "Choose a player of this event"),
        (swapped, (one, two), "Neither .* has a seat"),
        (seated, (north, one, two, three), "has a seat already"),
        (seated, (one, two, three), "needs 4 different players"),
        (seated, (one, two, three, three), "4 different"),
        (unseated, (one,), "has no seat"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(event, *teams)

    assert tables(event) == [str(game)]


def test_after_its_first_hand_a_table_keeps_its_players():
    event = called(8)
    game, other = current(event)
    build.hand(game)

    for action, teams in (
        (swapped, (game.team("N"), game.team("E"))),
        (swapped, (other.team("W"), game.team("W"))),
        (unseated, (game.team("S"),)),
    ):
        with pytest.raises(Refused, match="has its first hand already, so its players stay"):
            action(event, *teams)
