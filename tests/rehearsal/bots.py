"""A day that bots live through the pages in this process."""

from django.conf import settings

from rehearsal.browser import SmallBrowser
from rehearsal.day import BotDay
from tests import build
from tests.versions import watched


def lived(*, teams, seed=3, name="Bot day", **more):
    """The day after its podium, what it said, and the actions that changed no event version.

    The day itself compares every number on its pages, and in its exports, with the facts.
    """
    said = []
    day = BotDay(teams=teams, seed=seed, held_on=build.DAY, new_browser=SmallBrowser, say=said.append, **more)
    with watched() as complaints:
        day.organizer.sign_in_with(settings.ORGANIZER_KEY)
        day.live(name=name)
    return day, said, complaints
