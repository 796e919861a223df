"""The results of the event: the podium, the bracket, the standings, every game and its hands."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from pages.games.bracket_data import bracket_data
from pages.games.game_page import public_hands
from pages.games.held import held_rounds, is_held
from pages.games.listed import ListedGame, games_page, listed_game, public_games
from rules.counted.counters import all_counters
from rules.ruleset.totals import is_total
from scoring.bracket.bracket import bracket_page, final_places
from scoring.bracket.bracket_rows import BracketPage
from scoring.game.labels import bracket_labels
from scoring.models import Ending, Hand
from scoring.prizes.side_prizes import PrizeBoard, SidePrizes, side_prizes
from scoring.standings.board import Board, BoardRow, board
from scoring.standings.standings import voids_early_leavers
from tournament.event.day_rows import phase
from tournament.event.names import in_words, player_names
from tournament.event.rules_of_event import counters_of, ruleset_for
from tournament.event.sitting import sides_at, teams_on
from tournament.models import Event, Game, Seat
from tournament.models.floor import TableState
from tournament.models.schedule import PhaseKind

FORMAT = 1
"""The version of the data's shape (docs/results.md). Raise it if a change can break a reader."""

STANDINGS = (
    "place", "rank", "team", "name", "players", "has_left", "games_won", "games_lost", "hands", "difference",
    "points", "bostons", "byes", "final_place",
)  # fmt: skip
GAMES = (
    "game", "part", "table", "state", "called_at", "over_at", "ended", "side", "teams", "name", "hands_won",
    "points", "bostons", "won", "came_in", "substitutes",
)  # fmt: skip
COUNTED = "counted {counter}"
"""The heading of a counter's column in the games' spreadsheet. These columns follow ``GAMES``."""


@dataclass(frozen=True, kw_only=True)
class EventResults:
    """The results as of ``at``; ``is_final`` once nothing is left to play."""

    at: datetime
    is_final: bool
    board: Board
    bracket: BracketPage
    side_prizes: SidePrizes
    games: tuple[ListedGame, ...]
    is_held_back: bool

    @property
    def has_any(self) -> bool:
        return self.board.games_over > 0


def results(event: Event, at: datetime) -> EventResults:
    """The results. At most sixteen queries."""
    bracket, page = bracket_page(event, at), games_page(event, at, "all")
    return EventResults(
        at=at,
        is_final=bracket.is_over,
        board=board(event, at),
        bracket=bracket,
        side_prizes=side_prizes(event, at, bracket),
        games=page.games,
        is_held_back=page.is_held_back,
    )


def standings_lines(event: Event, at: datetime) -> Iterator[dict[str, Any]]:
    """The standings for a spreadsheet, a row for each team. Fifteen queries at most."""
    players, table = _players(event), board(event, at)
    final = places_in_words(bracket_page(event, at), table)
    for line in table.rows:
        yield {**standing_data(line, final), "players": " & ".join(players.get(line.row.team_id, ()))}


def games_lines(event: Event, at: datetime) -> Iterator[dict[str, Any]]:
    """The games for a spreadsheet, a row for each side. Six queries at most."""
    for game in games_data(event, at, hands=hands_by_game(event)):
        for side in game.pop("sides"):
            columns = {key: "" if value is None else value for key, value in game.items() if key in GAMES}
            counted = _counted(event, side["side"], game["hands"])
            yield {
                **columns,
                **side,
                **counted,
                "teams": " & ".join(map(str, side["teams"])),
                "substitutes": in_words(f"{each['name']} for {each['for']}" for each in side["substitutes"]),
            }


def games_columns(event: Event) -> tuple[str, ...]:
    return (*GAMES, *(COUNTED.format(counter=counter) for counter in counters_of(event)))


def _counted(event: Event, side: str, hands: list[dict[str, Any]]) -> dict[str, int]:
    """A side's sum of each counter in a game. A total among the hands counts alone (Rulebook E-102)."""
    counting = [hand for hand in hands if hand["is_total"]] or [
        hand for hand in hands if event.extra_hand_counts or not hand["is_decider"]
    ]
    return {
        COUNTED.format(counter=counter): sum(
            many
            for hand in counting
            for seat, many in hand["counters"].get(counter, {}).items()
            if seat in side
        )
        for counter in counters_of(event)
    }


