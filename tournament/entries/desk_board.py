"""The desk's list of teams, and its page of one team."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from rules.money.ledger import GIVEN
from rules.money.words import dollars
from tournament.event.names import in_words, player_names, players_to_name, short_names, who_sits
from tournament.event.sitting import others_at
from tournament.floor.calling import game_to_play
from tournament.models import Donation, Event, Player, Seat, Team
from tournament.models.donations import Method
from tournament.models.typed_names import plain
from tournament.money.ledger import DonationRow, donation_rows

Gifts = dict[tuple[int | None, str], int]
"""A team's donations in cents, by player id (None: the whole team) and method."""

HERE, EXPECTED, WAITS, GONE = "here", "expected", "waits", "gone"
SHOWN = {
    "": "Everybody",
    EXPECTED: "Not here yet",
    HERE: "Here",
    WAITS: "Waiting list",
    GONE: "Withdrawn",
}


@dataclass(frozen=True, kw_only=True)
class _TeamRow:
    pk: int
    number: int
    emblem: str
    name: str
    state: str
    given: str
    needs_accessible: bool
    part_here_at: datetime | None
    sits_out_at: datetime | None
    sits_out_round: int | None
    asked: tuple[tuple[int, str], ...]
    is_asked: bool


@dataclass(frozen=True, kw_only=True)
class DeskTeam(_TeamRow):
    """A team's row at the desk. ``state`` is ``here``, ``expected``, ``waits`` or ``gone``.

    ``given`` is its donations in words. ``asked`` are the players who haven't given yet, by id and first
    name; ``is_asked`` is whether nobody has given.
    """

    players: tuple[str, ...]
    table: int | None
    """The number of the table where it plays now, or else of the one where it always sits."""
    also: tuple[tuple[int, str], ...] = ()
    """Has a question by player id: whether somebody with the same name in another team, or on the partner
    list, is the same person.
    """

    @property
    def players_to_name(self) -> tuple[str, ...]:
        return players_to_name(self.name, self.players)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A filter of the desk's list, and how many teams it shows."""

    key: str
    label: str
    count: int


@dataclass(frozen=True, kw_only=True)
class DeskBoard:
    """The desk's page. ``singles`` look for a partner; ``needs`` are the teams that need an accessible table.

    The counts: ``here`` teams are checked in, ``sit_out`` of them sit out; ``missing`` teams aren't here yet,
    ``partly`` of them have some players here.
    """

    teams: tuple[DeskTeam, ...]
    shown: tuple[Shown, ...]
    singles: tuple[Player, ...]
    needs: tuple[DeskTeam, ...]
    given: str
    here: int
    missing: int
    partly: int
    sit_out: int


@dataclass(frozen=True, kw_only=True)
class TeamPlayer:
    """A player of a team. A substitute ``sits_for`` the player with the id ``sits_for_id``."""

    pk: int
    name: str
    contact: str
    may_message: bool = False
    sits_for: str = ""
    sits_for_id: int | None = None


@dataclass(frozen=True, kw_only=True)
class TeamCard(_TeamRow):
    """One team's page at the desk."""

    signed_up_at: datetime
    checked_in_at: datetime | None
    withdrawn_at: datetime | None
    players: tuple[TeamPlayer, ...]
    secret: str
    """The last part of its private link."""
    donations: tuple[DonationRow, ...]
    givers: tuple[tuple[int, str], ...]
    home: str
    fixed_table: int | None
    open_game: str

    @property
    def players_to_name(self) -> tuple[str, ...]:
        return players_to_name(self.name, [player.name for player in self.players])


