from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests import build
from tournament.commands.donations import counter_donation, take_donation
from tournament.errors import Refused
from tournament.models import Donation

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event()


def give(event, cents=1000, method="cash", key=None):
    return take_donation(
        event=event,
        key=key or uuid4(),
        amount_cents=cents,
        method=method,
        by=build.organizer(event),
        at=build.MEET,
    )


def counter(donation, reason="Ten was five", key=None):
    return counter_donation(
        donation=donation,
        key=key or uuid4(),
        reason=reason,
        by=build.organizer(donation.event),
        at=build.MEET,
    )


def test_a_donation_sent_twice_is_entered_once(event):
    key = uuid4()

    assert give(event, key=key) == give(event, key=key)
    assert Donation.objects.count() == 1


def test_a_donation_is_taken_back_by_a_counter_entry_and_both_stay(event):
    donation = give(event, 1000)

    counter(donation)

    assert list(Donation.objects.values_list("amount_cents", "note")) == [(1000, ""), (-1000, "Ten was five")]


@pytest.mark.parametrize(
    ("cents", "method", "sentence"),
    [
        pytest.param(0, "cash", "above zero", id="nothing"),
        pytest.param(-500, "cash", "above zero", id="less than nothing"),
        pytest.param(1_000_001, "cash", "Check the amount", id="more than a desk would take"),
        pytest.param(500, "shells", "Choose how it was paid", id="an unknown way of giving"),
    ],
)
def test_a_donation_that_cannot_be_is_refused(event, cents, method, sentence):
    with pytest.raises(Refused, match=sentence):
        give(event, cents, method)


def test_a_donation_is_taken_back_once_and_with_a_reason(event):
    donation = give(event)

    with pytest.raises(Refused, match="Write why"):
        counter(donation, reason=" ")
    taken_back = counter(donation)

    with pytest.raises(Refused, match="already"):
        counter(donation)
    with pytest.raises(Refused, match="takes another one back"):
        counter(taken_back)


def test_the_database_itself_refuses_a_donation_below_zero(event):
    with pytest.raises(IntegrityError), transaction.atomic():
        Donation.objects.create(
            key=uuid4(),
            event=event,
            amount_cents=-1,
            method="cash",
            at=build.MEET,
            by=build.organizer(event).badge,
        )
