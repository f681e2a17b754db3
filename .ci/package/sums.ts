import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The SHA-256 sum of a file, in hexadecimal digits. */
export const sumOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Writes `SHA256SUMS`, which covers every other file of the folder. */
export function writeSums(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  const lines = names.toSorted().map((name) => `${sumOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
