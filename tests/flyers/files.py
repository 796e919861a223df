"""Flyers as files of other programs."""

from html import escape

from tests.tournament.lists.files import zipped

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MARKUP = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def word_file(*paragraphs, body=""):
    """A Word file with these paragraphs, and with ``body`` after them."""
    texts = "".join(f"<w:p><w:r><w:t>{escape(each)}</w:t></w:r></w:p>" for each in paragraphs)
    return zipped(
        {
            "word/document.xml": f'<w:document xmlns:w="{WORD}" xmlns:mc="{MARKUP}"><w:body>{texts}{body}'
            "</w:body></w:document>"
        }
    )


def pdf_file(*lines):
    """A PDF of one page with these lines."""
    shown = " ".join(f"({each}) Tj 0 -20 Td" for each in lines)
    stream = f"BT /F1 14 Tf 72 720 Td {shown} ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size, at = len(objects) + 1, len(written)
    written += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return f"{written}startxref\n{at}\n%%EOF\n".encode()
