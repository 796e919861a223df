"""The suites, two of which run at the same time: what is shown of them, and how they end."""

import signal
import time

import pytest

from tests import everything

# Pytest by itself: neither the house's settings nor its plugins.
BARE = ["-c", "/dev/null", "-p", "no:django", "-p", "no:cacheprovider"]


def suite_of(folder, test):
    """A suite of this one test."""
    (folder / "test_it.py").write_text(test)
    return [*BARE, str(folder / "test_it.py")]


def test_what_a_suite_says_beside_another_comes_after_it_under_its_own_heading(tmp_path, capfd):
    failing = suite_of(tmp_path, "def test_cards():\n    assert 'a misdeal' == ''")

    with everything.beside("On paper", failing) as suite:
        everything.shown("In the hall", [*BARE, "--help"])

    before, _, after = capfd.readouterr().out.partition("\n=== On paper\n")
    assert suite.returncode == pytest.ExitCode.TESTS_FAILED
    assert ("=== In the hall" in before, "1 failed" in before) == (True, False)
    assert ("=== In the hall" in after, "1 failed" in after) == (False, True)


def test_interrupted_no_suite_is_left_and_what_it_said_is_shown(tmp_path, capfd):
    begun = tmp_path / "begun"
    lasting = (
        f"import pathlib, time\ndef test_it():\n    pathlib.Path({str(begun)!r}).touch(); time.sleep(600)"
    )

    with (
        pytest.raises(KeyboardInterrupt),
        everything.beside("On paper", suite_of(tmp_path, lasting)) as suite,
    ):
        while not begun.exists():
            time.sleep(0.05)
        suite.send_signal(signal.SIGINT)
        raise KeyboardInterrupt

    assert suite.returncode is not None
    assert capfd.readouterr().out.startswith("\n=== On paper\n")


@pytest.mark.slow
@pytest.mark.scaled
def test_what_is_asked_goes_to_every_suite_and_each_that_fails_is_named(capfd):
    code = everything.main(["--no-such-option"])

    said = capfd.readouterr()
    assert code == 1
    assert (said.out + said.err).count("unrecognized arguments: --no-such-option") == 3
    assert said.out.endswith("\nFailed: On SQLite; On PostgreSQL and Redis; In Chromium.\n")
