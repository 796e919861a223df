"""A day that bots live through the pages in this process."""

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from tests import build
from tests.versions import watched
from tools.rehearsal.browser import SmallBrowser
from tools.rehearsal.day import BotDay


def own_browser():
    """A browser that calls this process's own application."""
    return SmallBrowser(application=WSGIHandler())


def lived(*, teams, seed=3, name="Bot day", **more):
    """The day after its podium, what it said, and the actions that changed no event version.

    The day itself compares every number on its pages, and in its exports, with the facts.
    """
    spoken = []
    day = BotDay(
        teams=teams, seed=seed, held_on=build.DAY, new_browser=own_browser, say=spoken.append, **more
    )
    with watched() as complaints:
        day.organizer.sign_in_with(settings.ORGANIZER_KEY)
        day.live(name=name)
    return day, spoken, complaints
