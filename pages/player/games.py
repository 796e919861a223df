"""A team's own games, hand by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.models import Agreement, Ending, Hand, Ruling
from scoring.queries.game.state import ShownState, table_state
from scoring.queries.hands.labels import ahead_words, game_label, hand_figures, own_figures, score_words
from scoring.queries.hands.rows import counting_hands
from scoring.queries.hands.tally import score_with_names
from tournament.models import Event, Game, Team
from tournament.models.floor import TableState
from tournament.queries.five_minutes import SittingDown
from tournament.queries.game import game_ruleset
from tournament.queries.sitting import ids_on, late_at, others_at, partner_at, side_at, sides_at


@dataclass(frozen=True, kw_only=True)
class TeamHand:
    """A hand as it counts, and where the game stood after it, one's own side first."""

    number: int
    headline: str
    score: str
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class TeamGame:
    """One game of a team. ``outcome`` is how it ended for it, or the state of its table."""

    label: str
    opponent: str
    outcome: ShownState
    score: str
    note: str
    hands: tuple[TeamHand, ...]
    partner: str = ""


NOTES: dict[str, str] = {
    Ending.DECIDER: "by the deciding hand",
    Ending.FORFEIT: "the rest was forfeited",
    Ending.WALKOVER: "a walkover: they had left",
}


def games_of(event: Event, team: Team) -> list[Game]:
    """The games a team was ever given, with all that a page says of them, oldest first. Three queries.

    They come with their hands, and say what is seldom there, so that nobody asks for it in vain:
    ``has_agreements`` of the game, ``has_rulings`` of any that the team was ever given.
    """
    games: list[Game] = list(
        _games_of(event, team)
        .prefetch_related(Prefetch("hands", queryset=Hand.objects.select_related("by")))
        .annotate(
            has_agreements=Exists(Agreement.objects.filter(game=OuterRef("pk"))),
            has_rulings=Exists(Ruling.objects.filter(game__seats__team=team)),
        )
    )
    for game in games:
        game.event = event
    return games


def open_game(event: Event, team: Team) -> Game | None:
    """The game a team is called to now. Two queries."""
    return _games_of(event, team).filter(called_at__isnull=False, over_at=None).first()


def _games_of(event: Event, team: Team) -> QuerySet[Game]:
    games = Game.objects.standing().of(team).filter(event=event).with_everybody()
    return games.select_related("table", "round", "phase", "score").order_by("pk")


def team_games(
    team: Team, games: Sequence[Game], at: datetime, downs: Mapping[int, SittingDown]
) -> tuple[TeamGame, ...]:
    """The games of ``games_of`` that were called, newest first, with their hands. No query."""
    return tuple(
        _game(team, game, counting_hands(list(game.hands.all())), state_of(game, at, downs))
        for game in reversed(games)
        if game.called_at
    )


def own_side_of(team: Team, game: Game) -> str:
    """The side on which a team plays, or has its bye. No query."""
    return side_at(game, team.pk) or sides_at(game)[0]


def own_score(team: Team, game: Game) -> tuple[int, int]:
    """What the table calls the score, one's own first, and the best of the others. No query.

    The game comes with its event.
    """
    return own_figures(game.event, game, own_side_of(team, game))


def note_of(game: Game) -> str:
    """How a game was decided, where not by its hands alone. No query."""
    if game.score.ending == Ending.WHISTLE:
        side = side_at(game, game.score.winner_id) or sides_at(game)[0]
        return f"{ahead_words(*own_figures(game.event, game, side))} at the whistle"
    return NOTES.get(game.score.ending, "")


def opponents_of(team: Team, game: Game) -> str:
    """Whom a team plays, in words; empty in a bye. No query."""
    return "" if game.is_bye else others_at(game, team.pk)


def state_of(
    game: Game, at: datetime, downs: Mapping[int, SittingDown], *, hides_hands: bool = False
) -> ShownState:
    """The state of a game that comes with everybody. No query."""
    is_missing = bool(late_at(game))
    return table_state(game, at, downs.get(game.pk), is_missing=is_missing, hides_hands=hides_hands)


def outcome_of(team: Team, game: Game, state: ShownState) -> ShownState:
    """How a game ended for a team, if it won or lost; else its ``state``. No query."""
    if not game.over_at or game.is_bye or game.score.winner_id is None:
        return state
    has_won = game.score.winner_id in ids_on(game, own_side_of(team, game))
    key = TableState.WON if has_won else TableState.LOST
    return ShownState(key=key, word=key.label)


def _game(team: Team, game: Game, hands: list[Hand], state: ShownState) -> TeamGame:
    partner = partner_at(game, team.pk)
    is_played = game.score.hands and not game.over_at
    has_score = not game.is_bye and (is_played or game.score.winner_id is not None)
    return TeamGame(
        label=game_label(game),
        opponent=opponents_of(team, game),
        partner=partner.name if partner else "",
        outcome=outcome_of(team, game, state),
        score=score_words(*own_score(team, game)) if has_score else "",
        note=note_of(game),
        hands=tuple(_hands(team, game, hands)),
    )


def _hands(team: Team, game: Game, hands: list[Hand]) -> list[TeamHand]:
    side, rows = own_side_of(team, game), []
    ruleset = game_ruleset(game)
    sides = ruleset.sides
    total = dict.fromkeys(sides, 0)
    for number, hand in enumerate(hands, start=1):
        if not hand.is_decider:
            earned = zip(sides, hand_figures(ruleset, hand), strict=True)
            total = {each: total[each] + figure for each, figure in earned}
        rows.append(
            TeamHand(
                number=number,
                headline=score_with_names(game, hand.told).headline,
                score=score_words(total[side], max(total[each] for each in sides if each != side)),
                is_won=hand.winner_side == side,
            )
        )
    return rows
