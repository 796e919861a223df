"""A Pushpin of the project's own configuration beside a server, for as long as it is measured."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks._server import HOUSE, Served
from config import services
from config.wide.pushpin import programs
from tests.services import private_folder

PATIENCE = 20.0


@dataclass(frozen=True, kw_only=True)
class Pushpin:
    """Its port, its programs by their names, and what publishes to it."""

    port: int
    programs: dict[str, Served]
    publisher: Served


@contextlib.contextmanager
def pushpin(server: Served, path: str) -> Iterator[Pushpin]:
    """A Pushpin that gets what the server sends at this stream, until the block ends."""
    port, control, origin = (_free() for _ in range(3))
    started: list[subprocess.Popen[bytes]] = []
    with private_folder() as folder:
        made = programs(
            folder / "pushpin", port=port, control_port=control, origins=[f"127.0.0.1:{origin}"], key="bench"
        )
        try:
            quiet = {**services.unprivileged(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            for _, words in made:
                started.append(subprocess.Popen(words, **quiet))
            _wait_for(port)
            _wait_for(control)
            bridge = [sys.executable, "-m", "benchmarks._web.bridge"]
            started.append(
                subprocess.Popen([*bridge, str(server.port), path, str(origin), str(control)], cwd=HOUSE)
            )
            _wait_for(origin)
            served = [Served(pid=process.pid, port=port) for process in started]
            names = [name for name, _ in made]
            yield Pushpin(
                port=port, programs=dict(zip(names, served[:-1], strict=True)), publisher=served[-1]
            )
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                process.wait(20)


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"Nothing answers at port {port}.")
