"""Phase II, computed in the event's format from the seeds and the results."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from rules.competition.phase_two.formats import SIZES
from rules.competition.phase_two.games import BracketGame, GameOutcome, Placed, nth
from rules.competition.phase_two.plan import Drawn, Plan
from rules.standings.tie_breaks import BYE_UNITS
from scoring.game.labels import in_series
from scoring.models import BuyBack, Cut, Ending, Hand, Seed
from tournament.errors import UNREADABLE, Refused
from tournament.event.day_rows import phase
from tournament.event.names import TeamName
from tournament.event.rules_of_event import choice_of, plan_for
from tournament.event.sitting import name_together
from tournament.models import Event, Game, Phase, Seat, Team
from tournament.models.schedule import PhaseKind

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class PhaseTwo:
    """The games so far, by bracket position (in a series ``F``, ``F:2``), and the plan with its results.

    In the bracket, a pair is its first member; ``partners`` are the second ones, by the first one's id
    (E-113).
    """

    games: Mapping[str, Game]
    drawn: Drawn[Team]
    partners: Mapping[int, Team]
    undecided: tuple[Team, ...] = ()
    """The teams that lost once, and neither bought back in nor left (E-116)."""

    def fallen(self) -> list[Game]:
        """The games whose pairing is no longer in the bracket (Rulebook E-75). No query."""
        return [
            game
            for game in self.games.values()
            if not self.drawn.keeps(
                game.bracket_position, game.number, game.teams(), is_over=game.over_at is not None
            )
        ]

    @property
    def tables_kept(self) -> int:
        """The free tables that the bracket, without the second chance, may still need. No query."""
        on = sum(
            game.called_at is not None and game.over_at is None and not game.is_second_chance
            for game in self.games.values()
        )
        return max(0, self.drawn.may_be_on - on)

    @property
    def plan(self) -> Plan:
        return self.drawn.plan

    def side_of(self, team: Team) -> tuple[Team, ...]:
        """A team of the bracket, with its partner if it is a pair. No query."""
        return (team, self.partners[team.pk]) if team.pk in self.partners else (team,)

    def at_table(self, upper: Team, lower: Team) -> tuple[Team, ...]:
        """The people of two sides of the bracket, alternating, so that partners face each other. No query."""
        sides = self.side_of(upper), self.side_of(lower)
        return tuple(team for seats in zip(*sides, strict=True) for team in seats)

    def place_of(self, team: Team) -> Placed[Team] | None:
        """A team's final place once it is certain. No query."""
        return next((placed for placed in self.drawn.placed if placed.team == team), None)

    def next_of(self, team: Team) -> BracketGame | None:
        """A team's next game, as far as known. No query."""
        return next((game for game in self.drawn.left if team in self.drawn.pairs[game.key]), None)


def second_chance_teams(event: Event, cut: Cut) -> list[Team]:
    """Who would play the second chance now, best first (Rulebook E-227). One query.

    Nobody, if fewer than two of those who missed the cut are here.
    """
    below = [row["team"] for row in cut.certificate["rows"][cut.certificate["line_after"] :]]
    here = event.teams.present().in_bulk(below)
    teams = [here[pk] for pk in below if pk in here][: SIZES[-1]]
    return teams if len(teams) >= SIZES[0] else []


def phase_two(cut: Cut, phase: Phase) -> PhaseTwo:
    """Phase II of a settled cut. Six queries at most, for any number of games. The phase has its event.

    :raises Refused: if a row is as no command writes it. The log has the details.
    """
    seeds = cut.seeds.standing().select_related("team", "partner").prefetch_related("team__players")
    games = Game.objects.standing().filter(phase=phase).exclude(bracket_position="")
    games = games.select_related("table", "score").with_everybody()
    try:
        now = phase_two_of(phase.event, list(seeds), games)
        now.fallen()
    except UNREADABLE as wrong:
        log.exception("The bracket of %s can’t be read.", phase.event)
        raise Refused("bracket.unreadable") from wrong
    return now


