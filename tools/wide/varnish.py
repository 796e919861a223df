"""Varnish, which caches public pages. Standard library only."""

from pathlib import Path

from config import services
from config.wide.deployed import HERE, deployed, folder_of, write

COMPILES = (
    "PATH={root}/usr/bin:$PATH exec {gcc} --sysroot={root} -O2 -pthread -fpic -shared -nostdlib -o %o %s"
)
"""The command of an unpacked compiler, with which it finds its own parts and headers.

It links no library: those that this system has already weren't unpacked, and Varnish itself has them loaded.
"""


def words(sockets: Path, *, port: int, inside: int, megabytes: int = 128) -> list[str | Path]:
    """The command that starts Varnish at ``port``. ``inside`` is HAProxy's port to the web processes.

    :raises NotAvailable: if Varnish, or the compiler that it needs, can't be had.
    """
    varnishd = program()
    folder = folder_of(sockets, "varnish")
    places = {'.host = "10.0.0.10"': f'.host = "{HERE}"', '.port = "8080"': f'.port = "{inside}"'}
    file = write(folder / "uptown.vcl", deployed("uptown.vcl", places))
    found: list[str | Path] = [varnishd, "-F", "-n", folder / "work", "-f", file]
    found += ["-a", f"{HERE}:{port}", "-T", "none", "-s", f"malloc,{megabytes}m"]
    return found + unpacked_parts(varnishd)


def program() -> Path:
    return services.unpacked("varnishd", package="varnish")


def compiler() -> Path:
    """Varnish compiles its configuration, which needs the headers of the C library, too."""
    return services.find("gcc", package="gcc libc6-dev")


def unpacked_parts(varnishd: Path) -> list[str | Path]:
    """The options by which an unpacked Varnish finds its modules and, if unpacked too, its compiler."""
    gcc = compiler()
    found: list[str | Path] = []
    root = varnishd.parents[2]
    if services.UNPACKED in varnishd.parents:
        found += ["-p", f"vmod_path={':'.join(map(str, root.glob('usr/lib/*/varnish/vmods')))}"]
    if services.UNPACKED in gcc.parents:
        found += ["-p", f"cc_command={COMPILES.format(gcc=gcc, root=gcc.parents[2])}"]
    return found
