"""What ``./uptown test --fast`` leaves to the whole suite, beside what is marked slow.

Of everything outside the rules it takes each test with the first of its cases only; no modules in which whole
days are played; and nothing that counts queries, which takes a small hall and a large one.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
COUNTING = re.compile(r"_quer(y|ies)|_asks_as_much|_for_forty")
DAYS = {
    "pages": {"test_individuals", "test_rehearse_command"},
    "pages/hall": {"test_pages", "test_screen"},
    "pages/live": {"test_entered"},
    "pages/organizer": {
        *("test_cut", "test_day", "test_event_paper", "test_floor", "test_log", "test_open_play"),
        *("test_rehearsal", "test_seating"),
    },
    "pages/player": {"test_reports"},
    "pages/referee": {"test_other_entries", "test_rulings"},
    "scoring": {
        *("test_agreement", "test_alone_games", "test_any_day", "test_cut_and_bracket", "test_drafts"),
        *("test_foresee", "test_individuals", "test_individuals_end", "test_late_decided", "test_open_play"),
        *("test_other_games", "test_pace", "test_rehearsal", "test_rise_and_fly", "test_seats"),
        *("test_seats_alone", "test_team_now", "test_waiting_games", "test_ways_of_seating"),
    },
}


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests that tell most in a minute."""
    seen, taken = set(), []
    for item in items:
        room = item.path.parent.relative_to(TESTS).as_posix()
        if room.split("/")[0] != "rules":
            name = item.nodeid.partition("[")[0]
            if name in seen or item.path.stem in DAYS.get(room, ()) or COUNTING.search(name):
                continue
            seen.add(name)
        taken.append(item)
    return taken
