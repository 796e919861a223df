"""An event is told as its flyer, and a pasted flyer opens one."""

import pytest

from tests.pages.reading import words

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_x(ann):
    page = ann.get("/new/")
    print(words(page))
    assert page.status_code == 200
