"""The call: each team's card, in one public fragment, as soon as its table is called.

A phone shows its own line at once (static/js/stream/call.js) and fetches its page in its turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from typing import Any

from django.db.models import Q
from django.utils.safestring import SafeString, mark_safe

from pages.player.card import NowCard
from pages.player.now import card_of, cue_of, game_now, players_by_team, today_of
from scoring.recording.awaited import awaited
from tournament.event.day_rows import with_its_day
from tournament.floor.calling import is_before_whistle
from tournament.models import Event, Game, Seat
from tournament.models.floor import GameKind
from tournament.schedule.five_minutes import sitting_down

FRESH = timedelta(seconds=20)
"""For how long a line has its card. A phone that wasn't there then fetches its page."""
WORDS = ("why", "big", "line", "quiet")
"""What differs from card to card. In a shape, each is its number in braces."""


@dataclass(frozen=True, kw_only=True)
class CallLine:
    """A team's game and table (``called_key``), and the words for a shape; without, it fetches its page."""

    team: int
    key: str
    shape: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TheCall:
    """A line for each team that is called, and the shapes of their cards with their cues."""

    shapes: tuple[tuple[NowCard, str], ...]
    lines: tuple[CallLine, ...]

    @property
    def rows(self) -> SafeString:
        """The lines in HTML. A template's loop takes several times as long, while everybody waits."""
        return mark_safe("".join(map(_row, self.lines)))  # noqa: S308  All words are escaped.


def _row(line: CallLine) -> str:
    words = "".join(f"<b>{escape(each)}</b>" for each in line.words)
    shape = line.shape if line.words else ""
    return f'<p data-team="{line.team}" data-called="{line.key}" data-card="{shape}">{words}</p>\n'


def called_key(games: Sequence[Game], at: datetime) -> str:
    """What tells one call of a team from another: ``345 7``, its game and table; ``345 bye``, ``345 waits``.

    Empty if it isn't called. ``games`` are its own.
    """
    game = game_now(games) or (games[-1] if games and games[-1].is_bye else None)
    if game is None or not (game.table or is_before_whistle(game, at)):
        return ""
    return _key(game.pk, game.table.number if game.table else None, game.kind)


def _key(game: int, table: int | None, kind: str) -> str:
    return f"{game} {table or ('bye' if kind == GameKind.BYE else 'waits')}"


def the_call(event: Event, at: datetime) -> TheCall:
    """The call as it is now. Two queries; about twenty more in the first seconds of a call."""
    cards = _cards(event, at)
    shapes = {
        shape: number for number, shape in enumerate(dict.fromkeys(card.shape for card in cards.values()))
    }
    # Those without a table keep their line until the whistle, or the card before the call would come again.
    in_round = Q(game__round__called_at__isnull=False, game__round__whistle_at__gt=at, game__recalled_at=None)
    waits = Q(game__kind=GameKind.BYE) | Q(game__kind=GameKind.GAME, game__over_at=None)
    called = Q(is_taken=True) | in_round & waits
    seats = Seat.objects.filter(called, game__event=event, team__withdrawn_at=None).order_by("game", "pk")
    columns = ("team", "team__number", "game", "game__table__number", "game__kind")
    lines = []
    for pk, team, game, table, kind in seats.values_list(*columns):
        key, card = _key(game, table, kind), cards.get((pk, game))
        words = card.words if card else ()
        lines.append(CallLine(team=team, key=key, shape=shapes[card.shape] if card else 0, words=words))
    return TheCall(shapes=tuple(shapes), lines=tuple(lines))


@dataclass(frozen=True, kw_only=True)
class _CallCard:
    shape: tuple[NowCard, str]
    words: tuple[str, ...]


def _cards(event: Event, at: datetime) -> Mapping[tuple[int, int], _CallCard]:
    """The cards of the games called just now, by team and game. One query if there are none.

    With those of a round that have no table, and byes.
    """
    is_fresh = Q(called_at__gt=at - FRESH)
    if (
        event.room is None
    ):  # Or each card would ask who plays in the other event: those phones fetch their page.
        is_fresh |= Q(called_at=None, round__called_at__gt=at - FRESH)
    just_now = Game.objects.standing().filter(is_fresh, Q(over_at=None) | Q(kind=GameKind.BYE), event=event)
    # The same round and phase for all games: wide rows that a join would read again for each.
    shared = just_now.with_everybody().prefetch_related("round", "phase")
    games = list(shared.select_related("table", "score"))
    if not games:
        return {}
    event = with_its_day(event)
    awaits = awaited(event, at)
    downs = sitting_down(event, at, games, awaits.plan.frozen)
    players = players_by_team(team.pk for game in games for team in game.everybody())
    found = {}
    for game in games:
        game.event = event
        for team in game.everybody():
            card = card_of(today_of(event, team, at, [game], players, awaits, downs, {}))
            texts = [getattr(card, name) for name in WORDS]
            blanks: dict[str, Any] = {
                name: f"{{{place}}}" for place, name in enumerate(WORDS) if getattr(card, name)
            }
            shape = replace(card, **blanks), cue_of(card, [game]).replace(f"{game.pk}", "{game}")
            found[team.pk, game.pk] = _CallCard(shape=shape, words=(*texts, team.name))
    return found
