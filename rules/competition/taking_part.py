"""The ways of taking part: teams, single players, changing partners, everybody alone.

Each way is one value, which holds everything that differs from way to way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from rules.ruleset.ruleset import Ruleset

PRIZES = 3
"""Where no bracket is played, the first three of Phase I take the prizes. Rulebook E-53, E-133."""


@dataclass(frozen=True, slots=True)
class CutoffWords:
    """Words for the end of Phase I. The number of places comes between ``who`` and ``get``."""

    name: str
    task: str
    button: str
    settled: str
    title: str
    who: str
    get: str
    you_get: str
    gets_you: str
    comes_next: str
    play: str = "play on"


_TO_THE_BRACKET = CutoffWords(
    name="The cut",
    task="Settle who goes through",
    button="Settle the cut",
    settled="The cut is settled",
    title="Who goes through",
    who="The top",
    get="go through to Phase II",
    you_get="You go through",
    gets_you="puts you through",
    comes_next="Next comes the cut.",
)
_TO_THE_PAIRS = replace(_TO_THE_BRACKET, get="go through to Phase II in pairs")
_STRAIGHT_IN = replace(
    _TO_THE_BRACKET,
    name="The draw",
    task="Draw the bracket",
    button="Draw the bracket",
    settled="The bracket is drawn",
    title="The draw",
    who="All",
    get="play in the bracket",
    you_get="You play in the bracket",
    gets_you="puts you in",
    comes_next="Next comes the draw of the bracket.",
    play="play",
)
_TO_THE_PRIZES = CutoffWords(
    name="The first places",
    task="Settle the first three",
    button="Settle the places",
    settled="The first places are settled",
    title="The first places",
    who="The first",
    get="take the prizes",
    you_get="You take a prize",
    gets_you="wins you a prize",
    comes_next="Next come the awards.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WayOfTakingPart:
    """How people take part in an event (Rulebook E-31, E-51 to E-53, E-113).

    An ``entrant`` has ``members`` players on one side; ``spare`` of them may be absent, and as many sit out
    each game (E-121). With ``by_chair`` each entrant is one player with a seat; if ``partners_change``, two
    share a side for one game.
    """

    key: str
    name: str
    entrant: str
    members: int
    spare: int = 0
    by_chair: bool = False
    partners_change: bool = False
    has_bracket: bool = True
    has_phase_one: bool = True
    """If not, everybody who is here goes straight into the bracket (E-223)."""
    plays_off: bool = True
    """A play-off hand can break a tie."""
    weighs_opponents: bool = True
    """The strength of opponents can break a tie."""
    pairs_up: bool = False
    """Those who go through play Phase II in pairs."""

    def playing_on(self, plays_phase_two: bool, *, plays_phase_one: bool = True) -> "WayOfTakingPart":
        """This way, without a bracket if no Phase II is played, or with nothing but a bracket.

        A way by chair stays as it is (E-133, E-223).
        """
        if self.by_chair:
            return self
        if not plays_phase_two:
            return _without_phase_two(self)
        return self if plays_phase_one else _without_phase_one(self)

    @property
    def cut(self) -> CutoffWords:
        if self.pairs_up:
            return _TO_THE_PAIRS
        if not self.has_phase_one:
            return _STRAIGHT_IN
        return _TO_THE_BRACKET if self.has_bracket else _TO_THE_PRIZES

    @property
    def offers_second_chance(self) -> bool:
        """Whether those who miss the cut can play a bracket of their own (Rulebook E-227)."""
        return self.has_phase_one and self.has_bracket and not self.pairs_up

    @property
    def part_two(self) -> str:
        """What the bracket is called in a sentence."""
        return "Phase II" if self.has_phase_one else "the bracket"

    @property
    def part_two_first(self) -> str:
        """The same as the first word of one."""
        return self.part_two[0].upper() + self.part_two[1:]

    def places(self, advance: int) -> int:
        """The number of places that Phase I decides; ``advance`` is how many go on to a bracket."""
        return advance if self.has_bracket else PRIZES

    def goes_through(self, advance: int, here: int) -> int:
        """How many of those ``here`` Phase I lets through; an even number if they pair up."""
        many = min(self.places(advance), here) if self.has_phase_one else here
        return many - many % 2 if self.pairs_up else many

    def in_phase_two(self, through: int) -> int:
        """The number of sides in Phase II if ``through`` entrants go through."""
        return through // 2 if self.pairs_up else through

    def in_a_game(self, ruleset: Ruleset) -> int:
        return len(ruleset.seats if self.by_chair else ruleset.sides)

    @property
    def sits(self) -> int:
        """How many of an entrant's players sit in a game. At least this many must be present."""
        return self.members - self.spare

    @property
    def is_one(self) -> bool:
        return self.members == 1

    @property
    def both(self) -> str:
        return "both" if self.sits == 2 else "all"

    @property
    def names_asked(self) -> str:
        if self.is_one:
            return "Everybody plays alone in this game: write one name."
        return f"A {self.entrant} is {self.size} players: write {self.names}."

    @property
    def names(self) -> str:
        return f"{self.size if self.spare else self.both} names"

    @property
    def size(self) -> str:
        """In words: ``two``; ``two or three``."""
        return " or ".join(("one", "two", "three", "four")[self.sits - 1 : self.members])

    @property
    def many_sides(self) -> bool:
        return self.by_chair and not self.partners_change

    @property
    def is_one_a_side(self) -> bool:
        return self.is_one and not self.partners_change

    @property
    def side(self) -> str:
        """The word for a side of a game."""
        return "side" if self.partners_change else self.entrant

    @property
    def all_sides(self) -> str:
        return "everybody" if self.many_sides else f"both {self.side}s"

    @property
    def s(self) -> str:
        """The ending of a verb after the name of a side: ``Ann sits``, ``Aces & Eights sit``."""
        return "s" if self.is_one_a_side else ""

    @property
    def are(self) -> str:
        return "is" if self.is_one_a_side else "are"

    @property
    def all_here(self) -> str:
        some = f"at least {self.size.split()[0]}" if self.spare else self.both
        return "you are" if self.is_one else f"{some} of you are"

    @property
    def are_here(self) -> str:
        """For the desk, about players who stay together: ``both are here``."""
        return f"{f'at least {self.size.split()[0]}' if self.spare else self.both} are here"

    @property
    def own(self) -> str:
        """The possessive for the players: ``your team’s`` name, ``your`` name."""
        return "your" if self.is_one else f"your {self.entrant}’s"

    @property
    def yours(self) -> str:
        return "your name" if self.is_one else f"your {self.entrant}"

    @property
    def page(self) -> str:
        return "My page" if self.is_one else f"My {self.entrant}"


