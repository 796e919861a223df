"""Nothing is ever deleted: these tests try every way there is."""

import ast
from uuid import uuid4

import pytest
from django.db import models

from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand, strike_hand
from tests import build
from tests.attacks.rows import OURS
from tests.house.reading import MODULES, ROOT, tree

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

THROWING_AWAY = {"delete", "adelete", "_raw_delete", "flush", "truncate"}


def test_no_row_takes_another_with_it():
    taking = {
        f"{model.__name__}.{field.name}"
        for model in OURS
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.remote_field.on_delete is not models.PROTECT
    }

    assert taking == set()


def test_the_code_deletes_only_rows_that_are_listed_here():
    found = [
        f"{path}: {ast.unparse(call.func)}"
        for path in MODULES
        if "migrations" not in path.parts
        for call in ast.walk(tree(path))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in THROWING_AWAY
        and not ast.unparse(call.func).startswith(("sys.", "self.stdout", "stdout", "stream", "deflate"))
    ]

    assert sorted(found) == [
        # A person who asks for it, or who has been away longer than the club's memory, is forgotten.
        "seasons/people/commands_forgetting.py: Appearance.objects.filter(person__in=whole).delete",
        "seasons/people/commands_forgetting.py: EveningAnswer.objects.filter(person__in=whole).delete",
        "seasons/people/commands_forgetting.py: Person.objects.filter(pk__in=whole).delete",
        "seasons/people/commands_forgetting.py: PoolPlace.objects.filter(person__in=whole).delete",
        "seasons/people/commands_forgetting.py: changes.delete",
        # The row that checks whether the database is writable.
        "server/health.py: cache.delete",
        # It was encrypted with a secret key that is now lost.
        "server/management/commands/new_secret.py: Authenticator.objects.all().delete",
        "tournament/badges/commands_badges.py: Session.objects.all().delete",
        "tournament/badges/commands_badges.py: Session.objects.filter(worn__contains=f' {badge.pk} ').delete",
        "tournament/badges/commands_devices.py: Session.objects.filter(expire_date__lt=at).delete",
        "tournament/badges/commands_devices.py: row.delete",
        # Where a test e-mail was sent.
        "tournament/scheduler/commands_claims.py: cache.delete",
        "tournament/settings/commands_event.py: event.breaks.all().delete",
    ]


def test_no_raw_query_deletes_except_the_one_that_erases_a_demo():
    words = ("DELETE FROM", "TRUNCATE", "DROP TABLE")
    found = [str(path) for path in MODULES if any(word in (ROOT / path).read_text() for word in words)]

    assert found == ["tournament/event/commands_erase.py"]


def test_a_hand_corrected_and_taken_back_leaves_every_version():
    game = build.game()
    hand = build.hand(game)
    by = build.organizer(game.event)

    new = correct_hand(
        hand=hand, hand_id=uuid4(), facts=build.FIVE_NO_TRUMP, reason="Five", by=by, at=build.at(15, 12)
    )
    strike_hand(hand=new, hand_id=uuid4(), reason="Never played", by=by, at=build.at(15, 13))

    assert list(Hand.objects.order_by("at").values_list("facts", "is_struck")) == [
        (hand.facts, False),
        (new.facts, False),
        (new.facts, True),
    ]
