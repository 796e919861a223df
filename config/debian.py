"""Programs from Debian's packages: found on the machine, else installed, else unpacked for us alone.

Standard library only: ``./uptown`` uses it before anything is installed.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path


class NotToBeHad(Exception):
    """A package could be neither found, nor installed, nor unpacked."""


def have_apt() -> bool:
    """Whether this machine gets its programs from Debian's packages."""
    return shutil.which("apt-get") is not None


def install(packages: Iterable[str]) -> None:
    """Install packages for the whole machine. Only root may.

    :raises NotToBeHad: if apt would not.
    """
    if os.geteuid() != 0 or not have_apt():
        raise NotToBeHad("only root can install Debian packages")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    wanted = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if _run(wanted, quietly).returncode == 0:
        return
    _run(["apt-get", "update"], quietly)
    tried = _run(wanted, quietly)
    if tried.returncode != 0:
        raise NotToBeHad(_last_words(tried))


def unpack(packages: Iterable[str], folder: Path) -> Path:
    """Download packages and unpack them into ``folder``, without installing anything.

    Apt's lists are kept in the folder too, so an ordinary user may do this.

    :raises NotToBeHad: if a package could not be downloaded.
    """
    if not have_apt():
        raise NotToBeHad("this machine has no apt-get")
    lists, archives = folder / ".apt" / "lists", folder / ".apt" / "archives"
    for kept in (lists / "partial", archives / "partial"):
        kept.mkdir(parents=True, exist_ok=True)
    own_state = ["-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={folder / '.apt'}"]
    _run(["apt-get", *own_state, "update"], dict(os.environ))
    fetched = subprocess.run(
        ["apt-get", *own_state, "download", *packages], cwd=archives, capture_output=True, text=True
    )
    if fetched.returncode != 0:
        raise NotToBeHad(_last_words(fetched))
    for archive in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True, capture_output=True)
        archive.unlink()
    return folder


def with_dependencies(packages: Iterable[str]) -> list[str]:
    """The packages and what they need that this machine does not have."""
    simulated = subprocess.run(
        ["apt-get", "install", "-s", "--no-install-recommends", *packages], capture_output=True, text=True
    )
    lines = (line.split() for line in simulated.stdout.splitlines())
    return [words[1] for words in lines if words[:1] == ["Inst"]] or list(packages)


def _run(command: list[str], environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def _last_words(finished: "subprocess.CompletedProcess[str]") -> str:
    return (finished.stderr or finished.stdout).strip().rpartition("\n")[2]
