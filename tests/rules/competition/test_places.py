import pytest

from rules.standings.tie_breaks import CRITERIA


@pytest.mark.parametrize(
    ("key", "mine", "theirs", "words"),
    [
        pytest.param(
            "unit_difference", -1, 2, "8th on hand difference, 3 behind Aces & Eights.", id="behind"
        ),
        pytest.param("forfeits", 2, 1, "8th on forfeits, 1 more than Aces & Eights.", id="fewest"),
        pytest.param(
            "win_rate", 0.5, 0.75, "8th on share of games won, 50 % to 75 % for Aces & Eights.", id="share"
        ),
        pytest.param(
            "buchholz", 2.5, 2.75, "8th on opponents’ strength, 2.5 to 2.75 for Aces & Eights.", id="strength"
        ),
        pytest.param("head_to_head", 1, 1, "8th on head-to-head, behind Aces & Eights.", id="same cell"),
        pytest.param("lot", 3, 1, "8th by lot, after Aces & Eights.", id="lot"),
    ],
)
def test_a_place_says_in_words_what_decided_it(key, mine, theirs, words):
    assert CRITERIA[key].why("8th", mine, theirs, "Aces & Eights") == words


def test_a_figure_reads_as_its_column_shows_it():
    cells = [
        ("unit_difference", -2),
        ("unit_difference", 0),
        ("win_rate", 2 / 3),
        ("buchholz", 2.0),
        ("lot", None),
    ]

    assert [CRITERIA[key].text(value) for key, value in cells] == ["−2", "0", "67 %", "2", ""]
