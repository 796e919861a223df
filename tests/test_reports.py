"""Error reports: what they contain, and what never leaves this computer."""

import json
import subprocess
import sys

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from config.reports import without_people
from tests.conftest import ROOT, environment_of


class Held(Transport):
    """A transport that keeps reports instead of sending them."""

    sent = []

    def capture_envelope(self, envelope):
        self.sent.append(envelope.get_event())


def fails():
    raise ValueError("Olga plays for Aces, /join/secret-27/")


def test_a_report_says_where_it_happened_and_nothing_about_anybody():
    client = sentry_sdk.Client(dsn="https://key@localhost/1", transport=Held, before_send=without_people)
    with sentry_sdk.new_scope() as scope:
        scope.set_client(client)
        scope.set_user({"username": "Olga", "ip_address": "192.0.2.7"})
        scope.set_extra("form", {"player": "Olga"})
        try:
            fails()
        except ValueError:
            scope.capture_exception()

    (report,) = Held.sent
    (error,) = report["exception"]["values"]
    assert (error["type"], error["stacktrace"]["frames"][-1]["function"]) == ("ValueError", "fails")
    sent = json.dumps(report, default=str)
    assert [word for word in ("Olga", "192.0.2.7", "secret", "Aces") if word in sent] == []


@pytest.mark.slow
@pytest.mark.parametrize(("dsn", "is_loaded"), [("", False), ("https://key@localhost/1", True)])
def test_nothing_of_sentry_is_loaded_where_no_address_is_set(dsn, is_loaded, tmp_path):
    look = "import sys, config.settings; print('sentry_sdk' in sys.modules)"
    environment = environment_of(tmp_path) | {"SENTRY_DSN": dsn}

    done = subprocess.run(
        [sys.executable, "-c", look], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert done.stdout.strip() == str(is_loaded)
