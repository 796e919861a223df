"""A command that can't run ends with a sentence, never with a traceback."""

import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.conftest import ROOT, environment_of


def manage(folder, *words, **more):
    """Run the command on a folder without a database."""
    environment = environment_of(folder) | more
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--event", "nope"],
        pytest.param(["links"], marks=pytest.mark.long),
        pytest.param(["demo"], marks=pytest.mark.long),
        pytest.param(["clearsessions"], marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_on_a_fresh_folder_a_command_says_that_there_is_no_database(words, tmp_path):
    done = manage(tmp_path, *words)

    assert done.returncode == 1
    assert done.stderr.startswith("The database can’t be used: no such table")
    assert "./uptown run makes one" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_on_a_fresh_folder_a_season_is_drawn(tmp_path):
    (tmp_path / "teams.csv").write_text("".join(f"Team {n}\n" for n in range(1, 21)))
    done = manage(tmp_path, "draw_season", "--league", "Tuesday", "--teams", str(tmp_path / "teams.csv"))

    assert (done.returncode, done.stdout.count("\n")) == (0, 1 + 9 * 20)


HUGE = "9" * 5_000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "--teams", "100000"], "A day of more than 1,000 teams or tables isn’t simulated"),
        (["simulate", "--tables", "9" * 30], "A day of more than 1,000 teams or tables isn’t simulated"),
        (["simulate", "--days", "0"], "a whole number from 1 to 100,000"),
        (["simulate", "--days", HUGE], "a whole number from 1 to 100,000"),
        (["serve", "--port", "70000"], "a whole number from 0 to 65,535"),
        (["serve", "--port", "-1"], "a whole number from 0 to 65,535"),
        (["serve", "--port", "http"], "a whole number from 0 to 65,535"),
        (["serve", "--workers", "100000"], "a whole number from 0 to 256"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_size_beyond_reason_is_refused_at_once(words, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command(*words, stdout=StringIO())
