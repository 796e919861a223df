"""The events of a club that count: not practice, not to be deleted, no import that was undone or replaced."""

from django.db.models import Exists, OuterRef, QuerySet

from seasons.models import Appearance, Club, League, LeagueEntry, LeagueTeam, Series, SeriesEvent, Shelf
from seasons.shelf.shelves import is_on
from tournament.models import Event


def events_in_force(club: Club) -> "QuerySet[Event]":
    """Every query of people, records, grades, seasons and series reads through it. No query yet."""
    counted = Event.objects.filter(of_club__club=club, is_practice=False, of_week__ended_at=None)
    return counted.exclude(is_on(Shelf.DELETED))


def appearances_in_force(club: Club) -> "QuerySet[Appearance]":
    """Who the players of these events are. No query yet."""
    return Appearance.objects.now().filter(person__club=club, player__event__in=events_in_force(club))


def nights_in_force(series: Series) -> "QuerySet[SeriesEvent]":
    """The series' events. No query yet."""
    return series.events.now().filter(event__in=events_in_force(series.club))


def teams_in_force(league: League) -> "QuerySet[LeagueTeam]":
    """The league's teams, without those that only an undone or replaced import brought. No query yet."""
    made_by = league.weeks.filter(ended_at__isnull=False, is_imported=True, at=OuterRef("made_at"))
    plays = LeagueEntry.objects.filter(of=OuterRef("pk"), team__event__of_week__ended_at=None)
    return league.teams.exclude(Exists(made_by) & ~Exists(plays))
