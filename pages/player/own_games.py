"""A team's own games, hand by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from rules.ruleset.hands import HandScore
from rules.ruleset.totals import is_total
from rules.standings.tie_breaks import counts_hands_won
from scoring.game.labels import ahead_words, game_label, hand_figures, own_figures, score_words
from scoring.game.table_state import ShownState, table_state
from scoring.hands.hand_rows import counting_hands
from scoring.hands.tally import adds_to_score, score_with_names
from scoring.models import Agreement, Ending, Hand
from tournament.event.day_rows import day_rows
from tournament.event.rules_of_event import game_ruleset, tie_breaks_for
from tournament.event.sitting import ids_on, late_at, others_at, partner_at, side_at, sides_at
from tournament.models import Event, Game, Team
from tournament.models.events import ByeCounts
from tournament.models.floor import TableState
from tournament.schedule.five_minutes import SittingDown


@dataclass(frozen=True, kw_only=True)
class TeamHand:
    """A hand that counts, and the game's score after it, the team's own side first."""

    number: int
    headline: str
    score: str
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class TeamGame:
    """A game of a team."""

    label: str
    opponent: str
    outcome: ShownState
    """How it ended for the team, or the state of its table."""
    score: str
    note: str
    hands: tuple[TeamHand, ...]
    partner: str = ""
    bye: str = ""
    """The sentence on what a bye counts; empty in a game."""


NOTES: dict[str, str] = {
    Ending.DECIDER: "by the deciding hand",
    Ending.FORFEIT: "the rest was forfeited",
    Ending.WALKOVER: "a walkover: they had left",
}


def games_of(event: Event, team: Team) -> list[Game]:
    """All games of a team, oldest first, with everything that its page shows. Three queries.

    ``has_agreements`` saves a query that would find nothing: it is whether any game of the event has one.
    """
    hands = Prefetch("hands", queryset=Hand.objects.select_related("by"))
    games: list[Any] = list(_games_of(event, team).prefetch_related(hands))
    has_agreements = day_rows(event).once_a_version(_has_agreements)
    for game in games:
        game.event, game.has_agreements = event, has_agreements
    return games


def _has_agreements(event: Event) -> bool:
    return Agreement.objects.filter(game__event=event).exists()


def open_game(event: Event, team: Team) -> Game | None:
    """The game a team is called to now. Two queries."""
    return _games_of(event, team).filter(called_at__isnull=False, over_at=None).first()


def _games_of(event: Event, team: Team) -> QuerySet[Game]:
    games = Game.objects.standing().of(team).filter(event=event).with_everybody()
    return games.select_related("table", "round", "phase", "score").order_by("pk")


def team_games(
    team: Team,
    games: Sequence[Game],
    labels: Mapping[str, str],
    at: datetime,
    downs: Mapping[int, SittingDown],
) -> tuple[TeamGame, ...]:
    """The called games of ``games_of``, newest first, with their hands. No query."""
    return tuple(
        _game(team, game, game_label(game, labels), state_of(game, at, downs))
        for game in reversed(games)
        if game.called_at
    )


def own_side_of(team: Team, game: Game) -> str:
    """The side on which a team plays or has its bye. No query."""
    return side_at(game, team.pk) or sides_at(game)[0]


def own_score(team: Team, game: Game) -> tuple[int, int]:
    """The score as players call it: the team's own, then the best of the other sides. No query.

    The game's event must be loaded.
    """
    return own_figures(game.event, game, own_side_of(team, game))


def note_of(game: Game) -> str:
    """How a game was decided, if not by its hands alone. No query."""
    if game.score.ending == Ending.WHISTLE:
        side = side_at(game, game.score.winner_id) or sides_at(game)[0]
        return f"{ahead_words(*own_figures(game.event, game, side))} at the whistle"
    return NOTES.get(game.score.ending, "")


def bye_words(event: Event) -> str:
    """What a bye counts: ``counts as a game won, with three hands and no points``. No query.

    It mentions hands only if a tie-break of the event uses them.
    """
    words = event.what_counts.bye
    if event.bye_counts != ByeCounts.WIN:
        return words
    hands = "three hands and " if counts_hands_won(tie_breaks_for(event)) else ""
    return f"{words}, with {hands}no points"


def opponents_of(team: Team, game: Game) -> str:
    """The names of a team's opponents; empty in a bye. No query."""
    return "" if game.is_bye else others_at(game, team.pk)


def state_of(
    game: Game, at: datetime, downs: Mapping[int, SittingDown], *, hides_hands: bool = False
) -> ShownState:
    """The state of a game whose seats are loaded. No query."""
    is_missing = bool(late_at(game))
    return table_state(game, at, downs.get(game.pk), is_missing=is_missing, hides_hands=hides_hands)


def outcome_of(team: Team, game: Game, state: ShownState) -> ShownState:
    """Whether a team won or lost a game; else the game's ``state``. No query."""
    if not game.over_at or game.is_bye or game.score.winner_id is None:
        return state
    has_won = game.score.winner_id in ids_on(game, own_side_of(team, game))
    key = TableState.WON if has_won else TableState.LOST
    return ShownState(key=key, word=key.label)


def _game(team: Team, game: Game, label: str, state: ShownState) -> TeamGame:
    partner = partner_at(game, team.pk)
    is_played = game.score.hands and not game.over_at
    has_score = not game.is_bye and (is_played or game.score.winner_id is not None)
    return TeamGame(
        label=label,
        opponent=opponents_of(team, game),
        partner=partner.name if partner else "",
        outcome=outcome_of(team, game, state),
        score=score_words(*own_score(team, game)) if has_score else "",
        note=note_of(game),
        hands=tuple(_hands(team, game, list(game.hands.all()))),
        bye=bye_words(game.event) if game.is_bye else "",
    )


def scored_hands(game: Game, written: list[Hand]) -> Iterator[tuple[int, Hand, HandScore, dict[str, int]]]:
    """The hands that count: number, hand, its words, and the score by side after it. No query.

    A game's total among them has the number of the next hand, and isn't added to the score of the hands.
    The words use the teams' current names, because a team may have been renamed since.
    """
    ruleset = game_ruleset(game)
    none = dict.fromkeys(ruleset.sides, 0)
    number, running = 0, none
    for hand in counting_hands(written):
        is_whole = is_total(hand.parsed)
        number += not is_whole
        shown = running
        if adds_to_score(game.event, hand):
            earned = zip((none if is_whole else running).items(), hand_figures(ruleset, hand), strict=True)
            shown = {side: score + figure for (side, score), figure in earned}
        running = running if is_whole else shown
        yield number + is_whole, hand, score_with_names(game, hand.parsed), shown


def _hands(team: Team, game: Game, written: list[Hand]) -> Iterator[TeamHand]:
    own = own_side_of(team, game)
    for number, hand, hand_score, total in scored_hands(game, written):
        others = max(score for side, score in total.items() if side != own)
        yield TeamHand(
            number=number,
            headline=hand_score.headline,
            score=score_words(total[own], others),
            is_won=hand.winner_side == own,
        )
