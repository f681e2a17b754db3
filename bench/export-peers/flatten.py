"""A saved reply as a CSV of all its columns: python3 flatten.py reply.json out.csv"""

import csv
import json
import sys


def escape(text):
    return text.replace("\\", "\\\\").replace(";", "\\;")


def text_of(value):
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, list):
        if all(isinstance(entry, str) for entry in value):
            return "; ".join(map(escape, value))
        if all(isinstance(entry, dict) and "key" in entry for entry in value):
            return "; ".join(escape(entry["key"]) for entry in value if entry["value"])
    return json.dumps(value, ensure_ascii=False)


def row_of(record):
    row = {}
    for name, value in record.items():
        if name == "data":
            for entry in value:
                for member, answer in entry["response"].items():
                    if member not in ("type", "headline", "componentShapeVersion"):
                        row[entry["questionId"] + "." + member] = text_of(answer)
        elif isinstance(value, dict):
            for member, inner in value.items():
                row[member] = text_of(inner)
        else:
            row[name] = text_of(value)
    return row


with open(sys.argv[1], encoding="utf-8") as file:
    rows = [row_of(record) for record in json.load(file)["data"]]
names = sorted({name: None for row in rows for name in row})
with open(sys.argv[2], "w", encoding="utf-8", newline="") as file:
    writer = csv.DictWriter(file, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
