"""Each house rule is documented, is printed, and makes a difference."""

import re

import pytest

from rules.games import BadHouseRule, UnknownGame, all_games, find_ruleset, house_rules_of, rules_sheet
from tests.rules.games.playing import needed
from tests.rules.rulebook import paragraphs

PARAGRAPHS = set(paragraphs())
GAMES = [game.key for game in all_games()]
COUNTS_ODDLY = re.compile(r"(?<![.])\b[01] (points|books|hands|tricks)\b")


def others(rule):
    """A few values that are not the default."""
    if rule.key == "more_counter_points":
        return ["2", "0, -5 for 2"]
    if rule.key == "hand_points":
        return ["3", "2, 4"]
    if rule.type == "text":
        return ["Hearts", "Six {value}, no <b>"]
    return [value for value in rule.allowed if value != rule.default][:4]


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_is_explained_in_the_rulebook_and_the_rules_sheet(game):
    for rule in house_rules_of(game):
        needs, values = needed(game, rule), others(rule)
        words = "text" if rule.type == "text" else "choice"
        usual = rules_sheet(game, needs | {rule.key: rule.default})
        sentences = [rule.sentence_for(value) for value in [rule.default, *values, *rule.allowed]]

        assert rule.source in PARAGRAPHS, rule
        assert rule.sentence.endswith("?"), rule
        assert rule.type == {bool: "yes_no", int: "number", str: words}[type(rule.default)], rule
        assert find_ruleset(game).house[rule.key] == rule.default
        assert values, rule
        assert usual not in [rules_sheet(game, needs | {rule.key: value}) for value in values], rule
        assert [line for line in sentences if COUNTS_ODDLY.search(line)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_sheet_is_made_of_sentences(game):
    sections = [section.paragraphs for section in rules_sheet(game)]

    sentences = [sentence for section in sections for sentence in section]
    assert all(sections)
    assert len(sentences) > 10
    assert len(set(sentences)) == len(sentences)
    assert [sentence for sentence in sentences if not re.fullmatch(r"[A-Z1-9].*[.]", sentence)] == []


@pytest.mark.parametrize(
    ("game", "house", "says", "nothing_of"),
    [
        ("bid-euchre", {"ask_and_moon": False}, "Nobody asks for help or shoots the moon.", "moon"),
        ("bid-euchre", {"double_deck": True}, "Nobody asks for help or shoots the moon.", "moon"),
        ("bid-euchre", {"double_deck": True}, "Nobody asks for help or shoots the moon.", "ix"),
        ("cutthroat-bid-whist", {}, "The two jokers are the highest trumps", "team"),
        ("cutthroat-bid-whist", {}, "names the trump suit", "team"),
        ("cutthroat-bid-whist", {"kitty": False}, "no kitty, and nobody starts with a book.", "discard"),
        ("solo-bid-euchre", {}, "A renege has no price: the referee decides what it costs.", "team"),
        ("solo-bid-euchre", {"renege_points": 10}, "A renege costs the player 10 points", "no price"),
    ],
)
def test_a_sheet_says_only_what_its_house_rules_play(game, house, says, nothing_of):
    sheet = " ".join(line for section in rules_sheet(game, house) for line in section.paragraphs)

    before, found, after = sheet.partition(says)

    assert (found, nothing_of in before + after) == (says, False)


def test_the_settled_house_rules_settle_themselves():
    for game in all_games():
        settled = find_ruleset(game.key).house

        assert dict(find_ruleset(game.key, settled).house) == dict(settled)


def test_there_is_no_game_that_nobody_knows():
    with pytest.raises(UnknownGame, match='no game called "poker"'):
        find_ruleset("poker")
    with pytest.raises(UnknownGame):
        house_rules_of("poker")


@pytest.mark.parametrize(
    ("house", "field"),
    [
        pytest.param({"wild_deuces": True}, "wild_deuces", id="no such house rule"),
        pytest.param({"min_bid": 6}, "min_bid", id="six is not allowed"),
        pytest.param({"min_bid": "4"}, "min_bid", id="a word is no number"),
        pytest.param({"jokers": True}, "jokers", id="true is not one"),
        pytest.param({"kitty": 1}, "kitty", id="one is not true"),
        pytest.param({"all_pass": []}, "all_pass", id="a list is no choice"),
        pytest.param({"points_to_win": 0}, "points_to_win", id="out of range"),
        pytest.param({"nt_points_multiplier": 3}, "nt_points_multiplier", id="trebled"),
        pytest.param(
            {"nt_set_units": 1, "no_trump_set_units": 2}, "no_trump_set_units", id="two names of one rule"
        ),
    ],
)
def test_a_house_rule_that_is_not_allowed_is_refused_by_name(house, field):
    with pytest.raises(BadHouseRule) as refused:
        find_ruleset("fahrenheit", house)

    assert refused.value.field == field
    assert str(refused.value).endswith(".")


HAND = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
BOSTON = HAND | {"books": 13}
SET = HAND | {"books": 5}


@pytest.mark.parametrize("game", ["fahrenheit", "bid-whist"])
@pytest.mark.parametrize(
    ("rule", "value", "hand"),
    [
        ("boston_wins_game", True, BOSTON),
        ("sets_that_lose", 1, SET),
        ("defenders_score", True, SET),
        ("false_accusation_books", 2, HAND | {"false_accusations": ["NS"]}),
        ("renege_books", 3, HAND | {"reneges": ["NS"]}),
        ("set_points", "minus_bid", SET),
        ("made_points", "bid", HAND),
        ("boston_points", 13, BOSTON),
        ("double_no_trump", True, HAND | {"strain": "no_trump"}),
    ],
)
def test_a_reason_that_is_a_house_rule_cites_the_paragraph_of_it(game, rule, value, hand):
    ruleset = find_ruleset(game, {rule: value})
    score = ruleset.score(hand)

    cited = {reason.rule: reason.source for reason in (*score.because, *ruleset.game([score]).because)}

    assert cited[rule] == next(one.source for one in house_rules_of(game) if one.key == rule)
