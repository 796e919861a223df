"""Run the scripts' unit tests, ``*.test.js`` in this folder, with Node's test runner."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import services


def test_the_scripts_pass_their_unit_tests(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--quick") and shutil.which("node") is None:
        pytest.skip("Node isn't on this machine. ./uptown test fetches it on Debian; elsewhere, install it.")
    node = services.find("node", package="nodejs")
    files = sorted(Path(__file__).parent.glob("*.test.js"))

    done = subprocess.run(
        [node, "--test", *files], capture_output=True, text=True, env={**os.environ, **services.libraries()}
    )

    assert (len(files), done.returncode) == (3, 0), done.stdout + done.stderr
