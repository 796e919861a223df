"""An unreadable setting ends the start with one sentence."""

import pytest

from config.environment import grip_key, number, postgres, redis


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("hall.example/uptown", "can't be read"),
        ("postgrass://uptown@hall.example/uptown", "can't be read"),
        ("postgres://uptown@hall.example:many/uptown", "can't be read"),
        ("mysql://uptown@hall.example/uptown", "must lead to PostgreSQL"),
        ("sqlite:///uptown.sqlite3", "must lead to PostgreSQL"),
        ("postgres://uptown@hall.example", "names no database"),
    ],
)
def test_an_address_that_leads_to_no_postgresql_is_refused_without_its_password(monkeypatch, url, sentence):
    monkeypatch.setenv("REPLICA_URL", url.replace("uptown@", "uptown:hush@"))

    with pytest.raises(SystemExit, match=f"REPLICA_URL {sentence}") as refused:
        postgres("REPLICA_URL")

    assert "hush" not in str(refused.value)


def test_an_address_that_leads_to_no_redis_is_refused():
    with pytest.raises(SystemExit, match="REDIS_URL can't be read"):
        redis("hall.example:6379")


@pytest.mark.parametrize("text", ["many", "-1", "1.5"])
def test_a_number_of_days_or_minutes_that_is_none_is_refused(monkeypatch, text):
    monkeypatch.setenv("UPTOWN_BACKUP_DAYS", text)

    with pytest.raises(SystemExit, match="UPTOWN_BACKUP_DAYS must be a whole number"):
        number("UPTOWN_BACKUP_DAYS", 14)


@pytest.mark.parametrize(
    ("key", "url", "sentence"),
    [("short", "redis://hall.example", "at least 32 characters"), ("k" * 32, "", "REDIS_URL isn't")],
)
def test_a_key_of_pushpin_that_is_short_or_without_redis_is_refused(key, url, sentence):
    with pytest.raises(SystemExit, match=sentence):
        grip_key(key, url)
