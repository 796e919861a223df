"""Python code that a server's own process runs on its database: what to make there, and what to print."""

A_BADGE = """
from tests import build
from tournament.models import Event
event = Event.objects.first() or build.event(name="Summer")
print(event.slug, build.organizer(event).badge.secret)
"""

SCENE = """
import json
from tests import build
event = build.event(is_practice=True)
print(json.dumps([event.slug, build.organizer(event).badge.secret]))
"""

DAY = """
from tests import build
event = build.event()
build.hand(build.game(event))
print(event.pk)
"""
GO_ON = """
from tests import build
from tournament.models import Event
event = Event.objects.get()
for number in range(25):
    build.team(event, f"Late {number}")
"""
SEEN = """
import json
from scoring.models import Hand
from scoring.integrity import integrity
from tournament.models import Event
event = Event.objects.get()
late = sorted(int(team.name.split()[1]) for team in event.teams.filter(name__startswith="Late"))
is_whole = late == list(range(len(late))) and event.version == event.log.count()
print(json.dumps([Hand.objects.count(), is_whole, integrity(event)]))
"""

# Called at three on the default day, so its deadlines are long overdue.
TWO_LATE_TEAMS = "from tests import build; build.game()"
WAITING = "from tournament.models import Deadline; print(Deadline.objects.filter(done_at=None).count())"
DONE = "from tournament.models import Deadline; print(Deadline.objects.exclude(done_at=None).count())"


COUNT = "from scoring.models import Hand; print(Hand.objects.count())"
