"""Creating games with their seats, and updating which seats are taken."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from rules.competition.pairing.turns import next_to_sit_out
from rules.ruleset.seats import side_of_chair
from tournament.badges.commands_badges import signs_at
from tournament.event.names import chair_of, who_sits
from tournament.event.rooms import other_in_room
from tournament.event.rules_of_event import game_ruleset
from tournament.floor.calling import known_as
from tournament.log.audit_log import log
from tournament.models import Actor, Event, Game, Player, Seat, Side, Team
from tournament.models.floor import OPEN, GameKind

Chairs = Mapping[str, Team]


def make_games(seated: Iterable[tuple[Game, Chairs]]) -> list[Game]:
    """Insert new games with their people by chair. Four queries, however many games.

    Three more if teams may have a third player, who sits out in turn (Rulebook E-122).
    """
    drawn = list(seated)
    turns = _Turns(drawn)
    teams = {team.pk for _, chairs in drawn for team in chairs.values()}
    helping = Player.objects.filter(team__in=teams, left_at=None, same_as__isnull=False, for_game=None)
    helpers = dict(helping.values_list("team_id", "pk"))
    games = Game.objects.bulk_create(game for game, _ in drawn)
    names = {
        (game.pk, chair): side_of_chair(game_ruleset(game), chair)
        for game, chairs in drawn
        for chair in chairs
    }
    of_games = dict.fromkeys((game, name) for (game, _), name in names.items())
    # By ids: assigning a thousand rows to each other takes longer than storing them.
    made = Side.objects.bulk_create(Side(game_id=game, name=name) for game, name in of_games)
    sides = {(side.game_id, side.name): side.pk for side in made}
    seats = []
    for game, chairs in drawn:
        is_taken = bool(game.called_at and not game.over_at)
        for chair, team in chairs.items():
            side = sides[game.pk, names[game.pk, chair]]
            seat = Seat(game_id=game.pk, side_id=side, team_id=team.pk, chair=chair, is_taken=is_taken)
            if game.kind != GameKind.BYE:
                seat.rests_id, seat.helper_id = turns.rests(team), helpers.get(team.pk)
            seats.append(seat)
    Seat.objects.bulk_create(seats)
    return games


class _Turns:
    """The rotation of who sits out in teams of three, for new games."""

    def __init__(self, drawn: Sequence[tuple[Game, Chairs]]) -> None:
        self._chairs: dict[int, list[int]] = {}
        self._past: dict[int, list[int]] = {}
        self._lent: set[int] = set()
        self._sits = drawn[0][0].event.way.sits if drawn else 0
        if not drawn or not drawn[0][0].event.way.spare:
            return
        teams = {team.pk for _, chairs in drawn for team in chairs.values()}
        for player in who_sits(Player.objects.filter(team__in=teams)):
            self._chairs.setdefault(player.team_id or 0, []).append(chair_of(player))
        lent = Player.objects.filter(same_as__team__in=teams, left_at=None)
        # A player who substitutes elsewhere sits out here (Rulebook E-126).
        self._lent = {chair_of(player.same_as) for player in lent.select_related("same_as") if player.same_as}
        past = Seat.objects.filter(team__in=teams, rests__isnull=False, game__recalled_at=None)
        for team, rests in past.order_by("game_id").values_list("team_id", "rests_id"):
            self._past.setdefault(team, []).append(rests)

    def rests(self, team: Team) -> int | None:
        players, past = self._chairs.get(team.pk, ()), self._past.setdefault(team.pk, [])
        if len(players) <= self._sits:
            return None
        away = [player for player in players if player in self._lent]
        past.append(away[0] if away else next_to_sit_out(players, past))
        return past[-1]


def keep_taken(**which: object) -> None:
    """Update ``is_taken`` of these seats after their games were called, ended or taken back. One query."""
    is_open = Exists(Game.objects.filter(OPEN, pk=OuterRef("game")))
    Seat.objects.filter(**which).update(is_taken=is_open)


def log_in_other_event(event: Event, games: Iterable[Game], *, by: Actor, at: datetime) -> None:
    """Tell the other event of the room which of its people were called here (Rulebook E-203).

    Its screens then show where those people play first. No query for an event that shares no room.
    """
    other = other_in_room(event)
    if other is None:
        return
    seats = Seat.objects.filter(game__in=games, game__table__isnull=False)
    table_of = dict(seats.values_list("team", "game__table__number"))
    called = {known_as(one): table_of[one.team_id or 0] for one in _there(event) if one.team_id in table_of}
    for player in _there(other):
        if known_as(player) in called:
            where = called[known_as(player)]
            signed = signs_at(other, by)
            log(other, "room.plays", by=signed, at=at, player=player, number=where, other=event.name)


def _there(event: Event) -> list[Player]:
    return who_sits(Player.objects.filter(event=event, team__isnull=False, team__withdrawn_at=None))


def keep_helper(team: Team) -> None:
    """Store who substitutes in a team's unfinished games (Rulebook E-151). Three queries."""
    open_seats = Seat.objects.filter(team=team, game__over_at=None, game__recalled_at=None)
    open_seats = open_seats.exclude(game__kind=GameKind.BYE)
    helper = team.players.filter(left_at=None, same_as__isnull=False).last()
    open_seats.update(helper=helper if helper and not helper.for_game_id else None)
    if helper and helper.for_game_id:
        open_seats.filter(game=helper.for_game_id).update(helper=helper)


def seat_sides(game: Game, since: Mapping[str, datetime | None]) -> None:
    """Set when each side of a game was seated; None for not seated. One query."""
    sides = game.by_side()
    for name, moment in since.items():
        sides[name].seated_at = moment
    Side.objects.bulk_update([sides[name] for name in since], ["seated_at"])
