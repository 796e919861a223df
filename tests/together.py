"""Concurrent actions for tests."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections


def at_once(*actions):
    """Call these at the same moment, each on a separate connection; returns what each returned or raised."""
    start = Barrier(len(actions))

    def run(action):
        start.wait(60)
        try:
            return action()
        except Exception as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as people:
        return list(people.map(run, actions))
