/** A saved reply as a CSV of all its columns, by JSON.parse of the whole: node json-parse.ts reply.json out.csv */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

type Members = Readonly<Record<string, unknown>>
type Entry = { readonly questionId: string; readonly response: Members }

const [, , reply = '', out = ''] = process.argv
const { data }: { readonly data: readonly Members[] } = JSON.parse(readFileSync(reply, 'utf8'))
const rows = data.map(rowOf)
const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
const file = openSync(out, 'w')
let lines = `${names.map(quoted).join(',')}\n`
for (const row of rows) {
  lines += `${names.map((name) => quoted(row.get(name) ?? '')).join(',')}\n`
  if (lines.length < 2 ** 20) continue
  writeSync(file, lines)
  lines = ''
}
writeSync(file, lines)
closeSync(file)

function rowOf({ data: entries, ...members }: Members): Map<string, string> {
  const row = new Map<string, string>()
  for (const [name, value] of Object.entries(members))
    if (typeof value === 'object' && value !== null)
      for (const [inner, of] of Object.entries(value)) row.set(inner, textOf(of))
    else row.set(name, textOf(value))
  // Every record of the generated replies has such a list.
  for (const { questionId, response } of entries as readonly Entry[])
    for (const [member, value] of Object.entries(response))
      if (member !== 'type' && member !== 'headline' && member !== 'componentShapeVersion')
        row.set(`${questionId}.${member}`, textOf(value))
  return row
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.map(escaped).join('; ')
  if (Array.isArray(value) && value.every((entry) => typeof entry?.key === 'string'))
    return value
      .filter((entry) => entry.value)
      .map((entry) => escaped(entry.key))
      .join('; ')
  return value === null ? '' : JSON.stringify(value)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;]/g, String.raw`\$&`)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
