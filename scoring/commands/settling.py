"""What a game's hands come to once they changed, and what follows from it. Part of every deed on hands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.commands.bracket import advance
from scoring.commands.standing_by import let_go
from scoring.models import Agreement, GameScore, Hand, Report
from scoring.queries.hands.tally import tally_of
from scoring.queries.hands.timed import is_timed_by_hand
from tournament.commands.deadlines import finish_deadlines
from tournament.commands.rounds import call_waiting_games
from tournament.errors import Refused
from tournament.models import Actor, Game, Round
from tournament.models.floor import GameKind
from tournament.models.prepared import Change, Given, Look, only
from tournament.queries.calling import has_whistled

SCORED = tuple(
    field.attname for field in GameScore._meta.concrete_fields if field.name not in ("game", "void_reason")
)


class HandRefused(Refused):
    """The hand cannot be recorded as reported."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Books:
    """What has to be known of a locked game before its hands change: its score, and what hangs on it.

    ``is_passed`` is whether a later round has been called; ``is_stood_by`` whether reports of its next hand
    wait, or somebody agreed to its result.
    """

    score: GameScore
    is_passed: bool
    is_stood_by: bool


# To make a moment of what a database says takes longer than to read it. No deed on hands asks for these.
NOT_ASKED_FOR = (
    "made_at",
    "event__opened_at",
    "event__house_rules_frozen_at",
    "phase__starts_at",
    "phase__ends_at",
    "phase__started_at",
    "round__called_at",
)
TEAMS_MOMENTS = ("signed_up_at", "checked_in_at", "withdrawn_at")

# Each join more is dear: PostgreSQL weighs in which order to make them, every time.
_lock = Look(lambda: _games("ns", "ew"))
_lock_of_four = Look(lambda: _games("ns", "ew", "south", "west"))
_books = Look(
    lambda: GameScore.objects.filter(game=Given(GameScore, "game_id")).annotate(
        is_passed=Q(game__kind=GameKind.GAME)
        & Exists(
            Round.objects.called().filter(
                phase=OuterRef("game__phase"), number__gt=OuterRef("game__round__number")
            )
        ),
        is_stood_by=Exists(Report.objects.filter(game=OuterRef("pk"), hand=None, withdrawn_at=None))
        | Exists(Agreement.objects.filter(game=OuterRef("pk"), withdrawn_at=None)),
    )
)
_hands = Look(
    lambda: (
        Hand.objects.filter(Q(game=Given(Hand, "game_id")) | Q(pk=Given(Hand, "id")))
        .order_by("sequence")
        .defer("notes", "because")
    )
)
_keep_score = Change(lambda: GameScore.objects.filter(game=Given(GameScore, "game_id")), *SCORED)
_keep_end = Change(
    lambda: Game.objects.filter(pk=Given(Game, "id")), "over_at", "referee_called_at", "referee_called_for"
)


def locked(game: Game) -> Game:
    """A game, locked with all that is asked of it before a hand of it changes. One query."""
    return _lock_for(game).one(id=game.pk)


def locked_with_hands(game: Game, hand_id: UUID) -> tuple[Game, list[Hand], Books]:
    """A game, locked, with every hand ever written for it, and its books; three queries in one go.

    Among the hands, in order, is the one with this id, wherever it is.
    """
    games = _lock_for(game).ask(id=game.pk)
    hands = _hands.ask(game_id=game.pk, id=hand_id)
    kept: Any = _books.ask(game_id=game.pk)
    return only(games(), Game), hands(), _as_books(only(kept(), GameScore))


def _lock_for(game: Game) -> Look[Game]:
    comes_alone = game.south_id or game.west_id
    return _lock_of_four if comes_alone else _lock


def _games(*chairs: str) -> QuerySet[Game]:
    return (
        Game.objects.select_for_update(of=("self",))
        .select_related("event", "round", "table", "phase", *chairs)
        .defer(*NOT_ASKED_FOR, *(f"{chair}__{moment}" for chair in chairs for moment in TEAMS_MOMENTS))
        .filter(pk=Given(Game, "id"))
    )


def books(game: Game) -> Books:
    """The books of a game. Looked at once it is locked, or they may be another's by now. One query."""
    return _as_books(_books.one(game_id=game.pk))


def _as_books(found: Any) -> Books:
    return Books(score=found, is_passed=bool(found.is_passed), is_stood_by=bool(found.is_stood_by))


def standing_hands(game: Game) -> list[Hand]:
    """The hands of a game that count, in order. One query."""
    return list(Hand.objects.standing().filter(game=game).order_by("sequence"))


def settle(game: Game, kept: Books, hands: list[Hand], *, by: Actor, at: datetime) -> None:
    """Write down what the hands add up to, and what follows from it."""
    score = kept.score
    if kept.is_stood_by:
        let_go(game, by=by, at=at)
    if kept.is_passed:
        # The hall has moved on: this game can't go on, so whoever is ahead has won it.
        score.whistled_at = score.whistled_at or at
    elif score.whistled_at and not may_be_cut_off(game, score.whistled_at):
        # It was level after its last hand, not at the whistle. Whether it still is, its hands say.
        score.whistled_at = None
    try:
        now = tally_of(game, score, hands)
    except ValueError as too_many:
        raise HandRefused(
            "With this change the game would have been over earlier. Take back the hands after it first."
        ) from too_many
    if game.over_at and not now.ending:
        _check_can_reopen(game)
    if now.needs_decider:
        # Its last hand left it level: like a game that the whistle cut off, one more hand decides.
        score.whistled_at = score.whistled_at or max(hand.at for hand in hands)
    _keep_score(game_id=game.pk, whistled_at=score.whistled_at, **now.columns(game))
    if now.ending:
        close(game, at)
    elif game.over_at:
        game.over_at = None
        Game.objects.filter(pk=game.pk).update(over_at=None)
    if game.bracket_position:
        advance(game.phase, by=by, at=at, after=game)
    if game.over_at:
        call_waiting_games(phase=game.phase, by=by, at=at)


def close(game: Game, at: datetime) -> None:
    """The game is over: nobody need come to its table, and nothing more comes due."""
    game.over_at = game.over_at or at
    _keep_end(id=game.pk, over_at=game.over_at, referee_called_at=None, referee_called_for="")
    finish_deadlines(game, at=at)


def may_be_cut_off(game: Game, at: datetime) -> bool:
    """Whether the whistle of its round had gone, or a referee may say that time is up (Rulebook E-7).

    No query, if the round came with it.
    """
    return is_timed_by_hand(game) or has_whistled(game, at)


def where(game: Game) -> str:
    """Where a game is played, as the log says it."""
    return str(game.table or game)


def _check_can_reopen(game: Game) -> None:
    elsewhere = Game.objects.open().filter(event=game.event).exclude(pk=game.pk)
    if (elsewhere.of(*game.everybody_ids()) | elsewhere.filter(table=game.table)).exists():
        raise HandRefused(
            "Without this hand the game isn't over, and "
            f"its {game.event.entrant}s or its table are busy again. "
            "Correct the hand to what really happened instead."
        )
