"""Every response has a mark of our server, so that a stranger's response doesn't count."""

import pytest
from django.test import Client
from django.urls import path

from config import urls
from server.http.mark import MARK
from tests import build

pytestmark = pytest.mark.django_db


def test_every_response_bears_the_mark(client, subtests):
    event = build.event()
    page = client.get(f"/{event.slug}/standings/")
    strict = Client(enforce_csrf_checks=True)

    for address, status in {
        "/": 200,
        "/nothing/here/": 404,
        f"/{event.slug}/tables/": 403,
        f"/live/{event.slug}?poll": 200,
        f"/{event.slug}/phone/": 200,
        "/sw.js": 200,
        "/offline/": 200,
    }.items():
        with subtests.test(address):
            answer = client.get(address)
            assert (answer.status_code, answer[MARK]) == (status, "here")
    unchanged = client.get(f"/{event.slug}/standings/", headers={"If-None-Match": page["ETag"]})
    assert (unchanged.status_code, unchanged[MARK]) == (304, "here")
    wrong_token = strict.post(f"/{event.slug}/table/1/take/")
    assert (wrong_token.status_code, wrong_token[MARK]) == (403, "here")


def test_our_own_fault_bears_the_mark(client, settings):
    settings.ROOT_URLCONF = "tests.server.test_mark"
    client.raise_request_exception = False

    answer = client.get("/broken/")

    assert (answer.status_code, answer[MARK]) == (500, "here")


def _break(request):
    raise RuntimeError


urlpatterns = [path("broken/", _break), *urls.urlpatterns]
