"""Files that somebody might import."""

import io
import zipfile

from openpyxl import Workbook


def workbook(*rows, sheets=()):
    """An Excel file with these rows, and with ``sheets`` before them."""
    book = Workbook()
    for name, more in sheets:
        sheet = book.create_sheet(name, 0)
        for row in more:
            sheet.append(row)
    for row in rows:
        book.worksheets[-1].append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def zipped(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def bomb():
    """A small file that unpacks to 150 megabytes."""
    return zipped({"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": b" " * 150_000_000})


def with_part(content, name, new):
    """The Excel file with one part replaced."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {each: packed.read(each) for each in packed.namelist()}
    return zipped({**parts, name: new})


HUNDRED = "Team\tPlayer 1\tPartner\tPhone\n" + "".join(
    f"Team {number}\tAnn {number}\tRay {number}\t312 555 {number:04}\n" for number in range(1, 101)
)
