"""Phase II: the bracket, and how winners move on."""

from datetime import datetime

from django.db import transaction

from rules.competition.bracket import Bracket
from scoring.models import Cut, GameScore, Hand
from scoring.queries.phase_two.bracket import outcomes
from tournament.commands.audit_log import log
from tournament.commands.deadlines import finish_deadlines
from tournament.commands.locks import lock_event
from tournament.commands.schedule_changes import follow_phase_two
from tournament.commands.seats import keep_taken, make_games
from tournament.errors import Refused
from tournament.models import Actor, Event, Game, Phase, Team
from tournament.queries.game import ruleset_for
from tournament.queries.sitting import chairs_for


class BracketRefused(Refused):
    """The bracket can't move like this."""


@transaction.atomic
def start_phase_two(*, event: Event, by: Actor, at: datetime) -> Phase:
    """Draw the bracket of the teams that went through. Its games are called one by one.

    :raises BracketRefused: if the cut isn't settled, or Phase II has begun.
    """
    event = lock_event(event.pk)
    phase = event.phases.get(kind="two")
    if event.is_individual:
        raise BracketRefused(
            "People who come alone play no bracket: the first three of the standings take the prizes "
            "(Rulebook E-53)."
        )
    if phase.started_at:
        raise BracketRefused("Phase II has begun already.")
    if not Cut.objects.filter(phase__event=event, reopened_at=None).exists():
        raise BracketRefused("Settle who goes through first: then the bracket draws itself.")
    phase.started_at = at
    Phase.objects.filter(pk=phase.pk).update(started_at=at)
    log(event, "phase-two.started", "Phase II began.", by=by, at=at)
    follow_phase_two(phase, by=by, at=at)
    advance(phase, by=by, at=at)
    return phase


def advance(phase: Phase, *, by: Actor, at: datetime) -> None:
    """Make every game of the bracket whose two teams are known; take back one whose teams changed.

    Part of a larger deed. Done twice, it changes nothing.

    :raises BracketRefused: if a game that would change has hands already.
    """
    phase = Phase.objects.select_related("event").get(pk=phase.pk)
    seeds = _seeded(phase)
    bracket = Bracket.of(len(seeds))
    games = {
        game.bracket_position: game
        for game in Game.objects.standing().filter(phase=phase).select_related("score").with_everybody()
    }
    for place in bracket.games:
        known = bracket.teams(place.key, seeds, outcomes(games.values()))
        there = games.get(place.key)
        if there and known == there.teams():
            continue
        if there:
            _take_back(there, at)
            del games[place.key]
        upper, lower = known
        if upper and lower:
            games[place.key] = _make_game(phase, place.key, (upper, lower), at)
    is_done = all(place.key in games and games[place.key].over_at for place in bracket.games)
    Phase.objects.filter(pk=phase.pk).update(closed_at=(phase.closed_at or at) if is_done else None)


def _seeded(phase: Phase) -> list[Team]:
    cut = Cut.objects.get(phase__event=phase.event_id, reopened_at=None)
    return [seed.team for seed in cut.seeds.select_related("team")]


def _make_game(phase: Phase, position: str, teams: tuple[Team, Team], at: datetime) -> Game:
    event = phase.event
    place = Game(event=event, phase=phase, bracket_position=position, made_at=at)
    [game] = make_games([(place, chairs_for(ruleset_for(event), teams))])
    game.score = GameScore.objects.create(game=game)
    return game


def _take_back(game: Game, at: datetime) -> None:
    if Hand.objects.standing().filter(game=game).exists():
        raise BracketRefused(
            f"{game} has hands already, and this would change who plays it. "
            "Take those hands back first, or let the result stand."
        )
    Game.objects.filter(pk=game.pk).update(recalled_at=at)
    keep_taken(game=game)
    finish_deadlines(game, at=at)
