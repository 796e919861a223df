"""The kinds of settings: how a value is read, and what it must be. Standard library only."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent
"""The root folder of the project."""


@dataclass(frozen=True)
class Kind:
    """What a value must be, in words, and the function that reads it or raises ``ValueError``."""

    what: str
    read: Callable[[str], Any]


YES, NO = {"1", "yes", "true", "on", "y", "t"}, {"0", "no", "false", "off", "n", "f"}
LEAST_OF_A_KEY = 32
KNOWN_PARTS = ("changeme", "change-me", "change_me", "example", "insecure", "password", "replace", "secret")
"""Words of keys that are printed in examples."""
HOST = re.compile(r"[\w.-]+")


def _flag(text: str) -> bool:
    word = text.strip().lower()
    if word not in YES | NO:
        raise ValueError
    return word in YES


def number(least: int, most: int) -> Kind:
    def read(text: str) -> int:
        word = text.strip()
        if not (word.isascii() and word.isdigit() and len(word) < 20 and least <= int(word) <= most):
            raise ValueError
        return int(word)

    return Kind(f"a whole number from {least:,} to {most:,}", read)


def choice(*choices: str) -> Kind:
    """One of the choices, in upper or lower case."""
    return Kind(f"one of: {', '.join(choices)}", lambda text: choices[choices.index(text.strip().lower())])


def _several(read: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """A function that reads values separated by commas, spaces, or both."""
    return lambda text: [read(word) for word in re.split(r"[,\s]+", text) if word]


def _host(text: str) -> str:
    word = text.strip()
    if not HOST.fullmatch(word):
        ip_address(word)
    return word


def _host_name(text: str) -> str:
    """A value for Django's ``ALLOWED_HOSTS``: with ``.`` before it, its subdomains too."""
    if text == "*" or HOST.fullmatch(text):
        return text
    return f"[{ip_address(text.strip('[]'))}]"


def _proxy(text: str) -> str:
    if text != "*":
        ip_network(text)
    return text


def _url(text: str, *schemes: str) -> SplitResult:
    """:raises ValueError: if it isn't one, has a space, another scheme, no host, or a port that is none."""
    parts = urlsplit(text.strip())
    if parts.scheme not in schemes or not parts.hostname or re.search(r"\s", text.strip()):
        raise ValueError
    parts.port  # noqa: B018 - raises ValueError
    return parts


def _origin(text: str) -> str:
    """Scheme, host and port, without a slash at the end."""
    parts = _url(text, "http", "https")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError
    return text.strip().rstrip("/")


def _web_page(text: str) -> str:
    _url(text, "http", "https")
    return text.strip()


def _dsn(text: str) -> str:
    parts = _url(text, "http", "https")
    if not parts.username or not parts.path.rpartition("/")[2].isdecimal():
        raise ValueError
    return text.strip()


def _postgres(text: str) -> str:
    parts = urlsplit(text.strip())  # The host may be left out: then it is a socket on this computer.
    if parts.scheme not in ("postgres", "postgresql", "pgsql") or not parts.path.strip("/"):
        raise ValueError
    parts.port  # noqa: B018 - raises ValueError
    return text.strip()


def _redis(text: str) -> str:
    parts = urlsplit(text.strip())
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ValueError
    parts.port  # noqa: B018 - raises ValueError
    return text.strip()


def _path(text: str) -> Path:
    """An absolute path. A relative one begins in the project's folder, wherever a command is typed."""
    try:
        return (BASE_DIR / Path(text.strip()).expanduser()).resolve()
    except RuntimeError as nobody:  # As in ~somebody-else/uptown.
        raise ValueError from nobody


def _key(text: str) -> str:
    """A secret as it is, unless it could be guessed: short, from an example, or in a pattern."""
    threes = {text[at : at + 3] for at in range(len(text) - 2)}
    steps = sum(abs(ord(here) - ord(after)) <= 1 for here, after in pairwise(text))
    if (
        len(text) < LEAST_OF_A_KEY
        or len(threes) < len(text) // 2
        or steps > len(text) * 3 // 4
        or any(part in text.lower() for part in KNOWN_PARTS)
    ):
        raise ValueError
    return text


def _sender(text: str) -> str:
    if "@" not in text or "\n" in text:
        raise ValueError
    return text.strip()


def _word(text: str) -> str:
    if not re.fullmatch(r"[\w~.-]+", text.strip()):
        raise ValueError
    return text.strip()


def _fields_of_texts(text: str) -> str:
    if "{to}" not in text or "{text}" not in text:
        raise ValueError
    return text


TEXT, PASSWORD = Kind("a text", str.strip), Kind("a text", str)
WORD = Kind("letters, digits, - and _ only", _word)
FLAG = Kind("yes or no", _flag)
PATH = Kind("the path of a file or folder", _path)
LISTENS_AT = Kind("an address without http:// and port, such as 0.0.0.0", _host)
MAIL_SERVER = Kind("the name of a computer without its port, such as mail.example.org", _host)
HOSTS = Kind("names without https:// and port, such as hall.example,127.0.0.1", _several(_host_name))
ORIGIN = Kind("an address that begins with https:// or http://, such as https://hall.example:8000", _origin)
ORIGINS = Kind(
    "addresses that begin with https:// or http://, such as https://hall.example", _several(_origin)
)
WEB_PAGE = Kind("an address that begins with https:// or http://", _web_page)
PROXIES = Kind("the proxies’ own addresses, such as 127.0.0.1,10.0.0.0/8", _several(_proxy))
NETWORKS = Kind("networks, such as 10.0.0.0/8,127.0.0.1", _several(ip_network))
SENDER = Kind("an e-mail address, such as uptown@example.org", _sender)
FIELDS = Kind("the fields of a form with {to} and {text}, such as to={to}&text={text}", _fields_of_texts)
DSN = Kind("a DSN, which Sentry shows under Client Keys", _dsn)
POSTGRES = Kind("PostgreSQL’s address, such as postgres://user:password@host:5432/name", _postgres)
REDIS = Kind("Redis’ address, such as redis://host:6379/0", _redis)
KEY = Kind("32 characters or more that nobody can guess, as “openssl rand -hex 32” prints them", _key)
