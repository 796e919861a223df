"""The operator's settings: each value is understood, or refused with one sentence before anything starts."""

import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest

from config.environment import TABLE, check, unknown, value
from tests.conftest import ROOT, environment_of

A_KEY = "8f14e45fceea167a5a36dedd4bea2543"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch):
    for name in TABLE:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        *[("UPTOWN_HTTPS", yes, True) for yes in ("1", "yes", "true", "on", "True", "ON", " Yes ")],
        *[("UPTOWN_HTTPS", no, False) for no in ("0", "no", "false", "off", "Off", "", " ")],
        ("EMAIL_USE_TLS", "True", True),
        ("EMAIL_USE_TLS", "false", False),
        ("UPTOWN_LINK_DAYS", " 7 ", 7),
        ("UPTOWN_LOGS", "JSON", "json"),
        ("UPTOWN_HOSTS", "", ["*"]),
        ("UPTOWN_HOSTS", "hall.example, 127.0.0.1", ["hall.example", "127.0.0.1"]),
        ("UPTOWN_HOSTS", "hall.example 10.0.0.7,", ["hall.example", "10.0.0.7"]),
        ("UPTOWN_HOSTS", "::1 [::1] .hall.example *", ["[::1]", "[::1]", ".hall.example", "*"]),
        ("UPTOWN_ADDRESS", "https://hall.example:8000/", "https://hall.example:8000"),
        ("UPTOWN_HALL", "http://{}:8000", "http://{}:8000"),
        (
            "UPTOWN_ORIGINS",
            "https://a.example, https://b.example/",
            ["https://a.example", "https://b.example"],
        ),
        ("UPTOWN_PROXIES", "127.0.0.1, 10.0.0.0/8", ["127.0.0.1", "10.0.0.0/8"]),
        ("UPTOWN_METRICS_NETWORKS", "10.0.0.0/8", [ip_network("10.0.0.0/8")]),
        ("UPTOWN_DATA", "~/x", Path.home().resolve() / "x"),
        ("UPTOWN_DATA", "var/../hall", ROOT / "hall"),
        ("UPTOWN_BACKUPS", "/media/my stick", Path("/media/my stick")),
        ("UPTOWN_SECRET_KEY", A_KEY, A_KEY),
        ("EMAIL_HOST_PASSWORD", " with spaces ", " with spaces "),
        (
            "DATABASE_URL",
            "postgres://u@%2Frun%2Fpostgresql/uptown",
            "postgres://u@%2Frun%2Fpostgresql/uptown",
        ),
        ("REDIS_URL", "unix:///run/redis.sock?db=0", "unix:///run/redis.sock?db=0"),
        ("HOST", "::", "::"),
    ],
)
def test_what_an_operator_may_write(monkeypatch, name, text, read):
    monkeypatch.setenv(name, text)

    assert value(name) == read


@pytest.mark.parametrize(
    ("name", "text", "must_be"),
    [
        ("UPTOWN_HTTPS", "maybe", "yes or no"),
        ("EMAIL_USE_TLS", "starttls", "yes or no"),
        *[("UPTOWN_BACKUP_DAYS", text, "a whole number") for text in ("many", "-1", "1.5", "0", "9" * 30)],
        ("UPTOWN_LINK_DAYS", "9999999999", "a whole number from 0 to 36,500"),
        ("UPTOWN_BACKUP_MINUTES", "10000000", "a whole number from 1 to 10,080"),
        ("PORT", "http", "a whole number from 0 to 65,535"),
        ("HOST", "http://0.0.0.0", "an address without http://"),
        ("EMAIL_HOST", "mail.example.org:25", "the name of a computer without its port"),
        ("UPTOWN_HOSTS", "https://hall.example", "names without https://"),
        ("UPTOWN_HOSTS", "hall.example:8000", "names without https:// and port"),
        ("UPTOWN_ADDRESS", "hall.example:8000", "an address that begins with https://"),
        ("UPTOWN_ADDRESS", "https://hall.example:many", "an address that begins with https://"),
        ("UPTOWN_ADDRESS", "https://hall example", "an address that begins with https://"),
        ("UPTOWN_ORIGINS", "https://a.example,b.example", "addresses that begin with https://"),
        ("UPTOWN_OIDC_SERVER", "accounts.google.com", "an address that begins with https://"),
        ("UPTOWN_PROXIES", "caddy", "the proxies’ own addresses"),
        ("UPTOWN_METRICS_NETWORKS", "10.0.0.1/8", "networks"),
        ("UPTOWN_DATA", "~nobody-of-this-name/x", "the path of a file or folder"),
        ("UPTOWN_LOGS", "xml", "one of: line, json"),
        ("DEFAULT_FROM_EMAIL", "Uptown", "an e-mail address"),
        ("UPTOWN_TEXT_FIELDS", "to={to}", "the fields of a form"),
        ("UPTOWN_TEXT_IN", "a/word", "letters, digits"),
    ],
)
def test_a_value_that_is_none_of_its_kind_is_refused(monkeypatch, name, text, must_be):
    monkeypatch.setenv(name, text)

    with pytest.raises(SystemExit) as refused:
        check()

    assert str(refused.value).startswith(f"{name} must be {must_be}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "must_be"),
    [
        *[
            (name, text, "PostgreSQL’s address")
            for name in ("DATABASE_URL", "REPLICA_URL", "PGBOUNCER_URL")
            for text in (
                "hall.example/hush",
                "postgrass://uptown:hush@hall.example/uptown",
                "postgres://uptown:hush@hall.example:many/uptown",
                "postgres://uptown:hu[sh@hall.example/uptown",
                "mysql://uptown:hush@hall.example/uptown",
                "sqlite:///hush.sqlite3",
                "postgres://uptown:hush@hall.example",
            )
        ],
        ("REDIS_URL", "hush@hall.example:6379", "Redis’ address"),
        ("SENTRY_DSN", "felt and hush", "a DSN"),
        ("SENTRY_DSN", "https://hush@sentry.example/", "a DSN"),
        ("UPTOWN_TEXT_URL", "me:hush@gateway.example", "an address that begins with https://"),
    ],
)
def test_a_refused_value_that_may_have_a_password_is_not_shown(monkeypatch, name, text, must_be):
    monkeypatch.setenv(name, text)

    with pytest.raises(SystemExit, match=f"{name} must be {must_be}") as refused:
        value(name)

    assert "hu" not in str(refused.value)


