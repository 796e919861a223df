"""The network that a request comes from, as rate limits count it."""

from ipaddress import ip_address, ip_network


def network_at(address: str) -> str:
    """The address itself; for IPv6 its /64 network, because one household has all addresses of it."""
    if ":" not in address:
        return address
    return str(ip_network((ip_address(address.partition("%")[0]), 64), strict=False))
