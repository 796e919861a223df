"""Who sits on which chair of a game, who deals next, and who bid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards.bids import wording
from rules.games.hands import HandFacts
from rules.games.ruleset import Ruleset
from rules.games.seats import SEAT_WORDS, dealer_after_misdeal, misdeals_that_pass, next_dealer, seats_of
from scoring.models import Hand, Ruling, RulingKind
from tournament.models import Game, Player
from tournament.queries.game import game_ruleset
from tournament.queries.names import who_sits
from tournament.queries.sitting import ids_on, sides_at


@dataclass(frozen=True, kw_only=True)
class Dealer:
    seat: str
    name: str


def players_of(game: Game) -> dict[str, list[str]]:
    """The players' names by side, in the order of their chairs. One query."""
    by_team: dict[int | None, list[str]] = {}
    for player in who_sits(Player.objects.filter(team__in=game.everybody_ids()).order_by("pk")):
        by_team.setdefault(player.team_id, []).append(player.name)
    return {
        side: [name for team in ids_on(game, side) for name in by_team.get(team, ())]
        for side in sides_at(game)
    }


def chairs(ruleset: Ruleset, players: Mapping[str, Sequence[str]]) -> tuple[Dealer, ...]:
    """Who sits where, clockwise. A chair without a known player has its own name. No query."""
    sitting: dict[str, str] = {}
    for side, names in players.items():
        sitting |= dict(zip(seats_of(ruleset, side), names, strict=False))
    return tuple(Dealer(seat=seat, name=sitting.get(seat, SEAT_WORDS[seat])) for seat in ruleset.seats)


def next_dealer_of(
    game: Game, ruleset: Ruleset, standing: Sequence[Hand], players: Mapping[str, Sequence[str]]
) -> Dealer | None:
    """Who deals next. One query where a misdeal passes the deal, else none."""
    seat: str | None = None
    points = dict.fromkeys(ruleset.sides, 0)
    in_a_row = 0
    for dealt in _in_order(standing, _misdeals(game, ruleset)):
        if isinstance(dealt, Ruling):
            before = (dealt.hand and dealt.hand.told.dealer) or seat
            in_a_row += 1
            seat = dealer_after_misdeal(ruleset, before, in_a_row)
            in_a_row = in_a_row if seat == before else 0
            continue
        in_a_row = 0
        seat = dealt.told.dealer or seat
        for side, earned in dealt.points.items():
            points[side] += earned
        if not dealt.told.forfeited_by:
            seat = next_dealer(ruleset, seat, points)
    return next((dealer for dealer in chairs(ruleset, players) if dealer.seat == seat), None)


def _misdeals(game: Game, ruleset: Ruleset) -> list[Ruling]:
    if not misdeals_that_pass(ruleset):
        return []
    ruled = Ruling.objects.filter(game=game, kind=RulingKind.MISDEAL, superseded_by=None)
    return [ruling for ruling in ruled.select_related("hand") if ruling.facts.get("is_misdeal")]


def _in_order(standing: Sequence[Hand], misdeals: Sequence[Ruling]) -> list[Hand | Ruling]:
    """The deals in order: a misdeal comes after the hands recorded before it."""
    dealt: list[tuple[int, Hand | Ruling]] = [(hand.sequence, hand) for hand in standing]
    dealt += [(ruling.facts.get("after", 0), ruling) for ruling in misdeals]
    return [deal for _, deal in sorted(dealt, key=lambda pair: pair[0])]


def note_words(game: Game, facts: HandFacts, players: Mapping[str, Sequence[str]]) -> str:
    """The notes of a hand in words: who bid, and the auction. No query."""
    names = {chair.seat: chair.name for chair in chairs(game_ruleset(game), players)}
    told = [f"Bid by {names[facts.bidder_seat]}."] if facts.bidder_seat else []
    if facts.calls:
        told.append(f"The auction: {', '.join(wording(call) for call in facts.calls)}.")
    return " ".join(told)
