"""
Reads exported files as other programs do: python3 read.py <reader> <files.json> <out.jsonl>

Each file becomes a line of JSON with its path and its tables, or the problem. A cell is null, or a text behind a letter for its type:
t text, i integer of 64 bits, n other number, b boolean, d date and time, y day. Behind a number of a sheet stand "|" and what it shows.
"""

import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zipfile
from datetime import datetime, timedelta
from decimal import Decimal

csv.field_size_limit(2**30)


def delimiter_of(path):
    return "\t" if path.endswith(".tsv") else ","


def python_delimited(path):
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter=delimiter_of(path), strict=True)
    yield "", header, [["t" + cell for cell in row] for row in rows]


def of_sqlite(value):
    if value is None:
        return None
    return ("t" if isinstance(value, str) else "i" if isinstance(value, int) else "n") + str(value)


def python_sqlite(path):
    connection = sqlite3.connect(path)
    checked = connection.execute("pragma integrity_check").fetchall()
    if checked != [("ok",)]:
        raise ValueError(checked)
    for (name,) in connection.execute("select name from sqlite_master where type = 'table' order by rowid").fetchall():
        cursor = connection.execute(f'select * from "{name}" order by rowid')
        yield name, [column[0] for column in cursor.description], [list(map(of_sqlite, row)) for row in cursor]


SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def formats_of(book):
    styles = tree.fromstring(book.read("xl/styles.xml"))
    codes = {one.get("numFmtId"): one.get("formatCode") for one in styles.iter(SHEET + "numFmt")}
    return [codes.get(one.get("numFmtId"), "") for one in styles.find(SHEET + "cellXfs")]


def of_xlsx(cell, formats):
    kind = cell.get("t")
    if kind == "inlineStr":
        text = "".join(part.text or "" for part in cell.iter(SHEET + "t"))
        return "t" + re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)
    value = cell.find(SHEET + "v").text
    if kind == "b":
        return "b" + ("true" if value == "1" else "false")
    code = formats[int(cell.get("s", "0"))]
    if "yy" in code:
        return "d" + (datetime(1899, 12, 30) + timedelta(milliseconds=round(float(value) * 86400000))).isoformat()
    decimals = re.fullmatch(r"0\.(0+)", code)
    return f"n{value}|" + (f"{Decimal(value):.{len(decimals[1])}f}" if decimals else value)


def place_of(reference):
    number = 0
    for letter in re.match("[A-Z]+", reference)[0]:
        number = number * 26 + ord(letter) - 64
    return number - 1


def python_xlsx(path):
    with zipfile.ZipFile(path) as book:
        formats = formats_of(book)
        sheets = tree.fromstring(book.read("xl/workbook.xml")).iter(SHEET + "sheet")
        for number, sheet in enumerate(sheets, 1):
            rows = []
            for row in tree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")).iter(SHEET + "row"):
                rows.append({place_of(cell.get("r")): of_xlsx(cell, formats) for cell in row.iter(SHEET + "c")})
            header, *rest = [[row.get(at) for at in range(len(rows[0]))] for row in rows]
            yield sheet.get("name"), [cell[1:] for cell in header], rest


OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def shown(element):
    text = element.text or ""
    for child in element:
        if child.tag == TEXT + "s":
            text += " " * int(child.get(TEXT + "c", "1"))
        else:
            text += {TEXT + "tab": "\t", TEXT + "line-break": "\n"}.get(child.tag) or shown(child)
        text += child.tail or ""
    return text


def of_office(cell):
    kind = cell.get(OFFICE + "value-type")
    lines = [shown(line) for line in cell.findall(TEXT + "p")]
    if kind is None:
        return None
    if kind == "string":
        return "t" + "\n".join(lines)
    if kind == "boolean":
        return "b" + cell.get(OFFICE + "boolean-value")
    return "d" + cell.get(OFFICE + "date-value") if kind == "date" else f"n{cell.get(OFFICE + 'value')}|{''.join(lines)}"


