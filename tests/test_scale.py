"""The refusals of ``./uptown scale``, and its end; ``tests/chaos`` tests how it runs and supervises."""

import signal
import subprocess
import sys
import time

import pytest

from config import programs, services
from config.services import DidNotStart
from tests.conftest import ROOT, environment_of


def test_a_folder_whose_path_is_too_long_for_sockets_is_refused(tmp_path):
    far = tmp_path / ("felt-" * 20)
    far.mkdir()

    with pytest.raises(DidNotStart, match="too long for sockets"):
        programs.sockets_folder(far)


def test_what_makes_the_copies_is_found_beside_a_server_that_was_unpacked(tmp_path, monkeypatch):
    parts = tmp_path / "postgresql"
    bin, shared = parts / "usr/lib/postgresql/15/bin", parts / "usr/lib/x86_64-linux-gnu"
    for folder in (bin, shared):
        folder.mkdir(parents=True)
    (bin / "pg_dump").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(services, "UNPACKED", tmp_path)
    monkeypatch.setattr(services, "INSTALLED", tmp_path / "nothing")

    found = services.programs_of_postgres()

    assert found["PATH"] == f"{bin}:{tmp_path}"
    assert str(shared) in found["LD_LIBRARY_PATH"].split(":")


def test_a_program_that_keeps_ending_waits_longer_each_time(capsys):
    program = programs.Program("The worker", [sys.executable, "-c", "raise SystemExit(3)"])
    pauses, now = [], time.monotonic()
    for _ in range(6):
        program.start()
        program.running.wait()
        program.look_after(now)
        pauses.append(program.pause)

    assert pauses == [2, 4, 8, 16, 30, 30]
    assert "The worker ended (exit code 3). It starts again in 2 s." in capsys.readouterr().out


SIGNALED_HALFWAY = """
import os, signal, sys
from config.programs import Program, begin, run
class Signaled(Program):
    def look_after(self, now):
        os.kill(os.getpid(), signal.SIGINT)
        super().look_after(now)
        print("Looked after, whole.", flush=True)
program = Signaled("The worker", [sys.executable, "-c", "import time; time.sleep(60)"])
raise SystemExit(run(lambda programs, data: begin(programs, program, lambda: True)))
"""


def test_a_signal_interrupts_nothing_halfway(tmp_path):
    """A poll that is interrupted keeps its lock: then the end waited forever."""
    scale = subprocess.run(
        [sys.executable, "-c", SIGNALED_HALFWAY],
        cwd=ROOT,
        env=environment_of(tmp_path),
        capture_output=True,
        text=True,
    )

    output = ["Everything runs. Ctrl-C ends it.", "Looked after, whole.", "All has ended, in order."]
    assert (scale.stdout.splitlines(), scale.returncode) == (output, 0)


ENDS_SLOWLY = """
import sys
from config.programs import Program, begin, run
slowly = "import signal, time; signal.signal(15, lambda *_: (time.sleep(1), exit())); time.sleep(60)"
program = Program("The worker", [sys.executable, "-c", slowly])
raise SystemExit(run(lambda programs, data: begin(programs, program, lambda: True)))
"""


def test_a_second_ctrl_c_does_not_interrupt_the_end(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", ENDS_SLOWLY],
        cwd=ROOT,
        env=environment_of(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as scale:
        started = scale.stdout.readline()
        time.sleep(0.5)
        for _ in range(3):
            scale.send_signal(signal.SIGINT)
            time.sleep(0.1)
        output = scale.stdout.read()

    assert started == "Everything runs. Ctrl-C ends it.\n"
    assert (output, scale.returncode) == ("All has ended, in order.\n", 0)
