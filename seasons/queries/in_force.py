"""The events of a club that count: not practice, and no import that was undone or replaced."""

from django.db.models import Exists, OuterRef, QuerySet

from seasons.models import Club, League, LeagueEntry, LeagueTeam
from tournament.models import Event


def events_in_force(club: Club) -> "QuerySet[Event]":
    """Every query of people, records, grades, seasons and series reads through it. No query yet."""
    return Event.objects.filter(of_club__club=club, is_practice=False, of_week__ended_at=None)


def teams_in_force(league: League) -> "QuerySet[LeagueTeam]":
    """The league's teams, without those that only an undone or replaced import brought. No query yet."""
    made_by = league.weeks.filter(ended_at__isnull=False, is_imported=True, at=OuterRef("made_at"))
    plays = LeagueEntry.objects.filter(of=OuterRef("pk"), team__event__of_week__ended_at=None)
    return league.teams.exclude(Exists(made_by) & ~Exists(plays))
