"""Who plays on in Phase II, for the wall and the event's page."""

from dataclasses import dataclass

from scoring.models import Cut
from tournament.queries.names import TeamName
from tournament.queries.sitting import name_together


@dataclass(frozen=True, kw_only=True)
class PlaysOn:
    """A side of Phase II: a team, or the two who play it together. Without those who have left since."""

    seed: int
    team: TeamName


def plays_on(cut: Cut) -> tuple[PlaysOn, ...]:
    """The sides of Phase II by seed. One query."""
    seeds = cut.seeds.select_related("team", "partner")
    return tuple(
        PlaysOn(seed=seed.number, team=name_together(seed.teams))
        for seed in seeds
        if not any(team.withdrawn_at for team in seed.teams)
    )
