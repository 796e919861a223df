from dataclasses import replace
from uuid import uuid4

import pytest

from rules.competition.lots import draw
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import call_playoff, draw_lot, reopen_cut, settle_cut
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_ending import forfeit_game, void_game
from scoring.standings.standings import standings
from tests import build
from tests.scoring.acting import correct
from tests.scoring.phase_two import begun, called, won
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game
from tournament.models import Event, Game, Team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FIVE = build.at(17)


@pytest.fixture(scope="module")
def bracket(kept):
    """An event whose Phase II has begun."""
    return begun()


@pytest.fixture(scope="module")
def a_tie(kept):
    """Four teams after a round with equal results: the two winners are tied, and so are the losers."""
    event = build.event()
    build.teams(event, 4)
    for game in build.called_round(event).games.all():
        build.won(game)
    return event


@pytest.fixture
def tied(a_tie):
    return Event.objects.get(pk=a_tie.pk)


def settle(event):
    return settle_cut(event=event, by=build.organizer(event), at=FIVE)


def lot(event, teams):
    return draw_lot(event=event, teams=teams, words="felt and gold", by=build.organizer(event), at=FIVE)


def playoff(event, teams):
    (game,) = call_playoff(event=event, teams=teams, by=build.organizer(event), at=FIVE)
    return game


def in_ties(event):
    return [list(Team.objects.filter(pk__in=tie)) for tie in standings(event).ties]


def results(event):
    return {row.team_id: (row.won, row.units, row.points) for row in standings(event).rows}


def order(event, game):
    """The sides of a game in the order in which the standings list them."""
    places = [row.team_id for row in standings(event).rows]
    return sorted(("NS", "EW"), key=lambda side: places.index(game.team(side).pk))


def test_the_seven_best_go_through_with_a_certificate():
    event = build.event(tables=20)
    build.teams(event, 9)
    build.played_phase_one(event)
    for teams in in_ties(event):
        lot(event, teams)

    cut = settle(event)

    best = [row.team_id for row in standings(event).rows[:7]]
    assert [seed.team_id for seed in cut.seeds.all()] == best
    assert [row["team"] for row in cut.certificate["rows"][:7]] == best
    assert cut.certificate["line_after"] == 7
    assert event.phases.get(kind="one").closed_at == FIVE


def test_a_tie_is_settled_by_a_lot_that_anybody_can_draw_again(tied):
    teams = in_ties(tied)[0]
    with pytest.raises(Refused, match="are tied after every tie-break"):
        settle(tied)

    drawn = [row.team.number for row in lot(tied, teams).lots.all()]

    assert drawn == list(draw([team.number for team in teams], "felt and gold"))
    assert [row.number for row in standings(tied).rows if row.number in drawn] == drawn


def test_a_play_off_hand_settles_a_tie_and_counts_for_nothing_else(tied):
    before = results(tied)

    game = call_game(game=playoff(tied, in_ties(tied)[0]), by=build.organizer(tied), at=FIVE)
    build.hand(game, build.EW_FOUR_MADE, at=build.at(17, 3))

    assert (results(tied), order(tied, game)) == (before, ["EW", "NS"])
    assert build.again(game).over_at == build.at(17, 3)


def test_a_whole_playoff_game_settles_a_tie_and_counts_for_nothing_else(tied):
    tied.plays_off_games = True
    tied.save()
    before = results(tied)

    game = call_game(game=playoff(tied, in_ties(tied)[0]), by=build.organizer(tied), at=FIVE)
    build.hand(game, build.EW_FOUR_MADE, at=build.at(17, 3))
    assert build.again(game).over_at is None
    build.won(build.again(game), "NS", at=build.at(17, 20))

    assert (results(tied), order(tied, game)) == (before, ["NS", "EW"])
    assert build.again(game).over_at == build.at(17, 20)
    assert integrity(tied) == []


def test_what_a_lot_has_decided_is_not_waited_for_at_a_table(tied):
    first, second = in_ties(tied)
    mine, other = playoff(tied, first), playoff(tied, second)

    lot(tied, first)

    assert list(Game.objects.standing().filter(kind="playoff")) == [other]
    assert tied.log.get(action="playoff.taken-back").facts["game"] == str(mine.key)


def test_an_unneeded_playoff_hand_is_recalled_when_the_cut_is_settled(tied):
    playoff(tied, in_ties(tied)[0])
    one = tied.games.filter(kind="game").earliest("pk")
    correct(Hand.objects.filter(game=one).first(), replace(build.FOUR_MADE, books=11), at=FIVE)
    for teams in in_ties(tied):
        lot(tied, teams)

    settle(tied)

    assert not Game.objects.standing().filter(kind="playoff").exists()


@pytest.mark.parametrize("settled_by", [lot, playoff])
def test_only_a_tie_that_is_left_is_settled(tied, settled_by):
    teams = [ties[0] for ties in in_ties(tied)]

    with pytest.raises(Refused, match="not tied"):
        settled_by(tied, teams)


def test_the_cut_waits_for_the_games_and_phase_two_for_the_cut():
    event = build.event()
    build.teams(event, 2)

    def start():
        start_phase_two(event=event, by=build.organizer(event), at=FIVE)

    with pytest.raises(Refused, match="hasn’t begun"):
        settle(event)
    game = build.game(event)
    with pytest.raises(Refused, match="Table 1 is still playing"):
        settle(event)
    build.won(game)
    with pytest.raises(Refused, match="Settle who goes through"):
        start()
    settle(event)
    with pytest.raises(Refused, match="settled already"):
        settle(event)
    start()
    with pytest.raises(Refused, match="begun already"):
        start()


def test_a_hand_of_phase_one_is_not_changed_behind_a_settled_cut(bracket):
    hand = Hand.objects.filter(game__event=bracket, game__phase__kind="one").first()

    with pytest.raises(Refused, match="reopens the cut"):
        correct(hand, build.FOUR_SET, at=build.at(17, 10))


def test_the_cut_opens_again_until_the_first_hand_of_phase_two(bracket):
    by = build.organizer(bracket)

    reopen_cut(event=bracket, by=by, at=build.at(17, 6))
    settle(bracket)
    start_phase_two(event=bracket, by=by, at=build.at(17, 8))
    won(bracket, "S1")

    with pytest.raises(Refused, match="The first hand of Phase II has been played"):
        reopen_cut(event=bracket, by=by, at=build.at(17, 30))


def test_a_game_of_the_bracket_needs_a_winner(bracket):
    game, now = called(bracket, "S1"), {"by": build.organizer(bracket), "at": build.at(17, 20)}

    with pytest.raises(Refused, match="needs a winner"):
        void_game(game=game, reason="Nobody came", **now)
    forfeit_game(game=game, side="EW", hand_ids=[uuid4() for _ in range(3)], **now)

    assert build.again(game).over_at
