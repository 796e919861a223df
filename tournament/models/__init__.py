"""The rows of an event: facts, their constraints, and the words to filter them by."""

from tournament.models.badges import Badge, By, Invitation, Role
from tournament.models.donations import Donation
from tournament.models.events import Event
from tournament.models.floor import Game, Table
from tournament.models.log import LogEntry
from tournament.models.schedule import Break, DayDeed, Deadline, Phase, Round
from tournament.models.teams import Player, Team

__all__ = [
    "Badge",
    "Break",
    "By",
    "DayDeed",
    "Deadline",
    "Donation",
    "Event",
    "Game",
    "Invitation",
    "LogEntry",
    "Phase",
    "Player",
    "Role",
    "Round",
    "Table",
    "Team",
]
