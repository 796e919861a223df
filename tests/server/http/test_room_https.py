"""Local https: a phone that trusts the computer gets pages over it, and trusts no other server."""

import re
import ssl
import urllib.request
from datetime import timedelta
from urllib.error import URLError

import pytest
from cryptography import x509
from django.core.management import CommandError
from django.test import Client
from django.utils import timezone

from server.https import certificate
from tests.conftest import served


@pytest.fixture
def authority(settings, tmp_path):
    settings.AUTHORITY = tmp_path / "https" / "authority.crt"
    return settings.AUTHORITY


def test_the_authority_is_renewed_and_vouches_only_for_private_networks(authority):
    now, found = timezone.now(), []
    for address, days in (("192.168.1.5", -3600), ("192.168.1.5", 0), ("10.0.0.7", 200)):
        own = certificate([address], now + timedelta(days=days)).read_bytes()
        found.append((own, authority.read_bytes()))

    (_, old), (first, kept), (second, still_kept) = found
    assert old != kept == still_kept
    assert first != second
    limits = x509.load_der_x509_certificate(kept).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert {"local", "localhost"} == {
        each.value for each in limits.value.permitted_subtrees if isinstance(each, x509.DNSName)
    }
    assert {path.stat().st_mode & 0o077 for path in authority.parent.glob("*.pem")} == {0}


def test_an_address_of_the_internet_gets_none(authority):
    with pytest.raises(CommandError, match=r"203\.0\.113\.9 is no address of one"):
        certificate(["203.0.113.9"], timezone.now())


@pytest.mark.django_db
def test_without_https_there_is_nothing_to_trust():
    assert Client().get("/trust/").status_code == 404
    assert "Pages without a signal" not in Client().get("/code/").content.decode()


@pytest.mark.slow
@pytest.mark.embedded
def test_http_and_https_serve_the_same_hall_and_end_together(tmp_path):
    with served(tmp_path / "data", "--no-demo", "--https") as site:
        secure = re.search(r"https://[\d.:]+", site.output).group()
        guide = urllib.request.urlopen(f"{site.address}/trust/").read().decode()
        with urllib.request.urlopen(f"{site.address}/trust/uptown.crt") as given:
            kind, found = given.headers["Content-Type"], given.read()
        trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(found))

        answer = urllib.request.urlopen(f"{secure}/code/", context=trusting)

        assert (answer.status, kind) == (200, "application/x-x509-ca-cert")
        # Phones that stay with http need their cookies, and must not be bound to https for a month.
        assert "Secure" not in answer.headers["Set-Cookie"]
        assert answer.headers["Strict-Transport-Security"] is None
        assert f'href="{secure}/home/"' in guide
        with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(f"{secure}/code/", context=ssl.create_default_context())
    assert "Everything is saved" in (tmp_path / "data" / "server.log").read_text()
