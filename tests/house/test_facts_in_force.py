"""Facts in force are chosen in one place: no other module that adds up a club's facts picks its own.

A module that is named here reads facts directly, and says which ones.
"""

import re
from pathlib import Path

from tests.house.reading import MODULES, ROOT

READS_FACTS = re.compile(
    r"\b(?:Event|Game|Hand|Appearance|SeriesEvent)\.objects\.(?!get\()|\.appearances\.|club\.events\b"
)
PAGES = ("pages/club/", "pages/league/", "pages/api/event/reads.py")
MAY = {
    "seasons/shelf/in_force.py": "it chooses them",
    "seasons/shelf/shelves.py": "which events are listed at all",
    "seasons/shelf/copied.py": "the events that a user organizes",
    "seasons/ratings/grades.py": "games that can count, and the fingerprint of all facts",
    "seasons/ratings/bid_hands.py": "the hands of games that were chosen",
    "seasons/people/people_of_club.py": "who plays at one event",
    "seasons/evenings/who_comes.py": "who plays at one event",
    "seasons/leagues/pool_of_players.py": "who plays at one event",
    "seasons/series/series_table.py": "the series that one event is in",
    "pages/league/views_series.py": "the row of a series that an organizer takes out",
}


def test_only_named_modules_read_facts_without_the_one_filter():
    reading = {
        str(path) for path in MODULES if adds_up(path) and READS_FACTS.search((ROOT / path).read_text())
    }

    assert reading == MAY.keys()


def adds_up(path: Path) -> bool:
    """Whether it is what a club reads of many events, or a task that keeps it."""
    is_read = path.parts[0] == "seasons" and path.parts[1] != "models"
    return str(path).startswith(PAGES) or (is_read and not path.stem.startswith("commands_"))
