"""What a team is called on a page."""

from dataclasses import dataclass

from tournament.models import Team


@dataclass(frozen=True, kw_only=True)
class TeamName:
    """A team's name, with the number and the emblem that are its second name."""

    team_id: int
    number: int
    emblem: str
    name: str


def name_of(team: Team) -> TeamName:
    """The team's name. No query."""
    return TeamName(team_id=team.pk, number=team.number, emblem=team.emblem, name=team.name)
