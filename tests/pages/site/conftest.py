import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nobody_has_tried():
    cache.clear()
