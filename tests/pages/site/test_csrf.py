"""A refused press names its cause: an unknown proxy with https, no cookies, or an old page."""

import pytest
from django.test import Client

from tests.pages.reading import words

pytestmark = pytest.mark.django_db
BEHIND_HTTPS = ("HTTP_X_FORWARDED_PROTO", "https")


def pressed(*, has_cookie=True, address="/code/", **headers):
    browser = Client(enforce_csrf_checks=True)
    if has_cookie:
        browser.get("/code/")
    return browser.post(address, {"code": "1"}, headers=headers)


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ({"origin": "https://hall.example", "host": "hall.example"}, "start Uptown with UPTOWN_HTTPS=1."),
        (
            {"origin": "https://hall.example", "host": "hall.example", "x-forwarded-proto": "https"},
            "start Uptown with UPTOWN_HTTPS=1.",
        ),
        (
            {"origin": "https://hall.example", "host": "127.0.0.1:8000", "sec-fetch-site": "same-origin"},
            "UPTOWN_HTTPS=1, and let it pass “Host” on, or set UPTOWN_ORIGINS=https://hall.example.",
        ),
        (
            {"origin": "https://hall.example", "host": "127.0.0.1:8000", "x-forwarded-host": "hall.example"},
            "UPTOWN_HTTPS=1, and let it pass “Host” on, or set UPTOWN_ORIGINS=https://hall.example.",
        ),
    ],
)
def test_behind_an_unknown_https_proxy_the_403_names_the_setting(headers, sentence, settings):
    settings.ALLOWED_HOSTS = ["*"]

    answer = pressed(**headers)

    assert answer.status_code == 403
    assert "Uptown doesn’t know that it is behind https" in words(answer)
    assert sentence in words(answer)
    assert "open too long" not in words(answer)


def test_a_proxy_that_does_not_say_https_is_named_as_the_cause(settings):
    settings.SECURE_PROXY_SSL_HEADER = BEHIND_HTTPS

    assert "the proxy must send “X-Forwarded-Proto: https”" in words(
        pressed(origin="https://testserver", host="testserver")
    )


def test_a_known_proxy_that_changes_the_host_is_named_as_the_cause(settings):
    settings.SECURE_PROXY_SSL_HEADER = BEHIND_HTTPS
    answer = pressed(
        **{"origin": "https://hall.example", "host": "testserver", "x-forwarded-proto": "https"},
        **{"sec-fetch-site": "same-origin"},
    )

    assert "A proxy changes this page’s address" in words(answer)
    assert "UPTOWN_HTTPS" not in words(answer)


def test_a_page_without_https_whose_cookies_need_it_says_so(settings):
    settings.CSRF_COOKIE_SECURE = True

    assert "This page needs https" in words(pressed(has_cookie=False))


def test_a_browser_without_cookies_reads_so():
    assert "This browser keeps no cookies" in words(pressed(has_cookie=False))


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}]
)
def test_otherwise_the_page_was_open_too_long(headers):
    assert "This page was open too long" in words(pressed(**headers))


def test_a_press_that_htmx_sends_gets_the_sentence_alone():
    answer = pressed(**{"hx-request": "true", "origin": "https://testserver", "host": "testserver"})

    assert answer["Uptown-Refused"] == "press"
    assert answer.content.decode().strip().startswith('<p class="refusal">Uptown doesn’t know')
