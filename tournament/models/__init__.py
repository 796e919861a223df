"""The models of an event."""

from tournament.models.badges import Actor, Badge, Invitation, Role
from tournament.models.devices import HeldEntry, Session
from tournament.models.donations import Donation
from tournament.models.events import Demo, Event, Reveal, WallPin
from tournament.models.floor import Game, Table
from tournament.models.lists import ListImport
from tournament.models.log import Failure, LogEntry, Work
from tournament.models.messages import Message, Subscription
from tournament.models.partners import PartnerBlock, PartnerRequest
from tournament.models.programs import Delivery, Token, Webhook
from tournament.models.schedule import Break, Deadline, Phase, Round, ScheduleChange
from tournament.models.sent import SentKey
from tournament.models.sides import Seat, Side
from tournament.models.teams import DrawnGame, KeptApart, Namesakes, Player, SubstituteRequest, Team

__all__ = [
    "Actor", "Badge", "Break", "Deadline", "Delivery", "Demo", "Donation", "DrawnGame", "Event", "Failure",
    "Game", "HeldEntry", "Invitation", "KeptApart", "ListImport", "LogEntry", "Message", "Namesakes",
    "PartnerBlock", "PartnerRequest", "Phase", "Player", "Reveal", "Role", "Round", "ScheduleChange",
    "Seat", "SentKey", "Session", "Side", "Subscription", "SubstituteRequest", "Table", "Team", "Token",
    "WallPin", "Webhook", "Work",
]  # fmt: skip
