"""Who of a team of three sits out a game (Rulebook E-122)."""

from collections.abc import Sequence


def next_to_sit_out(players: Sequence[int], past: Sequence[int]) -> int:
    """The player whose last time is longest ago; before that those who never did, the last named first.

    ``players`` are in the order in which they were named, ``past`` is who sat out so far, the oldest first.
    Games in which nobody of them sat out are not in it.

    :raises ValueError: if there are no players.
    """
    last = {player: place for place, player in enumerate(past)}
    return min(reversed(players), key=lambda player: last.get(player, -1))
