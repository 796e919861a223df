"""HAProxy, in front of everything. Standard library only."""

from collections.abc import Sequence
from pathlib import Path

from config import services
from tools.wide.deployed import HERE, deployed, folder_of, write


def program() -> Path:
    return services.unpacked("haproxy", package="haproxy")


def command(sockets: Path, *, bind: str, web: Sequence[int]) -> list[str | Path]:
    """The command that starts HAProxy at ``bind`` (address:port), with plain http.

    ``web`` are the ports of the web processes, all on this computer. HAProxy's admin socket is below
    ``sockets``.

    :raises NotAvailable: if HAProxy can't be had.
    """
    folder = folder_of(sockets, "haproxy")
    replacements = {
        "    bind :80\n": f"    bind {bind}\n",
        "    bind :443 ssl crt /etc/haproxy/hall.example.pem alpn h2,http/1.1\n": "",
        "    http-request redirect scheme https unless { ssl_fc }\n": "",
        "/run/haproxy": str(folder),
    }
    line = "    server web{0} {1}{2}\n"
    for end in ("", " no-check track web/web{0}"):
        two = enumerate(("10.0.0.21:8000", "10.0.0.22:8000"), start=1)
        ours = enumerate((f"{HERE}:{port}" for port in web), start=1)
        name, value = (
            "".join(line.format(number, address, end.format(number)) for number, address in each)
            for each in (two, ours)
        )
        replacements[name] = value
    file = write(folder / "haproxy.cfg", deployed("haproxy.cfg", replacements))
    return [program(), "-db", "-f", file]
