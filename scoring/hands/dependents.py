"""The dependents of a game's result, and who may still change it (Rulebook E-32)."""

from collections.abc import Iterable, Sequence

from scoring.game.labels import bracket_labels, game_label
from scoring.game.series_of_games import without_hands_after
from scoring.hands.begun import begun
from tournament.errors import Refused
from tournament.models import Badge, Game
from tournament.models.keys import KEYS


def dependents_of(game: Game) -> Refused | None:
    """Why a correction that changes the winner needs a ruling; None if it needs none.

    Four queries at most. ``game`` comes with its event, phase and round.
    """
    if game.over_at is None:
        return None
    if game.round:
        later = game.phase.rounds.called().filter(number__gt=game.round.number).order_by("number").first()
        if later:
            return Refused("winner.next-round-seated", round=later.number)
    teams = game.everybody_ids()
    since = (
        Game.objects.standing().filter(event=game.event_id, called_at__gte=game.over_at).exclude(pk=game.pk)
    )
    # The next game of its series is called and taken back automatically (Rulebook E-80).
    since = since.exclude(pk__in=without_hands_after(game))
    after = since.of(*teams).with_everybody().select_related("table", "round", "phase")
    called = after.order_by("called_at", "pk").first()
    if called is None:
        return None
    return Refused(
        "winner.next-game-called",
        game=called,
        label=game_label(called, bracket_labels(game.event, [called])).lower(),
        table=called.table and called.table.number,
    )


def may_overturn(badge: Badge) -> bool:
    """Whether a badge may change a winner after later games were built on the result. No query."""
    return KEYS["overturn"].opens(badge)


def with_hands(games: Iterable[Game]) -> list[Game]:
    """The games among these that have a counting hand. One query."""
    found = list(games)
    played = begun(found)
    return [game for game in found if game.pk in played]


def they_fall(games: Sequence[Game]) -> Refused:
    """The refusal of a correction that would take these games of an event back. One query."""
    labels = bracket_labels(games[0].event, games)
    named = [f"{game} ({game_label(game, labels).lower()})" for game in games]
    return Refused("winner.game-falls" if len(games) == 1 else "winner.games-fall", games=named)
