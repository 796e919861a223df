"""Every format played by chance and corrected by chance, against one built from the last facts."""

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import Outcome
from tests.rules.competition.phase_two.play import Hall

CHOICES = st.builds(
    Choice,
    format=st.sampled_from(list(FORMATS)),
    third_place=st.booleans(),
    reseeds=st.booleans(),
    consolation=st.booleans(),
    resets=st.booleans(),
    swiss_rounds=st.integers(0, 5),
    groups=st.sampled_from([0, 2, 3, 4]),
    through=st.integers(1, 3),
)


@given(CHOICES, st.integers(2, 17), st.integers(0, 6), st.randoms(use_true_random=False))
def test_corrections_by_chance_end_where_the_last_facts_alone_would(choice, size, corrections, random):
    plan = plan_of(choice, size, ("games_won", "units", "head_to_head"))
    hall = Hall(plan, random.choice)
    for _ in range(corrections):
        hall.play(random.randint(1, len(plan.games)))
        before = hall.now
        key = random.choice(sorted(hall.results))
        wrong = hall.results[key]
        hall.results[key] = Outcome(wrong.loser, wrong.winner)
        after = hall.now

        fallen = hall.results.keys() - after.results.keys()
        touched = {game.key for game in plan.after(key)}
        assert fallen <= touched
        changed = {each for each in before.pairs if before.pairs[each] != after.pairs[each]}
        assert changed <= touched
        for each in fallen:
            # It was played by others than those who meet there now: it falls, and is played again.
            del hall.results[each]
        hall.kept = {
            each: pair
            for each, pair in hall.kept.items()
            if each in hall.results or pair == after.pairs[each]
        }
    drawn = hall.play()

    told = {each: hall.results[each] for each in sorted(hall.results, key=lambda _: random.random())}
    afresh = plan.drawn(hall.seeds, told, hall.kept)
    assert afresh == drawn
    assert not afresh.left
    for each, outcome in told.items():
        assert set(afresh.pairs[each]) == {outcome.winner, outcome.loser}
    assert sorted(each.team for each in afresh.placed) == hall.seeds
