from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests import build
from tournament.errors import Refused
from tournament.models import Donation
from tournament.money.commands_donations import counter_donation, take_donation

pytestmark = pytest.mark.django_db


def signed(event):
    return {"by": build.organizer(event), "at": build.MEET}


def give(event, cents=1000, method="cash"):
    return take_donation(event=event, key=uuid4(), amount_cents=cents, method=method, **signed(event))


def counter(donation, reason="Ten was five"):
    return counter_donation(donation=donation, key=uuid4(), reason=reason, **signed(donation.event))


@pytest.mark.parametrize(
    ("cents", "method", "sentence"),
    [
        pytest.param(0, "cash", "above zero", id="nothing"),
        pytest.param(-500, "cash", "above zero", id="less than nothing"),
        pytest.param(1_000_001, "cash", "Check the amount", id="more than a desk would take"),
        pytest.param(500, "shells", "Choose how it was paid", id="an unknown way of giving"),
    ],
)
def test_a_donation_that_cannot_be_is_refused(cents, method, sentence):
    with pytest.raises(Refused, match=sentence):
        give(build.event(), cents, method)


def test_a_donation_is_taken_back_once_by_a_counter_entry_with_a_reason():
    donation = give(build.event(), 1000)
    with pytest.raises(Refused, match="Write why"):
        counter(donation, reason=" ")

    taken_back = counter(donation)

    with pytest.raises(Refused, match="already"):
        counter(donation)
    with pytest.raises(Refused, match="takes another one back"):
        counter(taken_back)
    assert list(Donation.objects.values_list("amount_cents", "note")) == [(1000, ""), (-1000, "Ten was five")]


def test_the_database_itself_refuses_a_donation_below_zero():
    event = build.event()
    row = {"event": event, "method": "cash", "at": build.MEET, "by": build.organizer(event).badge}

    with pytest.raises(IntegrityError), transaction.atomic():
        Donation.objects.create(key=uuid4(), amount_cents=-1, **row)
