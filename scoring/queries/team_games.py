"""A team's own games, hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Ending, Hand
from scoring.queries.labels import figures, game_label, score_words
from scoring.queries.sheet_hands import standing_of
from tournament.models import Event, Game, Team
from tournament.models.floor import GameKind


@dataclass(frozen=True, kw_only=True)
class TeamHand:
    """A hand as it counts, and where the game stood after it, one's own side first."""

    number: int
    headline: str
    score: str
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class TeamGame:
    """One game of a team. ``outcome`` is Won, Lost, Bye, No result, or Playing."""

    label: str
    opponent: str
    outcome: str
    score: str
    note: str
    is_won: bool
    hands: tuple[TeamHand, ...]


NOTES: dict[str, str] = {
    Ending.WHISTLE: "ahead at the whistle",
    Ending.DECIDER: "by the deciding hand",
    Ending.FORFEIT: "the rest was forfeited",
}


def games_of(event: Event, team: Team) -> list[Game]:
    """The games a team was ever given, with all that a page says of them, oldest first. One query."""
    mine = Game.objects.standing().filter(ns=team) | Game.objects.standing().filter(ew=team)
    games = list(
        mine.filter(event=event)
        .select_related("ns", "ew", "south", "west", "table", "round", "phase", "score")
        .order_by("pk")
    )
    for game in games:
        game.event = event
    return games


def team_games(team: Team, games: Sequence[Game]) -> tuple[TeamGame, ...]:
    """The games of ``games_of`` that were called, newest first, with their hands. One query."""
    hands: dict[int, list[Hand]] = {game.pk: [] for game in games}
    for hand in Hand.objects.filter(game__in=hands):
        hands[hand.game_id].append(hand)
    return tuple(_game(team, game, standing_of(hands[game.pk])) for game in reversed(games) if game.called_at)


def opponent_of(team: Team, game: Game) -> Team | None:
    """Whom a team plays; None in a bye. No query."""
    return game.ew if game.ns_id == team.pk else game.ns


def own_score(team: Team, game: Game) -> tuple[int, int]:
    """What the table calls the score, one's own first. No query: the game comes with its event."""
    score = figures(game.event, game.score)
    return score if game.ns_id == team.pk else score[::-1]


def outcome_of(team: Team, game: Game) -> str:
    """How a game ended for a team, in a word. No query."""
    if game.kind == GameKind.BYE:
        return "Bye"
    if not game.over_at:
        return "Playing"
    if game.score.winner_id is None:
        return "No result"
    return "Won" if game.score.winner_id == team.pk else "Lost"


def _game(team: Team, game: Game, hands: list[Hand]) -> TeamGame:
    opponent = opponent_of(team, game)
    outcome = outcome_of(team, game)
    return TeamGame(
        label=game_label(game),
        opponent=opponent.name if opponent else "",
        outcome=outcome,
        score=score_words(*own_score(team, game)),
        note=NOTES.get(game.score.ending, ""),
        is_won=outcome in ("Won", "Bye"),
        hands=tuple(_hands(team, game, hands)),
    )


def _hands(team: Team, game: Game, hands: list[Hand]) -> list[TeamHand]:
    side, total, rows = "NS" if game.ns_id == team.pk else "EW", [0, 0], []
    for number, hand in enumerate(hands, start=1):
        own = figures(game.event, hand)[:: 1 if side == "NS" else -1]
        if not hand.is_decider:
            total = [total[0] + own[0], total[1] + own[1]]
        rows.append(
            TeamHand(
                number=number,
                headline=hand.headline,
                score=score_words(*total),
                is_won=hand.winner_side == side,
            )
        )
    return rows
