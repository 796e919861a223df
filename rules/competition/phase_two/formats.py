"""The formats of Phase II, and an event's choices for each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.competition.phase_two.games import choice_of_game
from rules.competition.phase_two.knock_out import double_plan, knock_out_plan, with_second_chance
from rules.competition.phase_two.plan import Plan
from rules.competition.phase_two.tables import groups_plan, robin_plan, shrinking_plan, swiss_plan

SIZES: Final = range(2, 129)
MOST_GROUPS: Final = 16
SERIES: Final = (1, 3, 5)
"""The choices of a series: best of one, three or five games (Rulebook E-79)."""

HANDS: Final = range(6)
"""The choices of how many hands win a game of a round; 0 for as many as in Phase I."""

KNOCK_OUT: Final = ("final", "semi", "quarter", "early")
TABLE: Final = "table"

SECOND_CHANCE: Final = "second_chance"
"""The choice that every format offers: those who miss the cut play a bracket of their own (E-227)."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to play Phase II, with its ``choices``."""

    key: str
    name: str
    sentence: str
    choices: tuple[str, ...]
    rounds: tuple[str, ...]
    """Those with a choice of games and hands; for a ``table`` only hands can be chosen."""

    @property
    def page(self) -> str:
        """The title of its page: only a format that ends in a final is a bracket."""
        return "Bracket" if "final" in self.rounds else "Phase II"

    @property
    def figures(self) -> tuple[str, ...]:
        """The fields of ``Choice`` for the games and hands of its rounds."""
        games = tuple(f"{each}_games" for each in self.rounds if each != TABLE)
        return (*games, *(f"{each}_hands" for each in self.rounds))


_EVERY = (
    Format(
        "single",
        "Single elimination",
        "Lose once and you’re out. The top seeds have the byes.",
        ("third_place", "reseeds", "consolation"),
        KNOCK_OUT,
    ),
    Format(
        "double",
        "Double elimination",
        "Lose twice and you’re out: after one loss you play on in the lower bracket.",
        ("resets", "buys_back"),
        ("final", "semi", "early"),
    ),
    Format("robin", "Round robin", "Everybody plays everybody once. The table decides.", (), (TABLE,)),
    Format(
        "swiss",
        "Swiss",
        "A few rounds, each against a team near you in the table that you haven’t met.",
        ("swiss_rounds",),
        (TABLE,),
    ),
    Format(
        "groups",
        "Groups, then knock-out",
        "Everybody plays everybody in a small group; the best of each go on to a bracket.",
        ("third_place", "groups", "through"),
        (*KNOCK_OUT, TABLE),
    ),
    Format(
        "shrinking",
        "Shrinking field",
        "4 rounds leave the best 16, 3 rounds the best 8, 2 rounds the best 4; then semi-finals and the "
        "final. Each part has its own table. A smaller field skips the first parts.",
        ("third_place",),
        ("final", "semi", TABLE),
    ),
)

