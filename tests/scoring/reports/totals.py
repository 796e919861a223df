"""A total, and hands that don't add up to it."""

from rules.ruleset.hands import HandFacts
from tests import build

MADE, THEIRS = build.FOUR_MADE, build.EW_FOUR_MADE
SHORT = (MADE, THEIRS, MADE)
TOTAL = HandFacts(total_hands={"NS": 3, "EW": 1})
