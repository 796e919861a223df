"""The player of a team of three who sits out a game (Rulebook E-122)."""

from collections.abc import Sequence


def next_to_sit_out(players: Sequence[int], past: Sequence[int]) -> int:
    """The player who sat out longest ago. Players who never did come first, the last named before the others.

    ``players`` are in the order in which they were named. ``past`` lists who sat out so far, the oldest
    first, without the games in which none of them did.

    :raises ValueError: if there are no players.
    """
    last = {player: index for index, player in enumerate(past)}
    return min(reversed(players), key=lambda player: last.get(player, -1))
