"""The addresses of this computer in its networks, which phones can reach. Read again every few seconds."""

import socket
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address
from pathlib import Path
from shutil import which
from time import monotonic

import ifaddr

HERE = "127.0.0.1"
FRESH = 2
"""The seconds after which the interfaces are read again: a hotspot may be switched on at any time."""
NAMED_FOR = 60
"""The seconds after which the networks of the same addresses are named again: that starts a program."""
PATIENCE = 2
"""The seconds that a program may take to say what the networks are called."""
SYSTEM = Path("/sys/class/net")
# Interfaces that no phone is behind: containers, virtual machines, VPNs.
VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "lxc",
    "lxd",
    "vmnet",
    "vbox",
    "tun",
    "tap",
    "utun",
    "wg",
    "tailscale",
)


@dataclass(frozen=True)
class OwnAddress:
    """An IPv4 address of this computer, with its interface (``wlan0``)."""

    address: str
    interface: str

    @property
    def is_wireless(self) -> bool:
        return any((SYSTEM / self.interface / name).exists() for name in ("wireless", "phy80211"))


def own_addresses() -> tuple[OwnAddress, ...]:
    """The addresses that other machines may reach, the most likely one first. Without loopback."""
    return _read(int(monotonic() // FRESH))


def best_address() -> str:
    """The address for links where nobody chose one. ``HERE`` if no network is connected."""
    return next((own.address for own in own_addresses()), HERE)


def network_names() -> dict[str, str]:
    """What people call the network of each interface, such as ``Wi-Fi “Hall”``, if this system can say it."""
    return dict(_named(own_addresses(), int(monotonic() // NAMED_FOR)))


@lru_cache(maxsize=1)
def _named(_: tuple[OwnAddress, ...], __: int) -> dict[str, str]:
    if sys.platform == "darwin":
        return _mac_names(_output("networksetup", "-listallhardwareports"))
    return _linux_names(_output("nmcli", "-t", "-e", "no", "-f", "DEVICE,TYPE,CONNECTION", "device"))


def name_of(own: OwnAddress, names: dict[str, str]) -> str:
    """The network's name and its interface: ``Wi-Fi “Hall” (wlan0)``."""
    name = names.get(own.interface) or ("Wi-Fi" if own.is_wireless else "")
    return f"{name} ({own.interface})" if name else own.interface


@lru_cache(maxsize=1)
def _read(_: int) -> tuple[OwnAddress, ...]:
    found = [
        OwnAddress(str(ip.ip), adapter.name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not IPv4Address(ip.ip).is_loopback
    ]
    default = _default_address()

    def unlikeliness(own: OwnAddress) -> tuple[bool, bool, bool, bool, str, str]:
        is_virtual = own.interface.startswith(VIRTUAL)
        is_unassigned = IPv4Address(own.address).is_link_local  # No DHCP server answered.
        is_other = own.address != default
        return is_virtual, is_unassigned, is_other, not own.is_wireless, own.interface, own.address

    return tuple(sorted(found, key=unlikeliness))


def _default_address() -> str | None:
    """The address that connections to the Internet come from; None without a default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends nothing, but chooses the interface that would be used.
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _output(*command: str) -> str:
    if not which(command[0]):
        return ""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def _linux_names(output: str) -> dict[str, str]:
    """Reads lines such as ``wlan0:wifi:Hall``. A Wi-Fi's name may have colons."""
    names = {}
    for line in output.splitlines():
        interface, kind, name = (*line.split(":", 2), "", "")[:3]
        if name and name != "--":
            names[interface] = f"Wi-Fi “{name}”" if kind == "wifi" else f"“{name}”"
    return names


def _mac_names(output: str) -> dict[str, str]:
    """Reads pairs of lines: ``Hardware Port: Wi-Fi``, then ``Device: en0``."""
    names, port = {"bridge100": "Internet Sharing"}, ""
    for line in output.splitlines():
        what, _, value = line.partition(": ")
        if what == "Hardware Port":
            port = value
        elif what == "Device":
            names[value] = port
    return names
