"""A club's evenings, and its people."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.auth import get_user_model

from seasons.clubs.club_of_event import club_of
from seasons.clubs.commands_clubs import open_event_of_club
from seasons.models import Person
from seasons.people.people_of_club import events_of, players_of
from tests import build
from tests.seasons.known import recognize_each
from tournament.entries.commands_sign_up import sign_up_team
from tournament.models import Game
from tournament.settings.plan import DayPlan


def account(name="ann"):
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create_user(name, password="x", is_staff=True)


class Night:
    """An event of a club with these people; each two names are a team."""

    def __init__(self, *names, user="ann", week=0, contact="", **plan):
        self.user, self.week = account(user), timedelta(weeks=week)
        given = {"name": f"Week {week}", "held_on": build.DAY + self.week, "standings_shown": "live"}
        wanted = DayPlan(**given | {"sign_up_minutes": None} | plan)
        self.event = open_event_of_club(plan=wanted, user=self.user, at=build.MORNING)
        self.by = build.organizer(self.event)
        for pair in zip(names[::2], names[1::2], strict=True):
            self.team(*pair, contact=contact)
        self.club = club_of(self.event)

    def team(self, *pair, contact=""):
        return sign_up_team(
            event=self.event, key=uuid4(), name="", players=pair, contact=contact, by=self.by, at=build.MEET
        )

    @property
    def press(self):
        return {"event": self.event, "club": self.club, "by": self.by, "at": build.MEET}

    def player(self, name):
        return self.event.players.get(name=name)

    def here(self):
        """Check everybody in."""
        for team in self.event.teams.all():
            build.check_in(team, at=build.MEET)
        return self

    def played(self, winner="", side="NS"):
        """Play the first round: the side with ``winner`` wins its game, and ``side`` wins the others."""
        at = build.THREE + self.week
        build.called_round(self.here().event, at)
        for game in Game.objects.open().filter(event=self.event):
            theirs = (each for each in game.by_side() if game.team(each).players.filter(name=winner))
            build.won(game, next(theirs, side), at=at + timedelta(minutes=20))
        return self

    def known(self):
        """Have an organizer look at each player."""
        recognize_each(**self.press)
        return self

    def who(self):
        """The person, or the suggested persons, for each player."""
        return {
            row.player.name: row.person.name if row.person else [each.person.name for each in row.suggestions]
            for row in players_of(self.event, self.club)
        }


def person(name):
    return Person.objects.known().get(name=name)


def nights_of(name):
    return sorted(row.player.event.name for row in events_of(person(name)))


FOUR = ("Dee", "Ray", "Mo", "Lou")


def two_nights():
    """Two events: Dee wins with Ray, then loses with Mo."""
    Night(*FOUR).known().played(winner="Dee")
    return Night("Dee", "Mo", "Ray", "Lou", week=1).known().played(winner="Lou")
