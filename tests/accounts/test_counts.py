from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.counts import count

pytestmark = pytest.mark.django_db


def test_a_second_try_is_remembered_as_long_as_the_first(monkeypatch):
    assert [count("Ann", seconds=600) for _ in range(3)] == [1, 2, 3]

    later = timezone.now() + timedelta(seconds=590)
    monkeypatch.setattr("django.core.cache.backends.db.tz_now", lambda: later)
    assert cache.get("Ann") == 3
