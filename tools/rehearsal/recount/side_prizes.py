"""Recounting counters and side prizes hand by hand, without ``rules``. Rulebook E-101 to E-107."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import lxml.html

from tools.rehearsal.recount.facts import Game, Hand
from tools.rehearsal.recount.pages import every, team_of, teams_of, words_of

COUNTED: Final = re.compile(r"Most (?P<what>.+?)(?:, by game (?P<game>\d+))?")
BEST_PLACE: Final = "the best place in the standings wins it"
ROWS: Final = 5


def objections(
    boards: Sequence[Mapping[str, Any]], games: Sequence[Game], ranks: Mapping[int, int], page: str
) -> Iterator[str]:
    """A sentence for every board whose winner or figure is wrong in the export or on the ``page``.

    ``games`` are those of Phase I, ``ranks`` the places of the teams that are here. Only boards of counters
    and Bostons are recounted. All tied teams win; without any, the best place, if the board says so.
    """
    shown = {_name(card): card for card in every(lxml.html.document_fromstring(page), "li", of="side-prize")}
    if shown.keys() != {board["name"] for board in boards}:
        yield f"the page has the boards {sorted(shown)}."
        return
    for board in boards:
        asked = COUNTED.fullmatch(board["goes_by"])
        if asked is None or " points" in board["goes_by"] or " bids set" in board["goes_by"]:
            continue
        figures = had(games, ranks, asked["what"], int(asked["game"] or 0))
        most = max(figures.values(), default=0)
        known = sorted(team for team, figure in figures.items() if figure == most)
        if not known and BEST_PLACE in " ".join(board["why"]):
            known = [team for team, rank in ranks.items() if rank == min(ranks.values())]
        reported = sorted(team["team"] for team in board["winners"])
        if reported != known or (most and board["figure"].split(" ")[0] != str(most)):
            has = f"{reported} with {board['figure']!r}"
            yield f"{board['name']}: {has}, the recount says {known} with {most}."
        winners, rows = _read(shown[board["name"]])
        if sorted(winners) != known:
            yield f"{board['name']}: the page has {winners}, the recount {known}."
        best = sorted(figures.values(), reverse=True)[:ROWS]
        if rows and (
            [many for _, many in rows] != best or any(figures.get(who) != many for who, many in rows)
        ):
            yield f"{board['name']}: the page has {rows}, the recount {figures}."


def had(games: Iterable[Game], ranks: Container[int], what: str, first: int = 0) -> dict[int, int]:
    """The sums of ``what``, if any, for the teams in ``ranks``, over all games or their ``first`` ones."""
    each = defaultdict[int, list[int]](list)
    in_order = sorted(games, key=lambda game: (game.at is None, game.at, game.number))
    for game in in_order:
        if game.state == "bye" or game.breaks_tie:
            continue
        for side in game.sides:
            # Partners of one game have a seat each, such as N and S; a team has the whole side.
            seats = side.name if len(side.teams) > 1 else (side.name,)
            for team, seat in zip(side.teams, seats, strict=True):
                each[team].append(_in_game(game, what, seat, side.name))
    sums = {team: sum(had[: first or None]) for team, had in each.items() if team in ranks}
    return {team: many for team, many in sums.items() if many}


def _in_game(game: Game, what: str, seat: str, side: str) -> int:
    hands = [hand for hand in game.hands if hand.adds]
    counting = [hand for hand in hands if hand.says.startswith("Total: ")] or hands
    if what.lower() == "bostons":
        of_hands = [hand for hand in hands if hand not in counting]
        bostons = of_hands if of_hands and _are_sums(of_hands, game) else counting
        return sum(hand.is_boston and hand.won_by == side for hand in bostons)
    return sum(
        of.get(name, 0)
        for hand in counting
        for counter, of in hand.counters.items()
        if counter.lower() == what.lower()
        for name in {seat, side}
    )


def _are_sums(hands: Sequence[Hand], game: Game) -> bool:
    """Whether the hands beside a total add up to the game's figures. Rulebook E-99."""
    return all(
        sum(hand.hands.get(side.name, 0) for hand in hands) == side.hands
        and sum(hand.points.get(side.name, 0) for hand in hands) == side.points
        for side in game.sides
    )


def _name(card: Any) -> str:
    return words_of(every(card, of="side-prize-name")[0])


def _read(card: Any) -> tuple[list[int], list[tuple[int, int]]]:
    """The winners on the page, and the rows below them."""
    winners = [int(team) for each in every(card, of="side-prize-winner") for team in teams_of(each)]
    rows = [
        (int(team_of(row)), int(words_of(every(row, "span")[-1]).split(" ")[0]))
        for each in every(card, of="side-prize-rows")
        for row in every(each, "li")
    ]
    return winners, rows