def desk_board(event: Event, *, query: str = "", state: str = "") -> DeskBoard:
    """The teams that match ``query`` and ``state``, and everybody looking for a partner. Four queries."""
    players: dict[int, list[Player]] = {}
    singles = []
    helpers = set()
    for player in event.players.filter(left_at=None):
        if player.same_as_id:
            helpers.add(_spoken(player.name))
        if player.team_id:
            players.setdefault(player.team_id, []).append(player)
        else:
            singles.append(player)
    gifts = _gifts(event)
    plays_at = Seat.objects.filter(team=OuterRef("pk"), is_taken=True).values("game__table__number")
    table = Coalesce(Subquery(plays_at[:1]), "fixed_table__number")
    teams: Any = event.teams.filter(merged_into=None).annotate(table_now=table)
    every = [_desk_team(team, players.get(team.pk, ()), gifts.get(team.pk, {})) for team in teams]
    every = _asked_about(event, every, players, singles, helpers)
    found = [
        row for row in every if state in ("", row.state) and matches(row.number, row.name, row.players, query)
    ]
    return DeskBoard(
        teams=tuple(found),
        shown=tuple(
            Shown(key=key, label=label, count=sum(1 for row in every if key in ("", row.state)))
            for key, label in SHOWN.items()
            if key != WAITS or any(row.state == WAITS for row in every)
        ),
        singles=tuple(singles),
        needs=tuple(row for row in every if row.needs_accessible and row.state != GONE),
        given=dollars(sum(sum(mine.values()) for mine in gifts.values())),
        here=sum(row.state == HERE for row in every),
        missing=sum(row.state == EXPECTED for row in every),
        partly=sum(row.state == EXPECTED and row.part_here_at is not None for row in every),
        sit_out=sum(row.state == HERE and row.sits_out_at is not None for row in every),
    )


def team_card(event: Event, pk: int) -> TeamCard | None:
    """Everything the desk knows about a team, or None. Four queries."""
    team = event.teams.filter(pk=pk).select_related("badge", "fixed_table").first()
    if team is None:
        return None
    players = list(team.players.all())
    entries = list(team.donation_set.select_related("event", "team", "player", "by").order_by("-pk"))
    return TeamCard(
        **_shared(team, players, _gifts_of(entries)),
        signed_up_at=team.signed_up_at,
        checked_in_at=team.checked_in_at,
        withdrawn_at=team.withdrawn_at,
        players=_team_players(players),
        secret=team.badge.secret,
        given=dollars(sum(entry.amount_cents for entry in entries if entry.kind == GIVEN)),
        donations=donation_rows(entries),
        givers=givers(players),
        home=team.home,
        fixed_table=team.fixed_table.number if team.fixed_table else None,
        open_game=_open_game(team),
    )


def _gifts(event: Event) -> dict[int | None, Gifts]:
    """The donations by team id, less those taken back; those of guests under None. One query."""
    gifts_only = event.donations.filter(kind=GIVEN, pot="").order_by()
    sums = gifts_only.values_list("team", "player", "method").annotate(Sum("amount_cents"))
    gifts: dict[int | None, Gifts] = {}
    for team, player, method, cents in sums:
        if cents:
            gifts.setdefault(team, {})[player, method] = cents
    return gifts


def _gifts_of(entries: Iterable[Donation]) -> Gifts:
    gifts: Gifts = {}
    for entry in entries:
        if entry.kind != GIVEN or entry.pot:
            continue
        key = (entry.player_id, entry.method)
        gifts[key] = gifts.get(key, 0) + entry.amount_cents
    return {key: cents for key, cents in gifts.items() if cents}


def _asked(players: Iterable[Player], gifts: Gifts) -> tuple[tuple[int, str], ...]:
    """The players who can still be asked for a donation: nobody once the team gave as a whole."""
    gave = {player for player, _ in gifts}
    return () if None in gave else tuple(giver for giver in givers(players) if giver[0] not in gave)


def _given(players: Iterable[Player], gifts: Gifts) -> str:
    """The donations in words: ``$5 cash by Dee, $5 other by Ray``."""
    names = short_names(players)
    return ", ".join(
        f"{dollars(cents)} {Method(method).label}{f' by {names[player]}' if player in names else ''}"
        for (player, method), cents in gifts.items()
    )


