"""Writers of one process stand in line: first come, first served, and a failed one lets the next go on."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from config.sqlite_in_line.base import Line
from tournament.models import Invitation

only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="the line is SQLite's")


def test_who_came_first_goes_first():
    line, order = Line(), []
    line.enter(1)

    def wait(number):
        line.enter(10)
        order.append(number)
        line.leave()

    people = []
    for number in range(5):
        people.append(threading.Thread(target=wait, args=[number]))
        people[-1].start()
        while len(line._waiting) <= number:
            time.sleep(0.001)
    line.leave()
    for each in people:
        each.join()

    assert order == [0, 1, 2, 3, 4]


def test_who_waits_too_long_leaves_the_line_and_the_next_one_goes_on():
    line = Line()
    line.enter(1)

    assert line.enter(0.01) is False
    line.leave()

    assert line.enter(0.01) is True


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_deed_that_fails_gives_up_its_turn(settings):
    def deed(number):
        try:
            with transaction.atomic():
                Invitation.objects.create(token=f"token {number}", made_at="2026-06-27T15:00Z")
                if number % 2:
                    raise ValueError
        except ValueError:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(8) as people:
        done = list(people.map(deed, range(24)))

    assert done.count(True) == Invitation.objects.count() == 12


@pytest.mark.django_db
def test_a_percent_sign_that_is_meant_stays_one_however_often_it_is_asked():
    for word in ("kitty", "trump"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT '100 %%', %s", [word])

            assert cursor.fetchone() == ("100 %", word)
