from rules.competition.lots import draw, ticket


def test_the_same_words_give_the_same_order_however_the_teams_are_listed():
    assert draw([3, 1, 2], "red shoes") == draw([2, 3, 1], "red shoes")


def test_a_ticket_is_what_sha256sum_prints_for_seed_and_team():
    printed = "7b0cb3ff8c7d9073d360d5931433f88061e4e8f4451ebe76a8772d5c95e37511"

    assert ticket(1, "red shoes") == printed


def test_every_order_comes_out_equally_often():
    counts: dict[tuple[int, ...], int] = {}
    for number in range(6000):
        drawn = draw([1, 2, 3], str(number))
        counts[drawn] = counts.get(drawn, 0) + 1

    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
