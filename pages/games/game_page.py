"""A game's public page: who, where, when, the score, and each hand with its reasons."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from pages.games.held import held_rounds, is_held
from pages.games.listed import ListedGame, listed_game
from pages.player.own_games import scored_hands
from rules.ruleset.hands import Reason
from scoring.game.labels import bracket_labels, score_words
from scoring.game.series_of_games import series_score
from scoring.game.table_state import why_no_correction
from scoring.hands.chairs import players_of
from scoring.hands.hand_rows import counting_hands
from scoring.hands.tally import adds_to_score
from scoring.models import Ending, Hand
from scoring.sheet.sheet import score_sentence, written_hands_of
from tournament.errors import Refused
from tournament.event.names import players_to_name
from tournament.models import Game
from tournament.schedule.countdown import wall
from tournament.schedule.five_minutes import sitting_down

VOID = "This game ended with no result."


@dataclass(frozen=True, kw_only=True)
class PublicHand:
    """A hand that counts.

    The public page doesn't name the person who entered or corrected a hand.
    """

    id: UUID
    number: int
    headline: str
    because: tuple[Reason, ...]
    score: str
    """The game's score after it; empty if the hand adds nothing."""
    clock: str
    is_decider: bool
    is_corrected: bool


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """A game's public page."""

    game: ListedGame
    called: str
    over: str
    result: str
    series: str
    hands: tuple[PublicHand, ...]
    taken_back: int
    """How many hands no longer count."""
    is_held: bool
    """Hides score and hands (Rulebook E-26)."""
    why_locked: Refused | None
    """Why no hand can be corrected any more."""


def game_page(game: Game, at: datetime) -> GamePage:
    """The page of one of ``public_games``. Nine queries at most."""
    event, held = game.event, held_rounds(game.event)
    is_hidden, labels = is_held(game, held), bracket_labels(event, [game])
    listed = listed_game(event, game, at, held, sitting_down(event, at, [game]), labels)
    written = [] if is_hidden else written_hands_of(game)
    counting = {hand.sequence for hand in counting_hands(written)}
    return GamePage(
        game=_with_players(listed, game),
        called=wall(event, game.called_at) if game.called_at else "",
        over=wall(event, game.over_at) if game.over_at else "",
        result="" if is_hidden else _result(game),
        series=""
        if is_hidden or not (series := series_score(game)) or not any(series.won)
        else series.sentence,
        hands=public_hands(game, written),
        taken_back=len({hand.sequence for hand in written if hand.is_struck} - counting),
        is_held=is_hidden,
        why_locked=why_no_correction(game),
    )


def public_hands(game: Game, written: list[Hand]) -> tuple[PublicHand, ...]:
    """The hands that count, of all hands ever written for a game. No query."""
    return tuple(
        PublicHand(
            id=hand.pk,
            number=number,
            headline=hand_score.headline,
            because=hand_score.because,
            score=score_words(*total.values()) if adds_to_score(game.event, hand) else "",
            clock=wall(game.event, hand.at),
            is_decider=hand.is_decider,
            is_corrected=hand.replaces_id is not None,
        )
        for number, hand, hand_score, total in scored_hands(game, written)
    )


def _with_players(listed: ListedGame, game: Game) -> ListedGame:
    """Add the teams' players; an individual is named already. One query, for teams."""
    if game.is_of_individuals:
        return listed
    names = players_of(game).values()
    sides = (
        replace(side, players=players_to_name(side.teams[0].name, players))
        for side, players in zip(listed.sides, names, strict=True)
    )
    return replace(listed, sides=tuple(sides))


def _result(game: Game) -> str:
    """The sentence on how the game ended; empty while it is open."""
    if game.score.ending == Ending.VOID:
        return VOID  # The reason would name people.
    return score_sentence(game) if game.over_at else ""
