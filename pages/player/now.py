"""A team's page: its card with what to do now, and its games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pages.player.at_table import card_at_table, card_before_call
from pages.player.card import NowCard, Today
from pages.player.own_games import TeamGame, games_of, team_games
from pages.player.waiting_card import card_on_waiting_list
from pages.player.waits import (
    card_after_cut,
    card_between,
    card_elsewhere,
    card_of_left,
    card_of_waiting,
    card_without_table,
)
from scoring.game.labels import bracket_labels
from scoring.hands.chairs import Bench, benches
from scoring.open_play.waiting_list import waiting_list
from scoring.recording.awaited import Awaited, awaited
from tournament.event.day_rows import phase, with_its_day
from tournament.event.names import player_names, sits_in, who_sits
from tournament.event.sitting import partner_at, who_plays_at, who_rests
from tournament.floor.calling import busy_elsewhere, has_whistled
from tournament.models import Event, Game, Player, Team
from tournament.models.schedule import PhaseKind
from tournament.schedule.five_minutes import SittingDown, sitting_down


@dataclass(frozen=True, kw_only=True)
class TeamNow:
    """A team, its card and its games, newest first."""

    team_id: int
    name: str
    number: int
    emblem: str
    players: tuple[str, ...]
    card: NowCard
    cue: str
    """The sound of its phone: a word and the id of its latest game, or empty."""
    games: tuple[TeamGame, ...]
    awaits: Awaited
    bench: Bench | None = None
    """Who of three players sits in the next one."""


def team_now(event: Event, team: Team, at: datetime, games: list[Game] | None = None) -> TeamNow:
    """The page of a team. Ten queries while it is at its table, or seven if ``games`` are loaded.

    One more in the bracket; two more if it has a third player.
    """
    games = games_of(event, team) if games is None else games
    players = players_by_team({team.pk, *partners_now(games, team)})
    event = with_its_day(event)
    awaits = awaited(event, at)
    own = who_sits(players.get(team.pk, ()))
    now = game_now(games)
    bench = next(iter(benches(now, {team.pk: own})), None) if now else None
    downs = sitting_down(event, at, games, awaits.plan.frozen)
    today = today_of(event, team, at, games, players, awaits, downs, bracket_labels(event, games))
    card = card_of(today)
    return TeamNow(
        team_id=team.pk,
        name=team.name,
        number=team.number,
        emblem=team.emblem,
        players=player_names(own),
        card=card,
        cue=cue_of(card, games),
        games=team_games(team, games, today.labels, at, today.downs),
        bench=bench,
        awaits=awaits,
    )


def players_by_team(teams: Iterable[int]) -> dict[int, list[Player]]:
    """The players of these teams, by the team's id. One query."""
    players: dict[int, list[Player]] = {}
    for player in Player.objects.filter(team__in=teams):
        players.setdefault(player.team_id or 0, []).append(player)
    return players


def partners_now(games: Iterable[Game], team: Team) -> set[int]:
    """The ids of a team's partners in the ``games`` that aren't over. No query."""
    return {one.pk for game in games if not game.over_at and (one := partner_at(game, team.pk))}


def game_now(games: Iterable[Game]) -> Game | None:
    """The game to which a team is called, or else the one that waits for a table. No query."""
    waiting = [game for game in games if not game.over_at]
    return next((game for game in waiting if game.called_at), next(iter(waiting), None))


def today_of(
    event: Event,
    team: Team,
    at: datetime,
    games: Sequence[Game],
    players: Mapping[int, Sequence[Player]],
    awaits: Awaited,
    downs: Mapping[int, SittingDown],
    labels: Mapping[str, str],
) -> Today:
    """The data of a team's card. ``players`` has the players of the team and its partners. No query."""
    own, now = who_sits(players.get(team.pk, ())), game_now(games)
    is_played = now is not None and not now.is_bye
    return Today(
        event=event,
        team=team,
        at=at,
        games=games,
        players=player_names(who_plays_at(now, team.pk, own) if now and is_played else own),
        rests=who_rests(now, team.pk, own) if now and is_played and event.way.spare else "",
        plan=awaits.plan,
        clock=awaits.clock,
        awaits=awaits,
        labels=labels,
        downs=downs,
        sits_in={partner: sits_in(players.get(partner, ())) for partner in partners_now(games, team)},
    )


def cue_of(card: NowCard, games: Sequence[Game]) -> str:
    return f"{card.cue} {games[-1].pk}" if card.cue and games else ""


def card_of(today: Today) -> NowCard:
    if today.team.withdrawn_at:
        return card_of_left(today)
    if today.team.waits_since:
        return card_of_waiting(today)
    waiting = [game for game in today.games if not game.over_at]
    called = next((game for game in waiting if game.called_at), None)
    if called:
        return card_at_table(today, called)
    if waiting and has_whistled(waiting[0], today.at):
        return card_without_table(today)
    away = busy_elsewhere(today.event).teams
    if today.team.pk in away:
        return card_elsewhere(away[today.team.pk])
    if waiting:
        others = [away[pk] for pk in waiting[0].everybody_ids() if pk in away]
        card = card_before_call(today, waiting[0])
        return replace(card, quiet=str(others[0])) if others else card
    if today.awaits.cut:
        return card_after_cut(today, today.awaits.cut)
    is_open = not phase(today.event, PhaseKind.ONE).has_rounds
    open_list = waiting_list(today.event, today.at) if is_open and today.team.checked_in_at else None
    return card_on_waiting_list(today, open_list) if open_list else card_between(today)
