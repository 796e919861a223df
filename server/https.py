"""HTTPS in a local network: a certificate of this computer's own authority, which phones can install.

The authority can sign only for private addresses and names in ``.local``. So a phone that trusts it takes no
forged certificate of a site on the Internet.
"""

import os
import re
import socket
import ssl
from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings
from django.core.management import CommandError

PRIVATE = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10",
)  # fmt: skip
AUTHORITY_DAYS, DAYS = 3650, 90
"""The days that the authority, and a certificate, are valid. Each start makes one. iPhones allow 825 days."""
Made = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


def certificate(addresses: Sequence[str], now: datetime) -> Path:
    """A file with a new certificate for these addresses and its key. The authority is made the first time.

    It leaves out addresses that are not of a private network.

    :raises CommandError: if none of them is.
    """
    private = [address for address in addresses if _is_private(address)]
    if addresses and not private:
        raise CommandError(
            f"--https is for private networks, and {addresses[0]} is no address of one. Get a certificate "
            "for this computer’s name, and say --certificate FILE."
        )
    folder = settings.AUTHORITY.parent
    folder.mkdir(mode=0o700, exist_ok=True)
    authority = _authority(now)
    names: list[x509.GeneralName] = [x509.DNSName("localhost"), x509.DNSName(f"{_name()}.local")]
    names += [x509.IPAddress(ip_address(each)) for each in sorted({*private, "127.0.0.1"})]
    key = ec.generate_private_key(ec.SECP256R1())
    made = _signed(
        _name(), key, authority, now, DAYS,
        (x509.SubjectAlternativeName(names), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
    )  # fmt: skip
    both = folder / "computer.pem"
    _write_private(both, _key_as_text(key) + made.public_bytes(serialization.Encoding.PEM))
    return both


def check_certificate(file: Path, key_file: Path, now: datetime) -> None:
    """Check an operator's certificate and its key, as each phone would.

    :raises CommandError: if a phone can't be served with them.
    """
    written, key = (
        _written(file, b"CERTIFICATE", "no certificate"),
        _written(
            key_file, b"PRIVATE KEY", "no private key. If that is in another file, say --certificate-key FILE"
        ),
    )
    if b"ENCRYPTED" in key:
        raise CommandError(
            f"{key_file} is locked with a password. Write the key without it, for Uptown alone to read: "
            f"openssl pkey -in {key_file} -out FILE"
        )
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, key_file)
        made = x509.load_pem_x509_certificates(written)[0]
    except (ssl.SSLError, ValueError) as refused:
        if getattr(refused, "reason", "") == "KEY_VALUES_MISMATCH":
            raise CommandError(
                f"The key in {key_file} belongs to another certificate than the one in {file}. This "
                "computer’s own certificate comes first, before those of its authority."
            ) from None
        reason = (getattr(refused, "reason", "") or "broken").replace("_", " ").lower()
        raise CommandError(
            f"{file} with the key in {key_file} can’t be used ({reason}). Is each file whole, and is the key "
            "long enough for today’s phones?"
        ) from None
    begins, ends = made.not_valid_before_utc, made.not_valid_after_utc
    if ends < now:
        raise CommandError(
            f"The certificate in {file} expired on {ends:%B %-d, %Y}. Renew it, or leave it out."
        )
    if begins > now:
        raise CommandError(
            f"The certificate in {file} begins on {begins:%B %-d, %Y}. Is this computer’s clock right?"
        )


def _written(file: Path, block: bytes, lacks: str) -> bytes:
    """The file's text, with this kind of PEM block in it."""
    try:
        text = file.read_bytes()
    except OSError as refused:
        raise CommandError(
            f"{file} can’t be read ({refused.strerror}). Name a file that the user who runs Uptown may read."
        ) from refused
    if not re.search(b"-----BEGIN [A-Z ]*" + block + b"-----", text):
        raise CommandError(f"{file} has {lacks}. Uptown reads PEM, whose lines begin with -----BEGIN.")
    return text


def _is_private(address: str) -> bool:
    return any(ip_address(address) in ip_network(network) for network in PRIVATE)


def _authority(now: datetime) -> Made:
    """The authority, made the first time. Its certificate is in DER, the format that all phones accept."""
    kept = settings.AUTHORITY
    its_key = kept.with_name("authority-key.pem")
    if kept.exists() and its_key.exists():
        key = serialization.load_pem_private_key(its_key.read_bytes(), None)
        certificate = x509.load_der_x509_certificate(kept.read_bytes())
        if isinstance(key, ec.EllipticCurvePrivateKey) and certificate.not_valid_after_utc > now + timedelta(
            days=DAYS
        ):
            return certificate, key
    key = ec.generate_private_key(ec.SECP256R1())
    may: list[x509.GeneralName] = [x509.DNSName("local"), x509.DNSName("localhost")]
    may += [x509.IPAddress(ip_network(network)) for network in PRIVATE]
    made = _signed(
        f"Uptown on {_name()}", key, None, now, AUTHORITY_DAYS,
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (x509.KeyUsage(False, False, False, False, False, True, True, False, False), True),
        (x509.NameConstraints(permitted_subtrees=may, excluded_subtrees=None), True),
    )  # fmt: skip
    _write_private(its_key, _key_as_text(key))
    kept.write_bytes(made.public_bytes(serialization.Encoding.DER))
    return made, key


def _signed(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    by: Made | None,
    now: datetime,
    days: int,
    *extensions: tuple[x509.ExtensionType, bool],
) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    issuer, its_key = (by[0].subject, by[1]) if by else (subject, key)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A day early, for phones with a slow clock.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
    )
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    issued_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(its_key.public_key())
    for extension, is_critical in (*extensions, (identifier, False), (issued_by, False)):
        builder = builder.add_extension(extension, is_critical)
    return builder.sign(its_key, hashes.SHA256())


def _name() -> str:
    return socket.gethostname().split(".")[0] or "uptown"


def _key_as_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    form, encryption = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, encryption)


def _write_private(path: Path, content: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
