"""The rules on the command line: ``python -m rules games|score|match|trick|replay|deal|play``.

JSON in, JSON out. Exit codes: 0 if everything was answered, 2 if something was refused, 130 after Ctrl-C.
``--help`` describes all commands, ``COMMAND --help`` one of them.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from rules.command_line import cards, reports
from rules.command_line.reports import DONE, REFUSED, Command, Unreadable
from rules.suggestions import meant
from simulation import command_line as players

STOPPED: Final = 130  # The shell's exit code for Ctrl-C.
READING: Final = (["score"], ["match"], ["replay"])
HELP: Final = ("--help", "-h", "help")
COMMANDS: Final[Mapping[str, Command]] = {**reports.COMMANDS, **cards.COMMANDS, **players.COMMANDS}


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run the command that the first word names; returns the exit code."""
    try:
        if not argv:
            raise Unreadable(f"Name a command: {', '.join(COMMANDS)}. --help describes them.")
        command, *rest = argv
        if command in HELP:
            command, rest = (rest or [""])[0], [HELP[0]]
            if not command:
                stdout.write(f"{__doc__}\n{''.join(map(_usage, COMMANDS))}")
                return DONE
        if command not in COMMANDS:
            raise Unreadable(f'There is no command "{command[:40]}".{meant(command[:40], COMMANDS)}')
        if rest and rest[0] in HELP[:2]:
            stdout.write(_usage(command))
            return DONE
        return COMMANDS[command](rest, stdin, stdout, stderr)
    except Unreadable as unreadable:
        stderr.write(f"{' '.join(str(unreadable).split())}\n")
        return REFUSED


def _usage(command: str) -> str:
    summary = " ".join((COMMANDS[command].__doc__ or "").split())
    return f"python -m rules {USAGE[command]}\n    {summary}\n"


USAGE: Final[Mapping[str, str]] = {
    "games": "games",
    "score": "score [GAME] [--house key=value]... < hands.json",
    "match": "match [GAME] [--house key=value]... < hands.json",
    "trick": "trick [GAME] --strain uptown --trump hearts 5H LJ 2H AH [--held KH 3C]",
    "replay": "replay [GAME] [--house key=value]... < hand.json",
    "deal": "deal [GAME] [--seed N] [--dealer SEAT] [--house key=value]...",
    "play": "play [GAME] [--seed N] [--hands K] [--dealer SEAT] [--summary] [--house key=value]...",
}


def run() -> int:
    """Run with this process's own streams, in UTF-8 on every machine."""
    # Python sets a stream to None if it was closed before the start.
    stdin, stdout, stderr = (stream or io.StringIO() for stream in (sys.stdin, sys.stdout, sys.stderr))
    if sys.stdout is None:
        stderr.write("The answer cannot be written: standard output is closed.\n")
        return REFUSED
    for stream, encoding in ((stdin, "utf-8-sig"), (stdout, "utf-8")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding)
    if stdin.isatty() and sys.argv[1:2] in READING:
        stderr.write("Type or paste the hands as JSON; Ctrl-D ends them.\n")
    try:
        ended = main(sys.argv[1:], stdin, stdout, stderr)
        stdout.flush()
        return ended
    except KeyboardInterrupt:
        return STOPPED
    except OSError as error:
        # The reader closed the pipe, or the disk is full. Python would report it a second time at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            stderr.write(f"The answer cannot be written: {error.strerror or error}.\n")
        return REFUSED


if __name__ == "__main__":
    raise SystemExit(run())
