"""The one command: what it passes on, and what it says where it can't."""

import subprocess
import sys

import pytest

from rehearsal.browser import read
from tests.conftest import HOUSE


def uptown(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "uptown", *words], cwd=HOUSE, capture_output=True, text=True)


@pytest.mark.parametrize(
    "words", [["hands", "--help"], ["hands", "--", "--help"]], ids=["after its name", "after two dashes"]
)
def test_a_benchmark_that_is_named_alone_takes_options(words):
    done = uptown("bench", *words)

    assert (done.returncode, "--seconds" in done.stdout) == (0, True)


@pytest.mark.parametrize("words", [["--seconds", "5"], ["rules", "hands", "--seconds", "5"]])
def test_options_go_to_one_benchmark(words):
    done = uptown("bench", *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Options go to one benchmark: name it, as in: bench hands --seconds 5\n"


def test_a_benchmark_that_is_not_there_is_answered_with_those_that_are():
    done = uptown("bench", "kitty", "hands")

    assert done.returncode == 2
    known = "attacks, guesses, hands, pairing, rematches, rules, simulation, standings, web"
    assert done.stderr == f"There is no benchmark “kitty”. There are: {known}.\n"


def test_windows_is_told_what_to_do():
    start = "import runpy, sys; sys.platform = 'win32'; runpy.run_path('uptown', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", start], cwd=HOUSE, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Uptown doesn't run on Windows itself, but in its Linux (WSL).")
    assert "wsl --install" in done.stderr


def test_the_version_is_the_one_at_the_foot_of_every_page(client):
    foot = read(client.get("/").content.decode()).one("footer").words

    assert foot.endswith(f"Run with {uptown('--version').stdout.strip()}")
