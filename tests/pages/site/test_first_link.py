"""The link that makes the first organizer's account, printed at each start."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from tournament.models import Invitation

pytestmark = pytest.mark.django_db


def printed():
    """The hours and the link that a start prints."""
    output = StringIO()
    call_command("links", stdout=output)
    return re.search(r"for (\d+) hours from now.*(/setup/\S+/)", output.getvalue(), re.DOTALL).groups()


def test_a_restart_prints_the_same_first_link_unless_it_expires_soon(client):
    first, again = printed(), printed()
    Invitation.objects.update(expires_at=timezone.now() + timedelta(minutes=30))
    later = printed()

    assert first[1] == again[1]
    assert client.get(first[1]).status_code == 200
    assert [hours for hours, _ in (first, later)] == ["72", "72"]
    assert later[1] != first[1]


def test_another_secret_key_prints_its_own_first_link_and_revokes_none(client, settings):
    _, here = printed()
    settings.SECRET_KEY = "of another computer"

    _, elsewhere = printed()

    assert here != elsewhere
    assert [client.get(link).status_code for link in (here, elsewhere)] == [200, 200]
