"""An Uptown that may be killed at any moment and is back at once: ``python -m tests.chaos.mortal``.

The parent imports everything, holds the listening socket, and forks a server each time one dies. A server is
the real application with its ticker and its streams, in a separate process. Only migrating and collecting
files, which a restart would repeat, are left out. The first line of output is the port; each further line is
the process id of a server.

The file named by ``CHAOS_CLOCK`` contains the seconds by which the computer's clock is off.
"""

import os
import signal
import socket
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import FrameType

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import uvicorn
from django.db import connections
from django.utils import timezone

from config.asgi import application
from server.backups import alone_here

STEP = Path(os.environ["CHAOS_CLOCK"])
_now = timezone.now


def main() -> None:
    timezone.now = stepped
    door = socket.create_server(("127.0.0.1", 0), backlog=256)
    print(door.getsockname()[1], flush=True)  # noqa: T201
    child = 0

    def end(number: int, frame: FrameType | None) -> None:
        os.kill(child, signal.SIGKILL)
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    with alone_here():
        while True:
            connections.close_all()
            child = os.fork()
            if not child:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                settings = uvicorn.Config(application, lifespan="on", log_level="warning", access_log=False)
                uvicorn.Server(settings).run(sockets=[door])
                os._exit(0)
            print(child, flush=True)  # noqa: T201
            os.waitpid(child, 0)


def stepped() -> datetime:
    return _now() + timedelta(seconds=float(STEP.read_text() or 0))


if __name__ == "__main__":
    main()
