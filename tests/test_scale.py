"""The refusals of ``./uptown scale``; ``tests/chaos`` tests how it runs and supervises."""

import sys
import time

import pytest

from config import programs
from config.services import DidNotStart


def test_a_folder_whose_path_is_too_long_for_a_socket_is_refused_with_a_sentence(tmp_path):
    far = tmp_path / ("felt-" * 20)
    far.mkdir()

    with pytest.raises(DidNotStart, match="too long for sockets"):
        programs.sockets_folder(far)


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
