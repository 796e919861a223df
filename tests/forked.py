"""Django's commands in child processes, without the second that importing Django takes at each start.

A fork server imports what they all need; each command is forked from it and then reads its settings.
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

ROOT = Path(__file__).resolve().parent.parent
# None of these reads the settings on import; each command has its own settings.
IMPORTED = [
    "a2wsgi", "allauth", "brotli", "celery", "charset_normalizer", "cryptography.x509",
    "csp.constants", "dj_database_url", "django.test", "django.contrib.auth.hashers",
    "django.contrib.staticfiles.finders", "django.core.handlers.wsgi", "django.core.management",
    "django.db.models", "django.forms", "django.template.loader", "django.views.generic",
    "django_htmx.middleware", "fido2.webauthn", "httptools", "httpx", "lxml.html", "markdown_it", "openpyxl",
    "openskill.models", "PIL.Image", "pydantic", "rcssmin", "redis.asyncio", "rustworkx", "segno",
    "tools.rehearsal.browser", "uvicorn.main", "uvloop", "whitenoise",
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
    """A running ``manage.py`` with these arguments and environment; its output goes into files."""

    def __init__(
        self,
        words: list[str],
        environment: Mapping[str, str],
        out: Path,
        errors: Path,
        has_room: bool = True,
    ) -> None:
        arguments = (words, dict(environment), str(out), str(errors), has_room)
        self._process = _context.Process(target=_run, args=arguments)
        self._process.start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int | None:
        """Wait for the exit code; None after ``seconds``."""
        self._process.join(seconds)
        return self._process.exitcode

    def interrupt(self) -> None:
        """Interrupt it, as Ctrl-C would."""
        if self.code is None:
            os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.join()


class Fresh(Command):
    """A command in a new interpreter, as a person starts it: for a server that starts other processes."""

    def __init__(self, words: list[str], environment: Mapping[str, str], out: Path, errors: Path) -> None:
        with out.open("a") as output, errors.open("a") as wrong:
            self._started = subprocess.Popen(
                [sys.executable, "manage.py", *words],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=wrong,
            )

    @property
    def pid(self) -> int:
        return self._started.pid

    @property
    def code(self) -> int | None:
        return self._started.poll()

    def wait(self, seconds: float | None = None) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._started.wait(seconds)
        return self.code

    def interrupt(self) -> None:
        self._started.send_signal(signal.SIGINT)

    def kill(self) -> None:
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
    os.chdir(ROOT)
    sys.argv = ["manage.py", *words]
    if not has_room:
        # No file can grow, as on a full disk.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    runpy.run_path("manage.py", run_name="__main__")
