"""The rulebook in ``docs/rulebook`` is numbered without gaps, and has every cited paragraph."""

import re
from itertools import groupby, pairwise

import pytest

from rules.games import all_games, house_rules_of
from tests.rules.rulebook import ROOT, RULEBOOK, paragraphs

ROOMS = ("rules", "tournament", "scoring", "seasons", "accounts", "pages", "server")


def test_no_paragraph_is_missing_or_there_twice():
    chapters = [
        [int(number.split("-")[1]) for number in chapter]
        for letters, chapter in groupby(paragraphs(), key=lambda number: number.split("-")[0])
        if letters != "A"
    ]

    assert len(chapters) == 14
    for chapter in chapters:
        # In the event's chapter, each subject starts at the next ten plus one: E-41, E-51.
        assert chapter[0] == 1
        gaps = [(one, two) for one, two in pairwise(chapter) if two != one + 1]
        assert all(two > one and two % 10 == 1 for one, two in gaps)


def test_every_paragraph_that_the_code_cites_is_in_the_rulebook():
    cited = {
        number
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        for citation in re.findall(r"Rulebook ([A-Z]+-\d+(?:(?:, | and | to )[A-Z]+-\d+)*)", file.read_text())
        for number in re.findall(r"[A-Z]+-\d+", citation)
    }

    assert cited
    assert cited <= set(paragraphs())


def test_the_rulebook_names_every_chapter():
    contents = (RULEBOOK / "README.md").read_text()

    chapters = {file.name for file in RULEBOOK.glob("*.md")} - {"README.md"}
    assert {name for name in chapters if f"]({name})" not in contents} == set()


GAMES = [game for game in all_games() if game.based_on is None]
PRESETS = [game for game in all_games() if game.based_on is not None]


def in_words(value):
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def choices(rule):
    if rule.type == "text":
        return f"one line of at most {rule.allowed[-1]} letters"
    if isinstance(rule.allowed, range):
        return f"{rule.allowed[0]} to {rule.allowed[-1]}"
    return ", ".join(in_words(value) for value in rule.allowed)


def chapter(game):
    """The text of the game's chapter, and its paragraphs by number."""
    text = (ROOT / game.source).read_text()
    parts = re.split(r"^\*\*([A-Z]+-\d+)\.", text, flags=re.MULTILINE)
    return text, dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(text, heading):
    """The body rows of the table under the heading, with the apostrophes of pages."""
    under = text.replace("'", "’").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [line for line in under.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_chapter_lists_every_house_rule_with_its_default_and_choices(game):
    expected = [
        f"| `{rule.key}` | {rule.sentence} | {in_words(rule.default)} | {choices(rule)} | {rule.source} |"
        for rule in game.house_rules
    ]

    assert rows(chapter(game)[0], "House rules") == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_paragraph_that_a_house_rule_cites_speaks_of_it(game):
    _, paragraphs = chapter(game)

    silent = [rule.key for rule in game.house_rules if f"`{rule.key}`" not in paragraphs[rule.source]]

    assert silent == []


@pytest.mark.parametrize("game", PRESETS, ids=lambda game: game.key)
def test_the_chapter_of_presets_lists_what_each_decides_otherwise(game):
    usual = {rule.key: rule.default for rule in house_rules_of(game.based_on)}
    expected = [
        f"| `{rule.key}` | {in_words(rule.default)} | {in_words(usual[rule.key])} |"
        for rule in game.house_rules
        if rule.default != usual[rule.key]
    ]
    text = (RULEBOOK / "presets.md").read_text()

    assert rows(text, game.name) == expected
    assert game.source in text
