"""The bracket as data, in the shape of docs/results.md."""

from typing import Any

from scoring.bracket.bracket_rows import BracketCell, BracketPage, BracketPart, BracketSide, PodiumPlace


def bracket_data(page: BracketPage, *, has_ids: bool) -> dict[str, Any]:
    """Phase II: its matches by part and round, and the places that are certain. No query.

    Only this server knows the games by their ids: what is kept has none.
    """
    return {
        "title": page.title,
        "size": page.size,
        "is_begun": page.is_begun,
        "is_over": page.is_over,
        "parts": [_part(part, has_ids) for part in page.parts],
        "places": [_place(each) for each in (*page.podium, *page.others)],
        "second_chance": [_place(each) for each in page.second_chance],
    }


def _part(part: BracketPart, has_ids: bool) -> dict[str, Any]:
    return {
        "title": part.title,
        "rounds": [
            {"title": each.title, "matches": [_match(cell, has_ids) for cell in each.cells if cell.key]}
            for each in part.rounds
        ],
        "table": [
            {
                "place": line.place,
                "team": line.team.number,
                "name": line.team.name,
                "won": line.won,
                "lost": line.lost,
                "is_through": line.is_through,
            }
            for line in part.table
        ],
    }


def _match(cell: BracketCell, has_ids: bool) -> dict[str, Any]:
    return {
        "match": cell.key,
        "kind": cell.kind,
        "label": cell.label,
        "note": cell.note,
        "game": cell.game_id if has_ids else None,
        "is_live": cell.is_live,
        "sides": [_side(side) for side in cell.sides],
        "games": [
            {"game": each.game_id if has_ids else None, "number": each.number, "score": each.score}
            for each in cell.games
        ],
    }


def _side(side: BracketSide) -> dict[str, Any]:
    return {
        "seed": side.seed or None,
        "team": side.team.number if side.team else None,
        "name": side.team.name if side.team else "",
        "waits_for": side.waits_for,
        "score": side.units,
        "won": side.is_winner,
    }


def _place(placed: PodiumPlace) -> dict[str, Any]:
    return {
        "place": placed.place,
        "last": max(placed.place, placed.last),
        "team": placed.team.number,
        "name": placed.team.name,
        "players": list(placed.players),
    }
