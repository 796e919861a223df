"""The real server in a separate process, and a bare page to compare with."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True)
class Served:
    """A running server."""

    pid: int
    port: int

    def memory(self) -> int:
        """The resident memory of all its processes, in bytes; 0 if the system doesn't tell."""
        return sum(_resident(pid) for pid in _family(self.pid))

    def processor(self) -> float:
        """The processor seconds that its processes have used; 0 if the system doesn't tell."""
        return sum(_used(pid) for pid in _family(self.pid))


def served(environment: Mapping[str, str], *options: str) -> contextlib.AbstractContextManager[Served]:
    """Run Uptown by ``manage.py serve``."""
    return _started(["manage.py", "serve", "--port", "0", "--no-demo", *options], environment)


def run_again(environment: Mapping[str, str]) -> contextlib.AbstractContextManager[Served]:
    """Run ``./uptown run`` where everything is set up."""
    return _started(["uptown", "run", "--port", "0", "--no-demo"], environment)


def bare(
    environment: Mapping[str, str], page: Path, *options: str
) -> contextlib.AbstractContextManager[Served]:
    """Run an application that answers every request with one page, on Uptown's own server."""
    return _started(["-m", "tools.bench._web.bare", *options], {**environment, "BARE_PAGE": str(page)})


@contextlib.contextmanager
def _started(command: list[str], environment: Mapping[str, str]) -> Iterator[Served]:
    with tempfile.NamedTemporaryFile("w+") as output:
        server = subprocess.Popen(
            [sys.executable, *command],
            cwd=BASE_DIR,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield Served(pid=server.pid, port=_port(server, Path(output.name)))
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _port(server: "subprocess.Popen[bytes]", output: Path) -> int:
    for _ in range(6000):
        found = re.search(r" is at http://127.0.0.1:(\d+)", output.read_text())
        if found and "Ctrl-C" in output.read_text():
            return int(found.group(1))
        if server.poll() is not None:
            break
        time.sleep(0.02)
    raise RuntimeError(f"The server did not start:\n{output.read_text()}")


def _family(pid: int) -> Iterator[int]:
    """The ids of a process and its descendants, from Linux."""
    yield pid
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from _family(int(child))


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _used(pid: int) -> float:
    """The processor time to the nanosecond: Linux has a clock for each process (``clock_getcpuclockid``)."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0
