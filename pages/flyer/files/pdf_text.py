"""A separate program: writes the text of the PDF on standard input to standard output.

Its time and memory are limited, because a small PDF can take hours or gigabytes.
"""

import io
import resource
import sys
from contextlib import suppress

from pypdf import PdfReader

MOST_SECONDS, MOST_MEMORY, MOST_PAGES, MOST_LETTERS = 10, 1_000_000_000, 20, 200_000


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    # Some systems have no such limit.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    reader = PdfReader(io.BytesIO(sys.stdin.buffer.read()))
    pages = (page.extract_text() for page, _ in zip(reader.pages, range(MOST_PAGES), strict=False))
    sys.stdout.buffer.write("\n\n".join(pages)[:MOST_LETTERS].encode(errors="replace"))


if __name__ == "__main__":
    main()
