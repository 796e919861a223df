"""An operator's certificate is checked before anything is served, and a wrong one is one sentence."""

import os
from datetime import timedelta
from io import StringIO

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID
from django.core.management import CommandError, call_command
from django.utils import timezone

from server.https import check_certificate

DAY = timedelta(days=1)
PEM, PKCS8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
OPEN, LOCKED = serialization.NoEncryption(), serialization.BestAvailableEncryption(b"hush")


def certified(key, begins=-1, ends=90):
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hall.example")]), timezone.now()
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now + begins * DAY).not_valid_after(now + ends * DAY)
    return made.sign(key, hashes.SHA256())


def text(key, locked=OPEN):
    return key.private_bytes(PEM, PKCS8, locked)


KEY, OTHER = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
WEAK = rsa.generate_private_key(65537, 1024)
GOOD = certified(KEY).public_bytes(PEM)
WRONG = {
    "no certificate at all": (b"felt and gold", text(KEY), "hall.pem has no certificate"),
    "in another form": (
        certified(KEY).public_bytes(serialization.Encoding.DER),
        text(KEY),
        "Uptown reads PEM",
    ),
    "the key in the certificate's place": (text(KEY), GOOD, "hall.pem has no certificate"),
    "no key": (GOOD, GOOD, "hall.key has no private key"),
    "the key of another": (GOOD, text(OTHER), "belongs to another certificate"),
    "the authority's first": (certified(OTHER).public_bytes(PEM) + GOOD, text(KEY), "comes first"),
    "a key with a password": (GOOD, text(KEY, LOCKED), "hall.key is locked with a password"),
    "expired": (certified(KEY, -90, -1).public_bytes(PEM), text(KEY), "expired on"),
    "of tomorrow": (certified(KEY, 1).public_bytes(PEM), text(KEY), "Is this computer’s clock right"),
    "cut off": (GOOD[:200], text(KEY), "can’t be used"),
    "too short a key": (certified(WEAK).public_bytes(PEM), text(WEAK), "can’t be used"),
}


@pytest.mark.parametrize(("certificate", "key", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_certificate_is_a_sentence_before_uptown_says_where_it_is(
    tmp_path, certificate, key, sentence
):
    files, output = (tmp_path / "hall.pem", tmp_path / "hall.key"), StringIO()
    for file, content in zip(files, (certificate, key), strict=True):
        file.write_bytes(content)
    words = ["--certificate", str(files[0]), "--certificate-key", str(files[1])]

    with pytest.raises(CommandError, match=sentence) as refused:
        call_command("serve", "--port", "0", *words, stdout=output)

    assert (output.getvalue(), "\n" in str(refused.value)) == ("", False)


@pytest.mark.parametrize("order", [(GOOD, text(KEY)), (text(KEY), GOOD)], ids=["key last", "key first"])
def test_a_certificate_with_its_key_in_one_file_is_taken(tmp_path, order):
    (tmp_path / "hall.pem").write_bytes(b"".join(order) + certified(OTHER).public_bytes(PEM))

    check_certificate(tmp_path / "hall.pem", tmp_path / "hall.pem", timezone.now())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_sentence(tmp_path):
    (tmp_path / "hall.pem").touch(0o000)

    with pytest.raises(CommandError, match="can’t be read"):
        check_certificate(tmp_path / "hall.pem", tmp_path / "hall.pem", timezone.now())


def test_a_key_without_a_certificate_is_refused(tmp_path):
    (tmp_path / "hall.key").write_bytes(text(KEY))

    with pytest.raises(CommandError, match="a key without a certificate"):
        call_command(
            "serve", "--port", "0", "--certificate-key", str(tmp_path / "hall.key"), stdout=StringIO()
        )
