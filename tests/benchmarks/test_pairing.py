import sys

from benchmarks.pairing import main, measure, played_field, tournament_report

# Pairs the first with the second, and so on, and gives the last of an odd field the bye.
STAND_IN = f"""#!{sys.executable}
import sys
places = [int(line[4:8]) for line in open(sys.argv[2]) if line.startswith("001")]
rows = [f"{{a}} {{b}}" for a, b in zip(places[::2], places[1::2])]
rows += [f"{{places[-1]}} 0"] if len(places) % 2 else []
open(sys.argv[4], "w").write("\\n".join([str(len(rows)), *rows]))
"""


def test_a_small_field_meets_the_aims(capsys):
    assert main(["16", "17"]) == 0

    printed = capsys.readouterr().out
    assert "All aims are met." in printed
    assert printed.count("+0.00%") == 2


def test_a_field_has_played_its_rounds():
    played = played_field(9, rounds=3)

    assert {len(games) for games in played.history} == {3}
    assert sum(entrant.byes for entrant in played.entrants) == 3


def test_the_report_has_its_figures_in_the_columns_that_fide_prescribes():
    played = played_field(9, rounds=3)

    rows = [row for row in tournament_report(played).splitlines() if row.startswith("001")]

    for team, row in enumerate(rows):
        assert int(row[4:8]) == team + 1
        assert float(row[80:84]) == sum(won for _, _, won in played.history[team])
        assert sorted(int(other[85:89]) for other in rows) == list(range(1, 10))
        for number, (opponent, seat, won) in enumerate(played.history[team]):
            cell = row[91 + 10 * number : 99 + 10 * number]
            if opponent is None:
                assert cell == "0000 - U"
            else:
                assert cell == f"{opponent + 1:>4} {'w' if seat == 'NS' else 'b'} {int(won)}"


def test_another_engine_is_measured_by_the_same_cost(tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(STAND_IN)
    engine.chmod(0o755)

    measured = measure(9, bbp=engine)

    assert measured.dutch is not None
    assert measured.dutch >= measured.seated.cost
