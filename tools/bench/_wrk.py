"""Load by ``wrk``, a standard load generator, which is fetched like the other programs."""

import os
import re
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from config.services import find, libraries

LONGEST = 3_600
PATIENCE = 30
"""The seconds after which a request without an answer is an error."""


def _command(address: str, connections: int, seconds: float, headers: Mapping[str, str]) -> list[str | Path]:
    options = [f"-c{connections}", "-t1", f"-d{seconds:.0f}s", f"--timeout={PATIENCE}s"]
    for name, value in headers.items():
        options += ["-H", f"{name}: {value}"]
    return [find("wrk", package="wrk"), *options, address]


def rate_of(address: str, *, connections: int, seconds: float, headers: Mapping[str, str]) -> float:
    """The responses a second. Every one must be a success."""
    sent = {"Accept-Encoding": "gzip, br", **headers}
    done = subprocess.run(
        _command(address, connections, seconds, sent),
        env={**os.environ, **libraries()},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.search(r"Requests/sec:\s+([\d.]+)", done)
    assert found, done
    assert not re.search("Non-2xx|Socket errors", done), f"{address}:\n{done}"
    return float(found[1])


class Flood:
    """Requests without end, made up by a script in Lua, until the block ends."""

    def __init__(self, port: int, script: str, connections: int) -> None:
        self._address, self._script, self._connections = f"http://127.0.0.1:{port}", script, connections

    def __enter__(self) -> "Flood":
        with NamedTemporaryFile("w", suffix=".lua", delete=False) as file:
            file.write(self._script)
        self._file = Path(file.name)
        command = _command(self._address, self._connections, LONGEST, {})
        self._process = subprocess.Popen(
            [*command, "-s", self._file], env={**os.environ, **libraries()}, stdout=subprocess.DEVNULL
        )
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._file.unlink()
