"""The secret file beside the database, and who may read it."""

import os

from config.secret import kept_secret, private_folder


def test_only_the_owner_reads_the_files_beside_the_database(tmp_path):
    before = os.umask(0)
    os.umask(before)
    old = tmp_path / "uptown.sqlite3"
    old.touch(0o644)
    old.chmod(0o644)
    try:
        private_folder(tmp_path)
        (tmp_path / "uptown.sqlite3-wal").touch()
        kept_secret(tmp_path / "secret-key")
    finally:
        os.umask(before)

    assert {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()} == {
        "uptown.sqlite3": "0o600",
        "uptown.sqlite3-wal": "0o600",
        "secret-key": "0o600",
    }
