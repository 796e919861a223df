"""Names of teams and players for simulated days."""

from collections.abc import Iterator
from itertools import count

NAMES = (
    "Rise & Fly", "Downtown Divas", "Kitty Katz", "Boston Bound", "Sporting Kitty", "No Trump Need Apply",
    "Aces & Eights", "Big Joker Energy", "Two Hands High", "Jokers Wild", "Set & Match", "High Rollers",
    "South Side Spades", "Five Mile Kitty", "Queens of Clubs", "The Renegers", "Lake Shore Low",
    "Uptown Six", "Little Joker Club", "Deal Me In", "The Book Club", "Straight No Chaser",
    "Seven & Special", "Board Members",
)  # fmt: skip
PEOPLE = (
    "Dee", "Ray", "Mo", "Jo", "Tasha", "Earl", "Nia", "Cleo", "Andre", "Bea", "Curtis", "Dot", "Ernest",
    "Faye", "Gus", "Hattie", "Ike", "June", "Kofi", "Lena", "Marcus", "Nell", "Otis", "Pearl", "Quincy",
    "Rosa", "Sly", "Tee", "Ursa", "Vern", "Wanda", "Xavier", "Yolanda", "Zeke",
)  # fmt: skip


def team_name(number: int) -> str:
    name = NAMES[(number - 1) % len(NAMES)]
    return name if number <= len(NAMES) else f"{name} {1 + (number - 1) // len(NAMES)}"


def people() -> Iterator[str]:
    for number in count():
        for name in PEOPLE:
            yield name if not number else f"{name} {number + 1}"
