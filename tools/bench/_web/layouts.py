"""Web processes behind HAProxy on this computer: ``python -m tools.bench._web.layouts --port PORT``.

Each web process holds the streams that an HAProxy gives it, as in ``./uptown wide``. There is no worker and
no replica.
"""

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from config import services
from config.programs import Program, Programs, answers, begin, run, say, sockets_folder
from config.scale import begin_postgres, begin_redis
from tests.services import private_folder
from tools.bench._server import BASE_DIR, Served
from tools.wide import haproxy
from tools.wide.__main__ import begin_web
from tools.wide.deployed import HERE, folder_of, free_ports

WEB, HAPROXY = "manage.py serve", "haproxy -db"
"""A part of the command that starts each program."""
PATIENCE = 300.0


@dataclass(frozen=True, kw_only=True)
class Layout(Served):
    """A running layout, and its programs by a part of their commands."""

    fronts: tuple[int, ...]
    """The ports of its HAProxies."""

    def of(self, part: str) -> list[Served]:
        """Its programs whose command has this part."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [Served(pid=int(pid), port=self.port) for pid in children if part in _command(int(pid))]

    def memory_of(self, part: str) -> int:
        return sum(each.memory() for each in self.of(part))


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


@contextlib.contextmanager
def running(*options: str) -> Iterator[tuple[Layout, dict[str, str]]]:
    """Run a layout. Yields it, and the environment of commands for its database."""
    with private_folder() as folder:
        port, log = free_ports(20_000, 1)[0], folder / "log"
        mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        mine |= {"UPTOWN_DATA": str(folder / "d"), "UPTOWN_LINK_DAYS": "0", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", __spec__.name, "--port", str(port), *options]
        with log.open("w") as out:
            started = subprocess.Popen(command, cwd=BASE_DIR, env=mine, stdout=out, stderr=out)
        try:
            until = time.monotonic() + PATIENCE
            while "Everything runs." not in log.read_text():
                if started.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(log.read_text())
                time.sleep(0.2)
            addresses = dict(re.findall(r"\b(DATABASE_URL|REDIS_URL)=(\S+)", log.read_text()))
            more = {"DJANGO_SETTINGS_MODULE": "config.settings", **addresses}
            fronts = tuple(map(int, re.findall(r"HAProxy is at (\d+)", log.read_text())))
            yield Layout(pid=started.pid, port=port, fronts=fronts), mine | more
        finally:
            started.send_signal(signal.SIGINT)
            started.wait(PATIENCE)


def _begin(options: argparse.Namespace, programs: Programs, data: Path) -> None:
    more = free_ports(options.port + 1, options.fronts - 1 + options.web)
    fronts, web = [options.port, *more[: options.fronts - 1]], more[options.fronts - 1 :]
    environment = {**os.environ, **begin_postgres(programs, data), **begin_redis(programs, data)}
    environment |= {"UPTOWN_DATA": str(data), "UPTOWN_PROXIES": HERE}
    begin_web(programs, environment, data, web, ["--no-demo"])
    for port in fronts:
        folder = folder_of(sockets_folder(data), str(port))
        command = haproxy.command(folder, bind=f"{HERE}:{port}", web=web)
        front = Program("HAProxy", command, services.unprivileged(), log=folder / "haproxy.log")
        begin(programs, front, partial(answers, HERE, str(port)))
        say(f"HAProxy is at {port}")
    say(f"DATABASE_URL={environment['DATABASE_URL']} REDIS_URL={environment['REDIS_URL']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.bench._web.layouts")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--web", type=int, default=4)
    parser.add_argument("--fronts", type=int, default=1, help="HAProxies")
    raise SystemExit(run(partial(_begin, parser.parse_args())))
