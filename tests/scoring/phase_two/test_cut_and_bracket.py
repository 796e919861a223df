from dataclasses import replace
from uuid import uuid4

import pytest

from rules.competition.lots import draw
from scoring.commands.bracket import start_phase_two
from scoring.commands.cut import call_playoff, draw_lot, reopen_cut, settle_cut
from scoring.commands.ending import forfeit_game, void_game
from scoring.commands.hands import correct_hand
from scoring.models import Hand, Seed
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.floor import call_game
from tournament.errors import Refused
from tournament.models import Event, Game, Team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AT_TWENTY = build.at(17, 20)

FIVE = build.at(17)


def settle(event):
    return settle_cut(event=event, by=build.organizer(event), at=FIVE)


def lots_for_every_tie(event):
    for tie in standings(event).ties:
        teams = list(Team.objects.filter(pk__in=tie))
        draw_lot(event=event, teams=teams, words="felt and gold", by=build.organizer(event), at=FIVE)


def bracket(count=8):
    """An event whose Phase II has begun, with ``count`` teams in Phase I."""
    event = build.event(tables=20)
    build.teams(event, count)
    build.played_phase_one(event)
    lots_for_every_tie(event)
    settle(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 5))
    return event


def a_tie():
    """Four teams after a round with equal results: the two winners are tied, and so are the losers."""
    event = build.event()
    build.teams(event, 4)
    for game in build.called_round(event).games.all():
        build.hands(game, [build.FOUR_MADE] * 3)
    return event


def in_position(event, position):
    return (
        Game.objects.standing()
        .select_related("event")
        .with_everybody()
        .get(event=event, bracket_position=position)
    )


def play(event, position, side="NS", at=AT_TWENTY):
    game = call_game(game=in_position(event, position), by=build.organizer(event), at=at)
    build.won(game, side, at=at)
    return game


def seeds(event):
    return {
        seed.number: seed.team for seed in Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None)
    }


def test_the_seven_best_go_through_with_a_certificate():
    event = build.event(tables=20)
    build.teams(event, 9)
    build.played_phase_one(event)
    lots_for_every_tie(event)

    cut = settle(event)

    best = [row.team_id for row in standings(event).rows[:7]]
    assert [seed.team_id for seed in cut.seeds.all()] == best
    assert [row["team"] for row in cut.certificate["rows"][:7]] == best
    assert cut.certificate["line_after"] == 7
    assert event.phases.get(kind="one").closed_at == FIVE


def test_a_tie_is_not_settled_silently_but_by_a_lot_that_anybody_can_draw_again():
    event = a_tie()
    tie = standings(event).ties[0]
    teams = list(Team.objects.filter(pk__in=tie))
    with pytest.raises(Refused, match="are tied after every tie-break"):
        settle(event)

    lot = draw_lot(event=event, teams=teams, words="felt and gold", by=build.organizer(event), at=FIVE)

    drawn = [row.team.number for row in lot.lots.all()]
    assert drawn == list(draw([team.number for team in teams], "felt and gold"))
    assert [row.number for row in standings(event).rows if row.team_id in tie] == drawn


def test_a_play_off_hand_settles_a_tie_and_counts_for_nothing_else():
    event = a_tie()
    before = {row.team_id: (row.won, row.units, row.points) for row in standings(event).rows}
    tied = list(Team.objects.filter(pk__in=standings(event).ties[0]))

    (game,) = call_playoff(event=event, teams=tied, by=build.organizer(event), at=FIVE)
    call_game(game=game, by=build.organizer(event), at=FIVE)
    build.hand(game, build.EW_FOUR_MADE, at=build.at(17, 3))

    table = standings(event)
    assert {row.team_id: (row.won, row.units, row.points) for row in table.rows} == before
    assert table.rows.index(
        next(row for row in table.rows if row.team_id == game.team("EW").pk)
    ) < table.rows.index(next(row for row in table.rows if row.team_id == game.team("NS").pk))
    game.refresh_from_db()
    assert game.over_at == build.at(17, 3)


def test_where_an_event_says_so_a_whole_game_settles_it_and_counts_for_nothing_else():
    event = a_tie()
    Event.objects.update(plays_off_games=True)
    event.refresh_from_db()
    before = {row.team_id: (row.won, row.units, row.points) for row in standings(event).rows}
    tied = list(Team.objects.filter(pk__in=standings(event).ties[0]))

    (game,) = call_playoff(event=event, teams=tied, by=build.organizer(event), at=FIVE)
    call_game(game=game, by=build.organizer(event), at=FIVE)
    build.hand(game, build.EW_FOUR_MADE, at=build.at(17, 3))
    game.refresh_from_db()
    after_one = game.over_at
    build.won(build.again(game), "NS", at=build.at(17, 20))

    game.refresh_from_db()
    table = standings(event)
    places = [row.team_id for row in table.rows]
    assert (after_one, game.over_at) == (None, build.at(17, 20))
    assert places.index(game.team("NS").pk) < places.index(game.team("EW").pk)
    assert {row.team_id: (row.won, row.units, row.points) for row in table.rows} == before
    assert integrity(event) == []


