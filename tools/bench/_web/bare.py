"""A bare page: the most that the same server with the same options can serve on this machine.

``python -m tools.bench._web.bare`` answers every request with the file ``BARE_PAGE``, the headers and the
body of the measured page.
"""

import argparse
import os
from pathlib import Path
from typing import Any

PAGE = Path(os.environ.get("BARE_PAGE") or os.devnull)


def read_page(path: Path) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body in a file."""
    head, _, body = path.read_bytes().partition(b"\r\n\r\n")
    lines = [line.partition(b": ") for line in head.split(b"\r\n") if line]
    return [(name, value) for name, _, value in lines], body


HEAD, BODY = read_page(PAGE)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """An ASGI application that answers every request with the page."""
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEAD})
    await send({"type": "http.response.body", "body": BODY})


def main() -> None:
    import django  # noqa: PLC0415 - Uptown's server is started by a management command

    django.setup()
    from server.management.commands.serve import Server, _config, _listen, _serve, _serve_in_processes  # noqa: PLC0415

    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=1)
    workers = parser.parse_args().workers
    door = _listen("127.0.0.1", 0)
    print(f"The bare page is at http://127.0.0.1:{door.getsockname()[1]}. Ctrl-C ends it.")
    config = _config({}, workers, app="tools.bench._web.bare:application")
    if workers > 1:
        _serve_in_processes(config, door)
    else:
        _serve([(Server(config), door)])


if __name__ == "__main__":
    main()