@cache
def _without_phase_one(way: WayOfTakingPart) -> WayOfTakingPart:
    return replace(way, has_phase_one=False)


@cache
def _without_phase_two(way: WayOfTakingPart) -> WayOfTakingPart:
    return replace(way, has_bracket=False)


TEAMS = WayOfTakingPart(key="teams", name="Teams", entrant="team", members=2)
TRIOS = replace(TEAMS, key="trios", name="Teams with a third player", members=3, spare=1)
THREES = replace(TEAMS, key="threes", name="Three a side", members=3)
SINGLES = replace(TEAMS, key="singles", name="One against one", entrant="player", members=1)
CHANGING_PARTNERS = replace(
    SINGLES,
    key="partners",
    name="Partners who change",
    by_chair=True,
    partners_change=True,
    has_bracket=False,
    plays_off=False,
    weighs_opponents=False,
)
PAIRING_UP = replace(
    CHANGING_PARTNERS, key="pairs", name="Partners who change, then pairs", has_bracket=True, pairs_up=True
)
EVERYBODY_ALONE = replace(CHANGING_PARTNERS, key="alone", name="Everybody alone", partners_change=False)

WAYS: Mapping[str, WayOfTakingPart] = MappingProxyType(
    {way.key: way for way in (TEAMS, TRIOS, THREES, SINGLES, CHANGING_PARTNERS, PAIRING_UP, EVERYBODY_ALONE)}
)
