"""A forgotten password: the printed sheet and the e-mail, whose links each work once."""

import re
from time import time

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from accounts.recovery import MAIL, MAIL_SECONDS, PAPER, account_of, recovery_token
from tests.pages.reading import words

pytestmark = pytest.mark.django_db

OLD, NEW = "a short sentence of old", "a short sentence of new"


@pytest.fixture
def dee():
    return get_user_model().objects.create_user("dee", "dee@example.org", OLD, is_staff=True)


def signs_in(password):
    client = Client()
    client.post("/sign-in/", {"login": "dee", "password": password})
    return "_auth_user_id" in client.session


def test_a_printed_sheet_sets_a_new_password_once_and_signs_nobody_in(dee):
    phone = Client()
    phone.post("/sign-in/", {"login": "dee", "password": OLD})
    sheet = phone.get("/account/sheet/").content.decode()
    path = re.search(r"/password/recover/[^<\s]+/", sheet)[0]
    stranger = Client()

    weak = stranger.post(path, {"password": "dee"})
    done = stranger.post(path, {"password": NEW})
    again = stranger.post(path, {"password": "another short sentence"})

    assert (weak.status_code, done.status_code, again.status_code) == (422, 302, 404)
    assert (signs_in(OLD), signs_in(NEW), "_auth_user_id" in stranger.session) == (False, True, False)
    assert Client().get("/account/sheet/").status_code == 403


def test_an_e_mail_has_a_link_with_the_operators_address_and_only_for_an_hour(dee, settings, monkeypatch):
    settings.EMAIL_HOST, settings.ADDRESS = "mail.example.org", "https://hall.example"
    liar = Client(headers={"host": "evil.example"})

    for address in ("DEE@example.org", "nobody@example.org"):
        assert liar.post("/password/forgotten/", {"email": address}).url == "/sign-in/"

    (message,) = mail.outbox
    (token,) = re.findall(r"https://hall.example/password/recover/([^/\s]+)/", message.body)
    assert account_of(token) == dee
    later = time() + MAIL_SECONDS + 1
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert account_of(token) is None
    assert account_of(recovery_token(dee, PAPER)) == dee


def test_links_get_old_only_if_they_were_sent_and_wrong_ones_find_nobody(dee):
    with_time = {kind: recovery_token(dee, kind) for kind in (PAPER, MAIL)}

    found = {kind: account_of(token) for kind, token in with_time.items()}
    dee.set_password(NEW)
    dee.save()

    assert found == {PAPER: dee, MAIL: dee}
    assert [account_of(token) for token in (*with_time.values(), "x", "")] == [None] * 4


def test_a_program_that_asks_for_many_e_mails_is_slowed_down(dee, settings):
    settings.EMAIL_HOST, settings.ADDRESS = "mail.example.org", "https://hall.example"

    answers = [Client().post("/password/forgotten/", {"email": "dee@example.org"}) for _ in range(8)]

    assert len(mail.outbox) == 6
    assert "Too many tries" in words(answers[-1])
