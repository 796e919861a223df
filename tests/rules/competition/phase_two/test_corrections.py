"""Every format, played and corrected at random, ends like one built from the final facts."""

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import FORMATS, SERIES, Choice, plan_of
from rules.competition.phase_two.games import GameOutcome, first_of
from tests.rules.competition.phase_two.play import Hall

CHOICES = st.builds(
    Choice,
    format=st.sampled_from(list(FORMATS)),
    third_place=st.booleans(),
    reseeds=st.booleans(),
    consolation=st.booleans(),
    resets=st.booleans(),
    swiss_rounds=st.integers(0, 5),
    groups=st.sampled_from([0, *range(2, 17)]),
    through=st.integers(1, 4),
    final_games=st.sampled_from(SERIES),
    semi_games=st.sampled_from(SERIES),
    quarter_games=st.sampled_from(SERIES),
    early_games=st.sampled_from(SERIES),
)


@given(CHOICES, st.integers(2, 20), st.integers(0, 6), st.randoms(use_true_random=False))
def test_corrections_by_chance_end_where_the_last_facts_alone_would(choice, size, corrections, random):
    plan = plan_of(choice, size, ("games_won", "units", "head_to_head"))
    hall = Hall(plan, random.choice)
    for _ in range(corrections):
        hall.play(random.randint(1, len(plan.games)))
        before = hall.now
        key = random.choice(sorted(hall.results))
        wrong = hall.results[key]
        hall.results[key] = GameOutcome(wrong.loser, wrong.winner)
        after = hall.now

        fallen = {each for each in hall.results if not is_kept(after, each, hall.results[each])}
        touched = {game.key for game in plan.after(first_of(key))}
        assert {first_of(each) for each in fallen} <= touched | {first_of(key)}
        changed = {each for each in before.pairs if before.pairs[each] != after.pairs[each]}
        assert changed <= touched
        for each in fallen:
            # The result falls: other teams meet there now, or the series was won earlier.
            del hall.results[each]
        hall.kept = {
            each: pair
            for each, pair in hall.kept.items()
            if each in hall.results or pair == after.pairs[each]
        }
    drawn = hall.play()

    results = {each: hall.results[each] for each in sorted(hall.results, key=lambda _: random.random())}
    afresh = plan.drawn(hall.seeds, results, hall.kept)
    assert afresh == drawn
    assert not afresh.left
    for each, outcome in results.items():
        assert set(afresh.pairs[first_of(each)]) == {outcome.winner, outcome.loser}
    counted = [outcome for played in afresh.series.values() for outcome in played]
    single = [game.key for game in plan.games if game.best_of == 1 and game.key not in afresh.needless]
    assert len(counted) + len(single) == len(results)
    assert sorted(each.team for each in afresh.placed) == hall.seeds
    assert all(each.first <= place <= each.last for place, each in enumerate(afresh.placed, start=1))


def is_kept(drawn, key, outcome):
    match, _, number = key.partition(":")
    teams = drawn.pairs[match]
    return set(teams) == {outcome.winner, outcome.loser} and drawn.keeps(
        match, int(number or 1), teams, is_over=True
    )
