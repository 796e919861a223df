"""The one command: what it passes on, and what it says where it can't."""

import subprocess
import sys

from rehearsal.browser import read
from tests.conftest import HOUSE


def uptown(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "uptown", *words], cwd=HOUSE, capture_output=True, text=True)


def test_windows_is_told_what_to_do():
    start = "import runpy, sys; sys.platform = 'win32'; runpy.run_path('uptown', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", start], cwd=HOUSE, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Uptown doesn't run on Windows itself, but in its Linux (WSL).")
    assert "wsl --install" in done.stderr


def test_the_version_is_the_one_at_the_foot_of_every_page(client):
    foot = read(client.get("/").content.decode()).one("footer").words

    assert foot.endswith(f"Run with {uptown('--version').stdout.strip()}")
