"""A forgotten password: the printed sheet and the e-mail, whose links each work once."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.recovery import MAIL, MAIL_SECONDS, PAPER, account_of, recovery_token
from pages.site.recovery_mail import waiting
from tests.pages.reading import words

pytestmark = pytest.mark.django_db

OLD, NEW = "a short sentence of old", "a short sentence of new"


@pytest.fixture
def dee():
    return get_user_model().objects.create_user("dee", "dee@example.org", OLD, is_staff=True)


@pytest.fixture
def sends_mail(settings):
    settings.EMAIL_HOST, settings.ADDRESS = "mail.example.org", "https://hall.example"


def signs_in(password):
    client = Client()
    client.post("/sign-in/", {"login": "dee", "password": password})
    return "_auth_user_id" in client.session


def test_a_printed_sheet_sets_a_new_password_once_and_signs_nobody_in(dee):
    phone, stranger = Client(), Client()
    phone.post("/sign-in/", {"login": "dee", "password": OLD})
    sheet = phone.get("/account/sheet/").content.decode()
    path = re.search(r"/password/recover/[^<\s]+/", sheet)[0]

    weak = stranger.post(path, {"password": "dee"})
    done = stranger.post(path, {"password": NEW})
    again = stranger.post(path, {"password": "another short sentence"})

    assert (weak.status_code, done.status_code, again.status_code) == (422, 302, 404)
    assert (signs_in(OLD), signs_in(NEW), "_auth_user_id" in stranger.session) == (False, True, False)
    assert Client().get("/account/sheet/").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_an_emailed_link_has_the_operators_address_and_lasts_an_hour(dee, sends_mail):
    liar = Client(headers={"host": "evil.example"})
    for address in ("DEE@example.org", "nobody@example.org"):
        assert liar.post("/password/forgotten/", {"email": address}).url == "/sign-in/"
    waiting.join()

    (message,) = mail.outbox
    (token,) = re.findall(r"https://hall.example/password/recover/([^/\s]+)/", message.body)
    paper, now = recovery_token(dee, PAPER), account_of(token)
    with time_machine.travel(timezone.now() + timedelta(seconds=MAIL_SECONDS + 1)):
        later = [account_of(token), account_of(paper)]

    assert (now, later) == (dee, [None, dee])


def test_no_link_survives_a_new_password_and_wrong_ones_find_nobody(dee):
    tokens = [recovery_token(dee, kind) for kind in (PAPER, MAIL)]

    before = [account_of(token) for token in tokens]
    dee.set_password(NEW)
    dee.save()

    assert before == [dee, dee]
    assert [account_of(token) for token in (*tokens, "x", "")] == [None] * 4


@pytest.mark.django_db(transaction=True)
def test_a_program_that_asks_for_many_e_mails_is_slowed_down(dee, sends_mail):
    answers = [Client().post("/password/forgotten/", {"email": "dee@example.org"}) for _ in range(8)]

    waiting.join()
    assert len(mail.outbox) == 6
    assert "Too many tries" in words(answers[-1])
