"""The minutes in which an agreed result may still be objected to, and the cut (Rulebook R-11)."""

import pytest

from scoring.cut.held_results import held_results
from scoring.cut.why_no_cut import why_no_cut
from scoring.reports.agreed import held, result_of
from scoring.reports.commands_agreement import agree_result, object_to_result, witness_result
from scoring.tasks import tick
from tests import build
from tests.scoring.phones import katz_against_bound, phone
from tournament.errors import Refused
from tournament.floor.commands_floor import answer_call
from tournament.models import Event, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WON_AT = build.at(15, 20)


def finished(agreed_by, **settings):
    game = katz_against_bound(agreed_by=agreed_by, objection_minutes=10, **settings)
    build.won(game, at=WON_AT)
    return game


def words(game, at):
    return result_of(Game.objects.select_related("score").get(pk=game.pk), at).words


def objected(game, at, side="EW", **more):
    return object_to_result(game=game, why="", by=phone(game, side), at=at, **more)


@pytest.mark.parametrize("agreed_by", ["referee", "quiet", "teams"])
def test_either_side_may_object_until_the_result_is_final(agreed_by):
    game = finished(agreed_by)
    if agreed_by == "teams":
        for side in ("NS", "EW"):
            agree_result(game=game, by=phone(game, side), at=build.at(15, 22))
    tick(build.at(15, 25))
    final = {"referee": 30, "teams": 32, "quiet": 33}[agreed_by]

    assert words(game, build.at(15, 25)).endswith(f"Final at 3:{final} PM.")
    assert words(game, build.at(15, 50)).endswith(f"Final since 3:{final} PM.")
    with pytest.raises(Refused, match=f"has been final since 3:{final} PM. If a hand"):
        objected(game, build.at(15, final))

    objected(game, build.at(15, final - 1))
    assert "Boston Bound object to the result" in words(game, build.at(15, 40))


def test_an_objection_from_before_counts_though_its_phone_sends_it_late():
    game = finished("referee")

    objected(game, build.at(15, 45), said_at=build.at(15, 29))

    assert "object to the result" in words(game, build.at(15, 45))


def test_the_time_begins_again_once_a_referee_has_answered_an_objection():
    game = finished("referee")
    objected(game, build.at(15, 25))

    answer_call(game=game, by=build.referee(game.event), at=build.at(15, 28), words="Counted again: right.")

    assert words(game, build.at(15, 29)) == "Agreed: a referee entered every hand. Final at 3:38 PM."
    assert [row.game_id for row in held(game.event, build.at(15, 37))] == [game.pk]
    assert held(game.event, build.at(15, 38)) == ()


def test_what_a_referee_witnessed_is_final_at_once():
    game = finished("referee")
    witness_result(game=game, by=build.referee(game.event), at=build.at(15, 22))

    with pytest.raises(Refused, match="This result is agreed"):
        objected(game, build.at(15, 23))


def test_without_objection_time_nothing_is_held():
    game = katz_against_bound(agreed_by="referee")
    build.won(game, at=WON_AT)

    assert (held(game.event, WON_AT), held_results(game.event, WON_AT)) == ((), ())
    assert words(game, WON_AT) == "Agreed: a referee entered every hand."


def four_of_whom_two_go_through():
    """Two games, 3–0 and 3–1. The event has objection time, and its cut is after the second place."""
    event = build.event(objection_minutes=10, advance_count=2)
    build.teams(event, 4)
    one, other = build.called_round(event).games.all()
    build.won(one, at=WON_AT)
    build.won(other, at=WON_AT)
    return Event.objects.get(pk=event.pk)


@pytest.mark.both
def test_the_cut_waits_while_a_result_could_change_who_goes_through():
    event = four_of_whom_two_go_through()
    rows = held_results(event, build.at(15, 25))

    assert [row.matters for row in rows] == [True, True]
    assert all(" would be in, and " in row.changes for row in rows)
    assert "is final at 3:30 PM" in str(why_no_cut(event, build.at(15, 25)))
    assert why_no_cut(event, build.at(15, 30)) is None


def test_a_referee_who_witnesses_the_results_ends_the_wait():
    event = four_of_whom_two_go_through()
    for game in event.games.all():
        witness_result(game=game, by=build.referee(event), at=build.at(15, 24))

    assert why_no_cut(event, build.at(15, 25)) is None


def test_the_cut_waits_for_no_result_that_changes_nobody_who_goes_through():
    event = build.event(objection_minutes=10, advance_count=4)
    build.teams(event, 4)
    for game in build.called_round(event).games.all():
        build.won(game, at=WON_AT)
    event = Event.objects.get(pk=event.pk)

    assert [(row.matters, row.changes) for row in held_results(event, build.at(15, 25))] == [
        (False, "Turned around, the same go through."),
    ] * 2
    assert why_no_cut(event, build.at(15, 25)) is None


def test_the_cut_waits_for_the_referee_where_a_side_objects():
    event = four_of_whom_two_go_through()
    game = event.games.order_by("pk").first()
    objected(game, build.at(15, 25), side="EW")
    for other in event.games.exclude(pk=game.pk):
        witness_result(game=other, by=build.referee(event), at=build.at(15, 25))

    assert "a side objects to the result of" in str(why_no_cut(event, build.at(15, 50)))
    witness_result(game=game, by=build.referee(event, name="Dana"), at=build.at(15, 51))
    assert why_no_cut(event, build.at(15, 52)) is None
