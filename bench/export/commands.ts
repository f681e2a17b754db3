import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from './measure.ts'

const program = resolve(import.meta.dirname, '../../bin/formctl.js')

const exportWords = ['responses', 'export', '--force', '--quiet']

/** What exports a saved reply in the format of the file's ending. */
export const exporting = (reply: string, out: string, ...more: readonly string[]): Command => [
  process.execPath,
  program,
  ...exportWords,
  '--from',
  reply,
  '--out',
  out,
  ...more,
]

/** What exports all responses of the service that the environment names. */
export const exportingAll = (out: string): Command => [
  process.execPath,
  program,
  ...exportWords,
  '--all',
  '--out',
  out,
]

/** What reads a file to its end in pieces of 1 MiB, and says how long that took without its start. */
export function reading(folder: string, file: string): Command {
  const script = join(folder, 'read.cjs')
  writeFileSync(
    script,
    `const { openSync, readSync } = require('node:fs')
const start = performance.now()
const file = openSync(process.argv[2])
const bytes = Buffer.alloc(2 ** 20)
while (readSync(file, bytes) > 0);
console.log((performance.now() - start) / 1000)
`,
  )
  return [process.execPath, script, file]
}

/**
 * What writes so many bytes, and makes them durable where that is wanted: nobody makes a file in less. In pieces of
 * 256 KiB: the system keeps free memory by its size, and who writes more at once finds other memory than most programs.
 */
export function writing(
  folder: string,
  { out, bytes, isDurable }: { readonly out: string; readonly bytes: number; readonly isDurable: boolean },
): Command {
  const script = join(folder, 'write.cjs')
  writeFileSync(
    script,
    `const { fsyncSync, openSync, writeSync } = require('node:fs')
const [, , out, bytes, how] = process.argv
const file = openSync(out, 'w')
const piece = Buffer.alloc(2 ** 18, 'formctl')
for (let left = Number(bytes); left > 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))
if (how === 'durable') fsyncSync(file)
`,
  )
  return [process.execPath, script, out, String(bytes), ...(isDurable ? ['durable'] : [])]
}
