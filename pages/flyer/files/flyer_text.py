"""Reads the text of a flyer's file, without trusting it."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from defusedxml import ElementTree

from tournament.errors import Refused
from tournament.lists.reading import OLD_EXCEL, PICTURES, decoded

MOST_BYTES = 10_000_000
MOST_UNPACKED = 20_000_000
"""In bytes, of the one part of a Word file that has its text. A long book has a tenth of it."""
LONGEST = 20
"""The seconds after which a PDF counts as unreadable."""
BODY = "word/document.xml"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_AGAIN = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
"""What older programs show in the place of a text box: the same text again."""


def flyer_text(content: bytes) -> str:
    """The text of a .txt, .docx or .pdf file, known by its first bytes.

    :raises Refused: if it isn't one, is damaged, or would take too long or too much memory.
    """
    if len(content) > MOST_BYTES:
        raise Refused("flyer.too-large", most=MOST_BYTES // 1_000_000)
    start = content[:1024].lstrip()
    if start.startswith(PICTURES):
        raise Refused("flyer.picture")
    if start.startswith(OLD_EXCEL):
        raise Refused("flyer.old-word")
    if b"%PDF" in content[:1024]:
        text = _of_pdf(content)
    elif start.startswith(b"PK"):
        text = _of_word(content)
    else:
        text = _of_text(content)
    if not text.strip():
        raise Refused("flyer.empty")
    return text


def _of_text(content: bytes) -> str:
    try:
        return decoded(content)
    except Refused:
        raise Refused("flyer.encoding") from None


def _of_word(content: bytes) -> str:
    """The paragraphs of a Word file, those in tables and text boxes too."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            # zipfile never reads more of a part than the size named here.
            if packed.getinfo(BODY).file_size > MOST_UNPACKED:
                raise Refused("flyer.bomb", most=MOST_UNPACKED // 1_000_000)
            body = ElementTree.fromstring(packed.read(BODY))
    except Refused:
        raise
    except Exception:  # zipfile and the parser raise many kinds for what is damaged or missing.
        raise Refused("flyer.damaged") from None
    return "".join(_pieces(body))


def _pieces(body: Any) -> list[str]:
    # A stack instead of recursion, because a file may nest its elements as deep as it likes.
    pieces, left = [], [body]
    while left:
        element = left.pop()
        if isinstance(element, str):
            pieces.append(element)
            continue
        if element.tag == _AGAIN:
            continue
        if element.tag == f"{_WORD}t":
            pieces.append(element.text or "")
        elif element.tag in (f"{_WORD}br", f"{_WORD}cr"):
            pieces.append("\n")
        elif element.tag == f"{_WORD}tab":
            pieces.append(" ")
        elif element.tag == f"{_WORD}p":
            left.append("\n")
        left += reversed(element)
    return pieces


def _of_pdf(content: bytes) -> str:
    """The text of a PDF, read by another process that ends by itself when it takes too long."""
    program = [sys.executable, str(Path(__file__).with_name("pdf_text.py"))]
    try:
        read = subprocess.run(program, input=content, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise Refused("flyer.damaged") from None
    if read.returncode:
        raise Refused("flyer.damaged")
    return read.stdout.decode()
