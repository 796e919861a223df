"""The static files, from memory: there are few, they are small, and every phone wants them."""

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path

from server.http.mark import MARK
from server.http.responses import BROTLI, GZIP, PLAIN, CachedResponse, etag_of

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
FOREVER, SOON = b"max-age=315360000, public, immutable", b"max-age=60, public"
FORMS = {"": PLAIN, ".gz": GZIP, ".br": BROTLI}


def static_files(root: Path, prefix: str) -> dict[str, CachedResponse]:
    """Every file that was collected below ``root``, with its compressed forms, by its address."""
    return dict(_files(root, prefix))


def _files(root: Path, prefix: str) -> Iterator[tuple[str, CachedResponse]]:
    for path in root.rglob("*"):
        if path.is_file() and path.suffix not in FORMS:
            bodies = {
                form: Path(f"{path}{ending}").read_bytes()
                for ending, form in FORMS.items()
                if Path(f"{path}{ending}").exists()
            }
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            charset = "; charset=utf-8" if kind.startswith("text/") else ""
            headers = (
                (b"content-type", f"{kind}{charset}".encode()),
                (b"cache-control", FOREVER if HASHED.search(path.name) else SOON),
                (b"vary", b"Accept-Encoding"),
                (b"x-content-type-options", b"nosniff"),
                (MARK.lower().encode(), b"here"),
            )
            response = CachedResponse(200, headers, bodies, etag_of(bodies[PLAIN]))
            yield f"{prefix}{path.relative_to(root)}", response
