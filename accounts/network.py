"""Where a request comes from, as far as limits count it."""

from ipaddress import ip_address, ip_network


def network_at(address: str) -> str:
    """An address; of IPv6 its /64 network, since one household has that many addresses."""
    if ":" not in address:
        return address
    return str(ip_network((ip_address(address.partition("%")[0]), 64), strict=False))
