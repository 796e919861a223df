"""``./uptown scale``: one command runs everything, looks after it, and ends it in order."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from config import scale
from config.services import DidNotStart
from tests import services
from tests.conftest import HOUSE, environment_of


def children_of(pid):
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def words_of(pid):
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def soon(found, seconds=180):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if answer := found():
                return answer
        except (OSError, httpx.HTTPError):
            pass
        time.sleep(0.2)
    raise AssertionError("It never was.")


@pytest.mark.scaled
@pytest.mark.slow
def test_all_of_it_starts_a_killed_program_comes_back_and_ctrl_c_ends_all_in_order(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    log = tmp_path / "scale.log"
    with services.private_folder() as folder, log.open("w") as out:
        environment = environment_of(tmp_path) | {
            "UPTOWN_DATA": str(folder / "data"),
            "UPTOWN_METRICS_NETWORKS": "127.0.0.1",
        }
        words = [sys.executable, "-m", "config.scale", "--no-demo", "--port", port, "--workers", "2"]
        running = subprocess.Popen(words, cwd=HOUSE, env=environment, stdout=out, stderr=out)
        try:
            soon(lambda: "Everything runs." in log.read_text() or running.poll() is not None)
            ready = f"http://127.0.0.1:{port}/readyz"
            assert httpx.get(ready).json() == {"database": True, "tick": True, "redis": True}

            for _ in range(20):
                httpx.get(f"http://127.0.0.1:{port}/healthz")
            figures = httpx.get(f"http://127.0.0.1:{port}/metrics").text.splitlines()
            found = dict(line.rsplit(" ", 1) for line in figures if not line.startswith("#"))
            # Of both web processes together: one of them was asked.
            assert float(found['uptown_responses_total{method="GET",status="2xx"}']) > 20
            assert found["uptown_database_up"] == "1.0"

            started = {pid: words_of(pid) for pid in children_of(running.pid)}
            worker = next(pid for pid, words in started.items() if "worker --concurrency" in words)
            os.kill(worker, signal.SIGKILL)
            soon(lambda: "The worker ended (killed by SIGKILL). It starts again in 2 s." in log.read_text())
            soon(lambda: any("worker --concurrency" in words_of(pid) for pid in children_of(running.pid)))
        finally:
            running.send_signal(signal.SIGINT)
            ended = running.wait(120)

    said = log.read_text()
    kinds = [re.search(r"postgres|redis|serve|worker|beat", words).group() for words in started.values()]
    assert kinds == ["postgres", "redis", "serve", "worker", "beat"]
    assert (ended, said.strip().splitlines()[-1]) == (0, "All has ended, in order.")
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]


def test_a_folder_whose_path_is_too_long_for_a_socket_is_refused_with_a_sentence(tmp_path):
    far = tmp_path / ("felt-" * 20)
    far.mkdir()

    with pytest.raises(DidNotStart, match="too long for sockets"):
        scale._sockets(far)


def test_a_program_that_keeps_ending_waits_longer_each_time(capsys):
    program = scale.Program("The worker", [sys.executable, "-c", "raise SystemExit(3)"])
    pauses, now = [], time.monotonic()
    for _ in range(6):
        program.start()
        program.running.wait()
        program.look_after(now)
        pauses.append(program.pause)

    assert pauses == [2, 4, 8, 16, 30, 30]
    assert "The worker ended (exit code 3). It starts again in 2 s." in capsys.readouterr().out
