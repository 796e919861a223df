"""An event's choices for the rounds of Phase II, in words. Rulebook E-79."""

from collections.abc import Mapping
from typing import Final

from rules.competition.phase_two.formats import FORMATS, TABLE, Choice

NAMES: Final[Mapping[str, str]] = {
    "early": "earlier rounds",
    "quarter": "quarter-finals",
    "semi": "semi-finals",
    "final": "final",
    "table": "games of the table",
}
_ORDER: Final = ("table", "early", "quarter", "semi", "final")


def round_names(format_: str) -> dict[str, str]:
    names = dict(NAMES)
    if format_ == "double":
        names["semi"] = "upper and lower finals"
    if format_ == "groups":
        names["table"] = "games of the groups"
    if format_ == "shrinking":
        names["table"] = "games before the semi-finals"
    return {key: names[key] for key in _ORDER if key in FORMATS[format_].rounds}


def hands_in_words(hands: int) -> str:
    """The length of a game that ``hands`` hands win: ``best 4 of 7 hands`` for 4."""
    return f"best {hands} of {2 * hands - 1} hands" if hands > 1 else "one hand"


def rounds_in_words(choice: Choice) -> tuple[str, ...]:
    """A sentence for all rounds of the same length: ``The semi-finals and the final are best of 3 games.``

    Rounds of a single game as in Phase I get no sentence.
    """
    alike: dict[tuple[int, int], list[str]] = {}
    for key, name in round_names(choice.format).items():
        games = 1 if key == TABLE else getattr(choice, f"{key}_games")
        hands = getattr(choice, f"{key}_hands")
        if games > 1 or hands:
            alike.setdefault((games, hands), []).append(f"the {name}")
    return tuple(_sentence(names, games, hands) for (games, hands), names in alike.items())


def _sentence(names: list[str], games: int, hands: int) -> str:
    who = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    is_one = names == [f"the {NAMES['final']}"]
    series = f"best of {games} games" if games > 1 else ""
    length = hands_in_words(hands) if hands else ""
    length_words = f"{series}, each of them {length}" if series and length else series or length
    return f"{who[0].upper()}{who[1:]} {'is' if is_one else 'are'} {length_words}."


def second_chance_in_words(choice: Choice) -> str:
    """The sentence about those who miss the cut; empty if they go home. Rulebook E-227."""
    if not choice.second_chance:
        return ""
    return "Those who miss the cut play a bracket of their own for a second chance, at tables that are free."


def buying_back_in_words(choice: Choice) -> str:
    """The sentence about buying back in; empty where nobody may. Rulebook E-116."""
    if choice.format != "double" or not choice.buys_back:
        return ""
    return (
        "A team that loses for the first time is out, or buys back in at the desk. Nobody buys back in twice."
    )
