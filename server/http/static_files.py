"""Static files, served from memory: they are few and small, and every phone loads them."""

import mimetypes
import re
from pathlib import Path

from server.http.mark import MARK
from server.http.responses import BROTLI, GZIP, PLAIN, CachedResponse, etag_of

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
FOREVER, SOON = b"max-age=315360000, public, immutable", b"max-age=60, public"
ENCODINGS = {"": PLAIN, ".gz": GZIP, ".br": BROTLI}
"""The content encodings, by the ending of the compressed file."""


def static_files(root: Path, prefix: str) -> dict[str, CachedResponse]:
    """Every collected file below ``root`` by its URL path, plain and compressed."""
    files = {}
    for path in root.rglob("*"):
        if path.is_file() and path.suffix not in ENCODINGS:
            bodies = {
                encoding: Path(f"{path}{ending}").read_bytes()
                for ending, encoding in ENCODINGS.items()
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
            address = f"{prefix}{path.relative_to(root)}"
            files[address] = CachedResponse(200, headers, bodies, etag_of(bodies[PLAIN]))
    return files
