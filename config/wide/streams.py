"""``python -m config.wide.streams``: Pushpin alone, for a machine that only holds streams.

It needs ``UPTOWN_GRIP_KEY`` and writes below ``UPTOWN_DATA``. If one of its programs dies, all end: otherwise
phones would keep streams without messages. systemd, or ``./uptown wide``, then restarts it.
"""

import argparse
import sys
from collections.abc import Sequence

from config import services
from config.debian import NotAvailable
from config.environment import value
from config.programs import Ended, Program, Programs, say, sockets_folder
from config.secret import private_folder
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
    key = value("UPTOWN_GRIP_KEY")
    if not key:
        say("Set UPTOWN_GRIP_KEY to what the web processes have.")
        return 2

    data = private_folder(value("UPTOWN_DATA"))
    try:
        found = pushpin.programs(
            sockets_folder(data) / "pushpin",
            host=options.host,
            port=options.port,
            control_host=options.host,
            control_port=options.control_port,
            origins=[options.origin],
            key=key,
        )
    except (services.DidNotStart, NotAvailable) as sentence:
        say(str(sentence))
        return 1
    return _run(Programs(Program(name, command, services.unprivileged()) for name, command in found))


def _run(programs: Programs) -> int:
    """Run them until one ends, or until we are asked to end. Returns the exit code."""
    programs.obey_signals()
    try:
        for program in programs:
            program.start(apart=False)
        while True:
            programs.wait(0.2)
            for program in programs:
                if program.running and program.running.poll() is not None:
                    say(f"{program.name} ended, so all of Pushpin ends.")
                    return 1
    except Ended:
        return 0
    finally:
        for program in programs:
            program.end()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
