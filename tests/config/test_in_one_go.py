"""What is asked in one go is answered as if each had been asked alone, on whatever database."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from scoring.commands.settling import locked_with_hands
from scoring.models import Hand
from tests import build
from tournament.models import Game, LogEntry
from tournament.models.prepared import Change, Given, Insert, Look, in_one_go

pytestmark = pytest.mark.django_db

GAMES = Look(lambda: Game.objects.filter(event=Given(Game, "event_id")).order_by("pk"))
HANDS = Look(lambda: Hand.objects.filter(game=Given(Hand, "game_id")).order_by("place"))
CALL_FOR = Change(lambda: Game.objects.filter(pk=Given(Game, "id")), "referee_called_for")


def test_several_looks_are_answered_each_for_itself():
    game = build.game()
    first = build.hand(game)

    with transaction.atomic(), in_one_go():
        games, hands = GAMES.ask(event_id=game.event_id), HANDS.ask(game_id=game.pk)

        assert (games(), hands()) == ([game], [first])


def test_a_look_sees_what_was_written_before_it():
    game = build.game()

    with transaction.atomic(), in_one_go():
        CALL_FOR(id=game.pk, referee_called_for="A kitty too many.")
        found = GAMES.ask(event_id=game.event_id)

        assert [row.referee_called_for for row in found()] == ["A kitty too many."]


def test_an_ordinary_statement_among_them_has_its_answer_at_once():
    game = build.game()

    with transaction.atomic(), in_one_go():
        CALL_FOR(id=game.pk, referee_called_for="A kitty too many.")
        changed = Game.objects.filter(referee_called_for="A kitty too many.").update(referee_called_for="")

        assert (changed, Game.objects.filter(referee_called_for="").count()) == (1, 1)


def test_what_the_database_refuses_is_refused_in_the_end_and_nothing_is_kept():
    game = build.game()
    first = build.hand(game)
    before = LogEntry.objects.count()

    with pytest.raises(IntegrityError), transaction.atomic(), in_one_go():
        Insert(LogEntry)(
            LogEntry(
                event=game.event,
                at=build.THREE,
                by=first.by,
                action="a.b",
                words="Of a hand that is not kept.",
            )
        )
        Insert(Hand)(
            Hand(id=first.pk, game=game, place=2, facts={}, headline="", at=build.THREE, by=first.by)
        )

    assert (Hand.objects.count(), LogEntry.objects.count()) == (1, before)


def test_a_deed_that_is_given_up_leaves_nothing_behind():
    game = build.game()

    with pytest.raises(ValueError, match="Never mind"), transaction.atomic(), in_one_go():
        CALL_FOR(id=game.pk, referee_called_for="A kitty too many.")
        raise ValueError("Never mind.")

    assert Game.objects.get().referee_called_for == ""


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has nobody to wait for.")
def test_postgresql_plans_what_a_hand_asks_once():
    game = build.game()
    asked = (
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%tournament_game%%FOR UPDATE%%'"
    )

    with transaction.atomic(), connection.cursor() as cursor:
        for _ in range(3):
            locked_with_hands(game, uuid4())
        cursor.execute(asked, [])

        assert cursor.fetchone() == (1,)
