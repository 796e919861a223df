"""The law on the command line: ``python -m rules games|score|match|trick|replay|deal|play``.

JSON in, JSON out. It ends with 0 when everything was answered, with 2 when something was refused.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from rules.command_line import cards, reports
from rules.command_line.reports import REFUSED, Command, Unreadable
from simulation import command_line as players

COMMANDS: Final[Mapping[str, Command]] = {**reports.COMMANDS, **cards.COMMANDS, **players.COMMANDS}


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Do what the first word asks with the words after it."""
    try:
        if not argv or argv[0] not in COMMANDS:
            raise Unreadable(f"Say what to do: {', '.join(COMMANDS)}.")
        return COMMANDS[argv[0]](argv[1:], stdin, stdout, stderr)
    except Unreadable as unreadable:
        stderr.write(f"{' '.join(str(unreadable).split())}\n")
        return REFUSED


def run() -> int:
    """Read and write this process's own streams, in UTF-8 whatever the machine's habit."""
    for stream, encoding in ((sys.stdin, "utf-8-sig"), (sys.stdout, "utf-8")):
        stream.reconfigure(encoding=encoding)  # type: ignore[union-attr]
    try:
        ended = main(sys.argv[1:], sys.stdin, sys.stdout, sys.stderr)
        sys.stdout.flush()
        return ended
    except BrokenPipeError:
        # Whoever read us has stopped; Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED


if __name__ == "__main__":
    raise SystemExit(run())