def as_flat_ods(paths, folder):
    """LibreOffice reads workbooks and writes them as flat ODS, which says what each cell holds and shows."""
    words = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fods"]
    subprocess.run([*words, "--outdir", folder, *paths], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def office_xlsx(path):
    root = tree.parse(os.path.join(scratch, re.sub(r"xlsx$", "fods", os.path.basename(path)))).getroot()
    for sheet in root.iter(TABLE + "table"):
        rows = []
        for row in sheet.iter(TABLE + "table-row"):
            cells = []
            for cell in row.iter(TABLE + "table-cell"):
                cells += [of_office(cell)] * min(int(cell.get(TABLE + "number-columns-repeated", "1")), 20000)
            # Rows that are repeated at the end are the rest of the sheet.
            times = int(row.get(TABLE + "number-rows-repeated", "1"))
            rows += [cells] * (times if times < 1000 else 0)
        width = max(at + 1 for row in rows for at, cell in enumerate(row) if cell is not None)
        header, *rest = [(row + [None] * width)[:width] for row in rows]
        yield sheet.get(TABLE + "name"), ["" if cell is None else cell[1:] for cell in header], rest


def duckdb_rows(sql, path):
    import duckdb

    return duckdb.execute(sql.replace("PATH", "'" + path.replace("'", "''") + "'")).fetchall()


def duckdb_delimited(path):
    # What it would guess is given: it takes a carriage return in quotes for the end of a line.
    with open(path, encoding="utf-8", newline="") as file:
        width = len(next(csv.reader(file, delimiter=delimiter_of(path))))
    columns = ", ".join(f"c{place}: 'VARCHAR'" for place in range(width))
    dialect = f"delim = '{delimiter_of(path)}', quote = '\"', escape = '\"', new_line = '\\n', max_line_size = 16777216"
    options = f"auto_detect = false, header = false, strict_mode = true, columns = {{{columns}}}, {dialect}"
    header, *rows = duckdb_rows(f"select * from read_csv(PATH, {options})", path)
    yield "", [name or "" for name in header], [[None if cell is None else "t" + cell for cell in row] for row in rows]


def duckdb_parquet(path):
    # DuckDB renames columns that differ only in case, so names are read apart, and columns by their place.
    names = [name for (name,) in duckdb_rows("select name from parquet_schema(PATH) where num_children is null", path)]
    letters = {"BOOLEAN": "b", "BIGINT": "i", "DOUBLE": "n", "DATE": "y"}
    cells = []
    for place, (_, kind, *_) in enumerate(duckdb_rows("describe select * from read_parquet(PATH)", path)):
        if kind.startswith("TIMESTAMP"):
            cells.append(f"'d' || strftime(c{place}, '%Y-%m-%dT%H:%M:%S.%fZ')")
        else:
            cells.append(f"'{letters.get(kind, 't')}' || cast(c{place} as varchar)")
    columns = ", ".join(f"c{place}" for place in range(len(names)))
    yield "", names, duckdb_rows(f"select {', '.join(cells)} from read_parquet(PATH) as t({columns})", path)


def of_arrow(letter, value):
    return None if value is None else letter + (str(value).lower() if letter == "b" else str(value))


def pyarrow_parquet(path):
    import pyarrow.compute
    import pyarrow.parquet
    from pyarrow.types import is_boolean, is_date, is_floating, is_int64, is_timestamp

    letters = {"i": is_int64, "n": is_floating, "d": is_timestamp, "b": is_boolean, "y": is_date}
    table = pyarrow.parquet.ParquetFile(path).read()
    columns = []
    for column in table.columns:
        letter = next((letter for letter, fits in letters.items() if fits(column.type)), "t")
        # Times of Python begin with the year 1.
        cells = pyarrow.compute.strftime(column, "%Y-%m-%dT%H:%M:%SZ") if letter == "d" else column
        columns.append([of_arrow(letter, value) for value in cells.to_pylist()])
    yield "", table.column_names, [list(row) for row in zip(*columns)]


READERS = {
    "Python": {"csv": python_delimited, "tsv": python_delimited, "xlsx": python_xlsx, "sqlite": python_sqlite},
    "LibreOffice": {"xlsx": office_xlsx},
    "DuckDB": {"csv": duckdb_delimited, "tsv": duckdb_delimited, "parquet": duckdb_parquet},
    "pyarrow": {"parquet": pyarrow_parquet},
}

_, reader, files, out = sys.argv
with open(files, encoding="utf-8") as file:
    paths = json.load(file)
with tempfile.TemporaryDirectory() as scratch, open(out, "w", encoding="utf-8") as lines:
    if reader == "LibreOffice":
        as_flat_ods(paths, scratch)
    for path in paths:
        try:
            read = READERS[reader][path.rsplit(".", 1)[-1]]
            tables = [{"name": name, "columns": columns, "rows": rows} for name, columns, rows in read(path)]
            found = {"path": path, "tables": tables}
        except Exception as error:
            found = {"path": path, "tables": [], "problem": repr(error)}
        lines.write(json.dumps(found) + "\n")
