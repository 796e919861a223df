"""What the reports of all Bid Whist games have in common."""

from __future__ import annotations

from rules.bids import DIRECTIONS, NO_TRUMP
from rules.hands import SUIT_WORDS, FieldError, Report, read_optional_word


def check_trump(report: Report, strain: str, errors: list[FieldError]) -> None:
    """Trump goes with uptown and downtown, a direction with no trump; either may be left out."""
    trump = read_optional_word(report, "trump", SUIT_WORDS, "the trump suit", errors)
    direction = read_optional_word(report, "direction", DIRECTIONS, "the direction", errors)
    if trump is not None and strain == NO_TRUMP:
        errors.append(FieldError("trump", "A no trump hand has no trump suit."))
    if direction is not None and strain != NO_TRUMP:
        errors.append(FieldError("direction", "Only a no trump is given a direction besides the bid."))
