"""Everything that outlives an event: copies, the archive, clubs and their people, leagues, series."""

from seasons.models.clubs import Club, ClubEvent, Member
from seasons.models.copies import Copied, Template
from seasons.models.evenings import AskedEvening, Comes, EveningAnswer
from seasons.models.leagues import (
    Credit,
    DrawJob,
    DrawnWeek,
    League,
    LeagueEntry,
    LeagueTeam,
    LeagueWeek,
    PoolPlace,
)
from seasons.models.merges import Merge
from seasons.models.people import Appearance, How, PeopleChange, Person
from seasons.models.ratings import ClubRatings, FinalGame
from seasons.models.series import Series, SeriesEvent
from seasons.models.shelf import Shelf, Shelved

__all__ = [
    "Appearance", "AskedEvening", "Club", "ClubEvent", "ClubRatings", "Comes", "Copied", "Credit", "DrawJob",
    "DrawnWeek", "EveningAnswer", "FinalGame", "How", "League", "LeagueEntry", "LeagueTeam", "LeagueWeek",
    "Member", "Merge", "PeopleChange", "Person", "PoolPlace", "Series", "SeriesEvent", "Shelf", "Shelved",
    "Template",
]  # fmt: skip
