"""A club that rates its people, and a computation of its ratings."""

from datetime import timedelta

from seasons import tasks
from seasons.ratings.commands_ratings import change_ratings
from tests import build

SOON = build.MEET + timedelta(hours=12)


def wants(night, **settings):
    return change_ratings(**night.press, **{"is_on": True, "window_days": 7, "least_games": 12} | settings)


def computed(now=SOON):
    tasks._rated_at.clear()
    return tasks.rate_due(now)
