"""Django's commands in processes of their own, without the second that each start takes to import Django.

One process imports what they all need, and each is forked from it before it has read any settings.
"""

import contextlib
import multiprocessing
import os
import pkgutil
import resource
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import rules
import simulation

HOUSE = Path(__file__).resolve().parent.parent
# Nothing of these asks for the settings when it is imported; those are each command's own.
IMPORTED = [
    "a2wsgi", "allauth", "brotli", "celery", "charset_normalizer", "cryptography.x509",
    "csp.constants", "dj_database_url", "django.test", "django.contrib.auth.hashers",
    "django.contrib.staticfiles.finders", "django.core.handlers.wsgi", "django.core.management",
    "django.db.models", "django.forms", "django.template.loader", "django.views.generic",
    "django_htmx.middleware", "fido2.webauthn", "httptools", "httpx", "lxml.html", "markdown_it", "openpyxl",
    "openskill.models", "PIL.Image", "pydantic", "rcssmin", "redis.asyncio", "rehearsal.browser", "rustworkx",
    "segno", "uvicorn.main", "uvloop", "whitenoise",
    *(
        module.name
        for package in (rules, simulation)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ),
]  # fmt: skip

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(IMPORTED)


class Command:
    """``manage.py`` with these words and this environment, running; what it says goes into files."""

    def __init__(
        self,
        words: list[str],
        environment: Mapping[str, str],
        out: Path,
        errors: Path,
        has_room: bool = True,
    ) -> None:
        told = (words, dict(environment), str(out), str(errors), has_room)
        self._process = _context.Process(target=_run, args=told)
        self._process.start()

    @property
    def code(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int | None:
        """How it ended, once it has; None if it took longer."""
        self._process.join(seconds)
        return self._process.exitcode

    def interrupt(self) -> None:
        """End it as Ctrl-C would."""
        if self.code is None:
            os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.join()


class Fresh(Command):
    """The same, started as a person would: for a server that starts other processes."""

    def __init__(self, words: list[str], environment: Mapping[str, str], out: Path, errors: Path) -> None:
        with out.open("a") as said, errors.open("a") as wrong:
            self._started = subprocess.Popen(
                [sys.executable, "manage.py", *words], cwd=HOUSE, env=environment, stdout=said, stderr=wrong
            )

    @property
    def code(self) -> int | None:
        """How it ended; None while it runs."""
        return self._started.poll()

    def wait(self, seconds: float | None = None) -> int | None:
        """How it ended, once it has; None if it took longer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._started.wait(seconds)
        return self.code

    def interrupt(self) -> None:
        """End it as Ctrl-C would."""
        self._started.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End it at once."""
        self._started.kill()
        self._started.wait()


def _run(
    words: list[str],
    environment: dict[str, str],
    out: str,
    errors: str,
    has_room: bool,
) -> None:
    for name, stream in ((out, sys.stdout), (errors, sys.stderr)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, stream.fileno())
        stream.reconfigure(line_buffering=True)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(HOUSE)
    sys.argv = ["manage.py", *words]
    if not has_room:
        # No file takes another byte, as on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    runpy.run_path("manage.py", run_name="__main__")
