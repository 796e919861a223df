"""The suites: what is shown of them, and how they end."""

import signal
import time

import pytest

from tests import everything

pytestmark = pytest.mark.slow

# Pytest by itself: neither the house's settings nor its plugins.
BARE = ["-c", "/dev/null", "-p", "no:django", "-p", "no:cacheprovider"]


def suite_of(folder, test):
    """A suite of this one test."""
    (folder / "test_it.py").write_text(test)
    return [*BARE, str(folder / "test_it.py")]


def test_what_a_suite_says_comes_under_its_own_heading(tmp_path, capfd):
    code = everything.shown("On paper", suite_of(tmp_path, "def test_cards():\n    assert 'a misdeal' == ''"))

    said = capfd.readouterr().out
    assert code == pytest.ExitCode.TESTS_FAILED
    assert said.startswith("\n=== On paper\n")
    assert "1 failed" in said


def test_interrupted_no_suite_is_left(tmp_path, monkeypatch):
    # Whoever was started in the background, and so were all its children, never hears of a Ctrl-C.
    monkeypatch.setattr(everything, "PATIENCE", 2)
    begun = tmp_path / "begun"
    lasting = (
        f"import pathlib, time\ndef test_it():\n    pathlib.Path({str(begun)!r}).touch(); time.sleep(600)"
    )

    with (
        pytest.raises(KeyboardInterrupt),
        everything.started(suite_of(tmp_path, lasting)) as suite,
    ):
        while not begun.exists():
            time.sleep(0.05)
        suite.send_signal(signal.SIGINT)
        raise KeyboardInterrupt

    assert suite.returncode is not None


@pytest.mark.slow
@pytest.mark.scaled
def test_what_is_asked_goes_to_every_suite_and_each_that_fails_is_named(capfd):
    code = everything.main(["--no-such-option"])

    said = capfd.readouterr()
    assert code == 1
    assert (said.out + said.err).count("unrecognized arguments: --no-such-option") == 3
    assert said.out.endswith("\nFailed: On SQLite; On PostgreSQL and Redis; In Chromium.\n")
