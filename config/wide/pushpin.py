"""Pushpin, which holds the phones' streams: its four programs and their configuration.

Debian's ``pushpin`` starts its programs from templates that forbid an origin on this computer, and that make
it refuse hundreds of phones when a thousand connect at once. So this module configures each program, below
one folder. Standard library only.
"""

import resource
from collections.abc import Sequence
from pathlib import Path

from config import services
from config.wide.deployed import write

MOST_STREAMS = 50_000
SPARE_FILES = 500
"""The file descriptors that condure needs for anything but phones."""
MOST_TOGETHER = 1_000_000
"""The messages that may wait between two of the programs. Beyond that, they are lost silently."""
MOST_ASKED = 500
"""The most open requests to the origin."""
PIPES = 100
"""The connections from Pushpin's proxy to zurl, which sends requests to the origin."""
AS_MANY_FILES_AS_ALLOWED = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"'

Program = tuple[str, Sequence[str | Path]]
"""A name for people, and the command."""


def executables() -> list[Path]:
    """Its four programs."""
    names = ("condure", "pushpin-proxy", "pushpin-handler", "zurl")
    return [services.unpacked(name, package="pushpin") for name in names]


def programs(
    folder: Path,
    *,
    port: int,
    control_port: int,
    origins: Sequence[str],
    key: str,
    host: str = "127.0.0.1",
    control_host: str = "127.0.0.1",
) -> list[Program]:
    """The programs of one Pushpin, in the order in which to start them. Each can be restarted alone.

    Pushpin listens at ``host`` and ``port``, sends requests to the first of the ``origins`` (``host:port``)
    that answers, and signs them with ``key`` (``UPTOWN_GRIP_KEY``). It takes messages at ``control_host`` and
    ``control_port``. Configuration and sockets are in ``folder``, which is made. Start the programs with
    ``services.unprivileged()``.

    :raises NotAvailable: if Pushpin isn't here and can't be had.
    :raises DidNotStart: if the folder's path is too long for sockets.
    """
    condure, proxy, handler, zurl = executables()
    if len(str(folder / "condure-out-stream")) > services.LONGEST_SOCKET:
        raise services.DidNotStart(f"The path of {folder} is too long for sockets.")
    folder.mkdir(parents=True, exist_ok=True)
    services.give_away(folder)
    write(folder / "routes", f"* {' '.join(origins)}\n")
    pushpin = write(folder / "pushpin.conf", _text(_pushpin(folder, control_host, control_port, key)))
    requests = write(folder / "zurl.conf", _text(_zurl(folder)))
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = MOST_STREAMS if limit == resource.RLIM_INFINITY else limit - SPARE_FILES
    listens: list[str | Path] = [condure, "--log-level", "2", "--listen", f"{host}:{port},stream"]
    listens += ["--zclient-stream", f"ipc://{folder}/condure"]
    listens += ["--stream-maxconn", str(min(MOST_STREAMS, files)), "--buffer-size", "8192"]
    return [
        ("Pushpin’s requests", _with_files([zurl, f"--config={requests}", "--loglevel=1"])),
        ("Pushpin’s connections", _with_files(listens)),
        ("Pushpin’s proxy", _with_files([proxy, "--config", pushpin, "--loglevel", "1"])),
        ("Pushpin’s streams", _with_files([handler, "--config", pushpin, "--loglevel", "1"])),
    ]


def _with_files(words: list[str | Path]) -> list[str | Path]:
    return ["sh", "-c", AS_MANY_FILES_AS_ALLOWED, *words]


def _text(sections: dict[str, dict[str, str | int]]) -> str:
    lines: list[str] = []
    for name, settings in sections.items():
        lines += [f"[{name}]", *(f"{key}={value}" for key, value in settings.items()), ""]
    return "\n".join(lines)


