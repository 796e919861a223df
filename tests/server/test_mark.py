"""Every answer bears the mark of the hall's computer, so that a stranger's counts as none."""

import pytest
from django.test import Client
from django.urls import path

from config import urls
from server.http.mark import MARK
from tests import build

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "status"),
    [
        pytest.param("/", 200, id="a page"),
        pytest.param("/nothing/here/", 404, id="a page that isn't there"),
        pytest.param("/{slug}/tables/", 403, id="a closed page"),
        pytest.param("/live/{slug}?poll", 200, id="the version"),
        pytest.param("/{slug}/phone/", 200, id="the door"),
        pytest.param("/sw.js", 200, id="the worker"),
        pytest.param("/offline/", 200, id="the offline page"),
    ],
)
def test_whatever_is_answered_bears_the_mark(client, address, status):
    event = build.event()

    answer = client.get(address.format(slug=event.slug))

    assert (answer.status_code, answer[MARK]) == (status, "here")


def test_our_own_fault_bears_the_mark(client, settings):
    settings.ROOT_URLCONF = "tests.server.test_mark"
    client.raise_request_exception = False

    answer = client.get("/broken/")

    assert (answer.status_code, answer[MARK]) == (500, "here")


def test_a_post_with_a_wrong_token_bears_the_mark():
    event = build.event()

    answer = Client(enforce_csrf_checks=True).post(f"/{event.slug}/table/1/take/")

    assert (answer.status_code, answer[MARK]) == (403, "here")


def test_an_answer_that_nothing_has_changed_bears_the_mark(client):
    event = build.event()
    first = client.get(f"/{event.slug}/standings/")

    second = client.get(f"/{event.slug}/standings/", headers={"If-None-Match": first["ETag"]})

    assert (second.status_code, second[MARK]) == (304, "here")


def _break(request):
    raise RuntimeError


urlpatterns = [path("broken/", _break), *urls.urlpatterns]
