"""What the phone refuses at once, the rules would refuse, too: never a hand that can be saved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games import all_games, find_ruleset, house_rules_of

NO_TAP = None


def houses():
    """Each game as it is, and with each value of each house rule that needs no other."""
    for game in all_games():
        yield game.key, {}
        for rule in house_rules_of(game.key):
            if not rule.only_if:
                yield from ((game.key, {rule.key: value}) for value in list(rule.allowed)[:4])


def readable(game, house):
    try:
        return find_ruleset(game, house).entry
    except ValueError:
        return None


ENTRIES = [entry for entry in (readable(*each) for each in houses()) if entry]


@st.composite
def entered(draw):
    """Some entry, and what somebody tapped or typed in it. A number that has no tap counts as none."""
    entry = draw(st.sampled_from(ENTRIES))
    answers = {}
    for question in entry:
        for name in question.names(entry.sides):
            if question.most:
                answers[name] = draw(st.none() | st.integers(question.least, min(question.most, 20)))
            else:
                choices = entry.sides if question.look == "sides" else [each.value for each in question.tiles]
                answers[name] = draw(st.sampled_from([NO_TAP, *choices]))
    return entry, answers


@given(entered())
def test_a_complete_hand_is_never_refused_on_the_phone(hand):
    entry, answers = hand
    if entry.gaps(answers):
        return

    for names, _ in entry.needs:
        assert any(answers.get(name) not in (NO_TAP, "") for name in names)


@pytest.mark.parametrize(
    ("game", "house", "answers"),
    [
        ("solo-bid-euchre", {}, {"bidder": "E", "bid": "5", "tricks_e": 4, "tricks_s": 1}),
        ("bid-euchre", {"renege_ends_hand": True}, {"bidder": "NS", "bid": "4", "reneges_ew": 1}),
    ],
    ids=["North took nothing", "a renege ended the hand"],
)
def test_who_took_nothing_needs_no_tap_and_a_hand_that_was_ended_no_tricks(game, house, answers):
    entry = find_ruleset(game, house).entry

    assert entry.gaps(answers) == {}
    assert all(any(name in answers for name in names) for names, _ in entry.needs)