def phase_two_of(event: Event, seeds: Sequence[Seed], games: Iterable[Game]) -> PhaseTwo:
    """Phase II from loaded seeds and games, with their scores and teams.

    One query if losers may buy back in, else none.
    """
    missed = sum(seed.is_second_chance for seed in seeds)
    plan = plan_for(event, len(seeds) - missed, missed)
    by_key = {game.bracket_key: game for game in games if game.bracket_position}
    teams = [seed.team for seed in seeds]
    drawn = plan.drawn(teams, outcomes(by_key.values()), _pairs_begun(plan, by_key))
    return PhaseTwo(
        games=by_key,
        drawn=drawn,
        partners={seed.team_id: seed.partner for seed in seeds if seed.partner},
        undecided=tuple(_undecided(event, seeds, drawn)) if choice_of(event).buys_back else (),
    )


def _undecided(event: Event, seeds: Sequence[Seed], drawn: Drawn[Team]) -> Iterable[Team]:
    """The teams that lost once, and neither bought back in nor left (Rulebook E-116). One query."""
    bought = set(BuyBack.objects.filter(event=event, taken_back_at=None).values_list("team", flat=True))
    gone = {seed.team_id for seed in seeds if any(team.withdrawn_at for team in seed.teams)}
    for team in drawn.lost_once:
        if team.pk not in bought | gone:
            yield team


def lost_once(event: Event) -> tuple[TeamName, ...]:
    """The sides that may still buy back in (Rulebook E-116). Eight queries; none if nobody ever may."""
    if not choice_of(event).buys_back:
        return ()
    two = phase(event, PhaseKind.TWO)
    if not two.started_at or two.closed_at:
        return ()
    now = phase_two(Cut.objects.get(phase__event=event, reopened_at=None), two)
    return tuple(name_together(now.side_of(team)) for team in now.undecided)


def buy_backs_to_take_back(event: Event) -> QuerySet[BuyBack]:
    """The buy-backs of teams that have begun no game since (Rulebook E-144)."""
    begun = Exists(Hand.objects.standing().filter(game=OuterRef("game")))
    after = Q(game__over_at__gt=OuterRef("at")) | Q(begun, game__over_at=None)
    played = Seat.objects.filter(
        after, team=OuterRef("team"), game__phase__kind="two", game__recalled_at=None
    )
    return BuyBack.objects.filter(~Exists(played), event=event, taken_back_at=None)


def bought_back(event: Event) -> tuple[TeamName, ...]:
    """The sides whose buy-back can be taken back. Two queries; none if nobody may buy back in."""
    if not choice_of(event).buys_back:
        return ()
    teams = list(buy_backs_to_take_back(event).values_list("team", flat=True))
    seeds = Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None, team__in=teams)
    return tuple(name_together(seed.teams) for seed in seeds.select_related("team", "partner"))


def outcomes(games: Iterable[Game]) -> dict[str, GameOutcome[Team]]:
    return {
        game.bracket_key: _outcome(game)
        for game in games
        if game.over_at is not None and game.score.winner_id is not None
    }


def _outcome(game: Game) -> GameOutcome[Team]:
    sides = zip(game.by_side().values(), game.teams(), strict=True)
    (won, winner), (lost, loser) = sorted(sides, key=lambda each: each[1].pk != game.score.winner_id)
    if game.score.ending == Ending.WALKOVER:
        return GameOutcome(winner, loser, (BYE_UNITS, 0))
    return GameOutcome(winner, loser, (won.units, lost.units), (won.points, lost.points))


def _pairs_begun(plan: Plan, games: Mapping[str, Game]) -> dict[str, tuple[Team, Team]]:
    """The pairs of Swiss rounds that have begun, which stay as drawn (Rulebook E-74)."""
    kept: dict[str, tuple[Team, Team]] = {}
    for stage in plan.stages:
        mine = {key: games[key] for key in stage.draws if key in games}
        if any(game.called_at or game.over_at for game in mine.values()):
            kept |= {key: game.teams() for key, game in mine.items()}
    return kept


def positions_in_words(plan: Plan) -> dict[str, str]:
    """The label of each game by its key; one per game of a series: ``Final, game 2 of 3`` for ``F:2``."""
    return {
        nth(game.key, number): in_series(plan.labels[game.key], number, game.best_of)
        for game in plan.games
        for number in range(1, game.best_of + 1)
    }
