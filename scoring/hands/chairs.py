"""The chairs of a game: who sits there, who deals next, and who bid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards.bids import wording
from rules.ruleset.hands import HandFacts
from rules.ruleset.ruleset import Ruleset
from rules.ruleset.seats import SEAT_WORDS, dealer_after_misdeal, next_dealer, seats_of
from scoring.models import Hand, Report, Ruling, RulingKind
from tournament.errors import Refused
from tournament.event.names import in_words, who_sits
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import ids_on, sides_at, who_plays_at
from tournament.models import Game, Player

People = Mapping[int, Sequence[Player]]
"""The present players of a game's teams, by team id."""


@dataclass(frozen=True, kw_only=True)
class Dealer:
    """A chair and the name of its player. If ``is_empty``, no player is known and it is the chair's name."""

    seat: str
    name: str
    is_empty: bool = False


def people_of(game: Game) -> People:
    """The players of a game's teams by team id. One query."""
    by_team: dict[int, list[Player]] = {}
    for player in who_sits(Player.objects.filter(team__in=game.everybody_ids()).order_by("pk")):
        by_team.setdefault(player.team_id or 0, []).append(player)
    return by_team


def players_of(game: Game, people: People | None = None) -> dict[str, list[str]]:
    """The names of a game's players by side, in chair order. One query without ``people``."""
    people = people_of(game) if people is None else people
    return {
        side: [
            player.name
            for team in ids_on(game, side)
            for player in who_plays_at(game, team, people.get(team, ()))
        ]
        for side in sides_at(game)
    }


@dataclass(frozen=True, kw_only=True)
class Bench:
    """A team with more players than sit in its game, by id and name: those who sit, and those who rest."""

    game_id: int
    team_id: int
    team: str
    sits: tuple[tuple[int, str], ...]
    rests: tuple[tuple[int, str], ...]
    why_not: Refused | None
    """Why that can't change any more."""

    @property
    def words(self) -> str:
        return f"{in_words(name for _, name in self.rests)} sits out"


def benches(game: Game, people: People) -> tuple[Bench, ...]:
    """The benches of a game that is not over (Rulebook E-122). Two queries where there are any, else none."""
    found = []
    for team in game.everybody() if game.event.way.spare and not game.over_at and not game.is_bye else ():
        players = people.get(team.pk, ())
        sits = who_plays_at(game, team.pk, players)
        if len(players) > len(sits):
            rests = tuple((player.pk, player.name) for player in players if player not in sits)
            found.append((team, tuple((player.pk, player.name) for player in sits), rests))
    why_not = why_no_other_players(game) if found else None
    return tuple(
        Bench(game_id=game.pk, team_id=team.pk, team=team.name, sits=sits, rests=rests, why_not=why_not)
        for team, sits, rests in found
    )


def why_no_other_players(game: Game) -> Refused | None:
    """Why a team of three can't change who sits; None if it can (Rulebook E-123). Two queries at most."""
    if game.recalled_at or game.over_at:
        return Refused("rests.over")
    is_dealt = any(not hand.parsed.forfeited_by for hand in Hand.objects.standing().filter(game=game))
    if is_dealt or Report.objects.filter(game=game).exists():
        return Refused("rests.dealt")
    return None


def chairs(ruleset: Ruleset, players: Mapping[str, Sequence[str]]) -> tuple[Dealer, ...]:
    """The chairs with their players, clockwise. A chair without a known player has its own name. No query."""
    sitting: dict[str, str] = {}
    for side, names in players.items():
        sitting |= dict(zip(seats_of(ruleset, side), names, strict=False))
    return tuple(
        Dealer(seat=seat, name=sitting.get(seat, SEAT_WORDS[seat]), is_empty=seat not in sitting)
        for seat in ruleset.seats
    )


def next_dealer_of(
    game: Game, ruleset: Ruleset, standing: Sequence[Hand], players: Mapping[str, Sequence[str]]
) -> Dealer | None:
    """The chair that deals next. One query if a misdeal passes the deal, else none."""
    seat: str | None = None
    points = dict.fromkeys(ruleset.sides, 0)
    in_a_row = 0
    for dealt in _in_order(standing, _misdeals(game, ruleset)):
        if isinstance(dealt, Ruling):
            before = (dealt.hand and dealt.hand.parsed.dealer) or seat
            in_a_row += 1
            seat = dealer_after_misdeal(ruleset, before, in_a_row)
            in_a_row = in_a_row if seat == before else 0
            continue
        in_a_row = 0
        seat = dealt.parsed.dealer or seat
        for side, earned in dealt.points.items():
            points[side] += earned
        if not dealt.parsed.forfeited_by:
            seat = next_dealer(ruleset, seat, points)
    return next((dealer for dealer in chairs(ruleset, players) if dealer.seat == seat), None)


def _misdeals(game: Game, ruleset: Ruleset) -> list[Ruling]:
    if not ruleset.play.misdeals_that_pass:
        return []
    ruled = Ruling.objects.in_force().filter(game=game, kind=RulingKind.MISDEAL)
    return [ruling for ruling in ruled.select_related("hand") if ruling.facts.get("is_misdeal")]


def _in_order(standing: Sequence[Hand], misdeals: Sequence[Ruling]) -> list[Hand | Ruling]:
    """The deals in order: a misdeal comes after the hands recorded before it."""
    dealt: list[tuple[int, Hand | Ruling]] = [(hand.sequence, hand) for hand in standing]
    dealt += [(ruling.facts.get("after", 0), ruling) for ruling in misdeals]
    return [deal for _, deal in sorted(dealt, key=lambda pair: pair[0])]


def note_words(game: Game, facts: HandFacts, players: Mapping[str, Sequence[str]]) -> str:
    """The notes of a hand in words: who bid, and the auction. No query."""
    names = {chair.seat: chair.name for chair in chairs(game_ruleset(game), players)}
    notes = [f"Bid by {names[facts.bidder_seat]}."] if facts.bidder_seat else []
    if facts.calls:
        notes.append(f"The auction: {', '.join(wording(call) for call in facts.calls)}.")
    return " ".join(notes)