def _pushpin(folder: Path, control_host: str, control_port: int, key: str) -> dict[str, dict[str, str | int]]:
    """The settings of Debian's ``pushpin.conf`` and ``internal.conf``, with sockets in our folder."""

    def at(name: str) -> str:
        return f"ipc://{folder}/{name}"

    return {
        "global": {"rundir": str(folder), "ipc_prefix": "", "port_offset": 0, "stats_connection_ttl": 120},
        "proxy": {
            "routesfile": "routes",
            "sig_iss": "pushpin",
            "sig_key": key,
            # Trust the proxy in front about https, and pass that on.
            "accept_x_forwarded_protocol": "true",
            "set_x_forwarded_protocol": "proto-only",
            "updates_check": "off",
            "condure_in_specs": at("condure-out"),
            "condure_in_stream_specs": at("condure-out-stream"),
            "condure_out_specs": at("condure-in"),
            # A hundred requests may wait in each of these. Beyond that, a phone gets a 502.
            "zurl_out_specs": ",".join([at("zurl-in")] * PIPES),
            "zurl_out_stream_specs": at("zurl-in-stream"),
            "zurl_in_specs": at("zurl-out"),
            "handler_accept_spec": at("accept"),
            "handler_retry_in_spec": at("retry"),
            "handler_ws_control_in_spec": at("ws-control-in"),
            "handler_ws_control_out_spec": at("ws-control-out"),
            "stats_spec": at("proxy-stats"),
            "command_spec": at("proxy-command"),
            "intreq_in_specs": at("intreq-in"),
            "intreq_in_stream_specs": at("intreq-in-stream"),
            "intreq_out_specs": at("intreq-out"),
        },
        "handler": {
            # The proxy above lacks the other end on purpose: it would ask here before each request.
            "proxy_inspect_spec": at("inspect"),
            "proxy_accept_spec": at("accept"),
            "proxy_retry_out_spec": at("retry"),
            "proxy_ws_control_in_spec": at("ws-control-out"),
            "proxy_ws_control_out_spec": at("ws-control-in"),
            "proxy_stats_spec": at("proxy-stats"),
            "proxy_command_spec": at("proxy-command"),
            "condure_in_stream_specs": at("condure-out-stream"),
            "condure_out_specs": at("condure-in"),
            "proxy_intreq_out_specs": at("intreq-in"),
            "proxy_intreq_out_stream_specs": at("intreq-in-stream"),
            "proxy_intreq_in_specs": at("intreq-out"),
            # Required for a start, but unused: the sockets of an older kind of connections.
            "m2a_in_stream_specs": at("m2a-in-stream"),
            "m2a_out_specs": at("m2a-out"),
            "push_in_spec": at("push"),
            "push_in_sub_specs": at("push-sub"),
            "push_in_sub_connect": "false",
            "push_in_http_addr": control_host,
            "push_in_http_port": control_port,
            "push_in_http_max_headers_size": 10_000,
            "push_in_http_max_body_size": 20_000_000,
            "stats_spec": at("stats"),
            "command_spec": at("command"),
            # Counted per phone: at the default rate, a message would need four seconds for 10,000 phones.
            "message_rate": MOST_TOGETHER,
            "message_hwm": MOST_TOGETHER,
            "message_wait": 5000,
            "id_cache_ttl": 60,
            "connection_subscription_max": 20,
            "subscription_linger": 60,
            "stats_subscription_ttl": 60,
            "stats_report_interval": 10,
            "stats_format": "tnetstring",
        },
    }


def _zurl(folder: Path) -> dict[str, dict[str, str | int]]:
    return {
        "General": {
            "instance_id": "zurl",
            "in_spec": f"ipc://{folder}/zurl-in",
            "in_stream_spec": f"ipc://{folder}/zurl-in-stream",
            "out_spec": f"ipc://{folder}/zurl-out",
            "in_req_spec": "",
            "defpolicy": "allow",
            "allow": "",
            "deny": "",
            "max_open_requests": MOST_ASKED,
            "buffer_size": 200_000,
            "timeout": 600,
            "in_hwm": MOST_TOGETHER,
            "out_hwm": MOST_TOGETHER,
        }
    }
