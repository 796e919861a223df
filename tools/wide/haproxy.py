"""HAProxy, in front of everything. Standard library only."""

from collections.abc import Sequence
from pathlib import Path

from config import services
from config.wide.deployed import HERE, deployed, folder_of, write


def program() -> Path:
    return services.unpacked("haproxy", package="haproxy")


def words(
    sockets: Path, *, bind: str, inside: int, web: Sequence[int], pushpin: int, varnish: int
) -> list[str | Path]:
    """The command that starts HAProxy at ``bind`` (address:port), with plain http.

    ``inside`` is its port for Pushpin and Varnish; ``web``, ``pushpin`` and ``varnish`` are the ports of the
    servers behind it, all on this computer. HAProxy's admin socket is below ``sockets``.

    :raises NotAvailable: if HAProxy can't be had.
    """
    folder = folder_of(sockets, "haproxy")
    places = {
        "    bind :80\n": f"    bind {bind}\n",
        "    bind :443 ssl crt /etc/haproxy/hall.example.pem alpn h2,http/1.1\n": "",
        "    http-request redirect scheme https unless { ssl_fc }\n": "",
        "/run/haproxy": str(folder),
        "10.0.0.10:8080": f"{HERE}:{inside}",
        "10.0.0.30:7999": f"{HERE}:{pushpin}",
        "addr 10.0.0.30 port 7999": f"addr {HERE} port {pushpin}",
        "10.0.0.40:6081": f"{HERE}:{varnish}",
    }
    line = "    server web{0} {1}{2}\n"
    for end in ("", " no-check track web/web{0} backup"):
        two = enumerate(("10.0.0.21:8000", "10.0.0.22:8000"), start=1)
        ours = enumerate((f"{HERE}:{port}" for port in web), start=1)
        name, value = (
            "".join(line.format(number, address, end.format(number)) for number, address in each)
            for each in (two, ours)
        )
        places[name] = value
    file = write(folder / "haproxy.cfg", deployed("haproxy.cfg", places))
    return [program(), "-db", "-f", file]
