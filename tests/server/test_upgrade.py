"""``./uptown upgrade`` to a new version, and back."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Hand
from server import backups
from tests import build
from tests.scenes import COUNT, DAY
from tests.server.computers import house

pytestmark = pytest.mark.slow
LATER = (
    "from tests import build; from tournament.models import Event; build.team(Event.objects.get(), 'Late')"
)
LATE = "from tournament.models import Team; print(Team.objects.filter(name='Late').count())"


@pytest.mark.embedded
def test_an_upgrade_backs_up_checks_and_its_own_words_lead_back(tmp_path):
    here = house(tmp_path / "data")
    here.shell(DAY)

    output = here.manage("upgrade")
    here.shell(LATER)
    way_back = re.search(r"\./uptown restore (\S+)", output).group(1)
    here.manage("restore", way_back)

    assert "everything adds up" in output
    assert (here.shell(COUNT).strip(), here.shell(LATE).strip()) == ("1", "0")


@pytest.mark.django_db(transaction=True)
def test_what_does_not_add_up_ends_the_upgrade_with_the_way_back(tmp_path, settings, monkeypatch):
    settings.BACKUPS = tmp_path
    build.hand(build.game())
    Hand.objects.update(points={"NS": 99, "EW": 0})
    copy = tmp_path / "uptown-before.sqlite3"
    monkeypatch.setattr("server.management.commands.upgrade.back_up", lambda at, why: copy)

    with pytest.raises(CommandError, match=f"doesn’t add up. The way back: .*restore {copy}"):
        call_command("upgrade", stdout=StringIO())


def test_nothing_is_upgraded_under_a_running_server(tmp_path, settings):
    settings.DATA = tmp_path

    with backups.alone_here(), pytest.raises(CommandError, match="End that one first"):
        call_command("upgrade", stdout=StringIO())
