"""``./uptown wide``: what it starts, and its one sentence on a system that lacks something."""

import argparse
import os

import pytest

from config import debian, services
from config.programs import Programs
from server.jobs import Queue
from tools.wide.__main__ import QUEUES, _begin_all


def test_every_queue_has_a_worker():
    assert set(QUEUES) == set(Queue)


@pytest.fixture
def bare(monkeypatch):
    """A system on which nothing is installed."""
    services.find.cache_clear()
    monkeypatch.setattr(services, "look_for", lambda program: None)
    yield
    services.find.cache_clear()


def test_what_this_system_lacks_is_said_before_anything_starts(bare, monkeypatch, tmp_path):
    def unpack(packages, folder):
        raise debian.NotAvailable(f"E: Unable to locate package {packages[0]}")

    monkeypatch.setattr(debian, "unpack", unpack)
    programs = Programs()

    with pytest.raises(debian.NotAvailable, match="didn’t start: haproxy is not here and can’t be fetched"):
        _begin_all(argparse.Namespace(), [], programs, tmp_path)

    assert ([*programs], [*tmp_path.iterdir()]) == ([], [])


def test_unpacked_programs_are_executable_by_others_despite_the_umask(monkeypatch, tmp_path):
    monkeypatch.setattr(
        debian, "_run", lambda *words, **more: debian.subprocess.CompletedProcess(words, 0, "", "")
    )
    monkeypatch.setattr(debian, "have_apt", lambda: True)
    before = os.umask(0o077)
    try:
        folder = debian.unpack(["haproxy"], tmp_path / "haproxy")
        assert os.umask(0o077) == 0o077
    finally:
        os.umask(before)

    assert folder.stat().st_mode & 0o777 == 0o755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts servers as another user")
def test_root_reads_that_its_own_folder_is_closed_to_servers(tmp_path):
    (program := tmp_path / "closed" / "haproxy").parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    program.parent.chmod(0o700)

    with pytest.raises(debian.NotAvailable, match="such as /opt/uptown, or start it as an ordinary user"):
        services.check_reach(program)
