"""Several people at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections


def at_once(*deeds):
    """Do all of this in the same moment, each on a connection of its own; what each said or raised."""
    start = Barrier(len(deeds))

    def run(deed):
        start.wait()
        try:
            return deed()
        except Exception as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as people:
        return list(people.map(run, deeds))
