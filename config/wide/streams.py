"""``python -m config.wide.streams``: Pushpin alone, for a machine that only holds streams.

It needs ``UPTOWN_GRIP_KEY`` and writes below ``UPTOWN_DATA``. A program of it that dies is started again.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from config import services
from config.programs import Program, begin, run, say, sockets_folder
from config.wide import pushpin
from config.wide.deployed import HERE


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m config.wide.streams", description=__doc__.partition("\n\n")[0]
    )
    parser.add_argument("--host", default=HERE, help="the address for HAProxy and the publishers")
    parser.add_argument("--port", type=int, default=7999, help="for HAProxy")
    parser.add_argument("--control-port", type=int, default=5561, help="for the publishers (UPTOWN_PUSHPIN)")
    parser.add_argument("--origin", required=True, help="host:port of the web processes: HAProxy, inside")
    options = parser.parse_args(words)
    key = os.environ.get("UPTOWN_GRIP_KEY")
    if not key:
        say("Set UPTOWN_GRIP_KEY to what the web processes have.")
        return 2

    def begin_all(programs: list[Program], data: Path) -> None:
        found = pushpin.programs(
            sockets_folder(data) / "pushpin",
            host=options.host,
            port=options.port,
            control_host=options.host,
            control_port=options.control_port,
            origins=[options.origin],
            key=key,
        )
        for name, command in found:
            begin(programs, Program(name, command, services.unprivileged()), lambda: True)

    return run(begin_all)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