def _own_points(event: Event) -> dict[str, int]:
    """The extra points that each count of a counter gives its player alone (Rulebook SC-9), by counter."""
    ruleset = ruleset_for(event)
    worth = ruleset.play.beside.own_points
    return {counter: worth for counter in all_counters(ruleset, ())[:1] if worth}


def results_data(event: Event, at: datetime) -> dict[str, Any]:
    """All results in the shape of docs/results.md. At most seventeen queries."""
    bracket, table, players = bracket_page(event, at), board(event, at), _players(event)
    final = places_in_words(bracket, table)
    podium = [
        {"place": placed.place, "team": placed.team.number, "name": placed.team.name}
        for placed in bracket.podium
    ]
    first = next(
        ({"team": each["team"], "name": each["name"]} for each in podium if each["place"] == 1), None
    )
    return {
        "format": FORMAT,
        "event": {
            "name": event.name,
            "slug": event.slug,
            "venue": event.venue,
            "date": f"{phase(event, PhaseKind.ONE).starts_at.astimezone(event.zone):%Y-%m-%d}",
            "timezone": event.timezone,
            "game": event.game,
            "entrant": event.entrant,
            "takes_part": event.takes_part,
            "bye_counts": event.bye_counts,
            "voids_early_leavers": voids_early_leavers(event),
            "best_of_games": event.best_of_games,
            "substitutes_count": event.substitutes_count,
            "extra_hand_counts": event.extra_hand_counts,
            "tie_breaks": list(event.tie_breaks),
            "results_by": event.results_by,
            "pairs_up": event.pairs_up,
            "fewer_points_win": ruleset_for(event).ends.less_wins,
            "plays_phase_two": event.way.has_bracket,
            "seeds_by": event.seeds_by,
            "own_points": _own_points(event),
        },
        "as_of": _moment(event, at),
        "is_final": bracket.is_over,
        "log": {"entries": event.version, "head": event.chained},
        "podium": podium,
        "champion": first if bracket.is_over else None,
        "side_prizes": [_side_prize(board) for board in side_prizes(event, at, bracket).boards],
        "standings": [
            {**standing_data(line, final), "players": list(players.get(line.row.team_id, ()))}
            for line in table.rows
        ],
        "bracket": bracket_data(bracket, has_ids=False),
        "games": list(games_data(event, at, hands=hands_by_game(event))),
    }


def _side_prize(board: PrizeBoard) -> dict[str, Any]:
    return {
        "name": board.name,
        "goes_by": board.what,
        "is_prize": board.is_prize,
        "is_tied": board.is_tied,
        "winners": [{"team": team.number, "name": team.name} for team in board.winners],
        "figure": board.figure,
        "why": list(board.why),
    }


def _players(event: Event) -> dict[int, tuple[str, ...]]:
    return {team.pk: player_names(team.players.all()) for team in event.teams.prefetch_related("players")}


def places_in_words(bracket: BracketPage, table: Board) -> dict[int, str]:
    """The final place of each team, by id: ``1``, or ``5–6`` if it is shared."""
    return {
        team: f"{place}–{last}" if last > place else str(place)
        for team, (place, last) in final_places(bracket, table).items()
    }


def standing_data(line: BoardRow, final: Mapping[int, str]) -> dict[str, Any]:
    row = line.row
    return {
        "place": line.place,
        "rank": row.rank,
        "team": row.number,
        "name": row.name,
        "has_left": row.is_gone,
        "games_won": row.won,
        "games_lost": row.lost,
        "hands": row.units,
        "difference": row.difference,
        "points": row.points,
        "bostons": row.bostons,
        "byes": row.byes,
        "final_place": final.get(row.team_id, ""),
    }


