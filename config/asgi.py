"""The server's doors: the live streams first, then Django; and the ticker beside them."""

import os
import warnings
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# The static files are read from the disk as they are sent, which is meant.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django_application = get_asgi_application()

# Only now are the models there to be imported.
from django.conf import settings  # noqa: E402

from config.ticker import Ticking  # noqa: E402
from pages.live.hub import PREFIX, hub  # noqa: E402
from scoring.tasks import simulate, tick  # noqa: E402


async def doors(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Lead a live stream to the hub, and everything else to Django."""
    if scope["type"] == "lifespan":
        await _no_lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PREFIX) and scope["query_string"] != b"poll":
        await hub(scope, receive, send)
    else:
        await django_application(scope, receive, send)


async def _no_lifespan(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


application = Ticking(doors, tick, simulate) if settings.TICKS_ITSELF else doors
