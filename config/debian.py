"""Installs Debian packages, or unpacks them into a folder of the project.

Standard library only: ``./uptown`` uses it before anything is installed.
"""

import os
import shutil
import subprocess
from pathlib import Path


class NotAvailable(Exception):
    """A package can't be installed or downloaded."""


def have_apt() -> bool:
    return shutil.which("apt-get") is not None


def install(packages: list[str]) -> None:
    """Install packages for the whole machine. Only root may.

    :raises NotAvailable: for any other user, or if apt fails.
    """
    if os.geteuid() != 0 or not have_apt():
        raise NotAvailable("only root can install Debian packages")
    wanted = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if _run(wanted).returncode == 0:
        return
    _run(["apt-get", "update"])
    tried = _run(wanted)
    if tried.returncode != 0:
        raise NotAvailable(_last_words(tried))


def unpack(packages: list[str], folder: Path) -> Path:
    """Download packages and their missing dependencies, and unpack them into ``folder``. Returns the folder.

    Any user may do this: nothing is installed, and apt's lists are in the folder too.

    :raises NotAvailable: if a package could not be downloaded.
    """
    if not have_apt():
        raise NotAvailable("this machine has no apt-get")
    before = os.umask(0o022)  # Another user may run them, even if this process writes only private files.
    try:
        return _unpack(packages, folder)
    finally:
        os.umask(before)


def _unpack(packages: list[str], folder: Path) -> Path:
    lists, archives = folder / ".apt" / "lists", folder / ".apt" / "archives"
    for kept in (lists / "partial", archives / "partial"):
        kept.mkdir(parents=True, exist_ok=True)
    own_apt = ["apt-get", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={folder / '.apt'}"]
    _run([*own_apt, "update"])
    simulated = _run([*own_apt, "install", "-s", "--no-install-recommends", *packages])
    lines = (line.split() for line in simulated.stdout.splitlines())
    missing = [columns[1] for columns in lines if columns[:1] == ["Inst"]]
    fetched = _run([*own_apt, "download", *(missing or packages)], folder=archives)
    if fetched.returncode != 0:
        raise NotAvailable(_last_words(fetched))
    for archive in sorted(archives.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True, capture_output=True)
        archive.unlink()
    return folder


def _run(command: list[str], folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    return subprocess.run(
        command, cwd=folder, env=quietly, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def _last_words(finished: "subprocess.CompletedProcess[str]") -> str:
    return (finished.stderr or finished.stdout).strip().rpartition("\n")[2]
