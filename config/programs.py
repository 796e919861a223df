"""Start programs in order, restart those that end, and stop all in order: ``./uptown scale`` and ``wide``.

Standard library only.
"""

import contextlib
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from config import services
from config.debian import NotAvailable
from config.environment import value
from config.kinds import BASE_DIR
from config.secret import private_folder
from rules.command_line.signals import ending_signals

LONGEST_START = 300.0
"""The seconds that a program may take to start; the first start makes all tables and the demo event."""
LONGEST_END = 30.0
"""The seconds that a program may take to end; then it is killed."""
LONGEST_PAUSE = 30.0
"""The most seconds before a program that ended starts again."""
STEADY = 60.0
"""The seconds after which a program counts as started well: its next pause is short again."""


@dataclass
class Program:
    """A program to run."""

    name: str
    command: services.Command
    options: dict[str, Any] = field(default_factory=dict)
    ends_by: signal.Signals = signal.SIGTERM
    """The signal for a graceful shutdown."""
    log: Path | None = None
    running: "subprocess.Popen[bytes] | None" = None
    began_at: float = 0.0
    pause: float = 1.0
    starts_at: float = 0.0

    def start(self) -> None:
        # In a separate session: Ctrl-C at the terminal reaches only us, and we end all in order.
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(self.log.open("ab")) if self.log else None
            options = {
                "cwd": BASE_DIR,
                **self.options,
                "stdin": subprocess.DEVNULL,
                "start_new_session": True,
            }
            self.running = subprocess.Popen(self.command, stdout=out, stderr=out, **options)
        self.began_at = time.monotonic()

    def end(self) -> None:
        if self.running is None or self.running.poll() is not None:
            return
        self.running.send_signal(self.ends_by)
        try:
            self.running.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            say(f"{self.name} didn’t end within {LONGEST_END:.0f} seconds: it is killed.")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGKILL)
            self.running.kill()
            self.running.wait()

    def look_after(self, now: float) -> None:
        """Restart the program if it has ended, after a pause that doubles each time it ends soon."""
        if self.running is None:
            if now >= self.starts_at:
                self.start()
            return
        code = self.running.poll()
        if code is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.running.pid, signal.SIGKILL)  # Its child processes would hold its port or socket.
        self.pause = 1.0 if now - self.began_at > STEADY else min(2 * self.pause, LONGEST_PAUSE)
        self.running, self.starts_at = None, now + self.pause
        say(f"{self.name} ended ({_how(code)}){self._why()} It starts again in {self.pause:.0f} s.")

    def _why(self) -> str:
        return f"; its log is {self.log}." if self.log else "."


class Ended(Exception):
    """Ctrl-C, or another signal to end."""


class Programs(list[Program]):
    """The programs in the order of their start, and whether a signal has asked for their end.

    The signal is only noted, and ``wait`` raises ``Ended``. Raised by the handler, it could interrupt a start
    or a poll halfway, which leaves a program that nobody ends, or a lock that nobody releases.
    """

    is_asked_to_end = False

    def obey_signals(self) -> None:
        for number in ending_signals():
            signal.signal(number, self._note)

    def wait(self, seconds: float) -> None:
        """:raises Ended: if a signal has asked for the end."""
        time.sleep(seconds)
        if self.is_asked_to_end:
            raise Ended

    def _note(self, number: int, frame: FrameType | None) -> None:
        _ignore_signals()  # A second Ctrl-C must not interrupt the end.
        self.is_asked_to_end = True
        if not self:  # Nothing to end; and what is fetched first may take minutes.
            raise Ended


def run(begin_all: Callable[[Programs, Path], None]) -> int:
    """Start all programs in ``UPTOWN_DATA``, restart those that end, and stop all in order at the end.

    Returns the exit code.
    """
    data = private_folder(value("UPTOWN_DATA"))
    programs = Programs()
    programs.obey_signals()
    try:
        begin_all(programs, data)
        say("Everything runs. Ctrl-C ends it.")
        while True:
            programs.wait(0.5)
            for program in programs:
                program.look_after(time.monotonic())
    except Ended:
        return 0
    except (services.DidNotStart, NotAvailable) as sentence:
        say(str(sentence))
        return 1
    finally:
        _end(programs)


def begin(programs: Programs, program: Program, is_ready: Callable[[], bool]) -> None:
    """Start a program, and wait until ``is_ready`` returns true.

    :raises DidNotStart: if it ends, or takes too long.
    :raises Ended: if a signal asks for the end meanwhile.
    """
    programs.append(program)
    program.start()
    until = time.monotonic() + LONGEST_START
    while not is_ready():
        code = program.running.poll() if program.running else 0
        if code is not None or time.monotonic() > until:
            how = "takes too long to start" if code is None else f"didn’t start ({_how(code)})"
            log = f" Its log is {program.log}." if program.log else " It says above why."
            raise services.DidNotStart(f"{program.name} {how}.{log}")
        programs.wait(0.1)


def _end(programs: Programs) -> None:
    """End the programs in reverse order: beat and worker, the web processes, then Redis and PostgreSQL."""
    _ignore_signals()
    for program in reversed(programs):
        program.end()
    if programs:
        say("All has ended, in order.")


def sockets_folder(data: Path) -> Path:
    """The folder of the sockets, which is made. Only the user who runs the servers may open it.

    :raises DidNotStart: if its path is too long for a socket.
    """
    folder = data / "run"
    if len(str(services.socket_of_postgres(folder))) > services.LONGEST_SOCKET:
        raise services.DidNotStart(
            f"The path of {data} is too long for sockets. Name a shorter one: UPTOWN_DATA=…"
        )
    folder.mkdir(mode=0o700, exist_ok=True)
    services.give_away(folder)
    if os.geteuid() == 0:
        data.chmod(0o711)  # PostgreSQL refuses to run as root, and must get through to its folder.
    return folder


def check_free(path: Path, data: Path) -> None:
    """Remove a socket that a killed server left.

    :raises DidNotStart: if a server listens there.
    """
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise services.DidNotStart(
        f"A server is running already in {data}. End that ./uptown scale first, or name another folder: "
        "UPTOWN_DATA=… If it was killed, end the PostgreSQL that it left, whose process is named in "
        f"{data / 'postgres/postmaster.pid'}."
    )


def answers(host: str, port: str, path: str = "/healthz") -> bool:
    """Whether the web server responds, which it does only once the tables are made."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    address = f"[{here}]" if ":" in here else here
    try:
        with urllib.request.urlopen(f"http://{address}:{port}{path}", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _how(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def say(sentence: str) -> None:
    print(sentence, flush=True)
