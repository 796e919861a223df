"""The configuration files of ``deploy/wide``, with addresses of this computer. Standard library only."""

import socket
from collections.abc import Mapping
from pathlib import Path

from config import services
from config.kinds import BASE_DIR

HERE = "127.0.0.1"


def deployed(name: str, replacements: Mapping[str, str]) -> str:
    """The text of ``deploy/wide/<name>``, with each key of ``replacements`` replaced by its value.

    :raises ValueError: if the file doesn't have one of the keys.
    """
    text = (BASE_DIR / "deploy/wide" / name).read_text()
    for what, here in replacements.items():
        if what not in text:
            raise ValueError(f"{name} has no “{what}”.")
        text = text.replace(what, here)
    return text


def write(path: Path, text: str) -> Path:
    """Write a file that only we and the servers may read."""
    path.touch(mode=0o600)
    path.write_text(text)
    services.give_away(path)
    return path


def folder_of(sockets: Path, name: str) -> Path:
    """A folder for a server's own files."""
    folder = sockets / name
    folder.mkdir(mode=0o700, exist_ok=True)
    services.give_away(folder)
    return folder


def free_ports(first: int, count: int) -> list[int]:
    """The next free ports of this computer, from ``first`` on."""
    found: list[int] = []
    port = first
    while len(found) < count:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HERE, port))
            except OSError:
                pass
            else:
                found.append(port)
        port += 1
    return found
