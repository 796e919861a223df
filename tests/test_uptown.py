"""The ``uptown`` command: the arguments it passes on, and its errors."""

import runpy
import subprocess
import sys
from pathlib import Path

from config.environment import value
from rehearsal.browser import read
from tests.conftest import ROOT


def uptown(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "uptown", *words], cwd=ROOT, capture_output=True, text=True)


def test_windows_is_told_what_to_do():
    start = "import runpy, sys; sys.platform = 'win32'; runpy.run_path('uptown', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", start], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Uptown doesn't run on Windows itself, but in its Linux (WSL).")
    assert "wsl --install" in done.stderr


def test_the_version_is_the_one_at_the_foot_of_every_page(client):
    foot = read(client.get("/").content.decode()).one("footer").words

    assert foot.endswith(f"Run with {uptown('--version').stdout.strip()}")


def test_a_list_is_looked_for_where_the_command_is_typed(tmp_path, monkeypatch):
    became = []
    program = runpy.run_path(str(ROOT / "uptown"))["main"]
    program.__globals__["set_up"] = lambda pins: None
    program.__globals__["become"] = lambda *words: became.append((Path.cwd(), words[0], words[-1]))

    for name, where in (
        ("import", tmp_path),
        ("draw", tmp_path),
        ("export-event", tmp_path),
        ("health", ROOT),
    ):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("UPTOWN_DATA", "hall")
        program([name, "list.csv"])

        assert became.pop() == (where, str(ROOT / "manage.py"), "list.csv")
        assert value("UPTOWN_DATA") == ROOT / "hall"
