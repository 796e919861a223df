"""A team leaves while it has a game."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from rules.competition.five_minutes import HANDS
from scoring.commands.ending import forfeit_game, void_game
from scoring.commands.rounds import take_back_waiting
from scoring.commands.seating_by_hand import unseat_team
from scoring.models import Hand
from tournament.commands.locks import lock_event
from tournament.commands.teams import withdraw_team
from tournament.models import Actor, Game, Team
from tournament.models.floor import GameKind
from tournament.queries.calling import has_whistled
from tournament.queries.sitting import side_at


@transaction.atomic
def leave_game(*, team: Team, key: UUID, by: Actor, at: datetime) -> Team:
    """A team withdraws from its open game too. ``key`` makes sure that it is forfeited once.

    A game that has its first hand is forfeited to the other team, and so is every game of the bracket. From
    a round's game without a hand the team is taken out: whoever has the bye takes the place, or else the
    others of that table have the bye (Rulebook E-20, E-56).

    :raises SeatingRefused: if the round can't be changed any more.
    """
    event = lock_event(team.event_id)
    mine = Game.objects.standing().of(team)
    game = (mine.open() | mine.waiting()).exclude(kind=GameKind.BYE).with_its_place().first()
    if game is None:
        return withdraw_team(team=team, by=by, at=at)
    is_late = has_whistled(game, at)
    if is_late and game.called_at is None:
        take_back_waiting(game.phase, by=by, at=at)
    elif game.round is None or is_late or Hand.objects.filter(game=game).exists():
        side = side_at(game, team.pk) or ""
        hand_ids = [uuid5(key, str(number)) for number in range(HANDS)]
        game = forfeit_game(game=game, side=side, hand_ids=hand_ids, by=by, at=at)
        if game.over_at is None:
            # The others are level at the top, so nobody can say who has won (Rulebook E-55).
            void_game(game=game, reason=f"{team} withdrew.", by=by, at=at)
    else:
        unseat_team(event=event, team=team, reason=f"{team} withdrew.", by=by, at=at)
    return withdraw_team(team=team, by=by, at=at)
