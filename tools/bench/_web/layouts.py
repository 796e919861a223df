"""Web processes behind HAProxy on this computer: ``python -m tools.bench._web.layouts --port PORT``.

With ``--pushpin``, a Pushpin and two publishers hold the phones' streams, as in ``./uptown wide``. Without
it, each web process holds those that HAProxy gives it. There is no worker, no replica and no Varnish.
"""

import argparse
import contextlib
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from config import services
from config.programs import Program, Programs, answers, begin, run, say, sockets_folder
from config.scale import begin_postgres, begin_redis
from config.wide.deployed import HERE, free_ports
from tests.services import private_folder
from tools.bench._server import BASE_DIR, Served
from tools.wide import haproxy
from tools.wide.__main__ import begin_publishers, begin_web

WEB, PUSHPIN, PUBLISHERS, HAPROXY = (
    "manage.py serve",
    "config.wide.streams",
    "manage.py publish",
    "haproxy -db",
)
"""The words with which each program is started."""
PATIENCE = 300.0


class Layout(Served):
    """A running layout, and its programs by the words that they were started with."""

    def of(self, words: str, inside: str = "") -> list[Served]:
        """Its programs with these words; or what they started, with the words ``inside``."""
        found = [pid for pid in _children(self.pid) if words in _words(pid)]
        if inside:
            found = [kid for pid in found for kid in _children(pid) if inside in _words(kid)]
        return [Served(pid=pid, port=self.port) for pid in found]

    def memory_of(self, *several: str) -> int:
        return sum(each.memory() for words in several for each in self.of(words))


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _words(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


@contextlib.contextmanager
def running(*words: str) -> Iterator[tuple[Layout, dict[str, str]]]:
    """Run a layout. Yields it, and the environment of commands for its database."""
    with private_folder() as folder:
        port, log = free_ports(20_000, 1)[0], folder / "said"
        mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        mine |= {"UPTOWN_DATA": str(folder / "d"), "UPTOWN_LINK_DAYS": "0", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", __spec__.name, "--port", str(port), *words]
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
            yield Layout(pid=started.pid, port=port), mine | more
        finally:
            started.send_signal(signal.SIGINT)
            started.wait(PATIENCE)


def _begin(options: argparse.Namespace, programs: Programs, data: Path) -> None:
    sockets = sockets_folder(data)
    inside, held, control, *web = free_ports(options.port + 1, 3 + options.web)
    environment = {**os.environ, **begin_postgres(programs, data), **begin_redis(programs, data)}
    environment |= {"UPTOWN_DATA": str(data), "UPTOWN_PROXIES": HERE}
    if options.pushpin:
        environment |= {"UPTOWN_GRIP_KEY": secrets.token_hex(32)}
        environment |= {"UPTOWN_PUSHPIN": f"http://{HERE}:{control}"}
    begin_web(programs, environment, data, web, ["--no-demo"])
    if options.pushpin:
        begin_publishers(programs, environment)
        streams = [sys.executable, "-m", PUSHPIN, "--origin", f"{HERE}:{inside}"]
        streams += ["--port", str(held), "--control-port", str(control)]
        begin(programs, Program("Pushpin", streams, {"env": environment}), partial(_listens, held))
    bind = f"{HERE}:{options.port}"
    words = haproxy.words(sockets, bind=bind, inside=inside, web=web, pushpin=held, varnish=web[0])
    file = Path(words[-1])
    text = re.sub(r"    server varnish1 .*\n", "", file.read_text())
    if not options.pushpin:
        text = re.sub(r"    server pushpin1 unix.*\n", "", text).replace(" backup\n", "\n")
    file.write_text(text)
    front = Program("HAProxy", words, services.unprivileged(), log=data / "haproxy.log")
    begin(programs, front, partial(answers, HERE, str(options.port)))
    say(f"DATABASE_URL={environment['DATABASE_URL']} REDIS_URL={environment['REDIS_URL']}")


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HERE, port)) == 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.bench._web.layouts")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--web", type=int, default=4)
    parser.add_argument("--pushpin", action="store_true")
    raise SystemExit(run(partial(_begin, parser.parse_args())))
