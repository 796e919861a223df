"""Why a team has its place, in words: "8th on hand difference, 3 behind Aces & Eights"."""

from rules.numbers import minus, plus_minus
from rules.standings.tie_breaks import CRITERIA

Value = int | float | None


def figure(key: str, value: Value) -> str:
    """A tie-break's figure as text; empty if there is none."""
    if value is None:
        return ""
    if key == "win_rate":
        return f"{round(100 * value)} %"
    if key.endswith("_difference"):
        return plus_minus(value)
    return minus(value if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip("."))


def why_place(place: str, key: str, mine: Value, theirs: Value, above: str) -> str:
    """The tie-break that put a team below the one above it, with both figures or their difference.

    ``place`` is the rank in words, ``above`` the name of the team above.
    """
    by = CRITERIA[key].by
    if key == "lot":
        return f"{place} by lot, after {above}."
    if mine is None or theirs is None or mine == theirs:
        return f"{place} on {by}, behind {above}."
    if isinstance(mine, int) and isinstance(theirs, int):
        apart = f"{abs(mine - theirs)} {'more than' if CRITERIA[key].is_fewest else 'behind'} {above}"
        return f"{place} on {by}, {apart}."
    return f"{place} on {by}, {figure(key, mine)} to {figure(key, theirs)} for {above}."
