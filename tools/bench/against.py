"""What became slower since another commit: ``./uptown bench against REV``.

The older code is checked out beside this one, and both make the same event, each in its own way. Then they
save hands, render a page of each kind and call a round, in turns. The figures are processor time, medians.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rules.command_line.whole_numbers import whole
from tools.bench._server import BASE_DIR
from tools.bench._table import ms
from tools.bench._trees import Tree, in_turns

TEAMS, TIMES = 100, 9
SLOWER = 1.2
"""The ratio from which something became slower: medians of a busy machine differ by up to a tenth."""
PINS = "requirements.txt"


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the code of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "older"
        _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=BASE_DIR, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def runs_on(pins: str) -> set[str]:
    """The packages that Uptown itself runs on, with their versions."""
    return {line.rstrip(" \\") for line in pins.splitlines() if "==" in line and "extra ==" not in line}


def compared(before_and_now: Mapping[str, tuple[float, float]]) -> list[str]:
    """Print both medians of each figure. Returns a sentence for each that became slower."""
    slower = []
    print(f"\n{'':<12}{'before':>10}{'now':>10}{'now ÷ before':>15}")
    for name, (before, now) in before_and_now.items():
        print(f"{name:<12}{ms(before):>10}{ms(now):>10}{now / before:>15.2f}", flush=True)
        if now > SLOWER * before:
            slower.append(f"{name} became slower: {ms(now)}, not {ms(before)} ({now / before - 1:+.0%}).")
    return slower


def main(arguments: list[str] | None = None) -> int:
    """Measure both, and print what became slower. Returns 1 if anything did."""
    parser = argparse.ArgumentParser(prog="./uptown bench against", description="What became slower.")
    parser.add_argument("commit", metavar="REV", help="the older commit, such as main or HEAD~20")
    parser.add_argument("--teams", type=whole(30, 1_000), default=TEAMS, help=f"of the event ({TEAMS})")
    parser.add_argument("--times", type=whole(1, 25), default=TIMES, help=f"that each is measured ({TIMES})")
    options = parser.parse_args(arguments)
    try:
        commit = _git("rev-parse", "--short", "--verify", f"{options.commit}^{{commit}}")
    except subprocess.CalledProcessError:
        parser.error(f"There is no commit {options.commit} here.")
    lacking = runs_on(_git("show", f"{commit}:{PINS}")) - runs_on((BASE_DIR / PINS).read_text())
    if lacking:
        print(f"{commit} can’t run here, because it needs {', '.join(sorted(lacking))}.")
        return 2
    with checked_out(commit) as folder, ExitStack() as stack:
        older, newer = (Tree(each, options.teams, stack) for each in (folder, BASE_DIR))
        print(f"{commit} and this code, with {options.teams} teams …", flush=True)
        in_turns((older, newer), options.times)
        slower = compared({name: (older.middle(name), newer.middle(name)) for name in newer.took})
    print("\n" + ("\n".join(slower) or "Nothing became a fifth slower."))
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
