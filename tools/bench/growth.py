"""How pages grow with the field: ``./uptown bench growth``.

Each figure of ``./uptown bench against``, of this code alone, in an event of 100 teams and one of 1,000.
"""

import argparse
import sys
from contextlib import ExitStack

from rules.command_line.whole_numbers import whole
from tools.bench._server import BASE_DIR
from tools.bench._table import Row, ms, show, status
from tools.bench._trees import Tree, in_turns

SIZES, TIMES, GROWS = (100, 1_000), 5, 3
ALIKE = "call"  # Always of the same size.


def main(arguments: list[str] | None = None) -> int:
    """Measure both, and return 1 if something grows too much."""
    parser = argparse.ArgumentParser(prog="./uptown bench growth", description="How pages grow.")
    parser.add_argument("--teams", type=whole(30, 10_000), nargs=2, default=SIZES, help="of the two events")
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        usual, huge = (Tree(BASE_DIR, teams, stack) for teams in options.teams)
        in_turns((usual, huge), TIMES)
    rows = (
        Row(
            what=f"{name}, {options.teams[1]:,} teams",
            figure=huge.middle(name),
            aim=GROWS * usual.middle(name),
            beside=f"{options.teams[0]}: {ms(usual.middle(name))}",
        )
        for name in usual.took
        if name != ALIKE
    )
    return status(show(f"Processor time; at most {GROWS} times that of {options.teams[0]} teams", rows))


if __name__ == "__main__":
    sys.exit(main())
