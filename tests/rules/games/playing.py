"""Games by their house rules."""

from rules.games import find_ruleset, house_rules_of


def played(game, *hands, **house):
    """The state of a game after these hands."""
    ruleset = find_ruleset(game, house)
    return ruleset.game([ruleset.score(hand) for hand in hands])


def needed(game, rule):
    """The house rules without which this one has no effect."""
    by_key = {other.key: other for other in house_rules_of(game)}
    needs = {}
    for key, values in rule.only_if[:1]:
        needs |= needed(game, by_key[key]) | {key: values[0]}
    return needs
