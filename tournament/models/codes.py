"""A badge's code: digits that are shown once and stored as a hash.

The hash is keyed with the server's secret, so a copy of the database can't be searched for codes.
"""

import secrets
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH, GROUP = 12, 4


def new_code() -> str:
    return f"{secrets.randbelow(10**LENGTH):0{LENGTH}d}"


def hash_of_code(code: str) -> str:
    return salted_hmac("tournament.models.codes", code, algorithm="sha256").hexdigest()


def digits_of(typed: str) -> str:
    return "".join(sign for sign in typed if sign in "0123456789")


def in_groups(code: str) -> str:
    """A code as it is shown and read aloud: 4829 1350 7216."""
    return " ".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def check_in_code(event_key: UUID) -> str:
    """The code on the check-in poster, which proves that somebody has seen the poster."""
    return salted_hmac("tournament.check-in", str(event_key), algorithm="sha256").hexdigest()[:12]


def is_check_in_code(event_key: UUID, typed: str) -> bool:
    return constant_time_compare(check_in_code(event_key), typed)
