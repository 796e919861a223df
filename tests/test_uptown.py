"""The ``uptown`` command: the arguments it passes on, and its errors."""

import os
import re
import resource
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from config.environment import value
from tests.conftest import ROOT
from tools.rehearsal.browser import read


def uptown(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "uptown", *words], cwd=ROOT, capture_output=True, text=True)


def test_windows_gets_a_message_that_says_what_to_do():
    start = "import runpy, sys; sys.platform = 'win32'; runpy.run_path('uptown', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", start], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Uptown doesn’t run on Windows itself, but in its Linux (WSL).")
    assert "wsl --install" in done.stderr


def test_the_version_is_the_one_at_the_foot_of_every_page(client):
    foot = read(client.get("/").content.decode()).one("footer").words

    assert f"Run with {uptown('--version').stdout.strip()}" in foot


def test_a_list_is_looked_for_where_the_command_is_typed(tmp_path, monkeypatch):
    became = []
    program = runpy.run_path(str(ROOT / "uptown"))["main"]
    program.__globals__["set_up"] = lambda: None
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


def test_each_set_of_packages_adds_an_extra_to_those_before_it(tmp_path):
    program = runpy.run_path(str(ROOT / "uptown"))
    program["pins_of"].__globals__["VENV"] = tmp_path
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = {"run": named["dependencies"], **named["optional-dependencies"]}

    installed = {wanted: packages(program["pins_of"](wanted).read_text()) for wanted in extras}

    assert (*extras,) == program["SETS"]
    known = set()
    for wanted, asked in extras.items():
        names = {re.match(r"[\w-]+", each).group().lower().replace("_", "-") for each in asked}
        assert names <= installed[wanted] - known
        assert known <= installed[wanted]
        known = installed[wanted]
    assert packages((ROOT / "requirements.txt").read_text()) == installed["run"]


def packages(pins: str) -> set[str]:
    """The packages that pip would install."""
    waits = re.compile(r"\bextra == ")
    return {
        each.partition("==")[0] for each in pins.splitlines() if each[0] != " " and not waits.search(each)
    }


@pytest.fixture
def fresh_clone(tmp_path):
    """What the first start needs of the project, in a folder where nothing is installed."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "config", clone / "config")
    for name in ("uptown", "requirements.txt"):
        shutil.copy(ROOT / name, clone)
    return clone


def first_start(folder, *before, **options):
    command = [*before, sys.executable, folder / "uptown", "run"]
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_the_first_start_on_a_full_disk_says_so(fresh_clone):
    full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731

    done = first_start(fresh_clone, preexec_fn=full)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().startswith(f"Uptown can’t write in {fresh_clone} (File too large).")
    assert "online" not in done.stderr


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a folder")
def test_the_first_start_on_a_read_only_disk_says_so(fresh_clone):
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        pytest.skip("nothing may be mounted here")

    done = first_start(fresh_clone, "unshare", "--mount", "sh", "-c", READ_ONLY, fresh_clone)

    assert done.stderr.strip().startswith(f"Uptown can’t write in {fresh_clone} (Read-only file system).")


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full: make room in"),
        ("Could not find a version that satisfies the requirement", "Is this machine online?"),
    ],
)
def test_packages_that_cannot_be_installed_are_said_with_their_cause(fresh_clone, says, why):
    python = fresh_clone / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\n[ "$3" = --version ] || {{ echo "{says}" >&2; exit 1; }}\n')
    python.chmod(0o755)

    done = first_start(fresh_clone)

    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"Uptown’s requirements could not be installed. {why}")