def _team_players(players: Sequence[Player]) -> tuple[TeamPlayer, ...]:
    names = {player.pk: player.name for player in players}
    return tuple(
        TeamPlayer(
            pk=player.pk,
            name=player.name,
            contact=player.contact,
            may_message=player.may_message,
            sits_for=names.get(player.stands_in_for_id or 0, ""),
            sits_for_id=player.stands_in_for_id,
        )
        for player in who_sits(players)
    )


def _open_game(team: Team) -> str:
    """The game that a team would leave if it left now: ``against Kitty Katz at Table 3``; empty if none."""
    game = game_to_play(team)
    if game is None:
        return ""
    others = others_at(game, team.pk)
    return f"against {others} at {game.table}" if game.table else f"against {others}, waiting for a table"


def givers(players: Iterable[Player]) -> tuple[tuple[int, str], ...]:
    """The players to choose from as the donor, by id and short name; empty if only one plays."""
    mine = short_names(who_sits(players))
    return tuple(mine.items()) if len(mine) > 1 else ()


def _shared(team: Team, players: Sequence[Player], gifts: Gifts) -> dict[str, Any]:
    names = {"pk": team.pk, "number": team.number, "emblem": team.emblem, "name": team.name}
    asked = {"asked": _asked(players, gifts), "is_asked": not gifts}
    since = {"part_here_at": team.part_here_at, "sits_out_at": team.sits_out_at}
    return {
        **names,
        **asked,
        **since,
        "sits_out_round": team.sits_out_round,
        "state": state_of(team),
        "needs_accessible": team.needs_accessible,
    }


def _desk_team(team: Any, players: Sequence[Player], gifts: Gifts) -> DeskTeam:
    names, given = player_names(players), _given(players, gifts)
    return DeskTeam(**_shared(team, players, gifts), players=names, table=team.table_now, given=given)


def _asked_about(
    event: Event,
    rows: Sequence[DeskTeam],
    players: Mapping[int, Sequence[Player]],
    singles: Sequence[Player],
    helpers: Collection[str],
) -> list[DeskTeam]:
    """The rows with questions about equal names. The names of ``helpers`` are known to be one person.

    One query, for the pairs that were confirmed to be different people.
    """
    known = {frozenset(pair) for pair in event.namesakes.values_list("one", "other")}
    where: dict[str, list[tuple[Player, str]]] = {}
    present = [(row, who_sits(players.get(row.pk, ()))) for row in rows if row.state != GONE]
    for row, mine in present:
        for player in mine:
            where.setdefault(_spoken(player.name), []).append((player, f"{row.number} {row.name}"))
    for single in singles:
        where.setdefault(_spoken(single.name), []).append((single, "the list for a partner"))
    asked: dict[int, list[tuple[int, str]]] = {}
    for row, mine in present:
        for player in mine:
            others = [
                entry
                for other, entry in where[_spoken(player.name)]
                if other.team_id != player.team_id and frozenset((player.pk, other.pk)) not in known
            ]
            if others and _spoken(player.name) not in helpers:
                question = f"{player.name} is also on {in_words(others)}. Same person?"
                asked.setdefault(row.pk, []).append((player.pk, question))
    return [replace(row, also=tuple(asked.get(row.pk, ()))) for row in rows]


def _spoken(name: str) -> str:
    return " ".join(plain(name).split())


def state_of(team: Team) -> str:
    if team.withdrawn_at:
        return GONE
    if team.waits_since:
        return WAITS
    return HERE if team.checked_in_at else EXPECTED


def matches(number: int, name: str, players: Iterable[str], query: str) -> bool:
    """Whether a team has every word of the search in its number, its name or the names of its players."""
    text = plain(" ".join((str(number), name, *players)))
    return all(word in text for word in plain(query).split())