def test_what_a_lot_has_decided_is_not_waited_for_at_a_table():
    event = a_tie()
    first, second = (list(Team.objects.filter(pk__in=tie)) for tie in standings(event).ties)
    (mine,) = call_playoff(event=event, teams=first, by=build.organizer(event), at=FIVE)
    (other,) = call_playoff(event=event, teams=second, by=build.organizer(event), at=FIVE)

    draw_lot(event=event, teams=first, words="felt and gold", by=build.organizer(event), at=FIVE)

    assert list(Game.objects.standing().filter(kind="playoff")) == [other]
    assert event.log.get(action="playoff.taken-back").facts["game"] == str(mine.key)


def test_a_play_off_hand_nobody_needs_any_more_goes_when_the_cut_is_settled():
    event = build.event()
    build.teams(event, 4)
    one, other = build.called_round(event).games.order_by("pk")
    for game in (one, other):
        build.hands(game, [build.FOUR_MADE] * 3)
    first = list(Team.objects.filter(pk__in=standings(event).ties[0]))
    by = build.organizer(event)
    call_playoff(event=event, teams=first, by=by, at=FIVE)
    counted_again = replace(build.FOUR_MADE, books=11)
    hand = Hand.objects.filter(game=one).first()
    correct_hand(hand=hand, hand_id=uuid4(), facts=counted_again, reason="Counted again", by=by, at=FIVE)
    lots_for_every_tie(event)

    settle(event)

    assert not Game.objects.standing().filter(kind="playoff").exists()


def test_only_a_tie_that_is_left_is_settled():
    event = build.event()
    build.teams(event, 4)
    build.played_phase_one(event, rounds=1)
    first, second = standings(event).rows[0], standings(event).rows[-1]
    teams = list(Team.objects.filter(pk__in=[first.team_id, second.team_id]))

    with pytest.raises(Refused, match="not tied"):
        draw_lot(event=event, teams=teams, words="felt", by=build.organizer(event), at=FIVE)
    with pytest.raises(Refused, match="not tied"):
        call_playoff(event=event, teams=teams, by=build.organizer(event), at=FIVE)


def test_the_cut_waits_for_the_games_and_is_settled_once():
    event = build.event()
    build.teams(event, 2)
    with pytest.raises(Refused, match="hasn't begun"):
        settle(event)
    game = build.game(event)
    with pytest.raises(Refused, match="Table 1 is still playing"):
        settle(event)
    build.won(game)
    settle(event)

    with pytest.raises(Refused, match="settled already"):
        settle(event)


def test_a_hand_of_phase_one_is_not_changed_behind_a_settled_cut():
    event = bracket()
    hand = Hand.objects.filter(game__phase__kind="one").first()

    with pytest.raises(Refused, match="reopens the cut"):
        correct_hand(
            hand=hand,
            hand_id=uuid4(),
            facts=build.FOUR_SET,
            reason="Counted again",
            by=build.organizer(event),
            at=build.at(17, 10),
        )


def test_the_cut_opens_again_until_the_first_hand_of_phase_two():
    event = bracket()

    reopen_cut(event=event, by=build.organizer(event), at=build.at(17, 6))
    settle(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 8))
    play(event, "Q2")

    with pytest.raises(Refused, match="first hand of Phase II"):
        reopen_cut(event=event, by=build.organizer(event), at=build.at(17, 30))


def test_phase_two_starts_once_and_after_the_cut():
    event = build.event()
    build.teams(event, 2)
    with pytest.raises(Refused, match="Settle who goes through"):
        start_phase_two(event=event, by=build.organizer(event), at=FIVE)
    build.won(build.game(event))
    settle(event)
    start_phase_two(event=event, by=build.organizer(event), at=FIVE)

    with pytest.raises(Refused, match="begun already"):
        start_phase_two(event=event, by=build.organizer(event), at=FIVE)


def test_a_game_of_the_bracket_needs_a_winner():
    event = bracket()
    game = Game.objects.standing().filter(phase__kind="two").first()
    call_game(game=game, by=build.organizer(event), at=build.at(17, 5))

    with pytest.raises(Refused, match="needs a winner"):
        void_game(game=game, reason="Nobody came", by=build.organizer(event), at=build.at(17, 20))
    forfeit_game(
        game=game,
        side="EW",
        hand_ids=[uuid4() for _ in range(3)],
        by=build.organizer(event),
        at=build.at(17, 20),
    )

    game.refresh_from_db()
    assert game.over_at