FORMATS: Final[Mapping[str, Format]] = MappingProxyType({one.key: one for one in _EVERY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An event's choices for Phase II. Choices that its format doesn't offer are ignored.

    ``swiss_rounds`` is 0 for as many as leave one team unbeaten, ``groups`` 0 for groups of four. A meeting
    in the final is the best of ``final_games`` games, each won with ``final_hands`` hands; 0 hands are as
    many as in Phase I. Rulebook E-79. With ``buys_back`` a team plays on after a loss only if it buys back in
    (E-116). ``second_chance`` goes with every format (E-227).

    :raises ValueError: if there is no such format, or a number is out of range.
    """

    format: str = "single"
    third_place: bool = True
    reseeds: bool = False
    consolation: bool = False
    second_chance: bool = False
    resets: bool = True
    buys_back: bool = False
    swiss_rounds: int = 0
    groups: int = 0
    through: int = 2
    final_games: int = 1
    semi_games: int = 1
    quarter_games: int = 1
    early_games: int = 1
    final_hands: int = 0
    semi_hands: int = 0
    quarter_hands: int = 0
    early_hands: int = 0
    table_hands: int = 0

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ValueError(f"Phase II is one of {', '.join(FORMATS)}, not {self.format!r}.")
        if not 0 <= self.swiss_rounds <= 15:
            raise ValueError("A Swiss has 1 to 15 rounds, or 0 for as many as it takes.")
        if self.groups == 1 or not 0 <= self.groups <= MOST_GROUPS:
            raise ValueError(f"There are 2 to {MOST_GROUPS} groups, or 0 for groups of four.")
        if not 1 <= self.through <= 4:
            raise ValueError("From each group 1 to 4 teams go on.")
        for each in KNOCK_OUT:
            if getattr(self, f"{each}_games") not in SERIES:
                raise ValueError("A round is one game, the best of 3 games, or the best of 5.")
        for each in (*KNOCK_OUT, TABLE):
            if getattr(self, f"{each}_hands") not in HANDS:
                raise ValueError("1 to 5 hands win a game of Phase II, or 0 for as many as in Phase I.")

    def games_in(self, key: str) -> int:
        chosen = choice_of_game(key)
        return getattr(self, f"{chosen}_games") if chosen in KNOCK_OUT else 1

    def hands_in(self, key: str) -> int:
        """How many hands win the game of this key; 0 for as many as in Phase I."""
        chosen = choice_of_game(key)
        return getattr(self, f"{chosen}_hands") if chosen else 0

    @property
    def ends_in_a_final(self) -> bool:
        return "final" in FORMATS[self.format].rounds

    @property
    def hands_chosen(self) -> frozenset[int]:
        return frozenset(getattr(self, f"{each}_hands") for each in (*KNOCK_OUT, TABLE)) - {0}

    def without_hands(self) -> "Choice":
        """This choice for a game by points, which is as long as in Phase I (Rulebook E-79)."""
        return replace(self, final_hands=0, semi_hands=0, quarter_hands=0, early_hands=0, table_hands=0)

    def as_in_phase_one(self) -> "Choice":
        """This choice with single games that are as long as in Phase I."""
        one = replace(self, final_games=1, semi_games=1, quarter_games=1, early_games=1)
        return one.without_hands()

    def as_json(self) -> dict[str, object]:
        """The choices of this format for storage; empty if all are the defaults."""
        chosen, usual = FORMATS[self.format], Choice()
        stored = {"format": self.format, **{key: getattr(self, key) for key in chosen.choices}}
        for key in (SECOND_CHANCE, *chosen.figures):
            if getattr(self, key) != getattr(usual, key):
                stored[key] = getattr(self, key)
        return {} if Choice(**stored) == usual else stored


@lru_cache(maxsize=256)
def plan_of(
    choice: Choice, size: int, tie_breaks: tuple[str, ...] = ("games_won",), *, missed: int = 0
) -> Plan:
    """The plan of Phase II for ``size`` teams by an event's choices. Rulebook E-71 to E-76, E-79, E-111.

    ``missed`` teams play for the second chance (E-227). ``tie_breaks`` rank its tables. Groups need four
    teams and a shrinking field five; fewer teams play a single elimination instead.

    :raises ValueError: if the size is not 2 to 128.
    """
    if size not in SIZES:
        raise ValueError(f"Phase II takes 2 to 128 teams, not {size}.")
    plan = _plan_of(choice, size, tie_breaks)
    games = (replace(game, best_of=choice.games_in(game.key)) for game in plan.games)
    plan = replace(plan, games=tuple(games))
    return with_second_chance(plan, missed) if missed else plan


def _plan_of(choice: Choice, size: int, tie_breaks: tuple[str, ...]) -> Plan:
    if choice.format == "double":
        return double_plan(size, resets=choice.resets)
    if choice.format == "robin":
        return robin_plan(size, tie_breaks)
    if choice.format == "swiss":
        most = size - 1 + size % 2
        rounds = min(choice.swiss_rounds or (size - 1).bit_length(), most)
        return swiss_plan(size, rounds, tie_breaks)
    if choice.format == "groups" and size >= 4:
        groups = min(choice.groups or max(2, -(-size // 4)), size // 2, MOST_GROUPS)
        through = min(choice.through, size // groups)
        return groups_plan(
            size, groups=groups, through=through, third_place=choice.third_place, tie_breaks=tie_breaks
        )
    if choice.format == "shrinking" and size > 4:
        return shrinking_plan(size, third_place=choice.third_place, tie_breaks=tie_breaks)
    is_single = choice.format == "single"
    return knock_out_plan(
        size,
        third_place=choice.third_place,
        consolation=is_single and choice.consolation,
        reseeds=is_single and choice.reseeds,
    )
