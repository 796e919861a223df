"""The server under https, which lets phones cache pages."""

import asyncio
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from server.management.commands.serve import _listen
from tests.conftest import ROOT, _first_words, begin_with_empty_tables, environment_of, served
from tests.forked import Fresh
from tests.server.world import in_event_loop

OPENSSL = shutil.which("openssl")


@pytest.mark.parametrize(
    ("words", "is_scaled", "sentence"),
    [
        (["--workers", "0"], True, "one process at least"),
        (["--workers", "2"], False, "set DATABASE_URL and REDIS_URL"),
        (["--workers", "2", "--certificate", __file__], True, "leave the certificate to it"),
        (["--certificate", "hall.pem"], True, "There is no file hall"),
    ],
)
def test_nothing_is_served_without_what_it_needs(words, is_scaled, sentence, settings):
    settings.TICKS_ITSELF = not is_scaled

    with pytest.raises(CommandError, match=sentence):
        call_command("serve", "--port", "0", *words, stdout=StringIO())


@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.parametrize(
    "signals",
    [
        pytest.param([signal.SIGINT] * 3, id="Ctrl-C three times"),
        pytest.param([signal.SIGHUP], id="the terminal is closed"),
        pytest.param([signal.SIGTERM], id="the service ends"),
    ],
)
def test_it_ends_with_one_sentence(tmp_path, signals):
    data, log = tmp_path / "data", tmp_path / "log"
    begin_with_empty_tables(data)
    server = Fresh(["serve", "--port", "0", "--no-demo"], environment_of(data), log, log)
    before = _first_words(server, log)

    for each in signals:
        os.kill(server.pid, each)
        time.sleep(0.05)

    assert server.wait(60) == 0
    assert log.read_text().removeprefix(before).strip() == "Uptown has ended. Everything is saved."


@pytest.mark.slow
@pytest.mark.parametrize("https", ["", "1"], ids=["in the hall's network", "behind a proxy"])
def test_nothing_is_said_against_the_settings_that_serve(tmp_path, https):
    words = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    environment = environment_of(tmp_path) | {"UPTOWN_HTTPS": https}

    checked = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert checked.returncode == 0, checked.stderr


def test_a_taken_port_is_said_in_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with pytest.raises(CommandError, match=f"port {port} .* Is it running already?"):
            call_command("serve", "--port", port, stdout=StringIO())


@in_event_loop
async def test_an_answers_body_does_not_wait_behind_its_head():
    met = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(
        lambda _, connection: met.set_result(connection.get_extra_info("socket")),
        sock=_listen("127.0.0.1", 0),
    )

    async with server:
        _, connection = await asyncio.open_connection(*server.sockets[0].getsockname())
        assert (await met).getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        connection.close()


@pytest.mark.slow
@pytest.mark.embedded
@pytest.mark.skipif(OPENSSL is None, reason="makes its certificate with openssl")
def test_with_a_certificate_the_pages_come_under_https(tmp_path):
    make = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout hall.key -out hall.pem"
    subprocess.run([OPENSSL, *make.split()], cwd=tmp_path, check=True, capture_output=True)
    seal = ["--certificate", str(tmp_path / "hall.pem"), "--certificate-key", str(tmp_path / "hall.key")]

    with served(tmp_path / "data", "--no-demo", *seal) as site:
        trusting = ssl._create_unverified_context()
        answer = urllib.request.urlopen(f"{site.address}/code/", context=trusting)

    assert site.address.startswith("https:")
    assert answer.status == 200
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"] == "max-age=2592000"