def games_data(
    event: Event, at: datetime, hands: dict[int, list[Hand]] | None = None, only: Q | None = None
) -> Iterator[dict[str, Any]]:
    """The games that match ``only``, oldest first. With ``hands``, each has its own. Five queries at most."""
    held, substitutes = held_rounds(event), _substitutes(event)
    games = list(public_games(event).filter(only or Q()).order_by("pk"))
    labels = bracket_labels(event, games)
    for game in games:
        listed = listed_game(event, game, at, held, {}, labels)
        is_hidden = is_held(game, held)
        row = {
            "game": game.pk,
            "part": listed.label,
            "table": game.table.number if game.table else None,
            "state": _state(game, listed),
            "called_at": _moment(event, game.called_at),
            "over_at": _moment(event, game.over_at),
            "ended": "" if is_hidden else game.score.ending,
            "sides": [
                _side(game, side, substitutes.get((game.pk, side), ()), is_hidden=is_hidden)
                for side in sides_at(game)
            ],
        }
        if hands is not None:
            rows = [] if is_hidden else _hand_rows(game, hands[game.pk])
            row |= {"came_in": _came_in(rows), "hands": rows}
        yield row


def _came_in(hands: list[dict[str, Any]]) -> str:
    """How a game's result was entered: ``hands``, ``total`` or ``both``; empty without any."""
    totals = sum(hand["is_total"] for hand in hands)
    return ("both" if totals < len(hands) else "total") if totals else "hands" if hands else ""


def _state(game: Game, listed: ListedGame) -> str:
    """The state in the terms of docs/results.md, such as "playing" or how the game ended."""
    if game.over_at and not game.is_bye:
        endings: dict[str, str] = {Ending.VOID: "void", Ending.FORFEIT: "forfeited"}
        return endings.get(game.score.ending, "over")
    return listed.state.key if listed.state.key in (TableState.BYE, TableState.WAITING) else "playing"


def _side(game: Game, side: str, substitutes: Sequence[Any], *, is_hidden: bool) -> dict[str, Any]:
    teams, won = teams_on(game, side), game.side(side)
    return {
        "side": side,
        "teams": [team.number for team in teams],
        "name": " & ".join(team.name for team in teams),
        "hands_won": 0 if is_hidden else won.units,
        "points": 0 if is_hidden else won.points,
        "bostons": 0 if is_hidden else won.bostons,
        "won": not is_hidden and game.score.winner_id in {team.pk for team in teams},
        "substitutes": substitutes,
    }


def _substitutes(event: Event) -> Mapping[tuple[int, str], list[dict[str, Any]]]:
    """The players who substituted, by game and side, with their team and the one they helped. One query."""
    found = defaultdict[tuple[int, str], list[dict[str, Any]]](list)
    columns = ("game_id", "side__name", "team__number", "helper__name", "helper__same_as__team__number")
    for game, side, team, name, own in Seat.objects.helped().filter(game__event=event).values_list(*columns):
        found[game, side].append({"name": name, "for": team, "own": own})
    return found


def hands_by_game(event: Event, game: int | None = None) -> dict[int, list[Hand]]:
    found = defaultdict[int, list[Hand]](list)
    wanted = Hand.objects.standing().filter(game__event=event, **({"game": game} if game else {}))
    for hand in wanted.order_by("sequence"):
        found[hand.game_id].append(hand)
    return found


def _hand_rows(game: Game, hands: list[Hand]) -> list[dict[str, Any]]:
    return [
        {
            "number": row.number,
            "at": _moment(game.event, hand.at),
            "says": row.headline,
            "won_by": hand.winner_side,
            "hands_won": hand.units,
            "points": hand.points,
            "is_boston": hand.is_boston and not hand.is_awarded,
            "is_awarded": hand.is_awarded,
            "is_decider": hand.is_decider,
            "is_corrected": row.is_corrected,
            "is_total": is_total(hand.parsed),
            "counters": hand.facts.get("counters", {}),
        }
        for row, hand in zip(public_hands(game, hands), hands, strict=True)
    ]


def _moment(event: Event, at: datetime | None) -> str | None:
    return at.astimezone(event.zone).isoformat(timespec="seconds") if at else None
