"""The server's doors: what everybody may see first, then the live streams, then Django; and the ticker."""

import os
import warnings
from pathlib import Path
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# The static files are read from the disk as they are sent, which is meant.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
django_application = get_asgi_application()

# Only now are the models there to be imported.
from django.conf import settings  # noqa: E402

from config.ticker import Ticking  # noqa: E402
from pages.live.copies import Copies, page_of  # noqa: E402
from pages.live.editions import Editions  # noqa: E402
from pages.live.given import Receive, Send, give  # noqa: E402
from pages.live.hub import PREFIX, Hub  # noqa: E402
from pages.live.static import static_files  # noqa: E402
from pages.live.turns import DOERS, READERS, Turns  # noqa: E402
from scoring.tasks import simulate, tick  # noqa: E402
from tournament.commands.announcements import listen  # noqa: E402
from tournament.queries.live import editions as read_editions  # noqa: E402

files = static_files(Path(settings.STATIC_ROOT), settings.STATIC_URL)
editions = Editions(read_editions, redis_url=settings.REDIS_URL)
copies = Copies(django_application, editions)
hub = Hub(editions, copies)
look, do = Turns(django_application, READERS), Turns(django_application, DOERS)
listen(editions.hear)


async def doors(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Lead each request to who answers it with the least work."""
    if scope["type"] == "lifespan":
        await _no_lifespan(receive, send)
    elif scope["type"] != "http":
        return
    elif scope["path"].startswith(PREFIX) and scope["query_string"] != b"poll":
        await hub(scope, receive, send)
    elif scope["method"] not in ("GET", "HEAD"):
        await do(scope, receive, send)
    elif file := files.get(scope["path"]):
        await give(file, scope, send)
    elif page := page_of(scope):
        await copies(page, scope, send)
    else:
        await look(scope, receive, send)


async def _no_lifespan(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    editions.end()
    await send({"type": "lifespan.shutdown.complete"})


application = Ticking(doors, tick, simulate) if settings.TICKS_ITSELF else doors
