"""Reads CSV and TSV, XLSX, SQLite, Parquet (by pyarrow) and flat ODS, each file a line of JSON: python3 read.py files.json out.jsonl

A cell is null, or a text behind a letter: t text, i whole number of 64 bits, n another number, b boolean, d date and
time, y day. Of a number of a spreadsheet, what its cell shows follows on a "|", where Python can tell.
"""

import csv
import json
import re
import sqlite3
import sys
import xml.etree.ElementTree as tree
import zipfile
from datetime import datetime, timedelta
from decimal import Decimal

csv.field_size_limit(2**30)


def delimited(path, delimiter):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter=delimiter, strict=True))
    yield "", rows[0], [["t" + cell for cell in row] for row in rows[1:]]


def of_sqlite(value):
    if value is None:
        return None
    return ("t" if isinstance(value, str) else "i" if isinstance(value, int) else "n") + str(value)


def database(path):
    connection = sqlite3.connect(path)
    checked = connection.execute("pragma integrity_check").fetchall()
    if checked != [("ok",)]:
        raise ValueError(checked)
    names = connection.execute("select name from sqlite_master where type = 'table' order by rowid").fetchall()
    for (name,) in names:
        cursor = connection.execute('select * from "' + name.replace('"', '""') + '" order by rowid')
        columns = [column[0] for column in cursor.description]
        yield name, columns, [[of_sqlite(value) for value in row] for row in cursor]


def of_arrow(letter, value):
    if value is None:
        return None
    if letter == "b":
        return "btrue" if value else "bfalse"
    return letter + (value.isoformat().replace("+00:00", "Z") if letter in "dy" else str(value))


def columnar(path):
    import pyarrow.parquet
    import pyarrow.types as types

    table = pyarrow.parquet.ParquetFile(path).read()
    columns = []
    for column in table.columns:
        is_number, is_time = types.is_floating(column.type), types.is_timestamp(column.type)
        letter = "i" if types.is_int64(column.type) else "n" if is_number else "d" if is_time else "t"
        letter = "b" if types.is_boolean(column.type) else "y" if types.is_date(column.type) else letter
        columns.append([of_arrow(letter, value) for value in column.to_pylist()])
    yield "", table.column_names, [list(row) for row in zip(*columns)]


OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def inline(element):
    text = element.text or ""
    for child in element:
        if child.tag == TEXT + "s":
            text += " " * int(child.get(TEXT + "c", "1"))
        elif child.tag == TEXT + "tab":
            text += "\t"
        elif child.tag == TEXT + "line-break":
            text += "\n"
        else:
            text += inline(child)
        text += child.tail or ""
    return text


def of_sheet(cell):
    kind = cell.get(OFFICE + "value-type")
    if kind is None:
        return None
    if kind == "string":
        return "t" + "\n".join(inline(line) for line in cell.findall(TEXT + "p"))
    if kind == "boolean":
        return "b" + cell.get(OFFICE + "boolean-value")
    if kind == "date":
        return "d" + cell.get(OFFICE + "date-value")
    return "n" + cell.get(OFFICE + "value") + "|" + "".join(inline(line) for line in cell.findall(TEXT + "p"))


def sheets(path):
    for sheet in tree.parse(path).getroot().iter(TABLE + "table"):
        rows = []
        for row in sheet.iter(TABLE + "table-row"):
            cells = []
            for cell in row:
                if cell.tag == TABLE + "table-cell":
                    times = int(cell.get(TABLE + "number-columns-repeated", "1"))
                    cells.extend([of_sheet(cell)] * min(times, 20000))
            # Rows that are repeated at the end are the rest of the sheet.
            times = int(row.get(TABLE + "number-rows-repeated", "1"))
            rows.extend([cells] * (times if times < 1000 else 0))
        width = max(at + 1 for row in rows for at, cell in enumerate(row) if cell is not None)
        names = ["" if cell is None else cell[1:] for cell in (rows[0] + [None] * width)[:width]]
        yield sheet.get(TABLE + "name"), names, [(row + [None] * width)[:width] for row in rows[1:]]


SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def unescaped(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def dated_styles(book):
    styles = tree.fromstring(book.read("xl/styles.xml"))
    dated = {int(one.get("numFmtId")) for one in styles.iter(SHEET + "numFmt") if "yy" in one.get("formatCode")}
    return [int(one.get("numFmtId")) in dated for one in styles.find(SHEET + "cellXfs")]


def decimals_of_styles(book):
    styles = tree.fromstring(book.read("xl/styles.xml"))
    codes = {one.get("numFmtId"): one.get("formatCode") for one in styles.iter(SHEET + "numFmt")}
    found = [re.fullmatch(r"0\.(0+)", codes.get(one.get("numFmtId"), "")) for one in styles.find(SHEET + "cellXfs")]
    return [len(one[1]) if one else None for one in found]


def shown(value, decimals):
    return "" if decimals is None else f"|{Decimal(value):.{decimals}f}"


def of_xlsx(cell, dated, decimals):
    kind = cell.get("t")
    if kind == "inlineStr":
        return "t" + unescaped("".join(text.text or "" for text in cell.iter(SHEET + "t")))
    value = cell.find(SHEET + "v").text
    if kind == "b":
        return "b" + ("true" if value == "1" else "false")
    style = int(cell.get("s", "0"))
    if dated[style]:
        return "d" + (datetime(1899, 12, 30) + timedelta(milliseconds=round(float(value) * 86400000))).isoformat()
    return "n" + value + shown(value, decimals[style])


def place(reference):
    number = 0
    for letter in re.match("[A-Z]+", reference)[0]:
        number = number * 26 + ord(letter) - 64
    return number - 1


def workbook(path):
    with zipfile.ZipFile(path) as book:
        dated, decimals = dated_styles(book), decimals_of_styles(book)
        names = [one.get("name") for one in tree.fromstring(book.read("xl/workbook.xml")).iter(SHEET + "sheet")]
        for number, name in enumerate(names):
            rows = []
            for row in tree.fromstring(book.read(f"xl/worksheets/sheet{number + 1}.xml")).iter(SHEET + "row"):
                rows.append({place(cell.get("r")): of_xlsx(cell, dated, decimals) for cell in row.iter(SHEET + "c")})
            width = len(rows[0])
            columns = [rows[0][at][1:] for at in range(width)]
            yield name, columns, [[row.get(at) for at in range(width)] for row in rows[1:]]


READERS = {
    "csv": lambda path: delimited(path, ","),
    "tsv": lambda path: delimited(path, "\t"),
    "xlsx": workbook,
    "sqlite": database,
    "parquet": columnar,
    "fods": sheets,
}

with open(sys.argv[1], encoding="utf-8") as file:
    paths = json.load(file)
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for path in paths:
        found = []
        try:
            for name, columns, rows in READERS[path.rsplit(".", 1)[-1]](path):
                found.append({"name": name, "columns": columns, "rows": rows})
            line = {"path": path, "tables": found}
        except Exception as error:
            line = {"path": path, "tables": [], "problem": repr(error)}
        out.write(json.dumps(line) + "\n")
