"""A full or read-only disk: every URL and every command responds with a sentence."""

import contextlib
import os
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client

from tests import build
from tests.attacks.addresses import ALL, real
from tests.attacks.forms import BY_HAND, FIELDS
from tests.conftest import begin_with_empty_tables, environment_of
from tests.forked import Command
from tests.pages.reading import words
from tournament.log.log_chain import broken_links

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WRITES = ("INSERT", "UPDATE", "DELETE")
TYPED = {
    "bidder": "NS", "bid": "4 uptown", "books": "10", "sequence": "2", "reason": "A slip", "why": "A slip",
    "name": "Kitty Cats", "player": "Mo B", "player_1": "Ann", "player_2": "Bo", "amount": "5",
    "method": "cash", "role": "desk", "username": "ann", "password": "a short sentence", "code": "123456",
    "shown": "15:30", "speed": "1", "minutes": "5", "is_head": "on", "sign_up": "closed", "forfeited_by": "",
}  # fmt: skip


@contextlib.contextmanager
def nothing_is_written():
    """Refuse each SQL statement that writes, as SQLite and PostgreSQL would."""

    def refuse(execute, sql, params, many, context):
        if sql.lstrip().upper().startswith(WRITES):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.long_on_both
def test_every_address_answers_in_a_sentence_and_nothing_is_written(hall):
    client, event, numbers = hall
    ids = ("hand_id", "key", "report_id", "ruling_id")
    fields = {**dict.fromkeys([*BY_HAND, *FIELDS], ""), **TYPED, **{name: str(uuid4()) for name in ids}}
    answers = {}

    for address, _ in ALL:
        target = real(address, numbers)
        for browser in (client, Client(REMOTE_ADDR="203.0.113.9")):
            with build.undone(client), nothing_is_written():
                answers[f"GET {target}", browser is client] = browser.get(target)
                answers[f"POST {target}", browser is client] = browser.post(target, fields)

    unsaid = [
        what
        for what, answer in answers.items()
        if answer.status_code >= 500 and not (answer.status_code == 503 and "in a minute" in words(answer))
    ]
    refused = [what for what, answer in answers.items() if answer.status_code == 503]
    assert unsaid == []
    assert len(refused) > 25
    assert broken_links(event) == []


@pytest.mark.both
def test_health_says_that_nothing_can_be_written(capsys):
    with nothing_is_written(), pytest.raises(CommandError, match="Not everything"):
        call_command("health")

    assert "✗ Database: it" in capsys.readouterr().out


def manage(data, *command, full):
    """Run a command where nothing can be written; returns its exit code and its output."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = Path(folder) / "said"
        os.mkfifo(pipe)  # A pipe accepts output when no file does.
        running = Command(list(command), environment_of(data), pipe, pipe, has_room=not full)
        output = pipe.read_text()
        return running.wait(120), output


# One command of each kind. manage.py prints the sentence for all of them; ``--long`` runs the others.
COMMANDS = ["serve --port 0", "health", "backup", "restore a-copy", "integrity"]
OTHERS = ["serve --port 0 --no-demo", "demo", "links", "migrate", "simulate --days 1"]
# What an operator runs before there is a database.
AT_FIRST, OTHERS_AT_FIRST = ["serve --port 0"], ["migrate", "restore a-copy"]
READS_ALONE = {"integrity", "simulate", "links"}


@pytest.mark.embedded
def test_every_command_says_in_a_sentence_that_nothing_can_be_written(tmp_path, subtests, longer):
    played, copies = tmp_path / "played", tmp_path / "played" / "backups"
    begin_with_empty_tables(played)
    assert manage(played, "backup", full=False)[0] == 0
    (copy,) = copies.glob("*.sqlite3")

    fresh = tmp_path / "fresh"
    for folder, commands, others in ((played, COMMANDS, OTHERS), (fresh, AT_FIRST, OTHERS_AT_FIRST)):
        for command in commands + (others if longer > 1 else []):
            with subtests.test(folder=folder.name, command=command):
                name, *words = command.replace("a-copy", str(copy)).split()
                code, output = manage(folder, name, *words, full=True)
                assert "Traceback" not in output
                assert code != 0 or name in READS_ALONE
                assert code == 0 or output.strip()


@pytest.mark.embedded
@pytest.mark.parametrize("folder", ["/sys", "/proc/none"])
def test_a_folder_that_may_only_be_read_is_named_in_one_sentence(folder):
    if not os.path.isdir("/sys"):
        pytest.skip("Linux has a folder that not even root writes in.")

    code, output = manage(folder, "serve", "--port", "0", full=False)

    assert code == 1
    assert output.startswith(f"Uptown can’t write in {folder} (")
    assert output.count("\n") == 1