@pytest.mark.parametrize(
    "key",
    [
        "a",
        "uptown",
        "a" * 64,
        "abcd1234" * 8,
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "django-insecure-3m!x0q7vk2v@p9s8w_c+1",
        "changeme-8f14e45fceea167a5a36dedd4bea",
        "your-secret-key-here-your-own-8f14e45f",
    ],
)
def test_a_key_that_can_be_guessed_is_refused_and_not_shown(monkeypatch, key):
    monkeypatch.setenv("UPTOWN_SECRET_KEY", key)

    with pytest.raises(
        SystemExit, match="UPTOWN_SECRET_KEY must be 32 characters or more that nobody can guess"
    ) as refused:
        value("UPTOWN_SECRET_KEY")

    assert key == "a" or key not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "needed"),
    [
        ("PGBOUNCER_URL", "postgres://127.0.0.1:6432/uptown", "DATABASE_URL"),
        ("REPLICA_URL", "postgres://replica.example/uptown", "DATABASE_URL"),
        ("REDIS_URL", "redis://hall.example", "DATABASE_URL"),
        ("UPTOWN_OIDC_SERVER", "https://accounts.google.com", "UPTOWN_OIDC_CLIENT"),
    ],
)
def test_a_setting_that_does_nothing_without_another_is_refused(monkeypatch, name, text, needed):
    monkeypatch.setenv(name, text)
    check(brought={needed})

    with pytest.raises(SystemExit, match=f"{name} is set, but {needed} isn’t"):
        check()


def test_a_name_that_is_no_setting_is_named_with_the_nearest():
    names = [
        "UPTOWN_BACKUPZ",
        "UPTOWN_HTTP",
        "UPTOWN_COLOR_OF_THE_FELT",
        "UPTOWN_NAME",
        "PATH",
        "UPTOWN_DATA",
    ]

    assert unknown(dict.fromkeys(names, "1")) == [
        "Uptown has no setting UPTOWN_BACKUPZ, so it changes nothing. Did you mean UPTOWN_BACKUPS?",
        "Uptown has no setting UPTOWN_COLOR_OF_THE_FELT, so it changes nothing. All settings are in "
        "docs/operator.md.",
        "Uptown has no setting UPTOWN_HTTP, so it changes nothing. Did you mean UPTOWN_HTTPS?",
    ]


@pytest.mark.parametrize(
    "words", [["uptown", "run"], ["uptown", "scale"], ["manage.py", "serve"]], ids=" ".join
)
def test_each_wrong_setting_is_a_sentence_before_anything_starts(tmp_path, words):
    wrong = {"UPTOWN_DATA": str(tmp_path / "data"), "UPTOWN_HTTPS": "maybe", "UPTOWN_SECRET_KEY": "a"}

    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment_of(tmp_path) | wrong,
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert [line.partition(" must be ")[0] for line in done.stderr.splitlines()] == list(wrong)[:0:-1]
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_a_misspelled_setting_is_a_warning_and_the_command_goes_on(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", "print('goes on')"],
        cwd=ROOT,
        env=environment_of(tmp_path) | {"UPTOWN_BACKUPZ": "/media/stick"},
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (0, "goes on\n")
    assert done.stderr.startswith("Uptown has no setting UPTOWN_BACKUPZ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "encrypted"),
    [
        ({}, (False, True)),
        ({"EMAIL_USE_TLS": "True"}, (False, True)),
        ({"EMAIL_PORT": "465"}, (True, False)),
        ({"EMAIL_USE_SSL": "yes"}, (True, False)),
        ({"EMAIL_USE_TLS": "off"}, (False, False)),
    ],
)
def test_mail_goes_out_encrypted_unless_somebody_says_no(tmp_path, more, encrypted):
    look = "from config import settings as s; print((s.EMAIL_USE_SSL, s.EMAIL_USE_TLS))"
    done = subprocess.run(
        [sys.executable, "-c", look],
        cwd=ROOT,
        env=environment_of(tmp_path) | more,
        capture_output=True,
        text=True,
    )

    assert done.stdout.strip() == str(encrypted)
