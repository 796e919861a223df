"""The real server in a separate process, and plain Django to compare with."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import services

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


@contextlib.contextmanager
def surroundings(processes: int = 1) -> Iterator[dict[str, str]]:
    """The environment of one server process, or of several with a private PostgreSQL and Redis."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as data, contextlib.ExitStack() as stack:
        mine |= {"DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_DATA": data, "UPTOWN_LINK_DAYS": "0"}
        if processes > 1:
            folder = stack.enter_context(services.private_folder())
            mine["DATABASE_URL"] = stack.enter_context(services.postgres(folder, is_durable=True))
            mine["REDIS_URL"] = stack.enter_context(services.redis(folder))
        run(["manage.py", "migrate", "--verbosity", "0"], mine)
        yield mine


def run(command: Sequence[str], environment: Mapping[str, str]) -> Any:
    """Run a command with these settings. Returns its last line, read as JSON.

    :raises RuntimeError: if it fails.
    """
    done = subprocess.run(
        [sys.executable, *command], cwd=BASE_DIR, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1]) if done.stdout else None


def inside(environment: Mapping[str, str], name: str, *arguments: object) -> Any:
    """The result of a function of ``_inside``, which needs Django and the server's database."""
    return run(["-m", "tools.bench._inside", name, json.dumps(arguments)], environment)


def served(environment: Mapping[str, str], *options: str) -> contextlib.AbstractContextManager[Served]:
    """Run Uptown by ``manage.py serve``."""
    return _started(["manage.py", "serve", "--port", "0", "--no-demo", *options], environment)


@contextlib.contextmanager
def bare(environment: Mapping[str, str], recorded: object) -> Iterator[Served]:
    """Run plain Django on the same server and a copy of the data, with views that send what is recorded."""
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as folder:
        data, file = Path(folder) / "data", Path(folder) / "recorded"
        shutil.copytree(environment["UPTOWN_DATA"], data)
        file.write_text(json.dumps(recorded))
        mine = {"DJANGO_SETTINGS_MODULE": "tools.bench._bare", "BARE": str(file), "UPTOWN_DATA": str(data)}
        with served({**environment, **mine}) as server:
            yield server


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
